import { decidesByRules } from '../rules.ts';
import type { FeeRate } from '../../platform/config.ts';
import { isUuid } from '../../core/uuid.ts';
import { presentOfSellersRow } from '../../platform/db/seller-clock.ts';
import type { Intent } from '../../payments/holds/authorization.ts';
import { firstWait } from '../../payments/holds/claim.ts';
import { keepsCard, lookEvery } from '../../payments/holds/kept-card.ts';
import { findGateway, type Gateways } from '../../payments/providers/gateways.ts';
import { liveSellersUseOwn, paidAccount } from '../../payments/providers/paid-account.ts';
import type { ProviderName } from '../../payments/providers/provider-name.ts';
import type { BidDeps } from './bid-deps.ts';
import { type BidRefusalCode, bidRefusal } from './judge-bid.ts';

/** A bid as the bidder submits it. */
export interface BidRequest {
  readonly auctionId: string;
  readonly bidderId: string;
  readonly email: string;
  readonly valueInCents: number;
  /** Random, generated with the form: submitting the same form again is the same bid. */
  readonly submissionToken: string;
  /** True: the bidder wants to buy the item now, for exactly this value. Without it, such a bid is like any other. */
  readonly isPurchase?: boolean;
  /** True: a valid signature of the seller came with `bidderId`. */
  readonly isSigned?: boolean;
  /** The browser that may see the bid as its own, by our cookie. */
  readonly browserId?: string;
  /** The language in which messages about the bid are written: a tag of BCP 47. */
  readonly language?: string;
  /** The time zone of the browser, such as `Europe/Berlin`. */
  readonly timeZone?: string;
  readonly cardToken: string;
  readonly returnUrl: string;
}

/** A bid that was judged. */
export interface BegunBid {
  readonly refusal: BidRefusalCode | 'bidder_not_signed' | 'seller_cannot_be_paid' | 'amount_out_of_bounds' | null;
  /** `null`: no provider of the seller's mode is configured. */
  readonly provider: ProviderName | null;
  /** The hold may have to be renewed. */
  readonly keepsCard: boolean;
  /** The intent, if it was recorded now: not if the bid is refused, or the form was submitted before. */
  readonly intent: Intent | null;
}

/**
 * Judges a bid, and records the intent to hold its value if the auction accepts the bid now, in one round trip.
 *
 * @returns `null`: there is no such auction
 */
export async function beginBid({ db, gateways }: BidDeps, request: BidRequest): Promise<BegunBid | null> {
  const { auctionId, bidderId, valueInCents, email, submissionToken } = request;
  if (!isUuid(auctionId)) return null;
  const { rows } = await db.commitTogether<Omit<BegunBid, 'intent'> & RecordedIntent>({
    name: 'record-judged-intent',
    text: recordJudgedIntent,
    values: [
      auctionId,
      valueInCents,
      bidderId,
      request.isSigned ?? false,
      email,
      submissionToken,
      request.browserId ?? null,
      request.language ?? null,
      request.timeZone ?? null,
      liveSellersUseOwn(gateways),
      JSON.stringify(holdTerms(gateways, valueInCents)),
      request.isPurchase === true ? true : null,
    ],
  });
  const [judged] = rows;
  if (judged === undefined) return null;
  const { refusal, provider, keepsCard, authorizationId, ...recorded } = judged;
  if (authorizationId === null || provider === null) return { refusal, provider, keepsCard, intent: null };
  const isRuled = recorded.isRuled !== false || request.isPurchase === true;
  const asked = { auctionId, bidderId, valueInCents, email, replacesAuthorizationId: null };
  return { refusal, provider, keepsCard, intent: { authorizationId, provider, ...asked, ...recorded, isRuled } };
}

/** The part of an intent that the statement returns. `authorizationId: null`: no intent was recorded. */
type RecordedIntent = Pick<Intent, 'sellerId' | 'paymentAccount' | 'applicationFeeInCents' | 'isRuled'> & {
  readonly authorizationId: string | null;
};

/** Finds the authorization of a form that was submitted before. */
export async function findSubmitted(
  { db }: BidDeps,
  { auctionId, submissionToken }: BidRequest,
): Promise<{ authorizationId: string } | null> {
  const { rows } = await db.query<{ authorizationId: string }>({
    name: 'find-submitted',
    text: `select authorization_id as "authorizationId" from authorizations where auction_id = $1 and submission_token = $2`,
    values: [auctionId, submissionToken],
  });
  return rows[0] ?? null;
}

const columnsOfBid =
  'auction_id, seller_id, value_in_cents, bidder_id, is_signed, email, submission_token, browser_id, language, time_zone, is_purchase';

// From the record of a card that the provider is about to keep on, it is deleted, whatever becomes of the bid.
const recordJudgedIntent = `
  with bid (${columnsOfBid}) as (
    select auction_id, seller_id, $2::bigint, $3::text, $4::boolean, $5::text, $6::text, $7::uuid, $8::text, $9::text, $12::boolean
    from auctions where auction_id = $1
  ), judged as (
    select provider, ${keepsCard} as "keepsCard", ${decidesByRules} as "isRuled", bid.seller_id as "sellerId", paid.account as "paymentAccount",
      case when paid.account is not null then "feeInCents" end as "applicationFeeInCents",
      coalesce(${bidRefusal('bid', 'clock.now')}, case
        when is_required and not is_signed then 'bidder_not_signed'
        when not can_be_paid then 'seller_cannot_be_paid'
        when not "takesAmount" then 'amount_out_of_bounds' end) as refusal
    from bid join auctions using (auction_id) join sellers on sellers.seller_id = bid.seller_id left join bidder_signing s on s.seller_id = bid.seller_id
      left join jsonb_to_recordset($11::jsonb) terms (
        mode seller_mode, provider payment_provider, "takesAmount" boolean, "feeInCents" int) using (mode),
      lateral (select ${presentOfSellersRow} as now) clock,
      lateral ${paidAccount({ id: 'sellers.seller_id', mode: 'sellers.mode' }, '$10')} paid
  ), intended as (
    insert into authorizations (${columnsOfBid},
      provider, payment_account, application_fee_in_cents, next_attempt_at, waiting_since)
    select bid.*, provider, "paymentAccount", "applicationFeeInCents", clock_timestamp() + ${firstWait}, clock_timestamp()
    from bid, judged where refusal is null and provider is not null
    on conflict (auction_id, submission_token) do nothing
    returning authorization_id
  ), kept as (
    insert into kept_cards (authorization_id, first_authorization_id, provider, next_attempt_at)
    select authorization_id, authorization_id, provider, clock_timestamp() + ${lookEvery} from intended, judged where "keepsCard"
  )
  select judged.*, authorization_id as "authorizationId" from judged left join intended on true`;

/** Returns the terms of each mode that has a provider: the statement that records an intent learns the seller's mode itself. */
function holdTerms(gateways: Gateways, valueInCents: number) {
  return (['test', 'live'] as const).flatMap((mode) => {
    const gateway = findGateway(gateways, mode);
    if (gateway === null) return [];
    const { name: provider, minimumInCents, maximumInCents, accounts } = gateway;
    const takesAmount = minimumInCents <= valueInCents && valueInCents <= maximumInCents;
    // The operator's fee, if the amount is paid into the seller's own account.
    return [{ mode, provider, takesAmount, feeInCents: applicationFee(accounts.feeRate, valueInCents) }];
  });
}

/**
 * Computes what the operator keeps of a sale, in whole cents: rounded down, in favor of the seller, and never more than the
 * sale.
 */
export function applicationFee({ basisPoints, fixedInCents }: FeeRate, valueInCents: number): number {
  // The largest bid times 10,000 is far below the largest exact integer.
  return Math.min(valueInCents, Math.floor((valueInCents * basisPoints) / 10_000) + fixedInCents);
}
