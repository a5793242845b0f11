import { spawn } from 'node:child_process';
import { projectRoot } from '../../support/paths';
import { freePort } from '../../support/process';

/** Whatever the caller has set for the built pages stays: another PUBLIC_URL would have them built again. */
const settingsOfTheBuild = ['PUBLIC_URL', 'CONTACT_EMAIL', 'HOME_SCRIPT_URL'] as const;

async function settings(dataDir: string) {
  const { PATH, HOME, PORT = '3000' } = process.env;
  const kept = Object.fromEntries(settingsOfTheBuild.flatMap((key) => [[key, process.env[key]]]));
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
  return { PATH, HOME, PUBLIC_URL: `http://localhost:${PORT}`, ...kept, ...ports, DATA_DIR: dataDir };
}

/** How long `npm start` takes on a built tree until it prints its addresses, in milliseconds. */
export async function timeOfNpmStart(dataDir: string): Promise<number> {
  const env = await settings(dataDir);
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      if (output.includes('NovaCore  ')) resolve();
    });
    void exited.then(() => reject(new Error(`npm start ended:\n${output}`)));
  });
  const ms = performance.now() - started;
  process.kill(-(child.pid as number), 'SIGTERM');
  await exited;
  return ms;
}
