import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Log } from '../log';
import { type Checked, Reconciler } from './reconciler';

const intervalMs = 15_000;

/** Runs the reconciler inside the server: at the start, every 15 s, and when somebody knows of work. */
@Injectable()
export class ReconcilerSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private again = false;
  private stopped = false;

  constructor(
    private readonly reconciler: Reconciler,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap() {
    // Instances that start together do not ask together.
    this.timer = setInterval(() => this.wake(), intervalMs + Math.random() * 1_000);
    this.wake();
  }

  /** What is being checked is checked to its end. */
  async onModuleDestroy() {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Looks for due orders now, or once more when a look is under way. */
  wake() {
    this.again = true;
    this.running ??= this.runWhileAsked().finally(() => {
      this.running = undefined;
    });
  }

  private async runWhileAsked() {
    while (this.again && !this.stopped) {
      this.again = false;
      await this.reconciler.run().then(
        (checked) => this.tell(checked),
        (err) => this.log.error({ event: 'reconciler_failed', err }, 'the reconciler failed'),
      );
    }
  }

  private tell(checked: Checked[]) {
    if (!checked.length) return;
    const changed = checked.filter(({ from, to }) => from !== to).length;
    const unanswered = checked.filter(({ error }) => error).length;
    this.log.info(
      { event: 'reconciled', asked: checked.length, changed, unanswered },
      'asked the provider about orders',
    );
  }
}
