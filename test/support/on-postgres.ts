import { needing } from './needing';

/** Tests that need several connections, or faults of the database: skipped where no PostgreSQL is installed. */
export const testOnPostgres = needing(test, 'PostgreSQL');
export const describeOnPostgres = needing(describe, 'PostgreSQL');
