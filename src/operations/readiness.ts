import { outageLog } from '../core/outage.ts';
import { within } from '../core/within.ts';
import { pendingMigrations } from '../platform/db/migrations.ts';
import type { ProcessDeps } from '../payments/deps.ts';
import { queueOutage } from '../platform/jobs/queue-backend.ts';

interface Check {
  readonly ok: boolean;
  /** The duration of the check. */
  readonly ms: number;
}

export interface Readiness {
  /** `degraded` is ready: a missing part delays some work, but refusing all requests would cost more. */
  readonly status: 'ready' | 'degraded' | 'not_ready' | 'stopping';
  readonly checks: Readonly<Record<'database' | 'writes' | 'migrations' | 'queue', Check>> | null;
}

const cachedMs = 1_000;
const limitMs = 2_000;

/**
 * Decides whether requests should be sent to this process: not without the database, and not to a new process without
 * its queue, or whose database takes no writes, as it may be configured wrongly. A process that had both stays ready:
 * all processes lose them together. Without the queue the service works, some seconds late; without writes auctions and
 * pages are still read, and bids get 503.
 */
export function makeReadiness(deps: Pick<ProcessDeps, 'config' | 'db' | 'alarms' | 'log'>) {
  const outage = outageLog(deps.log, 'A check of readiness', 'The process says so at /readyz.');
  let isStopping = false;
  let hasHadQueue = false;
  let hasHadWrites = false;
  let isMigrated = false;
  let latest: { atMs: number; readiness: Promise<Readiness> } | null = null;

  async function check(work: () => Promise<unknown>, { failed } = outage): Promise<Check> {
    const beganAtMs = performance.now();
    let ok = true;
    try {
      await within(limitMs, work());
    } catch (error) {
      failed(error);
      ok = false;
    }
    return { ok, ms: Math.round((performance.now() - beganAtMs) * 10) / 10 };
  }

  async function checkMigrations(): Promise<void> {
    // Migrations are never undone.
    if (isMigrated) return;
    const pending = await pendingMigrations(deps.db);
    if (pending.length > 0) throw new Error(`The database lacks ${pending.join(', ')}.`);
    isMigrated = true;
  }

  async function checkWrites(): Promise<void> {
    // Writes no row. A standby refuses it all the same, and its connection is then replaced, as after any refused write.
    await deps.db.query('update database_marks set seen_at = seen_at where false');
    const failure = deps.db.failedWrite();
    if (failure !== null) throw new Error(`The database cannot write: ${failure}`);
  }

  async function checkQueue(): Promise<void> {
    // In PostgreSQL it is there if the database is.
    if (deps.config.redisUrl !== null) await (await deps.alarms.queue()).getWaitingCount();
  }

  async function look(): Promise<Readiness> {
    const [database, writes, migrations, queued] = await Promise.all([
      check(() => deps.db.query('select 1')),
      check(checkWrites),
      check(checkMigrations),
      check(checkQueue, queueOutage(deps)),
    ]);
    const checks = { database, writes, migrations, queue: queued };
    hasHadQueue ||= queued.ok;
    hasHadWrites ||= writes.ok;
    if (database.ok && writes.ok && migrations.ok && queued.ok) {
      outage.worked();
      return { status: 'ready', checks };
    }
    const isReady = database.ok && hasHadWrites && migrations.ok && hasHadQueue;
    return { status: isReady ? 'degraded' : 'not_ready', checks };
  }

  return {
    /** Reads the state. An answer counts for a second, and all requests within that second share it. */
    async read(): Promise<Readiness> {
      if (isStopping) return { status: 'stopping', checks: null };
      if (latest === null || performance.now() - latest.atMs > cachedMs) {
        latest = { atMs: performance.now(), readiness: look() };
      }
      return latest.readiness;
    },
    /** Marks the process as stopping. */
    retire: () => void (isStopping = true),
  };
}
