import type { Connection } from '../db/database.ts';
import { lockAuction } from '../db/lock-auction.ts';
import { clockOffset } from '../db/seller-clock.ts';
import { moveAuthorization } from '../payments/move-authorization.ts';
import { claim, type Claimed } from '../payments/claim.ts';
import { recordCaptureRequest } from './capture-attempts.ts';
import { completeAuction } from './complete-auction.ts';
import { couldBeCaptured } from '../payments/could-be-captured.ts';
import { isHeld, isUnrecognized } from './settlement-holds.ts';
import { topAuthorization } from './top-authorization.ts';

export type Step =
  | { readonly kind: 'capture'; readonly claimed: Claimed }
  | { readonly kind: 'settled' }
  | { readonly kind: 'waits' }
  | { readonly kind: 'nothing_due' };

/** Decides the next step of an auction's settlement, and records the step while the auction's row is locked. */
export async function nextStep(tx: Connection, auctionId: string): Promise<Step> {
  await tx.query(lockAuction(auctionId));
  const { rows } = await tx.query<{
    isDue: boolean;
    isCapturing: boolean;
    isHeld: boolean;
    topAuthorizationId: string | null;
  }>({
    name: 'settlement-state',
    // This statement comes after the lock's, so its clock and its rows are from a time at which we hold the lock.
    text: `
      select a.status <> 'completed' and a.bidding_period_ends_at <= clock_timestamp() + ${clockOffset} as "isDue",
        exists (select from authorizations held where held.auction_id = a.auction_id and ${couldBeCaptured('held')}) as "isCapturing",
        ${isHeld('a')} or ${isUnrecognized} as "isHeld",
        ${topAuthorization('a.auction_id')} as "topAuthorizationId"
      from auctions a join sellers using (seller_id)
      where a.auction_id = $1`,
    values: [auctionId],
  });
  const state = rows[0];
  if (state === undefined || !state.isDue) return { kind: 'nothing_due' };
  if (state.isCapturing || state.isHeld) return { kind: 'waits' };
  if (state.topAuthorizationId === null) {
    await completeAuction(tx, auctionId, null);
    return { kind: 'settled' };
  }
  return { kind: 'capture', claimed: await beginCapture(tx, auctionId, state.topAuthorizationId) };
}

/** Moves an authorization to `capturing`. From here on the auction cannot be cancelled. */
async function beginCapture(tx: Connection, auctionId: string, authorizationId: string): Promise<Claimed> {
  await tx.query({
    name: 'request-capture',
    text: `update auctions set capture_requested_at = clock_timestamp() where auction_id = $1 and capture_requested_at is null`,
    values: [auctionId],
  });
  const moved = await moveAuthorization(tx, authorizationId, 'beginCapture');
  const claimed = moved === null ? null : await claim(tx, authorizationId, ['capturing']);
  if (claimed === null) throw new Error(`Authorization ${authorizationId} changed while its auction was locked.`);
  await recordCaptureRequest(tx, claimed);
  return claimed;
}
