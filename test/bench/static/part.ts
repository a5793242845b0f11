import { join } from 'node:path';
import { projectRoot } from '../../support/paths';
import { freePort } from '../../support/process';
import { requestBytes } from '../http/connection';
import { type Rate, saturate } from '../http/saturate';
import { median } from '../measure/median';
import type { Findings, Part, RunOptions } from '../part';
import { type Launched, launch, typescript } from '../servers/launch';
import { startSite } from '../servers/site';
import { openStage } from '../servers/stage';
import { startNginx } from './nginx';

const home = join(projectRoot, 'apps/web/dist/index.html.br');
const connections = 32;
const stretches = 5;
const request = requestBytes('GET', '/', undefined, { 'accept-encoding': 'gzip, br' });

type Name = 'product' | 'bare' | 'nginx';
type Servers = Partial<Record<Name, Launched>>;
type Rates = Record<Name, Rate[]>;

const labels: Record<Name, string> = { product: 'the product', bare: 'bare node:http', nginx: 'nginx, one worker' };

async function startBare(directory: string): Promise<Launched> {
  const port = await freePort();
  const env = { PORT: String(port), FILE: home };
  return launch({ args: typescript('static/bare-server.ts'), port, env, log: join(directory, 'bare.log') });
}

/** As in production, on PostgreSQL; on the embedded database where that is not installed. */
async function startProduct(): Promise<{ product: Launched; directory: string; close: () => Promise<void> }> {
  const stage = await openStage();
  if (!stage) {
    const site = await startSite();
    return { product: site, directory: site.directory, close: site.stop };
  }
  const product = await stage.startServer(await stage.database('site'), await stage.startSandbox());
  return { product, directory: stage.directory, close: stage.close };
}

const flood = ({ url, pid }: Launched, seconds: number) =>
  saturate({ url, pid, connections, seconds, next: () => request, status: 200 });

const mid = (rates: Rate[], key: keyof Rate) => median(rates.map((rate) => rate[key]));

const keys: (keyof Rate)[] = ['requestsPerSecond', 'p50Ms', 'p99Ms', 'cpuMicros', 'busy'];
const middle = (rates: Rate[]) => Object.fromEntries(keys.map((key) => [key, mid(rates, key)])) as unknown as Rate;

const nothing = (): Rates => ({ product: [], bare: [], nginx: [] });

/** In turn, in short stretches, so that what else the machine does meets all. */
async function floodInTurn(all: [Name, Launched][], seconds: number): Promise<Rates> {
  const rates = nothing();
  for (let stretch = 0; stretch < stretches; stretch += 1)
    for (const [name, server] of all) rates[name].push(await flood(server, seconds / stretches));
  return rates;
}

async function measure(servers: Servers, { rounds, seconds, say }: RunOptions): Promise<Rates> {
  const rates = nothing();
  const all = Object.entries(servers).filter(([, server]) => server) as [Name, Launched][];
  await floodInTurn(all, seconds); // warms up
  for (let round = 1; round <= rounds; round += 1) {
    const inTurn = await floodInTurn(all, seconds);
    for (const [name] of all) rates[name].push(middle(inTurn[name]));
    say(`round ${round}: the home page, ${connections} connections`);
  }
  return rates;
}

const ratio = (ours: Rate[], others: Rate[]) =>
  ours.map((rate, round) => rate.requestsPerSecond / (others[round]?.requestsPerSecond ?? Number.NaN));

const row = (name: Name, rates: Rates) => [
  labels[name],
  Math.round(mid(rates[name], 'requestsPerSecond')),
  mid(rates[name], 'p99Ms').toFixed(2),
  mid(rates[name], 'cpuMicros').toFixed(0),
  `${Math.round(mid(rates[name], 'busy') * 100)} %`,
  median(ratio(rates.product, rates[name])).toFixed(2),
];

function findings(rates: Rates): Findings {
  const names = (Object.keys(labels) as Name[]).filter((name) => rates[name].length);
  return {
    goals: [
      {
        what: 'the home page: requests per second, times those of a bare node:http server',
        values: ratio(rates.product, rates.bare),
        limit: 0.7,
        least: true,
      },
    ],
    tables: [
      {
        title: '',
        table: {
          head: ['server', 'req/s', 'p99 ms', 'CPU µs', 'of one core', 'the product, times this'],
          rows: names.map((name) => row(name, rates)),
        },
      },
    ],
    notes: [
      `The same Brotli bytes of the home page over ${connections} kept-alive connections. The product, on PostgreSQL where it is ` +
        'installed, looks the page up, negotiates the encoding and sets its security headers; the bare server does neither. A share of one core well below 100 % means that ' +
        'the machine or the client was the limit, not this server.' +
        (rates.nginx.length ? '' : ' nginx was skipped: it is not installed (apt-get install nginx-light).'),
    ],
  };
}

export const staticPages: Part = {
  title: 'Static pages',
  run: async (options) => {
    const { product, directory, close } = await startProduct();
    const others = { bare: await startBare(directory), nginx: await startNginx(directory, home) };
    try {
      return findings(await measure({ product, ...others }, options));
    } finally {
      for (const server of Object.values(others)) await server?.stop();
      await close();
    }
  },
};
