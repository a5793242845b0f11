import { Injectable } from '@nestjs/common';
import { type Origin, unknownNetwork } from '../client-network';
import { lockUser } from '../database/lock-user';
import { Prisma } from '../database/prisma.service';
import type { SignIn } from '../generated/prisma/client';
import { queueOwnMail, type Transaction } from '../mail/outbox';

/** Stored as text: a release may add ways. */
export type SignInWay = 'password' | 'reset_link' | 'github' | 'google' | 'social' | 'passkey';

/** How many log-ins of a person are kept. */
const kept = 20;

/** How a social log-in is called, by the identity provider's subject. */
export function socialWay(subject: string): SignInWay {
  if (subject.startsWith('github|')) return 'github';
  return subject.startsWith('google-oauth2|') ? 'google' : 'social';
}

/** Log-ins: the last 20 of each person, and the networks that they came from. */
@Injectable()
export class SignIns {
  constructor(private readonly prisma: Prisma) {}

  /**
   * Call once a log-in has succeeded, whatever its way. Mails the owner if it is from somewhere new.
   * @param asOf the person's `tokensValidAfter` at the check: a log-in that a new password has overtaken is not recorded
   */
  async record(userId: string, way: SignInWay, origin: Origin, asOf?: Date): Promise<void> {
    await this.prisma.$transaction((tx) => this.recordIn(tx, userId, way, origin, asOf));
  }

  async recordIn(tx: Transaction, userId: string, way: SignInWay, origin: Origin, asOf?: Date) {
    const { network, block, browser } = origin;
    const user = await lockUser(tx, userId);
    if (!user || user.deletedAt || (asOf && user.tokensValidAfter > asOf)) return;
    const isNew = await this.isNew(tx, userId, { network, block, browser });
    await tx.$executeRaw`
      INSERT INTO known_networks (user_id, network, browser) VALUES (${userId}::uuid, ${network}, ${browser})
      ON CONFLICT (user_id, network, browser) DO UPDATE SET last_at = now()`;
    const { at } = await tx.signIn.create({ data: { userId, way, network, browser } });
    await tx.user.update({ where: { id: userId }, data: { lastLogInAt: at } });
    await tx.$executeRaw`
      DELETE FROM sign_ins WHERE id IN (
        SELECT id FROM sign_ins WHERE user_id = ${userId}::uuid ORDER BY at DESC, id DESC OFFSET ${kept}::int)`;
    const data = { at: at.toISOString(), way, browser, network };
    if (isNew) await queueOwnMail(tx, user, 'NEW_SIGN_IN', data);
  }

  /**
   * Phones change their address often, so the same browser in the same wider block is known too. The first known place of
   * an account is not new.
   */
  private async isNew(tx: Transaction, userId: string, { network, block, browser }: Origin): Promise<boolean> {
    if (network === unknownNetwork) return false;
    const [found] = await tx.$queryRaw<{ isNew: boolean }[]>`
      SELECT count(*) > 0 AND NOT bool_or(network = ${network} OR (starts_with(network, ${block}) AND browser = ${browser}))
        AS "isNew"
      FROM known_networks
      WHERE user_id = ${userId}::uuid AND network <> ${unknownNetwork} AND last_at > now() - interval '180 days'`;
    return found?.isNew ?? false;
  }

  /** Newest first. */
  list(userId: string): Promise<SignIn[]> {
    return this.prisma.signIn.findMany({ where: { userId }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: kept });
  }

  /** For a new password: people who logged in before may not be the owner. @param except where the owner is now */
  async forgetNetworks(tx: Transaction, userId: string, except?: string) {
    await tx.knownNetwork.deleteMany({ where: { userId, NOT: { network: except ?? '' } } });
  }
}
