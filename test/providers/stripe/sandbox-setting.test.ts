import { afterEach, beforeEach, expect, test } from 'vitest';
import { stripeProvider } from '../../../src/payments/providers/stripe/stripe-provider.ts';
import { renderMessage } from '../../../src/auctions/mail/render-message.ts';
import { config as messageConfig, examples } from '../../mail/example-facts.ts';
import { readAdminHome } from '../../operations/read-admin-home.ts';
import { setStripeStage, type StripeStage } from '../stripe-stage.ts';

const liveKeys = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x', PROVIDER_SANDBOX: 'false' };
const note = 'Test mode: no real money.';

let stage: StripeStage;
beforeEach(async () => (stage = await setStripeStage()));
afterEach(() => stage[Symbol.asyncDispose]());

test('every page of a live seller says that no money moves with test keys, and with live keys none does', async () => {
  await using live = await setStripeStage(liveKeys);
  for (const [{ service, auctionId }, isNoted] of [
    [stage, true],
    [live, false],
  ] as const) {
    const paths = [`/auctions/${auctionId}`, `/auctions/${auctionId}/embed`, '/seller'];
    const pages = await Promise.all(paths.map((path) => service.request(path)));
    expect(pages.map(({ status, text }) => [status, text.includes(note)])).toEqual(paths.map(() => [200, isNoted]));
  }
});

test('the first page of an operator says that the service runs in a sandbox, and with live keys it does not', async () => {
  await using live = await setStripeStage(liveKeys);
  for (const [{ service }, isSandbox] of [
    [stage, true],
    [live, false],
  ] as const) {
    const page = await readAdminHome(service, await service.seller({ scopes: ['admin'] }));
    expect(page).toContain('Needs attention');
    expect(page.includes('<strong>Sandbox</strong>')).toBe(isSandbox);
  }
});

test('every message of a live seller says so, as text and as HTML', () => {
  const facts = { ...examples['won']!, mode: 'live' as const };
  for (const providerSandbox of [true, false]) {
    const { text, html } = renderMessage(facts, { ...messageConfig, providerSandbox });
    expect([text.includes(note), html.includes(note)]).toEqual([providerSandbox, providerSandbox]);
  }
});

test('doctor says so', async () => {
  expect(await stripeProvider.check(stage.service.deps.config)).toContainEqual(
    expect.objectContaining({
      verdict: 'notice',
      subject: 'Mode of Stripe',
      found: expect.stringContaining('PROVIDER_SANDBOX=true') as string,
    }),
  );
});
