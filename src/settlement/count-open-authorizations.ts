import type { Connection } from '../db/database.ts';
import { clockOffset } from '../db/seller-clock.ts';

/** Money in the balance right now. */
export interface OpenAuthorizations {
  readonly byState: Readonly<Record<string, number>>;
  /** Held for bids on auctions that end after the hold has lapsed. */
  readonly lapsingBeforeEnd: number;
  /** Still held an hour after their auction was completed: somebody has to look. */
  readonly overdueReleases: readonly string[];
}

export async function countOpenAuthorizations(connection: Connection): Promise<OpenAuthorizations> {
  const states = await connection.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from authorizations where closed_at is null group by state',
  );
  const lapsing = await connection.query<{ count: number }>(
    `select count(*)::int as count from authorizations z join auctions a using (auction_id)
     where z.closed_at is null and z.state = 'authorized' and z.bid_id is not null
       and a.status <> 'completed' and z.capture_before < a.bidding_period_ends_at`,
  );
  const overdue = await connection.query<{ authorizationId: string }>(
    `select z.authorization_id as "authorizationId"
     from authorizations z join auctions a using (auction_id) join sellers on sellers.seller_id = a.seller_id
     where z.closed_at is null and a.completed_at < clock_timestamp() + ${clockOffset} - interval '1 hour'
       and z.next_attempt_at is not null and z.attempt > 1
     order by z.created_at limit 100`,
  );
  return {
    byState: Object.fromEntries(states.rows.map(({ state, count }) => [state, count])),
    lapsingBeforeEnd: lapsing.rows[0]!.count,
    overdueReleases: overdue.rows.map(({ authorizationId }) => authorizationId),
  };
}
