import { clockOffset } from '../db/seller-clock.ts';
import type { Connection } from '../db/database.ts';
import { moveAuthorization } from '../payments/move-authorization.ts';
import { takeUp, type TakenUp } from '../payments/take-up.ts';
import { recordCaptureRequest } from './capture-attempts.ts';
import { completeAuction } from './complete-auction.ts';

export type Step =
  | { readonly kind: 'capture'; readonly taken: TakenUp }
  | { readonly kind: 'settled' }
  | { readonly kind: 'waits' }
  | { readonly kind: 'nothing_due' };

/** What settlement does next with an auction: decided and written down while its row is held. */
export async function nextStep(tx: Connection, auctionId: string): Promise<Step> {
  await tx.query({
    name: 'lock-auction',
    text: 'select from auctions where auction_id = $1 for no key update',
    values: [auctionId],
  });
  const { rows } = await tx.query<{ isDue: boolean; isCapturing: boolean; topAuthorizationId: string | null }>({
    name: 'settlement-state',
    // A later statement than the lock's, so that its clock and what it reads are those of whoever holds the row.
    text: `
      select a.status <> 'completed' and a.bidding_period_ends_at <= clock_timestamp() + ${clockOffset} as "isDue",
        exists (select from authorizations z where z.auction_id = a.auction_id and z.state = 'capturing') as "isCapturing",
        (select z.authorization_id
         from bids b join authorizations z on z.bid_id = b.bid_id and z.auction_id = b.auction_id and z.state = 'authorized'
         where b.auction_id = a.auction_id
         order by b.bid_value_in_cents desc, b.placed_at, b.bid_id
         limit 1) as "topAuthorizationId"
      from auctions a join sellers using (seller_id)
      where a.auction_id = $1`,
    values: [auctionId],
  });
  const state = rows[0];
  if (state === undefined || !state.isDue) return { kind: 'nothing_due' };
  if (state.isCapturing) return { kind: 'waits' };
  if (state.topAuthorizationId === null) {
    await completeAuction(tx, auctionId, null);
    return { kind: 'settled' };
  }
  return { kind: 'capture', taken: await beginCapture(tx, auctionId, state.topAuthorizationId) };
}

/** From here on the auction cannot be cancelled, and its money waits for the answer. */
async function beginCapture(tx: Connection, auctionId: string, authorizationId: string): Promise<TakenUp> {
  await tx.query({
    name: 'request-capture',
    text: `update auctions set capture_requested_at = clock_timestamp() where auction_id = $1 and capture_requested_at is null`,
    values: [auctionId],
  });
  const moved = await moveAuthorization(tx, authorizationId, 'beginCapture');
  const taken = moved === null ? null : await takeUp(tx, authorizationId, ['capturing']);
  if (taken === null) throw new Error(`Authorization ${authorizationId} was taken while its auction was held.`);
  await recordCaptureRequest(tx, taken);
  return taken;
}
