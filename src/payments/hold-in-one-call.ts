import { crashPoint } from '../core/crash-point.ts';
import { adoptOpened } from './adopt-opened.ts';
import type { Authorization } from './authorization.ts';
import type { AuthorizeAnswer, HoldAnswer, HoldsInOneCall, PresentedCard } from './gateway.ts';
import type { PaymentDeps } from './gateways.ts';
import { recordCardToKeep, recordKeptCard } from './kept-card.ts';
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
  { hold }: Pick<HoldsInOneCall, 'hold'>,
  intent: Authorization,
  { cardToken, returnUrl }: PresentedCard,
): Promise<AuthorizeAnswer> {
  const request = { ...(await openRequest(deps.db, intent, null)), cardToken, returnUrl };
  if (request.keepsCard && !(await recordCardToKeep(deps.db, intent))) return { outcome: 'refused', code: 'abandoned' };
  const answer = await holdTwiceAtMost(() => hold(request));
  crashPoint('bid: card asked');
  const holds = await recordHold(deps, intent, answer);
  if (holds.outcome === 'challenged') crashPoint('bid: challenge recorded');
  return holds;
}

export async function holdTwiceAtMost(hold: () => Promise<HoldAnswer>): Promise<HoldAnswer> {
  const first = await hold();
  // An overloaded provider gets no second request. Stripe would repeat a server error under its key anyway.
  if (first.outcome !== 'unknown' || first.reference !== null || first.isOverloaded === true) return first;
  return { reference: null, ...(await withinDeadline(secondOpenMs, hold())) };
}

/**
 * Records the answer to a call that opens a payment and holds its amount: the kept card, the reference, then the outcome.
 *
 * @param claim.attempt the attempt of a recovery pass: the answer is recorded only if this attempt is still the latest
 */
export async function recordHold(
  deps: PaymentDeps,
  intent: Authorization,
  { reference, keptCard = null, ...answer }: HoldAnswer,
  claim: { attempt?: number } = {},
): Promise<AuthorizeAnswer> {
  const { authorizationId } = intent;
  if (keptCard !== null) await recordKeptCard(deps.db, intent, keptCard);
  if (reference === null) {
    if (answer.outcome === 'unknown') return await giveUpOpening(deps, intent, answer);
    return await recordAnswer(deps, authorizationId, answer, claim);
  }
  const adopted = await adoptOpened(deps.db, authorizationId, reference);
  crashPoint('bid: reference recorded');
  if (adopted === 'releasing') {
    await releaseAuthorization(deps, authorizationId);
    return { outcome: 'refused', code: 'abandoned' };
  }
  return await recordAnswer(deps, authorizationId, answer, claim);
}
