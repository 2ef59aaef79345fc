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
  if (isOfAccount(observation.fault)) return await isStillHeld(connection, claimed);
  return isTransient(observation.code) && (await isRetried(connection, claimed));
}

async function isStillHeld(connection: Connection, { sellerId, captureBefore }: Claimed): Promise<boolean> {
  const { rows } = await connection.query<{ isHeld: boolean }>({
    name: 'is-still-held',
    text: `
      select coalesce($2::timestamptz > clock_timestamp() + ${clockOffset}, true) as "isHeld" from sellers where sellers.seller_id = $1`,
    values: [sellerId, captureBefore],
  });
  return rows[0]!.isHeld;
}

async function isRetried(connection: Connection, { sellerId, auctionId }: Claimed): Promise<boolean> {
  const { rows } = await connection.query<{ isRetried: boolean }>({
    name: 'is-capture-retried',
    text: `
      select coalesce(min(requested_at) > clock_timestamp() + min(${clockOffset}) - ${retryDuration}, true) as "isRetried"
      from sellers left join capture_attempts on auction_id = $1 and starts_with(reason, '${declinedForNow}')
      where sellers.seller_id = $2`,
    values: [auctionId, sellerId],
  });
  return rows[0]!.isRetried;
}
