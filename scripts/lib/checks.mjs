import { tool } from './run.mjs';

/** What must hold of the source itself: each is a name and a command that fails where it does not. */
export const checks = {
  'types hold in every part': async () => {
    for (const project of ['apps/bff', 'apps/sandbox', 'apps/web', 'test']) await tool('tsc', ['-p', project]);
  },
  'the linter finds nothing': () => tool('biome', ['check', '--error-on-warnings', '.']),
  'imports keep to the boundaries': () =>
    tool('depcruise', ['--config', '.dependency-cruiser.cjs', 'apps', '--output-type', 'err']),
  'drawings are as computed': async () => (await import('../../apps/web/drawings/draw.mjs')).checkDrawings(),
  'the contract is valid': () => tool('redocly', ['lint', 'openapi.yaml'], { env: { REDOCLY_TELEMETRY: 'off' } }),
};
