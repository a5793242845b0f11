import 'reflect-metadata';
import { Controller, Get, type Type } from '@nestjs/common';
import { AccountController } from '../../apps/bff/src/account/account.controller';
import { contractOperations } from '../../apps/bff/src/contract/contract';
import { contractGaps } from '../../apps/bff/src/contract/operation';
import { PaymentsController } from '../../apps/bff/src/payments/payments.controller';
import { SystemController } from '../../apps/bff/src/system/system.controller';

const controllers: Type[] = [AccountController, PaymentsController, SystemController];

@Controller()
class StrayController {
  @Get('stray')
  stray() {
    return {};
  }
}

test('every operation of the contract has exactly one handler', () => {
  expect(contractGaps(controllers)).toEqual([]);
  expect(contractOperations.size).toBeGreaterThan(10);
});

test('a missing, a second and a stray handler are reported', () => {
  expect(contractGaps([PaymentsController, SystemController])).toContain('logIn has 0 handlers');
  expect(contractGaps([...controllers, SystemController])).toContain('getHealth has 2 handlers');
  expect(contractGaps([...controllers, StrayController])).toEqual(['stray is no operation of the contract']);
});
