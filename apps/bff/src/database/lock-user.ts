import type { Prisma, User } from '../generated/prisma/client';

/** Locks a user until the transaction ends. To avoid deadlocks, lock in this order: orders, the user, links, emails. */
export async function lockUser(tx: Prisma.TransactionClient, id: string): Promise<User | null> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.user.findUnique({ where: { id } });
}
