import { existsSync } from 'node:fs';

/** What a run has to do without, as if it were not installed: `WITHOUT=postgresql,nginx,pgbouncer,chromium`. */
const without = new Set((process.env.WITHOUT ?? '').split(','));

type Name = 'postgresql' | 'nginx' | 'pgbouncer' | 'chromium';

/** Whether a program may be used and all its files are there. */
export const isInstalled = (name: Name, ...files: string[]) =>
  !without.has(name) && files.every((file) => existsSync(file));
