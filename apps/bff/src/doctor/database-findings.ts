import { DataDirInUse } from '../database/data-dir-lock';
import { cannotUse } from '../database/database-errors';
import { oldestVersion } from '../database/migration-lock';
import { missingMigrations, wrongSchema } from '../database/migrations';
import { openAdapter } from '../database/open-adapter';
import { assertPoolerWorks, isPooler } from '../database/pooler';
import { Prisma } from '../database/prisma.service';
import { brokenRules, type Deployment, type Finding } from './finding';

const timeoutMs = 5_000;
/** Instances refuse tokens of another instance whose clock is ten seconds ahead. */
const maxClockSkewMs = 2_000;
/** Connections of the rate limiter, in addition to DB_POOL. */
const otherConnections = 3;

interface Facts {
  version: number;
  connections: number;
  readOnly: boolean;
  schema: string | null;
  encoding: string;
  now: number;
  missingRights: string[];
}

const readFacts = async (prisma: Prisma): Promise<Facts> => {
  const [facts] = await prisma.$queryRaw<Facts[]>`
    SELECT current_setting('server_version_num')::int AS version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
      current_setting('transaction_read_only')::bool AS "readOnly",
      current_schema()::text AS schema,
      (SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()) AS encoding,
      (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
      ARRAY(SELECT relname::text FROM pg_class WHERE relnamespace = to_regnamespace('public') AND relkind = 'r'
        AND relname <> '_prisma_migrations' AND NOT (has_table_privilege(oid, 'SELECT')
          AND has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE'))) AS "missingRights"`;
  if (!facts) throw new Error('no answer');
  return facts;
};

/** @returns rights with which the role could bypass the rules of the database */
const excessRights = async (prisma: Prisma): Promise<string[]> => {
  const [role] = await prisma.$queryRaw<{ rights: string[] }[]>`
    WITH tables AS (SELECT oid, relowner FROM pg_class WHERE relnamespace = to_regnamespace('public') AND relkind = 'r')
    SELECT array_remove(ARRAY[
        CASE WHEN rolsuper THEN 'is a superuser' END,
        CASE WHEN rolcreaterole THEN 'changes roles' END,
        CASE WHEN EXISTS (SELECT FROM tables WHERE pg_has_role(relowner, 'MEMBER')) THEN 'owns tables' END,
        CASE WHEN EXISTS (SELECT FROM tables WHERE has_table_privilege(oid, 'TRUNCATE')
          OR has_table_privilege(oid, 'TRIGGER')) THEN 'truncates tables or adds triggers' END,
        CASE WHEN has_schema_privilege(current_schema(), 'CREATE')
          OR has_database_privilege(current_database(), 'CREATE') THEN 'makes tables' END,
        CASE WHEN has_database_privilege(current_database(), 'TEMPORARY') THEN 'makes temporary tables' END
      ], NULL) AS rights
    FROM pg_roles WHERE rolname = current_user`;
  return role?.rights ?? [];
};

/** Hosts of passkeys that do not work on this site. */
const otherHosts = async (prisma: Prisma, publicUrl: string) => {
  const where = { rpId: { not: new URL(publicUrl).hostname } };
  const found = await prisma.passkey.findMany({ where, distinct: ['rpId'], select: { rpId: true }, take: 5 });
  return found.map(({ rpId }) => rpId).join(', ');
};

async function findingsOn(prisma: Prisma, { config }: Deployment): Promise<Finding[]> {
  const missing = await missingMigrations(prisma); // connects first, because that would distort the clock comparison
  const askedAt = Date.now();
  const facts = await readFacts(prisma);
  const skewMs = Math.round((askedAt + Date.now()) / 2 - facts.now);
  const isPooled = config.databaseUrl !== '' && (await isPooler(config.databaseUrl));
  const twoInstances = 2 * (config.databasePool + otherConnections);
  const pooler = config.databaseUrl
    ? await assertPoolerWorks(config.databaseUrl).then(
        () => '',
        (error) => (error as Error).message,
      )
    : '';
  const excess = config.databaseUrl ? await excessRights(prisma) : []; // the embedded database has one role
  const hosts = missing.length ? '' : await otherHosts(prisma, config.publicUrl);
  return brokenRules([
    [facts.version < oldestVersion, 'PostgreSQL is older than 14.', 'Upgrade PostgreSQL.'],
    [
      facts.schema !== 'public',
      wrongSchema,
      'Take options out of DATABASE_URL, ALTER ROLE … SET search_path = public, or GRANT USAGE ON SCHEMA public.',
    ],
    [
      facts.encoding !== 'UTF8',
      `The encoding of the database is ${facts.encoding}: it cannot hold every name and address.`,
      'Restore a dump into a database made with ENCODING UTF8.',
    ],
    [facts.readOnly, 'DATABASE_URL leads to a read-only database.', 'Point it to the primary.'],
    [
      facts.missingRights.length > 0,
      `The role may not read and write ${facts.missingRights.join(', ')}.`,
      'GRANT SELECT, INSERT, UPDATE, DELETE on these tables to the role of DATABASE_URL.',
    ],
    [
      excess.length > 0,
      `The role of DATABASE_URL ${excess.join(', ')}: the rules of the database do not bind it.`,
      'Use the roles of deploy/roles.sql: novacore_server in DATABASE_URL, novacore_owner in DATABASE_DIRECT_URL.',
    ],
    [missing.length > 0, `The database lacks migrations: ${missing.join(', ')}.`, 'Run npm run migrate.'],
    [
      Math.abs(skewMs) > maxClockSkewMs,
      `This clock is ${Math.abs(skewMs)} ms ${skewMs > 0 ? 'ahead of' : 'behind'} the database's.`,
      'Run NTP on both machines.',
    ],
    [
      !isPooled && twoInstances > facts.connections,
      `Two instances need ${twoInstances} connections; PostgreSQL allows ${facts.connections}.`,
      'Lower DB_POOL, raise max_connections, or use PgBouncer.',
    ],
    [
      isPooled && config.databaseDirectUrl === config.databaseUrl,
      'DATABASE_URL is a pooler and DATABASE_DIRECT_URL is not set.',
      'Set DATABASE_DIRECT_URL to PostgreSQL itself: migrations need a session.',
    ],
    [pooler !== '', pooler, 'See "Database" in docs/operations.md.'],
    [
      hosts !== '',
      `There are passkeys for ${hosts}, and PUBLIC_URL is another host: they cannot be used here.`,
      'Correct PUBLIC_URL, or tell their owners to log in another way and to add new ones.',
    ],
  ]);
}

/** Checks the database with the server's own settings. */
export async function databaseFindings(deployment: Deployment): Promise<Finding[]> {
  try {
    const adapter = await openAdapter(deployment.config, timeoutMs);
    const prisma = new Prisma(adapter);
    return await findingsOn(prisma, deployment)
      .catch(cannotUse(adapter.place))
      .finally(() => prisma.onApplicationShutdown());
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof DataDirInUse) return [{ fault: 'The embedded database is in use.', fix: message }];
    if (/transaction blocks not allowed/.test(message))
      return [{ fault: 'The pooler at DATABASE_URL refuses transactions.', fix: 'Set pool_mode = transaction.' }];
    return [{ fault: message, fix: 'Check DATABASE_URL, the network and pg_hba.conf.' }];
  }
}
