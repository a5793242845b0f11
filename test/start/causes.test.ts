import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { apiOf } from '../support/api';
import { runOrders } from '../support/commands';
import { freshDatabase, queryPostgres, type TestDatabase } from '../support/database';
import { describeOnPostgres } from '../support/on-postgres';
import { projectRoot } from '../support/paths';
import { freePort, startProcess } from '../support/process';
import { startServer, testSettings } from '../support/server';

// Each message to operators names the host, the port, the setting and the other side's words.

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Runs a program to its end. @returns all that it printed */
async function read(program: string, env: Record<string, string>) {
  const running = startProcess(join(projectRoot, 'apps/bff/dist', program), { ...database.env, ...env });
  await once(running.child, 'exit');
  return running.output();
}

/** Greets, and answers each line by its first word, or the first line only without a greeting. @returns the port */
async function answering(greeting: string, answers: Record<string, string>) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(greeting);
    socket.on('data', (line) => {
      socket.write(answers[String(line).slice(0, 4).trim()] ?? '500 What?\r\n');
      if (!greeting) socket.end();
    });
  });
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  return (server.address() as AddressInfo).port;
}

test('a database that cannot be reached', async () => {
  const port = await freePort();
  const direct = `postgresql://someone:secret-word@127.0.0.1:${port}/novacore`;
  const env = { DATABASE_URL: 'postgresql://localhost:1/x', DATABASE_DIRECT_URL: direct };
  const output = await read('migrate.js', env);
  expect(output).toContain(`127.0.0.1:${port} (DATABASE_DIRECT_URL): ECONNREFUSED`);
  expect(output).not.toContain('secret-word');
});

test('a database that refuses the password', async () => {
  const fields = ['SFATAL', 'VFATAL', 'C28P01', 'Mpassword authentication failed for user "someone"', ''].join('\0');
  const refusal = `E\0\0\0${String.fromCharCode(fields.length + 5)}${fields}\0`;
  const port = await answering('', new Proxy({}, { get: () => refusal }));
  const DATABASE_URL = `postgresql://someone:secret-word@127.0.0.1:${port}/novacore?sslmode=disable`;
  const env = { ...database.env, DATABASE_URL };
  const outputs = await Promise.all([
    ...['main.js', 'doctor.js'].map((program) => read(program, env)),
    runOrders(env, 'reconcile').then(({ stderr }) => stderr),
  ]);
  for (const output of outputs) {
    expect(output).toMatch(`127.0.0.1:${port} (DATABASE_URL): password authentication failed for user "someone"`);
    expect(output).not.toContain('secret-word');
  }
});

test('a port that another program has', async () => {
  const port = String(await answering('', {}));
  expect(await read('main.js', { PORT: port, HOST: '127.0.0.1' })).toMatch(new RegExp(`^HOST, PORT: .*${port}`, 'm'));
  const metrics = { METRICS_PORT: port, PORT: String(await freePort()) };
  expect(await read('main.js', metrics)).toMatch(new RegExp(`^METRICS_HOST, METRICS_PORT: .*${port}`, 'm'));
});

test('a mail server that refuses the log-in', async () => {
  const refusal = '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.';
  const port = await answering('220 mail.example ESMTP\r\n', {
    EHLO: '250-mail.example\r\n250 AUTH PLAIN\r\n',
    AUTH: `${refusal}\r\n`,
  });
  const output = await read('doctor.js', { SMTP_URL: `smtp://someone:secret-word@127.0.0.1:${port}` });
  expect(output).toContain(`127.0.0.1:${port} (SMTP_URL): ${refusal}`);
  expect(output).not.toContain('secret-word');
});

describeOnPostgres('a role without the rights that the server needs', () => {
  const role = `novacore_test_rights_${process.pid}`;
  test('is unavailable until it has them', async () => {
    const { DATABASE_URL: url = '' } = database.env;
    await queryPostgres(url, `CREATE ROLE ${role} LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    const own = Object.assign(new URL(url), { username: role, password: '' }).href;
    const server = await startServer(await freePort(), { ...testSettings, ...database.env, DATABASE_URL: own });
    const api = apiOf(server);
    await queryPostgres(url, `REVOKE ALL ON users FROM ${role}`);
    const refused = await api.logIn('someone@lab.example');
    await queryPostgres(url, `GRANT ALL ON users TO ${role}`);
    const granted = await api.logIn('someone@lab.example');
    await server.stop();
    await queryPostgres(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
    expect([refused.status, refused.body.code, granted.status]).toEqual([503, 'unavailable', 401]);
  });
});
