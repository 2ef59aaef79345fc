import type { FeeRate } from '../../src/platform/config.ts';
import type { Gateway, OpenRequest, PaymentRequest } from '../../src/payments/providers/gateway.ts';
import type { Unknown } from '../../src/payments/providers/observation.ts';
import { makeSimulatedGateway } from '../../src/payments/providers/simulated/make-simulated-gateway.ts';
import { withRestrictedAccounts } from './restrict-account.ts';
import { withSpoilingCards } from './spoiling-cards.ts';
import { withinDeadline } from '../../src/payments/providers/within-deadline.ts';

export type Operation = 'open' | 'hold' | 'renew' | 'capture' | 'release' | 'refund' | 'read';

/** Returns the fault of a call to the provider; `null`: none. May be slow, like a network. */
export type Weather = (operation: Operation) => Fault | null | Promise<Fault | null>;

/**
 * `request_lost`: never arrives. `answer_lost`: executed, and the answer is lost. `server_error`: a 5xx, and nothing is
 * executed. `error_kept`: the same, and the provider repeats it to each further request under the key. `request_late`: executed long
 * after the caller has given up. `request_twice`: executed, and once more later. `not_known`: a request for a capture is made with the key of
 * another account, which has no such payment; any other request is executed.
 */
export type Fault =
  | 'request_lost'
  | 'answer_lost'
  | 'server_error'
  | 'error_kept'
  | 'request_late'
  | 'request_twice'
  | 'not_known';

interface Options {
  readonly deadlineMs: number;
  readonly feeRate?: FeeRate;
  readonly weather?: Weather;
  /** The time that a request takes at the provider. The payment is locked meanwhile, also after the caller has given up. */
  readonly thinks?: (operation: Operation) => Promise<void> | void;
  /** How long a request waits for the others on its payment, before it is answered `lock_timeout`. */
  readonly lockWaitMs?: number;
  /** The keys under which the provider repeats an error. A real one forgets a key after a day. */
  readonly keptErrors?: Set<string>;
  /** Receives every request that arrives late: the receiver decides when, and in which order, the requests run. */
  readonly late?: (execute: () => Promise<void>) => void;
}

/** The rows that a request is about. */
interface Target {
  readonly lock?: string;
  readonly key?: string;
  /** A capture is requested, or read. */
  readonly isForCapture?: boolean;
}

/** A request that was given up may still execute: long after each deadline of a test. */
const executesWithinMs = 600_000;

/** Makes the simulated provider with a network before it that loses, delays and doubles requests, and with locks on its payments. */
export function makeFaultySimulated(
  database: Parameters<typeof makeSimulatedGateway>[0],
  {
    deadlineMs,
    feeRate = { basisPoints: 0, fixedInCents: 0 },
    weather = () => null,
    thinks = () => undefined,
    lockWaitMs = 2_000,
    late = () => undefined,
    keptErrors = new Set(),
  }: Options,
): Gateway {
  const simulated = makeSimulatedGateway(database, { deadlineMs: executesWithinMs, feeRate });
  const provider = withSpoilingCards(withRestrictedAccounts(simulated, database.db), database.db);
  const inTurn = makeObjectLock(lockWaitMs);

  /** @param targetOf names the payment that the request locks, and its key: a request that only reads has neither */
  function spoiled<Request, Answer extends { readonly outcome: string }>(
    operation: Operation,
    ask: (request: Request) => Promise<Answer>,
    targetOf: (request: Request) => Target = () => ({}),
  ): (request: Request) => Promise<Answer | Unanswered> {
    return async (request) => {
      const answer = await withinDeadline(deadlineMs, travel(request));
      // An answer that names a payment has a reference, also when it is overdue.
      return answer.outcome === 'unknown' ? { reference: null, ...answer } : (answer as Answer);
    };

    async function travel(request: Request): Promise<Answer | Unanswered> {
      const { lock, key, isForCapture = false } = targetOf(request);
      const execute = async () => {
        await thinks(operation);
        return await ask(request);
      };
      const work = () => (lock === undefined ? execute() : inTurn(lock, execute));
      const fault = await weather(operation);
      if (fault === 'not_known' && isForCapture) return { outcome: 'none' } as unknown as Answer;
      if (fault === 'error_kept' && key !== undefined) keptErrors.add(key);
      if (fault === 'server_error' || fault === 'error_kept') return serverError;
      if (fault === 'request_lost') return connectionCut;
      if (key !== undefined && keptErrors.has(key)) return fault === 'answer_lost' ? connectionCut : serverError;
      if (fault === 'request_late' || fault === 'request_twice') late(async () => void (await work()));
      if (fault === 'request_late') return connectionCut;
      const answer = await work();
      return fault === 'answer_lost' ? connectionCut : answer;
    }
  }

  /** The payments whose latest request was for a capture: a read belongs to it. */
  const captured = new Set<string>();
  const locksKey = ({ idempotencyKey: key }: OpenRequest) => ({ key, lock: key });
  const locksPayment = ({ idempotencyKey: key, reference: lock }: PaymentRequest) => ({ key, lock });
  return {
    ...provider,
    open: spoiled('open', provider.open, locksKey),
    hold: spoiled('hold', provider.hold, locksKey),
    holdAgain: spoiled('renew', provider.holdAgain, locksKey),
    capture: spoiled('capture', provider.capture, (request) => {
      captured.add(request.reference);
      return { ...locksPayment(request), isForCapture: true };
    }),
    release: spoiled('release', provider.release, (request) => {
      captured.delete(request.reference);
      return locksPayment(request);
    }),
    refund: spoiled('refund', provider.refund, locksPayment),
    deleteCard: spoiled('read', provider.deleteCard),
    find: spoiled('read', provider.find),
    identify: spoiled('read', provider.identify),
    read: spoiled('read', provider.read, ({ priority, reference }) => ({
      isForCapture: priority === 'capture' && captured.has(reference),
    })),
    findReversals: spoiled('read', provider.findReversals),
    list: spoiled('read', provider.list),
  };
}

type Unanswered = Unknown & { readonly reference: null };

const unanswered = (reason: string): Unanswered => ({ outcome: 'unknown', reason, reference: null });
const serverError = unanswered('the provider answered 503');
const connectionCut = unanswered('the connection was cut');
/** Source: https://docs.stripe.com/error-codes#lock-timeout, which comes with the status 429. */
const lockTimeout: Unanswered = { ...unanswered('the provider answered lock_timeout'), isOverloaded: true };

/**
 * Makes the locks that a provider holds on its payments while it executes requests: they run one after the other, in the order of
 * their arrival.
 *
 * @param waitMs how long a request waits for the others on the same payment
 */
function makeObjectLock(waitMs: number) {
  const lastOf = new Map<string, Promise<void>>();
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result | Unanswered> => {
    const before = lastOf.get(name);
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const mine = before === undefined ? done : before.then(() => done);
    lastOf.set(name, mine);
    try {
      if (before !== undefined && !(await isOver(before, waitMs))) return lockTimeout;
      return await work();
    } finally {
      finish();
      void mine.then(() => lastOf.get(name) === mine && lastOf.delete(name));
    }
  };
}

async function isOver(before: Promise<void>, waitMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), waitMs);
  try {
    return await Promise.race([before.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
