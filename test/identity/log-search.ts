import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifacts } from '../support/paths';

/** Secrets that no server may print during a run. Tokens of both issuers and all hashes have one shape. */
const secrets: Record<string, RegExp> = {
  'a token': /eyJ[\w-]{10,}\.eyJ[\w-]{10,}/,
  'an Authorization header': /\b(Bearer|Basic) [\w+/=.-]{12,}/i,
  'a password hash': /\$argon2/,
  'a password of the tests': /nine tall mango|eight cells and one core|must-not-be-logged/,
  "the sandbox's key secret or webhook secret": /sandbox-(key|webhook)-secret/,
  'a signature': /signature\\*"?\s*[:=]\s*\\*"?[0-9a-f]{64}/i,
  'an e-mail address of the tests': /@lab\.example/i,
};

/** @returns what the servers' logs of this test run hold and must not; empty where they are clean. */
export function secretsInLogs(): string[] {
  const file = join(artifacts, 'servers.log');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  // Only JSON lines are checked; the sandbox's plain output is ignored.
  const ours = lines.filter((line) => line.startsWith('{'));
  return Object.entries(secrets).flatMap(([name, pattern]) => {
    const found = ours.find((line) => pattern.test(line));
    return found ? [`${name}: ${found.slice(0, 300)}`] : [];
  });
}
