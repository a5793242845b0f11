import 'reflect-metadata';
import { Controller, Get, type Type } from '@nestjs/common';
import { AccountController } from '../../apps/bff/src/account/account.controller';
import { contractOperations } from '../../apps/bff/src/contract/contract';
import { contractGaps } from '../../apps/bff/src/contract/operation';
import { replyFaults } from '../../apps/bff/src/contract/validation';
import { DeskController } from '../../apps/bff/src/desk/desk.controller';
import { PasskeyController } from '../../apps/bff/src/passkeys/passkey.controller';
import { PaymentsController } from '../../apps/bff/src/payments/api/payments.controller';
import { SystemController } from '../../apps/bff/src/system/system.controller';

const controllers: Type[] = [
  AccountController,
  DeskController,
  PasskeyController,
  PaymentsController,
  SystemController,
];

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

test('a field that the contract does not name is reported in every reply, although clients must accept it', () => {
  const type = 'https://novacore.example/docs/errors#email_taken';
  const problem = { type, title: 't', status: 409, code: 'email_taken', requestId: 'r' };
  const withMessage = { ...problem, success: false, message: 'm' };
  expect(replyFaults('signUp', 409, withMessage)).toEqual([]);
  expect(replyFaults('signUp', 409, { ...withMessage, x: 1 })).toMatchObject([{ path: '/x' }]);
  expect(replyFaults('changeEmail', 409, problem)).toEqual([]);
  expect(replyFaults('changeEmail', 409, { ...problem, message: 'm' })).toMatchObject([{ path: '/message' }]);
  expect(replyFaults('getHealth', 200, { status: 'ok', version: '1.4.0', x: 1 })).toMatchObject([{ path: '/x' }]);
});
