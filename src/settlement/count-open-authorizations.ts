import { latestEnd } from '../core/soft-close.ts';
import type { Connection } from '../platform/db/database.ts';
import { clockOffset } from '../platform/db/seller-clock.ts';

/**
 * Counts the authorizations that are still open.
 *
 * @returns also the holds of bids whose auctions end after the hold has lapsed, and the ids of the authorizations that are still open an
 *   hour after their auction was completed: an operator has to act
 */
export async function countOpenAuthorizations(connection: Connection) {
  const states = await connection.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from authorizations where closed_at is null group by state',
  );
  const lapsing = await connection.query<{ count: number }>(
    `select count(*)::int as count from authorizations held join auctions a using (auction_id)
     where held.closed_at is null and held.state = 'authorized' and held.bid_id is not null
       and a.status <> 'completed' and held.capture_before < ${latestEnd}`,
  );
  const overdue = await connection.query<{ authorizationId: string }>(
    `select held.authorization_id as "authorizationId"
     from authorizations held join auctions a using (auction_id) join sellers on sellers.seller_id = a.seller_id
     where held.closed_at is null and held.state <> 'captured_outside' and a.completed_at < clock_timestamp() + ${clockOffset} - interval '1 hour'
     order by held.created_at limit 100`,
  );
  return {
    byState: Object.fromEntries(states.rows.map(({ state, count }) => [state, count])),
    lapsingBeforeEnd: lapsing.rows[0]!.count,
    overdueReleases: overdue.rows.map(({ authorizationId }) => authorizationId),
  };
}
