import type { FeeRate } from '../../../platform/config.ts';
import { isOutage } from '../../../core/outage.ts';
import type { Connection, Statements } from '../../../platform/db/database.ts';
import type { Gateway, HoldAgainRequest, HoldRequest, OpenRequest } from '../gateway.ts';
import { type KeptCard, type Observed, refused, type Unknown } from '../observation.ts';
import { withinDeadline } from '../within-deadline.ts';
import { cardOfToken } from './card-token.ts';
import { decideCapture, decideHold, decideRelease, decideRenewal } from './decide.ts';
import { findPayment, findSimulatedReversals, identifyPayment, listSimulatedPayments } from './find-payments.ts';
import { erasePayer } from './forget.ts';
import { makeSimulatedAccounts } from './make-simulated-accounts.ts';
import { openPayment } from './open-payment.ts';
import { makePerform } from './perform.ts';
import { refundSimulatedPayment } from './refund-payment.ts';
import { type TestCard, testCardNamed } from './test-cards.ts';

const minimumInCents = 1;
const maximumInCents = 99_999_999;

/**
 * Makes a payment provider that moves no money, for test sellers and for trials of the service. It behaves like a
 * remote one: it keeps its own books, commits by itself, and stores the idempotency keys of what a repetition would do twice.
 */
export function makeSimulatedGateway(
  { db }: { readonly db: Connection & Pick<Statements, 'transaction'> },
  { deadlineMs, feeRate }: { readonly deadlineMs: number; readonly feeRate: FeeRate },
): Gateway {
  const perform = makePerform(db);
  // Thousands of releases may be due, and a batch of them takes tens of milliseconds: no capture waits for it.
  const performRelease = makePerform(db);

  /** A database that cuts the connection, perhaps at its commit, leaves the outcome as open as a network does. */
  async function answerOf<Answer>(work: Promise<Answer>): Promise<Answer | Unknown> {
    try {
      return await withinDeadline(deadlineMs, work);
    } catch (error) {
      if (isOutage(error)) return { outcome: 'unknown', reason: 'the connection was cut' };
      throw error;
    }
  }

  async function observe(work: Promise<Observed | Unknown>): Promise<Observed> {
    return { reference: null, ...(await answerOf(work)) };
  }

  async function opening({ amountInCents }: OpenRequest, open: () => Promise<Observed>): Promise<Observed> {
    const isInBounds = amountInCents >= minimumInCents && amountInCents <= maximumInCents;
    return isInBounds ? await observe(open()) : { ...refused('amount_out_of_bounds'), reference: null };
  }

  return {
    name: 'simulated',
    mode: 'test',
    minimumInCents,
    maximumInCents,
    accounts: makeSimulatedAccounts(db, feeRate),
    open: (request) => opening(request, () => openPayment(db, request, null)),
    hold: (request) => opening(request, () => holdOn(db, request, cardOfToken(request.cardToken))),
    holdAgain: (request) => opening(request, () => holdAgain(db, request)),
    // Test cards are kept nowhere but in the payments themselves.
    deleteCard: async () => ({ outcome: 'deleted' }),
    find: ({ authorizationId }) => observe(findPayment(db, authorizationId)),
    identify: ({ reference }) => answerOf(identifyPayment(db, reference)),
    // The state of the payment keeps a repeated request from a second effect: their keys are not stored.
    capture: ({ reference }) => answerOf(perform(reference, decideCapture)),
    release: ({ reference, priority = 'release' }) =>
      answerOf((priority === 'release' ? performRelease : perform)(reference, decideRelease)),
    read: ({ reference }) => answerOf(perform(reference)),
    findReversals: ({ reference }) => answerOf(findSimulatedReversals(db, reference)),
    refund: (request) => answerOf(refundSimulatedPayment(db, request)),
    // Its dashboard is for operators, on a page of the service.
    dashboardUrl: () => null,
    list: (page) => answerOf(listSimulatedPayments(db, page)),
    erasePayer: (request) => erasePayer(db, request),
  };
}

async function holdOn(db: Connection, request: HoldRequest, card: TestCard | undefined): Promise<Observed> {
  const decision = decideHold(card);
  const presented = { card: card?.name ?? null, decision, keptCard: keptCardOf(request) };
  return await openPayment(db, request, presented);
}

async function holdAgain(db: Connection, request: HoldAgainRequest): Promise<Observed> {
  const { rows } = await db.query<{ card: string | null }>('select card from simulated_payments where reference = $1', [
    request.renews,
  ]);
  const card = testCardNamed(rows[0]?.card ?? null);
  const decision = decideRenewal(card);
  const keptCard = request.keepsCard ? (request.keptCard ?? keptCardOf(request)) : null;
  return await openPayment(db, request, { card: card?.name ?? null, decision, keptCard });
}

function keptCardOf({ keepsCard, authorizationId }: OpenRequest): KeptCard | null {
  return keepsCard ? { customer: `cus_${authorizationId}`, card: `card_${authorizationId}` } : null;
}
