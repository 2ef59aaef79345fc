import type { Connection } from '../db/database.ts';

/** What a bidder is told whose bid was still on its way, as SQL of the auction as it now is. */
const whyNoBid = `case
  when auction.cancelled_at is not null then 'auction_cancelled'
  when auction.status = 'completed' then 'auction_ended' end`;

/**
 * Marks everything of an auction that holds money, or still may, as to be released: when the auction is cancelled, or
 * settled with a winner. As SQL, an update that returns nothing; the caller holds the auction's row since an earlier
 * statement, as this one would miss what is written while it waits for it.
 *
 * @param auction the name of a query of the same `with`: the auction's row as it now is
 * @param exceptBidId as SQL: the winner's, whose own authorization is captured; null when there is none
 */
export function releasing(auction: string, exceptBidId: string): string {
  // Without a winner nothing is excepted, not even what has no bid (yet): a renewal would otherwise take over its bid.
  return `
    update authorizations z set state = 'releasing', tries_in_state = 0, next_attempt_at = clock_timestamp(),
      failure_code = case when bid_id is null then coalesce(failure_code, ${whyNoBid}) else failure_code end
    from ${auction} auction
    where z.auction_id = auction.auction_id and z.state in ('intended', 'challenged', 'authorized')
      and (${exceptBidId}::uuid is null or bid_id is distinct from ${exceptBidId}::uuid)`;
}

/**
 * The same as a statement of its own. After the commit, call `releaseAuthorization` for each; the sweep does for those
 * forgotten.
 *
 * @returns the ids of those marked now
 */
export async function beginReleases(
  tx: Connection,
  auctionId: string,
  except: { bidId: string | null },
): Promise<string[]> {
  const { rows } = await tx.query<{ authorizationId: string }>({
    name: 'begin-releases',
    text: `
      with ended as (select auction_id, status, cancelled_at from auctions where auction_id = $1)
      ${releasing('ended', '$2')}
      returning authorization_id as "authorizationId"`,
    values: [auctionId, except.bidId],
  });
  return rows.map(({ authorizationId }) => authorizationId);
}
