import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../support/paths';

const rulesFile = join(projectRoot, 'deploy/alerts.yml');
const { rules } = parse(readFileSync(rulesFile, 'utf8')).groups[0] as {
  rules: { alert: string; labels: object; annotations: object }[];
};

type Series = Record<string, string>;
const requests = 'novacore_request_seconds_count';
const disk = '{job="node",device="/dev/sda1",fstype="ext4",mountpoint="/"}';
const runs = (job: string) => `novacore_job_runs_total{job="${job}",outcome="failed"}`;
/** Each rule with values per minute that make it fire after an hour, and the alert's labels. */
const cases: Record<string, [Series, object?]> = {
  NoInstanceAnswers: [{ 'up{job="novacore",instance="a"}': '0x60', 'up{job="novacore",instance="b"}': '0x60' }],
  InstanceDown: [{ 'up{job="novacore",instance="a"}': '0x60' }, { job: 'novacore', instance: 'a' }],
  DatabaseGone: [{ 'up{job="novacore"}': '1x60' }],
  CertificateExpires: [{ 'probe_ssl_earliest_cert_expiry{job="site"}': '1000000x60' }],
  DiskFillsUp: [
    { [`node_filesystem_avail_bytes${disk}`]: '9x60', [`node_filesystem_size_bytes${disk}`]: '100x60' },
    { job: 'node', device: '/dev/sda1', fstype: 'ext4', mountpoint: '/' },
  ],
  BackupIsOld: [{ backup_completed_timestamp_seconds: '-700000x60' }],
  ManyLoginsFail: [{ [`${requests}{operation="logIn",status="401"}`]: '0+120x60' }],
  OrderUnderReview: [{ 'novacore_orders{status="REVIEW"}': '1x60' }],
  DisputeOpen: [{ 'novacore_open_cases{kind="dispute"}': '1x60' }],
  MailsWait: [{ novacore_outbox_oldest_seconds: '1900x60' }],
  OutboxFails: [{ [runs('mails')]: '0+4x60' }],
  BooksFail: [{ [runs('books')]: '0+1x60' }],
  OrderUnfinished: [{ novacore_oldest_unfinished_order_seconds: '1900x60' }],
  ChecksOverdue: [{ novacore_overdue_checks: '1x60' }],
  ReconcilerStopped: [{ 'novacore_job_last_run_timestamp_seconds{job="reconciler"}': '0x60' }],
  ReconcilerFails: [{ [runs('reconciler')]: '0+1x60' }],
  WebhooksLate: [{ novacore_webhook_lag_seconds: '700x60' }],
  RequestsFail: [{ [`${requests}{status="500"}`]: '0+1x60', [`${requests}{status="200"}`]: '0+9x60' }],
  RequestsSlow: [
    {
      'novacore_request_seconds_bucket{operation="getConfig",le="2.5"}': '0+1x60',
      'novacore_request_seconds_bucket{operation="getConfig",le="5"}': '0+9x60',
      'novacore_request_seconds_bucket{operation="getConfig",le="+Inf"}': '0+9x60',
    },
  ],
  ManyCallsRefused: [{ novacore_rate_limit_hits_total: '0+120x60' }],
  LogInsQueue: [{ novacore_password_queue: '26x60' }],
  DatabasePoolExhausted: [{ 'novacore_database_pool{state="waiting"}': '1x60' }],
};

const hasPromtool = existsSync('/usr/bin/promtool');
test('every alert rule has a case and a severity', () => {
  expect(rules.map(({ alert }) => alert).sort()).toEqual(Object.keys(cases).sort());
  for (const { alert, labels } of rules)
    expect([alert, labels]).toEqual([alert, { severity: expect.stringMatching(/^(critical|warning)$/) }]);
});

(hasPromtool ? test : test.skip)('every alert rule fires', () => {
  const folder = mkdtempSync(join(tmpdir(), 'novacore-alerts-'));
  const tests = rules.map(({ alert, labels, annotations }) => {
    const [series, more] = cases[alert] ?? [{}];
    const expected = { exp_labels: { ...labels, ...more }, exp_annotations: annotations };
    return {
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [{ eval_time: '1h', alertname: alert, exp_alerts: [expected] }],
    };
  });
  writeFileSync(
    join(folder, 'test.yml'),
    JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }),
  );
  execFileSync('promtool', ['test', 'rules', join(folder, 'test.yml')], { stdio: 'pipe' });
  rmSync(folder, { recursive: true });
});
