// The published contract, its releases, and what changed since the last one.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run, tool } from './run.mjs';

export const releasesFolder = join(root, 'contract/releases');
export const changelogFile = join(root, 'apps/web/src/site/pages/docs/changelog.json');

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  );

/** The contract as partners read it on a site with this address. */
export async function publishedContract(publicUrl = 'https://novacore.example') {
  const { parse } = await import('yaml');
  const published = await import('../../packages/contract/published.mjs');
  return parse(published.publishedContract(await readFile(join(root, 'openapi.yaml'), 'utf8'), publicUrl));
}

/** Operations that need no token, such as `POST /auth/login`. `{}` means none. */
const openOperations = (contract) =>
  operationsOf(contract)
    .filter(
      ([, { security = contract.security ?? [] }]) =>
        !security.length || security.some((scheme) => !Object.keys(scheme).length),
    )
    .map(([name]) => name);

/** `1.2.3` is released as `1.2`. */
export const releaseName = ({ info }) => info.version.split('.').slice(0, 2).join('.');

/** The names of the released contracts that are kept, oldest first. */
export async function releaseNames() {
  const files = (await readdir(releasesFolder)).filter((name) => name.endsWith('.yaml'));
  return files.map((name) => name.slice(0, -'.yaml'.length)).sort(new Intl.Collator('en', { numeric: true }).compare);
}

export async function lastRelease() {
  const { parse } = await import('yaml');
  return parse(await readFile(join(releasesFolder, `${(await releaseNames()).at(-1)}.yaml`), 'utf8'));
}

/** The changes as Redocly rates them. New enum values break no client: replies are open for extension. */
async function redoclyDiff(before, after) {
  const folder = await mkdtemp(join(tmpdir(), 'novacore-contract-'));
  const [base, revision, report] = ['base.json', 'revision.json', 'report.json'].map((name) => join(folder, name));
  await writeFile(base, JSON.stringify(before));
  await writeFile(revision, JSON.stringify(after));
  const options = ['--format', 'json', '--output', report, '--fail-on', 'none', '--skip-rule', 'enum-values-added'];
  await tool('redocly', ['diff', base, revision, ...options], { env: { REDOCLY_TELEMETRY: 'off' } });
  const { changes } = JSON.parse(await readFile(report, 'utf8'));
  await rm(folder, { recursive: true });
  return changes;
}

const structure =
  /^(#|paths|components|schemas?|content|properties|items|enum|(all|any|one)Of|application\/.*|\d{1,2})$/;

/** The names in a pointer, such as `PayerOrder, receipt` or `/user/order, post, responses, 502`. */
const namesIn = (pointer) =>
  pointer
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .filter((key) => !structure.test(key))
    .join(', ');
const placeOf = ({ base, revision }) => namesIn((revision ?? base).pointer);

const isReply = ({ path }) => path.includes('/responses/');
/** The values of an enum that are in `side` and not in `other`. */
const enumValues = ({ property }, side, other) =>
  property === 'enum' && side && other ? side.value.filter((value) => !other.value.includes(value)) : [];

/** Changes that break clients although Redocly rates them as harmless. Each rule returns its finding, if any. */
const ownRules = {
  'reply-enum-values-removed': (change) => isReply(change) && enumValues(change, change.base, change.revision).join(),
  'request-default-changed': (change) =>
    !isReply(change) && change.property === 'default' && `${change.base?.value} to ${change.revision?.value}`,
  'request-body-added': ({ typeName, kind, revision }) =>
    typeName === 'RequestBody' && kind === 'added' && revision.value.required && 'required',
};

function breakingIn(change) {
  const rated = change.verdicts.filter(({ impact }) => impact === 'major').map((each) => [each.ruleId, each.message]);
  const own = Object.entries(ownRules).map(([rule, find]) => [rule, find(change)]);
  return [...rated, ...own].flatMap(([rule, found]) => (found ? `${rule}: ${found} (${placeOf(change)})` : []));
}

function addedIn(change) {
  const { kind, impact, typeName, base, revision } = change;
  if (typeName === 'PathItem' || typeName === 'Operation') return []; // compared by name below
  if (kind === 'added' && impact === 'minor') return [placeOf(change)];
  return enumValues(change, revision, base).map((value) => `${placeOf(change)}: ${value}`);
}

/** Returns what changed between two contracts: breaking changes and additions. */
async function compare(before, after) {
  const changes = await redoclyDiff(before, after);
  const [earlier, now] = [before, after].map((contract) => new Map(operationsOf(contract)));
  const kept = [...now.keys()].filter((name) => earlier.has(name));
  const added = [...now.keys()].filter((name) => !earlier.has(name));
  const [wasOpen, isOpen] = [before, after].map((contract) => new Set(openOperations(contract)));
  const tokenRequired = kept.filter((name) => wasOpen.has(name) && !isOpen.has(name));
  // Generated clients import types by these names.
  const schemas = Object.keys(before.components.schemas).filter((name) => !after.components.schemas[name]);
  const limitsOf = (operation) => JSON.stringify(operation['x-rate-limits']);
  const limits = kept.filter((name) => limitsOf(now.get(name)) !== limitsOf(earlier.get(name)));
  const breaking = [
    ...tokenRequired.map((name) => `token-required: ${name}`),
    ...schemas.map((name) => `schema-removed: ${name}`),
  ];
  return {
    breaking: [...changes.flatMap(breakingIn), ...breaking],
    added: [...added, ...new Set(changes.flatMap(addedIn)), ...limits.map((name) => `${name}: rate limits`)],
  };
}

/** Gives the product's packages the version of the contract. */
export async function setVersions({ info: { version } }) {
  for (const folder of ['.', 'apps/sandbox', 'packages/client']) {
    const file = join(root, folder, 'package.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/"version": ".*"/, `"version": "${version}"`));
  }
  await run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']);
}

/** @throws Error that lists the changes that no note of the changelog covers. */
export async function requireNotes({ info: { version } }, { breaking, added }) {
  const [newest] = JSON.parse(await readFile(changelogFile, 'utf8'));
  const covered = newest.version === version ? newest.notes.flatMap((note) => note.changes) : [];
  const silent = [...breaking, ...added].filter((change) => !covered.includes(change));
  if (silent.length) throw new Error(`${changelogFile} has no note of ${version} for:\n  ${silent.join('\n  ')}`);
}

/**
 * A patch release may change texts and examples only, and a minor release must not break clients.
 * @returns the changes since `last`. @throws Error that lists those for which the version is too low.
 */
export async function checkCompatible(contract, last) {
  const [name, lastName] = [contract, last].map(releaseName);
  const { breaking, added } = await compare(last, contract);
  if (breaking.length && name.split('.')[0] === lastName.split('.')[0])
    throw new Error(`openapi.yaml breaks clients of ${last.info.version}:\n  ${breaking.join('\n  ')}`);
  if (added.length && name === lastName)
    throw new Error(`These changes since ${last.info.version} need a new minor version:\n  ${added.join('\n  ')}`);
  return { breaking, added };
}
