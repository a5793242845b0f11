import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';

it.each(['apps/bff/src/contract/contract.gen.ts', 'apps/web/src/api/contract.gen.ts'])(
  '%s is what openapi.yaml generates today',
  (file) => {
    const directory = mkdtempSync(join(tmpdir(), 'novacore-generated-'));
    const fresh = join(directory, 'contract.gen.ts');
    const args = ['node_modules/.bin/openapi-typescript', 'openapi.yaml', '--enum-values', '-o', fresh];
    execFileSync(process.execPath, args, { cwd: projectRoot, stdio: 'pipe' });
    const [expected, committed] = [fresh, join(projectRoot, file)].map((path) => readFileSync(path, 'utf8'));
    rmSync(directory, { recursive: true });
    expect(committed).toBe(expected);
  },
);
