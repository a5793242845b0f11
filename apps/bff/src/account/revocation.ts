import type { Transaction } from '../mail/outbox';
import type { TokenHolder } from './token-issuer';

/**
 * Revokes every token of a user. Always a new moment, also for two calls within one millisecond: our tokens carry it, see
 * TokenIssuer. A token of the identity provider carries whole seconds of another clock.
 * @param issuedAt of a token that must be revoked too, if the provider's clock is ahead of ours.
 * @returns the user as new tokens need it.
 */
export async function revokeAllTokens(tx: Transaction, userId: string, issuedAt = new Date(0)): Promise<TokenHolder> {
  await tx.$executeRaw`
    UPDATE users SET tokens_valid_after = GREATEST(
      now(), tokens_valid_after + interval '1 millisecond', ${issuedAt}::timestamptz + interval '1 second')
    WHERE id = ${userId}::uuid`;
  return tx.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, tokensValidAfter: true } });
}

/** A new password cancels what was asked for with the old one: another reset, or another address. */
export async function endSessionLinks(tx: Transaction, userId: string): Promise<void> {
  const kind = { in: ['RESET_PASSWORD', 'CHANGE_EMAIL'] };
  await tx.mailLink.deleteMany({ where: { userId, kind } });
  await tx.outboxMail.deleteMany({ where: { userId, kind } });
}
