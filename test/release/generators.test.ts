import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';

const generators = ['@hey-api/openapi-ts@0.99.0', 'orval@8.38.0', 'typescript@5.9.3'];
const orvalConfig = `export default { novacore: {
  input: './openapi.json', output: { target: './orval.ts', client: 'fetch', baseUrl: 'http://localhost:3000/api' },
} };`;
const strict = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];

/** Finds `unknown` outside maps, and objects that can hold nothing, except the one that passkeys send. */
function vagueLines(code: string) {
  const lines = code.replaceAll(/\/\*(?!\* @enum).*?\*\//gs, '').split('\n');
  const isMap = /\[\w+: string\]: unknown|Record<string, unknown>/;
  return lines.filter(
    (line) =>
      /(?<!clientExtensionResults): Record<string, never>/.test(line) ||
      (/\bunknown\b/.test(line) && !isMap.test(line)),
  );
}

// The generators come from the npm registry.
test('three generators make types of the published contract that compile strictly and say what each field is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'novacore-generators-'));
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
  const tool = (name: string, ...args: string[]) => run(join(projectRoot, 'node_modules/.bin', name), ...args);
  cpSync(join(projectRoot, 'apps/web/dist/openapi.json'), join(folder, 'openapi.json'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  writeFileSync(join(folder, 'orval.config.mjs'), orvalConfig);
  run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...generators);
  run('npx', 'openapi-ts', '--input', 'openapi.json', '--output', 'hey-api', '--client', '@hey-api/client-fetch');
  run('npx', 'orval', '--config', 'orval.config.mjs');
  tool('openapi-typescript', 'openapi.json', '-o', 'openapi-typescript.ts');
  tool('tsc', ...strict, '--lib', 'es2022,dom,dom.iterable', 'hey-api/index.ts', 'orval.ts', 'openapi-typescript.ts');
  for (const file of ['hey-api/types.gen.ts', 'orval.ts', 'openapi-typescript.ts'])
    expect([file, vagueLines(readFileSync(join(folder, file), 'utf8'))]).toEqual([file, []]);
  rmSync(folder, { recursive: true });
}, 300_000);
