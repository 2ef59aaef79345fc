import { isUuid } from '../core/uuid.ts';
import type { Authorization } from '../holds/authorization.ts';
import { holdTerms, termsIn } from '../holds/hold-terms.ts';
import { recordingCardsToKeep } from '../holds/kept-card.ts';
import { liveSellersUseOwn, paidAccount } from '../providers/paid-account.ts';
import type { ProviderName } from '../providers/provider-name.ts';
import { recordingIntents } from '../holds/record-intent.ts';
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
    request.language ?? null,
    request.timeZone ?? null,
  ];
  const { rows } = await db.query<Row>({ name: 'record-judged-intent', text: recordJudgedIntent, values });
  if (rows[0] === undefined) return null;
  const { refusal, chosenProvider: provider, keepsCard, ...intent } = rows[0];
  return { intent: intent.authorizationId === null ? null : intent, refusal, provider, keepsCard };
}

const ofAuction = { id: 'auction.seller_id', mode: 'auction.mode' };

const recordJudgedIntent = `
  with judged as materialized (
    select auction.auction_id, auction.seller_id, keeps_card, provider,
      $3::text as bidder_id, $7::text as email, $2::bigint as value_in_cents, $8::text as submission_token, $9::uuid as browser_id, $4::boolean as is_signed,
      $10::text as language, $11::text as time_zone,
      paid.account as payment_account, case when paid.account is not null then "feeInCents" end as application_fee_in_cents,
      coalesce(refusal, case
        when is_required and not $4::boolean then 'bidder_not_signed'
        when not paid.can_be_paid then 'seller_cannot_be_paid'
        when not "takesAmount" then 'amount_out_of_bounds' end) as refusal
    from (${judgedAuction({ valueInCents: '$2::bigint', bidderId: '$3::text', browserId: '$9::uuid', isSigned: '$4::boolean' })}) auction
      left join bidder_signing using (seller_id) left join ${termsIn('$6')} using (mode),
      lateral ${paidAccount(ofAuction, '$5')} paid
  ), accepted as (
    select * from judged where refusal is null and provider is not null
  ), intended as (${recordingIntents('accepted')}
  ), kept as (${recordingCardsToKeep('(select intended.* from intended, judged where keeps_card)')}
  )
  select judged.refusal, judged.provider as "chosenProvider", judged.keeps_card as "keepsCard", intended.*
  from judged left join intended on true`;

type Row = Authorization &
  Pick<BegunBid, 'refusal' | 'keepsCard'> & {
    readonly chosenProvider: BegunBid['provider'];
  };
