import { Controller } from '@nestjs/common';
import { In, Operation } from '../contract/operation';
import type { Input } from '../contract/types';
import { AccountService } from './account.service';

@Controller()
export class AccountController {
  constructor(private readonly accounts: AccountService) {}

  @Operation('signUp')
  signUp(@In() input: Input<'signUp'>) {
    return this.accounts.signUp(input);
  }

  @Operation('logIn')
  logIn(@In() input: Input<'logIn'>) {
    return this.accounts.logIn(input);
  }

  @Operation('logOut')
  logOut(@In() input: Input<'logOut'>) {
    return this.accounts.logOut(input.caller);
  }

  @Operation('changePassword')
  changePassword(@In() input: Input<'changePassword'>) {
    return this.accounts.changePassword(input);
  }

  @Operation('getMe')
  getMe(@In() input: Input<'getMe'>) {
    return this.accounts.getMe(input.caller);
  }
}
