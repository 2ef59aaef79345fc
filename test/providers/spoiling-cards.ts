import type { Connection } from '../../src/platform/db/database.ts';
import type { ProviderRefusalCode } from '../../src/payments/providers/failure-code.ts';
import type {
  Gateway,
  HoldAgainRequest,
  HoldRequest,
  OpenRequest,
  PaymentRequest,
} from '../../src/payments/providers/gateway.ts';
import { type Observation, type Observed, refused, type Unknown } from '../../src/payments/providers/observation.ts';
import { type TestCard, testCardNamed } from '../../src/payments/providers/simulated/test-cards.ts';

/** The way in which a card spoils requests. A request that it does not spoil has the answer of `visa`. */
interface Spoil {
  readonly at: 'hold' | 'capture' | 'release';
  /** `answer_lost`: the request is executed. `server_error`, or a refusal: nothing is. */
  readonly by: 'answer_lost' | 'server_error' | ProviderRefusalCode;
  /** So many requests on each payment. */
  readonly times: number;
}

/** The cards that the tests have beside those of the simulated provider. */
export const spoilingCards = {
  authorize_answer_lost: { at: 'hold', by: 'answer_lost', times: 1 },
  authorize_5xx: { at: 'hold', by: 'server_error', times: Infinity },
  capture_answer_lost: { at: 'capture', by: 'answer_lost', times: 1 },
  capture_5xx: { at: 'capture', by: 'server_error', times: 2 },
  capture_never_answered: { at: 'capture', by: 'server_error', times: Infinity },
  capture_declined_once: { at: 'capture', by: 'card_declined', times: 1 },
  capture_try_again: { at: 'capture', by: 'temporarily_declined', times: 2 },
  release_answer_lost: { at: 'release', by: 'answer_lost', times: 1 },
  release_5xx: { at: 'release', by: 'server_error', times: 2 },
} as const satisfies Record<string, Spoil>;

export interface CardUnderTest extends Omit<TestCard, 'name' | 'number'> {
  readonly name: string;
  readonly spoils?: Spoil;
}

export function cardUnderTest(name: string): CardUnderTest {
  const spoils = spoilOf(name);
  const card = spoils === undefined ? testCardNamed(name) : { name, spoils };
  if (card === undefined) throw new Error(`There is no test card ${name}.`);
  return card;
}

function spoilOf(name: string | undefined): Spoil | undefined {
  return (spoilingCards as Partial<Record<string, Spoil>>)[name ?? ''];
}

/** The cards of the payments that this process has opened. */
const cardsOfPayments = new Map<string, string>();
/** The requests that were spoiled, by their payments. */
const spoiled = new Map<string, number>();
/** The refusals that the provider repeats, by the keys of the requests. */
const refusals = new Map<string, Observation>();

/** From now on the card of a payment spoils nothing. */
export function stopSpoiling(reference: string): void {
  cardsOfPayments.set(reference, 'visa');
}

/** The card of the next hold, whichever the page has read; `null`: that one. */
let next: string | null = null;
/** The cards of the requests that were such holds, by their authorizations. */
const presented = new Map<string, string>();

/** The next hold is on this card. */
export function presentNext(name: string): void {
  next = name;
}

/**
 * Adds the cards that spoil requests to the simulated provider.
 *
 * @param db finds the cards of payments that other processes have opened
 */
export function withSpoilingCards(gateway: Gateway, db: Connection | null = null): Gateway {
  async function findCard(reference: string): Promise<string | undefined> {
    const known = cardsOfPayments.get(reference);
    if (known !== undefined || db === null) return known;
    const { rows } = await db.query<{ name: string | null }>(
      `select request->>'card' as name from simulated_payments where reference = $1`,
      [reference],
    );
    const found = rows[0]?.name ?? 'visa';
    cardsOfPayments.set(reference, found);
    return found;
  }

  /** Opens a payment. The provider's books have the name of the card in its request. */
  async function open<Request extends OpenRequest>(
    name: string,
    ask: (request: Request) => Promise<Observed>,
    request: Request,
  ): Promise<Observed> {
    const isSpoiling = spoilOf(name) !== undefined;
    const answer = await ask(isSpoiling ? { ...request, card: name } : request);
    if (answer.reference !== null) cardsOfPayments.set(answer.reference, name);
    return answer;
  }

  async function hold(request: HoldRequest): Promise<Observed> {
    // A request whose answer was lost is repeated.
    if (next !== null) presented.set(request.authorizationId, next);
    next = null;
    const name = presented.get(request.authorizationId) ?? request.cardToken.replace(/^simulated_card_/, '');
    const spoils = spoilOf(name);
    if (spoils === undefined) return await open(name, gateway.hold, request);
    if (spoils.at === 'hold' && spoils.by === 'server_error') return { ...serverError, reference: null };
    const isRepeated = (await gateway.find(request)).reference !== null;
    const answer = await open(name, gateway.hold, { ...request, cardToken: 'simulated_card_visa' });
    return spoils.at === 'hold' && !isRepeated ? { ...connectionCut, reference: null } : answer;
  }

  async function holdAgain(request: HoldAgainRequest): Promise<Observed> {
    const name = request.renews === null ? undefined : await findCard(request.renews);
    return await open(name ?? 'visa', gateway.holdAgain, request);
  }

  function spoiling(at: 'capture' | 'release'): Gateway['capture'] {
    return async (request: PaymentRequest) => {
      const { reference, idempotencyKey: key } = request;
      const earlier = refusals.get(key);
      if (earlier !== undefined) return earlier;
      const spoils = spoilOf(await findCard(reference));
      if (spoils?.at !== at) return await gateway[at](request);
      const { outcome } = await gateway.read({ reference });
      const isDue =
        at === 'capture' ? outcome === 'authorized' : !['captured', 'expired', 'released'].includes(outcome);
      const times = spoiled.get(reference) ?? 0;
      if (!isDue || times >= spoils.times) return await gateway[at](request);
      spoiled.set(reference, times + 1);
      if (spoils.by === 'server_error') return serverError;
      if (spoils.by !== 'answer_lost') {
        refusals.set(key, refused(spoils.by));
        return refused(spoils.by);
      }
      await gateway[at](request);
      return connectionCut;
    };
  }

  return { ...gateway, hold, holdAgain, capture: spoiling('capture'), release: spoiling('release') };
}

const serverError: Unknown = { outcome: 'unknown', reason: 'the provider answered 503' };
const connectionCut: Unknown = { outcome: 'unknown', reason: 'the connection was cut' };
