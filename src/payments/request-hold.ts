import { crashPoint } from '../core/crash-point.ts';
import { paymentsNotOpened } from '../metrics/metrics.ts';
import { adoptOpened } from './adopt-opened.ts';
import type { Authorization } from './authorization.ts';
import type { PresentedCard } from './gateway.ts';
import { isAboutAccount } from './failure-code.ts';
import type { AuthorizeAnswer, HoldAnswer, Unknown } from './gateway-answers.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { recordKeptCard } from './kept-card.ts';
import { moveAuthorization } from './move-authorization.ts';
import { openRequest } from './open-request.ts';
import { answerInstead, recordAnswer } from './record-answer.ts';
import { releaseAuthorization } from './release-authorization.ts';
import { withinDeadline } from './within-deadline.ts';

/** Together with the first attempt, which ends within the provider's timeout, the bidder gets an answer within 15 s. */
const secondHoldMs = 4_000;

/**
 * Opens the payment of an intent and holds its value on the bidder's card, in one call. The call takes as long as the bank
 * takes: make it outside of any transaction. The caller records the answer: until then, and after a crash, only the provider's
 * event or its search by our id reveals the reference.
 *
 * @param card.cardToken a Stripe ConfirmationToken, or from `tokenizeCard`
 * @param card.returnUrl the address to which a bank's challenge page returns the bidder
 * @param card.keepsCard the hold may have to be renewed, without the bidder
 */
export async function requestHold(
  { gateways }: Pick<PaymentDeps, 'gateways'>,
  intent: Authorization,
  { cardToken, returnUrl, keepsCard }: PresentedCard & { readonly keepsCard: boolean },
): Promise<HoldAnswer> {
  const gateway = gatewayNamed(gateways, intent.provider);
  const request = { ...openRequest(intent, { renews: null, keepsCard }), cardToken, returnUrl };
  const answer = await holdTwiceAtMost(() => gateway.hold(request));
  crashPoint('bid: card asked');
  return answer;
}

/** If the answer is lost, the same request is sent once more, as the bidder waits; its key holds no second amount. */
export async function holdTwiceAtMost(hold: () => Promise<HoldAnswer>): Promise<HoldAnswer> {
  const first = await hold();
  // An overloaded provider gets no second request. Stripe would repeat a server error under its key anyway.
  if (first.outcome !== 'unknown' || first.reference !== null || first.isOverloaded === true) return first;
  const second: HoldAnswer = { reference: null, ...(await withinDeadline(secondHoldMs, hold())) };
  // Our key and the account are checked before the idempotency key: the first request may hold the money.
  if (second.outcome === 'refused' && second.reference === null && isAboutAccount(second.code)) return first;
  return second;
}

/**
 * Records the answer to a call that opens a payment and holds its amount: the kept card, the reference, then the outcome. A hold
 * that backs a new bid is recorded with the bid instead.
 *
 * @param claim.attempt the attempt of a recovery pass: the answer is recorded only if this attempt is still the latest
 * @returns the recorded outcome. `authorized`: write the bid. `challenged`: show the challenge, then `refreshAuthorization`.
 *   `unknown`: a worker resolves the authorization, and completes the bid or releases the money.
 */
export async function recordHold(
  deps: PaymentDeps,
  intent: Authorization,
  { reference, keptCard = null, ...answer }: HoldAnswer,
  claim: { attempt?: number } = {},
): Promise<AuthorizeAnswer> {
  const { authorizationId } = intent;
  if (keptCard !== null) await deps.db.query(recordKeptCard(intent, keptCard));
  if (reference === null) {
    if (answer.outcome === 'unknown') return await giveUpOpening(deps, intent, answer);
    return await recordAnswer(deps, authorizationId, answer, claim);
  }
  const adopted = await adoptOpened(deps.db, authorizationId, reference);
  crashPoint('bid: reference recorded');
  if (adopted === 'releasing') await releaseAuthorization(deps, authorizationId);
  const recorded = await recordAnswer(deps, authorizationId, answer, claim);
  if (recorded.outcome === 'challenged') crashPoint('bid: challenge recorded');
  return recorded;
}

/**
 * Refuses the bidder at once, instead of leaving the bidder without an answer. The release searches the payment that may
 * have been opened, and cancels it.
 */
async function giveUpOpening(
  { db, log }: Pick<PaymentDeps, 'db' | 'log'>,
  { authorizationId, provider }: Authorization,
  { reason }: Unknown,
): Promise<AuthorizeAnswer> {
  const refused = { outcome: 'refused', code: 'provider_unavailable' } as const;
  const abandoned = await moveAuthorization(db, authorizationId, 'abandon', { failureCode: refused.code });
  // A worker has found the payment meanwhile, and perhaps placed the bid.
  if (abandoned === null) return await answerInstead(db, authorizationId, refused);
  log.error({ authorizationId, provider, reason }, 'A payment could not be opened; the bidder is refused.');
  paymentsNotOpened.inc({ provider });
  crashPoint('bid: given up');
  return refused;
}
