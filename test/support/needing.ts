import { hasChromium } from './browser';
import { postgresUrl } from './database';
import { hasNginx } from './nginx';
import { hasPgbouncer } from './pgbouncer';
import { isInstalled } from './programs';

const has = {
  PostgreSQL: Boolean(postgresUrl),
  nginx: hasNginx,
  PgBouncer: hasPgbouncer,
  Chromium: hasChromium,
  Python: isInstalled('/usr/bin/python3'),
  Go: isInstalled('/usr/bin/go'),
  PHP: isInstalled('/usr/bin/php'),
  Java: isInstalled('/usr/bin/java'),
  pg_stat_statements: process.env.STATEMENTS_COUNTED === 'yes',
};
type Program = keyof typeof has;

/** Skips, with the reason in the title: scripts/test.mjs counts these. */
function skipping<Kind extends typeof describe | typeof test>(define: Kind, missing: Program[]): Kind {
  const retitled =
    (skip: (...args: never[]) => unknown) =>
    (title: unknown, ...rest: unknown[]) =>
      skip(...([`${title} [needs ${missing.join(', ')}]`, ...rest] as never[]));
  const each = (table: readonly unknown[]) => retitled(define.skip.each(table));
  return Object.assign(retitled(define.skip), { each }) as unknown as Kind;
}

/** `describe` or `test`, skipped where one of the programs is missing. */
export function needing<Kind extends typeof describe | typeof test>(define: Kind, ...programs: Program[]): Kind {
  const missing = programs.filter((program) => !has[program]);
  return missing.length ? skipping(define, missing) : define;
}
