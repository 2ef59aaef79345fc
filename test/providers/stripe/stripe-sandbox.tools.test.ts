import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeEvent } from '../stripe-objects.ts';
import { startStripeStandIn, type StripeStandIn } from '../stripe-stand-in.ts';
import { comparable } from './sandbox/play-steps.ts';
import { listenForEvents } from './sandbox/read-events.ts';
import { steps } from './sandbox/steps.ts';

// Each run of the command plays every step twice.
vi.setConfig({ testTimeout: 240_000 });

const command = path.join(import.meta.dirname, 'sandbox/run-sandbox.ts');
const secretKey = 'sk_test_51StandInAccount1abcdefghijklmn';

let folder: string;
/** Another stand-in, in the place of Stripe. */
let stripe: StripeStandIn;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'auction-sandbox-'));
  stripe = await startStripeStandIn();
});
afterAll(async () => {
  await stripe[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function run(env: NodeJS.ProcessEnv, args: string[] = []): Promise<{ code: unknown; output: string }> {
  return new Promise((done) => {
    const options = { env: { PATH: process.env['PATH'], ...env } };
    execFile(process.execPath, [command, ...args], options, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

test('without a key every step is played against the stand-in, and answered as expected', async () => {
  const { code, output } = await run({});
  expect(output).toContain(`${steps.length} steps as expected, 0 not as expected, 0 left out.`);
  expect(output).toContain('Stripe itself was not asked');
  expect(code).toBe(0);
});

test.each(['sk_live_51StandInAccount1x', 'rk_live_51StandInAccount1x', 'pk_test_1'])(
  'refuses %s, which is no test key, before it sends anything',
  async (key) => {
    const asked = stripe.requests.length;
    const { code, output } = await run({ STRIPE_SECRET_KEY: key, STRIPE_API_BASE: stripe.url });
    expect(output).toContain('is not a test key');
    expect(code).toBe(1);
    expect(stripe.requests.length).toBe(asked);
  },
);

test('the transcript says what Stripe answers otherwise than the stand-in, and has no secrets', async () => {
  const file = path.join(folder, 'transcript.md');
  // A Stripe that takes no refunds, which two steps make.
  stripe.refuse(/^POST \/v1\/refunds$/, {
    status: 400,
    error: { type: 'invalid_request_error', message: `Refunds are off for ${secretKey}.` },
  });
  // And whose owner has not signed up for connected accounts.
  stripe.refuse(/^POST \/v1\/accounts$/, {
    status: 400,
    error: { type: 'invalid_request_error', message: 'You have not signed up for Connect.' },
  });
  const { code, output } = await run({ STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: stripe.url }, ['--write', file]);
  stripe.refuse(/^POST \/v1\/refunds$/, null);
  stripe.refuse(/^POST \/v1\/accounts$/, null);
  expect(output).toContain('Not as expected: A new connected account, Refund, Events.');
  expect(code).toBe(1);

  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^# Stripe's sandbox on \d{4}-\d\d-\d\d$/m);
  expect(text).toContain('| Capture | as expected |  |');
  expect(text).toContain('| A new connected account | not as expected | answers otherwise |');
  expect(text).toContain('You have not signed up for Connect.');
  expect(text).toContain('| 3-D Secure, passed | left out |  |');
  expect(text).toContain('Stripe: not as expected. Refunds are off');
  expect(text).not.toContain(secretKey);
  expect(text).not.toMatch(/_secret_|whsec_|\b(?:pi|cus|acct|ctoken|re|dp)_\w*\d/);
});

test('without --write nothing is written about another address than Stripe', async () => {
  const { output } = await run({ STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: stripe.url });
  expect(output).toContain('0 not as expected');
  expect(output).not.toContain('Written to');
});

test('does not compare names, ids, addresses, secrets and times of day, which differ in each run', () => {
  const inSevenDays = new Date(Date.now() + 7 * 24 * 3600_000);
  const answer = (id: string) => ({
    outcome: 'authorized',
    code: 'insufficient_funds',
    captureBefore: inSevenDays,
    reference: `pi_${id}`,
    challenge: { secret: `pi_${id}_secret_${id}` },
    url: `https://connect.stripe.com/${id}`,
  });
  expect(comparable(answer('3QabcDEF1'))).toEqual(comparable(answer('3QxyzGHI2')));
  expect(comparable(answer('3QabcDEF1'))).toMatchObject({ code: 'insufficient_funds', captureBefore: 'in 7 days' });
});

test('takes the events that "stripe listen" sends on, and refuses those with another secret', async () => {
  await using listener = await listenForEvents({ port: 0, secret: 'whsec_right' });
  const payload = JSON.stringify(makeEvent('payment_intent.succeeded', { id: 'pi_1', metadata: {} }));
  const send = (secret: string) =>
    fetch(listener.url, {
      method: 'POST',
      headers: { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }) },
      body: payload,
    });
  expect((await send('whsec_wrong')).status).toBe(400);
  expect((await send('whsec_right')).status).toBe(200);
  expect(await listener.read(new Map([['pi_1', ['captured']]]))).toEqual(new Map([['pi_1', ['captured']]]));
});
