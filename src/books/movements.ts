import { capturedInCents, feeInCents, isCaptured } from '../payments/captured-money.ts';
import { returningStates } from '../payments/reversal.ts';

// Earlier versions recorded no instant.
const capturedAt = 'coalesce(captured_at, closed_at)';

/**
 * Selects the movements of money of auctions from our books, as SQL: each hold, each end of a hold, each refund and dispute,
 * and money that came back. `amount` is positive; `kind` says which way the money went. A payment that never held money
 * has no movement. `reason` says why a hold ended without a capture, or is `captured_in_part` of the rest of a hold. The operator's fee is a part of the captured money, and no
 * part of the sums that balance.
 *
 * @param auctions SQL that restricts `auction_id`
 */
export function movements(auctions: string): string {
  const came = `state in (${returningStates.map((state) => `'${state}'`).join()})`;
  return `
    select auction_id, authorization_id, bid_id, authorized_at as at, 'authorized' as kind, value_in_cents as amount,
      provider_reference, null as reason
    from authorizations where ${auctions} and authorized_at is not null
    union all
    select auction_id, authorization_id, bid_id, closed_at, state::text, value_in_cents, provider_reference, failure_code
    from authorizations a where ${auctions} and authorized_at is not null and closed_at is not null and not ${isCaptured('a')}
    union all
    select auction_id, authorization_id, bid_id, ${capturedAt}, 'captured', ${capturedInCents('a')}, provider_reference, failure_code
    from authorizations a where ${auctions} and ${isCaptured('a')}
    union all
    select auction_id, authorization_id, bid_id, ${capturedAt}, 'released', value_in_cents - captured_in_cents, provider_reference, 'captured_in_part'
    from authorizations a where ${auctions} and ${isCaptured('a')} and captured_in_cents < value_in_cents
    union all
    select auction_id, authorization_id, bid_id, ${capturedAt}, 'application_fee', ${feeInCents('a')}, provider_reference, null
    from authorizations a where ${auctions} and ${isCaptured('a')} and application_fee_in_cents > 0
    union all
    select auction_id, authorization_id, null, taken_at, case kind when 'refund' then 'refunded' else 'disputed' end,
      amount_in_cents, provider_reference, null
    from reversals where ${auctions} and taken_at is not null
    union all
    select auction_id, authorization_id, null, returned_at, case kind when 'refund' then 'refund_failed' else 'dispute_won' end,
      amount_in_cents, provider_reference, null
    from reversals where ${auctions} and ${came} and returned_at is not null`;
}
