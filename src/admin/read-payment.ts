import type { BidDeps } from '../bids/bid-deps.ts';
import type { Viewer } from '../core/viewer.ts';
import { readReversals } from '../books/follow-reversals.ts';
import { followPayment } from '../settlement/follow-payment.ts';
import { actOnPayment, resultOf } from './act-on-payment.ts';
import type { LeverResult } from './lever-result.ts';

/**
 * Reads a payment at its provider again now, and records what has become of it. A worker retries a capture or a release
 * within a second.
 *
 * @param input `authorizationId`, `reason`, `confirm`
 * @throws Refusal `invalid_request`
 */
export async function readPayment(deps: BidDeps, viewer: Viewer, input: unknown): Promise<LeverResult> {
  const payment = await actOnPayment(deps, viewer, 'readPayment', input, (tx, { authorizationId }) =>
    tx.query(
      `update authorizations set next_attempt_at = clock_timestamp()
       where authorization_id = $1 and state in ('intended', 'capturing', 'releasing')`,
      [authorizationId],
    ),
  );
  const { authorizationId, provider, providerReference: reference, closedAt } = payment;
  if (reference !== null) {
    if (payment.state === 'captured' || payment.state === 'captured_outside') await readReversals(deps, payment);
    // A closed payment is read as after an event about money; a held one as after an event that it is gone.
    const kind = closedAt === null ? 'released' : 'held';
    await followPayment(deps, provider, { kind, reference, authorizationId });
  }
  return await resultOf(deps, payment);
}
