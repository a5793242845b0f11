import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pgliteTemplate } from '../support/database';
import { projectRoot } from '../support/paths';
import { freePort, watchProcess } from '../support/process';

/** The settings with which the pages were built. With others, a script would build them again. */
const build = JSON.parse(readFileSync(join(projectRoot, 'apps/web/dist/build.json'), 'utf8'));
const { publicUrl: PUBLIC_URL, contactEmail: CONTACT_EMAIL, homeScriptUrl: HOME_SCRIPT_URL } = build;

const dataDirs = new Set<string>();
const groups = new Set<ChildProcess>();

/** Ends what a failed test has left running, and removes the data. */
export function cleanUp() {
  for (const { pid } of groups) {
    try {
      process.kill(-(pid as number), 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
  groups.clear();
  for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
  dataDirs.clear();
}

/** Free ports, and the settings that the pages were built for. */
export async function siteSettings() {
  const { PATH, HOME } = process.env;
  const [PORT = '', SANDBOX_PORT = '', SANDBOX_SMTP_PORT = ''] = await Promise.all(
    [1, 2, 3].map(async () => String(await freePort())),
  );
  return { PATH, HOME, PUBLIC_URL, CONTACT_EMAIL, HOME_SCRIPT_URL, PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT };
}

/** The same with an embedded database, already migrated. Copying it takes seconds. */
export async function settings() {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'novacore-start-'));
  dataDirs.add(DATA_DIR);
  cpSync(pgliteTemplate, DATA_DIR, { recursive: true });
  return { ...(await siteSettings()), DATA_DIR };
}

/**
 * Starts a command as a supervisor does: signals go to this one process. `ended` resolves when it has ended, and
 * everything that it started: as long as one of them runs, the output stays open.
 */
export function startScript(command: string, args: string[], env: NodeJS.ProcessEnv, cwd = projectRoot) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  groups.add(child);
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    groups.delete(child);
    return code ?? null;
  });
  const watched = watchProcess(child);
  const untilPrinted = async (...patterns: RegExp[]) => {
    for (const pattern of patterns) await watched.untilPrinted(pattern);
  };
  return { ...watched, untilPrinted, ended };
}
export type Script = ReturnType<typeof startScript>;
