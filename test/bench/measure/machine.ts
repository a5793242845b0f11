import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { postgresBin } from '../../support/postgres';

const firstLine = (command: string, ...args: string[]) =>
  execFileSync(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim()
    .split('\n')[0];

const system = () => /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;

/** What the figures were measured on, in one line. */
export function machine(chromium: string): string {
  const postgres = postgresBin();
  return [
    `${availableParallelism()} cores (${cpus()[0]?.model.trim()})`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    system(),
    `Node ${process.versions.node}`,
    postgres
      ? firstLine(`${postgres}/postgres`, '--version')?.replace(/^.*\) (\S+).*/, 'PostgreSQL $1')
      : 'no PostgreSQL',
    firstLine(chromium, '--version')?.replace(/ built on.*/, ''),
  ].join(', ');
}
