import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../measure/median';
import { timeByOwner } from '../measure/profile';
import { type Findings, noPostgres, type Part } from '../part';
import { openStage, type Sandbox, type ServerOptions, type Stage } from '../servers/stage';
import { timeOfNpmStart } from './npm-start';

interface Times {
  /** From `node` to the first answer of a page, and of the API, which asks the database. */
  page: number[];
  api: number[];
  /** `npm start`, once with an empty data folder, then with what that has left. */
  npmFirst: number;
  npmAgain: number[];
}

async function timeOfServer(stage: Stage, databaseUrl: string, sandbox: Sandbox, options: ServerOptions) {
  const started = performance.now();
  const server = await stage.startServer(databaseUrl, sandbox, options);
  const ms = performance.now() - started;
  await server.stop();
  return ms;
}

async function profileOfStart(stage: Stage, databaseUrl: string, sandbox: Sandbox) {
  const directory = join(stage.directory, 'profile');
  await timeOfServer(stage, databaseUrl, sandbox, { nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${directory}`] });
  return timeByOwner(join(directory, readdirSync(directory)[0] ?? ''));
}

const seconds = (values: number[]) => (median(values) / 1000).toFixed(2);

function findings({ page, api, npmFirst, npmAgain }: Times, profile: [string, number][]): Findings {
  const all = profile.reduce((sum, [, ms]) => sum + ms, 0);
  const share = (ms: number) => `${Math.round((ms / all) * 100)} %`;
  return {
    goals: [
      {
        what: 'from `node` to the first answer of the API on PostgreSQL, warm, s',
        values: api.map((ms) => ms / 1000),
        limit: 1,
      },
    ],
    tables: [
      {
        title: '',
        table: {
          head: [
            'from `node` to the first page, s',
            'to the first answer of the API, s',
            '`npm start` on no data, s',
            'again, s',
          ],
          rows: [[seconds(page), seconds(api), (npmFirst / 1000).toFixed(2), seconds(npmAgain)]],
        },
      },
      {
        title: 'Where a start’s CPU time goes',
        table: {
          head: ['whose code', 'ms', 'share'],
          rows: profile.slice(0, 10).map(([owner, ms]) => [owner, Math.round(ms), share(ms)]),
        },
      },
    ],
    notes: [
      '`npm start` runs on a built tree: it compares the sources with what was built from them, opens the embedded database, applies ' +
        'migrations, and starts sandbox and server. The profile is of one start of the server (`node --cpu-prof`); "engine" is compiling and ' +
        'running machine code, "Node" mostly reading and linking modules.',
    ],
  };
}

async function measure(stage: Stage, rounds: number, say: (text: string) => void): Promise<Findings> {
  const sandbox = await stage.startSandbox();
  const databaseUrl = await stage.database('start');
  const start = (ready: string) => timeOfServer(stage, databaseUrl, sandbox, { ready });
  const dataDir = join(stage.directory, 'data');
  const times: Times = { page: [], api: [], npmFirst: await timeOfNpmStart(dataDir), npmAgain: [] };
  await start('/api/health'); // files into the system's cache
  for (let round = 1; round <= rounds; round += 1) {
    times.page.push(await start('/'));
    times.api.push(await start('/api/health'));
    times.npmAgain.push(await timeOfNpmStart(dataDir));
    say(`round ${round}: start`);
  }
  return findings(times, await profileOfStart(stage, databaseUrl, sandbox));
}

export const start: Part = {
  title: 'Start',
  run: async ({ rounds, say }) => {
    const stage = await openStage();
    if (!stage) return noPostgres;
    try {
      return await measure(stage, rounds, say);
    } finally {
      await stage.close();
    }
  },
};
