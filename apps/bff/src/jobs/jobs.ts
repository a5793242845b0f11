import { setTimeout as sleep } from 'node:timers/promises';
import { Global, Injectable, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import { Log } from '../log';

/** How long a stop waits for a run. */
const graceMs = 5_000;

export interface JobOptions {
  name: string;
  /** Between two runs. The first is at start. */
  periodMs: number;
  /** `one`: while an instance runs it, the others leave it out. */
  on: 'each instance' | 'one instance';
  run(job: Job): Promise<unknown>;
}

/** Work that repeats. Runs of one process never overlap. */
export class Job {
  /** Of this process. `lastAt`: Unix time in milliseconds of the last that did not fail. */
  readonly runs = { completed: 0, failed: 0, lastAt: 0 };
  /** A run begins nothing more. */
  isStopping = false;
  /** Aborts what a run does when a stop has waited long enough. */
  readonly limit = new AbortController();
  private timer?: NodeJS.Timeout;
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
    await Promise.race([this.running, sleep(graceMs, undefined, { ref: false })]);
    this.limit.abort();
    await this.running;
  }

  private async runWhileWanted() {
    const { name, on, run } = this.options;
    while (this.wanted && !this.isStopping) {
      this.wanted = false;
      try {
        await (on === 'one instance' ? this.runAlone() : run(this));
        this.runs.completed += 1;
        this.runs.lastAt = Date.now();
      } catch (err) {
        this.runs.failed += 1;
        this.log.error({ event: 'job_failed', job: name, err }, `the job ${name} failed`);
      }
    }
  }

  /** The lease of an instance that died ends by itself. */
  private async runAlone() {
    const { name, run } = this.options;
    const leased = await this.prisma.$executeRaw`
      INSERT INTO job_leases AS lease (name, until) VALUES (${name}, now() + interval '10 minutes')
      ON CONFLICT (name) DO UPDATE SET until = EXCLUDED.until WHERE lease.until < now()`;
    if (!leased) return;
    await run(this).finally(() => this.prisma.$executeRaw`DELETE FROM job_leases WHERE name = ${name}`);
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
