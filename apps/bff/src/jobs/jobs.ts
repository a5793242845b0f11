import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Global, Injectable, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import { Log } from '../log';

/** Time that a stop waits for a run. */
const graceMs = 5_000;

/** The lease of a dead instance expires after this time. */
const leaseMinutes = 5;

export interface JobOptions {
  name: string;
  /** The first run is at start. */
  periodMs: number;
  /** With `one instance`, only one instance runs it at a time. */
  on: 'each instance' | 'one instance';
  run(job: Job): Promise<unknown>;
}

/** Waits for all, even if one fails. @throws the first error */
export async function finishAll(works: Promise<unknown>[]) {
  await Promise.allSettled(works);
  await Promise.all(works);
}

/** Repeated work. Runs in one process never overlap. */
export class Job {
  /** Runs of this process. `lastAt` is the Unix time of the last success in milliseconds. */
  readonly runs = { completed: 0, failed: 0, lastAt: 0 };
  /** A run must not start new work. */
  isStopping = false;
  /** Aborts a run after the grace time of a stop. */
  readonly limit = new AbortController();
  private readonly owner = randomUUID();
  private timer?: NodeJS.Timeout;
  private retry?: NodeJS.Timeout;
  private running?: Promise<void>;
  private wanted = false;

  constructor(
    readonly options: JobOptions,
    private readonly prisma: Prisma,
    private readonly log: Log,
  ) {}

  start() {
    // The random part keeps instances apart that start together.
    this.timer = setInterval(() => this.wake(), this.options.periodMs * (1 + Math.random() / 10));
    this.wake();
  }

  /** Runs now, or again after the run in progress. */
  wake() {
    this.wanted = true;
    this.running ??= this.runWhileWanted().finally(() => {
      this.running = undefined;
    });
  }

  /** Waits for the run in progress. */
  async stop() {
    this.isStopping = true;
    clearInterval(this.timer);
    clearTimeout(this.retry);
    await Promise.race([this.running, sleep(graceMs, undefined, { ref: false })]);
    this.limit.abort();
    await this.running;
  }

  private async runWhileWanted() {
    const { name, on, run } = this.options;
    while (this.wanted && !this.isStopping) {
      this.wanted = false;
      try {
        if (on === 'one instance' && !(await this.takeLease())) continue;
        await (on === 'one instance' ? this.runAlone() : run(this));
        this.runs.completed += 1;
        this.runs.lastAt = Date.now();
      } catch (err) {
        this.runs.failed += 1;
        this.log.error({ event: 'job_failed', job: name, err }, `the job ${name} failed`);
      }
    }
  }

  /** @returns false if another instance has the lease. Then it retries after the lease time. */
  private async takeLease(): Promise<boolean> {
    const { name } = this.options;
    const leased = await this.prisma.$executeRaw`
      INSERT INTO job_leases AS lease (name, owner, until)
      VALUES (${name}, ${this.owner}, now() + ${leaseMinutes}::int * interval '1 minute')
      ON CONFLICT (name) DO UPDATE SET owner = EXCLUDED.owner, until = EXCLUDED.until WHERE lease.until < now()`;
    // `unref`, because the process may be stopping.
    if (!leased) this.retry = setTimeout(() => this.wake(), leaseMinutes * 60_000).unref();
    return leased > 0;
  }

  private async runAlone() {
    const { name, run } = this.options;
    const extend = () =>
      this.prisma.$executeRaw`
        UPDATE job_leases SET until = now() + ${leaseMinutes}::int * interval '1 minute'
        WHERE name = ${name} AND owner = ${this.owner}`.catch(() => {}); // the next attempt may succeed
    const extending = setInterval(extend, 60_000);
    try {
      await run(this);
    } finally {
      clearInterval(extending);
      await this.prisma.$executeRaw`DELETE FROM job_leases WHERE name = ${name} AND owner = ${this.owner}`;
    }
  }
}

/** Jobs start with the process, and end before the database closes. */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnModuleDestroy {
  readonly all: Job[] = [];

  constructor(
    private readonly prisma: Prisma,
    private readonly log: Log,
  ) {}

  /** Call this in a constructor, before the start. */
  add(options: JobOptions): Job {
    const job = new Job(options, this.prisma, this.log);
    this.all.push(job);
    return job;
  }

  onApplicationBootstrap() {
    for (const job of this.all) job.start();
  }

  async onModuleDestroy() {
    await Promise.all(this.all.map((job) => job.stop()));
  }
}

@Global()
@Module({ providers: [Jobs], exports: [Jobs] })
export class JobsModule {}
