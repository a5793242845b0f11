import { lockedCaller } from '../../account/caller-user';
import { revokeAllTokens } from '../../account/revocation';
import type { Prisma } from '../../database/prisma.service';
import type { Prisma as Client, Passkey } from '../../generated/prisma/client';
import { queueMail } from '../../mail/outbox';
import { Refusal } from '../../problem/problem';

/** A member of staff, as the desk knows them. */
export interface Staff {
  userId: string;
  email: string;
  role: string;
}

/** @returns undefined for everybody else, also for accounts that lost what staff need. */
export async function staffOf(prisma: Prisma, userId: string): Promise<Staff | undefined> {
  const found = await prisma.staffRole.findUnique({ where: { userId }, include: { user: true } });
  if (!found?.user.email || !found.user.emailVerifiedAt || !found.user.passwordHash) return undefined;
  return { userId, email: found.user.email, role: found.role };
}

/** An operator compares these passkeys with the person. */
export const passkeysOf = {
  select: { name: true, createdAt: true, lastUsedAt: true },
  orderBy: { createdAt: 'asc' },
} satisfies Client.PasskeyFindManyArgs;

/**
 * Gives a person a role in place of the one before, and sends an email. Ends all sessions, and with them additions of
 * passkeys that were begun before.
 * @returns all passkeys of the person
 * @param rpId the host that passkeys belong to
 * @throws Refusal `not_confirmed`: only an account with a password and a confirmed address can be staff. `no_passkey`: with
 * a role, only a passkey adds another.
 */
export const grantRole = (
  prisma: Prisma,
  { rpId, ...granted }: { userId: string; role: string; grantedBy: string; rpId: string },
): Promise<Pick<Passkey, 'name' | 'createdAt' | 'lastUsedAt'>[]> =>
  prisma.$transaction(async (tx) => {
    const { userId, role } = granted;
    const { email, emailVerifiedAt, passwordHash } = await lockedCaller(tx, { userId });
    if (!email || !emailVerifiedAt || !passwordHash) throw new Refusal('not_confirmed', { id: userId });
    if (!(await tx.passkey.count({ where: { userId, rpId } }))) throw new Refusal('no_passkey', { id: userId });
    await queueMail(tx, { kind: 'STAFF_ROLE_GRANTED', recipient: email, userId, data: { role } });
    await tx.staffRole.deleteMany({ where: { userId } });
    await tx.staffRole.create({ data: granted });
    await revokeAllTokens(tx, userId);
    return tx.passkey.findMany({ where: { userId }, ...passkeysOf });
  });

/** Ends a person's role, and tells them. @throws Refusal `no_role` */
export const revokeRole = (prisma: Prisma, userId: string): Promise<void> =>
  prisma.$transaction(async (tx) => {
    const { email: recipient } = await lockedCaller(tx, { userId });
    const { count } = await tx.staffRole.deleteMany({ where: { userId } });
    if (!count) throw new Refusal('no_role', { id: userId });
    if (recipient) await queueMail(tx, { kind: 'STAFF_ROLE_REVOKED', recipient, userId });
  });
