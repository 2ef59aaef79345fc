import type { Connection } from '../db/database.ts';
import { type Authorization, authorizationColumns } from './authorization.ts';
import { firstWait } from './claim.ts';

/**
 * Records that the authorization of a bid is about to be renewed. There is at most one renewal at a time. It is paid into the
 * same account as the bid's first hold, with the same fee.
 *
 * @returns `null` when this authorization no longer backs the bid, another process has claimed it since, or a renewal is
 *   under way
 */
export async function recordRenewal(
  connection: Connection,
  { authorizationId, attempt }: Authorization,
): Promise<Authorization | null> {
  const { rows } = await connection.query<Authorization>(
    `insert into authorizations
       (auction_id, seller_id, bidder_id, browser_id, is_signed, email, value_in_cents, provider, payment_account,
        application_fee_in_cents, replaces_authorization_id, next_attempt_at, waiting_since)
     select auction_id, seller_id, bidder_id, browser_id, is_signed, email, value_in_cents, provider, payment_account,
       application_fee_in_cents, authorization_id, clock_timestamp() + ${firstWait}, clock_timestamp()
     from authorizations where authorization_id = $1 and attempt = $2 and state = 'authorized' and bid_id is not null
     on conflict do nothing
     returning ${authorizationColumns}`,
    [authorizationId, attempt],
  );
  return rows[0] ?? null;
}
