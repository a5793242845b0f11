import { readFileSync } from 'node:fs';
import { type Figure, mediansInTurn } from './figures';
import type { Server } from './main';

const credentials = { email: 'bench@lab.example', password: 'nine tall mango trees' };

async function post(url: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status} ${await reply.text()}`);
  await reply.arrayBuffer();
}

/** CPU time of a process with its threads: fields 14 and 15 of /proc/<pid>/stat, in hundredths of a second. */
function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** CPU time per call, with eight calls at once. */
async function cpuPerCall({ url, pid }: Server, path: string, body: object, calls: number): Promise<number> {
  const before = cpuMicros(pid);
  let remaining = calls;
  const callInTurn = async () => {
    while (remaining-- > 0) await post(url + path, body);
  };
  await Promise.all(Array.from({ length: 8 }, callInTurn));
  return (cpuMicros(pid) - before) / calls;
}

type Start = () => Promise<Server>;

/** The time of a start, and CPU time per call of createOrder and logIn, next to the bare server on the same database. */
export async function measureServer(startProduct: Start, startYardstick: Start): Promise<Figure[]> {
  const startMs = await mediansInTurn([startProduct, startYardstick], async (start) => {
    const server = await start();
    await server.stop();
    return server.startMs;
  });
  const servers = [await startProduct(), await startYardstick()];
  await post(`${servers[0]?.url}/api/auth/signup`, credentials);
  const costOf = async (path: string, body: object, calls: number) => {
    const measure = (server: Server) => cpuPerCall(server, path, body, calls);
    for (const server of servers) await measure(server); // warms up
    return mediansInTurn(servers, measure);
  };
  const createOrder = await costOf('/api/user/order', { amount: 150 }, 1500);
  const logIn = await costOf('/api/auth/login', credentials, 150);
  await Promise.all(servers.map((server) => server.stop()));

  const figure = (what: string, unit: Figure['unit'], medians: number[], comparedWith: string): Figure => {
    const [product = Number.NaN, yardstick = Number.NaN] = medians;
    return { what, unit, product, comparedWith, yardstick };
  };
  return [
    figure('createOrder, CPU per call', 'µs', createOrder, 'node:http and pg, same SQL and provider call'),
    figure('logIn, CPU per call', 'µs', logIn, 'node:http and pg, one argon2 hash'),
    figure('server start to first response', 'ms', startMs, 'node:http and pg'),
  ];
}
