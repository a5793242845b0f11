import { Injectable } from '@nestjs/common';
import { type Job, Jobs } from '../../jobs/jobs';
import { Log } from '../../log';
import { Reconciler } from './reconciler';

/** Runs the reconciler at start, every 15 s, and after `wake`. */
@Injectable()
export class ReconcilerScheduler {
  private readonly job: Job;

  constructor(
    jobs: Jobs,
    private readonly reconciler: Reconciler,
    private readonly log: Log,
  ) {
    const run = (job: Job) => this.run(job);
    this.job = jobs.add({ name: 'reconciler', periodMs: 15_000, on: 'each instance', run });
  }

  wake() {
    this.job.wake();
  }

  private async run(job: Job) {
    const checked = await this.reconciler.run(() => job.isStopping);
    if (!checked.length) return;
    const changed = checked.filter(({ from, to }) => from !== to).length;
    const unanswered = checked.filter(({ error }) => error).length;
    this.log.info({ event: 'reconciled', asked: checked.length, changed, unanswered }, 'orders checked at Razorpay');
  }
}
