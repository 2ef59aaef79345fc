import { Gauge } from 'prom-client';
import type { Deps } from '../deps.ts';
import { makeQueueMeasure, type QueueMeasure } from '../jobs/measure-queues.ts';
import { registry } from '../metrics/metrics.ts';
import { countOpenAuthorizations } from '../settlement/count-open-authorizations.ts';
import { measureOutbox } from '../webhooks/measure-outbox.ts';
import { mayReadMetrics } from './may-read-metrics.ts';

const openAuthorizations = new Gauge({
  name: 'auction_authorizations_open',
  help: 'Authorizations that hold money, or may, by state.',
  labelNames: ['state'] as const,
  registers: [registry],
});
const lapsingAuthorizations = new Gauge({
  name: 'auction_authorizations_lapsing',
  help: 'Authorizations that will lapse before the end of their auction.',
  registers: [registry],
});
const overdueReleases = new Gauge({
  name: 'auction_releases_overdue',
  help: 'Authorizations still open an hour after their auction was completed (100 at the most are counted).',
  registers: [registry],
});
const outboxAge = new Gauge({
  name: 'auction_webhook_outbox_age_seconds',
  help: 'For how long the webhook that has waited longest has been due without being tried.',
  registers: [registry],
});

const poolConnections = new Gauge({
  name: 'auction_database_connections',
  help: 'Connections of the pool of this process, by state, and requests that wait for one.',
  labelNames: ['state'] as const,
  registers: [registry],
});
const replicaLag = new Gauge({
  name: 'auction_replica_lag_seconds',
  help: 'How old what the replica shows is at the most, where there is a replica.',
  registers: [registry],
});
const queueJobs = new Gauge({
  name: 'auction_queue_jobs',
  help: 'Jobs in a queue, by state: waiting ones are due.',
  labelNames: ['queue', 'state'] as const,
  registers: [registry],
});
const queueLag = new Gauge({
  name: 'auction_queue_lag_seconds',
  help: 'For how long the oldest job that is due has waited for a worker.',
  labelNames: ['queue'] as const,
  registers: [registry],
});

export interface Metrics extends AsyncDisposable {
  /**
   * What Prometheus scrapes: this process's counts, and what PostgreSQL and the queues say of all of them.
   *
   * @throws Refusal as `mayReadMetrics`
   */
  serve(request: Request): Promise<Response>;
}

export function makeMetrics(deps: Deps): Metrics {
  const queues = makeQueueMeasure(deps);
  return {
    async serve(request) {
      await mayReadMetrics(deps, request);
      await Promise.all([measureMoney(deps), measureQueues(queues)]);
      outboxAge.set(await measureOutbox(deps.db));
      measurePool(deps);
      if (deps.db.replica !== null) replicaLag.set(deps.db.replica.lagInSeconds());
      return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } });
    },
    [Symbol.asyncDispose]: () => queues[Symbol.asyncDispose](),
  };
}

async function measureMoney({ db }: Pick<Deps, 'db'>): Promise<void> {
  const open = await countOpenAuthorizations(db.pool);
  openAuthorizations.reset();
  for (const [state, count] of Object.entries(open.byState)) openAuthorizations.set({ state }, count);
  lapsingAuthorizations.set(open.lapsingBeforeEnd);
  overdueReleases.set(open.overdueReleases.length);
}

async function measureQueues(queues: QueueMeasure): Promise<void> {
  const states = await queues.read();
  // What is not known any more is not shown as it was.
  queueJobs.reset();
  queueLag.reset();
  for (const { name: queue, waiting, active, delayed, lagInSeconds } of states) {
    queueJobs.set({ queue, state: 'waiting' }, waiting);
    queueJobs.set({ queue, state: 'active' }, active);
    queueJobs.set({ queue, state: 'delayed' }, delayed);
    queueLag.set({ queue }, lagInSeconds);
  }
}

function measurePool({ db: { pool } }: Pick<Deps, 'db'>): void {
  poolConnections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
  poolConnections.set({ state: 'idle' }, pool.idleCount);
  poolConnections.set({ state: 'awaited' }, pool.waitingCount);
}
