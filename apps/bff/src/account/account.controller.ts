import { Controller } from '@nestjs/common';
import { In, Operation } from '../contract/operation';
import type { Input } from '../contract/types';
import { AccountService } from './account.service';
import { AccountDataService } from './account-data.service';
import { EmailService } from './email.service';
import { PasswordResetService } from './password-reset.service';

@Controller()
export class AccountController {
  constructor(
    private readonly accounts: AccountService,
    private readonly passwordResets: PasswordResetService,
    private readonly emails: EmailService,
    private readonly accountData: AccountDataService,
  ) {}

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

  @Operation('listSignIns')
  listSignIns(@In() input: Input<'listSignIns'>) {
    return this.accounts.listSignIns(input.caller);
  }

  @Operation('logOutEverywhere')
  logOutEverywhere(@In() input: Input<'logOutEverywhere'>) {
    return this.accounts.logOutEverywhere(input.caller);
  }

  @Operation('requestPasswordReset')
  requestPasswordReset(@In() input: Input<'requestPasswordReset'>) {
    return this.passwordResets.requestPasswordReset(input);
  }

  @Operation('resetPassword')
  resetPassword(@In() input: Input<'resetPassword'>) {
    return this.passwordResets.resetPassword(input);
  }

  @Operation('verifyEmail')
  verifyEmail(@In() input: Input<'verifyEmail'>) {
    return this.emails.verifyEmail(input);
  }

  @Operation('rejectAccount')
  rejectAccount(@In() input: Input<'rejectAccount'>) {
    return this.emails.rejectAccount(input);
  }

  @Operation('resendVerification')
  resendVerification(@In() input: Input<'resendVerification'>) {
    return this.emails.resendVerification(input.caller);
  }

  @Operation('changeEmail')
  changeEmail(@In() input: Input<'changeEmail'>) {
    return this.emails.changeEmail(input);
  }

  @Operation('exportMyData')
  exportMyData(@In() input: Input<'exportMyData'>) {
    return this.accountData.exportMyData(input.caller);
  }

  @Operation('deleteAccount')
  deleteAccount(@In() input: Input<'deleteAccount'>) {
    return this.accountData.deleteAccount(input);
  }
}
