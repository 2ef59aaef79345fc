import { crashPoint } from '../core/crash-point.ts';
import type { Authorization } from './authorization.ts';
import type { AuthorizeAnswer, HoldsInOneCall, HoldsInTwoCalls, PaymentCalls, RenewAnswer } from './gateway.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { holdTwiceAtMost, recordHold } from './hold-in-one-call.ts';
import { findKeptCard } from './kept-card.ts';
import { openPayment, openRequest } from './open-payment.ts';
import { recordAnswer } from './record-answer.ts';
import { recordRenewal } from './record-renewal.ts';
import { swapHold } from './swap-hold.ts';

/**
 * Places a new hold for a bid, without the bidder, before the present hold lapses. The old hold is released only
 * after the new one is authorized; if the new one is refused, the old one stays.
 *
 * @returns `null` when there was nothing to renew, or a renewal is under way. `refused` with `needs_bidder`: the bank
 *   requires the bidder's confirmation.
 */
export async function renewAuthorization(deps: PaymentDeps, present: Authorization): Promise<RenewAnswer | null> {
  const { db, gateways } = deps;
  if (present.providerReference === null) throw new Error(`Authorization ${present.authorizationId} was never opened.`);
  const renewal = await recordRenewal(db, present);
  if (renewal === null) return null;
  crashPoint('renew: intent recorded');

  const { authorizationId } = renewal;
  const gateway = gatewayNamed(gateways, renewal.provider);
  const holds = withoutBidder(
    gateway.hold === undefined
      ? await renewInTwoCalls(deps, gateway, renewal, present.providerReference)
      : await renewInOneCall(deps, gateway, renewal, present),
  );
  if (holds.outcome !== 'authorized') return holds;
  crashPoint('renew: hold recorded');
  await swapHold(deps, authorizationId);
  return holds;
}

async function renewInOneCall(
  deps: PaymentDeps,
  gateway: HoldsInOneCall,
  renewal: Authorization,
  present: Authorization,
): Promise<AuthorizeAnswer> {
  const keptCard = await findKeptCard(deps.db, present.authorizationId);
  const request = { ...(await openRequest(deps.db, renewal, present.providerReference)), keptCard };
  const answer = await holdTwiceAtMost(() => gateway.holdAgain(request));
  crashPoint('renew: provider answered');
  return await recordHold(deps, renewal, answer, { attempt: renewal.attempt });
}

async function renewInTwoCalls(
  deps: PaymentDeps,
  gateway: PaymentCalls & HoldsInTwoCalls,
  renewal: Authorization,
  renews: string,
): Promise<AuthorizeAnswer> {
  const { authorizationId, attempt } = renewal;
  const opened = await openPayment(deps, renewal, renews);
  if (opened.outcome !== 'opened') return await recordAnswer(deps, authorizationId, opened, { attempt });

  const { reference } = opened;
  let answer: AuthorizeAnswer = await gateway.renew({ reference, idempotencyKey: `renew:${authorizationId}` });
  crashPoint('renew: provider answered');
  if (answer.outcome === 'unknown' && answer.isOverloaded !== true)
    answer = withoutBidder(await gateway.confirm({ reference }));
  return await recordAnswer(deps, authorizationId, answer, { attempt });
}

/** Turns a challenge into a refusal, as the bidder is not present to answer it. */
function withoutBidder(answer: AuthorizeAnswer): RenewAnswer {
  return answer.outcome === 'challenged' ? { outcome: 'refused', code: 'needs_bidder' } : answer;
}
