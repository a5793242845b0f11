import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configWarnings } from '../../apps/bff/src/config/config-rules';
import { loadConfig } from '../../apps/bff/src/config/load-config';
import { projectRoot } from '../support/paths';

const dataDir = mkdtempSync(join(tmpdir(), 'novacore-address-'));
const certificate = join(dataDir, 'ca.pem');
writeFileSync(certificate, '');
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const load = (url: string, key = 'DATABASE_URL') => loadConfig({ DATA_DIR: dataDir, [key]: url });

function refusalOf(url: string, key?: string) {
  try {
    load(url, key);
    return '';
  } catch (error) {
    return String(error);
  }
}

/** Each has the password `hunter2`, in which the character of its line is not encoded. */
const malformed: [string, RegExp][] = [
  ['postgresql://nova:hun@ter2@db.example:5432/nova', /more than one @: .* %40/],
  ['postgresql://nova:hun#ter2@db.example:5432/nova', /has a #, .* %23/],
  ['postgresql://nova:hun/ter2@db.example:5432/nova', /%2F for \//],
  ['postgresql://nova:12/hunter2@db.example:5432/nova', /%2F for \//],
  ['postgresql://nova:hun?ter2=1@db.example:5432/nova', /%3F for \?/],
  ['postgresql://nova:hun%ter2@db.example:5432/nova', /a % that encodes nothing: write %25/],
  ['postgresql://nova:hun%E4ter2@db.example:5432/nova', /a % that encodes nothing/],
  ['postgresql://nova:hun ter2@db.example:5432/nova', /spaces: write %20/],
  ['postgresql://nova:hun\\ter2@db.example:5432/nova', /%5C for a backslash/],
  ['"postgresql://nova:hunter2@db.example:5432/nova"', /must not be in quotes/],
  ["'postgresql://nova:hunter2@db.example:5432/nova'", /must not be in quotes/],
  ['nova:hunter2@db.example:5432/nova', /must begin with postgresql:\/\//],
  ['db.example', /must begin with postgresql:\/\//],
  ['file:./dev.db', /must begin with postgresql:\/\//],
  ['mysql://nova:hunter2@db.example/nova', /must begin with postgresql:\/\//],
  ['postgresql:/nova:hunter2@db.example/nova', /must begin with postgresql:\/\//],
  ['postgresql://nova:hunter2@db.example:5432', /must name one database/],
  ['postgresql://nova:hunter2@db.example/nova/hunter2', /must name one database/],
  ['postgresql://nova:hunter2@db.example:54321x/nova', /a port from 1 to 65535/],
  ['postgresql://nova:hunter2@db.example:99999/nova', /a port from 1 to 65535/],
  ['postgresql://nova:hunter2', /a port from 1 to 65535/],
  ['postgresql://nova:hunter2@one.example:5432,two.example:5432/nova', /must name one host/],
  ['postgresql://nova:hunter2@[::1/nova', /must name a valid host/],
  ['postgresql://nova:hunter2@$DB_HUNTER/nova', /must name a valid host/],
  ['postgresql://nova:hunter2@db.example;port=5/nova', /must name a valid host/],
  ['postgresql://nova:hunter2@%24DB_HUNTER/nova', /must name a valid host/],
  ['postgresql://nova:hunter2@/nova?host=$DB_HUNTER', /must name a valid host/],
  ['postgresql://nova:hunter2@/nova?host=one.example,two.example', /must name a valid host/],
  ['postgresql://nova:hun%00ter2@db.example/nova', /has a %00, which PostgreSQL does not take/],
  ['postgresql://nova:hunter2@db.example/no%00va', /has a %00/],
];
const parameters: [string, RegExp][] = [
  ['schema=staging', /not supported: schema$/m],
  ['connection_limit=5&pool_timeout=2', /not supported: connection_limit, pool_timeout$/m],
  ['pgbouncer=true&sslmode=require', /not supported: pgbouncer$/m],
  ['search_path=staging', /not supported: search_path$/m],
  ['target_session_attrs=read-write', /not supported: target_session_attrs$/m],
  ['user=hunter2&hunter%202=1', /not supported: user, one without a known name$/m],
  ['user=nova&password=hun&terrible&hunted', /not supported: user, password, one without a known name$/m],
  ['sslmode=verify-full&sslmode=disable', /each parameter once: sslmode$/m],
  ['sslmode=hunter2', /sslmode as one of disable, prefer, require/],
  ['sslnegotiation=hunter2', /sslnegotiation as one of postgres, direct$/m],
  ['uselibpqcompat=hunter2', /uselibpqcompat as one of true, false$/m],
  ['sslmode=verify-full&sslrootcert=/hunter2.pem', /a readable file in sslrootcert/],
  ['sslmode=verify-full&sslrootcert=/etc', /a readable file in sslrootcert/],
  ['uselibpqcompat=true&sslmode=verify-ca', /must name a CA in sslrootcert with sslmode=verify-ca/],
  ['sslnegotiation=direct&sslmode=disable', /sslnegotiation=direct only with TLS/],
  ['options=hunter2', /options as in options=-c%20name%3Dvalue/],
  ['options=-c%20hunter2', /options as in/],
];

test('a database address that would be misread is refused with its mistake, and without any part of it', () => {
  const all = [
    ...malformed,
    ...parameters.map(([query, reason]): [string, RegExp] => [
      `postgresql://n:hunter2@db.example/nova?${query}`,
      reason,
    ]),
  ];
  for (const key of ['DATABASE_URL', 'DATABASE_DIRECT_URL'])
    for (const [url, reason] of all) {
      const refusal = refusalOf(url, key);
      expect([url, refusal]).toEqual([url, expect.stringMatching(reason)]);
      expect(refusal).toContain(`${key} `);
      expect([url, refusal]).toEqual([url, expect.not.stringMatching(/hun|ter2|db\.example|nova:|dev\.db/)]);
    }
});

const secureQueries = ['sslmode=require', 'sslmode=verify-full', 'sslmode=no-verify', `sslrootcert=${certificate}`];
const local = [
  'postgresql://nova:p%40%23%2F%3F%25@localhost:5432/nova',
  'postgres://nova@127.0.0.1/nova',
  'postgresql://nova:a:b@[::1]:5432/nova?application_name=nova',
  'postgresql:///nova?host=/run/postgresql',
  'postgresql://nova@/nova?host=/run/postgresql',
  'postgresql://nova@%2Frun%2Fpostgresql/nova',
  'postgresql://nova@/nova?host=::1',
  'postgresql://nova:pässword@localhost/nova?options=-c%20lock_timeout%3D5000',
  'postgresql://nova@localhost/nova?options=-cwork_mem=4MB+--search_path=a%5C%20b',
];

test('a remote database without TLS is warned of, with its host; other good addresses are accepted in silence', () => {
  for (const url of [...local, ...secureQueries.map((query) => `postgresql://nova:secret@db.example/nova?${query}`)])
    expect([url, configWarnings(load(url))]).toEqual([url, []]);
  for (const [address, host] of [
    ['db.example', 'db.example'],
    ['db.example:6432', 'db.example'],
    ['10.0.0.5', '10.0.0.5'],
    ['[fd00::5]', '[fd00::5]'],
  ])
    for (const query of ['', '?sslmode=disable'])
      expect(configWarnings(load(`postgresql://nova:secret@${address}/nova${query}`))).toMatchObject([
        { event: 'database_without_tls', host },
      ]);
  const direct = {
    DATABASE_URL: 'postgresql://nova@127.0.0.1:6432/nova',
    DATABASE_DIRECT_URL: 'postgresql://nova@db.example/nova?host=',
  };
  expect(configWarnings(loadConfig({ ...direct, DATA_DIR: dataDir }))).toMatchObject([{ host: 'db.example' }]);
});

test('a variable that the driver would read where the address is silent is refused, without its value', () => {
  const bare = 'postgresql://nova@localhost/nova';
  for (const [key, value, parameter] of [
    ['PGSSLMODE', 'require', 'sslmode=disable'],
    ['PGSSLNEGOTIATION', 'direct', 'sslnegotiation=postgres'],
    ['PGOPTIONS', '-c search_path=hunter2', 'options=-c%20work_mem%3D4MB'],
  ] as const) {
    const env = { DATA_DIR: dataDir, [key]: value };
    const told = `${bare}?${parameter}`;
    for (const urls of [{}, { DATABASE_URL: bare }, { DATABASE_URL: told, DATABASE_DIRECT_URL: bare }])
      expect(() => loadConfig({ ...env, ...urls })).toThrow(new RegExp(`${key} must not be set[^]*: (?!.*hunter2)`));
    expect(() => loadConfig({ ...env, DATABASE_URL: told })).not.toThrow();
  }
});

test('server, migrate and doctor say it before they connect', () => {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: 'postgresql://n:hun#ter2@db.example/nova' };
  for (const program of ['main.js', 'migrate.js', 'doctor/main.js']) {
    const options = { cwd: projectRoot, env, encoding: 'utf8' as const };
    const { status, stdout, stderr } = spawnSync(process.execPath, [`apps/bff/dist/${program}`], options);
    expect([program, status, stdout + stderr]).toEqual([program, 1, expect.stringContaining('DATABASE_URL has a #')]);
    expect(stdout + stderr).not.toMatch(/hun|ter2/);
  }
});
