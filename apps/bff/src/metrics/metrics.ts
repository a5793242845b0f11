import { once } from 'node:events';
import { createServer } from 'node:http';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge } from 'prom-client';
import { PasswordHasher } from '../account/password-hasher';
import { Config } from '../config/config';
import { nameSetting } from '../config/name-setting';
import { version } from '../contract/contract';
import { Prisma } from '../database/prisma.service';
import { enteredStates } from '../entered-states';
import { OrderStatus } from '../generated/prisma/client';
import { Jobs } from '../jobs/jobs';
import { Log } from '../log';
import { RateLimiter } from '../throttle/rate-limiter';
import { type DatabaseGauge, databaseGauges } from './database-gauges';
import { registry } from './request-metrics';

const registers = [registry];

/** Prometheus metrics on a separate port, which the proxy must not publish. */
@Injectable()
export class Metrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.setHeader('content-type', registry.contentType).end(text),
      (err) => {
        this.log.error({ event: 'metrics_failed', err }, 'metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });

  constructor(
    private readonly config: Config,
    private readonly prisma: Prisma,
    private readonly jobs: Jobs,
    private readonly hasher: PasswordHasher,
    private readonly rateLimiter: RateLimiter,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap() {
    collectDefaultMetrics({ register: registry });
    this.registerJobs();
    this.registerProcess();
    this.registerPool();
    for (const gauge of databaseGauges) this.registerDatabase(gauge);
    const { metricsPort: port, metricsHost: host } = this.config;
    await once(this.server.listen({ port, host }), 'listening').catch(nameSetting('METRICS_HOST, METRICS_PORT'));
  }

  onApplicationShutdown() {
    this.server.close();
    this.server.closeAllConnections();
  }

  private registerJobs() {
    const { jobs } = this;
    new Counter({
      name: 'novacore_job_runs_total',
      help: 'Runs of the jobs of this instance by outcome.',
      labelNames: ['job', 'outcome'],
      registers,
      collect() {
        this.reset();
        for (const { options, runs } of jobs.all)
          for (const outcome of ['completed', 'failed'] as const)
            this.inc({ job: options.name, outcome }, runs[outcome]);
      },
    });
    new Gauge({
      name: 'novacore_job_last_run_timestamp_seconds',
      help: 'When a job last completed a run.',
      labelNames: ['job'],
      registers,
      collect() {
        for (const { options, runs } of jobs.all) this.set({ job: options.name }, runs.lastAt / 1_000);
      },
    });
  }

  private registerProcess() {
    const { hasher, rateLimiter } = this;
    new Gauge({
      name: 'novacore_build_info',
      help: 'Always 1. The label is the version of the product.',
      labelNames: ['version'],
      registers,
    }).set({ version }, 1);
    new Counter({
      name: 'novacore_order_transitions_total',
      help: 'Orders that entered a state, by a change of this instance.',
      labelNames: ['status'],
      registers,
      collect() {
        this.reset();
        for (const status of Object.values(OrderStatus)) this.inc({ status }, enteredStates.get(status) ?? 0);
      },
    });
    new Counter({
      name: 'novacore_rate_limit_hits_total',
      help: 'Refused calls by the name of the limit.',
      labelNames: ['limit'],
      registers,
      collect() {
        this.reset();
        for (const [limit, count] of rateLimiter.hits) this.inc({ limit }, count);
      },
    });
    new Gauge({
      name: 'novacore_password_queue',
      help: 'Password hashes that wait for a core.',
      registers,
      collect() {
        this.set(hasher.queued);
      },
    });
  }

  private registerPool() {
    const { prisma } = this;
    new Gauge({
      name: 'novacore_database_pool',
      help: 'Database connections that are used and idle, and statements that wait for one.',
      labelNames: ['state'],
      registers,
      async collect() {
        for (const [state, value] of Object.entries(await prisma.poolUsage())) this.set({ state }, value);
      },
    });
  }

  /** If the database does not answer, only this metric is missing. */
  private registerDatabase({ name, help, label, read }: DatabaseGauge) {
    const { prisma, log } = this;
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
      async collect() {
        this.reset();
        const rows = await read(prisma).catch((err) => {
          log.warn({ event: 'metric_missing', metric: name, err }, 'a metric could not be read');
          return [];
        });
        for (const row of rows) this.set(label ? { [label]: `${row.label}` } : {}, row.value);
      },
    });
  }
}
