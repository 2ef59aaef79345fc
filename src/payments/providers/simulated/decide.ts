import { randomUUID } from 'node:crypto';
import type { ProviderRefusalCode } from '../failure-code.ts';
import { type Challenged, type Observation, type Refused, refused } from '../observation.ts';
import { type TestCard, testCardNamed } from './test-cards.ts';

/** A payment in the simulated provider's books. */
export interface Payment {
  readonly reference: string;
  readonly amountInCents: number;
  readonly status: 'opened' | 'challenged' | 'authorized' | 'captured' | 'released' | 'expired' | 'failed';
  /** The name of a test card; `null` before a card is used. */
  readonly card: string | null;
  readonly challengeId: string | null;
  readonly failureCode: ProviderRefusalCode | null;
  readonly captureBefore: Date | null;
  /** `null` unless it is captured; less than the amount after a capture in part. */
  readonly capturedInCents: number | null;
}

/** The decision about a request: the changes to the payment, and the answer. */
export interface Step {
  readonly change?: Partial<Payment>;
  readonly answer: Observation;
}

const usualHoldSeconds = 7 * 24 * 3600;

/** The decision about a card that is to hold the amount of a new payment. The hold begins when the decision is written. */
export type HoldDecision = { readonly outcome: 'authorized'; readonly holdSeconds: number } | Challenged | Refused;

/** Decides about a card that a bidder presents. */
export function decideHold(card: TestCard | undefined): HoldDecision {
  if (card === undefined) return refused('card_not_accepted');
  if (card.challenges !== undefined) {
    return { outcome: 'challenged', challenge: { provider: 'simulated', secret: randomUUID() } };
  }
  return card.declines === undefined ? holdOn(card) : refused(card.declines);
}

/**
 * Decides about a renewal.
 *
 * @param card the card of the payment that is being renewed; `undefined` if it has none
 */
export function decideRenewal(card: TestCard | undefined): HoldDecision {
  if (card === undefined || card.challenges === 'always') return refused('needs_bidder');
  return card.renewalDeclines === undefined ? holdOn(card) : refused(card.renewalDeclines);
}

function holdOn({ holdSeconds = usualHoldSeconds }: TestCard) {
  return { outcome: 'authorized', holdSeconds } as const;
}

/** Records the bidder's answer to the bank's challenge. A second answer changes nothing. */
export function decideChallenge(payment: Payment, { verdict, now }: { verdict: 'pass' | 'fail'; now: Date }): Step {
  const card = testCardNamed(payment.card);
  if (payment.status !== 'challenged' || card === undefined) return decideNothing(payment);
  const failureCode = verdict === 'fail' ? 'authentication_failed' : card.declines;
  if (failureCode !== undefined) return { change: { status: 'failed', failureCode }, answer: refused(failureCode) };
  const captureBefore = new Date(now.getTime() + holdOn(card).holdSeconds * 1000);
  return { change: { status: 'authorized', captureBefore }, answer: { outcome: 'authorized', captureBefore } };
}

export function decideCapture(payment: Payment): Step {
  if (payment.status !== 'authorized') return decideNothing(payment);
  const code = testCardNamed(payment.card)?.captureDeclines;
  // The hold stays after a declined capture: it has to be released like any other.
  if (code !== undefined) return { answer: refused(code) };
  const { amountInCents: capturedInCents } = payment;
  return { change: { status: 'captured', capturedInCents }, answer: { outcome: 'captured', capturedInCents } };
}

/** Releases a payment, also one that holds nothing: it can hold nothing later. */
export function decideRelease(payment: Payment): Step {
  if (['captured', 'expired', 'released'].includes(payment.status)) return decideNothing(payment);
  return { change: { status: 'released' }, answer: { outcome: 'released' } };
}

/** Changes nothing: the answer is the state of the payment as the provider reports it. */
export function decideNothing(payment: Payment): Step {
  return { answer: answerOfPayment(payment) };
}

/** Returns the state of a payment as the provider reports it. */
export function answerOfPayment(payment: Payment): Observation {
  const { reference, status, amountInCents, capturedInCents, challengeId, captureBefore, failureCode } = payment;
  switch (status) {
    case 'captured':
      return { outcome: status, capturedInCents: capturedInCents ?? amountInCents };
    case 'opened':
    case 'released':
    case 'expired':
      return { outcome: status };
    case 'challenged':
      if (challengeId === null) throw new Error(`Payment ${reference} is challenged without a challenge.`);
      return { outcome: status, challenge: { provider: 'simulated', secret: challengeId } };
    case 'authorized':
      if (captureBefore === null) throw new Error(`Payment ${reference} is held without an end.`);
      return { outcome: status, captureBefore };
    case 'failed':
      return refused(failureCode ?? 'card_declined');
  }
}
