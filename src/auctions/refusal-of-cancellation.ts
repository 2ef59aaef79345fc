import { isCapturedOutside, isCaptureUnderWay } from '../holds/could-be-captured.ts';

/**
 * `capture_under_way`: its outcome is waited for. `auction_settling`: somebody has captured a payment of the auction at the provider, and
 * an operator decides.
 */
export type CancellationRefusal = 'auction_completed' | 'capture_under_way' | 'auction_settling';

/**
 * Builds SQL of the refusal of a cancellation; null if it is allowed. The caller has locked the auction's row in an earlier statement.
 *
 * @param auction names the auction's row, with its status by the clock (`status_now`)
 */
export function refusalOfCancellation(auction: string): string {
  const payment = (condition: string) =>
    `exists (select from authorizations payment where payment.auction_id = ${auction}.auction_id and ${condition})`;
  return `case
    when ${auction}.cancelled_at is not null then null
    when status_now = 'completed' then 'auction_completed'
    when ${payment(isCaptureUnderWay('payment'))} then 'capture_under_way'
    when ${payment(isCapturedOutside('payment'))} then 'auction_settling' end`;
}
