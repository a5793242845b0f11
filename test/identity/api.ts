import { type Api, apiOf } from '../support/api';
import { freshDatabase, type TestDatabase } from '../support/database';
import { freePort } from '../support/process';
import { startServer, type TestServer, testSettings } from '../support/server';

/** The server alone, without the sandbox: enough for everything about accounts. */
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
