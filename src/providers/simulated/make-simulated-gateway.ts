import { randomUUID } from 'node:crypto';
import type { FeeRate } from '../../config.ts';
import type { Connection } from '../../db/database.ts';
import type { Gateway, HoldAgainRequest, HoldRequest, OpenRequest } from '../gateway.ts';
import type { ListAnswer } from '../listed-payment.ts';
import { type Observation, type Observed, refused, type Unknown } from '../observation.ts';
import type { ReversalsAnswer } from '../reversal.ts';
import { cardOfToken } from './card-token.ts';
import { decideCapture, decideHold, decideLapse, decideRelease, decideRenewal } from './decide.ts';
import { erasePayer } from './erase-payer.ts';
import { findPayment, findSimulatedReversals, listSimulatedPayments } from './find-payments.ts';
import { isRestricted, makeSimulatedAccounts } from './make-simulated-accounts.ts';
import { makeObjectLock } from './object-lock.ts';
import { openPayment } from './open-payment.ts';
import { makePaymentBooks } from './payment-books.ts';
import { type Reply, perform } from './perform.ts';
import { providerNow } from './provider-clock.ts';
import { type TestCard, testCardNamed } from './test-cards.ts';
import { type Operation, type Target, type Wire, sendOver } from './wire.ts';

const minimumInCents = 1;
const maximumInCents = 99_999_999;
const noFee: FeeRate = { basisPoints: 0, fixedInCents: 0 };

interface Options extends Partial<Pick<Wire, 'weather' | 'thinks' | 'late'>> {
  readonly deadlineMs: number;
  /** The operator's fee of each sale; none by default. */
  readonly feeRate?: FeeRate;
  /** How long a request waits for the others on its payment, before it is answered `lock_timeout`. */
  readonly lockWaitMs?: number;
}

/**
 * Makes a payment provider that moves no money, for test sellers and for trials of the service. It behaves like a
 * remote one: it keeps its own books, commits by itself, stores idempotency keys, and its answers can be lost.
 *
 * @param options.weather the fault of each call; none unless a test passes one
 * @param options.thinks how long each request takes at the provider, which locks the payment meanwhile; by default no time
 * @param options.late receives the requests that arrive late; by default there are none
 */
export function makeSimulatedGateway(
  { db }: { db: Connection },
  {
    deadlineMs,
    feeRate = noFee,
    weather = () => null,
    thinks = () => undefined,
    late = () => undefined,
    lockWaitMs = 2_000,
  }: Options,
): Gateway {
  const wire: Wire = { deadlineMs, weather, thinks, late, lock: makeObjectLock(lockWaitMs), keptErrors: new Set() };
  const books = makePaymentBooks(db);
  const observe = async (to: Target, work: () => Promise<Reply>): Promise<Observed> => ({
    reference: null,
    ...(await sendOver<Observed>(wire, to, work)),
  });

  /** A request that opens a payment locks its key. */
  async function observeOpening(
    operation: Operation,
    { amountInCents, idempotencyKey: key }: OpenRequest,
    work: () => Promise<Reply>,
  ): Promise<Observed> {
    if (amountInCents < minimumInCents || amountInCents > maximumInCents)
      return { ...refused('amount_out_of_bounds'), reference: null };
    return await observe({ operation, reference: key, key }, work);
  }

  return {
    name: 'simulated',
    minimumInCents,
    maximumInCents,
    accounts: makeSimulatedAccounts(db, { feeRate }),
    read: ({ reference }) =>
      sendOver<Observation>(wire, { operation: 'read' }, () =>
        perform(books, { reference, request: {}, idempotencyKey: null }, decideLapse),
      ),
    open: (request) => observeOpening('open', request, () => openPayment(db, request, null)),
    hold: (request) => observeOpening('hold', request, () => holdOn(db, request, cardOfToken(request.cardToken))),
    holdAgain: (request) =>
      observeOpening('renew', request, async () => holdAgainOn(db, request, await cardOfPayment(db, request.renews))),
    // Test cards are kept nowhere but in the payments themselves.
    deleteCard: () =>
      sendOver<{ outcome: 'deleted' } | Unknown>(wire, { operation: 'read' }, async () =>
        replyWith({ outcome: 'deleted' }),
      ),
    list: (page) => sendOver<ListAnswer>(wire, { operation: 'read' }, () => listSimulatedPayments(db, page)),
    erasePayer: (request) => erasePayer(db, request),
    findReversals: ({ reference }) =>
      sendOver<ReversalsAnswer>(wire, { operation: 'read' }, () => findSimulatedReversals(db, reference)),
    find: ({ authorizationId }) => observe({ operation: 'read' }, () => findPayment(db, authorizationId)),
    capture: ({ idempotencyKey, reference }) =>
      sendOver<Observation>(wire, { operation: 'capture', reference, key: idempotencyKey }, () =>
        perform(books, { reference, request: { capture: reference }, idempotencyKey }, decideCapture),
      ),
    release: ({ idempotencyKey, reference }) =>
      sendOver<Observation>(wire, { operation: 'release', reference, key: idempotencyKey }, () =>
        perform(books, { reference, request: { release: reference }, idempotencyKey }, decideRelease),
      ),
  };
}

async function holdOn(db: Connection, request: HoldRequest, card: TestCard | undefined): Promise<Reply> {
  // The server error comes before anything is done.
  if (card?.stumbles?.at === 'authorize') return replyWith({ outcome: 'server_error' });
  if (await isRefused(db, request)) return cannotBePaid;
  const holdsAlready = await findOtherHold(db, request, card);
  const decision = decideHold(card, { challengeId: randomUUID(), holdsAlready });
  const reply = await openPayment(db, request, { card: card?.name ?? null, decision, keptCard: keptCardOf(request) });
  return { ...reply, isLost: !reply.isRepetition && card?.losesAnswerOf === 'authorize' };
}

async function holdAgainOn(db: Connection, request: HoldAgainRequest, card: TestCard | undefined): Promise<Reply> {
  if (await isRefused(db, request)) return cannotBePaid;
  const decision = decideRenewal(card, { holdsAlready: await findOtherHold(db, request, card) });
  const keptCard = request.keepsCard ? (request.keptCard ?? keptCardOf(request)) : null;
  return await openPayment(db, request, { card: card?.name ?? null, decision, keptCard });
}

/** The account takes no money. A request that was answered before gets its answer again. */
async function isRefused(db: Connection, { payee, idempotencyKey }: HoldRequest | HoldAgainRequest): Promise<boolean> {
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
async function findOtherHold(
  db: Connection,
  { sellerId, email }: HoldRequest | HoldAgainRequest,
  card: TestCard | undefined,
): Promise<boolean> {
  if (card?.holdsOnce !== true) return false;
  const { rows } = await db.query<{ exists: boolean }>(
    `select exists (select from simulated_payments p
       where account = $1 and email = $2 and card = $3 and status = 'authorized' and capture_before > ${providerNow('p.account')})`,
    [sellerId, email, card.name],
  );
  return rows[0]!.exists;
}

async function cardOfPayment(db: Connection, reference: string | null): Promise<TestCard | undefined> {
  const { rows } = await db.query<{ card: string | null }>('select card from simulated_payments where reference = $1', [
    reference,
  ]);
  return testCardNamed(rows[0]?.card ?? null);
}

function keptCardOf({ keepsCard, authorizationId }: HoldRequest | HoldAgainRequest): Observed['keptCard'] {
  return keepsCard ? { customer: `cus_${authorizationId}`, card: `card_${authorizationId}` } : null;
}

const cannotBePaid = replyWith({ ...refused('seller_cannot_be_paid'), reference: null });

function replyWith(answer: object): Reply {
  return { json: JSON.stringify(answer), isRepetition: false, isLost: false };
}
