import { crashPoint } from '../core/crash-point.ts';
import type { Authorization } from './authorization.ts';
import type { AuthorizeAnswer, PresentedCard } from './gateway.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { holdInOneCall } from './hold-in-one-call.ts';
import { openPayment } from './open-payment.ts';
import { recordAnswer } from './record-answer.ts';

/**
 * Holds the bid's value on the bidder's card, and records the outcome. The call takes as long as the bank takes: call
 * it outside of any transaction.
 *
 * @param intent fresh from `recordIntent`
 * @param card.cardToken a Stripe ConfirmationToken, or from `tokenizeCard`
 * @param card.returnUrl the address to which a bank's challenge page returns the bidder
 * @returns the recorded outcome. `authorized`: write the bid. `challenged`: show the challenge, then
 *   `refreshAuthorization`. `unknown`: a worker resolves the authorization, and completes the bid or releases the
 *   money.
 */
export async function holdFunds(
  deps: PaymentDeps,
  intent: Authorization,
  card: PresentedCard,
): Promise<AuthorizeAnswer> {
  const { gateways, log } = deps;
  const { authorizationId } = intent;
  const gateway = gatewayNamed(gateways, intent.provider);
  if (gateway.hold !== undefined) return await holdInOneCall(deps, gateway, intent, card);

  const opened = await openPayment(deps, intent, null);
  if (opened.outcome !== 'opened') return await recordAnswer(deps, authorizationId, opened);

  const { reference } = opened;
  let answer = await gateway.authorize({ ...card, reference, idempotencyKey: `authorize:${authorizationId}` });
  crashPoint('bid: card asked');
  if (answer.outcome === 'unknown' && answer.isOverloaded !== true) {
    log.warn({ authorizationId, reason: answer.reason }, 'An authorization has no clear answer; reading the payment.');
    answer = await gateway.confirm({ reference });
  }
  const holds = await recordAnswer(deps, authorizationId, answer);
  if (holds.outcome === 'challenged') crashPoint('bid: challenge recorded');
  return holds;
}
