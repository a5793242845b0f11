import { postgresUrl } from './database';

/** Tests that need several connections or processes: skipped where no PostgreSQL is installed. */
export const testOnPostgres = postgresUrl ? test : test.skip;
export const describeOnPostgres = postgresUrl ? describe : describe.skip;
