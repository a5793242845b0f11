import { Injectable } from '@nestjs/common';
import { TokenIssuer } from '../account/token-issuer';
import type { Input, Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { PasskeyVerifier } from '../passkeys/passkey-verifier';
import { AuditLog } from './audit-log';
import { byOf } from './desk-problems';

/** The passkey once more, for what needs a recent one. */
@Injectable()
export class DeskPasskey {
  private readonly log: AuditLog;

  constructor(
    prisma: Prisma,
    private readonly verifier: PasskeyVerifier,
    private readonly tokens: TokenIssuer,
  ) {
    this.log = new AuditLog(prisma);
  }

  /** @throws Problem 403 passkey_refused */
  async confirm({ body, caller }: Input<'confirmPasskey'>): Promise<Reply<'confirmPasskey'>> {
    await this.log.add(caller.userId, 'confirm passkey', byOf(caller));
    const { user } = await this.verifier.accept(body, caller.userId);
    return { token: this.tokens.issue(user, 'passkey') };
  }
}
