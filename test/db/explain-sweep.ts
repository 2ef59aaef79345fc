import type { ProcessDeps } from '../../src/payments/deps.ts';
import { armingHorizonMs } from '../../src/platform/jobs/alarms.ts';
import { sweep } from '../../src/operations/work/sweep.ts';
import { planFaults } from '../support/plan-faults.ts';
import type { RunStatement, WatchedDatabase } from '../support/watch-plans.ts';

/** One pass of the sweep, and why its plans would not stay flat: it should read what is due or nears, whatever else there is. */
export async function explainSweep(
  { db, during }: WatchedDatabase,
  deps: Pick<ProcessDeps, 'db' | 'alarms' | 'log'>,
): Promise<{ statements: readonly RunStatement[]; faults: readonly string[] }> {
  const { rows } = await db.query<{ nearing: number }>(
    `select count(*)::int as nearing from auctions
     where status = 'upcoming' and bidding_period_starts_at <= clock_timestamp() + $1 * interval '1 millisecond'
       or status <> 'completed' and bidding_period_ends_at <= clock_timestamp() + $1 * interval '1 millisecond'`,
    [armingHorizonMs],
  );
  const statements = await during(() => sweep(deps, null));
  return { statements, faults: statements.flatMap((statement) => planFaults(statement, rows[0]!.nearing)) };
}
