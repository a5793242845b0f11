import type { Prisma, User } from '../generated/prisma/client';

/**
 * Locks a user until the transaction ends, and reads what others have changed until then. Against deadlocks, every
 * transaction locks in this order: orders, the user, links, mails.
 */
export async function lockUser(tx: Prisma.TransactionClient, id: string): Promise<User | null> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.user.findUnique({ where: { id } });
}
