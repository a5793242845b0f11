import type { Caller } from '../contract/types';
import type { Prisma as Client } from '../generated/prisma/client';
import type { Transaction } from '../mail/outbox';
import type { TokenHolder } from './token-issuer';

/**
 * Revokes every token of a user. Each call sets a new moment, because our tokens contain it (see TokenIssuer). The
 * identity provider's clock may be ahead of ours.
 * @returns the user for new tokens
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
 * Ends sessions, passkeys and pending changes from before the first proof of an address. A stranger may have made them.
 * The password stays, because it may be the owner's.
 * @param session passkeys of this session stay
 */
export async function endUnproven(tx: Transaction, userId: string, session?: Caller): Promise<TokenHolder> {
  const { tokenIssuedAt, passkeyAt } = session ?? {};
  const own: Client.PasskeyWhereInput[] = tokenIssuedAt ? [{ createdAt: { gte: tokenIssuedAt } }] : [];
  // The passkey of the login was used just before the token was issued.
  if (passkeyAt) own.push({ lastUsedAt: { gte: new Date(+passkeyAt - 1_000) } });
  await tx.passkey.deleteMany({ where: { userId, NOT: { OR: own } } });
  await endSessionLinks(tx, userId);
  return revokeAllTokens(tx, userId);
}

/**
 * Cancels pending password resets and address changes. The caller must have locked the user, because we would miss a
 * link that is being created.
 */
export async function endSessionLinks(tx: Transaction, userId: string): Promise<void> {
  const kind = { in: ['RESET_PASSWORD', 'CHANGE_EMAIL'] };
  await tx.mailLink.deleteMany({ where: { userId, kind } });
  await tx.outboxMail.deleteMany({ where: { userId, kind } });
}
