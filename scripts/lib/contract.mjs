// The published contract, its releases, and what changed between two of them.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, tool } from './run.mjs';

export const releasesFolder = join(root, 'contract/releases');

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  );

const readSource = () => readFile(join(root, 'openapi.yaml'), 'utf8');

/** The contract as partners read it on a site with this address. */
export async function publishedContract(publicUrl = 'https://novacore.example') {
  const { parse } = await import('yaml');
  const published = await import('../../packages/contract/published.mjs');
  return parse(published.publishedContract(await readSource(), publicUrl));
}

/** `POST /auth/login` and the others that need no token. */
export const openOperations = (contract) =>
  operationsOf(contract)
    .filter(([, { security = contract.security ?? [] }]) => security.length === 0)
    .map(([name]) => name);

/** Calls `work` with a new folder, which is removed afterwards. */
export async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'novacore-contract-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const majorOf = ({ info }) => Number(info.version.split('.')[0]);
/** `1.2.3` is released as `1.2`. */
export const releaseName = ({ info }) => info.version.split('.').slice(0, 2).join('.');

/** Every released contract, oldest first. */
export async function releases() {
  const { parse } = await import('yaml');
  const names = existsSync(releasesFolder) ? await readdir(releasesFolder) : [];
  const files = names.filter((name) => name.endsWith('.yaml'));
  files.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return Promise.all(files.map(async (file) => parse(await readFile(join(releasesFolder, file), 'utf8'))));
}

/** The changes as Redocly rates them. New enum values are harmless: replies are open for extension. */
const redoclyDiff = (before, after) =>
  inFolder(async (folder) => {
    const [base, revision, report] = ['base.json', 'revision.json', 'report.json'].map((name) => join(folder, name));
    await writeFile(base, JSON.stringify(before));
    await writeFile(revision, JSON.stringify(after));
    const options = ['--format', 'json', '--output', report, '--fail-on', 'none', '--skip-rule', 'enum-values-added'];
    await tool('redocly', ['diff', base, revision, ...options], { env: { REDOCLY_TELEMETRY: 'off' } });
    return JSON.parse(await readFile(report, 'utf8')).changes;
  });

const keysOf = (pointer) => pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
/** What a pointer has between names: keywords, media types, indexes. */
const isStructure = (key) =>
  /^(content|schema|properties|items|enum|(all|any|one)Of|application\/.*|\d{1,2})$/.test(key);

/** The place of a change: `PayerOrder, receipt` or `POST /user/order, responses, 502`. */
function placeOf({ path, base, revision }) {
  const { pointer, value } = revision ?? base;
  const [, part, kind, ...names] = keysOf(pointer);
  if (part === 'components') return names.filter((key) => !isStructure(key)).join(', ') || kind;
  const [, , address, method = '', ...keys] = keysOf(path);
  if (keys[0] === 'parameters') keys.splice(0, 2, value?.name ?? 'parameters');
  return [`${method.toUpperCase()} ${address}`.trim(), ...keys.filter((key) => !isStructure(key))].join(', ');
}

const list = (value) => (Array.isArray(value) ? value : []);
const enumValues = (side) => list(side?.value);
const gained = ({ property, base, revision }) =>
  property === 'enum' ? enumValues(revision).filter((value) => !enumValues(base).includes(value)) : [];
const lost = ({ base, revision, ...change }) => gained({ ...change, base: revision, revision: base });

const isReply = ({ path }) => path.includes('/responses/');

/** What breaks clients although Redocly rates it as harmless: rules that return what to say, or nothing. */
const ownRules = {
  'reply-enum-values-removed': (change) => isReply(change) && lost(change).join(', '),
  'reply-closed': (change) =>
    isReply(change) &&
    change.property === 'additionalProperties' &&
    change.revision?.value === false &&
    'no new fields',
  'reply-header-optional': ({ typeName, property, base }) =>
    typeName === 'Header' && property === 'required' && base?.value === true && 'may be missing',
  'request-default-changed': (change) =>
    !isReply(change) &&
    change.property === 'default' &&
    change.base?.value !== undefined &&
    `${change.base.value} to ${change.revision?.value}`,
  'request-body-added': ({ typeName, kind, revision }) =>
    typeName === 'RequestBody' && kind === 'added' && revision.value.required && 'required',
};

const valueAt = (document, pointer) =>
  keysOf(pointer)
    .slice(1)
    .reduce((node, key) => node?.[key], document);

/** Only these values were possible: those of `const` or `enum`. */
const valuesOf = (schema) => (schema && 'const' in schema ? [schema.const] : list(schema?.enum));

/**
 * Redocly rates every new keyword of a request as narrower, also one that replaces `const` or `enum` and takes their
 * values. It rates the loss of that `const` or `enum` separately, where a reply has the schema too.
 */
function isWider({ path, base, revision }, before, after, newAjv) {
  if (!path.includes('/requestBody/') && !path.includes('/parameters/')) return false;
  if (base?.value !== undefined || revision?.value === undefined) return false;
  const place = revision.pointer.slice(0, revision.pointer.lastIndexOf('/'));
  const values = valuesOf(valueAt(before, place));
  if (!values.length) return false;
  const validate = newAjv()
    .addSchema({ ...after, $id: 'contract' })
    .compile({ $ref: `contract${place}` });
  return values.every((value) => validate(value));
}

/** The parts of a pattern such as `^pay_[A-Za-z0-9]{14}$`. */
function partsOf(pattern) {
  const [, prefix, characters, least, most = least] = /^\^(\w+)(\[[\w-]+\])\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern) ?? [];
  const takes = (code) => new RegExp(characters).test(String.fromCharCode(code));
  return prefix && { prefix, least: Number(least), most: Number(most), codes: [...Array(128).keys()].filter(takes) };
}

/** Whether an id that clients only pass on, marked `x-opaque`, keeps all its forms and gets more. */
function isWiderId({ property, base, revision }, after) {
  if (property !== 'pattern' || !base?.value || !revision?.value) return false;
  const place = revision.pointer.slice(0, revision.pointer.lastIndexOf('/'));
  const [old, now] = [base, revision].map(({ value }) => partsOf(value));
  return (
    valueAt(after, place)['x-opaque'] === true &&
    old &&
    now?.prefix === old.prefix &&
    now.least <= old.least &&
    now.most >= old.most &&
    old.codes.every((code) => now.codes.includes(code))
  );
}

function breakingIn(change, isHarmless) {
  const rated = change.verdicts
    .filter(({ impact }) => impact === 'major' && !isHarmless(change))
    .map(({ ruleId, message }) => `${ruleId}: ${message}`);
  const own = Object.entries(ownRules)
    .map(([rule, find]) => [rule, find(change)])
    .filter(([, found]) => found)
    .map(([rule, found]) => `${rule}: ${found}`);
  return [...rated, ...own].map((text) => `${text} (${placeOf(change)})`);
}

/** Operations that were open and need a token now. Redocly sees only that a `security` is gone. */
function tokensRequired(before, after) {
  const open = new Set(openOperations(after));
  const kept = new Set(operationsOf(after).map(([name]) => name));
  return openOperations(before)
    .filter((name) => kept.has(name) && !open.has(name))
    .map((name) => `token-required: ${name} needed no token`);
}

/** Names under which generated clients import the types. */
const schemasRemoved = (before, after) =>
  Object.keys(before.components.schemas)
    .filter((name) => !(name in after.components.schemas))
    .map((name) => `schema-removed: ${name}`);

/** A request may hold more than one value now. Redocly rates that like a change of texts. */
const isFreed = (change) => !isReply(change) && change.property === 'const' && change.revision?.value === undefined;

function addedIn(change, after) {
  const { kind, impact, typeName, path, revision } = change;
  if (isWiderId(change, after)) return [`${placeOf(change).replace(/, pattern$/, '')}: ids of other forms`];
  if (isFreed(change)) return [`${placeOf(change)}: more than ${change.base.value}`];
  if (kind !== 'added' || impact !== 'minor') return gained(change).map((value) => `${placeOf(change)}: ${value}`);
  if (typeName !== 'PathItem') return [placeOf(change)];
  return operationsOf({ paths: { [keysOf(path)[2]]: revision.value } }).map(([name]) => name);
}

/** What changed from one contract to the next: what breaks clients, and what is new. */
export async function compare(before, after) {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const changes = await redoclyDiff(before, after);
  const newAjv = () => new Ajv2020({ strict: false, logger: false });
  const isHarmless = (change) => isWiderId(change, after) || isWider(change, before, after, newAjv);
  const found = changes.flatMap((change) => breakingIn(change, isHarmless));
  const breaking = [...found, ...tokensRequired(before, after), ...schemasRemoved(before, after)];
  const added = [...new Set(changes.flatMap((change) => addedIn(change, after)))];
  return { breaking, added };
}

/** What a limit counts separately: each user, or a user at each address. */
const finer = { address: ['address and user', 'address and email'], user: ['address and user'] };

/** Whether calls that the old limit allows are within the new one, however they are spread. */
const isWithin = (old, now) =>
  now.calls >= old.calls * Math.ceil(now.seconds / old.seconds) &&
  (now.by === old.by || finer[old.by]?.includes(now.by)) &&
  (now.ignoresRefused || !old.ignoresRefused);

/** Rate limits that allow fewer calls, whatever they are called. Redocly does not compare extensions. */
function limitsLowered(before, after) {
  const limitsOf = (operation) => operation['x-rate-limits'] ?? [];
  const earlier = new Map(operationsOf(before));
  // Operations with the same name of a limit share its counters.
  const sharers = (contract, limit) =>
    operationsOf(contract).flatMap(([name, operation]) =>
      earlier.has(name) && limitsOf(operation).some((each) => each.name === limit.name) ? [name] : [],
    );
  const isCovered = (now) => (old) =>
    isWithin(old, now) && sharers(after, now).every((name) => sharers(before, old).includes(name));
  return operationsOf(after)
    .filter(([name]) => earlier.has(name))
    .flatMap(([name, operation]) =>
      limitsOf(operation)
        .filter((now) => !limitsOf(earlier.get(name)).some(isCovered(now)))
        .map((now) => `${name}: fewer calls, ${now.name}`),
    );
}

/** The client has the contract's version, apart from its own fixes. */
export async function checkClient(contract) {
  const { version } = JSON.parse(await readFile(join(root, 'packages/client/package.json'), 'utf8'));
  if (!version.startsWith(`${releaseName(contract)}.`))
    throw new Error(`packages/client/package.json: ${version} is not a client of ${contract.info.version}`);
}

/**
 * A patch release may change texts and examples only, and a minor release must not break clients.
 * @throws Error that names every change since the last release for which the version is too low.
 */
export async function checkCompatible(contract) {
  const last = (await releases()).at(-1);
  if (!last || majorOf(contract) > majorOf(last)) return;
  const { breaking, added } = await compare(last, contract);
  if (breaking.length)
    throw new Error(`openapi.yaml breaks clients of ${last.info.version}:\n  ${breaking.join('\n  ')}`);
  const more = [...added, ...limitsLowered(last, contract)];
  if (more.length && releaseName(contract) === releaseName(last))
    throw new Error(`These changes since ${last.info.version} need a new minor version:\n  ${more.join('\n  ')}`);
}

/** One entry for each release, newest first, with its differences from the release before. */
export async function changelog() {
  const all = await releases();
  const entries = await Promise.all(
    all.map(async (release, index) => {
      const before = all[index - 1];
      const { breaking, added } = before
        ? await compare(before, release)
        : { breaking: [], added: operationsOf(release).map(([name]) => name) };
      return { version: release.info.version, date: release.info['x-released'], added, breaking };
    }),
  );
  return entries.reverse();
}
