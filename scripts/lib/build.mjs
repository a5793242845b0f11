import { generateContract } from './contract.mjs';
import { contactEmail, homeScriptUrl, publicUrl } from './env.mjs';
import { unlessFresh } from './fresh.mjs';
import { generatePrisma } from './prisma.mjs';
import { run, step } from './run.mjs';

const compiled = (app) => ({
  output: `apps/${app}/dist`,
  inputs: [
    `apps/${app}/src`,
    `apps/${app}/package.json`,
    '.swcrc',
    'package-lock.json',
    'prisma/schema.prisma',
    'openapi.yaml',
  ],
});

const siteSettings = { PUBLIC_URL: publicUrl, CONTACT_EMAIL: contactEmail, HOME_SCRIPT_URL: homeScriptUrl };
const site = {
  output: 'apps/web/dist',
  inputs: ['apps/web', 'openapi.yaml', 'package-lock.json'],
  settings: siteSettings,
};

// Imported when it is needed: on a fresh clone the compiler is installed first.
const compile = async (app) => (await import('./compile.mjs')).compile(app);
const buildServer = (app) => unlessFresh(compiled(app), () => step(`Compiling ${app}`, () => compile(app)));

export const buildSandbox = () => buildServer('sandbox');

/** Types from the contract, the Prisma client and the compiled servers; each only when its sources changed. */
export async function buildServers() {
  const generated = {
    output: 'apps/bff/src/generated',
    inputs: ['openapi.yaml', 'prisma/schema.prisma', 'package-lock.json'],
  };
  await unlessFresh(generated, () =>
    step('Generating types and the database client', () => Promise.all([generateContract(), generatePrisma()])),
  );
  await buildSandbox();
  await buildServer('bff');
}

/** The servers, and the prerendered site. */
export async function build() {
  await buildServers();
  await unlessFresh(site, () =>
    step('Building the site', () => run('npm', ['run', 'build', '-w', '@novacore/web'], { env: siteSettings })),
  );
}
