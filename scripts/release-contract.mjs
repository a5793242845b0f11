// Releases the version of openapi.yaml: `npm run contract:release`. Sets the packages' versions, and writes the published
// contract, its client as a tarball, and the date of the changelog's newest entry. Commit all of them.
// Before it, write that entry: notes that say in sentences what changed and what to do, each with the changes that it covers.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  changelogFile,
  checkCompatible,
  lastRelease,
  publishedContract,
  releaseName,
  releaseNames,
  releasesFolder,
  requireNotes,
  setVersions,
} from './lib/contract.mjs';
import { Fault, packClient } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
const { stringify } = await import('yaml');
const [contract, last] = [await publishedContract(), await lastRelease()];
const [name, { version }] = [releaseName(contract), contract.info];
if (version === last.info.version) throw new Fault(`${version} is released already. Raise info.version.`);
await requireNotes(contract, await checkCompatible(contract, last));
await setVersions(contract);
const tarball = await packClient(releasesFolder);

// A patch release replaces the texts of its minor release, which keeps its date and its changes.
const isPatch = name === releaseName(last);
const date = isPatch ? last.info['x-released'] : new Date().toISOString().slice(0, 10);
const released = { ...contract, info: { ...contract.info, 'x-released': date } };
const file = join(releasesFolder, `${name}.yaml`);
await writeFile(file, stringify(released, { aliasDuplicateObjects: false, lineWidth: 120 }));
const [newest, ...older] = JSON.parse(await readFile(changelogFile, 'utf8'));
await writeFile(changelogFile, `${JSON.stringify([{ ...newest, version, date }, ...older], null, 2)}\n`);
console.log(`${file}\n${tarball}`);

// The first release, the last one and the one before it are kept.
const dropped = (await releaseNames()).slice(1, -2);
for (const each of await readdir(releasesFolder))
  if (dropped.some((old) => each === `${old}.yaml` || each.startsWith(`novacore-client-${old}.`)))
    await rm(join(releasesFolder, each));
