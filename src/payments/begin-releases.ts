import type { Connection } from '../db/database.ts';

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
      update authorizations set state = 'releasing', next_attempt_at = clock_timestamp()
      where auction_id = $1 and state in ('intended', 'challenged', 'authorized')
        and ($2::uuid is null or bid_id is distinct from $2)
      returning authorization_id as "authorizationId"`,
    values: [auctionId, except.bidId],
  });
  return rows.map(({ authorizationId }) => authorizationId);
}
