import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { describeWith } from '../support/describe-with.ts';

const rulesFile = resolve('deploy/monitoring/rules.yml');
const rules = (parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
}
const alerts = rules.flatMap(({ alert }) => alert ?? []);

/** A healthy service with traffic, scraped every minute for three hours; each fault replaces some of its series.
 * The name of a series begins with `auction_`, unless it is another's. */
const healthy: Readonly<Record<string, string>> = {
  'up{job="auction-service"}': '1x180',
  'build_info{version="0.1.0"}': '1x180',
  'check_ok{check="database"}': '1x180',
  'check_ok{check="writes"}': '1x180',
  'check_ok{check="queue"}': '1x180',
  'http_request_duration_seconds_count{status="200"}': '0+300x180',
  'http_request_duration_seconds_count{status="500"}': '0x180',
  'http_request_duration_seconds_bucket{le="1",status="200"}': '0+300x180',
  http_requests_shed_total: '0x180',
  'connections_refused_total{limit="address"}': '0x180',
  'database_connections{state="awaited"}': '0x180',
  nodejs_eventloop_lag_seconds: '0.01x180',
  workers_alive: '2x180',
  last_backup_age_seconds: '3600x180',
  'probe_age_seconds{result="ok"}': '1800x180',
  'due_work_age_seconds{kind="capture"}': '0x180',
  'due_work_age_seconds{kind="message"}': '3x180',
  'queue_lag_seconds{queue="alarms"}': '0x180',
  transition_lag_seconds_count: '0+10x180',
  'transition_lag_seconds_bucket{le="5"}': '0+10x180',
  'settlement_duration_seconds_count{outcome="SOLD"}': '0+10x180',
  'settlement_duration_seconds_bucket{le="60",outcome="SOLD"}': '0+10x180',
  'messages_total{result="sent"}': '0+5x180',
  'messages_total{result="unknown"}': '0x180',
  'messages_total{result="sender_refused"}': '0x180',
  'webhook_attempts_total{result="delivered"}': '0+5x180',
  'webhook_attempts_total{result="retried"}': '0x180',
  'books_difference{provider="stripe",kind="two_captures"}': '0x180',
  'books_difference{provider="stripe",kind="amount"}': '0x180',
  'books_compared_age_seconds{provider="stripe"}': '120x180',
  'settlement_holds{reason="payment_differs"}': '0x180',
  releases_overdue: '0x180',
  authorizations_lapsing: '0x180',
  'payments_not_opened_total{provider="stripe"}': '0x180',
  'payment_set_up_faults{provider="stripe"}': '0x180',
  'payment_surprises_total{change="captured"}': '0x180',
  'payment_reversals_total{kind="dispute",state="open"}': '0x180',
  'payment_reversals_total{kind="refund",state="succeeded"}': '0+1x180',
  'provider_events_total{provider="stripe",result="taken"}': '0+20x180',
  'provider_events_total{provider="stripe",result="wrong_secret"}': '0x180',
  'provider_events_total{provider="stripe",result="unsigned"}': '0+1x180',
  webhook_endpoints_failing: '0x180',
};

/** A gauge that is `bad` from minute 20 to minute 60. */
const gauge = (good: number, bad: number) => `${good}x19 ${bad}x40 ${good}x120`;
/** A counter that grows by `by` each scrape from minute 20 to minute 60, and stands still before and after. */
const counter = (by: number) => `0x19 0+${by}x40 ${by * 40}x120`;
/** A counter that grows by `usual` each scrape, and by `less` from minute 20 to minute 60. */
const slower = (usual: number, less: number) =>
  `0+${usual}x19 ${usual * 19 + less}+${less}x40 ${usual * 19 + less * 41 + usual}+${usual}x120`;

/** The name of an alert begins with `Auction`. */
type Fault = readonly [fault: string, alert: string | null, series: Readonly<Record<string, string>>, ringsAt?: string];

const faults: readonly Fault[] = [
  ['a process is gone', 'ServiceDown', { 'up{job="auction-service"}': gauge(1, 0) }],
  [
    'PostgreSQL is away',
    'DatabaseUnavailable',
    {
      'check_ok{check="database"}': gauge(1, 0),
      'check_ok{check="writes"}': gauge(1, 0),
      'check_ok{check="queue"}': gauge(1, 0),
    },
  ],
  ['the disk is full', 'WritesFail', { 'check_ok{check="writes"}': gauge(1, 0) }],
  ['Redis is away', 'QueueUnavailable', { 'check_ok{check="queue"}': gauge(1, 0) }],
  [
    '2 % of the answers are errors',
    'ApiErrors',
    {
      'http_request_duration_seconds_count{status="500"}': counter(6),
      'http_request_duration_seconds_bucket{le="1",status="500"}': counter(6),
    },
  ],
  ['answers are slow', 'ApiSlow', { 'http_request_duration_seconds_bucket{le="1",status="200"}': slower(300, 280) }],
  ['requests are shed', 'RequestsShed', { http_requests_shed_total: counter(90) }],
  [
    'an address opens too many connections',
    'ConnectionsRefused',
    { 'connections_refused_total{limit="address"}': counter(90) },
  ],
  ['the pool is exhausted', 'DatabasePoolExhausted', { 'database_connections{state="awaited"}': gauge(0, 7) }],
  ['a process is busy', 'EventLoopBlocked', { nodejs_eventloop_lag_seconds: gauge(0.01, 0.9) }],
  [
    'no worker runs',
    'NoWorker',
    {
      workers_alive: gauge(2, 0),
      'due_work_age_seconds{kind="capture"}': gauge(0, 900),
      'queue_lag_seconds{queue="alarms"}': gauge(0, 900),
    },
  ],
  [
    'no auction can be made',
    'ProbeFails',
    {
      'probe_age_seconds{result="ok"}': '1800x19 _x40 1800x120',
      'probe_age_seconds{result="failed"}': '_x19 6000x40 _x120',
    },
  ],
  ['no backup was made for two days', 'BackupOld', { last_backup_age_seconds: gauge(3_600, 172_800) }],
  ['captures get no answer', 'WorkOverdue', { 'due_work_age_seconds{kind="capture"}': gauge(0, 300) }],
  ['jobs are late', 'QueueLate', { 'queue_lag_seconds{queue="alarms"}': gauge(0, 30) }],
  ['auctions open late', 'OpensLate', { 'transition_lag_seconds_bucket{le="5"}': slower(10, 5) }],
  ['results come late', 'SettlesLate', { 'settlement_duration_seconds_bucket{le="60",outcome="SOLD"}': slower(10, 5) }],
  [
    'the mail server is away',
    'MailFails',
    {
      'messages_total{result="sent"}': slower(5, 0),
      'messages_total{result="unknown"}': counter(5),
    },
  ],
  ['a mail server refuses the sender', 'MailSenderRefused', { 'messages_total{result="sender_refused"}': counter(1) }],
  [
    'an auction has two captures',
    'TwoCaptures',
    { 'books_difference{provider="stripe",kind="two_captures"}': gauge(0, 1) },
  ],
  ['an amount differs', 'BooksDiffer', { 'books_difference{provider="stripe",kind="amount"}': gauge(0, 1) }],
  [
    'the provider lists no payments',
    'BooksNotCompared',
    { 'books_compared_age_seconds{provider="stripe"}': gauge(120, 2_000) },
  ],
  ['a payment was captured by hand', 'PaymentSurprise', { 'payment_surprises_total{change="captured"}': counter(1) }],
  ['settlement is held', 'SettlementHeld', { 'settlement_holds{reason="payment_differs"}': gauge(0, 1) }],
  ['a release gets no answer', 'ReleasesOverdue', { releases_overdue: gauge(0, 1) }],
  ['a hold lapses early', 'HoldsLapse', { authorizations_lapsing: gauge(0, 1) }],
  [
    'the provider opens no payment',
    'PaymentsNotOpened',
    { 'payments_not_opened_total{provider="stripe"}': counter(1) },
  ],
  [
    'the key of the provider is wrong',
    'PaymentSetUpFault',
    { 'payment_set_up_faults{provider="stripe"}': gauge(0, 1) },
  ],
  ['a cardholder disputes', 'PaymentDisputed', { 'payment_reversals_total{kind="dispute",state="open"}': counter(1) }],
  [
    'the secret of provider events is wrong',
    'ProviderEventsRefused',
    { 'provider_events_total{provider="stripe",result="wrong_secret"}': counter(2) },
  ],
  [
    'an upgrade is left half done',
    'VersionsMixed',
    { 'build_info{version="0.2.0"}': '_x19 1x100 _x60' },
    // The alert waits for an hour.
    '110m',
  ],
  [
    'a receiver of a seller does not answer',
    null,
    {
      webhook_endpoints_failing: gauge(0, 40),
      'webhook_attempts_total{result="delivered"}': slower(5, 0),
      'webhook_attempts_total{result="retried"}': counter(5),
    },
  ],
];

const folder = mkdtempSync(join(tmpdir(), 'rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The alerts that fire: none at first, `alert` alone during the fault, and none two hours after it. */
function testOf([name, alert, series, ringsAt = '55m']: Fault) {
  const firing = (evalTime: string, samples: readonly string[]) => ({
    expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: evalTime,
    exp_samples: samples.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
  });
  return {
    name,
    interval: '1m',
    input_series: Object.entries({ ...healthy, ...series }).map(([text, values]) => ({
      series: /^(?:up|nodejs_)/.test(text) ? text : `auction_${text}`,
      values,
    })),
    promql_expr_test: [
      firing('19m', []),
      firing(ringsAt, alert === null ? [] : [`Auction${alert}`]),
      firing('170m', []),
    ],
  };
}

describeWith('promtool', 'alerting rules', () => {
  test('are valid', () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', rulesFile], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });

  test('each fault rings its own alert and no other, and the alert clears', { timeout: 600_000 }, () => {
    const file = join(folder, 'test.yml');
    writeFileSync(file, stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests: faults.map(testOf) }));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  });

  test('each alert has a fault that rings it', () => {
    const rung = new Set(faults.map(([, alert]) => `Auction${alert}`));
    expect(alerts.filter((alert) => !rung.has(alert))).toEqual([]);
  });
});

test('each alert has a heading in the runbook, and each heading an alert', () => {
  const page = readFileSync('docs/operations/alerts.md', 'utf8');
  const headings = [...page.matchAll(/^## (Auction\w+)$/gm)].map(([, name]) => name);
  expect(headings).toHaveLength(alerts.length);
  expect(new Set(headings)).toEqual(new Set(alerts));
});

test('the rules and the dashboards name metrics that the service has', () => {
  const metric = "name: 'auction_[a-z_]+|^  auction_[a-z_]+:( '|$)";
  const source = execFileSync('git', ['grep', '-hoE', metric, '--', 'src'], { encoding: 'utf8' });
  const names = new Set([...source.matchAll(/auction_[a-z_]+/g)].map(([name]) => name));
  const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
  const queries = [...rules.map(({ expr }) => expr), ...dashboardQueries()];
  const used = queries.flatMap((query) => query.match(/\bauction(?:_[a-z_]+|:[a-z0-9_:]+)/g) ?? []);
  const isKnown = (name: string) => names.has(name) || names.has(name.replace(/_(?:bucket|count|sum)$/, ''));
  expect(used.filter((name) => !isKnown(name) && !recorded.has(name))).toEqual([]);
  expect(used.length).toBeGreaterThan(60);
});

function dashboardQueries(): string[] {
  const folder = 'deploy/monitoring/dashboards';
  return readdirSync(folder).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { panels: Panel[] };
    return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  });
}

interface Panel {
  readonly targets: readonly { readonly expr: string }[];
}
