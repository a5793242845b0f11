import { OperatorAlerts } from '../../apps/bff/src/cases/operator-alerts';
import { loadConfig } from '../../apps/bff/src/config/load-config';
import { openPrisma } from '../../apps/bff/src/database/prisma.service';
import { Jobs } from '../../apps/bff/src/jobs/jobs';

export const operator = 'operator@novacore.example';

/** Starts several servers at once. */
export async function runAlerts(env: Record<string, string>, servers = 1) {
  const config = loadConfig({ ...env, DB_POOL: '1', OPERATOR_EMAIL: operator });
  const error = (fields: object) => expect(fields).toBeUndefined();
  const log = { info: error, warn: error, error };
  const look = async () => {
    const prisma = await openPrisma(config, log);
    const jobs = new Jobs(prisma, log);
    new OperatorAlerts(config, prisma, jobs);
    const runs = jobs.all.map((job) => job.options.run(job));
    await Promise.all(runs).finally(() => prisma.onApplicationShutdown());
  };
  await Promise.all(Array.from({ length: servers }, look));
}
