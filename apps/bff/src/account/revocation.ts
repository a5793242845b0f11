import type { Caller } from '../contract/types';
import type { Prisma as Client } from '../generated/prisma/client';
import type { Transaction } from '../mail/outbox';
import type { TokenHolder } from './token-issuer';

/**
 * Revokes every token of a user. Always a new moment, also for two calls within one millisecond: our tokens carry it, see
 * TokenIssuer. A token of the identity provider carries whole seconds of another clock, which may be ahead of ours.
 * @returns the user as new tokens need it.
 */
export async function revokeAllTokens(tx: Transaction, userId: string): Promise<TokenHolder> {
  await tx.$executeRaw`
    UPDATE users SET tokens_valid_after = GREATEST(
      now(), tokens_valid_after + interval '1 millisecond',
      (SELECT max(newest_token_at) + interval '1 second' FROM identities WHERE user_id = users.id))
    WHERE id = ${userId}::uuid`;
  return tx.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, tokensValidAfter: true } });
}

/**
 * The first proof of an address ends what was added before it, perhaps by another person: sessions, passkeys and pending
 * changes. A password stays, because it may be the owner's: a login with it from another device is mailed.
 * @param session what it has added itself stays
 */
export async function endUnproven(tx: Transaction, userId: string, session?: Caller): Promise<TokenHolder> {
  const { tokenIssuedAt, passkeyAt } = session ?? {};
  const own: Client.PasskeyWhereInput[] = tokenIssuedAt ? [{ createdAt: { gte: tokenIssuedAt } }] : [];
  // The passkey of its login was used just before the token was issued, and perhaps again to add another one.
  if (passkeyAt) own.push({ lastUsedAt: { gte: new Date(+passkeyAt - 1_000) } });
  await tx.passkey.deleteMany({ where: { userId, NOT: { OR: own } } });
  await endSessionLinks(tx, userId);
  return revokeAllTokens(tx, userId);
}

/**
 * A new password cancels what was asked for with the old one: another reset, or another address. The transaction must
 * have locked the user: a link that is being made for these mails would not be found.
 */
export async function endSessionLinks(tx: Transaction, userId: string): Promise<void> {
  const kind = { in: ['RESET_PASSWORD', 'CHANGE_EMAIL'] };
  await tx.mailLink.deleteMany({ where: { userId, kind } });
  await tx.outboxMail.deleteMany({ where: { userId, kind } });
}
