import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/process';
import { type Launched, launch } from './launch';
import { migrate } from './migrate';

/** The product as `npm start` runs it, on the embedded database: for parts that look at pages. */
export interface SiteServer extends Launched {
  directory: string;
}

/** Starts sandbox and server. `stop` ends both and removes their data. */
export async function startSite(): Promise<SiteServer> {
  const directory = mkdtempSync(join(tmpdir(), 'novacore-bench-'));
  const log = join(directory, 'log');
  const ports = [await freePort(), await freePort()] as const;
  const shared = { DATA_DIR: directory, SANDBOX_PORT: String(ports[0]) };
  migrate({ DATA_DIR: directory });
  const sandbox = await launch({ args: ['apps/sandbox/dist/main.js'], port: ports[0], env: shared, log });
  const env = { ...shared, PORT: String(ports[1]), THROTTLE: 'off' };
  const server = await launch({ args: ['apps/bff/dist/main.js'], port: ports[1], env, log });
  const stop = async () => {
    await Promise.all([server.stop(), sandbox.stop()]);
    rmSync(directory, { recursive: true, force: true });
  };
  return { ...server, directory, stop };
}
