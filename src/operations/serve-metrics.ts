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

/** The metrics of PostgreSQL and the queue: every process reports the same values, and none while the database is away. */
const everything = new Registry();

const openAuthorizations = new Gauge({
  name: 'auction_authorizations_open',
  help: 'Authorizations that hold money, or may, by state.',
  labelNames: ['state'] as const,
  registers: [everything],
});
const lapsingAuthorizations = new Gauge({
  name: 'auction_authorizations_lapsing',
  help: 'Authorizations that will lapse before the end of their auction.',
  registers: [everything],
});
const overdueReleases = new Gauge({
  name: 'auction_releases_overdue',
  help: 'Authorizations still open an hour after their auction was completed (100 at the most are counted).',
  registers: [everything],
});
const dueWork = new Gauge({
  name: 'auction_due_work',
  help: 'Work that is due and not done, whether or not workers attempt it, by kind.',
  labelNames: ['kind'] as const,
  registers: [everything],
});
const dueWorkAge = new Gauge({
  name: 'auction_due_work_age_seconds',
  help: 'Time for which the oldest work of a kind has waited, in seconds. Attempts without a result do not shorten it.',
  labelNames: ['kind'] as const,
  registers: [everything],
});
const workersAlive = new Gauge({
  name: 'auction_workers_alive',
  help: 'Worker processes that were seen in the last half minute.',
  registers: [everything],
});
const settlementHolds = new Gauge({
  name: 'auction_settlement_holds',
  help: 'Reasons for which settlement waits, of everything or of one auction, until an operator or a comparison ends them.',
  labelNames: ['reason'] as const,
  registers: [everything],
});
const booksDifference = new Gauge({
  name: 'auction_books_difference',
  help: 'Recent payments that the provider and the books describe differently, at the last comparison, by kind.',
  labelNames: ['provider', 'kind'] as const,
  registers: [everything],
});
const booksAge = new Gauge({
  name: 'auction_books_compared_age_seconds',
  help: 'Time since the books were last compared with the recent payments of a provider, in seconds.',
  labelNames: ['provider'] as const,
  registers: [everything],
});
const failingEndpoints = new Gauge({
  name: 'auction_webhook_endpoints_failing',
  help: 'Webhook endpoints of sellers whose latest attempt has failed. Their deliveries are not due work.',
  registers: [everything],
});
const backupAge = new Gauge({
  name: 'auction_last_backup_age_seconds',
  help: 'Time since the last backup by `cli backup` or by the script of one server was complete, in seconds. Absent before the first one.',
  registers: [everything],
});
const probeAge = new Gauge({
  name: 'auction_probe_age_seconds',
  help: 'Time since a worker last made, read and cancelled an auction through PUBLIC_URL, in seconds, by the result of the last try: ok, failed, or unreachable. It tries each hour. Absent before the first worker.',
  labelNames: ['result'] as const,
  registers: [everything],
});

const version = new Gauge({
  name: 'auction_build_info',
  help: 'The version of this process, as a label; always 1.',
  labelNames: ['version'] as const,
});
const checkOk = new Gauge({
  name: 'auction_check_ok',
  help: 'The checks of /readyz of this process: 1 if the check passes, otherwise 0.',
  labelNames: ['check'] as const,
});
const poolConnections = new Gauge({
  name: 'auction_database_connections',
  help: 'Connections of the pool of this process, by state, and requests that wait for one.',
  labelNames: ['state'] as const,
});
const queueJobs = new Gauge({
  name: 'auction_queue_jobs',
  help: 'Jobs in the queue, by state: waiting and overdue ones are due. Without a worker, due jobs stay delayed: they are overdue.',
  labelNames: ['queue', 'state'] as const,
  registers: [everything],
});
const queueLag = new Gauge({
  name: 'auction_queue_lag_seconds',
  help: 'Age of the oldest due job of the queue, in seconds.',
  labelNames: ['queue'] as const,
  registers: [everything],
});

/**
 * Answers Prometheus: counts of this process, and figures of PostgreSQL and the queue for all processes. While the database is away, it
 * answers with the counts of this process alone.
 *
 * @throws Refusal as `mayReadMetrics`
 */
export async function serveMetrics(deps: ProcessDeps, readiness: Readiness, request: Request): Promise<Response> {
  await mayReadMetrics(deps, request);
  version.set({ version: serviceVersion }, 1);
  const { checks } = readiness;
  for (const [check, { ok }] of Object.entries(checks ?? {})) checkOk.set({ check }, ok ? 1 : 0);
  measurePool(deps);
  const isReadable = checks?.database.ok !== false;
  if (isReadable) await measureEverything(deps);
  const texts = await Promise.all([register.metrics(), ...(isReadable ? [everything.metrics()] : [])]);
  return new Response(texts.join('\n'), { headers: { 'content-type': register.contentType } });
}

async function measureEverything(deps: ProcessDeps): Promise<void> {
  await Promise.all([measureMoney(deps), measureAlarms(deps)]);
  for (const { kind, count, oldestSeconds } of await measureDueWork(deps.db)) {
    dueWork.set({ kind }, count);
    dueWorkAge.set({ kind }, oldestSeconds);
  }
  workersAlive.set((await readWorkersSeen(deps.db)).alive);
  await measureComparison(deps);
  failingEndpoints.set(await countFailingEndpoints(deps.db));
  await measureBackup(deps);
  await measureProbe(deps);
}

async function measureBackup({ db }: Pick<Deps, 'db'>): Promise<void> {
  const { rows } = await db.query<{ seconds: number }>(
    `select extract(epoch from clock_timestamp() - made_at)::float8 as seconds from backup_marks`,
  );
  // A gauge without labels is 0 until it is set, and a backup of age 0 would be a lie.
  if (rows[0] === undefined) backupAge.remove();
  else backupAge.set(rows[0].seconds);
}

async function measureProbe({ db }: Pick<Deps, 'db'>): Promise<void> {
  const { rows } = await db.query<{ seconds: number; result: string }>(
    `select extract(epoch from clock_timestamp() - succeeded_at)::float8 as seconds, coalesce(result, 'ok') as result from probe_marks`,
  );
  probeAge.reset();
  for (const { seconds, result } of rows) probeAge.set({ result }, seconds);
}

async function measureMoney({ db }: Pick<Deps, 'db'>): Promise<void> {
  const open = await countOpenAuthorizations(db);
  openAuthorizations.reset();
  for (const [state, count] of Object.entries(open.byState)) openAuthorizations.set({ state }, count);
  lapsingAuthorizations.set(open.lapsingBeforeEnd);
  overdueReleases.set(open.overdueReleases.length);
}

async function measureComparison({ db }: Pick<Deps, 'db'>): Promise<void> {
  const holds = await countOpenSettlementHolds(db);
  for (const reason of settlementHoldReasons) settlementHolds.set({ reason }, holds[reason] ?? 0);
  for (const { provider, differences, ageInSeconds } of await measureBooks(db)) {
    if (ageInSeconds === null) continue;
    booksAge.set({ provider }, ageInSeconds);
    for (const kind of differenceKinds) booksDifference.set({ provider, kind }, differences[kind] ?? 0);
  }
}

async function measureAlarms({ alarms, log }: Pick<Deps, 'alarms' | 'log'>): Promise<void> {
  const read = await within(2_000, alarms.queue().then(measureQueue)).catch((error: unknown) => {
    log.debug({ err: error }, 'The queue could not be measured.');
  });
  // A figure that could not be read is left out: the last one must not be repeated.
  queueJobs.reset();
  queueLag.reset();
  if (read === undefined) return;
  const { lagInSeconds, ...jobs } = read;
  for (const [state, count] of Object.entries(jobs)) queueJobs.set({ queue: queueName, state }, count);
  queueLag.set({ queue: queueName }, lagInSeconds);
}

function measurePool({ db: { pool } }: Pick<ProcessDeps, 'db'>): void {
  poolConnections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
  poolConnections.set({ state: 'idle' }, pool.idleCount);
  poolConnections.set({ state: 'awaited' }, pool.waitingCount);
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
