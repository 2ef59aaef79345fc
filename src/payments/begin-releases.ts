import type { Connection } from '../db/database.ts';

/** What a bidder is told whose bid was still on its way, as SQL: `$1` is the auction as it now is. */
const whyNoBid = `(
  select case when cancelled_at is not null then 'auction_cancelled' when status = 'completed' then 'auction_ended' end
  from auctions where auction_id = $1)`;

/**
 * Marks everything of an auction that holds money, or still may, as to be released: when the auction is cancelled, or
 * settled with a winner. After the commit, call `releaseAuthorization` for each; the sweep does for those forgotten.
 *
 * @param except.bidId the winner's, whose own authorization is captured; `null` when there is none
 * @returns the ids of those marked now
 */
export async function beginReleases(
  tx: Connection,
  auctionId: string,
  except: { bidId: string | null },
): Promise<string[]> {
  const { rows } = await tx.query<{ authorizationId: string }>({
    name: 'begin-releases',
    // Without a winner nothing is excepted, not even what has no bid (yet): a renewal would otherwise take over its bid.
    text: `
      update authorizations set state = 'releasing', tries_in_state = 0, next_attempt_at = clock_timestamp(),
        failure_code = case when bid_id is null then coalesce(failure_code, ${whyNoBid}) else failure_code end
      where auction_id = $1 and state in ('intended', 'challenged', 'authorized')
        and ($2::uuid is null or bid_id is distinct from $2)
      returning authorization_id as "authorizationId"`,
    values: [auctionId, except.bidId],
  });
  return rows.map(({ authorizationId }) => authorizationId);
}
