// What a migration may do to tables that grow, while payments go on.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Migrations until then were made when the tables were small. */
const lastBeforeRule = '20261127090000_deletion_and_checkout';

/** Tables of a few rows, or whose rows are soon deleted: what locks them for a moment stops nothing. */
const small = [
  ...['backfills', 'book_progress', 'closed_months', 'daily_figures', 'job_leases', 'mail_links', 'mail_outbox'],
  ...['open_items', 'operator_alerts', 'receipt_counters', 'revoked_tokens', 'settlement_days', 'staff_roles'],
  'throttle_counters',
];
/** @returns patterns of a statement, and what to do instead. @param harmless tables that a statement may lock */
function forbiddenBut(harmless) {
  const table = `(?:ONLY )?(?:"?\\w+"?\\.)?(?!"?(?:${harmless.join('|')})(?![\\w.]))"?\\w+"?(?![\\w".])`;
  const alter = `ALTER TABLE (?:IF EXISTS )?${table}[^;]*`;
  const column = 'ADD (?:COLUMN )?(?:IF NOT EXISTS )?(?!CONSTRAINT |CHECK|FOREIGN |UNIQUE|PRIMARY |EXCLUDE)"?\\w+"? ';
  return [
    [`DO\\b`, 'write plain statements: a block runs at once, in one transaction'],
    [
      `CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:[^;]* )?ON ${table}`,
      'CREATE INDEX CONCURRENTLY, in a separate file',
    ],
    [
      'CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?ON ',
      'name the index: an interrupted one is dropped by its name',
    ],
    [`DROP INDEX (?!CONCURRENTLY)`, 'DROP INDEX CONCURRENTLY, in a separate file'],
    ['(?:REINDEX|CLUSTER|LOCK|VACUUM)\\b', 'leave it to an operator: it holds a lock while it reads the table'],
    [
      `${alter}${column}[^,;]*(?:DEFAULT [^,;]*\\w\\(|SERIAL|GENERATED)`,
      'add the column without a default that differs by row',
    ],
    [`${alter}${column}(?![^,;]*DEFAULT)[^,;]*NOT NULL`, 'add the column with a constant default, or without NOT NULL'],
    [
      `${alter}${column}[^;]*(?:REFERENCES|CHECK|UNIQUE|PRIMARY KEY)`,
      'add the constraint NOT VALID, in a separate statement',
    ],
    [`${alter}ALTER (?:COLUMN )?"?\\w+"? (?:SET DATA )?TYPE`, 'add another column'],
    [`${alter}SET NOT NULL`, 'add a CHECK that is NOT VALID, and validate it in the next file'],
    [
      `${alter}ADD (?:CONSTRAINT "?\\w+"? )?(?:CHECK|FOREIGN KEY)(?![^;]*NOT VALID)`,
      'add it NOT VALID, and validate it in the next file',
    ],
    [
      `${alter}ADD (?:CONSTRAINT "?\\w+"? )?(?:UNIQUE|PRIMARY KEY|EXCLUDE)(?! USING INDEX)`,
      'make the index CONCURRENTLY, then ADD … USING INDEX',
    ],
    [`(?:UPDATE|DELETE FROM) ${table}`, 'change the rows in batches, while the server runs'],
  ].map(([pattern, advice]) => [new RegExp(`^(?:WITH .*)?${pattern}`, 'i'), advice]);
}

/** Without what is in brackets, each action of an ALTER TABLE as a separate statement. */
function actionsOf(statement) {
  let flat = statement;
  for (let before = ''; before !== flat; ) {
    before = flat;
    flat = flat.replace(/\([^()]+\)/g, '()');
  }
  const [, table, actions] = /^(ALTER TABLE (?:IF EXISTS )?(?:ONLY )?\S+ )(.*)$/i.exec(flat) ?? [];
  return table ? actions.split(',').map((action) => table + action.trim()) : [flat];
}

/** Without comments and the bodies of functions, which run later. */
const statementsOf = (sql) =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\$\$[\s\S]*?\$\$/g, "''")
    .replace(/\s+/g, ' ')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);

/** As the server finds the index that it makes or drops: it waits for it without a limit, and drops it after a failure. */
const readsIndex = (sql) => /^(?:CREATE|DROP) .*\bINDEX CONCURRENTLY\D*?"(\w+)"/m.test(sql);

/** @returns what would stop payments, or fail, in a migration. */
export function faultsOfMigration(sql) {
  const statements = statementsOf(sql);
  const made = statements.flatMap(
    (statement) => /^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(statement)?.[1] ?? [],
  );
  const forbidden = forbiddenBut([...small, ...made]);
  const faults = statements
    .flatMap(actionsOf)
    .flatMap((statement) =>
      forbidden
        .filter(([pattern]) => pattern.test(statement))
        .map(([, advice]) => `${statement.slice(0, 80)}: ${advice}`),
    );
  // PostgreSQL runs a file of several statements as one transaction, which CONCURRENTLY refuses.
  const makesIndex = statements.some((statement) => /^\w+ (?:UNIQUE )?INDEX CONCURRENTLY/i.test(statement));
  if (makesIndex && statements.length > 1) faults.push('an index made CONCURRENTLY needs a separate file');
  if (makesIndex && !readsIndex(sql) && !faults.length)
    faults.push('write CONCURRENTLY in capitals and the name of the index in double quotes');
  // In one transaction the check of all rows would hold the lock of the addition.
  if (statements.length > 1 && statements.some((statement) => /^ALTER TABLE .*VALIDATE CONSTRAINT/i.test(statement)))
    faults.push('validate a constraint in a separate file');
  return faults;
}

/** @throws Error that names every migration that would stop payments. */
export async function checkMigrations() {
  const folder = join(root, 'prisma/migrations');
  const names = (await readdir(folder)).filter((name) => /^\d/.test(name) && name > lastBeforeRule);
  const found = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return faultsOfMigration(sql).map((fault) => `${name}: ${fault}`);
    }),
  );
  if (found.flat().length) throw new Error(found.flat().join('\n'));
}
