import { crashPoint } from '../../core/crash-point.ts';
import { paymentsNotOpened } from '../../platform/metrics/metrics.ts';
import { adoptPayment } from './move-authorization.ts';
import { applyObservation, type HoldResult, holdResultOf } from './apply-observation.ts';
import type { Authorization, Intent } from './authorization.ts';
import type { PresentedCard } from '../providers/gateway.ts';
import { isAboutAccount } from '../providers/failure-code.ts';
import { type PaymentDeps, gatewayNamed } from '../providers/gateways.ts';
import { readAuthorization } from './find-authorization.ts';
import { recordKeptCard } from './kept-card.ts';
import { type Observed, reasonOf } from '../providers/observation.ts';
import { openRequest } from './open-request.ts';
import { releaseAuthorization } from './release-authorization.ts';
import { withinDeadline } from '../providers/within-deadline.ts';

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
  intent: Intent,
  { cardToken, returnUrl, keepsCard }: PresentedCard & { readonly keepsCard: boolean },
): Promise<Observed> {
  const gateway = gatewayNamed(gateways, intent.provider);
  const request = { ...openRequest(intent, { renews: null, keepsCard }), cardToken, returnUrl };
  const answer = await holdTwiceAtMost(() => gateway.hold(request));
  crashPoint('bid: card asked');
  return answer;
}

/** If the answer is lost, the same request is sent once more, as the bidder waits; its key holds no second amount. */
export async function holdTwiceAtMost(hold: () => Promise<Observed>): Promise<Observed> {
  const first = await hold();
  // An overloaded provider gets no second request. Stripe would repeat a server error under its key anyway.
  if (first.outcome !== 'unknown' || first.reference !== null || first.isOverloaded === true) return first;
  const second: Observed = { reference: null, ...(await withinDeadline(secondHoldMs, hold())) };
  // Our key and the account are checked before the idempotency key: the first request may hold the money.
  if (second.outcome === 'refused' && second.reference === null && isAboutAccount(second.code)) return first;
  return second;
}

/**
 * Records what is known after a call that opens a payment and holds its amount: the kept card, the reference, then the outcome. A hold
 * that backs a new bid is recorded with the bid instead. A payment that could not be opened is given up at once, instead of leaving the
 * bidder without an answer.
 *
 * @param claim.attempt the attempt of a recovery pass: the outcome is recorded only if this attempt is still the latest
 */
export async function recordHold(
  deps: PaymentDeps,
  intent: Intent,
  { reference, keptCard = null, ...observation }: Observed,
  claim: { attempt?: number } = {},
): Promise<HoldResult> {
  const { authorizationId, provider } = intent;
  if (keptCard !== null) await deps.db.query(recordKeptCard(intent, keptCard));
  const adopted =
    reference === null ? null : await adoptPayment(deps.db, authorizationId, reference, { isAnswer: true });
  if (reference !== null) crashPoint('bid: reference recorded');
  if (adopted?.state === 'releasing') await releaseAuthorization(deps, authorizationId);
  const known = { ...(adopted ?? (await readAuthorization(deps.db, authorizationId))), isOpening: reference === null };
  const { verdict, isMoved, now } = await applyObservation(deps, known, observation, claim);
  if (isMoved && verdict.next === 'search') {
    const reason = reasonOf(observation);
    deps.log.info({ authorizationId, provider, reason }, 'A payment could not be opened; the bidder is refused.');
    paymentsNotOpened.inc({ provider });
    crashPoint('bid: given up');
  }
  if (isMoved && verdict.next === 'challenge') crashPoint('bid: challenge recorded');
  return holdResultOf(now, observation);
}

/** Reads the payment of a hold that was challenged or had no clear answer, and records what is known. */
export async function refreshHold(deps: PaymentDeps, hold: Authorization): Promise<HoldResult> {
  const { state, provider, providerReference: reference } = hold;
  if ((state !== 'intended' && state !== 'challenged') || reference === null) return holdResultOf(hold, null);
  const observation = await gatewayNamed(deps.gateways, provider).read({ reference });
  return holdResultOf((await applyObservation(deps, hold, observation)).now, observation);
}
