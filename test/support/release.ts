import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './paths';

/** Settings of the build and the server. */
export type SiteSettings = Record<'PUBLIC_URL' | 'CONTACT_EMAIL' | 'PAYMENT_PURPOSE' | 'OPERATOR_FILE', string> & {
  NODE_ENV: 'production';
};

const parts = ['openapi.yaml', 'package.json', 'tsconfig.json', 'prisma', 'apps/bff/dist', 'packages/shared'];

/** An operator file without placeholders. */
export function writeOperatorFile(file: string) {
  const example = readFileSync(join(projectRoot, 'apps/web/operator.example.json'), 'utf8');
  writeFileSync(file, example.replaceAll(/example/gi, 'sample'));
}

/** Links each package, so that a folder of packages can also hold what a build writes there. */
export function linkPackages(from: string, to: string) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (!name.startsWith('.')) symlinkSync(join(from, name), join(to, name));
}

/** Copies what a server needs into its own folder. Packages are linked. */
export function copyServer(folder: string) {
  for (const part of parts) cpSync(join(projectRoot, part), join(folder, part), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
}

/** Adds the site of the current build, as if it had been built with these settings. */
export function copySite(folder: string, settings: SiteSettings) {
  const dist = join(folder, 'apps/web/dist');
  cpSync(join(projectRoot, 'apps/web/dist'), dist, { recursive: true });
  const { PUBLIC_URL: publicUrl, CONTACT_EMAIL: contactEmail, PAYMENT_PURPOSE: paymentPurpose } = settings;
  const operatorHash = createHash('sha256').update(readFileSync(settings.OPERATOR_FILE)).digest('hex');
  const changed = { publicUrl, contactEmail, paymentPurpose, operatorHash, homeScriptUrl: '', placeholders: [] };
  const build = { ...JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')), ...changed };
  writeFileSync(join(dist, 'build.json'), JSON.stringify(build));
}

/** Adds the sources of the site. */
export function copySiteSources(folder: string) {
  const isSource = (path: string) => !/\/(node_modules|dist|\.previous|\.wireit)$/.test(path);
  cpSync(join(projectRoot, 'apps/web'), join(folder, 'apps/web'), { recursive: true, filter: isSource });
  linkPackages(join(projectRoot, 'apps/web/node_modules'), join(folder, 'apps/web/node_modules'));
}

/** Gives a release one more migration. */
export function addMigration(folder: string, name: string, sql: string) {
  mkdirSync(join(folder, 'prisma/migrations', name), { recursive: true });
  writeFileSync(join(folder, 'prisma/migrations', name, 'migration.sql'), sql);
}
