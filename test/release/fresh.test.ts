import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUp, siteSettings, startScript } from '../start/script';
import { apiOf } from '../support/api';
import { pgliteTemplate } from '../support/database';
import { projectRoot } from '../support/paths';
import { linkPackages } from '../support/release';
import { sandboxAt } from '../support/server';

const folder = mkdtempSync(join(tmpdir(), 'novacore-fresh-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(cleanUp);

const notSources = /\/(node_modules|dist|\.git|\.artifacts|\.data|\.env)$/;

/** The project at another place, installed and compiled, with its site still to be built. */
function copyProject(to: string) {
  cpSync(projectRoot, to, { recursive: true, filter: (path) => !notSources.test(path) });
  for (const part of ['apps/bff/dist', 'apps/sandbox/dist', 'packages/client/dist', 'packages/contract/dist'])
    cpSync(join(projectRoot, part), join(to, part), { recursive: true });
  for (const part of ['apps/bff', 'apps/web', '.'])
    linkPackages(join(projectRoot, part, 'node_modules'), join(to, part, 'node_modules'));
  const modules = join(to, 'node_modules');
  for (const name of ['.bin', '.package-lock.json'])
    symlinkSync(join(projectRoot, 'node_modules', name), join(modules, name));
  rmSync(join(modules, '@novacore'));
  const workspaces = join(projectRoot, 'node_modules/@novacore');
  cpSync(workspaces, join(modules, '@novacore'), { recursive: true, verbatimSymlinks: true });
  cpSync(pgliteTemplate, join(to, '.data'), { recursive: true });
}

test('in a new folder, npm start sells, commands work, and SIGTERM stops everything', async () => {
  const project = join(folder, 'a new folder');
  copyProject(project);
  const env = await siteSettings();
  const server = startScript('npm', ['start'], env, project);
  await server.untilPrinted(/No real money/);

  const sandbox = sandboxAt(`http://localhost:${env.SANDBOX_PORT}`);
  const api = apiOf({ url: `http://localhost:${env.PORT}`, sandbox });
  const { email, token } = await api.newPerson();
  const id = await api.paidOrder(token);
  await api.mail(email, /./);

  const commands: [string[], number, RegExp][] = [
    [['orders', '--', 'reconcile', id], 0, new RegExp(id)],
    [['people', '--', 'export', email], 0, new RegExp(email)],
    [['doctor', '--', '--trial'], 1, /^(?!.*database).*CONTACT_EMAIL/s],
  ];
  for (const [args, code, printed] of commands) {
    const command = startScript('npm', ['run', '--silent', ...args], env, project);
    expect([await command.ended, command.output()]).toEqual([code, expect.stringMatching(printed)]);
  }
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
