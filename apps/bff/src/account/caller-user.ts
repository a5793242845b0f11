import type { Caller } from '../contract/types';
import { lockUser } from '../database/lock-user';
import type { Prisma, User } from '../generated/prisma/client';
import { tokenRefused } from './tokens';

/** The account may have been deleted since the token was checked. */
function existing(user: User | null): User {
  if (!user) throw tokenRefused('the account was deleted');
  return user;
}

/** @throws Problem 401 token_invalid */
export const callerUser = async (db: Pick<Prisma.TransactionClient, 'user'>, { userId }: Pick<Caller, 'userId'>) =>
  existing(await db.user.findUnique({ where: { id: userId } }));

/** Locked until the transaction ends. @throws Problem 401 token_invalid */
export const lockedCaller = async (tx: Prisma.TransactionClient, { userId }: Pick<Caller, 'userId'>) =>
  existing(await lockUser(tx, userId));
