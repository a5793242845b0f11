import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectRoot } from '../../support/paths';
import { requestBytes } from '../http/connection';
import { hashingPlaces, saturate } from '../http/saturate';
import { median } from '../measure/median';
import { type Findings, noPostgres, type Part, type RunOptions } from '../part';
import { type Launched, typescript } from '../servers/launch';
import { openStage } from '../servers/stage';
import { newPerson, password } from './person';

const email = 'bench@lab.example';
const logIn = requestBytes('POST', '/api/auth/login', { email, password });
const getConfig = requestBytes('GET', '/api/config');
/** Log-ins at the same time in the flood. */
const flooding = 32;

interface Round {
  logInsPerSecond: number;
  floodLogInsPerSecond: number;
  hashesPerSecond: number;
  restP99Ms: number;
  floodP99Ms: number;
}

async function bareHashRate(seconds: number): Promise<number> {
  const args = [...typescript('api/hash-rate.ts'), String(hashingPlaces), String(seconds)];
  return Number((await promisify(execFile)(process.execPath, args, { cwd: projectRoot })).stdout);
}

const logIns = ({ url, pid }: Launched, connections: number, seconds: number) =>
  saturate({ url, pid, connections, seconds, next: () => logIn, status: 200 });
const configs = ({ url, pid }: Launched, seconds: number) =>
  saturate({ url, pid, connections: 1, seconds, next: () => getConfig, status: 200 });

/** In turn, in short stretches, so that what else the machine does meets both. */
async function floodBesideBare(server: Launched, seconds: number) {
  const flood: number[] = [];
  const bare: number[] = [];
  for (let stretch = 0; stretch < 3; stretch += 1) {
    bare.push(await bareHashRate(seconds / 2));
    flood.push((await logIns(server, flooding, seconds / 2)).requestsPerSecond);
  }
  return { floodLogInsPerSecond: median(flood), hashesPerSecond: median(bare) };
}

async function measure(server: Launched, seconds: number): Promise<Round> {
  const { requestsPerSecond: logInsPerSecond } = await logIns(server, hashingPlaces, seconds);
  const rates = await floodBesideBare(server, seconds);
  const rest = await configs(server, seconds);
  const [flood] = await Promise.all([configs(server, seconds), logIns(server, flooding, seconds)]);
  return { logInsPerSecond, ...rates, restP99Ms: rest.p99Ms, floodP99Ms: flood.p99Ms };
}

async function rounds(server: Launched, { rounds, seconds, say }: RunOptions): Promise<Round[]> {
  await newPerson(server.url, email);
  await measure(server, seconds / 2); // warms up
  const all: Round[] = [];
  while (all.length < rounds) {
    all.push(await measure(server, seconds));
    say(`round ${all.length}: log-in`);
  }
  return all;
}

const mid = (all: Round[], key: keyof Round) => median(all.map((round) => round[key]));

function findings(all: Round[]): Findings {
  return {
    goals: [
      {
        what: `logIn, ${flooding} connections: rate, times the bare argon2 rate`,
        values: all.map((round) => round.floodLogInsPerSecond / round.hashesPerSecond),
        limit: 0.9,
        least: true,
      },
      {
        what: `getConfig: p99 under a flood of log-ins, times its p99 at rest`,
        values: all.map((round) => round.floodP99Ms / round.restP99Ms),
        limit: 10,
      },
    ],
    tables: [
      {
        title: '',
        table: {
          head: [
            `log-ins/s, ${flooding} connections`,
            `log-ins/s, connections: ${hashingPlaces}`,
            `bare hashes/s, at a time: ${hashingPlaces}`,
            'getConfig p99 at rest, ms',
            `during ${flooding} log-ins at a time, ms`,
          ],
          rows: [
            [
              mid(all, 'floodLogInsPerSecond').toFixed(1),
              mid(all, 'logInsPerSecond').toFixed(1),
              mid(all, 'hashesPerSecond').toFixed(1),
              mid(all, 'restP99Ms').toFixed(2),
              mid(all, 'floodP99Ms').toFixed(2),
            ],
          ],
        },
      },
    ],
    notes: [
      'Each log-in finds the person, checks the password and signs a token. The bare rate checks passwords only. Both hash on ' +
        'all cores but one. With no more connections than that, nobody can be looked up while somebody else’s password is hashed.',
    ],
  };
}

export const logInPart: Part = {
  title: 'Log-in',
  run: async (options) => {
    const stage = await openStage();
    if (!stage) return noPostgres;
    try {
      const server = await stage.startServer(await stage.database('login'), await stage.startSandbox());
      return findings(await rounds(server, options));
    } finally {
      await stage.close();
    }
  },
};
