import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '../src/db/database.ts';
import type { Alarm, Alarms } from '../src/jobs/alarms.ts';
import { armAll } from './arm-all.ts';

export interface Sampling {
  readonly count: number;
  /** So far apart that each transition is alone. */
  readonly everyMs: number;
  /** Time for arming them; twice as long is tried where it was too short. */
  readonly leadMs: number;
}

const patienceMs = 30_000;
const maxLeadMs = 15_000;

/**
 * Has auctions begin and end without bids, in turns, one after the other, while a worker hears their alarms.
 *
 * The database has to run with `track_commit_timestamp`: a transition's instant is that of the commit that made it, by
 * PostgreSQL's clock.
 *
 * @returns how late each was, in milliseconds; negative would be early
 * @throws when one does not happen
 */
export async function sampleTransitions(
  db: Connection,
  alarms: Alarms,
  { count, everyMs, leadMs }: Sampling,
): Promise<number[]> {
  const { rows } = await db.query<Alarm>(samples, [count, leadMs, everyMs]);
  await armAll(alarms, rows);
  const { rows: armed } = await db.query<{ inTime: boolean }>('select clock_timestamp() < $1 as "inTime"', [
    rows[0]!.dueAt,
  ]);
  if (!armed[0]!.inTime) {
    if (leadMs > maxLeadMs) throw new Error(`${count} transitions cannot be armed in ${leadMs} ms.`);
    return await sampleTransitions(db, alarms, { count, everyMs, leadMs: leadMs * 2 });
  }

  await delay(leadMs + count * everyMs);
  for (let begin = performance.now(); ; await delay(200)) {
    const turned = await db.query<{ lagMs: number }>(lags, [rows.map(({ auctionId }) => auctionId)]);
    if (turned.rows.length === count) return turned.rows.map(({ lagMs }) => lagMs);
    if (performance.now() - begin > patienceMs)
      throw new Error(`${turned.rows.length} of ${count} transitions have happened.`);
  }
}

const samples = `
with seller as (
  insert into sellers (name, mode) values ('Seller ' || uuidv7(), 'test') returning seller_id
), planned as materialized (
  select seller_id, n % 2 = 0 as opens, clock.now + ($2 + n * $3) * interval '1 millisecond' as due_at
  from seller, (select clock_timestamp() as now) clock, generate_series(0, $1::int - 1) n
)
insert into auctions (
  seller_id, bidding_period_starts_at, bidding_period_ends_at, type, title, minimum_bid_value_in_cents, status)
select seller_id, case when opens then due_at else due_at - interval '1 day' end,
  case when opens then due_at + interval '1 day' else due_at end, 'asynchronous', 'A lone transition', 500,
  case when opens then 'upcoming' else 'ongoing' end::auction_status
from planned order by due_at
returning case status when 'upcoming' then 'open' else 'close' end as kind, auction_id as "auctionId",
  case status when 'upcoming' then bidding_period_starts_at else bidding_period_ends_at end as "dueAt"`;

const lags = `
select (extract(epoch from pg_xact_commit_timestamp(xmin)
  - case status when 'ongoing' then bidding_period_starts_at else bidding_period_ends_at end) * 1000)::float8 as "lagMs"
from auctions
where auction_id = any($1) and (status = 'completed' or status = 'ongoing' and bidding_period_ends_at > clock_timestamp())`;
