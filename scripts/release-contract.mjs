// Releases the contract: `npm run contract:release`. Writes the published contract of this version, its client as a
// tarball and the changelog. All three are committed.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  changelog,
  checkClient,
  checkCompatible,
  publishedContract,
  releaseName,
  releases,
  releasesFolder,
} from './lib/contract.mjs';
import { Fault, packClient, root } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
const { stringify } = await import('yaml');
const contract = await publishedContract();
const file = join(releasesFolder, `${releaseName(contract)}.yaml`);
const replaced = (await releases()).find((release) => releaseName(release) === releaseName(contract));
if (replaced?.info.version === contract.info.version)
  throw new Fault(`${file} exists. Raise info.version, or delete the file if it was never published.`);
await checkClient(contract);
await checkCompatible(contract);
// A patch release replaces the texts of its minor release, which keeps its date.
const date = replaced?.info['x-released'] ?? new Date().toISOString().slice(0, 10);
const released = { ...contract, info: { ...contract.info, 'x-released': date } };
await mkdir(releasesFolder, { recursive: true });
await writeFile(file, stringify(released, { aliasDuplicateObjects: false, lineWidth: 120 }));
const entries = JSON.stringify(await changelog(), null, 2);
const type = '{ version: string; date: string; added: string[]; breaking: string[] }[]';
const changelogFile = join(root, 'apps/web/src/site/pages/docs/changelog.gen.ts');
await writeFile(
  changelogFile,
  `/** Generated from contract/releases. */\nexport const changelog: ${type} = ${entries};\n`,
);
console.log(`${file}\n${await packClient(releasesFolder)}`);
