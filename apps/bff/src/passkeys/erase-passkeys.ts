import { revokeAllTokens } from '../account/revocation';
import type { TokenHolder } from '../account/token-issuer';
import type { User } from '../generated/prisma/client';
import { queueOwnMail, type Transaction } from '../mail/outbox';

/**
 * Removes passkeys and sends an email. The caller has locked the user's row. Ends all sessions, because a session may
 * have started with a removed passkey.
 * @param ids default: all passkeys
 */
export async function erasePasskeys(tx: Transaction, user: User, ids?: string[]): Promise<TokenHolder> {
  const where = { userId: user.id, ...(ids && { id: { in: ids } }) };
  const passkeys = await tx.passkey.findMany({ where, orderBy: { createdAt: 'asc' } });
  await tx.passkey.deleteMany({ where });
  const names = passkeys.map(({ name }) => name);
  if (names.length) await queueOwnMail(tx, user, 'PASSKEYS_REMOVED', { names });
  return revokeAllTokens(tx, user.id);
}
