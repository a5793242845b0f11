import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';
import type { TestProduct } from '../support/server';
import type { CodeBlock } from './built-page';

/** The addresses that the guides are written for. */
const written = { novacore: 'http://localhost:3000', sandbox: 'http://localhost:3001' };

const isFile = ({ title }: CodeBlock) => /\.m[jt]s$/.test(title);
const isAnswer = ({ title }: CodeBlock) => title === 'Answer';
const isCommand = (block: CodeBlock) => !isFile(block) && !isAnswer(block);

/** One block of commands, what it printed, and what the guide says that it prints, if it does. */
export interface Step {
  command: string;
  printed: string;
  answer?: string;
}

/**
 * Does what a reader does: writes the files and runs the commands of a guide in one shell, in a folder of its own, with
 * the packages that a reader would install. The addresses are the only thing that is changed.
 * @throws Error with the shell's words at the first command that fails.
 */
export function runGuide(blocks: CodeBlock[], { url, sandbox }: Pick<TestProduct, 'url' | 'sandbox'>, before = '') {
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

/** Links the packages that the guide installs, and no other, from where they lie already. */
function installNamed(folder: string, blocks: CodeBlock[]) {
  const lines = blocks.flatMap(({ code }) => code.match(/^npm install .*$/gm) ?? []);
  const names = lines.flatMap((line) => [...line.matchAll(/([\w-]+)@\d/g)].map(([, name = '']) => name));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['.bin', ...names])
    symlinkSync(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name));
}

function steps(blocks: CodeBlock[], printed: string[]): Step[] {
  const parts = blocks.filter((block) => !isFile(block));
  let command = -1;
  const found: Step[] = [];
  for (const block of parts) {
    if (isAnswer(block)) Object.assign(found[command] ?? {}, { answer: block.code });
    else found[++command] = { command: block.code, printed: (printed[command] ?? '').trim() };
  }
  return found;
}
