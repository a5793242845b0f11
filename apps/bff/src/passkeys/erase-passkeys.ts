import { revokeAllTokens } from '../account/revocation';
import type { TokenHolder } from '../account/token-issuer';
import type { Passkey, User } from '../generated/prisma/client';
import { queueMail, type Transaction } from '../mail/outbox';

export const queueNotice = async (
  tx: Transaction,
  kind: 'PASSKEY_ADDED' | 'PASSKEYS_REMOVED',
  { id: userId, email: recipient }: User,
  passkeys: Passkey[],
) => {
  if (recipient) await queueMail(tx, { kind, recipient, userId, data: { names: passkeys.map(({ name }) => name) } });
};

/**
 * Removes passkeys of a locked user, tells the person, and ends all sessions: one of them may have begun with such a passkey.
 * @param ids all passkeys without it
 */
export async function erasePasskeys(tx: Transaction, user: User, ids?: string[]): Promise<TokenHolder> {
  const where = { userId: user.id, ...(ids && { id: { in: ids } }) };
  const passkeys = await tx.passkey.findMany({ where, orderBy: { createdAt: 'asc' } });
  await tx.passkey.deleteMany({ where });
  if (passkeys.length) await queueNotice(tx, 'PASSKEYS_REMOVED', user, passkeys);
  return revokeAllTokens(tx, user.id);
}
