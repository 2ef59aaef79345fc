import type { Connection } from '../db/database.ts';
import { movements } from './movements.ts';

const sum = (kind: string) => `coalesce(sum(amount) filter (where kind = '${kind}'), 0)::bigint`;
const captured = sum('captured');
const refunded = `${sum('refunded')} - ${sum('refund_failed')}`;
// Summed up from the present states, not from the movements, so that the two have to agree.
const kept = `${captured} - coalesce((
  select sum(amount_in_cents) from reversals r
  where r.auction_id = id and r.state in ('pending', 'succeeded', 'open', 'lost')), 0)::bigint`;

/**
 * Records the balances of those of these auctions that are at rest: completed, with no hold that is open.
 *
 * @returns the auctions whose balance was recorded
 * @throws a violated CHECK constraint when the sums do not balance
 */
export async function recordBalances(connection: Connection, auctionIds: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ auctionId: string }>({
    name: 'record-balances',
    text: `
      insert into auction_balances (auction_id, authorized_in_cents, captured_in_cents, released_in_cents,
        expired_in_cents, failed_in_cents, refunded_in_cents, disputed_in_cents, kept_in_cents)
      -- Each auction by itself (offset 0): a join planned while few auctions were completed reads all movements for each of them.
      select id, sums.* from unnest($1::uuid[]) id, lateral (
        select ${sum('authorized')}, ${captured}, ${sum('released')}, ${sum('expired')}, ${sum('failed')},
          ${refunded}, ${sum('disputed')} - ${sum('dispute_won')}, ${kept}
        from (${movements('auction_id = id')}) m having count(*) > 0
      ) sums
      where exists (select from auctions where auctions.auction_id = id and status = 'completed' offset 0)
        and not exists (select from authorizations a where a.auction_id = id and a.closed_at is null offset 0)
      on conflict (auction_id) do update set authorized_in_cents = excluded.authorized_in_cents,
        captured_in_cents = excluded.captured_in_cents, released_in_cents = excluded.released_in_cents,
        expired_in_cents = excluded.expired_in_cents, failed_in_cents = excluded.failed_in_cents,
        refunded_in_cents = excluded.refunded_in_cents, disputed_in_cents = excluded.disputed_in_cents,
        kept_in_cents = excluded.kept_in_cents, balanced_at = clock_timestamp()
      returning auction_id as "auctionId"`,
    values: [auctionIds],
  });
  return rows.map(({ auctionId }) => auctionId);
}
