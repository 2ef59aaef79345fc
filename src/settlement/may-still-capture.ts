import type { Connection } from '../db/database.ts';
import { clockOffset } from '../db/seller-clock.ts';
import type { Claimed } from '../holds/claim.ts';
import { isOfAccount, isTransient } from '../providers/failure-code.ts';
import type { Observation } from '../providers/observation.ts';

/**
 * The time for which the captures of an auction that are declined for temporary reasons are retried, by the seller's clock. The bids
 * share it: the next bidders do not wait ten minutes for each bid above theirs.
 */
const retryDuration = `interval '10 minutes'`;

/** Begins the reason of an attempt that is retried for a temporary decline. */
export const declinedForNow = 'declined for now: ';

/**
 * Reads whether a capture that was refused may be waited for: a refusal for an account or a key as long as the hold lasts, a temporary
 * decline, such as one of a bank that does not answer, for ten minutes.
 */
export async function mayStillCapture(
  connection: Connection,
  claimed: Claimed,
  observation: Observation,
): Promise<boolean> {
  if (observation.outcome !== 'refused') return true;
  const { sellerId, auctionId, captureBefore } = claimed;
  const { rows } = await connection.query<{ isHeld: boolean; isRetried: boolean }>({
    name: 'may-still-capture',
    text: `
      select coalesce($3::timestamptz > now, true) as "isHeld", coalesce((
          select min(requested_at) from capture_attempts where auction_id = $1 and starts_with(reason, '${declinedForNow}')
        ) > now - ${retryDuration}, true) as "isRetried"
      from sellers, lateral (select clock_timestamp() + ${clockOffset} as now) clock where seller_id = $2`,
    values: [auctionId, sellerId, captureBefore],
  });
  const { isHeld, isRetried } = rows[0]!;
  return isOfAccount(observation.fault) ? isHeld : isTransient(observation.code) && isRetried;
}
