import type { RefusalCode } from '../failure-code.ts';
import { type Challenged, type Observation, type Refused, refused } from '../observation.ts';
import { type Effect, type HoldChange, type Payment, answerOfPayment, holdChanges } from './payment.ts';
import { type FaultyOperation, type TestCard, testCardNamed } from './test-cards.ts';

/** The decision about a request: the changes to the payment, the movement of money, and the answer. */
export interface Step {
  readonly change: Partial<Payment>;
  readonly effects: readonly Effect[];
  readonly answer: Observation | ServerError;
  /** True for a card whose answers get lost; a repetition of the request gets its answer. */
  readonly answerIsLost?: boolean;
}

/** The provider failed before it did anything. */
export interface ServerError {
  readonly outcome: 'server_error';
}

const usualHoldSeconds = 7 * 24 * 3600;

/** Ends a hold at its `captureBefore`: every request first updates the payment's state by the clock. */
export function decideLapse(payment: Payment, now: Date): Step {
  const lapses = payment.status === 'authorized' && payment.captureBefore !== null && payment.captureBefore <= now;
  const change: Partial<Payment> = lapses ? { status: 'expired' } : {};
  return { change, effects: lapses ? ['lapsed'] : [], answer: answerOfPayment({ ...payment, ...change }) };
}

/** The decision about a card that is to hold the amount of a new payment. The hold begins when the decision is written. */
export type HoldDecision = { readonly outcome: 'authorized'; readonly holdSeconds: number } | Challenged | Refused;

/**
 * Decides about a card that a bidder presents.
 *
 * @param options.holdsAlready the card holds only once, and another hold of it stands
 */
export function decideHold(
  card: TestCard | undefined,
  { challengeId, holdsAlready }: { challengeId: string; holdsAlready: boolean },
): HoldDecision {
  if (card === undefined) return refused('card_not_accepted');
  if (holdsAlready) return refused('insufficient_funds');
  if (card.challenges !== undefined) {
    return { outcome: 'challenged', challenge: { provider: 'simulated', secret: challengeId } };
  }
  return card.declines === undefined ? holdOn(card) : refused(card.declines);
}

/**
 * Decides about a renewal.
 *
 * @param card the card of the payment that is being renewed; `undefined` if it has none
 */
export function decideRenewal(card: TestCard | undefined, { holdsAlready }: { holdsAlready: boolean }): HoldDecision {
  if (card === undefined || card.challenges === 'always') return refused('needs_bidder');
  if (holdsAlready) return refused('insufficient_funds');
  return card.renewalDeclines === undefined ? holdOn(card) : refused(card.renewalDeclines);
}

function holdOn({ holdSeconds = usualHoldSeconds }: TestCard): HoldDecision {
  return { outcome: 'authorized', holdSeconds };
}

/** Records the bidder's answer to the bank's challenge. A second answer changes nothing. */
export function decideChallenge(payment: Payment, { verdict, now }: { verdict: 'pass' | 'fail'; now: Date }): Step {
  const card = testCardNamed(payment.card);
  if (payment.status !== 'challenged' || card === undefined) return unchanged(answerOfPayment(payment));
  if (verdict === 'fail') return decline('authentication_failed');
  return card.declines === undefined ? hold(card, now) : decline(card.declines);
}

export function decideCapture(payment: Payment): Step {
  const card = testCardNamed(payment.card);
  if (payment.status !== 'authorized' || card === undefined) return unchanged(answerOfPayment(payment));
  if (stumbles(card, 'capture', payment)) return stumble(payment);
  if (payment.isPayeeRestricted) return unchanged(refused('seller_cannot_be_paid'));
  // The hold stays after a declined capture: it has to be released like any other.
  if (card.captureDeclines !== undefined && payment.stumbles < (card.captureDeclinesTimes ?? Infinity)) {
    return {
      change: card.captureDeclinesTimes === undefined ? {} : { stumbles: payment.stumbles + 1 },
      effects: [],
      answer: refused(card.captureDeclines),
    };
  }
  return {
    change: { status: 'captured', capturedInCents: payment.amountInCents },
    effects: ['captured'],
    answer: { outcome: 'captured', capturedInCents: payment.amountInCents },
    answerIsLost: card.losesAnswerOf === 'capture',
  };
}

/** Releases a payment, also one that holds nothing: it can hold nothing later. */
export function decideRelease(payment: Payment): Step {
  if (payment.status === 'captured' || payment.status === 'expired' || payment.status === 'released') {
    return unchanged(answerOfPayment(payment));
  }
  const card = testCardNamed(payment.card);
  if (card !== undefined && stumbles(card, 'release', payment)) return stumble(payment);
  return {
    change: { status: 'released' },
    effects: payment.status === 'authorized' ? ['released'] : [],
    answer: { outcome: 'released' },
    answerIsLost: card?.losesAnswerOf === 'release',
  };
}

/**
 * Changes a hold without a request of the service. A payment that holds nothing, or less than is to be captured, stays as it is.
 *
 * @param amountInCents of a capture; `null`: the whole amount. What is left of it is released
 */
export function decideByHand(payment: Payment, change: HoldChange, amountInCents: number | null): Step {
  const captured = amountInCents ?? payment.amountInCents;
  const isPossible = payment.status === 'authorized' && captured >= 1 && captured <= payment.amountInCents;
  if (!isPossible) return unchanged(answerOfPayment(payment));
  const effect = holdChanges[change];
  const changed: Partial<Payment> =
    effect === 'captured'
      ? { status: effect, capturedInCents: captured }
      : { status: effect === 'lapsed' ? 'expired' : effect };
  const isInPart = effect === 'captured' && captured < payment.amountInCents;
  return {
    change: changed,
    effects: isInPart ? ['captured', 'released'] : [effect],
    answer: answerOfPayment({ ...payment, ...changed }),
  };
}

function hold({ holdSeconds = usualHoldSeconds }: TestCard, now: Date): Step {
  const captureBefore = new Date(now.getTime() + holdSeconds * 1000);
  return {
    change: { status: 'authorized', captureBefore },
    effects: ['held'],
    answer: { outcome: 'authorized', captureBefore },
  };
}

function decline(code: RefusalCode): Step {
  return { change: { status: 'failed', failureCode: code }, effects: [], answer: refused(code) };
}

function stumbles(card: TestCard, operation: FaultyOperation, payment: Payment): boolean {
  return card.stumbles?.at === operation && payment.stumbles < card.stumbles.times;
}

function stumble(payment: Payment): Step {
  return { change: { stumbles: payment.stumbles + 1 }, effects: [], answer: { outcome: 'server_error' } };
}

function unchanged(answer: Observation): Step {
  return { change: {}, effects: [], answer };
}
