import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Log } from '../../log';
import { type CheckedOrder, Reconciler } from './reconciler';

const intervalMs = 15_000;

/** Runs the reconciler inside the server: at start, every 15 s, and when new work is known. */
@Injectable()
export class ReconcilerScheduler implements OnApplicationBootstrap, OnModuleDestroy {
  /** Runs of this process. `lastAt`: Unix time in milliseconds of the last that did not fail. */
  readonly runs = { completed: 0, failed: 0, lastAt: 0 };
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private wanted = false;
  private stopped = false;

  constructor(
    private readonly reconciler: Reconciler,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap() {
    // The random part keeps instances that start together from running together.
    this.timer = setInterval(() => this.wake(), intervalMs + Math.random() * 1_000);
    this.wake();
  }

  /** A check in progress is finished first. */
  async onModuleDestroy() {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Looks for due orders now, or once more when a run is in progress. */
  wake() {
    this.wanted = true;
    this.running ??= this.runWhileWanted().finally(() => {
      this.running = undefined;
    });
  }

  private async runWhileWanted() {
    while (this.wanted && !this.stopped) {
      this.wanted = false;
      try {
        this.logRun(await this.reconciler.run());
        this.runs.completed += 1;
        this.runs.lastAt = Date.now();
      } catch (err) {
        this.runs.failed += 1;
        this.log.error({ event: 'reconciler_failed', err }, 'the reconciler failed');
      }
    }
  }

  private logRun(checked: CheckedOrder[]) {
    if (!checked.length) return;
    const changed = checked.filter(({ from, to }) => from !== to).length;
    const unanswered = checked.filter(({ error }) => error).length;
    this.log.info(
      { event: 'reconciled', asked: checked.length, changed, unanswered },
      'orders checked at the provider',
    );
  }
}
