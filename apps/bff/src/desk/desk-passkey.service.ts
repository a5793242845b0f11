import { Injectable } from '@nestjs/common';
import { TokenIssuer } from '../account/token-issuer';
import type { Input, Reply } from '../contract/types';
import { PasskeyVerifier } from '../passkeys/passkey-verifier';
import { AuditLog } from './audit-log';
import { byOf } from './desk-problems';

/** The passkey once more, for what needs a recent one. */
@Injectable()
export class DeskPasskey {
  constructor(
    private readonly verifier: PasskeyVerifier,
    private readonly tokens: TokenIssuer,
    private readonly log: AuditLog,
  ) {}

  /** @throws Problem 403 passkey_refused */
  async confirm({ body, caller }: Input<'confirmPasskey'>): Promise<Reply<'confirmPasskey'>> {
    await this.log.add(caller.userId, 'confirm passkey', byOf(caller));
    const { user } = await this.verifier.accept(body, caller.userId);
    return { token: this.tokens.issue(user, 'passkey') };
  }
}
