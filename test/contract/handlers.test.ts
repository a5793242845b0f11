import 'reflect-metadata';
import { Controller, Get } from '@nestjs/common';
import { contractGaps } from '../../apps/bff/src/contract/operation';
import { replyFaults } from '../../apps/bff/src/contract/validation';
import { SystemController } from '../../apps/bff/src/system/system.controller';

@Controller()
class StrayController {
  @Get('stray')
  stray() {
    return {};
  }
}

test('a missing, a second and a stray handler are reported', () => {
  const gaps = contractGaps([SystemController, SystemController, StrayController]);
  const reported = ['logIn has 0 handlers', 'getHealth has 2 handlers', 'stray is no operation of the contract'];
  expect(gaps).toEqual(expect.arrayContaining(reported));
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
