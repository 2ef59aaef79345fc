import { sellerNow } from '../db/seller-clock.ts';
import { crashPoint } from '../core/crash-point.ts';
import { Refusal } from '../core/refusal.ts';
import type { Connection } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { chooseGateway } from '../payments/choose-gateway.ts';
import type { Authorization } from '../payments/authorization.ts';
import { findSubmitted } from '../payments/find-authorization.ts';
import { holdFunds } from '../payments/hold-funds.ts';
import { type Intent, recordIntent } from '../payments/record-intent.ts';
import type { BidDeps } from './bid-deps.ts';
import { concludeBid, continueBid } from './continue-bid.ts';
import { judgeBid, readAuctionForBid } from './judge-bid.ts';
import type { PlacedBid } from './placed-bid.ts';

export interface BidRequest {
  readonly auctionId: string;
  readonly bidderId: string;
  readonly email: string;
  readonly valueInCents: number;
  /** Random, made with the form: submitting the same form again is the same bid. */
  readonly submissionToken: string;
  /** The browser that may see the bid as its own, by our cookie. */
  readonly browserId?: string;
  readonly cardToken: string;
  readonly returnUrl: string;
}

/**
 * Places a bid: the only way one comes to be. First the intent is written down, then the card is asked, then one
 * transaction that holds the auction's row decides by the clock and writes the bid, or has the hold released. A process
 * that dies in between leaves an authorization that the sweep completes or releases.
 *
 * @returns the authorization's id too, where there is one: `continueBid` takes it up again
 * @throws Refusal `auction_not_found`; `payments_unavailable` for a live seller where no provider is configured
 */
export async function placeBid(
  deps: BidDeps,
  request: BidRequest,
): Promise<PlacedBid & { readonly authorizationId: string | null }> {
  const { db, gateways } = deps;
  const auction = await readAuctionForBid(db.pool, request.auctionId);
  if (auction === null) throw new Refusal('auction_not_found');
  const refusal = judgeBid(auction, request.valueInCents);
  if (refusal !== null) {
    // A form that was submitted in time, and again now, has its answer already.
    const first = await findSubmitted(db.pool, request);
    if (first !== null) return await goOn(deps, first);
    return { outcome: 'refused', code: refusal, authorizationId: null };
  }

  const gateway = chooseGateway(gateways, auction.mode);
  const { auctionId, bidderId, email, valueInCents, submissionToken, browserId = null } = request;
  if (valueInCents < gateway.minimumInCents || valueInCents > gateway.maximumInCents) {
    return { outcome: 'refused', code: 'amount_out_of_bounds', authorizationId: null };
  }
  const intent = {
    auctionId,
    sellerId: auction.sellerId,
    bidderId,
    email,
    valueInCents,
    provider: gateway.name,
    submissionToken,
    browserId,
  };
  const { authorization, isNew } = auction.attempted
    ? await recordIntent(db.pool, intent)
    : await inTransaction(db, (tx) => recordFirstIntent(tx, intent));
  const { authorizationId } = authorization;
  if (!isNew) return await goOn(deps, authorization);
  crashPoint('bid: intent recorded');

  const answer = await holdFunds(deps, authorization, request);
  return { ...(await concludeBid(deps, authorization, answer)), authorizationId };
}

async function goOn(deps: BidDeps, { authorizationId }: Authorization) {
  return { ...(await continueBid(deps, authorizationId)), authorizationId };
}

/** From here on the auction may have bids, which a reader has to know before its end: see `statusByClock`. */
async function recordFirstIntent(tx: Connection, intent: Intent) {
  await tx.query(
    // Not past the end: an auction that already reads as completed must stay so.
    `update auctions set first_bid_attempt_at = ${sellerNow}
     where auction_id = $2 and first_bid_attempt_at is null and status <> 'completed' and bidding_period_ends_at > ${sellerNow}`,
    [intent.sellerId, intent.auctionId],
  );
  return recordIntent(tx, intent);
}
