// Packages are imported inside functions: on a fresh clone they are not installed when this file loads.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isReadableFile } from '../../packages/settings/settings.cjs';
import { generateApiOperations } from './api-operations.mjs';
import { changelog, inFolder, openOperations, publishedContract } from './contract.mjs';
import { alone } from './lock.mjs';
import { Fault, root, run, step, tool, tsc } from './run.mjs';
import { operatorFile, production, site } from './settings.mjs';

const notInputs = new Set(['node_modules', 'dist', 'generated']);

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !notInputs.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(join(path, entry.name)));
}

function hashOf(inputs, settings) {
  const hash = createHash('sha256').update(JSON.stringify([process.version, settings]));
  // What builds it is an input too.
  for (const file of [...inputs, 'scripts/lib'].flatMap((input) => filesUnder(join(root, input))))
    hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

/** Runs `work` unless `output` was built from the same inputs and settings. A stamp in `output` holds their hash. */
async function unlessUpToDate({ output, inputs, settings = {} }, work) {
  const stamp = join(root, output, '.made-from');
  const hash = hashOf(inputs, settings);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/** Its command would find nothing under a path with `#`. */
async function generateTypes(contract, file) {
  const { default: openapiTypes, astToString, COMMENT_HEADER } = await import('openapi-typescript');
  const types = await openapiTypes(await readFile(contract, 'utf8'), { cwd: pathToFileURL(root) });
  await writeFile(file, `${COMMENT_HEADER}${astToString(types)}`);
}

/** The types of the published contract, and the two lists that a program needs of it. */
const generateClient = (file) =>
  inFolder(async (folder) => {
    const contract = await publishedContract();
    const source = join(folder, 'openapi.json');
    await writeFile(source, JSON.stringify(contract));
    await generateTypes(source, file);
    const lists = `
/** The operations that need no token. */
export const openOperations: readonly string[] = ${JSON.stringify(openOperations(contract), null, 4)};

/** After these codes of \`verifyPayment\`, another call would give the same answer. */
export const verificationFinalCodeValues: readonly string[] = ${JSON.stringify(contract.components.schemas.VerificationFinalCode.enum, null, 4)};
`;
    await appendFile(file, lists);
  });

/** What the changelog page shows. */
async function generateChangelog(file) {
  const entries = JSON.stringify(await changelog(), null, 2);
  const type = '{ version: string; date: string; added: string[]; breaking: string[] }[]';
  await writeFile(file, `/** Generated from contract/releases. */\nexport const changelog: ${type} = ${entries};\n`);
}

const changelogData = 'apps/web/src/site/pages/docs/changelog.gen.ts';

/** The generated files that are committed: types of the whole contract for server and desk, of the published one for partners. */
export const generatedFiles = {
  'packages/contract/whole.gen.d.ts': (file) => generateTypes(join(root, 'openapi.yaml'), file),
  'packages/client/src/contract.gen.ts': generateClient,
  [changelogData]: generateChangelog,
};

/** The contract as JSON for the server, because parsing YAML at start is slow. */
async function generateDocument() {
  const { parse } = await import('yaml');
  const json = JSON.stringify(parse(await readFile(`${root}openapi.yaml`, 'utf8')));
  const folder = `${root}apps/bff/src/generated`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/openapi.ts`, `export const openapi = JSON.parse(${JSON.stringify(json)});\n`);
}

/**
 * Generates the Prisma client offline. `prisma generate` requires the binary of the schema engine without using it, so
 * any existing file will do.
 */
const generatePrisma = () =>
  tool('prisma', ['generate'], {
    env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  });

/** Generates everything that is derived from the contract and the data model. */
export const generate = () =>
  Promise.all([
    generateDocument(),
    ...Object.entries(generatedFiles).map(([file, write]) => write(join(root, file))),
    generatePrisma(),
  ]);

/** Compiles one source file of a server. `name` is relative to `src`. */
export async function compileFile(app, name, folder = 'dist') {
  const { transformFile } = await import('@swc/core');
  const target = join(root, 'apps', app, folder, name.replace(/\.ts$/, '.js'));
  const { code } = await transformFile(join(root, 'apps', app, 'src', name), { cwd: root });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, code);
}

/** A build that was stopped leaves the last one in place. */
async function compile(app) {
  const [dist, next] = ['dist', 'node_modules/.next-dist'].map((folder) => join(root, 'apps', app, folder));
  await rm(next, { recursive: true, force: true });
  const names = await readdir(join(root, 'apps', app, 'src'), { recursive: true });
  const sources = names.filter((name) => name.endsWith('.ts') && !/\.(d|test)\.ts$/.test(name));
  await Promise.all(sources.map((name) => compileFile(app, name, 'node_modules/.next-dist')));
  await rm(dist, { recursive: true, force: true });
  await rename(next, dist);
}

const serverInputs = ['.swcrc', 'packages', 'package-lock.json', 'prisma/schema.prisma', 'openapi.yaml'];

function buildServer(app, work = () => {}) {
  const inputs = [`apps/${app}/src`, `apps/${app}/package.json`, ...serverInputs];
  return unlessUpToDate({ output: `apps/${app}/dist`, inputs }, () =>
    step(`Compiling ${app}`, () => compile(app).then(work)),
  );
}

/** Example mails for the sandbox to show. */
const writeMails = () => run(process.execPath, ['--no-warnings', 'apps/bff/dist/mail/examples.js']);

async function buildSandbox() {
  await unlessUpToDate({ output: 'apps/sandbox/src/generated', inputs: ['openapi.yaml'] }, generateApiOperations);
  await buildServer('sandbox');
}

/** A build that was stopped leaves the last one without its stamp, so that the next replaces it. */
function buildClientNow() {
  const folder = 'packages/client';
  const inputs = ['src', 'package.json', 'tsconfig.json', 'tsconfig.commonjs.json'].map((name) => `${folder}/${name}`);
  const output = `${folder}/dist`;
  return unlessUpToDate({ output, inputs: [...inputs, 'tsconfig.json', 'package-lock.json'] }, () =>
    step('Compiling the client', async () => {
      await rm(join(root, output), { recursive: true, force: true });
      const modules = ['tsconfig.json', 'tsconfig.commonjs.json'];
      await Promise.all(modules.map((file) => tsc('-p', `${folder}/${file}`)));
      await writeFile(join(root, output, 'commonjs/package.json'), '{ "type": "commonjs" }\n');
    }),
  );
}

const generateNow = () =>
  unlessUpToDate(
    {
      output: 'apps/bff/src/generated',
      inputs: [
        'openapi.yaml',
        'contract/releases',
        'prisma/schema.prisma',
        'package-lock.json',
        'apps/web/build/published-contract.mjs',
      ],
    },
    () => step('Generating types and the database client', generate),
  );

function buildSiteNow() {
  if (operatorFile && !isReadableFile(operatorFile)) throw new Fault('OPERATOR_FILE must name a file that can be read');
  const operator = operatorFile && readFileSync(operatorFile, 'utf8');
  // `package.json` has the browsers.
  const inputs = ['apps/web', 'packages', 'openapi.yaml', 'package-lock.json', 'package.json'];
  // The purpose counts twice: a production build refuses the one that holds where none is set.
  const settings = { site, production, operator, purpose: process.env.PAYMENT_PURPOSE };
  const options = { env: { OPERATOR_FILE: operatorFile }, cwd: join(root, 'apps/web') };
  return unlessUpToDate({ output: 'apps/web/dist', inputs, settings }, () =>
    step('Building the site', () => run(process.execPath, ['build.mjs'], options)),
  );
}

/** What each workspace is built from, in order. */
const steps = {
  bff: [generateNow, () => buildServer('bff', writeMails)],
  sandbox: [buildSandbox],
  client: [generateNow, buildClientNow],
  web: [generateNow, buildClientNow, buildSiteNow],
};

/** Builds these workspaces, by default all, and what they need. */
export const build = (...names) =>
  alone(async () => {
    const wanted = names.length ? names : Object.keys(steps);
    const unknown = wanted.filter((name) => !steps[name]);
    if (unknown.length) throw new Fault(`No workspace ${unknown.join(', ')}: ${Object.keys(steps).join(', ')}.`);
    for (const each of new Set(wanted.flatMap((name) => steps[name]))) await each();
  });

/** Compiles and packs the client as it is published. @returns the tarball */
export async function packClient(folder) {
  await build('client');
  const options = ['--workspace', '@novacore/client', '--json', '--loglevel=error', '--pack-destination', folder];
  const output = await run('npm', ['pack', ...options]);
  return join(folder, JSON.parse(output)[0].filename);
}
