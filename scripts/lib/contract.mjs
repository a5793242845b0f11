import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { root, tool } from './run.mjs';

export const contractTypes = ['apps/bff/src/contract/contract.gen.ts', 'apps/web/src/api/contract.gen.ts'];

/** The contract for the server, which would spend a tenth of its start on reading YAML. */
async function generateDocument() {
  const { parse } = await import('yaml'); // on a fresh clone it is installed first
  const json = JSON.stringify(parse(await readFile(`${root}openapi.yaml`, 'utf8')));
  const folder = `${root}apps/bff/src/generated`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/openapi.ts`, `export const openapi = JSON.parse(${JSON.stringify(json)});\n`);
}

/** The types of the contract, once for each side: the two never import each other. */
export const generateTypes = (file) => tool('openapi-typescript', ['openapi.yaml', '--enum-values', '-o', file]);

export const generateContract = () => Promise.all([generateDocument(), ...contractTypes.map(generateTypes)]);
