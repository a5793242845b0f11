import { Controller } from '@nestjs/common';
import { In, Operation } from '../contract/operation';
import type { Input } from '../contract/types';
import { PasskeyService } from './passkey.service';

@Controller()
export class PasskeyController {
  constructor(private readonly passkeys: PasskeyService) {}

  @Operation('getPasskeyOptions')
  getPasskeyOptions() {
    return this.passkeys.getPasskeyOptions();
  }

  @Operation('logInWithPasskey')
  logInWithPasskey(@In() input: Input<'logInWithPasskey'>) {
    return this.passkeys.logInWithPasskey(input);
  }

  @Operation('listPasskeys')
  listPasskeys(@In() input: Input<'listPasskeys'>) {
    return this.passkeys.listPasskeys(input.caller);
  }

  @Operation('createPasskeyOptions')
  createPasskeyOptions(@In() input: Input<'createPasskeyOptions'>) {
    return this.passkeys.createPasskeyOptions(input);
  }

  @Operation('addPasskey')
  addPasskey(@In() input: Input<'addPasskey'>) {
    return this.passkeys.addPasskey(input);
  }

  @Operation('renamePasskey')
  renamePasskey(@In() input: Input<'renamePasskey'>) {
    return this.passkeys.renamePasskey(input);
  }

  @Operation('removePasskeys')
  removePasskeys(@In() input: Input<'removePasskeys'>) {
    return this.passkeys.removePasskeys(input);
  }
}
