import { readFileSync } from 'node:fs';
import { call, credentials, repeat, signUp } from './calls';
import { type Figure, mediansInTurn } from './figures';
import type { Options } from './main';
import type { Server, Stage } from './stage';

/** CPU time of a process with its threads, in microseconds: fields 14 and 15 of /proc/<pid>/stat, in hundredths of a second. */
function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function cpuPerCall({ url, pid }: Server, path: string, body: object, calls: number): Promise<number> {
  const before = cpuMicros(pid);
  await repeat(calls, () => call(url, 'POST', path, body));
  return (cpuMicros(pid) - before) / calls;
}

/** How long a start takes, and CPU time per call of createOrder and logIn, next to the bare server on the same database. */
export async function measureServer(stage: Stage, { rounds, quick }: Options): Promise<Figure[]> {
  const { startProduct, startYardstick } = stage;
  const databaseUrl = await stage.createDatabase('server');
  const startMs = await mediansInTurn([startProduct, startYardstick], rounds, async (start) => {
    const server = await start(databaseUrl);
    await server.stop();
    return server.startMs;
  });
  const [product, yardstick] = [await startProduct(databaseUrl), await startYardstick(databaseUrl)];
  await signUp(product.url);
  const costOf = async (path: string, body: object, calls: number) => {
    const measure = (server: Server) => cpuPerCall(server, path, body, quick ? calls / 10 : calls);
    await mediansInTurn([product, yardstick], 1, measure); // warms up
    const micros = await mediansInTurn([product, yardstick], rounds, measure);
    return { unit: 'µs' as const, product: micros(product), yardstick: micros(yardstick) };
  };
  const createOrder = await costOf('/api/user/order', { amount: 150 }, 1500);
  const logIn = await costOf('/api/auth/login', credentials, 150);
  await Promise.all([product.stop(), yardstick.stop()]);

  const bare = 'node:http and pg';
  const start = { unit: 'ms' as const, product: startMs(startProduct), yardstick: startMs(startYardstick) };
  return [
    { what: 'createOrder, CPU per call', comparedWith: `${bare}, same SQL and provider call`, ...createOrder },
    { what: 'logIn, CPU per call', comparedWith: `${bare}, one argon2 hash`, ...logIn },
    { what: 'server start to first answer', comparedWith: bare, ...start },
  ];
}
