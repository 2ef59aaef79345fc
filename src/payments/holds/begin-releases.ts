import type { Connection } from '../../platform/db/database.ts';
import { nowOfSeller } from '../../platform/db/seller-clock.ts';
import { assignmentsOf } from './move-authorization.ts';

const mayHold = `a.state in ('intended', 'challenged', 'authorized')`;

/** The most releases that one batch of completed auctions begins: about 50 ms. An auction beyond that is completed alone. */
export const maxReleasesInBatch = 2_000;

/**
 * Chooses the auctions that one batch completes, those with the fewest holds first: what a popular auction has to release must not
 * delay the results of others.
 */
export async function fitReleases(tx: Connection, auctionIds: readonly string[]): Promise<string[]> {
  if (auctionIds.length === 0) return [];
  const { rows } = await tx.query<{ auctionId: string }>({
    name: 'fit-releases',
    // Counts no further than matters: an auction may have a hundred thousand holds.
    text: `
      select auction_id as "auctionId" from (
        select auction_id, sum(holds) over (order by holds, auction_id) as sum from unnest($1::uuid[]) ids (auction_id), lateral (
          select count(*) as holds from (
            select from authorizations a where a.auction_id = ids.auction_id and ${mayHold} limit ${maxReleasesInBatch + 1}) held) counted) fitting
      where sum <= ${maxReleasesInBatch}`,
    values: [auctionIds],
  });
  return rows.map(({ auctionId }) => auctionId);
}

/** The failure code of an authorization whose bid was not written yet, as SQL of the auction's current row. */
const whyNoBid = `case
  when auction.cancelled_at is not null then 'auction_cancelled'
  when auction.status = 'completed' then 'auction_ended' end`;

/** The provider may still say that the hold is active. The bid could not pay when the auction was decided, and the books say why. */
const hasLapsed = `capture_before <= ${nowOfSeller('a.seller_id')}`;

/**
 * Marks every authorization of an auction that holds money, or still may, for release, as SQL: when the auction is
 * cancelled, or settled. The authorization of a winner is not in one of these states any more. The update returns nothing. An earlier statement of the caller locks the auction's
 * row: if this one waited for the lock, it would miss rows that are written meanwhile. Each auction's holds are found by themselves: in a join,
 * PostgreSQL would read all holds of another, popular auction.
 *
 * @param auction the name of a query of the same `with`: the auction's current row
 * @param options.givesUpCaptures also the hold whose capture settlement would request again. The caller has read that no request is under way
 */
export function releasing(auction: string, { givesUpCaptures = false }: { givesUpCaptures?: boolean } = {}): string {
  const isToBeReleased = givesUpCaptures ? `(${mayHold} or a.state = 'capturing')` : mayHold;
  return `
    update authorizations a set ${assignmentsOf('beginRelease')}, auction_is_over = true,
      failure_code = case when bid_id is null then coalesce(failure_code, ${whyNoBid})
        when ${hasLapsed} then 'authorization_expired' when a.state = 'capturing' then null else failure_code end
    from ${auction} auction
    where a.auction_id = auction.auction_id and ${isToBeReleased} and a.authorization_id = any(array(
      select held.authorization_id from ${auction} auction cross join lateral (
        select authorization_id from authorizations a where a.auction_id = auction.auction_id and ${isToBeReleased} offset 0) held))`;
}
