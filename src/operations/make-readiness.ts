import { pendingMigrations } from '../db/pending-migrations.ts';
import type { Deps } from '../deps.ts';
import { makeQueueCheck } from '../jobs/check-queue.ts';
import { outageLog } from '../jobs/outage-log.ts';
import { within } from '../jobs/within.ts';

export interface Check {
  readonly ok: boolean;
  /** How long it took. */
  readonly ms: number;
}

export interface Readiness {
  /** `degraded` is ready: what is missing costs lateness, and refusing everybody would cost more. */
  readonly status: 'ready' | 'degraded' | 'not_ready' | 'stopping';
  readonly checks: Readonly<Record<'database' | 'migrations' | 'queue', Check>> | null;
}

export interface ReadinessProbe extends AsyncDisposable {
  /** Cheap: an answer counts for a second, and whoever asks meanwhile gets the same. */
  read(): Promise<Readiness>;
  /** From now on the process is stopping. */
  retire(): void;
}

const cachedMs = 1_000;
const limitMs = 2_000;

/**
 * Whether requests should be sent to this process. Without the database they should not. Without its queue a process
 * that has just started should not either, as it may be configured wrongly; one that had it goes on being ready,
 * because all processes lose it together, and the service works without it, some seconds late.
 */
export function makeReadiness(deps: Pick<Deps, 'config' | 'db' | 'log'>): ReadinessProbe {
  const queue = makeQueueCheck(deps);
  const outage = outageLog(deps.log, 'A check of readiness', 'The process says so at /readyz.');
  let isStopping = false;
  let hasHadQueue = false;
  let isMigrated = false;
  let latest: { atMs: number; readiness: Promise<Readiness> } | null = null;

  async function check(work: () => Promise<unknown>): Promise<Check> {
    const beganAtMs = performance.now();
    let ok = true;
    try {
      await within(limitMs, work());
    } catch (error) {
      outage.failed(error);
      ok = false;
    }
    return { ok, ms: Math.round((performance.now() - beganAtMs) * 10) / 10 };
  }

  async function checkMigrations(): Promise<void> {
    // Nothing takes a migration back.
    if (isMigrated) return;
    const pending = await pendingMigrations(deps.db);
    if (pending.length > 0) throw new Error(`The database lacks ${pending.join(', ')}.`);
    isMigrated = true;
  }

  async function look(): Promise<Readiness> {
    const [database, migrations, queued] = await Promise.all([
      check(() => deps.db.pool.query('select 1')),
      check(checkMigrations),
      check(() => queue.check()),
    ]);
    const checks = { database, migrations, queue: queued };
    hasHadQueue ||= queued.ok;
    if (database.ok && migrations.ok && queued.ok) {
      outage.worked();
      return { status: 'ready', checks };
    }
    const isReady = database.ok && migrations.ok && hasHadQueue;
    return { status: isReady ? 'degraded' : 'not_ready', checks };
  }

  return {
    async read() {
      if (isStopping) return { status: 'stopping', checks: null };
      if (latest === null || performance.now() - latest.atMs > cachedMs) {
        latest = { atMs: performance.now(), readiness: look() };
      }
      return latest.readiness;
    },
    retire: () => void (isStopping = true),
    [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose](),
  };
}
