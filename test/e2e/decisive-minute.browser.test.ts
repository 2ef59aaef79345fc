import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage } from '../support/browser.ts';
import { countOpenStreams } from '../support/count-open-streams.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing } from '../support/insert-auction.ts';
import { fillIn, openAuction, phone, placeBid, waitForText } from './bidder-in-browser.ts';
import { everyState } from './every-state.ts';
import { setBrowserStage } from './browser-stage.ts';

/** What a bidder needs in the last minute and cannot see without scrolling, by name. */
function outOfSight(page: Page, { isStranger }: { isStranger: boolean }): Promise<string[]> {
  return page.evaluate((stranger) => {
    const isInSight = (element: Element) => {
      const { top, bottom, left, right, width } = element.getBoundingClientRect();
      const isInside = top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1 && width > 0;
      const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return isInside && onTop !== null && (element.contains(onTop) || onTop.contains(element));
    };
    const parts = {
      price: '#leading, #bar b',
      time: '#figures [data-until], #bar [data-until]',
      ...(!stranger && { state: '#status b, #outcome h2, #bar .state' }),
      button: '.go button, #bar a',
    };
    return Object.entries(parts)
      .filter(([, selector]) => ![...document.querySelectorAll(selector)].some(isInSight))
      .map(([name]) => name);
  }, isStranger);
}

describeInBrowser('the decisive minute in a browser', async () => {
  const { service, served, browser } = await setBrowserStage();
  const states = await everyState(service);

  const seller = await service.seller();
  const anAuction = async (options = {}) => {
    const auction = await service.auction(seller, { ...ongoing, ...options });
    return { ...auction, url: `${served.url}/auctions/${auction.auctionId}` };
  };
  const bidsOn = async ({ auctionId }: { auctionId: string }) => {
    const { rows } = await service.db.query<{ cents: number }>(
      'select bid_value_in_cents as cents from bids where auction_id = $1 order by placed_at',
      [auctionId],
    );
    return rows.map(({ cents }) => cents);
  };

  describe.each([
    { width: 390, height: 430, isMobile: true },
    { width: 360, height: 640, isMobile: true },
    { width: 1366, height: 650, isMobile: false },
    { width: 1280, height: 800, isMobile: false },
  ])('at $width × $height', ({ isMobile, ...viewport }) => {
    test.each(['open, with an item card', 'leading', 'outbid', 'very high'])(
      'price, time, state and button are in sight wherever the page is scrolled: %s',
      async (name) => {
        const state = states.find((each) => each.name === name)!;
        await using opened = await openPage(browser, { viewport, isMobile, hasTouch: isMobile });
        const { page } = opened;
        if (state.browserId !== null)
          await page.context().addCookies([{ name: 'browser', value: state.browserId, url: served.url }]);
        await page.goto(served.url + state.path);
        if (state.send !== undefined) await fillIn(page, { amount: state.send.amount, card: state.send.cardNumber });
        for (const share of [0, 0.5, 1]) {
          await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), share);
          // The bar's button comes as the form's own leaves the screen.
          await expect.poll(() => outOfSight(page, { isStranger: state.browserId === null })).toEqual([]);
        }
      },
    );
  });

  test('the button of the bar leads to the form, and sends it once it is being filled in', async () => {
    const auction = await anAuction();
    await using opened = await openAuction(browser, auction.url, { ...phone, viewport: { width: 390, height: 430 } });
    const { page } = opened;
    await page.locator('#bar a').click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('amount');
    await page.keyboard.type('25');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.evaluate(() => document.getElementById('amount')!.focus());
    await page.evaluate(() =>
      document.querySelector('#bar a')!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    );
    await page.getByLabel('Card number').waitFor();
    expect(await bidsOn(auction)).toEqual([]);
  });

  test('Back at the card leads to the amount, and what was typed outlives a reload and another language', async () => {
    const auction = await anAuction();
    await using opened = await openAuction(browser, auction.url);
    const { page } = opened;
    const amount = page.locator('#amount');
    await fillIn(page, { amount: '25' });
    await page.goBack();
    await amount.waitFor();
    expect([await amount.inputValue(), await page.locator('#email').inputValue()]).toEqual(['25', 'ada@example.com']);
    await page.reload();
    expect([await amount.inputValue(), await page.locator('#email').inputValue()]).toEqual(['25', 'ada@example.com']);
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByText('Ihr Gebot in US-Dollar').waitFor();
    expect(await amount.inputValue()).toBe('25');
    await page.getByRole('link', { name: 'English' }).click();
    await placeBid(page, { amount: '25' });
    await waitForText(page, '#outcome', 'You lead');
    // It was sent: the next form begins empty.
    expect(await amount.inputValue()).toBe('');
  });

  test('while a form waits for a connection its button says so, and Stop ends the tries', async () => {
    const auction = await anAuction();
    await using opened = await openAuction(browser, auction.url);
    const { page } = opened;
    await fillIn(page, { amount: '25' });
    await page.route('**/bids', (route) => route.abort());
    const button = page.locator('.go > button');
    await button.click();
    await expect.poll(() => button.innerText()).toBe('Waiting for a connection …');
    const stop = page.getByRole('button', { name: 'Stop trying' });
    await stop.click();
    await waitForText(page, '.send-note', 'sent again, it counts once');
    expect(await button.innerText()).toBe('Place a binding bid of $25.00');
    expect(await stop.count()).toBe(0);
    await page.unroute('**/bids');
    await button.click();
    await waitForText(page, '#outcome', 'You lead');
    expect(await bidsOn(auction)).toEqual([2_500]);
  });

  test('the amounts to tap follow the leading bid at once, and begin at the minimum without a bid', async () => {
    const auction = await anAuction({ minimumBidValueInCents: 2_000 });
    await using opened = await openAuction(browser, auction.url);
    const { page } = opened;
    const first = page.locator('#chips button').first();
    expect(await first.innerText()).toBe('$20.00');
    await waitForText(page, '#bid-count', '0');
    await page.waitForTimeout(300);
    await service.bid(auction, { bidValueInCents: 10_000 });
    service.deps.live.announce(auction.auctionId);
    await waitForText(page, '#leading', '$100.00', 3_000);
    expect(await first.innerText()).toBe('$105.00');
    await first.click();
    expect(await page.locator('#amount').inputValue()).toBe('105.00');
  });

  test('the bar says "Outbid" with the event itself, before any newer page has come', async () => {
    const auction = await anAuction();
    await using opened = await openAuction(browser, auction.url, phone);
    const { page } = opened;
    await placeBid(page, { amount: '25', email: 'ada@example.com', card: '4242 4242 4242 4242' });
    await waitForText(page, '#outcome h2', 'Your bid: $25.00 · You lead');
    await page.route(/auctions/, (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    );
    await service.bid(auction, { bidValueInCents: 4_000 });
    service.deps.live.announce(auction.auctionId);
    await waitForText(page, '#bar .state', 'Outbid by $15.00', 3_000);
    expect(await page.locator('#bar .state').getAttribute('class')).toContain('warn');
  });

  test('ten tabs of a bidder: each bid is placed, hidden ones hold one stream, and the title of each follows its auction', async () => {
    const auctions = await Promise.all(Array.from({ length: 10 }, () => anAuction()));
    const context = await browser.newContext(phone);
    // Without a window, Chromium shows every page.
    await context.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { get: () => Reflect.get(globalThis, 'isAway') === true });
    });
    const hide = (page: Page, isAway: boolean) =>
      page.evaluate((away) => {
        Object.assign(globalThis, { isAway: away });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isAway);
    const before = await countOpenStreams('page');
    const pages: Page[] = [];
    for (const { url } of auctions) {
      const page = await context.newPage();
      pages.push(page);
      await page.goto(url);
      await placeBid(page, { amount: '25' });
      await waitForText(page, '#outcome', 'You lead');
      expect(await page.title()).toContain('You lead');
      await hide(page, true);
    }
    await expect.poll(() => countOpenStreams('page'), { timeout: 15_000 }).toBe(before + 1);
    for (const auction of auctions) {
      await service.bid(auction, { bidValueInCents: 9_000 });
      service.deps.live.announce(auction.auctionId);
    }
    for (const page of pages) await expect.poll(() => page.title(), { timeout: 30_000 }).toContain('Outbid');
    await hide(pages[9]!, false);
    await expect.poll(() => countOpenStreams('page'), { timeout: 15_000 }).toBe(before + 2);
    await context.close();
  }, 120_000);

  test('eight windows that are all visible hold three streams, and each loads and follows its auction', async () => {
    const auctions = await Promise.all(Array.from({ length: 8 }, () => anAuction()));
    const context = await browser.newContext(phone);
    const before = await countOpenStreams('page');
    const pages: Page[] = [];
    for (const { url } of auctions) {
      const page = await context.newPage();
      pages.push(page);
      await page.goto(url);
    }
    await expect.poll(() => countOpenStreams('page'), { timeout: 15_000 }).toBe(before + 3);
    for (const auction of auctions) {
      await service.bid(auction, { bidValueInCents: 9_000 });
      service.deps.live.announce(auction.auctionId);
    }
    for (const page of pages) await waitForText(page, '#leading', '$90.00', 15_000);
    // A window that closes leaves its turn to another one.
    await pages[0]!.close();
    await expect.poll(() => countOpenStreams('page'), { timeout: 15_000 }).toBe(before + 3);
    await context.close();
  }, 120_000);

  test.each([
    ['a phone', phone],
    ['a desk', { viewport: { width: 1280, height: 800 } }],
  ])('nothing jumps on %s while bids come and one is outbid', async (_, options) => {
    const auction = await anAuction();
    await using opened = await openAuction(browser, auction.url, options);
    const { page } = opened;
    await placeBid(page, { amount: '25', email: 'ada@example.com', card: '4242 4242 4242 4242' });
    await waitForText(page, '#outcome h2', 'Your bid: $25.00 · You lead');
    // Browsers do not count movements within half a second of a press.
    await page.waitForTimeout(600);
    await page.evaluate(() => {
      Object.assign(globalThis, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          if (!entry.hadRecentInput)
            Object.assign(globalThis, { shifted: Reflect.get(globalThis, 'shifted') + entry.value });
        }
      }).observe({ type: 'layout-shift' });
    });
    for (const dollars of [26, 40, 1_000]) {
      await service.bid(auction, { bidValueInCents: dollars * 100 });
      service.deps.live.announce(auction.auctionId);
      await page.waitForTimeout(700);
    }
    await waitForText(page, '#outcome', 'Outbid by $975.00', 3_000);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shifted') as number)).toBeLessThanOrEqual(0.02);
  });

  test('pictures come first, whole: the dots lead to each, and a press enlarges it in its place', async () => {
    const state = states.find(({ name }) => name === 'open, with an item card')!;
    await using opened = await openAuction(browser, served.url + state.path);
    const { page, complaints } = opened;
    const fits = await page
      .locator('#pictures img')
      .evaluateAll((images) => images.map((img) => getComputedStyle(img).objectFit));
    expect(fits).toEqual(['contain', 'contain']);
    await page.locator('.dots a').nth(1).click();
    await page.locator('.dots a').nth(1).and(page.locator('[aria-current]')).waitFor();
    const drawer = page.getByAltText('A drawer');
    const small = await drawer.boundingBox();
    await drawer.click();
    expect((await drawer.boundingBox())!.width).toBeGreaterThan(small!.width * 2);
    await page.keyboard.press('Escape');
    expect((await drawer.boundingBox())!.width).toBe(small!.width);
    expect(new URL(page.url()).pathname).toBe(state.path);
    expect(complaints).toEqual([]);
  });

  test('a card number is grouped as it stands on the card, with its brand, and the next field follows by itself', async () => {
    const auction = await anAuction();
    await using opened = await openAuction(browser, auction.url);
    const { page } = opened;
    await fillIn(page, { amount: '25', card: '' });
    const [number, expiry, code] = ['#cardNumber', '#cardExpiry', '#cardCvc'].map((id) => page.locator(id));
    await expiry!.fill('');
    await code!.fill('');
    await number!.focus();
    await page.keyboard.type('4242424242424242');
    expect(await number!.inputValue()).toBe('4242 4242 4242 4242');
    expect(await number!.evaluate((field) => field.parentElement!.dataset['brand'])).toBe('Visa');
    await page.keyboard.type('1240');
    expect(await expiry!.inputValue()).toBe('12/40');
    await page.keyboard.type('123');
    expect(await code!.inputValue()).toBe('123');
    await number!.fill('');
    await number!.pressSequentially('378282246310005');
    expect(await number!.inputValue()).toBe('3782 822463 10005');
  });
});
