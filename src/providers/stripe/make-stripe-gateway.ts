import Stripe from 'stripe';
import type { DeleteCardRequest, Gateway, HoldAgainRequest, HoldRequest, KeptCard, OpenRequest } from '../gateway.ts';
import { type Observation, type Observed, refused, type Unknown } from '../observation.ts';
import { type CallLimiter, unlimited } from '../call-limiter.ts';
import type { CallPriority } from '../work-kinds.ts';
import { withinDeadline } from '../within-deadline.ts';
import { answerOfError, answerOfRead } from './answer-of-error.ts';
import { answerOfIntent, withCharge } from './answer-of-intent.ts';
import { findStripeReversals } from './find-stripe-reversals.ts';
import { retryWhenLimited } from './retry-when-limited.ts';
import { listStripePayments } from './list-stripe-payments.ts';
import { makeStripeAccounts, type StripeAccountOptions } from './make-stripe-accounts.ts';
import { parametersOfIntent } from './parameters-of-intent.ts';

/**
 * Makes the gateway of Stripe, with PaymentIntents that are captured by hand. A payment is a PaymentIntent, and its
 * reference the PaymentIntent's id. Sources: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method,
 * https://docs.stripe.com/payments/finalize-payments-on-the-server,
 * https://docs.stripe.com/payments/save-during-payment
 */
export function makeStripeGateway(
  stripe: Stripe,
  {
    deadlineMs,
    limiter = unlimited,
    accounts = operatorsOwn,
  }: {
    readonly deadlineMs: number;
    readonly limiter?: CallLimiter;
    /** By default the operator's own account is paid. */
    readonly accounts?: Pick<StripeAccountOptions, 'areUsed' | 'feeRate' | 'ownAccount'>;
  },
): Gateway {
  const { paymentIntents, customers } = stripe;

  return {
    name: 'stripe',
    // https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
    minimumInCents: 50,
    maximumInCents: 99_999_999,
    accounts: makeStripeAccounts(stripe, { ...accounts, deadlineMs, send: (request) => patiently('release', request) }),
    open: (request) => observe(open(request)),
    hold: (request) => observe(hold(request)),
    find: ({ authorizationId }) => observe(find(authorizationId)),
    holdAgain: (request) => observe(holdAgain(request)),
    deleteCard: (request) => withinDeadline(deadlineMs, deleteCard(request)),
    read: ({ reference, priority = 'bid' }) =>
      ask(priority, reference, () => paymentIntents.retrieve(reference, withCharge)),
    list: (page) => listStripePayments(stripe, page, (request) => patiently(page.priority ?? 'release', request)),
    findReversals: ({ reference }) =>
      withinDeadline(
        deadlineMs,
        findStripeReversals(stripe, reference, (request) => patiently('release', request)),
      ),
    capture: ({ reference, idempotencyKey }) =>
      ask('capture', reference, () => paymentIntents.capture(reference, withCharge, { idempotencyKey }), answerOfError),
    release: ({ reference, idempotencyKey }) =>
      ask('release', reference, () =>
        paymentIntents.cancel(reference, { ...withCharge, cancellation_reason: 'abandoned' }, { idempotencyKey }),
      ),
  };

  async function observe(call: Promise<Observed>): Promise<Observed> {
    return { reference: null, ...(await withinDeadline(deadlineMs, call)) };
  }

  function patiently<Answer>(priority: CallPriority, request: () => Promise<Answer>): Promise<Answer> {
    return retryWhenLimited(limiter, { priority, deadlineMs }, request);
  }

  /** Returns the state of the payment after a request, also if the request did not fit that state. */
  async function ask(
    priority: CallPriority,
    reference: string,
    request: () => Promise<Stripe.PaymentIntent>,
    answerOf = answerOfRead,
  ): Promise<Observation> {
    return await withinDeadline(deadlineMs, attempt());

    async function attempt(): Promise<Observation> {
      const answer = await catching(async () => answerOfIntent(await patiently(priority, request)), answerOf);
      if (answer !== 'look') return answer;
      const state = await catching(
        async () => answerOfIntent(await patiently(priority, () => paymentIntents.retrieve(reference, withCharge))),
        answerOfRead,
      );
      return state === 'look' ? { outcome: 'unknown', reason: `${reference} cannot be read` } : state;
    }
  }

  async function hold(request: HoldRequest): Promise<Observed> {
    const { cardToken, returnUrl } = request;
    return await createAndConfirm('bid', request, {
      card: async () => (request.keepsCard ? { customer: await newCustomer(request), card: null } : null),
      confirmation: { confirmation_token: cardToken, return_url: returnUrl, use_stripe_sdk: true },
    });
  }

  async function holdAgain(request: HoldAgainRequest): Promise<Observed> {
    return await createAndConfirm('renewal', request, {
      card: async () =>
        request.keptCard ?? (request.renews === null ? null : await savedCard(request.renews)) ?? 'none',
      confirmation: { off_session: true },
    });
  }

  /**
   * One call creates and confirms. Source: https://docs.stripe.com/payments/finalize-payments-on-the-server
   *
   * @param how.card finds the card to keep or to use again; `none`: there is none, so that nothing can be held
   */
  async function createAndConfirm(
    priority: 'bid' | 'renewal',
    request: OpenRequest,
    how: {
      card(): Promise<NonNullable<Observed['keptCard']> | 'none' | null>;
      confirmation: Partial<Stripe.PaymentIntentCreateParams>;
    },
  ): Promise<Observed> {
    let reference: string | null = null;
    let keptCard: Observed['keptCard'] = null;
    const answer = await catching(async (): Promise<Observation> => {
      const card = await how.card();
      if (card === 'none') return refused('needs_bidder');
      keptCard = card;
      try {
        const intent = await patiently(priority, () =>
          paymentIntents.create(
            { ...parametersOfIntent(request, card), ...withCharge, confirm: true, ...how.confirmation },
            { idempotencyKey: request.idempotencyKey },
          ),
        );
        reference = intent.id;
        const { payment_method: used } = intent;
        if (card !== null && typeof used === 'string') keptCard = { ...card, card: used };
        return answerOfIntent(intent);
      } catch (error) {
        // A release has used the key to open a payment without a card, so that this request can hold nothing.
        if (isOtherRequestOfKey(error)) return { outcome: 'released' };
        // The error of a declined card carries the PaymentIntent.
        if (error instanceof Stripe.errors.StripeError) reference = error.payment_intent?.id ?? null;
        throw error;
      }
    });
    const of = { reference, keptCard };
    if (answer === 'look') return { outcome: 'unknown', reason: 'Stripe would not hold the amount', ...of };
    return { ...answer, ...of };
  }

  /**
   * Opens a payment without a card: all that becomes of it is its cancellation, so that nothing can be held under the key. An earlier
   * request may have used the key, which a refusal of our key or of an account says nothing about.
   */
  async function open(request: OpenRequest): Promise<Observed> {
    const answer = await catching(async (): Promise<Observed> => {
      try {
        const { id } = await patiently('release', () =>
          paymentIntents.create(parametersOfIntent(request, null), { idempotencyKey: request.idempotencyKey }),
        );
        return { outcome: 'opened', reference: id };
      } catch (error) {
        if (isOtherRequestOfKey(error)) return unknown('the key was used with a card');
        throw error;
      }
    }, answerOfRead);
    return answer === 'look' ? unknown('Stripe would not open a PaymentIntent') : { reference: null, ...answer };
  }

  /** A new payment may be found only after a minute. Source: https://docs.stripe.com/search */
  async function find(authorizationId: string): Promise<Observed> {
    const answer = await catching(async (): Promise<Observed> => {
      const query = `metadata['authorization_id']:'${authorizationId}'`;
      const { data } = await patiently('release', () => paymentIntents.search({ query, limit: 1 }));
      return data[0] === undefined
        ? { outcome: 'none', reference: null }
        : { outcome: 'opened', reference: data[0].id };
    });
    return answer === 'look' || answer.outcome === 'refused'
      ? unknown('Stripe would not search')
      : { reference: null, ...answer };
  }

  /** A card can only be used again, without the bidder, if it belongs to a customer. Each bid has its own. */
  async function newCustomer({ email, authorizationId, idempotencyKey }: OpenRequest): Promise<string> {
    const { id } = await patiently('bid', () =>
      customers.create(
        { email, metadata: { authorization_id: authorizationId } },
        { idempotencyKey: `customer:${idempotencyKey}` },
      ),
    );
    return id;
  }

  async function savedCard(renews: string): Promise<KeptCard | null> {
    const { customer, payment_method: card } = await patiently('renewal', () => paymentIntents.retrieve(renews));
    if (typeof customer !== 'string' || typeof card !== 'string') return null;
    return { customer, card };
  }

  /** With the customer Stripe deletes its cards. Source: https://docs.stripe.com/api/customers/delete */
  async function deleteCard({ customer, ...of }: DeleteCardRequest): Promise<{ outcome: 'deleted' } | Unknown> {
    const answer = await catching(async (): Promise<{ outcome: 'deleted' }> => {
      for (const id of customer === null ? await findCustomers(of) : [customer]) {
        await patiently('cleanup', () => customers.del(id)).catch((error: unknown) => {
          if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'resource_missing') throw error;
        });
      }
      return { outcome: 'deleted' };
    });
    return answer !== 'look' && (answer.outcome === 'deleted' || answer.outcome === 'unknown')
      ? answer
      : { outcome: 'unknown', reason: 'Stripe would not delete a customer' };
  }

  /** The list has a new customer at once, unlike the search. An address has more than 100 only if it bids in many auctions. */
  async function findCustomers({ email, authorizationId }: Omit<DeleteCardRequest, 'customer'>): Promise<string[]> {
    if (email === null) return [];
    const found: string[] = [];
    let after: string | null = null;
    for (;;) {
      const page: Stripe.ApiList<Stripe.Customer> = await patiently('cleanup', () =>
        customers.list({ email, limit: 100, ...(after !== null && { starting_after: after }) }),
      );
      const ours = page.data.filter(({ metadata }) => metadata['authorization_id'] === authorizationId);
      found.push(...ours.map(({ id }) => id));
      after = page.data.at(-1)?.id ?? null;
      if (!page.has_more || after === null) return found;
    }
  }
}

const operatorsOwn = { areUsed: false, feeRate: { basisPoints: 0, fixedInCents: 0 }, ownAccount: null };

const unknown = (reason: string): Observed => ({ outcome: 'unknown', reason, reference: null });

function isOtherRequestOfKey(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use';
}

async function catching<Answer>(
  request: () => Promise<Answer>,
  answerOf = answerOfError,
): Promise<Answer | Observation | 'look'> {
  try {
    return await request();
  } catch (error) {
    return answerOf(error);
  }
}
