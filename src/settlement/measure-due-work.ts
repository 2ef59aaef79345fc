import type { Connection } from '../db/database.ts';
import { couldBeCaptured } from '../payments/could-be-captured.ts';
import { areCapturesStopped } from './settlement-holds.ts';
import { isOfKind, type WorkKind, workKinds } from '../payments/work-kinds.ts';

/**
 * `transition`: an auction that has begun, and is not recorded so. `settlement`: one that has ended. `card`: a kept card that no
 * hold needs any more.
 */
export type DueKind = WorkKind | 'settlement' | 'transition' | 'card';

export const dueKinds: readonly DueKind[] = [...workKinds, 'settlement', 'transition', 'card'];

/** The work of one kind that is due now by PostgreSQL's clock, and not done. */
export interface DueWork {
  readonly kind: DueKind;
  readonly count: number;
  /** The time for which the oldest item has been due. */
  readonly oldestSeconds: number;
}

const kindOfRow = `case ${workKinds.map((kind) => `when ${isOfKind[kind]} then '${kind}'`).join(' ')} end`;

const due = `
  select ${kindOfRow} as kind, next_attempt_at as due_at from authorizations a
  where next_attempt_at <= statement_timestamp()
  union all
  select 'settlement', bidding_period_ends_at from auctions
  where status <> 'completed' and bidding_period_ends_at <= statement_timestamp() and not exists (
    select from authorizations a where a.auction_id = auctions.auction_id and ${couldBeCaptured('a')} offset 0)
    and not ${areCapturesStopped('auctions')}
  union all
  select 'transition', bidding_period_starts_at from auctions
  where status = 'upcoming' and bidding_period_starts_at <= statement_timestamp()
    and bidding_period_ends_at > statement_timestamp()
  union all
  select 'card', next_attempt_at from kept_cards where next_attempt_at <= statement_timestamp()`;

/**
 * Measures the work that is due, whether or not a worker has tried it: without a worker, `oldestSeconds` grows.
 *
 * @returns every kind; one with nothing due has the count 0
 */
export async function measureDueWork(connection: Connection): Promise<DueWork[]> {
  const { rows } = await connection.query<DueWork>({
    name: 'measure-due-work',
    text: `
      select kind, count(*)::int as count,
        max(extract(epoch from statement_timestamp() - due_at))::float8 as "oldestSeconds"
      from (${due}) due group by kind`,
  });
  return dueKinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, count: 0, oldestSeconds: 0 });
}
