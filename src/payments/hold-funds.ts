import { crashPoint } from '../core/crash-point.ts';
import type { Authorization } from './authorization.ts';
import type { AuthorizeAnswer } from './gateway.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { openPayment } from './open-payment.ts';
import { recordAnswer } from './record-answer.ts';

/**
 * Holds the bid's value on the bidder's card, and writes down what came of it. It takes as long as the bank takes:
 * call it outside of any transaction.
 *
 * @param intent fresh from `recordIntent`
 * @param card.cardToken a Stripe ConfirmationToken, or from `tokenizeCard`
 * @param card.returnUrl where a bank's challenge page sends the bidder back to
 * @returns what holds now. `authorized`: write the bid. `challenged`: show the challenge, then `lookAgain`. `unknown`:
 *   the sweep finds out, and completes or releases.
 */
export async function holdFunds(
  { db, gateways, log }: PaymentDeps,
  intent: Authorization,
  card: { readonly cardToken: string; readonly returnUrl: string },
): Promise<AuthorizeAnswer> {
  const { authorizationId } = intent;
  const opened = await openPayment({ db, gateways }, intent, null);
  if (opened.outcome !== 'opened') return await recordAnswer(db.pool, authorizationId, opened);

  const gateway = gatewayNamed(gateways, intent.provider);
  const { reference } = opened;
  let answer = await gateway.authorize({ ...card, reference, idempotencyKey: `authorize:${authorizationId}` });
  crashPoint('bid: card asked');
  if (answer.outcome === 'unknown') {
    log.warn({ authorizationId, reason: answer.reason }, 'an authorization has no clear answer; looking again');
    answer = await gateway.confirm({ reference });
  }
  const holds = await recordAnswer(db.pool, authorizationId, answer);
  if (holds.outcome === 'challenged') crashPoint('bid: challenge recorded');
  return holds;
}
