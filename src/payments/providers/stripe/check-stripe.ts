import type { Config, StripeConfig } from '../../../platform/config.ts';
import { fault, fine, type CheckResult, notice } from '../../../core/check-result.ts';
import { accountOfKey, baseOf } from './connect-stripe.ts';
import { stripeAccountEventTypes, stripeEventTypes } from './read-stripe-event.ts';

const limitMs = 10_000;

/** Sends one request to Stripe, as the service itself would. */
type Ask = (route: string, form?: Record<string, string>) => Promise<{ status: number; body: unknown }>;

/** Checks whether Stripe can be reached, and is set up as the service needs it. Changes nothing at Stripe. */
export async function checkStripe(
  { stripe, publicUrl, paymentAccounts }: Pick<Config, 'publicUrl' | 'paymentAccounts'> & { stripe: StripeConfig },
  signal?: AbortSignal,
): Promise<CheckResult[]> {
  const ask = askWith(stripe, signal);
  const results = judgeMode(stripe);
  const usesAccounts = paymentAccounts === 'connected';
  try {
    const reached = await checkReach(ask, stripe);
    if (reached.verdict === 'fault') return [...results, reached];
    const parts = await Promise.all([
      checkAccount(ask, stripe),
      checkRights(ask, [...rights, ...(usesAccounts ? rightsForAccounts : [])]),
      checkEndpoint(ask, `${publicUrl}/provider-events/stripe`, usesAccounts),
    ]);
    return [...results, reached, ...parts.flat()];
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    const found = `${baseOf(stripe)} cannot be reached (${cause?.code ?? message}).`;
    return [...results, fault('Stripe', found, 'Let this machine reach it over https, by firewall and DNS.')];
  }
}

function judgeMode({ secretKey }: StripeConfig): CheckResult[] {
  if (!/^[sr]k_test_/.test(secretKey)) return [];
  const found = 'PROVIDER_SANDBOX=true: bids of live sellers move no real money, and every page and message says so.';
  return [notice('Mode of Stripe', found, 'Set the live keys before a live seller holds an auction.')];
}

async function checkReach(ask: Ask, stripe: StripeConfig): Promise<CheckResult> {
  const { status } = await ask('GET /v1/balance');
  // A restricted key may have all the rights that the service needs, and still not see the balance.
  if (status === 200 || status === 403) return fine('Stripe', `${baseOf(stripe)} answers and knows the key.`);
  if (status === 401) {
    return fault('Stripe', 'It refuses STRIPE_SECRET_KEY.', 'Take an active key from the dashboard.');
  }
  return fault('Stripe', `${baseOf(stripe)} answers ${status}.`, 'Look at status.stripe.com.');
}

/**
 * Checks that both keys belong to one account, whose name they contain: with the card form of another account the
 * secret key could not use the tokens.
 */
async function checkAccount(ask: Ask, { secretKey, publishableKey }: StripeConfig): Promise<CheckResult[]> {
  const { body } = await ask('GET /v1/account');
  const id = (body as { id?: unknown } | null)?.id;
  const account = typeof id === 'string' ? id.replace(/^acct_/, '') : accountOfKey(secretKey);
  const ofPage = accountOfKey(publishableKey);
  if (account === null || ofPage === null || account === ofPage) return [];
  const found = `STRIPE_PUBLISHABLE_KEY is of the account acct_${ofPage}, STRIPE_SECRET_KEY of acct_${account}: every bid is refused.`;
  return [fault('Account of Stripe', found, 'Take both keys from the same account in the dashboard.')];
}

interface Right {
  readonly route: string;
  readonly right: string;
  /** The records that need this right; absent: bids need it, to write as well. */
  readonly records?: string;
  /** The other calls that need the right to write. */
  readonly writes?: string;
  /** Stripe has nothing to read there. */
  readonly isWrittenOnly?: boolean;
}

const rights: readonly Right[] = [
  { route: '/v1/refunds', right: 'Charges and Refunds', records: 'refunds', writes: 'refundPayment' },
  { route: '/v1/disputes', right: 'Disputes', records: 'disputes' },
  { route: '/v1/radar/early_fraud_warnings', right: 'Radar', records: 'early fraud warnings' },
  { route: '/v1/payment_intents', right: 'PaymentIntents' },
  { route: '/v1/customers', right: 'Customers' },
];

const rightsForAccounts: readonly Right[] = [
  { route: '/v1/accounts', right: 'Connect: Accounts' },
  { route: '/v1/account_links', right: 'Connect: Account Links', isWrittenOnly: true },
];

/**
 * Checks the rights of the key. A request with an unknown parameter is refused before it has an effect: with 403 if
 * the right is missing.
 */
async function checkRights(ask: Ask, needed: readonly Right[]): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const subject = 'Rights at Stripe';
  for (const { route, right, records, writes, isWrittenOnly = false } of needed) {
    const mayRead = isWrittenOnly || (await ask(`GET ${route}?limit=1`)).status !== 403;
    const mayWrite =
      (records !== undefined && writes === undefined) ||
      (await ask(`POST ${route}`, { right_check: '1' })).status !== 403;
    if (mayRead && mayWrite) continue;
    const found = `STRIPE_SECRET_KEY is a restricted key that may not ${mayRead ? 'write' : 'read'} ${right}`;
    const remedy = (access: string) => `Give the key the right "${access}" on ${right} in the dashboard.`;
    const lacking = mayRead ? `${writes} is refused` : `${records} are not recorded`;
    results.push(
      records === undefined
        ? fault(subject, `${found}.`, remedy('Write'))
        : notice(subject, `${found}: ${lacking}.`, remedy(writes === undefined ? 'Read' : 'Write')),
    );
  }
  return results;
}

interface Endpoint {
  readonly url: string;
  readonly status: string;
  readonly enabled_events: readonly string[];
}

/** @param usesAccounts connected accounts have an endpoint of their own, at the same address */
async function checkEndpoint(ask: Ask, address: string, usesAccounts: boolean): Promise<CheckResult[]> {
  const subject = 'Webhook endpoint of Stripe';
  const { status, body } = await ask('GET /v1/webhook_endpoints?limit=100');
  if (status !== 200) {
    const found = 'The key may not list webhook endpoints, so that they cannot be checked.';
    return [notice(subject, found, `See in the dashboard that ${address} is subscribed, or let the key read them.`)];
  }
  const endpoints = (body as { data?: readonly Endpoint[] }).data ?? [];
  const enabled = endpoints.filter(({ url, status }) => url === address && status === 'enabled');
  const needed = [...Object.keys(stripeEventTypes), ...(usesAccounts ? stripeAccountEventTypes : [])];
  if (enabled.length === 0) {
    const found = `No enabled endpoint sends events to ${address}: bids whose browser does not come back wait for the sweep.`;
    return [fault(subject, found, `Add it in the dashboard, with the events ${needed.join(', ')}.`)];
  }
  const events = enabled.flatMap(({ enabled_events: subscribed }) => subscribed);
  const missing = events.includes('*') ? [] : needed.filter((type) => !events.includes(type));
  if (missing.length === 0) return [fine(subject, `Events come to ${address}.`)];
  const remedy = missing.every((type) => stripeAccountEventTypes.includes(type))
    ? 'Add an endpoint for events on connected accounts in the dashboard, and its signing secret to STRIPE_WEBHOOK_SECRET.'
    : 'Add them in the dashboard.';
  return [fault(subject, `The endpoint is not subscribed to ${missing.join(', ')}.`, remedy)];
}

function askWith(stripe: StripeConfig, signal?: AbortSignal): Ask {
  return async (route, form) => {
    const [method = 'GET', path] = route.split(' ');
    const timeout = AbortSignal.timeout(limitMs);
    const response = await fetch(`${baseOf(stripe)}${path}`, {
      method,
      headers: { authorization: `Bearer ${stripe.secretKey}` },
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    // A proxy in between may answer with an HTML page.
    return { status: response.status, body: await response.json().catch(() => null) };
  };
}
