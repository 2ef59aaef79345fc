import type { Connection } from '../db/database.ts';

/**
 * Ties a bid to the authorization that backs it; from then on the sweep leaves it alone. Belongs in the transaction
 * that writes the bid.
 *
 * @returns whether the authorization stands and has no bid yet; if not, the bid must not be written
 */
export async function attachBid(tx: Connection, authorizationId: string, bidId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'attach-bid',
    text: `update authorizations set bid_id = $2, next_attempt_at = null
      where authorization_id = $1 and state = 'authorized' and bid_id is null`,
    values: [authorizationId, bidId],
  });
  return rowCount === 1;
}
