import type { Connection } from '../db/database.ts';

/** The failure code of an authorization whose bid was not written yet, as SQL of the auction's current row. */
const whyNoBid = `case
  when auction.cancelled_at is not null then 'auction_cancelled'
  when auction.status = 'completed' then 'auction_ended' end`;

/**
 * Marks every authorization of an auction that holds money, or still may, for release, as SQL: when the auction is
 * cancelled, or settled with a winner. The update returns nothing. An earlier statement of the caller locks the auction's
 * row: if this one waited for the lock, it would miss rows that are written meanwhile.
 *
 * @param auction the name of a query of the same `with`: the auction's current row
 * @param exceptBidId the winning bid, whose authorization is captured, as SQL; null when there is none
 */
export function releasing(auction: string, exceptBidId: string): string {
  // Without a winner there is no exception, not even for authorizations without a bid: a renewal could still get the bid.
  return `
    update authorizations a set state = 'releasing', tries_in_state = 0, next_attempt_at = clock_timestamp(),
      failure_code = case when bid_id is null then coalesce(failure_code, ${whyNoBid}) else failure_code end
    from ${auction} auction
    where a.auction_id = auction.auction_id and a.state in ('intended', 'challenged', 'authorized')
      and (${exceptBidId}::uuid is null or bid_id is distinct from ${exceptBidId}::uuid)`;
}

/**
 * Runs `releasing` as a statement of its own. After the commit, call `releaseAuthorization` for each; a worker releases the
 * others.
 *
 * @returns the ids of the authorizations that were marked now
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
