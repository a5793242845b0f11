import { newEmail } from '../support/api';
import { shows } from '../support/eventually';
import { startServer, testSettings } from '../support/server';
import { startApi, type TestApi } from './api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ TRUST_PROXY: '127.0.0.1,::1' });
});
afterAll(() => api.close());

/** Makes these changes and restarts the server, because retention runs at start. */
async function restart(changes: string) {
  await api.server.stop();
  await api.database.query(changes);
  api.server = await startServer(api.server.port, { ...testSettings, ...api.database.env });
}

async function person(change = '') {
  const email = newEmail();
  await api.signUp(email).expect(201);
  if (change) await api.database.query(`UPDATE users SET ${change} WHERE email = $1`, [email]);
  return email;
}
const logIn = (email: string) => api.logIn(email).set('x-forwarded-for', '203.0.113.7').expect(200);

test('expired rows and unused accounts are deleted at start, by the instance that holds the lease', async () => {
  const old = "created_at = now() - interval '31 days'";
  const confirmed = await person(`${old}, email_verified_at = now()`);
  const [unused, formerlyUsed, used, fresh] = [await person(old), await person(old), await person(old), await person()];
  for (const email of [formerlyUsed, used]) await logIn(email);
  await api.database.query("UPDATE users SET last_log_in_at = now() - interval '31 days' WHERE email = $1", [
    formerlyUsed,
  ]);
  await api.database.query(
    "INSERT INTO passkeys (id, user_id, credential_id, public_key, name, rp_id, counter) SELECT gen_random_uuid(), id, 'x', '\\x00', 'x', 'x', 0 FROM users WHERE email = $1",
    [unused],
  );
  const rows = async () => [
    ...(await api.database.query('SELECT email AS key FROM users ORDER BY id')),
    ...(await api.database.query('SELECT token_hash AS key FROM revoked_tokens ORDER BY key')),
    ...(await api.database.query("SELECT key FROM throttle_counters WHERE key IN ('gone', 'kept') ORDER BY key")),
    ...(await api.database.query('SELECT network AS key FROM known_devices')),
  ];
  // Retention leaves an account for the next day while an email to it is being sent.
  await restart(`
    DELETE FROM mail_outbox;
    INSERT INTO revoked_tokens VALUES ('gone', now() - interval '1 hour'), ('kept', now() + interval '1 hour');
    INSERT INTO throttle_counters VALUES ('gone', 1, 1), ('kept', 1, (extract(epoch FROM now()) * 1000)::bigint + 60000);
    UPDATE known_devices SET last_at = now() - interval '181 days';
    INSERT INTO job_leases VALUES ('retention', 'another', now() + interval '1 hour')`);
  await api.server.stop();
  expect(await rows()).toEqual(expect.arrayContaining([{ key: unused }, { key: 'gone' }]));
  // The other instance has died.
  await restart("UPDATE job_leases SET until = now() - interval '1 minute' WHERE owner = 'another'");
  const kept = [confirmed, used, fresh, 'kept', 'kept'].map((key) => ({ key }));
  await shows(rows, kept);
  await shows(() => api.database.query("SELECT FROM job_leases WHERE name = 'retention'"), []);
});
