/**
 * SQL about the captured money of a row of `authorizations`. A payment may be captured in part; earlier versions captured in full
 * and recorded no amount.
 *
 * @param a names the row
 */
export const isCaptured = (a: string) => `(${a}.state = 'captured' or ${a}.captured_at is not null)`;

export const capturedInCents = (a: string) => `coalesce(${a}.captured_in_cents, ${a}.value_in_cents)`;

/** The money that the bidder has back for good. A refund that is on its way may fail, and a dispute that is open may be won. */
export const givenBackInCents = (a: string) => `coalesce((
  select sum(r.amount_in_cents) from reversals r
  where r.authorization_id = ${a}.authorization_id and r.state in ('succeeded', 'lost')), 0)`;

/** The states of refunds and disputes in which money goes back to the bidder in each way. */
const waysBack = {
  /** Refunds that have reached the card. */
  refunded: `r.kind = 'refund' and r.state = 'succeeded'`,
  /** Refunds that are on their way, and may fail. */
  returning: `r.kind = 'refund' and r.state = 'pending'`,
  /** Disputes that have taken money, for now or for good. */
  disputed: `r.kind = 'dispute' and r.taken_at is not null and r.returned_at is null`,
} as const;

/**
 * SQL of the captured money that goes back to the bidder in each way, from `reversals r` on, in one row. It is one query, because PostgreSQL prepares
 * each for each execution.
 */
export const wentBackColumns = Object.entries(waysBack)
  .map(([way, condition]) => `coalesce(sum(r.amount_in_cents) filter (where ${condition}), 0)::int as ${way}`)
  .join(', ');

/** SQL that is true while captured money is kept: the bidder does not have all of it back, and no operator has closed it. */
export const isKept = (
  a: string,
) => `(${isCaptured(a)} and not (${a}.state = 'captured_outside' and ${a}.closed_at is not null)
  and ${givenBackInCents(a)} < ${capturedInCents(a)})`;

/** SQL that is true while the cardholder's bank has taken more than was captured: exchange rates move, or a second dispute followed the first. */
export const isDisputedInExcess = (a: string) => `coalesce((
  select sum(r.amount_in_cents) from reversals r
  where r.authorization_id = ${a}.authorization_id and r.kind = 'dispute' and r.taken_at is not null and r.returned_at is null
) > ${capturedInCents(a)}, false)`;

/** The operator's fee is at most what was captured. SQL's `least` passes over a null: without a fee it would be all of that. */
export const feeInCents = (a: string) => `least(coalesce(${a}.application_fee_in_cents, 0), ${capturedInCents(a)})`;
