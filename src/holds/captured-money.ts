/**
 * SQL about the captured money of a row of `authorizations`. A payment may be captured in part; earlier versions captured in full
 * and recorded no amount.
 *
 * @param a names the row
 */
export const isCaptured = (a: string) => `(${a}.state = 'captured' or ${a}.captured_at is not null)`;

export const capturedInCents = (a: string) => `coalesce(${a}.captured_in_cents, ${a}.value_in_cents)`;

/** SQL that is true while the cardholder's bank has taken more than was captured: exchange rates move, or a second dispute followed the first. */
export const isDisputedInExcess = (a: string) => `coalesce((
  select sum(r.amount_in_cents) from reversals r
  where r.authorization_id = ${a}.authorization_id and r.kind = 'dispute' and r.taken_at is not null and r.returned_at is null
) > ${capturedInCents(a)}, false)`;

/** The operator's fee is at most what was captured. SQL's `least` passes over a null: without a fee it would be all of that. */
export const feeInCents = (a: string) => `least(coalesce(${a}.application_fee_in_cents, 0), ${capturedInCents(a)})`;
