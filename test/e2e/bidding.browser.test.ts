import { afterAll, expect, test } from 'vitest';
import { makeLive } from '../../src/platform/live/live.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { aBidder } from '../page/bidder.ts';
import { openPage, sharedBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';
import { fillIn, fillInCard, openAuction, outcomeOf, phone, placeBid, waitForText } from './bidder-in-browser.ts';
import { servePage } from './serve-page.ts';

describeInBrowser('bidding in a browser', async () => {
  await using made = new AsyncDisposableStack();
  const service = made.use(await startService());
  const served = made.use(await servePage(service.deps));
  // As another process: it hears of changes through the database alone.
  const otherLive = made.use(makeLive({ db: service.db, log: service.deps.log }));
  const servedElsewhere = made.use(await servePage({ ...service.deps, live: otherLive }));
  const browser = await sharedBrowser();
  const open = made.move();
  afterAll(() => open.disposeAsync());

  const seller = await service.seller();
  const anAuction = async (options = {}) => {
    const auction = await service.auction(seller, { ...ongoing, ...options });
    return {
      ...auction,
      url: `${served.url}/auctions/${auction.auctionId}`,
      elsewhere: `${servedElsewhere.url}/auctions/${auction.auctionId}`,
    };
  };
  const bidsOf = async ({ auctionId }: { auctionId: string }) => {
    const { rows } = await service.db.query<{ bidder: string; cents: number }>(
      'select bidder_id as bidder, bid_value_in_cents as cents from bids where auction_id = $1 order by placed_at',
      [auctionId],
    );
    return rows;
  };
  /** As if it had begun two hours ago and ended just now. */
  const endNow = ({ auctionId }: { auctionId: string }) =>
    service.db.query(
      `update auctions set bidding_period_ends_at = clock_timestamp(),
         bidding_period_starts_at = clock_timestamp() - interval '2 h' where auction_id = $1 returning pg_sleep(0.001)`,
      [auctionId],
    );

  test('a bid, on a phone', async () => {
    const auction = await anAuction({ minimumBidValueInCents: 1_000 });
    await using opened = await openAuction(browser, auction.url);
    const { page, complaints } = opened;
    await placeBid(page, { amount: '12.50' });
    await waitForText(page, '#outcome', 'Your bid: $12.50 · You lead');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('outcome');
    expect(await bidsOf(auction)).toEqual([{ bidder: 'ada@example.com', cents: 1_250 }]);
    expect(complaints).toEqual([]);
  });

  test('with the keyboard alone', async () => {
    const auction = await anAuction();
    await using opened = await openAuction(browser, auction.url, {});
    const { page } = opened;
    const toNext = async (selector: string) => {
      // Amounts to tap and the list of test cards stand on the way.
      for (let tabs = 0; tabs < 10; tabs++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      }
      throw new Error(`The keyboard does not reach ${selector}.`);
    };
    for (const text of ['25', 'ada@example.com']) {
      await toNext('input:focus-visible');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await page.getByLabel('Card number').waitFor();
    // The heading of the next step has the focus, so that a screen reader goes on there.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('bid-heading');
    for (const text of ['4242424242424242', '12/40', '123']) {
      await toNext('input:focus-visible');
      await page.keyboard.type(text);
    }
    await toNext('button');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Place a binding bid of $25.00');
    await page.keyboard.press('Enter');
    await waitForText(page, '#outcome', 'You lead');
  });

  test('a declined card, then a good one', async () => {
    const auction = await anAuction();
    await using opened = await openAuction(browser, auction.url);
    const { page } = opened;
    await placeBid(page, { amount: '25', card: '4000000000000002' });
    await waitForText(page, '#outcome', 'The card was declined');
    // One is at the card again, and the amount is as it was.
    await page.getByLabel('Card number').fill('4242424242424242');
    // A slip at the second card: what was typed of it stays, but for the security code.
    await page.getByLabel('Expiry (MM/YY)').fill('13/40');
    await page.getByRole('button', { name: 'Place a binding bid' }).click();
    await waitForText(page, '#faults', 'Enter the expiry');
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await page.getByLabel('Security code').inputValue()).toBe('');
    await page.getByLabel('Expiry (MM/YY)').fill('12/40');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: 'Place a binding bid' }).click();
    await waitForText(page, '#outcome', 'You lead');
    expect(await bidsOf(auction)).toHaveLength(1);
  });

  test('too many forms: this one stays as it was typed, and says when to send it again', async () => {
    const auction = await anAuction();
    await using strict = await servePage(service.deps, { PAGE_LIMIT_BROWSER: '30/60' });
    await using opened = await openAuction(browser, `${strict.url}/auctions/${auction.auctionId}`);
    const { page } = opened;
    await fillIn(page, { amount: '25' });
    await page.evaluate(async () => {
      while ((await fetch(location.pathname)).status !== 429);
    });
    await page.getByRole('button', { name: 'Place a binding bid' }).click();
    await waitForText(page, '.send-note', 'then try again');
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await page.getByLabel('Security code').inputValue()).toBe('123');
    const button = page.getByRole('button', { name: 'Place a binding bid' });
    expect(await button.getAttribute('aria-disabled')).toBeNull();
    expect(await bidsOf(auction)).toEqual([]);
  });

  test('too low: the summary has the focus, and its link leads to the field', async () => {
    const auction = await anAuction({ minimumBidValueInCents: 5_000 });
    await using opened = await openAuction(browser, auction.url);
    const { page } = opened;
    await placeBid(page, { amount: '49.99' });
    await waitForText(page, '#faults', 'The lowest bid that this auction takes is $50.00');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('faults');
    expect(await page.getByLabel('Card number').count()).toBe(0);
    await page.locator('#faults a').click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('amount');
    expect(await page.getByLabel('Your bid in US dollars').getAttribute('aria-describedby')).toBe(
      'amount-hint amount-fault',
    );
    expect(await bidsOf(auction)).toEqual([]);
  });

  test('3-D Secure, confirmed and refused', async () => {
    const auction = await anAuction();
    await using opened = await openAuction(browser, auction.url);
    const { page } = opened;
    await placeBid(page, { amount: '25', card: '4000002500003155' });
    await page.getByRole('button', { name: 'Refuse' }).click();
    await waitForText(page, '#outcome', 'The bank could not verify that it is you');
    await fillInCard(page, '4000002500003155');
    await page.getByRole('button', { name: 'Place a binding bid' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await waitForText(page, '#outcome', 'You lead');
    expect(await bidsOf(auction)).toHaveLength(1);
  });

  test('outbid: seen and said within a second in another browser, also through another process', async () => {
    const auction = await anAuction();
    await using first = await openAuction(browser, auction.url);
    await placeBid(first.page, { amount: '25' });
    await waitForText(first.page, '#own-bids', 'You lead');
    // A stream has to stand before it can tell.
    await waitForText(first.page, '#bid-count', '1');
    await first.page.waitForTimeout(300);

    await using second = await openAuction(browser, auction.elsewhere);
    await fillIn(second.page, { amount: '30', email: 'grace@example.com' });
    await first.page.getByLabel('Your bid in US dollars').fill('40');
    await second.page.getByRole('button', { name: 'Place a binding bid' }).click();
    await waitForText(second.page, '#outcome', 'You lead');
    await Promise.all([
      waitForText(first.page, '#leading', '$30.00', 1_000),
      waitForText(first.page, '#own-bids', 'Outbid by', 1_000),
      waitForText(first.page, '#announcer', 'You have been outbid. The leading bid is now $30.00.', 1_000),
      waitForText(first.page, '#amount-hint', 'more than $30.00 takes the lead', 1_000),
    ]);
    // What was being typed is still there.
    expect(await first.page.getByLabel('Your bid in US dollars').inputValue()).toBe('40');
    expect(await first.page.content()).not.toContain('grace@example.com');
  });

  test('two taps, a reload, back and forward: one bid', async () => {
    const auction = await anAuction();
    await using opened = await openAuction(browser, auction.url);
    const { page } = opened;
    await fillIn(page, { amount: '25' });
    await page.getByRole('button', { name: 'Place a binding bid' }).dblclick();
    await waitForText(page, '#outcome', 'You lead');
    await page.reload();
    expect(await outcomeOf(page)).toBe('Your bid: $25.00 · You lead');
    await page.goBack();
    await page.goForward();
    expect(await outcomeOf(page)).toBe('Your bid: $25.00 · You lead');
    expect(await bidsOf(auction)).toHaveLength(1);
  });

  test('without JavaScript: faults, a high bid, a backup, 3-D Secure', async () => {
    const auction = await anAuction({ minimumBidValueInCents: 1_000 });
    await using opened = await openAuction(browser, auction.url, { ...phone, javaScriptEnabled: false });
    const { page } = opened;
    await waitForText(page, 'noscript p', 'reload it to see the latest bids');
    await placeBid(page, { amount: '5' });
    await waitForText(page, '#faults', 'The lowest bid that this auction takes is $10.00');
    await fillIn(page, { amount: '100' });
    await waitForText(page, '#bid', 'This is a very high bid');
    await page.getByRole('button', { name: 'Change the bid' }).click();
    await placeBid(page, { amount: '100' });
    await waitForText(page, '#outcome', 'Your bid: $100.00 · You lead');
    await placeBid(page, { amount: '50' });
    await waitForText(page, '#faults', 'You have already bid $100.00. Bid more to raise it.');
    await service.bid(auction, { bidValueInCents: 20_000 });
    await fillIn(page, { amount: '150', card: '4000002500003155' });
    await waitForText(page, 'main', 'This bid will not lead');
    await page.getByRole('button', { name: 'Place a binding bid of $150.00' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await waitForText(page, '#outcome', 'Your bid: $150.00 · Outbid by');
    expect((await bidsOf(auction)).map(({ cents }) => cents)).toEqual([10_000, 20_000, 15_000]);
  });

  test('the page opens by itself when bidding begins, and closes when it ends', async () => {
    const upcoming = await anAuction({ startsInSeconds: 2, status: 'upcoming', endsInSeconds: 3_700 });
    await using waiting = await openAuction(browser, upcoming.url);
    await waitForText(waiting.page, '#bid', 'Bidding has not begun');
    await waiting.page.getByLabel('Your bid in US dollars').waitFor({ timeout: 15_000 });
    await waitForText(waiting.page, '#announcer', 'Open for bids');
    await waitForText(waiting.page, '#test-cards summary', 'Test cards');
    await placeBid(waiting.page, { amount: '25' });
    await waitForText(waiting.page, '#outcome', 'You lead');

    await endNow(upcoming);
    service.deps.live.announce(upcoming.auctionId);
    await waitForText(waiting.page, '#bid', 'Bidding has ended');
    await waitForText(waiting.page, '#phase', 'Ended, result to follow');
    expect(await waiting.page.locator('form').count()).toBe(0);
  });

  test('a bidder who has lost reads that the hold is released, and the page then asks no more', async () => {
    const auction = await anAuction();
    await using opened = await openAuction(browser, auction.url);
    const { page } = opened;
    await placeBid(page, { amount: '25' });
    await waitForText(page, '#outcome', 'You lead');
    await aBidder(service, auction).bid({ amount: '30', email: 'grace@example.com' });
    await endNow(auction);
    await settleAuction(service.deps, auction.auctionId);
    service.deps.live.announce(auction.auctionId);
    await waitForText(page, '#bid', 'Any hold for this bid is being released.');
    const undecided = () => page.locator('#auction').getAttribute('data-undecided');
    expect(await undecided()).toBe('yes');
    await finishAuthorizations(service.deps, seller.sellerId);
    await waitForText(page, '#bid', 'Nothing is held for this bid.');
    expect(await undecided()).toBe('');
  });

  test('when thousands watch, who bids sees the end at once, and who only watches asks later', async () => {
    const auction = await anAuction();
    const watchers = await Promise.all(
      ['', '60'].map(async (amount) => {
        const opened = await openPage(browser, phone);
        await opened.page.addInitScript(() => {
          globalThis.EventSource = class {
            addEventListener(name: string, listener: (event: { data: string }) => void) {
              if (name === 'message') Object.assign(globalThis, { tell: (data: string) => listener({ data }) });
            }
          } as unknown as typeof EventSource;
        });
        await opened.page.goto(auction.url);
        await opened.page.getByLabel('Your bid in US dollars').fill(amount);
        return opened;
      }),
    );
    const [watching, bidding] = watchers as [(typeof watchers)[number], (typeof watchers)[number]];
    const state = { ...(await (await fetch(`${auction.url}/state`)).json()), phase: 'closing', spreadMs: 3_600_000 };
    await endNow(auction);
    for (const { page } of watchers) {
      await page.evaluate(
        (data) => (globalThis as unknown as { tell(data: string): void }).tell(data),
        JSON.stringify(state),
      );
    }
    await waitForText(bidding.page, '#phase', 'Ended');
    expect(await watching.page.locator('#phase').innerText()).toContain('Open for bids');
    // It asks as soon as it takes part.
    await watching.page.getByLabel('Your bid in US dollars').fill('70');
    await watching.page.evaluate(
      (data) => (globalThis as unknown as { tell(data: string): void }).tell(data),
      JSON.stringify({ ...state, title: 'A chair' }),
    );
    await waitForText(watching.page, '#phase', 'Ended');
    for (const opened of watchers) await opened[Symbol.asyncDispose]();
  });

  test('the countdown runs on the clock of the service, whatever the device says', async () => {
    const auction = await anAuction({ startsInSeconds: -3_600, endsInSeconds: 90 });
    await using opened = await openPage(browser, phone);
    await opened.page.addInitScript(() => {
      const lies = 86_400_000;
      const RealDate = Date;
      globalThis.Date = class extends RealDate {
        constructor(...values: []) {
          if (values.length === 0) super(RealDate.now() + lies);
          else super(...values);
        }
        static override now = () => RealDate.now() + lies;
      } as DateConstructor;
    });
    await opened.page.goto(auction.url);
    await waitForText(opened.page, '[role=timer]', '1 min ');
    const before = await opened.page.locator('[role=timer]').innerText();
    await expect.poll(() => opened.page.locator('[role=timer]').innerText(), { timeout: 15_000 }).not.toBe(before);
    expect(await opened.page.locator('[role=timer]').innerText()).toMatch(/^1 min \d+ sec$/);
  });

  test('with the service away the page says so, keeps the form, and sends it once the service is back', async () => {
    const auction = await anAuction();
    const going = await servePage(service.deps);
    const { port } = new URL(going.url);
    await using opened = await openAuction(browser, `${going.url}/auctions/${auction.auctionId}`);
    const { page } = opened;
    await page.getByLabel('Your bid in US dollars').fill('25');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await going[Symbol.asyncDispose]();
    await waitForText(page, '#stale', 'No connection. Price and time are as of', 20_000);
    await page.getByRole('button', { name: 'Continue to the card' }).click();
    await waitForText(page, '.send-note', 'Your form is kept, and is sent again by itself', 20_000);
    expect(await page.getByLabel('Your bid in US dollars').inputValue()).toBe('25');
    expect(await bidsOf(auction)).toEqual([]);

    await using _ = await servePage(service.deps, { PORT: port, PUBLIC_URL: going.url });
    await waitForText(page, '#bid-heading', 'Your bid: $25.00', 30_000);
    await page.getByLabel('Card number').waitFor();
    await page.locator('#stale').waitFor({ state: 'hidden' });
  }, 120_000);

  test('a jump of the test clock: the countdown follows, the last minute is said, and what is typed outlives the end', async () => {
    const tester = await service.seller();
    const { auctionId } = await service.auction(tester, ongoing);
    await using opened = await openAuction(browser, `${served.url}/auctions/${auctionId}`);
    const { page } = opened;
    await page.getByLabel('Your bid in US dollars').fill('60');
    // The script counts once the text has changed.
    const timer = page.locator('[role=timer]');
    const first = await timer.innerText();
    await expect.poll(() => timer.innerText(), { timeout: 15_000 }).not.toBe(first);
    const advance = (seconds: number) => tester.mutate('advanceTestClock', { bySeconds: seconds }, 'clock { now }');
    await advance(3_560);
    await page.locator('[role=timer].last').waitFor({ timeout: 15_000 });
    await waitForText(page, '#announcer', 'The last minute.', 15_000);
    await advance(120);
    await waitForText(page, '#over', 'This form was not sent, and nothing is held on your card for it.', 15_000);
    expect(await page.getByLabel('Your bid in US dollars').inputValue()).toBe('60');
  }, 120_000);

  test("instants are shown in UTC and in the bidder's own zone", async () => {
    const auction = await anAuction();
    await using opened = await openAuction(browser, auction.url, {
      ...phone,
      timezoneId: 'America/New_York',
      locale: 'en-US',
    });
    const text = await opened.page.locator('.figures .when').innerText();
    expect(text).toMatch(/^.*\d (AM|PM) (EST|EDT)\s+.*\d{2}:\d{2} UTC$/);
  });

  test('the page polls if events do not arrive', async () => {
    const auction = await anAuction();
    await using opened = await openPage(browser, phone);
    await opened.page.route('**/events', (route) => route.abort());
    await opened.page.goto(auction.url);
    await service.bid(auction, { bidValueInCents: 4_200 });
    await waitForText(opened.page, '#leading', '$42.00', 8_000);
  });
});
