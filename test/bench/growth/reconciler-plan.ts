import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../support/paths';
import { sql } from '../servers/stage';

/** The statement as it stands in the product. */
function claimStatement(): string {
  const source = readFileSync(join(projectRoot, 'apps/bff/src/reconciler/claim-due-order.ts'), 'utf8');
  const text = /\$queryRaw[^`]*`([^`$]*)`/.exec(source)?.[1];
  if (!text) throw new Error('the reconciler’s statement is not where it was');
  return text;
}

const dueOrders = 50;

/** What PostgreSQL did for one claim. */
export interface Claim {
  plan: string[];
  /** Pages of table and index that were looked at. */
  pages: number;
}

/**
 * Makes some orders due and has the reconciler's statement explained as it runs; takes both back.
 * Pages count and milliseconds do not: whether the rest is read must not depend on what lies in memory.
 */
export async function explainClaim(databaseUrl: string): Promise<Claim> {
  await sql(
    databaseUrl,
    `SET session_replication_role = replica;
     UPDATE orders SET next_check_at = now() WHERE id IN (SELECT id FROM orders WHERE status = 'EXPIRED' LIMIT ${dueOrders})`,
  );
  const rows = await sql<{ 'QUERY PLAN': string }>(
    databaseUrl,
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, COSTS OFF, SUMMARY OFF) ${claimStatement()}`,
  );
  await sql(
    databaseUrl,
    'SET session_replication_role = replica; UPDATE orders SET next_check_at = NULL WHERE next_check_at IS NOT NULL',
  );
  const plan = rows.map((row) => row['QUERY PLAN']);
  // Those of finding and taking the row: above it stand the first use of the trigger and of the system's own tables.
  const buffers = plan[plan.findIndex((line) => line.includes('Nested Loop')) + 1] ?? '';
  const pages = [...buffers.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  return { plan, pages };
}
