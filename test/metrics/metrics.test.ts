import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../apps/bff/src/contract/contract';
import { apiOf } from '../support/api';
import { shows } from '../support/eventually';
import { projectRoot } from '../support/paths';
import { freePort } from '../support/process';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  product = await startProduct({ METRICS_PORT: String(metricsPort), THROTTLE: 'on' });
});
afterAll(() => product.close());

const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
/** Names and labels with their values. */
const valuesIn = (text: string) =>
  new Map(
    [...text.matchAll(/^(novacore_\S+(?: \S+)*?) ([\d.e+-]+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );

test('requests, orders, refusals and runs of the reconciler are counted', async () => {
  const api = apiOf(product);
  const { token, email } = await api.newPerson();
  await api.paidOrder(token);
  for (let call = 0; call < 11; call += 1) await api.logIn(email, 'not the right one');
  const seen = async () => Object.fromEntries(valuesIn(await scrape()));
  await shows(
    seen,
    expect.objectContaining({
      'novacore_request_seconds_count{operation="createOrder",status="201"}': 1,
      'novacore_order_transitions_total{status="PAID"}': 1,
      'novacore_orders{status="REVIEW"}': 0,
      [`novacore_build_info{version="${version}"}`]: 1,
      novacore_oldest_unfinished_order_seconds: 0,
      'novacore_rate_limit_hits_total{limit="login_account"}': expect.any(Number),
      'novacore_job_runs_total{job="reconciler",outcome="completed"}': expect.any(Number),
      'novacore_job_runs_total{job="mails",outcome="completed"}': expect.any(Number),
      'novacore_job_runs_total{job="alerts",outcome="completed"}': 1,
      'novacore_job_runs_total{job="retention",outcome="completed"}': 1,
      'novacore_database_pool{state="waiting"}': 0,
      novacore_password_queue: 0,
    }),
  );
});

test('the metrics are not on the port of the site', async () => {
  expect((await fetch(`${product.url}/metrics`)).status).toBe(404);
});

test('every metric of an alert rule exists', async () => {
  const text = await scrape();
  const rules = readFileSync(join(projectRoot, 'deploy/alerts.yml'), 'utf8');
  const named = [...rules.matchAll(/novacore_\w+/g)].map(([name]) => name.replace(/_(count|bucket|sum)$/, ''));
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(text).toContain(`# TYPE ${name} `);
});
