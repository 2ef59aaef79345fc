import type { FeeRate } from '../../../platform/config.ts';
import { isOutage } from '../../../core/outage.ts';
import type { Connection, Statements } from '../../../platform/db/database.ts';
import type { Gateway, HoldAgainRequest, HoldRequest, OpenRequest } from '../gateway.ts';
import { type KeptCard, type Observed, refused, type Unknown } from '../observation.ts';
import { withinDeadline } from '../within-deadline.ts';
import { cardOfToken } from './card-token.ts';
import { decideCapture, decideHold, decideRelease, decideRenewal, serverError } from './decide.ts';
import { findPayment, findSimulatedReversals, identifyPayment, listSimulatedPayments } from './find-payments.ts';
import { erasePayer } from './forget.ts';
import { isRestricted, makeSimulatedAccounts } from './make-simulated-accounts.ts';
import { openPayment } from './open-payment.ts';
import { connectionCut, makePerform } from './perform.ts';
import { providerNow } from './provider-clock.ts';
import { refundSimulatedPayment } from './refund-payment.ts';
import { type TestCard, testCardNamed } from './test-cards.ts';

const minimumInCents = 1;
const maximumInCents = 99_999_999;

/**
 * Makes a payment provider that moves no money, for test sellers and for trials of the service. It behaves like a
 * remote one: it keeps its own books, commits by itself, stores idempotency keys, and its answers can be lost.
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
      if (isOutage(error)) return connectionCut;
      throw error;
    }
  }

  async function observe(work: Promise<Observed | Unknown>): Promise<Observed> {
    return { reference: null, ...(await answerOf(work)) };
  }

  async function opening({ amountInCents }: OpenRequest, open: () => Promise<Observed | Unknown>): Promise<Observed> {
    const isInBounds = amountInCents >= minimumInCents && amountInCents <= maximumInCents;
    return isInBounds ? await observe(open()) : { ...refused('amount_out_of_bounds'), reference: null };
  }

  return {
    name: 'simulated',
    mode: 'test',
    minimumInCents,
    maximumInCents,
    accounts: makeSimulatedAccounts(db, feeRate),
    open: (request) => opening(request, async () => (await openPayment(db, request, null)).answer),
    hold: (request) => opening(request, () => holdOn(db, request, cardOfToken(request.cardToken))),
    holdAgain: (request) => opening(request, () => holdAgain(db, request)),
    // Test cards are kept nowhere but in the payments themselves.
    deleteCard: async () => ({ outcome: 'deleted' }),
    find: ({ authorizationId }) => observe(findPayment(db, authorizationId)),
    identify: ({ reference }) => answerOf(identifyPayment(db, reference)),
    capture: ({ idempotencyKey: key, reference }) =>
      answerOf(perform(reference, decideCapture, { key, request: { capture: reference } })),
    release: ({ idempotencyKey: key, reference, priority = 'release' }) => {
      const inBatch = priority === 'release' ? performRelease : perform;
      return answerOf(inBatch(reference, decideRelease, { key, request: { release: reference } }));
    },
    read: ({ reference }) => answerOf(perform(reference)),
    findReversals: ({ reference }) => answerOf(findSimulatedReversals(db, reference)),
    refund: (request) => answerOf(refundSimulatedPayment(db, request)),
    // Its dashboard is for operators, on a page of the service.
    dashboardUrl: () => null,
    list: (page) => answerOf(listSimulatedPayments(db, page)),
    erasePayer: (request) => erasePayer(db, request),
  };
}

async function holdOn(db: Connection, request: HoldRequest, card: TestCard | undefined): Promise<Observed | Unknown> {
  if (card?.stumbles?.at === 'authorize') return serverError;
  if (await isRefused(db, request)) return cannotBePaid;
  const decision = decideHold(card, await findOtherHold(db, request, card));
  const presented = { card: card?.name ?? null, decision, keptCard: keptCardOf(request) };
  const { answer, isNew } = await openPayment(db, request, presented);
  return isNew && card?.losesAnswerOf === 'authorize' ? connectionCut : answer;
}

async function holdAgain(db: Connection, request: HoldAgainRequest): Promise<Observed> {
  const { rows } = await db.query<{ card: string | null }>('select card from simulated_payments where reference = $1', [
    request.renews,
  ]);
  const card = testCardNamed(rows[0]?.card ?? null);
  if (await isRefused(db, request)) return cannotBePaid;
  const decision = decideRenewal(card, await findOtherHold(db, request, card));
  const keptCard = request.keepsCard ? (request.keptCard ?? keptCardOf(request)) : null;
  return (await openPayment(db, request, { card: card?.name ?? null, decision, keptCard })).answer;
}

/** The account takes no money. A request that was answered before gets its answer again. */
async function isRefused(db: Connection, { payee, idempotencyKey }: OpenRequest): Promise<boolean> {
  if (payee === undefined) return false;
  const { rows } = await db.query<{ isRefused: boolean }>({
    name: 'simulated-is-refused',
    text: `
      select ${isRestricted('$1')} and not exists (select from simulated_answers where idempotency_key = $2) as "isRefused"`,
    values: [payee.account, idempotencyKey],
  });
  return rows[0]!.isRefused;
}

/** Does the card that holds once hold money for another payment of the same person? */
async function findOtherHold(db: Connection, request: OpenRequest, card: TestCard | undefined): Promise<boolean> {
  if (card?.holdsOnce !== true) return false;
  const { rowCount } = await db.query(
    `select from simulated_payments p where account = $1 and email = $2 and card = $3 and status = 'authorized'
       and capture_before > ${providerNow('p.account')} limit 1`,
    [request.sellerId, request.email, card.name],
  );
  return rowCount === 1;
}

function keptCardOf({ keepsCard, authorizationId }: OpenRequest): KeptCard | null {
  return keepsCard ? { customer: `cus_${authorizationId}`, card: `card_${authorizationId}` } : null;
}

const cannotBePaid: Observed = { ...refused('seller_cannot_be_paid'), reference: null };
