import { crashPoint } from '../core/crash-point.ts';
import type { Authorization } from './authorization.ts';
import type { AuthorizeAnswer, RenewAnswer } from './gateway.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { openPayment } from './open-payment.ts';
import { recordAnswer } from './record-answer.ts';
import { recordRenewal } from './record-renewal.ts';
import { takeOver } from './take-over.ts';

/**
 * Holds a bid's value anew, without the bidder, before the present hold lapses. The new one stands before the old one
 * is released; where it cannot be had, the old one stands on.
 *
 * @returns `null` when there was nothing to renew, or a renewal is under way. `refused` with `needs_bidder`: the bank
 *   wants to hear from the bidder.
 */
export async function renewAuthorization(deps: PaymentDeps, present: Authorization): Promise<RenewAnswer | null> {
  const { db, gateways } = deps;
  if (present.providerReference === null) throw new Error(`Authorization ${present.authorizationId} was never opened.`);
  const renewal = await recordRenewal(db.pool, present.authorizationId);
  if (renewal === null) return null;
  crashPoint('renew: intent recorded');

  const { authorizationId } = renewal;
  const opened = await openPayment({ db, gateways }, renewal, present.providerReference);
  if (opened.outcome !== 'opened') return withoutBidder(await recordAnswer(db.pool, authorizationId, opened));

  const gateway = gatewayNamed(gateways, renewal.provider);
  const { reference } = opened;
  let answer = await gateway.renew({ reference, idempotencyKey: `renew:${authorizationId}` });
  crashPoint('renew: provider answered');
  if (answer.outcome === 'unknown') answer = withoutBidder(await gateway.confirm({ reference }));
  const holds = withoutBidder(await recordAnswer(db.pool, authorizationId, answer));
  if (holds.outcome !== 'authorized') return holds;
  crashPoint('renew: hold recorded');
  await takeOver(deps, authorizationId);
  return holds;
}

/** Nobody is there to answer a challenge. */
function withoutBidder(answer: AuthorizeAnswer): RenewAnswer {
  return answer.outcome === 'challenged' ? { outcome: 'refused', code: 'needs_bidder' } : answer;
}
