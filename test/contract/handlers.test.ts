import 'reflect-metadata';
import { Controller, Get, type Type } from '@nestjs/common';
import { AccountController } from '../../apps/bff/src/account/account.controller';
import { contractOperations } from '../../apps/bff/src/contract/contract';
import { contractGaps } from '../../apps/bff/src/contract/registry';
import { PaymentsController } from '../../apps/bff/src/payments/payments.controller';
import { ServiceController } from '../../apps/bff/src/service/service.controller';

const controllers: Type[] = [AccountController, PaymentsController, ServiceController];

@Controller()
class StrayController {
  @Get('stray')
  stray() {
    return {};
  }
}

describe('the contract and its handlers', () => {
  it('fit one to one', () => {
    expect(contractGaps(controllers)).toEqual([]);
    expect(contractOperations.size).toBeGreaterThan(10);
  });

  it.each(controllers)('miss an operation when %p is taken out', (controller) => {
    const gaps = contractGaps(controllers.filter((each) => each !== controller));
    expect(gaps).not.toEqual([]);
    expect(gaps.every((gap) => gap.endsWith('has 0 handlers'))).toBe(true);
  });

  it('differ when an operation has two handlers', () => {
    expect(contractGaps([...controllers, ServiceController])).toContain('getHealth has 2 handlers');
  });

  it('differ when a handler is no operation', () => {
    expect(contractGaps([...controllers, StrayController])).toEqual(['stray is no operation of the contract']);
  });
});
