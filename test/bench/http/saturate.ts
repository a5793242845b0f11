import { availableParallelism } from 'node:os';
import { percentile } from '../measure/median';
import { cpuSeconds } from '../measure/process-use';
import { type Connection, withConnections } from './connection';

export interface Flood {
  url: string;
  /** The server's process. */
  pid: number;
  connections: number;
  /** Ends after so many seconds, or when `next` has no more. */
  seconds: number;
  next: () => Buffer | undefined;
  /** The status that every reply must have. */
  status: number;
}

export interface Rate {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the server for one request, in microseconds. */
  cpuMicros: number;
  /** How much of one core the server used, 0 to 1 (more with its threads). */
  busy: number;
}

interface Course {
  flood: Flood;
  times: number[];
  until: number;
}

async function keepAsking(connection: Connection, { flood, times, until }: Course) {
  for (let request = flood.next(); request; request = flood.next()) {
    const started = performance.now();
    const reply = await connection.send(request);
    const ended = performance.now();
    if (reply.status !== flood.status)
      throw new Error(`answered ${reply.status} instead of ${flood.status}: ${reply.body}`);
    times.push(ended - started);
    if (ended >= until) return;
  }
}

/** Sends one request after the other on every connection, as fast as the replies come. */
export async function saturate(flood: Flood): Promise<Rate> {
  const times: number[] = [];
  const [cpuBefore, started] = [cpuSeconds(flood.pid), performance.now()];
  const course = { flood, times, until: started + flood.seconds * 1000 };
  await withConnections(flood.url, flood.connections, (connection) => keepAsking(connection, course));
  const seconds = (performance.now() - started) / 1000;
  const cpu = cpuSeconds(flood.pid) - cpuBefore;
  return {
    requestsPerSecond: times.length / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    cpuMicros: (cpu / times.length) * 1e6,
    busy: cpu / seconds,
  };
}

/** Log-ins are hashed on all cores but one. */
export const hashingPlaces = Math.max(1, availableParallelism() - 1);
