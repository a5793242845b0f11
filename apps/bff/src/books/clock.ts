import type { Prisma } from '../database/prisma.service';

/** The database's clock: now, and the Indian day. Tests replace its function `indian_today`. */
export async function clock(reading: Pick<Prisma, '$queryRaw'>): Promise<{ now: Date; today: string }> {
  const [read] = await reading.$queryRaw<[{ now: Date; today: string }]>`SELECT now(), indian_today()::text AS today`;
  return read;
}
