import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';
import type { CodeBlock } from './built-page';

/** The addresses in the guides. */
const written = { novacore: 'http://localhost:3000', sandbox: 'http://localhost:3001' };

const isFile = ({ title }: CodeBlock) => /\.(m[jt]s|py|go|php|java)$/.test(title);
const isAnswer = ({ title }: CodeBlock) => title === 'Answer';
const isCommand = (block: CodeBlock) => !isFile(block) && !isAnswer(block);

/** A block of commands, its output, and the output that the guide shows, if any. */
export interface Step {
  command: string;
  printed: string;
  answer?: string;
}

interface Servers {
  url: string;
  sandbox: { url: string };
}

/**
 * Does what a reader does: writes the files of a guide into a new folder and runs its commands there in one shell, with
 * the packages that a reader would install. Only the addresses are changed.
 * @throws Error with the shell's words at the first command that fails.
 */
export function runGuide(blocks: CodeBlock[], { url, sandbox }: Servers, before = '') {
  const here = (code: string) => code.replaceAll(written.novacore, url).replaceAll(written.sandbox, sandbox.url);
  const folder = mkdtempSync(join(tmpdir(), 'novacore-guide-'));
  installNamed(folder, blocks);
  for (const { title, code } of blocks.filter(isFile)) writeFileSync(join(folder, title), here(code));
  const mark = '--- next ---';
  const installed = (code: string) => code.replace(/^npm install .*$/gm, ':');
  const commands = blocks.filter(isCommand).map(({ code }) => `${installed(here(code))}\necho; echo '${mark}'`);
  const script = ['set -eu', before, ...commands].join('\n');
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`The guide's commands failed:\n${stdout}\n${stderr}`);
  return steps(blocks, stdout.split(mark));
}

/** Links the packages that the guide installs. @throws Error if the project has another version of one. */
function installNamed(folder: string, blocks: CodeBlock[]) {
  const modules = join(projectRoot, 'node_modules');
  const lines = blocks.flatMap(({ code }) => code.match(/^npm install .*$/gm) ?? []).join();
  // `./novacore-client-1.4.0.tgz` is @novacore/client@1.4.0.
  const names = lines.replaceAll(/\.\/novacore-(client)-(\S+)\.tgz/g, '@novacore/$1@$2');
  for (const [, name = '', version] of names.matchAll(/(@?[\w/-]+)@(\d+\.\d+\.\d+)/g)) {
    const installed = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;
    if (installed !== version) throw new Error(`The guide names ${name} ${version}, the project has ${installed}.`);
  }
  symlinkSync(modules, join(folder, 'node_modules'));
}

function steps(blocks: CodeBlock[], printed: string[]): Step[] {
  let command = -1;
  const found: Step[] = [];
  for (const block of blocks.filter((each) => !isFile(each))) {
    if (isAnswer(block)) Object.assign(found[command] ?? {}, { answer: block.code });
    else found[++command] = { command: block.code, printed: (printed[command] ?? '').trim() };
  }
  return found;
}
