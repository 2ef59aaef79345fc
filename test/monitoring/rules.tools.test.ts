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

/** A healthy service with traffic, scraped every minute for three hours; each fault replaces some of its series. */
const healthy: Readonly<Record<string, string>> = {
  'up{job="auction-service"}': '1x180',
  'auction_build_info{version="0.1.0"}': '1x180',
  'auction_check_ok{check="database"}': '1x180',
  'auction_check_ok{check="writes"}': '1x180',
  'auction_check_ok{check="queue"}': '1x180',
  'auction_http_request_duration_seconds_count{status="200"}': '0+300x180',
  'auction_http_request_duration_seconds_count{status="500"}': '0x180',
  'auction_http_request_duration_seconds_bucket{le="1",status="200"}': '0+300x180',
  auction_http_requests_shed_total: '0x180',
  'auction_connections_refused_total{limit="address"}': '0x180',
  'auction_database_connections{state="awaited"}': '0x180',
  nodejs_eventloop_lag_seconds: '0.01x180',
  auction_workers_alive: '2x180',
  'auction_due_work_age_seconds{kind="capture"}': '0x180',
  'auction_due_work_age_seconds{kind="message"}': '3x180',
  'auction_queue_lag_seconds{queue="alarms"}': '0x180',
  auction_transition_lag_seconds_count: '0+10x180',
  'auction_transition_lag_seconds_bucket{le="5"}': '0+10x180',
  'auction_settlement_duration_seconds_count{outcome="SOLD"}': '0+10x180',
  'auction_settlement_duration_seconds_bucket{le="60",outcome="SOLD"}': '0+10x180',
  'auction_messages_total{result="sent"}': '0+5x180',
  'auction_messages_total{result="unknown"}': '0x180',
  'auction_messages_total{result="sender_refused"}': '0x180',
  'auction_webhook_attempts_total{result="delivered"}': '0+5x180',
  'auction_webhook_attempts_total{result="retried"}': '0x180',
  'auction_books_difference{provider="stripe",kind="two_captures"}': '0x180',
  'auction_books_difference{provider="stripe",kind="amount"}': '0x180',
  'auction_books_compared_age_seconds{provider="stripe"}': '120x180',
  'auction_settlement_holds{reason="payment_differs"}': '0x180',
  auction_releases_overdue: '0x180',
  auction_authorizations_lapsing: '0x180',
  'auction_payments_not_opened_total{provider="stripe"}': '0x180',
  'auction_payment_set_up_faults{provider="stripe"}': '0x180',
  'auction_payment_surprises_total{change="captured"}': '0x180',
  'auction_payment_reversals_total{kind="dispute",state="open"}': '0x180',
  'auction_payment_reversals_total{kind="refund",state="succeeded"}': '0+1x180',
  'auction_provider_events_total{provider="stripe",result="taken"}': '0+20x180',
  'auction_provider_events_total{provider="stripe",result="wrong_secret"}': '0x180',
  'auction_provider_events_total{provider="stripe",result="unsigned"}': '0+1x180',
  auction_webhook_endpoints_failing: '0x180',
};

/** A gauge that is `bad` from minute 20 to minute 60. */
const gauge = (good: number, bad: number) => `${good}x19 ${bad}x40 ${good}x120`;
/** A counter that grows by `by` each scrape from minute 20 to minute 60, and stands still before and after. */
const counter = (by: number) => `0x19 0+${by}x40 ${by * 40}x120`;
/** A counter that grows by `usual` each scrape, and by `less` from minute 20 to minute 60. */
const slower = (usual: number, less: number) =>
  `0+${usual}x19 ${usual * 19 + less}+${less}x40 ${usual * 19 + less * 41 + usual}+${usual}x120`;

type Fault = readonly [fault: string, alert: string | null, series: Readonly<Record<string, string>>];

const faults: readonly Fault[] = [
  ['a process is gone', 'AuctionServiceDown', { 'up{job="auction-service"}': gauge(1, 0) }],
  [
    'PostgreSQL is away',
    'AuctionDatabaseUnavailable',
    {
      'auction_check_ok{check="database"}': gauge(1, 0),
      'auction_check_ok{check="writes"}': gauge(1, 0),
      'auction_check_ok{check="queue"}': gauge(1, 0),
    },
  ],
  ['the disk is full', 'AuctionWritesFail', { 'auction_check_ok{check="writes"}': gauge(1, 0) }],
  ['Redis is away', 'AuctionQueueUnavailable', { 'auction_check_ok{check="queue"}': gauge(1, 0) }],
  [
    '2 % of the answers are errors',
    'AuctionApiErrors',
    {
      'auction_http_request_duration_seconds_count{status="500"}': counter(6),
      'auction_http_request_duration_seconds_bucket{le="1",status="500"}': counter(6),
    },
  ],
  [
    'answers are slow',
    'AuctionApiSlow',
    { 'auction_http_request_duration_seconds_bucket{le="1",status="200"}': slower(300, 280) },
  ],
  ['requests are shed', 'AuctionRequestsShed', { auction_http_requests_shed_total: counter(90) }],
  [
    'an address opens too many connections',
    'AuctionConnectionsRefused',
    { 'auction_connections_refused_total{limit="address"}': counter(90) },
  ],
  [
    'the pool is exhausted',
    'AuctionDatabasePoolExhausted',
    { 'auction_database_connections{state="awaited"}': gauge(0, 7) },
  ],
  ['a process is busy', 'AuctionEventLoopBlocked', { nodejs_eventloop_lag_seconds: gauge(0.01, 0.9) }],
  [
    'no worker runs',
    'AuctionNoWorker',
    {
      auction_workers_alive: gauge(2, 0),
      'auction_due_work_age_seconds{kind="capture"}': gauge(0, 900),
      'auction_queue_lag_seconds{queue="alarms"}': gauge(0, 900),
    },
  ],
  ['captures get no answer', 'AuctionWorkOverdue', { 'auction_due_work_age_seconds{kind="capture"}': gauge(0, 300) }],
  ['jobs are late', 'AuctionQueueLate', { 'auction_queue_lag_seconds{queue="alarms"}': gauge(0, 30) }],
  ['auctions open late', 'AuctionOpensLate', { 'auction_transition_lag_seconds_bucket{le="5"}': slower(10, 5) }],
  [
    'results come late',
    'AuctionSettlesLate',
    { 'auction_settlement_duration_seconds_bucket{le="60",outcome="SOLD"}': slower(10, 5) },
  ],
  [
    'the mail server is away',
    'AuctionMailFails',
    {
      'auction_messages_total{result="sent"}': slower(5, 0),
      'auction_messages_total{result="unknown"}': counter(5),
    },
  ],
  [
    'a mail server refuses the sender',
    'AuctionMailSenderRefused',
    { 'auction_messages_total{result="sender_refused"}': counter(1) },
  ],
  [
    'two payments of one auction are captured',
    'AuctionTwoCaptures',
    { 'auction_books_difference{provider="stripe",kind="two_captures"}': gauge(0, 1) },
  ],
  [
    'an amount differs',
    'AuctionBooksDiffer',
    { 'auction_books_difference{provider="stripe",kind="amount"}': gauge(0, 1) },
  ],
  [
    'the provider lists no payments',
    'AuctionBooksNotCompared',
    { 'auction_books_compared_age_seconds{provider="stripe"}': gauge(120, 2_000) },
  ],
  [
    'a payment was captured by hand',
    'AuctionPaymentSurprise',
    { 'auction_payment_surprises_total{change="captured"}': counter(1) },
  ],
  [
    'settlement is held',
    'AuctionSettlementHeld',
    { 'auction_settlement_holds{reason="payment_differs"}': gauge(0, 1) },
  ],
  ['a release gets no answer', 'AuctionReleasesOverdue', { auction_releases_overdue: gauge(0, 1) }],
  ['a hold lapses early', 'AuctionHoldsLapse', { auction_authorizations_lapsing: gauge(0, 1) }],
  [
    'the provider opens no payment',
    'AuctionPaymentsNotOpened',
    { 'auction_payments_not_opened_total{provider="stripe"}': counter(1) },
  ],
  [
    'the key of the provider is wrong',
    'AuctionPaymentSetUpFault',
    { 'auction_payment_set_up_faults{provider="stripe"}': gauge(0, 1) },
  ],
  [
    'a cardholder disputes',
    'AuctionPaymentDisputed',
    { 'auction_payment_reversals_total{kind="dispute",state="open"}': counter(1) },
  ],
  [
    'the webhook secret of the provider is wrong',
    'AuctionProviderEventsRefused',
    { 'auction_provider_events_total{provider="stripe",result="wrong_secret"}': counter(2) },
  ],
  [
    'a receiver of a seller does not answer',
    null,
    {
      auction_webhook_endpoints_failing: gauge(0, 40),
      'auction_webhook_attempts_total{result="delivered"}': slower(5, 0),
      'auction_webhook_attempts_total{result="retried"}': counter(5),
    },
  ],
];

const folder = mkdtempSync(join(tmpdir(), 'rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The alerts that fire: none at first, `alert` alone during the fault, and none two hours after it. */
function testOf([name, alert, series]: Fault) {
  const firing = (evalTime: string, samples: readonly string[]) => ({
    expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: evalTime,
    exp_samples: samples.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
  });
  return {
    name,
    interval: '1m',
    input_series: Object.entries({ ...healthy, ...series }).map(([text, values]) => ({ series: text, values })),
    promql_expr_test: [firing('19m', []), firing('55m', alert === null ? [] : [alert]), firing('170m', [])],
  };
}

describeWith('promtool', 'alerting rules', () => {
  test('are valid', () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', rulesFile], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });

  test('each fault rings its own alert and no other, and the alert clears', { timeout: 300_000 }, () => {
    const file = join(folder, 'test.yml');
    writeFileSync(file, stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests: faults.map(testOf) }));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  });

  test('each alert but that of mixed versions has a fault that rings it', () => {
    const rung = new Set(faults.map(([, alert]) => alert));
    expect(alerts.filter((alert) => !rung.has(alert))).toEqual(['AuctionVersionsMixed']);
  });
});

test('each alert has a heading in the runbook, and each heading an alert', () => {
  const page = readFileSync('docs/operations/alerts.md', 'utf8');
  const headings = [...page.matchAll(/^## (Auction\w+)$/gm)].map(([, name]) => name);
  expect(headings).toHaveLength(alerts.length);
  expect(new Set(headings)).toEqual(new Set(alerts));
});

test('the rules and the dashboards name metrics that the service has', () => {
  const source = execFileSync('git', ['grep', '-hoE', "name: 'auction_[a-z_]+'", '--', 'src'], { encoding: 'utf8' });
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
