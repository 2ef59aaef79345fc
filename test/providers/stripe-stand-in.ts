import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type Stripe from 'stripe';
import { knownParameters } from './known-parameters.ts';
import { makeAccount, makeCharge, makeCustomer, makeEvent, makeIntent, onboarded } from './stripe-objects.ts';

/** What Stripe's own test cards do, by the name in the ConfirmationToken. */
export type StandInCard =
  | 'visa'
  | 'declined'
  | 'insufficient_funds'
  | 'challenge_once'
  | 'challenge_always'
  | 'capture_declined'
  | 'disputed';

/** Stripe's own names of its test cards. */
const cardOfTestMethod: Readonly<Record<string, StandInCard>> = {
  pm_card_visa: 'visa',
  pm_card_visa_chargeDeclined: 'declined',
  pm_card_visa_chargeDeclinedInsufficientFunds: 'insufficient_funds',
  pm_card_threeDSecure2Required: 'challenge_once',
  pm_card_authenticationRequired: 'challenge_always',
  pm_card_createDispute: 'disputed',
};

/**
 * What spoils a request. `request_lost` and `answer_lost`: the connection breaks, without the work or after it. `never_answered`: the
 * request is lost, and the connection stays open until the client's deadline.
 */
export type StandInFault =
  | 'request_lost'
  | 'answer_lost'
  | 'never_answered'
  | 'server_error'
  | 'rate_limited'
  | 'unauthorized';

export interface StandInRefusal {
  readonly status: number;
  readonly error: { readonly type: string; readonly [name: string]: unknown };
  /** Header `Retry-After`, in seconds. */
  readonly retryAfter?: number;
}

export interface StripeStandIn extends AsyncDisposable {
  readonly url: string;
  /** Every request so far: `POST /v1/customers` and the form it carried. */
  readonly requests: {
    readonly route: string;
    readonly form: Record<string, string>;
    readonly idempotencyKey: string | null;
  }[];
  token(card: string): string;
  /** Spoils the next request of this route. */
  spoil(route: RegExp, fault: StandInFault): void;
  /** From now on answers of this route come so much later: what was asked is done at once. */
  delay(route: RegExp, ms: number): void;
  answerChallenge(clientSecret: string, verdict: 'pass' | 'fail'): void;
  /** The key is one of another account from now on, which has no such payment; `false`: it is the one of before. */
  forget(intentId: string, isForgotten?: boolean): void;
  /** Stripe lets the hold lapse. */
  lapse(intentId: string): void;
  /**
   * Somebody captures at the dashboard: the whole amount, or less. Stripe then lists the rest as a refund of the charge; with an API
   * version since 2025-03-31 it does not.
   */
  captureOutside(intentId: string, amount?: number, rest?: { readonly isRefund: boolean }): void;
  /** A browser that has the client secret confirms the payment, whatever has become of it. */
  holdOutside(intentId: string): void;
  /** Somebody refunds at the dashboard: at most what was captured and not refunded. */
  refundOutside(intentId: string, amount: number, status?: string): Stripe.Refund;
  /** The bank takes a refund, or sends it back. */
  decideRefund(refundId: string, status: 'succeeded' | 'failed' | 'canceled'): Stripe.Refund;
  /**
   * The cardholder disputes, or a dispute is decided: the same id again changes its status. Its amount can be any, as exchange rates move; it is
   * that of the charge unless told.
   */
  dispute(intentId: string, status: string, id?: string, amount?: number): Stripe.Dispute;
  warnOfFraud(intentId: string): Stripe.Radar.EarlyFraudWarning;
  /** A connected account, as Stripe describes it; its facts may be changed. */
  account(id: string): Stripe.Account;
  /** The operator's dashboard connects an account that has been through the onboarding. */
  connectAccount(facts?: Partial<Stripe.Account>): Stripe.Account;
  /** The account is taken away from the operator. */
  disconnectAccount(id: string): void;
  /** From now on no more calls than this are taken in any second; the others get 429. */
  limitRate(callsPerSecond: number): void;
  refusedForRate(): number;
  /** From now on requests of this route are refused with this error of Stripe; `null`: no longer. */
  refuse(route: RegExp, refusal: StandInRefusal | null): void;
  /** From now on the key is a restricted one: what these rights do not cover gets 403. `null`: it may do all. */
  restrictKey(rights: Readonly<Record<string, 'Read' | 'Write'>> | null): void;
  /** The account has this webhook endpoint. */
  addEndpoint(endpoint: { url: string; enabled_events: readonly string[] }): void;
  effects(intentId: string): readonly string[];
  intent(intentId: string): Stripe.PaymentIntent;
  charge(intentId: string): Stripe.Charge;
  /** Every payment with the movements of its money. */
  all(): { readonly object: Stripe.PaymentIntent; readonly effects: readonly string[] }[];
  /** The ids of the customers that are not deleted. */
  customers(): readonly string[];
  /** A payment that was just made is not found by a search yet. */
  lagSearch(isLagging: boolean): void;
  /** From now on charges do not say until when they can be captured. */
  hideCaptureBefore(): void;
}

interface Kept {
  object: Stripe.PaymentIntent;
  charge: Stripe.Charge | null;
  /** The amount of the charge's balance transaction: without a refund of the rest, what was captured. */
  balanced: number;
  card: string | null;
  effects: string[];
}

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

const sevenDays = 7 * 24 * 3600;

type ReversalList = 'refunds' | 'disputes' | 'early_fraud_warnings';

const parametersOfRoute: [RegExp, ReadonlySet<string>][] = [
  [/^POST \/v1\/customers$/, knownParameters('Customers', 'CustomerCreateParams')],
  [/^GET \/v1\/(?:balance|account)$/, new Set()],
  [/^GET \/v1\/webhook_endpoints$/, knownParameters('WebhookEndpoints', 'WebhookEndpointListParams')],
  [/^GET \/v1\/customers$/, knownParameters('Customers', 'CustomerListParams')],
  [/^DELETE \/v1\/customers\/\w+$/, knownParameters('Customers', 'CustomerDeleteParams')],
  [/^POST \/v1\/accounts$/, knownParameters('Accounts', 'AccountCreateParams')],
  [/^GET \/v1\/accounts\/\w+$/, knownParameters('Accounts', 'AccountRetrieveParams')],
  [/^POST \/v1\/account_links$/, knownParameters('AccountLinks', 'AccountLinkCreateParams')],
  [/^POST \/v1\/payment_intents$/, knownParameters('PaymentIntents', 'PaymentIntentCreateParams')],
  [/^GET \/v1\/payment_intents$/, knownParameters('PaymentIntents', 'PaymentIntentListParams')],
  [/^GET \/v1\/payment_intents\/search$/, knownParameters('PaymentIntents', 'PaymentIntentSearchParams')],
  [/^GET \/v1\/charges\/\w+$/, knownParameters('Charges', 'ChargeRetrieveParams')],
  [/^GET \/v1\/refunds$/, knownParameters('Refunds', 'RefundListParams')],
  [/^POST \/v1\/refunds$/, knownParameters('Refunds', 'RefundCreateParams')],
  [/^GET \/v1\/events$/, knownParameters('Events', 'EventListParams')],
  [
    /^POST \/v1\/test_helpers\/confirmation_tokens$/,
    knownParameters('TestHelpers/ConfirmationTokens', 'ConfirmationTokenCreateParams'),
  ],
  [/^GET \/v1\/disputes$/, knownParameters('Disputes', 'DisputeListParams')],
  [
    /^GET \/v1\/radar\/early_fraud_warnings$/,
    knownParameters('Radar/EarlyFraudWarnings', 'EarlyFraudWarningListParams'),
  ],
  [/^GET \/v1\/payment_intents\/\w+$/, knownParameters('PaymentIntents', 'PaymentIntentRetrieveParams')],
  [/^POST \/v1\/payment_intents\/\w+\/confirm$/, knownParameters('PaymentIntents', 'PaymentIntentConfirmParams')],
  [/^POST \/v1\/payment_intents\/\w+\/capture$/, knownParameters('PaymentIntents', 'PaymentIntentCaptureParams')],
  [/^POST \/v1\/payment_intents\/\w+\/cancel$/, knownParameters('PaymentIntents', 'PaymentIntentCancelParams')],
];

/** The right that each address needs, as Stripe's dashboard calls it. */
const resources: readonly (readonly [address: RegExp, resource: string])[] = [
  [/\/payment_intents/, 'PaymentIntents'],
  [/\/customers/, 'Customers'],
  [/\/refunds/, 'Charges and Refunds'],
  [/\/charges/, 'Charges and Refunds'],
  [/\/disputes/, 'Disputes'],
  [/\/radar\//, 'Radar'],
  [/\/webhook_endpoints/, 'Webhook Endpoints'],
];

/** As much of Stripe's API as the service uses, on a port of its own, with Stripe's words for what goes wrong. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const intents = new Map<string, Kept>();
  const customers = new Map<string, Stripe.Customer>();
  const accounts = new Map<string, Stripe.Account>();
  const reversals: Record<ReversalList, { id: string; payment_intent: string }[]> = {
    refunds: [],
    disputes: [],
    early_fraud_warnings: [],
  };
  const forgotten = new Set<string>();
  /** The ids of the refunds that stand for what was not captured. */
  const restRefunds = new Set<string>();
  const cardOfMethod = new Map<string, string>();
  const answers = new Map<string, { request: string; answer: Answer }>();
  const requests: StripeStandIn['requests'] = [];
  const refusals = new Map<string, { route: RegExp; refusal: StandInRefusal }>();
  const delays: { route: RegExp; ms: number }[] = [];
  const faults: { route: RegExp; fault: StandInFault }[] = [];
  let tellsCaptureBefore = true;
  let searchLags = false;
  let rateLimit = Infinity;
  let refusedForRate = 0;
  const takenAt: number[] = [];
  const endpoints: object[] = [];
  const events: Stripe.Event[] = [];
  let rights: Readonly<Record<string, 'Read' | 'Write'>> | null = null;

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://stand-in');
    const route = `${request.method} ${url.pathname}`;
    const text = request.method === 'GET' ? url.search.slice(1) : (await buffer(request)).toString();
    const form = Object.fromEntries(new URLSearchParams(text));
    const idempotencyKey = (request.headers['idempotency-key'] as string | undefined) ?? null;
    requests.push({ route, form, idempotencyKey });

    const spoiled = faults.findIndex((fault) => fault.route.test(route));
    const fault = spoiled === -1 ? null : faults.splice(spoiled, 1)[0]!.fault;
    if (fault === 'never_answered') return;
    if (fault === 'request_lost') return breakConnection(response);
    const refused = refuse(route);
    const answer =
      // Whoever may not ask gets no answer that is kept under a key.
      refused !== null && isBeforeWork(refused)
        ? refused
        : remember(
            idempotencyKey,
            `${route} ${text}`,
            () => spoil(fault) ?? limit() ?? forbid(route, form) ?? refused ?? work(route, form),
          );
    await delay(delays.find((each) => each.route.test(route))?.ms ?? 0);
    if (fault === 'answer_lost') return breakConnection(response);
    response
      .writeHead(answer.status, {
        'content-type': 'application/json',
        'request-id': 'req_stand_in',
        ...answer.headers,
      })
      .end(JSON.stringify(answer.body));
  }

  /** Breaks the connection within the answer: Stripe's client repeats a request whose connection breaks before any answer. */
  function breakConnection(response: ServerResponse): void {
    response.writeHead(200, { 'content-length': '2' }).write('{', () => response.socket?.destroySoon());
  }

  /** Stripe keeps the first answer under its key, a server error too, but not one that came before the work began. */
  function remember(key: string | null, request: string, work: () => Answer): Answer {
    const earlier = key === null ? undefined : answers.get(key);
    if (earlier !== undefined) return earlier.request === request ? earlier.answer : idempotencyError;
    const answer = work();
    if (key !== null && !isBeforeWork(answer)) answers.set(key, { request, answer });
    return answer;
  }

  function isBeforeWork({ status }: Answer): boolean {
    return [401, 403, 429].includes(status);
  }

  function limit(): Answer | null {
    const now = performance.now();
    if ((takenAt.at(-rateLimit) ?? -Infinity) > now - 1_000) {
      refusedForRate++;
      return spoil('rate_limited');
    }
    takenAt.push(now);
    return null;
  }

  /** An expanded charge needs the right to read charges, too. */
  function forbid(route: string, form: Record<string, string>): Answer | null {
    if (rights === null) return null;
    const resource = resources.find(([address]) => address.test(route))?.[1];
    const expandsBalance = Object.values(form).includes('balance_transaction') && !('Balance' in rights);
    const isAllowed =
      rights[resource ?? ''] === 'Write' || (route.startsWith('GET') && resource !== undefined && resource in rights);
    const expands = Object.entries(form).some(
      ([name, value]) => name.startsWith('expand[') && value.endsWith('charge'),
    );
    if (isAllowed && !expandsBalance && (!expands || 'Charges and Refunds' in rights)) return null;
    return invalid(403, `The key does not have the permissions for ${route}.`);
  }

  function refuse(route: string): Answer | null {
    const found = [...refusals.values()].find((each) => each.route.test(route))?.refusal;
    if (found === undefined) return null;
    const { status, error: facts, retryAfter } = found;
    return {
      ...error(status, facts),
      ...(retryAfter !== undefined && { headers: { 'retry-after': `${retryAfter}` } }),
    };
  }

  function spoil(fault: StandInFault | null): Answer | null {
    if (fault === 'server_error') return error(500, { type: 'api_error', message: 'An error occurred.' });
    if (fault === 'rate_limited') return invalid(429, 'Too many requests.', { code: 'rate_limit' });
    if (fault === 'unauthorized') return invalid(401, 'Invalid API Key provided.');
    return null;
  }

  function work(route: string, form: Record<string, string>): Answer {
    const known = parametersOfRoute.find(([pattern]) => pattern.test(route))?.[1];
    if (known === undefined) return invalid(404, `Unrecognized request URL (${route}).`);
    for (const field of Object.keys(form)) {
      const [param] = field.split('[');
      if (!known.has(param!)) {
        return invalid(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
      }
    }
    if (route === 'POST /v1/accounts') return ok(newAccount(form));
    if (route === 'POST /v1/account_links') return createAccountLink(form);
    const accountId = /^GET \/v1\/accounts\/(\w+)$/.exec(route)?.[1];
    if (accountId !== undefined) {
      const account = accounts.get(accountId);
      return account === undefined ? noAccess(accountId) : ok(account);
    }
    const [, id, action] = /payment_intents\/(\w+)(?:\/(\w+))?$/.exec(route) ?? [];
    if (route === 'GET /v1/balance') return ok({ object: 'balance' });
    if (route === 'GET /v1/account') return ok({ object: 'account', id: 'acct_1StandInAccount1' });
    if (route === 'GET /v1/webhook_endpoints') return listOf(endpoints);
    if (route === 'POST /v1/customers') return createCustomer(form);
    if (route === 'GET /v1/customers') return listCustomers(form);
    if (route.startsWith('DELETE /v1/customers/')) return deleteCustomer(route.split('/').at(-1)!);
    if (route === 'POST /v1/test_helpers/confirmation_tokens') return createToken(form);
    if (route === 'POST /v1/refunds') return createRefund(form);
    if (route === 'GET /v1/events') return listEvents(form);
    const list = /^GET \/v1\/(?:radar\/)?(refunds|disputes|early_fraud_warnings)$/.exec(route)?.[1];
    if (list !== undefined) {
      // The newest first.
      return listOf(
        reversals[list as ReversalList].filter((each) => each.payment_intent === form['payment_intent']).toReversed(),
      );
    }
    if (route === 'GET /v1/payment_intents') return listIntents(form);
    if (route.startsWith('GET /v1/charges/')) return showCharge(route.split('/').at(-1)!, form);
    if (id === undefined) return createIntent(form);
    if (id === 'search') return search(form);
    const kept = forgotten.has(id) ? undefined : intents.get(id);
    if (kept === undefined) return missing('intent', `No such payment_intent: '${id}'`, 404);
    if (action === 'confirm') return confirm(kept, form);
    if (action === 'capture') return capture(kept, form);
    if (action === 'cancel') return cancel(kept, form);
    return show(kept, form);
  }

  function newAccount(form: Record<string, string>): Stripe.Account {
    const account = makeAccount({ id: newId('acct'), metadata: hashOf(form, 'metadata') });
    accounts.set(account.id, account);
    return account;
  }

  function createAccountLink({ account = '' }: Record<string, string>): Answer {
    if (!accounts.has(account)) return noAccess(account);
    const url = `https://connect.stripe.com/setup/e/${account}/${randomBytes(6).toString('hex')}`;
    return ok({ object: 'account_link', created: seconds(), expires_at: seconds() + 300, url });
  }

  /** Stripe checks the account of a destination charge when the PaymentIntent is made. */
  function refuseDestination(form: Record<string, string>): Answer | null {
    const destination = form['transfer_data[destination]'];
    if (destination === undefined) return null;
    const account = accounts.get(destination);
    if (account === undefined) return missing('transfer_data[destination]', `No such destination: '${destination}'`);
    if (account.capabilities?.transfers === 'active') return null;
    const message =
      'Your destination account needs to have at least one of the following capabilities enabled: transfers.';
    return invalid(400, message, { code: 'insufficient_capabilities_for_transfer' });
  }

  /** The newest first, with their charges. */
  function listIntents(form: Record<string, string>): Answer {
    const all = [...intents.values()].filter(({ object }) => !forgotten.has(object.id)).reverse();
    const from = all.findIndex(({ object }) => object.id === form['starting_after']) + 1;
    const page = all.slice(from, from + Number(form['limit'] ?? 10));
    const hasMore = from + page.length < all.length;
    return listOf(
      page.map(({ object, charge }) => ({ ...object, latest_charge: charge })),
      hasMore,
    );
  }

  function createCustomer(form: Record<string, string>): Answer {
    const customer = makeCustomer({ id: newId('cus'), email: form['email']!, metadata: hashOf(form, 'metadata') });
    customers.set(customer.id, customer);
    return ok(customer);
  }

  function listCustomers({ email }: Record<string, string>): Answer {
    return listOf([...customers.values()].filter((customer) => customer.email === email));
  }

  function deleteCustomer(id: string): Answer {
    if (customers.delete(id)) return ok({ id, object: 'customer', deleted: true });
    return missing('id', `No such customer: '${id}'`, 404);
  }

  function createToken({ payment_method: method = '' }: Record<string, string>): Answer {
    const card = cardOfTestMethod[method];
    if (card === undefined) return missing('payment_method', `No such PaymentMethod: '${method}'`);
    return ok({ id: `ctoken_${card}_${requests.length}`, object: 'confirmation_token' });
  }

  function createRefund(form: Record<string, string>): Answer {
    const { payment_intent: id = '', amount } = form;
    const kept = intents.get(id);
    if (kept === undefined) return missing('payment_intent', `No such payment_intent: '${id}'`, 404);
    const { charge } = kept;
    if (charge?.captured !== true)
      return invalid(400, `This PaymentIntent (${id}) does not have a successful charge to refund.`);
    const left = unrefunded(kept);
    if (left === 0)
      return invalid(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    const asked = Number(amount ?? left);
    if (asked > left) {
      return invalid(
        400,
        `Refund amount ($${asked / 100}) is greater than unrefunded amount on charge ($${left / 100})`,
      );
    }
    const facts = { metadata: hashOf(form, 'metadata'), reason: form['reason'] ?? null };
    return ok(addRefund(kept, asked, 'succeeded', facts));
  }

  /** What was captured of a charge and is not refunded. */
  function unrefunded({ object }: Kept): number {
    const refunds = refundsOf(object.id).filter(({ status }) => !endedRefunds.has(status));
    const all = refunds.reduce((sum, { amount }) => sum + amount, 0);
    const rests = refunds.filter(({ id }) => restRefunds.has(id)).reduce((sum, { amount }) => sum + amount, 0);
    return object.amount_received - (all - rests);
  }

  function refundsOf(intentId: string) {
    return reversals.refunds.filter((each) => each.payment_intent === intentId) as unknown as (Stripe.Refund & {
      status: string;
    })[];
  }

  function refund(id: string, amount: number, status = 'succeeded'): Stripe.Refund {
    const kept = keptBy(id);
    if (amount > unrefunded(kept)) throw new Error(`More than what is left of ${id} cannot be refunded.`);
    return addRefund(kept, amount, status);
  }

  function addRefund(kept: Kept, amount: number, status: string, facts: object = {}): Stripe.Refund {
    const made = {
      id: newId('re'),
      object: 'refund',
      payment_intent: kept.object.id,
      charge: kept.charge!.id,
      amount,
      status,
      metadata: {},
      created: seconds(),
      ...facts,
    };
    addReversal('refunds', made);
    countRefunds(kept);
    addEvent('refund.created', made);
    addEvent('charge.refunded', kept.charge!);
    return made as unknown as Stripe.Refund;
  }

  /** A refund that fails, or is canceled, counts no more. */
  function countRefunds({ object, charge }: Kept): void {
    const refunds = refundsOf(object.id).filter(({ status }) => !endedRefunds.has(status));
    charge!.amount_refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
    charge!.refunded = charge!.amount_refunded >= charge!.amount;
  }

  function decideRefund(refundId: string, status: string): Stripe.Refund {
    const found = reversals.refunds.find(({ id }) => id === refundId);
    if (found === undefined) throw new Error(`The stand-in has no refund ${refundId}.`);
    Object.assign(found, { status });
    countRefunds(keptBy(found.payment_intent));
    addEvent(status === 'succeeded' ? 'refund.updated' : 'refund.failed', found);
    return structuredClone(found) as unknown as Stripe.Refund;
  }

  function dispute(id: string, status: string, disputeId = newId('dp'), of?: number): Stripe.Dispute {
    const { charge, object } = keptBy(id);
    const before = reversals.disputes.find((each) => each.id === disputeId) as { amount: number } | undefined;
    const amount = of ?? before?.amount ?? object.amount_received;
    charge!.disputed = true;
    const isNew = reversals.disputes.every((each) => each.id !== disputeId);
    const facts = { id: disputeId, object: 'dispute', payment_intent: id, amount, status, created: seconds() };
    const made = addReversal('disputes', facts) as unknown as Stripe.Dispute;
    addEvent(isNew ? 'charge.dispute.created' : 'charge.dispute.updated', made);
    return made;
  }

  function addEvent(type: string, object: object): void {
    events.unshift({ ...makeEvent(type, structuredClone(object)), id: newId('evt'), created: seconds() });
  }

  /** The newest first. */
  function listEvents(form: Record<string, string>): Answer {
    const types = Object.entries(form).flatMap(([name, value]) => (name.startsWith('types[') ? [value] : []));
    const since = Number(form['created[gte]'] ?? 0);
    return listOf(events.filter(({ type, created }) => types.includes(type) && created >= since));
  }

  function search({ query = '' }: Record<string, string>): Answer {
    const [, authorizationId] = /^metadata\['authorization_id'\]:'([\w-]+)'$/.exec(query) ?? [];
    const found = searchLags
      ? []
      : [...intents.values()].filter(
          ({ object }) => object.metadata['authorization_id'] === authorizationId && !forgotten.has(object.id),
        );
    const data = found.map(({ object }) => object);
    return ok({ object: 'search_result', url: '/v1/payment_intents/search', has_more: false, data });
  }

  function createIntent(form: Record<string, string>): Answer {
    const token = form['confirmation_token'];
    if (token !== undefined && cardOfToken(token) === null) return unknownToken(token);
    const amount = Number(form['amount']);
    if (amount < 50) {
      return invalid(400, 'Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
    }
    if (amount > 99_999_999) {
      return invalid(400, 'Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' });
    }
    if (form['customer'] !== undefined && !customers.has(form['customer'])) {
      return missing('customer', 'No such customer');
    }
    const refusedDestination = refuseDestination(form);
    if (refusedDestination !== null) return refusedDestination;
    const id = newId('pi');
    const method = form['payment_method'] ?? null;
    const destination = form['transfer_data[destination]'];
    const object = makeIntent({
      id,
      amount,
      application_fee_amount:
        form['application_fee_amount'] === undefined ? null : Number(form['application_fee_amount']),
      capture_method: form['capture_method']!,
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      created: seconds(),
      customer: form['customer'] ?? null,
      metadata: hashOf(form, 'metadata'),
      payment_method: method,
      receipt_email: form['receipt_email']!,
      setup_future_usage: (form['setup_future_usage'] as 'off_session' | undefined) ?? null,
      status: method === null ? 'requires_payment_method' : 'requires_confirmation',
      transfer_data: destination === undefined ? null : { destination },
    });
    const kept = {
      object,
      charge: null,
      balanced: 0,
      card: method === null ? null : cardOfMethod.get(method)!,
      effects: [],
    };
    intents.set(id, kept);
    return form['confirm'] === 'true' ? confirm(kept, form) : show(kept, form);
  }

  function confirm(kept: Kept, form: Record<string, string>): Answer {
    const { object } = kept;
    if (object.status !== 'requires_payment_method' && object.status !== 'requires_confirmation')
      return unexpectedState(kept);
    const token = form['confirmation_token'];
    if (token !== undefined) {
      kept.card = cardOfToken(token);
      if (kept.card === null) return unknownToken(token);
      object.payment_method = newId('pm');
      cardOfMethod.set(object.payment_method, kept.card);
    }
    const isOffSession = form['off_session'] === 'true';
    if (kept.card === 'declined') return decline(kept, 'card_declined', 'generic_decline');
    if (kept.card === 'insufficient_funds') return decline(kept, 'card_declined', 'insufficient_funds');
    if (isOffSession && kept.card === 'challenge_always')
      return decline(kept, 'authentication_required', 'authentication_required');
    if (!isOffSession && kept.card?.startsWith('challenge')) {
      object.status = 'requires_action';
      object.next_action = { type: 'use_stripe_sdk' };
      return show(kept, form);
    }
    hold(kept);
    return show(kept, form);
  }

  function hold(kept: Kept): void {
    const { object } = kept;
    kept.charge = makeCharge(
      {
        id: newId('ch'),
        amount: object.amount,
        amount_captured: 0,
        amount_refunded: 0,
        captured: false,
        refunded: false,
        disputed: false,
        balance_transaction: null,
        created: seconds(),
        metadata: object.metadata,
        payment_intent: object.id,
      },
      tellsCaptureBefore ? seconds() + sevenDays : null,
    );
    object.status = 'requires_capture';
    object.amount_capturable = object.amount;
    object.next_action = null;
    kept.effects.push('held');
    addEvent('payment_intent.amount_capturable_updated', object);
  }

  function decline(kept: Kept, code: string, declineCode: string | null): Answer {
    const failure = {
      type: 'card_error' as const,
      code,
      ...(declineCode === null ? {} : { decline_code: declineCode }),
      message: 'Your card was declined.',
    };
    kept.object.status = 'requires_payment_method';
    kept.object.last_payment_error = failure;
    addEvent('payment_intent.payment_failed', kept.object);
    return error(402, { ...failure, payment_intent: kept.object });
  }

  function capture(kept: Kept, form: Record<string, string>, rest = { isRefund: true }): Answer {
    if (kept.object.status !== 'requires_capture') return unexpectedState(kept);
    const { object } = kept;
    const charge = kept.charge!;
    const amount = Number(form['amount_to_capture'] ?? object.amount);
    if (amount > object.amount_capturable || amount < 1) {
      const message = `The requested capture amount is greater than the amount you can capture for this charge.`;
      return invalid(400, message, { code: 'amount_too_large', param: 'amount_to_capture' });
    }
    if (kept.card === 'capture_declined') {
      const message = 'Your card was declined.';
      return error(402, { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message });
    }
    object.status = 'succeeded';
    object.amount_received = amount;
    object.amount_capturable = 0;
    Object.assign(charge, { captured: true, amount_captured: amount, balance_transaction: newId('txn') });
    kept.balanced = rest.isRefund ? object.amount : amount;
    kept.effects.push('captured');
    if (amount < object.amount) {
      kept.effects.push('released');
      if (rest.isRefund) restRefunds.add(addRefund(kept, object.amount - amount, 'succeeded').id);
    }
    addEvent('payment_intent.succeeded', kept.object);
    if (kept.card === 'disputed') dispute(kept.object.id, 'needs_response');
    return show(kept, form);
  }

  function cancel(kept: Kept, form: Record<string, string>): Answer {
    if (kept.object.status === 'succeeded' || kept.object.status === 'canceled') return unexpectedState(kept);
    if (kept.object.status === 'requires_capture') kept.effects.push('released');
    kept.object.status = 'canceled';
    kept.object.amount_capturable = 0;
    kept.object.cancellation_reason = form['cancellation_reason'] ?? null;
    addEvent('payment_intent.canceled', kept.object);
    return show(kept, form);
  }

  function show({ object, charge }: Kept, form: Record<string, string>): Answer {
    const isExpanded = Object.entries(form).some(
      ([name, value]) => name.startsWith('expand[') && value === 'latest_charge',
    );
    return ok({ ...object, latest_charge: isExpanded ? charge : (charge?.id ?? null) });
  }

  function showCharge(id: string, form: Record<string, string>): Answer {
    const kept = [...intents.values()].find(({ charge }) => charge?.id === id);
    if (kept === undefined) return missing('id', `No such charge: '${id}'`, 404);
    const charge = kept.charge!;
    const transaction = {
      id: charge.balance_transaction,
      object: 'balance_transaction',
      amount: kept.balanced,
      currency: 'usd',
    };
    const isExpanded = Object.values(form).includes('balance_transaction') && charge.captured;
    return ok({ ...charge, ...(isExpanded && { balance_transaction: transaction }) });
  }

  function keptBy(id: string): Kept {
    const kept = intents.get(id);
    if (kept === undefined) throw new Error(`The stand-in has no payment ${id}.`);
    return kept;
  }

  function addReversal<Made extends { id: string; payment_intent: string }>(list: ReversalList, made: Made): Made {
    reversals[list] = [...reversals[list].filter(({ id }) => id !== made.id), made];
    return made;
  }

  return {
    refundOutside: refund,
    decideRefund,
    dispute,
    warnOfFraud: (intentId) => {
      const { charge } = keptBy(intentId);
      const made = {
        id: newId('issfr'),
        object: 'radar.early_fraud_warning',
        payment_intent: intentId,
        charge,
        created: seconds(),
      };
      return addReversal('early_fraud_warnings', made) as unknown as Stripe.Radar.EarlyFraudWarning;
    },
    account: (id) => accounts.get(id)!,
    connectAccount: (facts = {}) => {
      const account = makeAccount({ id: newId('acct'), ...onboarded, ...facts });
      accounts.set(account.id, account);
      return account;
    },
    disconnectAccount: (id) => void accounts.delete(id),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    token: (card) => `ctoken_${card}_${requests.length}`,
    delay: (route, ms) => void delays.push({ route, ms }),
    spoil: (route, fault) => void faults.push({ route, fault }),
    answerChallenge: (clientSecret, verdict) => {
      const kept = keptBy(clientSecret.split('_secret_')[0]!);
      if (kept.object.status !== 'requires_action') return;
      if (verdict === 'pass') hold(kept);
      else decline(kept, 'payment_intent_authentication_failure', null);
    },
    forget: (id, isForgotten = true) => void (isForgotten ? forgotten.add(id) : forgotten.delete(id)),
    lapse: (id) => {
      const kept = keptBy(id);
      kept.object.status = 'canceled';
      kept.object.cancellation_reason = 'automatic';
      kept.effects.push('lapsed');
    },
    captureOutside: (id, amount, rest) => {
      const { status, body } = capture(
        keptBy(id),
        amount === undefined ? {} : { amount_to_capture: String(amount) },
        rest,
      );
      if (status !== 200) throw new Error(`It cannot be captured: ${JSON.stringify(body)}`);
    },
    holdOutside: (id) => hold(keptBy(id)),
    refuse: (route, refusal) => {
      if (refusal === null) refusals.delete(route.source);
      else refusals.set(route.source, { route, refusal });
    },
    restrictKey: (given) => void (rights = given),
    addEndpoint: (endpoint) => void endpoints.push({ ...endpoint, object: 'webhook_endpoint', status: 'enabled' }),
    limitRate: (callsPerSecond) => void (rateLimit = callsPerSecond),
    refusedForRate: () => refusedForRate,
    effects: (id) => keptBy(id).effects,
    all: () => [...intents.values()],
    customers: () => [...customers.keys()],
    intent: (id) => keptBy(id).object,
    charge: (id) => keptBy(id).charge!,
    lagSearch: (isLagging) => void (searchLags = isLagging),
    hideCaptureBefore: () => void (tellsCaptureBefore = false),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const endedRefunds: ReadonlySet<string> = new Set(['failed', 'canceled']);

const idempotencyError = error(400, {
  type: 'idempotency_error',
  message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
});

function noAccess(account: string): Answer {
  const message = `The provided key does not have access to account '${account}' (or that account does not exist).`;
  return invalid(403, message, { code: 'account_invalid' });
}

function cardOfToken(token: string): string | null {
  return /^ctoken_(\w+)_\d+$/.exec(token)?.[1] ?? null;
}

function unknownToken(token: string): Answer {
  return missing('confirmation_token', `No such confirmation token: '${token}'`);
}

function unexpectedState({ object }: Kept): Answer {
  const message = `This PaymentIntent could not be changed because it has a status of ${object.status}.`;
  return invalid(400, message, { code: 'payment_intent_unexpected_state', payment_intent: object });
}

function missing(param: string, message: string, status = 400): Answer {
  return invalid(status, message, { code: 'resource_missing', param });
}

function invalid(status: number, message: string, facts: object = {}): Answer {
  return error(status, { type: 'invalid_request_error', message, ...facts });
}

function error(status: number, facts: { type: string; [name: string]: unknown }): Answer {
  return { status, body: structuredClone({ error: facts }) };
}

function ok(body: object): Answer {
  return { status: 200, body: structuredClone(body) };
}

function listOf(data: readonly object[], hasMore = false): Answer {
  return ok({ object: 'list', has_more: hasMore, data });
}

function hashOf(form: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([field, value]) => {
      const key = new RegExp(`^${name}\\[(\\w+)\\]$`).exec(field)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
