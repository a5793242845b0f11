import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../apps/bff/src/config/load-config';
import { joinEmbedded, serveEmbedded } from '../../apps/bff/src/database/embedded';
import { pgliteTemplate } from '../support/database';

// Another user of the machine may have made a file or a folder first.

const folder = mkdtempSync(join(tmpdir(), 'novacore-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secretIn = (DATA_DIR: string) => loadConfig({ DATA_DIR }).jwtSecret;

test('the stored secret is private, and stays the same', () => {
  const dataDir = join(folder, 'new');
  const secret = secretIn(dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(secretIn(dataDir)).toBe(secret);
  expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
});

const long = 'a secret that another user has written';
const elsewhere = join(folder, 'elsewhere');
writeFileSync(elsewhere, long, { mode: 0o600 });
test.each<[string, (file: string) => void]>([
  ['empty, as after a full disk', (file) => writeFileSync(file, '', { mode: 0o600 })],
  ['short', (file) => writeFileSync(file, 'ab', { mode: 0o600 })],
  ['readable by others', (file) => writeFileSync(file, long, { mode: 0o644 })],
  ['a folder', (file) => mkdirSync(file)],
  ['a link', (file) => symlinkSync(elsewhere, file)],
])('a stored secret is refused that is %s', (name, write) => {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  write(join(dataDir, 'jwt-secret'));
  expect(() => secretIn(dataDir)).toThrow(/jwt-secret must be a file of this user, with mode 600/);
});

test.each<[string, (path: string) => void]>([
  ['everybody can write to', (path) => mkdirSync(path)],
  ['is a link', (path) => symlinkSync(folder, path)],
])('the database is served elsewhere than in a folder that %s', async (name, make) => {
  // Too long for a socket, so that the temporary directory is used.
  const dataDir = join(folder, name.padEnd(100, 'x'));
  mkdirSync(dataDir);
  cpSync(join(pgliteTemplate, 'pglite'), join(dataDir, 'pglite'), { recursive: true });
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const planted = join(tmpdir(), `novacore-${hash}`);
  make(planted);
  if (name.startsWith('everybody')) chmodSync(planted, 0o777);
  writeFileSync(join(planted, '.s.PGSQL.5432'), '');
  const served = await serveEmbedded(dataDir);
  expect(served.url).toContain(encodeURIComponent(`${planted}-2`));
  const joined = await joinEmbedded(dataDir);
  expect(joined.url).toBe(served.url);
  await joined.close();
  await served.close();
  for (const path of [planted, `${planted}-2`]) rmSync(path, { recursive: true });
});
