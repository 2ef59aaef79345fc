/**
 * SQL about the captured money of a row of `authorizations`. A payment may be captured in part; earlier versions captured in full
 * and recorded no amount.
 *
 * @param a names the row
 */
export const isCaptured = (a: string) => `(${a}.state = 'captured' or ${a}.captured_at is not null)`;

export const capturedInCents = (a: string) => `coalesce(${a}.captured_in_cents, ${a}.value_in_cents)`;

/** The operator's fee is at most what was captured. */
export const feeInCents = (a: string) => `least(${a}.application_fee_in_cents, ${capturedInCents(a)})`;
