import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/platform/config.ts';
import { paymentSetUpFaults } from '../../../src/platform/metrics/metrics.ts';
import { checkStripe } from '../../../src/payments/providers/stripe/check-stripe.ts';
import { stripeAccountEventTypes, stripeEventTypes } from '../../../src/payments/providers/stripe/read-stripe-event.ts';
import { report } from '../../../src/operations/start/start-service.ts';

const publicUrl = 'https://auctions.example.com';
const account = '1AbCdEfGhIjKlMnO';

/** What Stripe answers, by route; a POST that gets through is refused for its parameter. */
let answers: Record<string, { status: number; body?: object }>;
const asked: string[] = [];
const server = createServer((request, response) => {
  const route = `${request.method} ${request.url!.split('?')[0]}`;
  asked.push(route);
  const usual = { status: route.startsWith('POST') ? 400 : 200, body: {} };
  const { status, body = {} } = answers[route] ?? usual;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

beforeEach(async () => {
  asked.length = 0;
  answers = {
    'GET /v1/account': { status: 200, body: { id: `acct_${account}` } },
    'GET /v1/webhook_endpoints': { status: 200, body: { data: [endpoint()] } },
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

function endpoint(facts: object = {}) {
  return {
    url: `${publicUrl}/provider-events/stripe`,
    status: 'enabled',
    enabled_events: Object.keys(stripeEventTypes),
    ...facts,
  };
}

function configOf(keys: { secretKey?: string; publishableKey?: string } = {}) {
  return readConfig({
    PUBLIC_URL: publicUrl,
    STRIPE_SECRET_KEY: keys.secretKey ?? `sk_live_5${account}xyz`,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey ?? `pk_live_5${account}xyz`,
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    PROVIDER_SANDBOX: String(keys.secretKey?.startsWith('sk_test_') === true),
    STRIPE_API_BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
}

async function faults(keys: { secretKey?: string; publishableKey?: string } = {}) {
  const config = configOf(keys);
  const results = await checkStripe({ publicUrl, stripe: config.stripe!, paymentAccounts: 'operator' });
  return results
    .filter(({ verdict }) => verdict !== 'fine')
    .map(({ verdict, subject, found }) => ({ verdict, subject, found }));
}

test('a right set-up has nothing to mend', async () => {
  expect(await faults()).toEqual([]);
});

test("another account's publishable key is named", async () => {
  expect(await faults({ publishableKey: 'pk_live_51ZzZzZzZzZzZzZzZxyz' })).toEqual([
    expect.objectContaining({ verdict: 'fault', subject: 'Account of Stripe' }),
  ]);
  // A restricted key may not read the account: its own name tells.
  answers['GET /v1/account'] = { status: 403 };
  const keys = { secretKey: `rk_live_5${account}xyz`, publishableKey: 'pk_live_51ZzZzZzZzZzZzZzZxyz' };
  expect(await faults(keys)).toEqual([expect.objectContaining({ subject: 'Account of Stripe' })]);
});

test.each([
  ['GET /v1/payment_intents', 'may not read PaymentIntents'],
  ['POST /v1/payment_intents', 'may not write PaymentIntents'],
  ['POST /v1/customers', 'may not write Customers'],
])('a restricted key without the right to %s is named', async (route, words) => {
  answers[route] = { status: 403 };
  expect(await faults()).toEqual([
    { verdict: 'fault', subject: 'Rights at Stripe', found: expect.stringContaining(words) },
  ]);
});

test.each([
  ['GET /v1/refunds', 'refunds are not recorded'],
  ['POST /v1/refunds', 'refundPayment is refused'],
  ['GET /v1/disputes', 'disputes are not recorded'],
  ['GET /v1/radar/early_fraud_warnings', 'early fraud warnings are not recorded'],
])('a restricted key without the right to %s gets a notice, as bids work without it', async (route, words) => {
  answers[route] = { status: 403 };
  expect(await faults()).toEqual([
    { verdict: 'notice', subject: 'Rights at Stripe', found: expect.stringContaining(words) },
  ]);
});

test('the guide to going live names exactly the events that the code reads', async () => {
  const text = await readFile('docs/guides/going-live.md', 'utf8');
  const named = text.match(/\b(?:payment_intent|charge|refund|radar)\.[a-z_]+(?:\.[a-z_]+)?/g);
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(stripeEventTypes).toSorted());
});

test.each([
  ['no endpoint', [], 'No enabled endpoint'],
  ['an endpoint elsewhere', [endpoint({ url: 'https://elsewhere.example.com/' })], 'No enabled endpoint'],
  ['a disabled endpoint', [endpoint({ status: 'disabled' })], 'No enabled endpoint'],
  ['an endpoint that lacks an event', [endpoint({ enabled_events: ['charge.expired'] })], 'is not subscribed to'],
])('%s is named', async (_, data, words) => {
  answers['GET /v1/webhook_endpoints'] = { status: 200, body: { data } };
  expect(await faults()).toEqual([
    { verdict: 'fault', subject: 'Webhook endpoint of Stripe', found: expect.stringContaining(words) },
  ]);
});

test('an endpoint for all events is enough; one that may not be seen is a notice', async () => {
  answers['GET /v1/webhook_endpoints'] = { status: 200, body: { data: [endpoint({ enabled_events: ['*'] })] } };
  expect(await faults()).toEqual([]);
  answers['GET /v1/webhook_endpoints'] = { status: 403 };
  expect(await faults()).toEqual([expect.objectContaining({ verdict: 'notice' })]);
});

test('a sandbox for live sellers is a notice', async () => {
  const keys = { secretKey: `sk_test_5${account}xyz`, publishableKey: `pk_test_5${account}xyz` };
  expect(await faults(keys)).toEqual([expect.objectContaining({ verdict: 'notice', subject: 'Mode of Stripe' })]);
});

test('the start logs every fault with its remedy, and counts them', async () => {
  answers['GET /v1/webhook_endpoints'] = { status: 200, body: { data: [] } };
  const lines: { level: number; msg: string; remedy: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  await report({ config: configOf(), log });
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      msg: expect.stringContaining('No enabled endpoint'),
      remedy: expect.stringContaining('payment_intent.succeeded'),
    }),
  ]);
  const { values } = await paymentSetUpFaults.get();
  expect(values.find(({ labels }) => labels.provider === 'stripe')?.value).toBe(1);
});

test('the check changes nothing at Stripe: what it posts names a parameter that does not exist', async () => {
  await faults();
  expect(asked.filter((route) => route.startsWith('POST'))).toEqual([
    'POST /v1/refunds',
    'POST /v1/payment_intents',
    'POST /v1/customers',
  ]);
});

describe('with accounts of sellers', () => {
  const types = [...Object.keys(stripeEventTypes), ...stripeAccountEventTypes];
  const results = () => checkStripe({ publicUrl, stripe: configOf().stripe!, paymentAccounts: 'connected' });

  test.each([
    ['GET /v1/accounts', 'may not read Connect: Accounts'],
    ['POST /v1/accounts', 'may not write Connect: Accounts'],
    ['POST /v1/account_links', 'may not write Connect: Account Links'],
  ])('a key without the right to %s is named', async (route, words) => {
    answers['GET /v1/webhook_endpoints'] = { status: 200, body: { data: [endpoint({ enabled_events: types })] } };
    expect((await results()).filter(({ verdict }) => verdict !== 'fine')).toEqual([]);
    answers[route] = { status: 403 };
    expect(await results()).toContainEqual(
      expect.objectContaining({ verdict: 'fault', found: expect.stringContaining(words) }),
    );
  });

  test('a second endpoint has to send the events of the accounts', async () => {
    expect(await results()).toContainEqual(
      expect.objectContaining({
        verdict: 'fault',
        found: expect.stringContaining('account.updated'),
        remedy: expect.stringContaining('connected accounts'),
      }),
    );
    const accounts = endpoint({ enabled_events: stripeAccountEventTypes });
    answers['GET /v1/webhook_endpoints'] = { status: 200, body: { data: [endpoint(), accounts] } };
    expect((await results()).filter(({ verdict }) => verdict === 'fault')).toEqual([]);
  });
});
