import { randomUUID } from 'node:crypto';
import type { FeeRate } from '../../config.ts';
import type { Connection } from '../../db/database.ts';
import type {
  AuthorizeAnswer,
  CaptureAnswer,
  FindAnswer,
  HoldAgainRequest,
  HoldAnswer,
  HoldRequest,
  HoldsInOneCall,
  HoldsInTwoCalls,
  OpenAnswer,
  PaymentCalls,
  ReadAnswer,
  ReleaseAnswer,
  RenewAnswer,
  Unknown,
} from '../gateway.ts';
import type { ListAnswer } from '../listed-payment.ts';
import { asAuthorizeAnswer } from '../narrow-answer.ts';
import type { ReversalsAnswer } from '../reversal.ts';
import { cardOfToken } from './card-token.ts';
import { decideAuthorize, decideCapture, decideLapse, decideRelease, decideRenew } from './decide.ts';
import { erasePayer } from './erase-payer.ts';
import { findPayment } from './find-payment.ts';
import { findSimulatedReversals } from './find-simulated-reversals.ts';
import { listSimulatedPayments } from './list-payments.ts';
import { makeSimulatedAccounts } from './make-simulated-accounts.ts';
import { makeObjectLock } from './object-lock.ts';
import { openPayment } from './open-payment.ts';
import { type Reply, perform } from './perform.ts';
import { providerNow } from './provider-now.ts';
import { type TestCard, testCardNamed } from './test-cards.ts';
import { type Wire, answerFromWire, sendOver } from './wire.ts';

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
export function makeSimulatedGateway({ db }: { db: Connection }, options: Options): PaymentCalls & HoldsInTwoCalls {
  const wire = makeWire(options);
  return {
    ...paymentCalls(db, wire, options),
    authorize: ({ idempotencyKey, ...request }) =>
      sendOver<AuthorizeAnswer>(wire, { operation: 'authorize', reference: request.reference }, () =>
        useCard(db, request, { request: { authorize: request }, idempotencyKey }),
      ),
    renew: ({ idempotencyKey, reference }) =>
      sendOver<RenewAnswer>(wire, { operation: 'renew', reference }, () =>
        useCardAgain(db, reference, { request: { renew: reference }, idempotencyKey }),
      ),
  };
}

/** Makes the same provider, which opens a payment and holds its amount in one call, as Stripe does. */
export function makeOneCallGateway({ db }: { db: Connection }, options: Options): PaymentCalls & HoldsInOneCall {
  const wire = makeWire(options);

  async function sendHold(
    operation: 'hold' | 'renew',
    request: HoldRequest | HoldAgainRequest,
    use: (reference: string) => Promise<Reply>,
  ): Promise<HoldAnswer> {
    if (isOutOfBounds(request)) return { outcome: 'refused', code: 'amount_out_of_bounds', reference: null };
    const answer = await sendOver<HoldAnswer>(wire, { operation, reference: request.idempotencyKey }, async () => {
      const opened = await openPayment(db, request);
      if (opened.outcome !== 'opened') return replyWith(opened);
      const { reference } = opened;
      const reply = await use(reference);
      const keptCard = request.keepsCard ? keptCardOf(request) : null;
      return { ...reply, json: JSON.stringify({ ...(answerFromWire(reply.json) as object), reference, keptCard }) };
    });
    return { reference: null, ...answer };
  }

  return {
    ...paymentCalls(db, wire, options),
    hold: (request) => {
      const { cardToken, returnUrl, idempotencyKey } = request;
      const remembered = { request: { hold: { cardToken, returnUrl } }, idempotencyKey: `${idempotencyKey}:card` };
      return sendHold('hold', request, (reference) => useCard(db, { reference, cardToken }, remembered));
    },
    holdAgain: (request) => {
      const { idempotencyKey } = request;
      const remembered = { request: { holdAgain: true }, idempotencyKey: `${idempotencyKey}:card` };
      return sendHold('renew', request, (reference) => useCardAgain(db, reference, remembered));
    },
    // Test cards are kept nowhere but in the payments themselves.
    deleteCard: () =>
      sendOver<{ outcome: 'deleted' } | Unknown>(wire, { operation: 'read' }, async () =>
        replyWith({ outcome: 'deleted' }),
      ),
  };
}

function makeWire({
  deadlineMs,
  weather = () => null,
  thinks = () => undefined,
  late = () => undefined,
  lockWaitMs = 2_000,
}: Options): Wire {
  return { deadlineMs, weather, thinks, late, lock: makeObjectLock(lockWaitMs) };
}

function paymentCalls(db: Connection, wire: Wire, { feeRate = noFee }: Options): PaymentCalls {
  const read = ({ reference }: { reference: string }) =>
    sendOver<ReadAnswer>(wire, { operation: 'read' }, () =>
      perform(db, { reference, request: {}, idempotencyKey: null }, decideLapse),
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
      const { idempotencyKey } = request;
      return await sendOver<OpenAnswer>(wire, { operation: 'open', reference: idempotencyKey }, async () =>
        replyWith(await openPayment(db, request)),
      );
    },
    list: (page) => sendOver<ListAnswer>(wire, { operation: 'read' }, () => listSimulatedPayments(db, page)),
    erasePayer: (request) => erasePayer(db, request),
    findReversals: ({ reference }) =>
      sendOver<ReversalsAnswer>(wire, { operation: 'read' }, () => findSimulatedReversals(db, reference)),
    find: ({ authorizationId }) =>
      sendOver<FindAnswer>(wire, { operation: 'read' }, () => findPayment(db, authorizationId)),
    capture: ({ idempotencyKey, reference }) =>
      sendOver<CaptureAnswer>(wire, { operation: 'capture', reference }, () =>
        perform(db, { reference, request: { capture: reference }, idempotencyKey }, decideCapture),
      ),
    release: ({ idempotencyKey, reference }) =>
      sendOver<ReleaseAnswer>(wire, { operation: 'release', reference }, () =>
        perform(db, { reference, request: { release: reference }, idempotencyKey }, decideRelease),
      ),
  };
}

interface Remembered {
  readonly request: object;
  readonly idempotencyKey: string;
}

async function useCard(
  db: Connection,
  { reference, cardToken }: { reference: string; cardToken: string },
  remembered: Remembered,
): Promise<Reply> {
  const card = cardOfToken(cardToken);
  const holdsAlready = await findOtherHold(db, reference, card);
  return await perform(db, { reference, ...remembered }, (payment, now) =>
    decideAuthorize(payment, { card, challengeId: randomUUID(), now, holdsAlready }),
  );
}

async function useCardAgain(db: Connection, reference: string, remembered: Remembered): Promise<Reply> {
  const card = testCardNamed(await cardOfRenewed(db, reference));
  const holdsAlready = await findOtherHold(db, reference, card);
  return await perform(db, { reference, ...remembered }, (payment, now) =>
    decideRenew(payment, { card, now, holdsAlready }),
  );
}

/** Does the card that holds once hold money for another payment of the same person? */
async function findOtherHold(db: Connection, reference: string, card: TestCard | undefined): Promise<boolean> {
  if (card?.holdsOnce !== true) return false;
  const { rows } = await db.query<{ exists: boolean }>(
    `select exists (select from simulated_payments p join simulated_payments other using (account, email)
       where p.reference = $1 and other.reference <> $1 and other.card = $2 and other.status = 'authorized'
         and other.capture_before > ${providerNow('other.account')})`,
    [reference, card.name],
  );
  return rows[0]!.exists;
}

async function cardOfRenewed(db: Connection, reference: string): Promise<string | null> {
  const { rows } = await db.query<{ card: string | null }>(
    `select old.card from simulated_payments p join simulated_payments old on old.reference = p.renews where p.reference = $1`,
    [reference],
  );
  return rows[0]?.card ?? null;
}

function keptCardOf(request: HoldRequest | HoldAgainRequest): NonNullable<HoldAnswer['keptCard']> {
  const { authorizationId } = request;
  if ('keptCard' in request && request.keptCard !== null) return request.keptCard;
  return { customer: `cus_${authorizationId}`, card: `card_${authorizationId}` };
}

function isOutOfBounds({ amountInCents }: { amountInCents: number }): boolean {
  return amountInCents < minimumInCents || amountInCents > maximumInCents;
}

function replyWith(answer: object): Reply {
  return { json: JSON.stringify(answer), isRepetition: false, isLost: false };
}
