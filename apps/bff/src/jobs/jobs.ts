import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Global, Injectable, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import { Log } from '../log';

/** How long a stop waits for a run. */
const graceMs = 5_000;

/** A lease ends by itself when its instance has died. */
const leaseMinutes = 5;

export interface JobOptions {
  name: string;
  /** Between two runs. The first is at start. */
  periodMs: number;
  /** `one`: while an instance runs it, the others leave it out. */
  on: 'each instance' | 'one instance';
  run(job: Job): Promise<unknown>;
}

/** Waits for all, also when one fails. @throws what the first failure threw */
export async function finishAll(works: Promise<unknown>[]) {
  await Promise.allSettled(works);
  await Promise.all(works);
}

/** Work that repeats. Runs of one process never overlap. */
export class Job {
  /** Of this process. `lastAt`: Unix time in milliseconds of the last that did not fail. */
  readonly runs = { completed: 0, failed: 0, lastAt: 0 };
  /** A run begins nothing more. */
  isStopping = false;
  /** Aborts what a run does when a stop has waited long enough. */
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
    // The random part keeps instances that start together from running together.
    this.timer = setInterval(() => this.wake(), this.options.periodMs * (1 + Math.random() / 10));
    this.wake();
  }

  /** Runs now, or once more when a run is in progress. */
  wake() {
    this.wanted = true;
    this.running ??= this.runWhileWanted().finally(() => {
      this.running = undefined;
    });
  }

  /** A run in progress is finished first. */
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

  /** @returns false while another instance has it. It is asked for again when that instance may have died. */
  private async takeLease(): Promise<boolean> {
    const { name } = this.options;
    const leased = await this.prisma.$executeRaw`
      INSERT INTO job_leases AS lease (name, owner, until)
      VALUES (${name}, ${this.owner}, now() + ${leaseMinutes}::int * interval '1 minute')
      ON CONFLICT (name) DO UPDATE SET owner = EXCLUDED.owner, until = EXCLUDED.until WHERE lease.until < now()`;
    // Without a reference: it may be set while the process stops.
    if (!leased) this.retry = setTimeout(() => this.wake(), leaseMinutes * 60_000).unref();
    return leased > 0;
  }

  private async runAlone() {
    const { name, run } = this.options;
    const extend = () =>
      this.prisma.$executeRaw`
        UPDATE job_leases SET until = now() + ${leaseMinutes}::int * interval '1 minute'
        WHERE name = ${name} AND owner = ${this.owner}`.catch(() => {}); // the next one may work
    const extending = setInterval(extend, 60_000);
    try {
      await run(this);
    } finally {
      clearInterval(extending);
      await this.prisma.$executeRaw`DELETE FROM job_leases WHERE name = ${name} AND owner = ${this.owner}`;
    }
  }
}

/** The jobs of this process: they start with it, and end before its database is closed. */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnModuleDestroy {
  readonly all: Job[] = [];

  constructor(
    private readonly prisma: Prisma,
    private readonly log: Log,
  ) {}

  /** Call before the start, in a constructor. */
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
