import type { Caller } from '../contract/types';
import { lockUser } from '../database/lock-user';
import type { Prisma, User } from '../generated/prisma/client';
import { tokenRefused } from './tokens';

/** The account may have been deleted after the token check. */
function existing(user: User | null): User {
  if (!user) throw tokenRefused('the account was deleted');
  return user;
}

/** @throws Refusal 401 token_invalid */
export const callerUser = async (db: Pick<Prisma.TransactionClient, 'user'>, { userId }: Pick<Caller, 'userId'>) =>
  existing(await db.user.findUnique({ where: { id: userId } }));

/** Locks the user until the transaction ends. @throws Refusal 401 token_invalid */
export const lockedCaller = async (tx: Prisma.TransactionClient, { userId }: Pick<Caller, 'userId'>) =>
  existing(await lockUser(tx, userId));
