// Generates the code that is derived from the contract and from the data model.
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateApiOperations } from './lib/api-operations.mjs';
import { inFolder, openOperations, publishedContract } from './lib/contract.mjs';
import { root, tool } from './lib/run.mjs';

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

/** The generated files that are committed: types of the whole contract for server and desk, of the published one for partners. */
export const generatedFiles = {
  'packages/contract/whole.gen.d.ts': (file) => generateTypes(join(root, 'openapi.yaml'), file),
  'packages/client/src/contract.gen.ts': generateClient,
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

await Promise.all([
  generateDocument(),
  generateApiOperations(),
  ...Object.entries(generatedFiles).map(([file, write]) => write(join(root, file))),
  generatePrisma(),
]);
