import type { QueryConfig } from 'pg';
import { isUuid } from '../core/uuid.ts';
import { lockAuction } from '../db/lock-auction.ts';
import type { Authorization } from '../payments/authorization.ts';
import { holdTerms, termsIn } from '../payments/hold-terms.ts';
import { recordingCardsToKeep } from '../payments/kept-card.ts';
import { liveSellersUseOwn, paidAccount } from '../payments/paid-account.ts';
import type { ProviderName } from '../payments/provider-name.ts';
import { recordingIntents } from '../payments/record-intent.ts';
import type { BidDeps } from './bid-deps.ts';
import type { BidRequest } from './bid-request.ts';
import { type BidRefusalCode, judgedAuction } from './judge-bid.ts';

/** A bid that was judged, with its intent if that was recorded. */
export interface BegunBid {
  /** `null`: refused, or the form was submitted before. */
  readonly intent: Authorization | null;
  readonly refusal: BidRefusalCode | 'bidder_not_signed' | 'seller_cannot_be_paid' | 'amount_out_of_bounds' | null;
  /** `null`: no provider of the seller's mode is configured. */
  readonly provider: ProviderName | null;
  /** The hold may have to be renewed. */
  readonly keepsCard: boolean;
}

/**
 * Judges a bid, and records the intent to hold its value if the auction accepts the bid now, in one round trip.
 *
 * @returns `null`: there is no such auction
 */
export async function beginBid({ db, gateways }: BidDeps, request: BidRequest): Promise<BegunBid | null> {
  if (!isUuid(request.auctionId)) return null;
  const values = [
    request.auctionId,
    request.valueInCents,
    request.bidderId,
    request.isSigned ?? false,
    liveSellersUseOwn(gateways),
    JSON.stringify(holdTerms(gateways, request.valueInCents)),
    request.email,
    request.submissionToken,
    request.browserId ?? null,
  ];
  const begun = begunOf(await db.query(recordJudgedIntent(values, { mayBeFirst: false })));
  if (begun === null || begun.isAttempted || begun.refusal !== null || begun.provider === null) return begun;
  const [, first] = await db.pipeline([
    lockAuction(request.auctionId),
    recordJudgedIntent(values, { mayBeFirst: true }),
  ]);
  return begunOf(first!);
}

/**
 * Longer than it takes to commit the first intent. Readers must not see an auction completed without bids while a transaction
 * that lets it have bids is still to be committed. No real card is asked and holds in less time.
 */
const firstBidMargin = `interval '250 milliseconds'`;

const ofAuction = { id: 'auction.seller_id', mode: 'auction.mode' };

/**
 * From the first intent on the auction may have bids, which readers must know before its end: see `statusByClock`. An ended
 * auction that already reads as completed stays completed.
 *
 * @param mayBeFirst an earlier statement of the transaction has locked the auction's row, so that this one's clock is later
 */
function recordJudgedIntent(values: readonly unknown[], { mayBeFirst }: { mayBeFirst: boolean }): QueryConfig {
  return {
    name: 'record-judged-intent',
    text: `
      with judged as materialized (
        select auction.auction_id, auction.seller_id, is_attempted, judged_at, keeps_card, provider,
          $3::text as bidder_id, $7::text as email, $2::bigint as value_in_cents, $8::text as submission_token, $9::uuid as browser_id,
          paid.account as payment_account, case when paid.account is not null then "feeInCents" end as application_fee_in_cents,
          coalesce(refusal, case
            when is_required and not $4::boolean then 'bidder_not_signed'
            when not paid.can_be_paid then 'seller_cannot_be_paid'
            when not "takesAmount" then 'amount_out_of_bounds' end) as refusal
        from (${judgedAuction({ valueInCents: '$2::bigint', bidderId: '$3::text' })}) auction
          left join bidder_signing using (seller_id) left join ${termsIn('$6')} using (mode),
          lateral ${paidAccount(ofAuction, '$5')} paid
      ), marked as (
        update auctions set first_bid_attempt_at = judged_at from judged
        where $10::boolean and auctions.auction_id = judged.auction_id and first_bid_attempt_at is null
          and refusal is null and provider is not null
          and auctions.status <> 'completed' and bidding_period_ends_at > judged_at + ${firstBidMargin}
        returning auctions.auction_id
      ), accepted as (
        select * from judged
        where refusal is null and provider is not null and (is_attempted or exists (select from marked))
      ), intended as (${recordingIntents('accepted')}
      ), kept as (${recordingCardsToKeep('(select intended.* from intended, judged where keeps_card)')}
      )
      select judged.refusal, judged.provider as "chosenProvider", judged.is_attempted as "isAttempted",
        judged.keeps_card as "keepsCard", intended.*
      from judged left join intended on true`,
    values: [...values, mayBeFirst],
  };
}

type Row = Authorization &
  Pick<BegunBid, 'refusal' | 'keepsCard'> & {
    readonly chosenProvider: BegunBid['provider'];
    readonly isAttempted: boolean;
  };

function begunOf({ rows }: { rows: unknown[] }): (BegunBid & { readonly isAttempted: boolean }) | null {
  const row = (rows as Row[])[0];
  if (row === undefined) return null;
  const { refusal, chosenProvider, isAttempted, keepsCard, ...intent } = row;
  return {
    intent: intent.authorizationId === null ? null : intent,
    refusal,
    provider: chosenProvider,
    isAttempted,
    keepsCard,
  };
}
