import { Injectable, NotFoundException } from '@nestjs/common';
import { SignIns } from '../../account/sign-ins';
import { TokenIssuer } from '../../account/token-issuer';
import type { Input, Reply } from '../../contract/types';
import { Prisma } from '../../database/prisma.service';
import { PasskeyVerifier } from '../../passkeys/passkey-verifier';
import { Refusal } from '../../problem/problem';
import { AuditLog, byOf } from '../log/audit-log';
import { staffOf } from '../policy/staff-roles';

/** Tokens for the desk. Only a passkey gets one. */
@Injectable()
export class DeskPasskey {
  constructor(
    private readonly prisma: Prisma,
    private readonly verifier: PasskeyVerifier,
    private readonly signIns: SignIns,
    private readonly tokens: TokenIssuer,
    private readonly log: AuditLog,
  ) {}

  /** @throws NotFoundException for the passkey of anyone else, Refusal 403 passkey_refused */
  async logIn({ body, origin }: Input<'logInToDesk'>): Promise<Reply<'logInToDesk'>> {
    const { user } = await this.verifier.accept(body).catch((error: unknown) => {
      throw error instanceof Refusal && error.status === 404 ? new NotFoundException() : error;
    });
    const staff = await staffOf(this.prisma, user.id);
    if (!staff) throw new NotFoundException();
    const by = { as: staff.email, userId: user.id, address: origin.network };
    await this.log.act({ action: 'log in', subjectId: user.id }, by, () =>
      this.signIns.record(user.id, 'passkey', origin, user.tokensValidAfter),
    );
    return { token: this.tokens.issueForDesk(user) };
  }

  /** The passkey once more, for what needs a recent one. @throws Refusal 403 passkey_refused */
  async confirm({ body, caller }: Input<'confirmPasskey'>): Promise<Reply<'confirmPasskey'>> {
    const { user } = await this.log.act({ action: 'confirm passkey', subjectId: caller.userId }, byOf(caller), () =>
      this.verifier.accept(body, caller.userId),
    );
    return { token: this.tokens.issueForDesk(user) };
  }
}
