import type { Prisma } from './prisma.service';
import { isDatabaseUnavailable } from './unavailable';

/** More than the statements of one connection: a pooler has to spread them. */
const parallel = 20;

/**
 * A pooler may sit between us and PostgreSQL. It must keep a transaction on one connection, and keep our time zone.
 * While the database cannot be reached nothing is known, and the server may start.
 * @throws Error that says what the pooler lacks
 */
export async function assertPoolerWorks(prisma: Prisma) {
  try {
    await prisma.$transaction(async (tx) => void (await tx.$queryRaw`SELECT 1`));
    const zones = await Promise.all(
      Array.from(
        { length: parallel },
        () => prisma.$queryRaw<{ zone: string }[]>`SELECT current_setting('TimeZone') AS zone`,
      ),
    );
    if (zones.every(([row]) => row?.zone === 'UTC')) return;
  } catch (error) {
    if (/transaction blocks not allowed/i.test(`${(error as Error).message}`))
      throw new Error('The pooler at DATABASE_URL refuses transactions: set pool_mode = transaction.');
    if (isDatabaseUnavailable(error)) return;
    throw error;
  }
  throw new Error('The pooler at DATABASE_URL does not keep the time zone per client, as PgBouncer does.');
}
