import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectRoot } from '../support/paths';

/** scripts/lib/checks.mjs is an ES module, which Jest does not load: each check runs by its name in a process. */
const runCheck = (name: string) =>
  promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { checks } = await import('./scripts/lib/checks.mjs'); await checks[${JSON.stringify(name)}]()`,
    ],
    { cwd: projectRoot, maxBuffer: 10_000_000 },
  );

describe('the source itself', () => {
  it.each([
    'types hold in every part',
    'the linter finds nothing',
    'imports keep to the boundaries',
    'drawings are as computed',
    'the contract is valid',
  ])(
    '%s',
    async (name) => {
      await expect(runCheck(name)).resolves.toBeDefined();
    },
    120_000,
  );
});
