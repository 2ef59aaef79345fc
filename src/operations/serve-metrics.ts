import { hash, timingSafeEqual } from 'node:crypto';
import { Gauge, register, Registry } from 'prom-client';
import { identifyAdmin } from '../platform/auth/authenticate.ts';
import { measureBooks } from '../settlement/books/reconciliations.ts';
import { differenceKinds } from '../settlement/books/treat-difference.ts';
import { bearerToken } from '../core/request-headers.ts';
import { serviceVersion } from '../core/service-version.ts';
import { within } from '../core/within.ts';
import type { Deps, ProcessDeps } from '../payments/deps.ts';
import { measureQueue } from '../platform/jobs/measure-queue.ts';
import { queueName } from '../platform/jobs/queue-backend.ts';
import { countOpenAuthorizations } from '../settlement/count-open-authorizations.ts';
import { measureDueWork } from '../settlement/measure-due-work.ts';
import { countOpenSettlementHolds, settlementHoldReasons } from '../settlement/settlement-holds.ts';
import { readWorkersSeen } from '../settlement/process-marks.ts';
import type { Readiness } from './readiness.ts';
import { countFailingEndpoints } from '../auctions/webhooks/endpoint-backlog.ts';

const helps = {
  auction_build_info: 'The version of this process, as a label; always 1.',
  auction_check_ok: 'The checks of /readyz of this process: 1 if the check passes, otherwise 0.',
  auction_database_connections: 'Connections of the pool of this process, by state, and requests that wait for one.',
  auction_authorizations_open: 'Authorizations that hold money, or may, by state.',
  auction_authorizations_lapsing: 'Authorizations that will lapse before the end of their auction.',
  auction_releases_overdue:
    'Authorizations still open an hour after their auction was completed (100 at the most are counted).',
  auction_due_work: 'Work that is due and not done, whether or not workers attempt it, by kind.',
  auction_due_work_age_seconds:
    'Time for which the oldest work of a kind has waited, in seconds. Attempts without a result do not shorten it.',
  auction_workers_alive: 'Worker processes that were seen in the last half minute.',
  auction_settlement_holds:
    'Reasons for which settlement waits, of everything or of one auction, until an operator or a comparison ends them.',
  auction_books_difference:
    'Recent payments that the provider and the books describe differently, at the last comparison, by kind.',
  auction_books_compared_age_seconds:
    'Time since the books were last compared with the recent payments of a provider, in seconds.',
  auction_webhook_endpoints_failing:
    'Webhook endpoints of sellers whose latest attempt has failed. Their deliveries are not due work.',
  auction_last_backup_age_seconds:
    'Time since the last backup by `cli backup` or by the script of one server was complete, in seconds. Absent before the first one.',
  auction_probe_age_seconds:
    'Time since a worker last made, read and cancelled an auction through PUBLIC_URL, in seconds, by the result of the last try: ok, failed, or unreachable. It tries each hour. Absent before the first worker.',
  auction_queue_jobs:
    'Jobs in the queue, by state: waiting and overdue ones are due. Without a worker, due jobs stay delayed: they are overdue.',
  auction_queue_lag_seconds: 'Age of the oldest due job of the queue, in seconds.',
};

/** A figure that is read for the answer. */
type Sample = readonly [name: keyof typeof helps, value: number, labels?: Readonly<Record<string, string>>];

/**
 * Answers Prometheus: counts and figures of this process, and figures of PostgreSQL and the queue, which every process reports alike.
 * While the database is away, it answers with those of this process alone.
 *
 * @throws Refusal as `mayReadMetrics`
 */
export async function serveMetrics(deps: ProcessDeps, { checks }: Readiness, request: Request): Promise<Response> {
  await mayReadMetrics(deps, request);
  const samples = [...measureProcess(deps, checks), ...(checks?.database.ok === false ? [] : await measureAll(deps))];
  const texts = await Promise.all([register.metrics(), textOf(samples)]);
  return new Response(texts.join('\n'), { headers: { 'content-type': register.contentType } });
}

/** Writes samples in the format of Prometheus. */
async function textOf(samples: readonly Sample[]): Promise<string> {
  const registry = new Registry();
  for (const [name, all] of Map.groupBy(samples, ([name]) => name)) {
    const labelNames = Object.keys(all[0]![2] ?? {});
    const gauge = new Gauge<string>({ name, help: helps[name], labelNames, registers: [registry] });
    for (const [, value, labels = {}] of all) gauge.set(labels, value);
  }
  return await registry.metrics();
}

function measureProcess({ db: { pool } }: Pick<ProcessDeps, 'db'>, checks: Readiness['checks']): Sample[] {
  return [
    ['auction_build_info', 1, { version: serviceVersion }],
    ...Object.entries(checks ?? {}).map(([check, { ok }]): Sample => ['auction_check_ok', ok ? 1 : 0, { check }]),
    ['auction_database_connections', pool.totalCount - pool.idleCount, { state: 'busy' }],
    ['auction_database_connections', pool.idleCount, { state: 'idle' }],
    ['auction_database_connections', pool.waitingCount, { state: 'awaited' }],
  ];
}

async function measureAll(deps: ProcessDeps): Promise<Sample[]> {
  const { db } = deps;
  const parts = await Promise.all([measureMoney(deps), measureAlarms(deps)]);
  const work = await measureDueWork(db);
  return [
    ...parts.flat(),
    ...work.map(({ kind, count }): Sample => ['auction_due_work', count, { kind }]),
    ...work.map(({ kind, oldestSeconds }): Sample => ['auction_due_work_age_seconds', oldestSeconds, { kind }]),
    ['auction_workers_alive', (await readWorkersSeen(db)).alive],
    ...(await measureComparison(deps)),
    ['auction_webhook_endpoints_failing', await countFailingEndpoints(db)],
    ...(await measureMarks(deps)),
  ];
}

/** Measures the ages of the last backup and of the last probe. */
async function measureMarks({ db }: Pick<Deps, 'db'>): Promise<Sample[]> {
  const backups = await db.query<{ seconds: number }>(
    `select extract(epoch from clock_timestamp() - made_at)::float8 as seconds from backup_marks`,
  );
  const probes = await db.query<{ seconds: number; result: string }>(
    `select extract(epoch from clock_timestamp() - succeeded_at)::float8 as seconds, coalesce(result, 'ok') as result from probe_marks`,
  );
  return [
    ...backups.rows.map(({ seconds }): Sample => ['auction_last_backup_age_seconds', seconds]),
    ...probes.rows.map(({ seconds, result }): Sample => ['auction_probe_age_seconds', seconds, { result }]),
  ];
}

async function measureMoney({ db }: Pick<Deps, 'db'>): Promise<Sample[]> {
  const { byState, lapsingBeforeEnd, overdueReleases } = await countOpenAuthorizations(db);
  return [
    ...Object.entries(byState).map(([state, count]): Sample => ['auction_authorizations_open', count, { state }]),
    ['auction_authorizations_lapsing', lapsingBeforeEnd],
    ['auction_releases_overdue', overdueReleases.length],
  ];
}

async function measureComparison({ db }: Pick<Deps, 'db'>): Promise<Sample[]> {
  const holds = await countOpenSettlementHolds(db);
  const books = (await measureBooks(db)).flatMap(({ provider, differences, ageInSeconds }): Sample[] => {
    if (ageInSeconds === null) return [];
    const differing = differenceKinds.map((kind): Sample => [
      'auction_books_difference',
      differences[kind] ?? 0,
      { provider, kind },
    ]);
    return [['auction_books_compared_age_seconds', ageInSeconds, { provider }], ...differing];
  });
  return [
    ...settlementHoldReasons.map((reason): Sample => ['auction_settlement_holds', holds[reason] ?? 0, { reason }]),
    ...books,
  ];
}

/** A figure of the queue that could not be read is left out. */
async function measureAlarms({ alarms, log }: Pick<Deps, 'alarms' | 'log'>): Promise<Sample[]> {
  const read = await within(2_000, alarms.queue().then(measureQueue)).catch((error: unknown) => {
    log.debug({ err: error }, 'The queue could not be measured.');
  });
  if (read === undefined) return [];
  const { lagInSeconds, ...jobs } = read;
  const queue = queueName;
  return [
    ...Object.entries(jobs).map(([state, count]): Sample => ['auction_queue_jobs', count, { queue, state }]),
    ['auction_queue_lag_seconds', lagInSeconds, { queue }],
  ];
}

/**
 * Admits a caller with `METRICS_TOKEN`, which allows nothing else, so that Prometheus needs no admin key; and admins.
 *
 * @throws Refusal `missing_api_key`, `invalid_api_key`; `insufficient_scope` without the scope `admin`
 */
async function mayReadMetrics(deps: Deps, request: Request): Promise<void> {
  const { metricsToken } = deps.config;
  const token = bearerToken(request.headers.get('authorization'));
  const digest = (text: string) => hash('sha256', text, 'buffer');
  // In constant time.
  if (metricsToken !== null && token !== null && timingSafeEqual(digest(token), digest(metricsToken))) return;
  await identifyAdmin(deps, request);
}
