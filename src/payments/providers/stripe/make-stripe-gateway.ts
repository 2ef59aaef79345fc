import Stripe from 'stripe';
import type { DeleteCardRequest, Gateway, Identified, OpenRequest } from '../gateway.ts';
import { type KeptCard, type Observation, type Observed, refused, type Unknown } from '../observation.ts';
import type { CallLimiter } from '../call-limiter.ts';
import type { CallPriority } from '../work-kinds.ts';
import { withinDeadline } from '../within-deadline.ts';
import { answerOfError, answerOfRead, isOutOfState, isUnknownPayment, unknownOf } from './answer-of-error.ts';
import { answerOfIntent, parametersOfIntent, withCharge } from './intent.ts';
import { refundStripePayment } from './refund-stripe-payment.ts';
import { retryWhenLimited } from './retry-when-limited.ts';
import { makeStripeAccounts, type StripeOptions } from './make-stripe-accounts.ts';
import { findStripeReversals, listStripePayments } from './stripe-lists.ts';

/**
 * Makes the gateway of Stripe, with PaymentIntents that are captured by hand. A payment is a PaymentIntent, and its
 * reference the PaymentIntent's id. Sources: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method,
 * https://docs.stripe.com/payments/finalize-payments-on-the-server,
 * https://docs.stripe.com/payments/save-during-payment
 */
export function makeStripeGateway(stripe: Stripe, limiter: CallLimiter, options: StripeOptions): Gateway {
  const { paymentIntents, customers } = stripe;
  const { deadlineMs } = options;
  const send = retryWhenLimited(limiter, deadlineMs);
  const inTime = <Answer>(call: Promise<Answer>) => withinDeadline(deadlineMs, call);

  return {
    name: 'stripe',
    mode: 'live',
    // https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
    minimumInCents: 50,
    maximumInCents: 99_999_999,
    accounts: makeStripeAccounts(stripe, options, send),
    open: (request) => observe(open(request)),
    hold: (request) =>
      observe(
        createAndConfirm('bid', request, request.keepsCard ? newCustomer(request) : null, {
          confirmation_token: request.cardToken,
          return_url: request.returnUrl,
          use_stripe_sdk: true,
        }),
      ),
    holdAgain: (request) =>
      observe(createAndConfirm('renewal', request, request.keptCard ?? savedCard(request), { off_session: true })),
    find: ({ authorizationId }) => observe(find(authorizationId)),
    identify: ({ reference }) => inTime(identify(reference)),
    deleteCard: (request) => inTime(deleteCard(request)),
    read: ({ reference, priority = 'bid' }) => inTime(read(priority, reference)),
    list: (page) => listStripePayments(stripe, page, send),
    findReversals: ({ reference }) => inTime(findStripeReversals(stripe, reference, send)),
    refund: (request) => inTime(refundStripePayment(stripe, request, send)),
    dashboardUrl: ({ reference, account }) =>
      // A seller with an account of its own has Stripe's Express Dashboard.
      account === null
        ? `https://dashboard.stripe.com/payments/${reference}`
        : 'https://connect.stripe.com/express_login',
    capture: ({ reference, idempotencyKey }) => {
      const capture = () => paymentIntents.capture(reference, withCharge, { idempotencyKey });
      return inTime(ask('capture', reference, capture, answerOfError));
    },
    release: ({ reference, idempotencyKey, priority = 'release' }) => {
      const how = { ...withCharge, cancellation_reason: 'abandoned' } as const;
      const cancel = () => paymentIntents.cancel(reference, how, { idempotencyKey });
      return inTime(ask(priority, reference, cancel, answerOfRead));
    },
  };

  async function observe(call: Promise<Observed>): Promise<Observed> {
    return { reference: null, ...(await inTime(call)) };
  }

  async function read(priority: CallPriority, reference: string): Promise<Observation> {
    const request = () => paymentIntents.retrieve(reference, withCharge);
    return await send(priority, request).then(answerOfIntent, answerOfRead);
  }

  /** Returns the state of the payment after a request, also if the request did not fit that state. */
  async function ask(
    priority: CallPriority,
    reference: string,
    request: () => Promise<Stripe.PaymentIntent>,
    answerOf: (error: unknown) => Observation,
  ): Promise<Observation> {
    return await send(priority, request).then(answerOfIntent, (error: unknown) =>
      isOutOfState(error) ? read(priority, reference) : answerOf(error),
    );
  }

  /**
   * One call creates and confirms. Source: https://docs.stripe.com/payments/finalize-payments-on-the-server
   *
   * @param found the card to keep or to use again; `null`: the card is used once; `none`: there is none, so that nothing can be held
   */
  async function createAndConfirm(
    priority: 'bid' | 'renewal',
    request: OpenRequest,
    found: KeptCard | null | Promise<KeptCard | 'none'>,
    confirmation: Partial<Stripe.PaymentIntentCreateParams>,
  ): Promise<Observed> {
    let reference: string | null = null;
    let keptCard: KeptCard | null = null;
    const answered = (answer: Observation): Observed => ({ ...answer, reference, keptCard });
    try {
      const card = await found;
      if (card === 'none') return answered(refused('needs_bidder'));
      keptCard = card;
      const parameters = { ...parametersOfIntent(request, card), ...withCharge, confirm: true, ...confirmation };
      const { idempotencyKey } = request;
      const intent = await send(priority, () => paymentIntents.create(parameters, { idempotencyKey })).catch(
        nullIfOtherRequestOfKey,
      );
      // A release has used the key to open a payment without a card, so that this request can hold nothing.
      if (intent === null) return answered({ outcome: 'released' });
      reference = intent.id;
      if (card !== null && typeof intent.payment_method === 'string')
        keptCard = { ...card, card: intent.payment_method };
      return answered(answerOfIntent(intent));
    } catch (error) {
      // The error of a declined card carries the PaymentIntent.
      if (error instanceof Stripe.errors.StripeError) reference = error.payment_intent?.id ?? null;
      return answered(answerOfError(error));
    }
  }

  /**
   * Opens a payment without a card: all that becomes of it is its cancellation, so that nothing can be held under the key. An earlier
   * request may have used the key, which a refusal of our key or of an account says nothing about.
   */
  async function open(request: OpenRequest): Promise<Observed> {
    try {
      const { idempotencyKey } = request;
      const create = () => paymentIntents.create(parametersOfIntent(request, null), { idempotencyKey });
      const intent = await send('release', create).catch(nullIfOtherRequestOfKey);
      if (intent === null) return { outcome: 'unknown', reason: 'the key was used with a card', reference: null };
      return { outcome: 'opened', reference: intent.id };
    } catch (error) {
      return { reference: null, ...answerOfRead(error) };
    }
  }

  async function identify(reference: string): Promise<Identified> {
    try {
      const intent = await send('bid', () => paymentIntents.retrieve(reference));
      const { metadata, amount: amountInCents, transfer_data: transfer } = intent;
      const destination = transfer?.destination ?? null;
      const account = typeof destination === 'object' ? (destination?.id ?? null) : destination;
      return { outcome: 'found', authorizationId: metadata['authorization_id'] ?? null, amountInCents, account };
    } catch (error) {
      return isUnknownPayment(error) ? { outcome: 'none' } : unknownOf(error, `Stripe does not show ${reference}`);
    }
  }

  /** A new payment may be found only after a minute. Source: https://docs.stripe.com/search */
  async function find(authorizationId: string): Promise<Observed> {
    try {
      const query = `metadata['authorization_id']:'${authorizationId}'`;
      const { data } = await send('release', () => paymentIntents.search({ query, limit: 1 }));
      const reference = data[0]?.id ?? null;
      return { outcome: reference === null ? 'none' : 'opened', reference };
    } catch (error) {
      return { reference: null, ...unknownOf(error, 'Stripe would not search') };
    }
  }

  /** A card can only be used again, without the bidder, if it belongs to a customer. Each bid has its own. */
  async function newCustomer({ email, authorizationId, idempotencyKey }: OpenRequest): Promise<KeptCard> {
    const customer = { email, metadata: { authorization_id: authorizationId } };
    const options = { idempotencyKey: `customer:${idempotencyKey}` };
    const { id } = await send('bid', () => customers.create(customer, options));
    return { customer: id, card: null };
  }

  async function savedCard({ renews }: OpenRequest): Promise<KeptCard | 'none'> {
    if (renews === null) return 'none';
    const retrieve = () => paymentIntents.retrieve(renews);
    const renewed = await send('renewal', retrieve).catch((error: unknown) => {
      if (isUnknownPayment(error)) return null;
      throw error;
    });
    const { customer = null, payment_method: card = null } = renewed ?? {};
    return typeof customer === 'string' && typeof card === 'string' ? { customer, card } : 'none';
  }

  /** With the customer Stripe deletes its cards. Source: https://docs.stripe.com/api/customers/delete */
  async function deleteCard({ customer, ...of }: DeleteCardRequest): Promise<{ outcome: 'deleted' } | Unknown> {
    try {
      for (const id of customer === null ? await findCustomers(of) : [customer]) {
        await send('cleanup', () => customers.del(id)).catch((error: unknown) => {
          if ((error as { code?: string }).code !== 'resource_missing') throw error;
        });
      }
      return { outcome: 'deleted' };
    } catch (error) {
      return unknownOf(error, 'Stripe would not delete a customer');
    }
  }

  /** The list has a new customer at once, unlike the search. An address has more than 100 only if it bids in many auctions. */
  async function findCustomers({ email, authorizationId }: Omit<DeleteCardRequest, 'customer'>): Promise<string[]> {
    if (email === null) return [];
    const list = () => customers.list({ email, limit: 100 }).autoPagingToArray({ limit: 10_000 });
    const found = await send('cleanup', list);
    return found.filter(({ metadata }) => metadata['authorization_id'] === authorizationId).map(({ id }) => id);
  }
}

/** @throws the error itself, unless it says that the idempotency key was used for another request */
function nullIfOtherRequestOfKey(error: unknown): null {
  if (error instanceof Stripe.errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use') return null;
  throw error;
}
