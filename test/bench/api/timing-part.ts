import { randomUUID } from 'node:crypto';
import { Connection, requestBytes } from '../http/connection';
import { median } from '../measure/median';
import { type Findings, noPostgres, type Part } from '../part';
import { openStage } from '../servers/stage';
import { newPerson } from './person';

const kinds = ['unknown', 'wrong'] as const;
type Kind = (typeof kinds)[number];
type Times = Record<Kind, number[]>;

const pairs = 150;
/** So many pairs come first and do not count. */
const warmingUp = 10;

async function timeOfLogIn(connection: Connection, email: string): Promise<number> {
  const request = requestBytes('POST', '/api/auth/login', { email, password: 'not the right one' });
  const started = performance.now();
  const { status } = await connection.send(request);
  if (status !== 401) throw new Error(`log-in answered ${status} instead of 401`);
  return performance.now() - started;
}

/** Logs in in pairs, one unknown address and one wrong password, in alternating order. Times in milliseconds. */
async function measure(url: string): Promise<Times> {
  const known = `known-${randomUUID()}@lab.example`;
  await newPerson(url, known);
  const times: Times = { unknown: [], wrong: [] };
  const connection = await Connection.open(url);
  for (let pair = -warmingUp; pair < pairs; pair += 1)
    for (const kind of pair % 2 ? kinds : kinds.toReversed()) {
      const email = kind === 'wrong' ? known : `nobody-${randomUUID()}@lab.example`;
      const ms = await timeOfLogIn(connection, email);
      if (pair >= 0) times[kind].push(ms);
    }
  connection.close();
  return times;
}

function findings(rounds: Times[]): Findings {
  const both = rounds.map(({ unknown, wrong }) => [median(unknown), median(wrong)] as const);
  return {
    goals: [
      {
        what: `failed log-in: medians of ${pairs} pairs, the larger through the smaller`,
        values: both.map((pair) => Math.max(...pair) / Math.min(...pair)),
        limit: 1.1,
      },
    ],
    tables: [
      {
        title: '',
        table: {
          head: ['unknown address, ms', 'wrong password, ms'],
          rows: both.map(([unknown, wrong]) => [unknown.toFixed(2), wrong.toFixed(2)]),
        },
      },
    ],
    notes: [
      'Whether the time of a refused log-in tells that an address has an account: 1 tells nothing. One row a round.',
    ],
  };
}

export const logInTiming: Part = {
  title: 'What the time of a log-in tells',
  run: async ({ rounds, say }) => {
    const stage = await openStage();
    if (!stage) return noPostgres;
    try {
      const server = await stage.startServer(await stage.database('timing'), await stage.startSandbox());
      const all: Times[] = [];
      while (all.length < rounds) {
        all.push(await measure(server.url));
        say(`round ${all.length}: ${pairs} pairs of log-ins`);
      }
      return findings(all);
    } finally {
      await stage.close();
    }
  },
};
