import { createHash, randomUUID } from 'node:crypto';
import { type Api, apiOf } from '../support/api';
import { freshDatabase, type TestDatabase } from '../support/database';
import { freePort } from '../support/process';
import { startServer, type TestServer, testSettings } from '../support/server';

/** The server without the sandbox, which account tests do not need. */
export interface TestApi extends Api {
  server: TestServer;
  database: TestDatabase;
  close(): Promise<void>;
}

export async function startApi(env: Record<string, string> = {}): Promise<TestApi> {
  const [database, port] = await Promise.all([freshDatabase(), freePort()]);
  const server = await startServer(port, { ...testSettings, ...database.env, ...env });
  const api: TestApi = {
    ...apiOf(server),
    server,
    database,
    // A test may have started another one.
    close: async () => {
      await api.server.stop();
      await database.drop();
    },
  };
  return api;
}

/** Replaces the token of the waiting email to `email`. @returns the new token */
export async function linkTo({ database }: TestApi, email: string, kind: 'VERIFY_EMAIL' | 'RESET_PASSWORD') {
  const link = randomUUID().replaceAll('-', '').padEnd(43, 'x');
  await database.query(
    `WITH owner AS (SELECT id, email FROM users WHERE email = $1 FOR UPDATE),
       queued AS (DELETE FROM mail_outbox USING owner WHERE user_id = owner.id AND kind = $3)
     INSERT INTO mail_links (id, kind, user_id, email, token_hash, expires_at)
     SELECT gen_random_uuid(), $3, id, email, $2, now() + interval '1 hour' FROM owner
     ON CONFLICT (user_id, kind) DO UPDATE SET token_hash = EXCLUDED.token_hash`,
    [email, createHash('sha256').update(link).digest('hex'), kind],
  );
  return link;
}
