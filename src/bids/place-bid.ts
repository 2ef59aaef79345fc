import { crashPoint } from '../core/crash-point.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { SellerMode } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { lockAuction } from '../db/lock-auction.ts';
import { sellerNow } from '../db/seller-clock.ts';
import { chooseGateway } from '../payments/choose-gateway.ts';
import { applicationFee } from '../payments/application-fee.ts';
import type { Authorization } from '../payments/authorization.ts';
import type { Gateway, Payee } from '../payments/gateway.ts';
import { liveSellersUseOwn, paidAccount } from '../payments/paid-account.ts';
import { findSubmitted } from '../payments/find-authorization.ts';
import { holdFunds } from '../payments/hold-funds.ts';
import { type Intent, recordIntent } from '../payments/record-intent.ts';
import type { BidDeps } from './bid-deps.ts';
import { concludeBid, continueBid } from './continue-bid.ts';
import { type BidRefusalCode, judgedAuction } from './judge-bid.ts';
import type { PlacedBid } from './placed-bid.ts';

export interface BidRequest {
  readonly auctionId: string;
  readonly bidderId: string;
  readonly email: string;
  readonly valueInCents: number;
  /** Random, generated with the form: submitting the same form again is the same bid. */
  readonly submissionToken: string;
  /** True: a valid signature of the seller came with `bidderId`. */
  readonly isSigned?: boolean;
  /** The browser that may see the bid as its own, by our cookie. */
  readonly browserId?: string;
  readonly cardToken: string;
  readonly returnUrl: string;
}

/**
 * Places a bid; no other function creates one. First the intent is written down, then the hold is requested, then one
 * transaction locks the auction's row, decides by the clock, and writes the bid or marks the hold for release. A
 * process that dies in between leaves an authorization that the sweep completes or releases.
 *
 * @returns the authorization's id too, if there is one: `continueBid` resumes the bid with it
 * @throws Refusal `auction_not_found`; `payments_unavailable` for a live seller where no provider is configured
 */
export async function placeBid(
  deps: BidDeps,
  request: BidRequest,
): Promise<PlacedBid & { readonly authorizationId: string | null }> {
  const { db, gateways } = deps;
  const auction = await readAuctionForBid(deps, request);
  if (auction === null) throw new Refusal('auction_not_found');
  const { refusal } = auction;
  if (refusal !== null) {
    // A form that was submitted in time and is submitted again gets its first answer.
    const first = await findSubmitted(db, request);
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
    payee: payeeOf(gateway, auction.account, valueInCents),
    submissionToken,
    browserId,
  };
  const recorded = auction.isAttempted
    ? await recordIntent(db, intent)
    : await db.transaction((tx) => recordFirstIntent(tx, intent));
  if (recorded === null) {
    const { refusal: since } = (await readAuctionForBid(deps, request)) ?? auction;
    return { outcome: 'refused', code: since ?? 'auction_ended', authorizationId: null };
  }
  const { authorization, isNew } = recorded;
  const { authorizationId } = authorization;
  if (!isNew) return await goOn(deps, authorization);
  crashPoint('bid: intent recorded');

  const { cardToken, returnUrl } = request;
  const answer = await holdFunds(deps, authorization, { cardToken, returnUrl });
  return { ...(await concludeBid(deps, authorization, answer)), authorizationId };
}

async function goOn(deps: BidDeps, { authorizationId }: Authorization) {
  return { ...(await continueBid(deps, authorizationId)), authorizationId };
}

/** @param account `null`: the operator's own account is paid */
function payeeOf({ accounts }: Gateway, account: string | null, valueInCents: number): Payee | null {
  return account === null ? null : { account, feeInCents: applicationFee(accounts.feeRate, valueInCents) };
}

interface AuctionForBid {
  readonly sellerId: string;
  readonly mode: SellerMode;
  /** `null`: the operator's own account is paid. */
  readonly account: string | null;
  readonly isAttempted: boolean;
  readonly refusal: BidRefusalCode | 'bidder_not_signed' | 'seller_cannot_be_paid' | null;
}

const ofAuction = { id: 'auction.seller_id', mode: 'auction.mode' };

/**
 * Reads the auction, and the account that its seller is paid into.
 *
 * @returns `null`: there is no such auction
 */
async function readAuctionForBid(
  { db, gateways }: Pick<BidDeps, 'db' | 'gateways'>,
  { auctionId, bidderId, valueInCents, isSigned = false }: BidRequest,
): Promise<AuctionForBid | null> {
  if (!isUuid(auctionId)) return null;
  const { rows } = await db.query<AuctionForBid>({
    name: 'auction-for-bid',
    text: `
      select auction.seller_id as "sellerId", mode, is_attempted as "isAttempted", paid.account,
        coalesce(refusal, case
          when is_required and not $4::boolean then 'bidder_not_signed'
          when not paid.can_be_paid then 'seller_cannot_be_paid' end) as refusal
      from (${judgedAuction({ valueInCents: '$2::bigint', bidderId: '$3::text' })}) auction
        left join bidder_signing using (seller_id), lateral ${paidAccount(ofAuction, '$5')} paid`,
    values: [auctionId, valueInCents, bidderId, isSigned, liveSellersUseOwn(gateways)],
  });
  return rows[0] ?? null;
}

/**
 * Longer than it takes to commit the first intent. Readers must not see an auction completed without bids while a transaction
 * that lets it have bids is still to be committed. No real card is asked and holds in less time.
 */
const firstBidMargin = `interval '250 milliseconds'`;

/**
 * Records the first intent of an auction. From here on the auction may have bids, which readers must know before its end: see
 * `statusByClock`.
 *
 * @returns `null` if the auction is completed, or ends too soon for a first bid
 */
async function recordFirstIntent(tx: Connection, intent: Intent) {
  const { auctionId, sellerId } = intent;
  const [, { rows }] = await Promise.all([
    tx.query(lockAuction(auctionId)),
    tx.query<{ mayHaveBids: boolean }>({
      name: 'record-first-attempt',
      // This statement comes after the lock's, so that its clock is later, too. An ended auction that already reads
      // as completed stays completed.
      text: `
        with marked as (
          update auctions set first_bid_attempt_at = ${sellerNow}
          where auction_id = $2 and first_bid_attempt_at is null and status <> 'completed'
            and bidding_period_ends_at > ${sellerNow} + ${firstBidMargin}
          returning auction_id
        )
        select first_bid_attempt_at is not null or exists (select from marked) as "mayHaveBids"
        from auctions where auction_id = $2`,
      values: [sellerId, auctionId],
    }),
  ]);
  return rows[0]?.mayHaveBids === true ? await recordIntent(tx, intent) : null;
}
