// Applies prisma/migrations to the configured database. `--print-schema` prints the schema's SQL instead.
// `--check-site`: a server is to start afterwards, so production needs its site.
import { loadConfig } from './config/load-config';
import { DataDirInUse } from './database/data-dir-lock';
import { openAdapter } from './database/open-adapter';
import { applyMigrations, openSchemaEngine, schemaSql } from './database/schema-engine';
import { checkSiteBuild, loadSite } from './http/static-site';

async function main() {
  // A start that will be refused must not change the database first.
  const config = loadConfig();
  if (config.production && process.argv.includes('--check-site')) checkSiteBuild(loadSite(), config);
  const { factory, close } = await openAdapter({ ...config, databaseUrl: config.databaseDirectUrl }, 0);
  const engine = await openSchemaEngine(factory);
  if (process.argv.includes('--print-schema')) {
    process.stdout.write((await schemaSql(engine)) ?? '');
  } else {
    const applied = await applyMigrations(engine);
    process.stdout.write(applied.length ? `Applied ${applied.join(', ')}.\n` : 'The database is up to date.\n');
  }
  await close();
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(error instanceof DataDirInUse ? 2 : 1);
  },
);
