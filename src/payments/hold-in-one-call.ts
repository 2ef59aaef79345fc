import { crashPoint } from '../core/crash-point.ts';
import { adoptOpened } from './adopt-opened.ts';
import type { Authorization } from './authorization.ts';
import type { AuthorizeAnswer, Gateway, HoldAnswer, PresentedCard } from './gateway.ts';
import type { PaymentDeps } from './gateways.ts';
import { giveUpOpening, openRequest, secondOpenMs } from './open-payment.ts';
import { recordAnswer } from './record-answer.ts';
import { releaseAuthorization } from './release-authorization.ts';
import { withinDeadline } from './within-deadline.ts';

/**
 * Opens the payment of an intent and holds its value in one call, and records the outcome. Our books learn the reference
 * from the answer. If the answer is lost, the same request is sent once more; after that, and after a crash, the provider's
 * event or its search by our id tells the reference.
 */
export async function holdInOneCall(
  deps: PaymentDeps,
  { hold }: { readonly hold: NonNullable<Gateway['hold']> },
  intent: Authorization,
  card: PresentedCard,
): Promise<AuthorizeAnswer> {
  const { authorizationId } = intent;
  const { reference, ...answer } = await holdTwiceAtMost(deps, hold, intent, card);
  crashPoint('bid: card asked');
  if (reference === null) {
    if (answer.outcome === 'unknown') return await giveUpOpening(deps, intent, answer);
    return await recordAnswer(deps, authorizationId, answer);
  }
  const adopted = await adoptOpened(deps.db, authorizationId, reference);
  crashPoint('bid: reference recorded');
  if (adopted === 'releasing') {
    await releaseAuthorization(deps, authorizationId);
    return { outcome: 'refused', code: 'abandoned' };
  }
  const holds = await recordAnswer(deps, authorizationId, answer);
  if (holds.outcome === 'challenged') crashPoint('bid: challenge recorded');
  return holds;
}

async function holdTwiceAtMost(
  { db }: PaymentDeps,
  hold: NonNullable<Gateway['hold']>,
  intent: Authorization,
  card: PresentedCard,
): Promise<HoldAnswer> {
  const { cardToken, returnUrl } = card;
  const request = { ...(await openRequest(db, intent, null)), cardToken, returnUrl };
  const first = await hold(request);
  // An overloaded provider gets no second request. Stripe would repeat a server error under its key anyway.
  if (first.outcome !== 'unknown' || first.reference !== null || first.isOverloaded === true) return first;
  return { reference: null, ...(await withinDeadline(secondOpenMs, hold(request))) };
}
