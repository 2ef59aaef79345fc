import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { Gateway, HoldRequest } from '../../src/payments/providers/gateway.ts';
import { stripeScriptUrl } from '../../src/payments/providers/stripe/make-stripe-page.ts';
import { openPage, sharedBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';
import { openAuction, phone, waitForText } from './bidder-in-browser.ts';
import { servePage } from './serve-page.ts';

const stub = readFileSync(new URL('stripe-stub.js', import.meta.url), 'utf8');

describeInBrowser('a live auction, with Stripe', async () => {
  await using made = new AsyncDisposableStack();
  const service = made.use(await startService());
  const asked: HoldRequest[] = [];
  let answered = false;
  const lapse = new Date(Date.now() + 7 * 86_400_000);
  // Stripe itself stands elsewhere; here it is only who asks what of it.
  const stripe: Gateway = {
    ...service.deps.gateways.simulated,
    name: 'stripe',
    mode: 'live',
    // The operator's own account is paid.
    accounts: { ...service.deps.gateways.simulated.accounts, areUsed: false },
    minimumInCents: 50,
    hold: async (request) => {
      asked.push(request);
      const reference = `pi_${request.authorizationId}`;
      if (!request.cardToken.includes('challenge')) return { outcome: 'authorized', captureBefore: lapse, reference };
      return { outcome: 'challenged', challenge: { provider: 'stripe', secret: 'pi_1_secret_2' }, reference };
    },
    read: async () =>
      answered
        ? { outcome: 'authorized', captureBefore: lapse }
        : { outcome: 'challenged', challenge: { provider: 'stripe', secret: 'pi_1_secret_2' } },
  };
  const served = made.use(
    await servePage(
      { ...service.deps, gateways: { ...service.deps.gateways, stripe } },
      {
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        PROVIDER_SANDBOX: 'true',
      },
    ),
  );
  const browser = await sharedBrowser();
  const open = made.move();
  afterAll(() => open.disposeAsync());

  const seller = await service.seller({ mode: 'live' });
  const openLive = async () => {
    const auction = await service.auction(seller, ongoing);
    const opened = await openPage(browser, phone);
    await opened.page
      .context()
      .route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: stub }));
    await opened.page.goto(`${served.url}/auctions/${auction.auctionId}`);
    return { ...opened, auction };
  };
  const toCard = async (page: Page) => {
    await page.getByLabel('Your bid in US dollars').fill('$1,250.50');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByRole('button', { name: 'Continue to the card' }).click();
    await page.getByLabel('Card number').waitFor();
  };
  const pay = async (page: Page, card: string) => {
    await page.getByLabel('Card number').fill(card);
    await page.getByRole('button', { name: 'Place a binding bid' }).click();
  };
  const callsOf = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { stripeCalls: [string, unknown][] }).stripeCalls);

  test('the card goes to Stripe, and what stands for it into the bid', async () => {
    const { page, complaints, ...opened } = await openLive();
    await using _ = opened;
    await toCard(page);
    expect(await callsOf(page)).toEqual([
      ['Stripe', 'pk_test_1'],
      [
        'elements',
        expect.objectContaining({
          mode: 'payment',
          amount: 50,
          currency: 'usd',
          captureMethod: 'manual',
        }),
      ],
      ['mount', 'payment'],
    ]);
    await pay(page, '');
    await waitForText(page, '#card-message', 'Your card number is incomplete');
    expect(asked).toEqual([]);

    await pay(page, 'good');
    await waitForText(page, '#outcome', 'Your bid: $1,250.50 · You lead');
    expect(asked).toMatchObject([
      { cardToken: 'ctoken_good', returnUrl: expect.stringMatching(`^${served.url}/auctions/.*/return\\?bid=`) },
    ]);
    // Its own script alone is loaded from elsewhere.
    expect(new Set(complaints)).toEqual(new Set([`request: ${stripeScriptUrl}`]));
  });

  test("a bank's question: Stripe's window, then the outcome", async () => {
    const { page, ...opened } = await openLive();
    await using _ = opened;
    const calls: unknown[] = [];
    // Its window is another page, whose list of calls goes with it.
    await page.exposeFunction('tell', (call: unknown) => {
      calls.push(call);
      answered = true;
    });
    await toCard(page);
    await pay(page, 'challenge');
    await waitForText(page, '#outcome', 'You lead');
    expect(calls).toContainEqual(['handleNextAction', { clientSecret: 'pi_1_secret_2' }]);
  });

  test('the policy of the page names Stripe, and nobody else', async () => {
    const auction = await service.auction(seller, ongoing);
    const { headers } = await fetch(`${served.url}/auctions/${auction.auctionId}`);
    const policy = headers.get('content-security-policy')!.split('; ');
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
    expect(policy).toContain('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com');
    expect(policy).toContain("connect-src 'self' https://api.stripe.com");
    expect(policy).toContain("default-src 'none'");
  });

  test('without JavaScript a sentence says what is needed', async () => {
    const auction = await service.auction(seller, ongoing);
    await using opened = await openAuction(browser, `${served.url}/auctions/${auction.auctionId}`, {
      ...phone,
      javaScriptEnabled: false,
    });
    const { page } = opened;
    await page.getByLabel('Your bid in US dollars').fill('25');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByRole('button', { name: 'Continue to the card' }).click();
    await waitForText(page, 'noscript p', 'needs JavaScript');
  });

  test('the page says that Stripe cannot be reached', async () => {
    const auction = await service.auction(seller, ongoing);
    await using opened = await openPage(browser, phone);
    await opened.page.route('https://js.stripe.com/**', (route) => route.abort());
    await opened.page.goto(`${served.url}/auctions/${auction.auctionId}`);
    await opened.page.getByLabel('Your bid in US dollars').fill('25');
    await opened.page.getByLabel('E-mail').fill('ada@example.com');
    await opened.page.getByRole('button', { name: 'Continue to the card' }).click();
    await waitForText(opened.page, '#card-message', 'could not be loaded');
  });
});
