import { randomUUID } from 'node:crypto';
import type { FeeRate } from '../../config.ts';
import type { Connection } from '../../db/database.ts';
import type { Gateway, HoldAgainRequest, HoldRequest } from '../gateway.ts';
import type {
  CaptureAnswer,
  FindAnswer,
  HoldAnswer,
  OpenAnswer,
  ReadAnswer,
  ReleaseAnswer,
  Unknown,
} from '../gateway-answers.ts';
import type { ListAnswer } from '../listed-payment.ts';
import { asAuthorizeAnswer } from '../narrow-answer.ts';
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
import { type Wire, sendOver } from './wire.ts';

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
  const read = ({ reference }: { reference: string }) =>
    sendOver<ReadAnswer>(wire, { operation: 'read' }, () =>
      perform(books, { reference, request: {}, idempotencyKey: null }, decideLapse),
    );

  return {
    name: 'simulated',
    minimumInCents,
    maximumInCents,
    accounts: makeSimulatedAccounts(db, { feeRate }),
    read,
    confirm: async (payment) => asAuthorizeAnswer(await read(payment)),
    open: async (request) => {
      if (isOutOfBounds(request)) return { outcome: 'refused', code: 'amount_out_of_bounds' };
      return await sendOver<OpenAnswer>(
        wire,
        { operation: 'open', reference: request.idempotencyKey, key: request.idempotencyKey },
        () => openPayment(db, request, null),
      );
    },
    hold: (request) => sendHold(wire, 'hold', request, () => holdOn(db, request, cardOfToken(request.cardToken))),
    holdAgain: (request) =>
      sendHold(wire, 'renew', request, async () => holdAgainOn(db, request, await cardOfPayment(db, request.renews))),
    // Test cards are kept nowhere but in the payments themselves.
    deleteCard: () =>
      sendOver<{ outcome: 'deleted' } | Unknown>(wire, { operation: 'read' }, async () =>
        replyWith({ outcome: 'deleted' }),
      ),
    list: (page) => sendOver<ListAnswer>(wire, { operation: 'read' }, () => listSimulatedPayments(db, page)),
    erasePayer: (request) => erasePayer(db, request),
    findReversals: ({ reference }) =>
      sendOver<ReversalsAnswer>(wire, { operation: 'read' }, () => findSimulatedReversals(db, reference)),
    find: ({ authorizationId }) =>
      sendOver<FindAnswer>(wire, { operation: 'read' }, () => findPayment(db, authorizationId)),
    capture: ({ idempotencyKey, reference }) =>
      sendOver<CaptureAnswer>(wire, { operation: 'capture', reference, key: idempotencyKey }, () =>
        perform(books, { reference, request: { capture: reference }, idempotencyKey }, decideCapture),
      ),
    release: ({ idempotencyKey, reference }) =>
      sendOver<ReleaseAnswer>(wire, { operation: 'release', reference, key: idempotencyKey }, () =>
        perform(books, { reference, request: { release: reference }, idempotencyKey }, decideRelease),
      ),
  };
}

async function sendHold(
  wire: Wire,
  operation: 'hold' | 'renew',
  request: HoldRequest | HoldAgainRequest,
  work: () => Promise<Reply>,
): Promise<HoldAnswer> {
  if (isOutOfBounds(request)) return { outcome: 'refused', code: 'amount_out_of_bounds', reference: null };
  const { idempotencyKey: key } = request;
  const answer = await sendOver<HoldAnswer>(wire, { operation, reference: key, key }, work);
  return { reference: null, ...answer };
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

function keptCardOf({ keepsCard, authorizationId }: HoldRequest | HoldAgainRequest): HoldAnswer['keptCard'] {
  return keepsCard ? { customer: `cus_${authorizationId}`, card: `card_${authorizationId}` } : null;
}

function isOutOfBounds({ amountInCents }: { amountInCents: number }): boolean {
  return amountInCents < minimumInCents || amountInCents > maximumInCents;
}

const cannotBePaid = replyWith({ outcome: 'refused', code: 'seller_cannot_be_paid', reference: null });

function replyWith(answer: object): Reply {
  return { json: JSON.stringify(answer), isRepetition: false, isLost: false };
}
