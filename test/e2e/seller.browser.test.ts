import type { Locator, Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { sellerScopes } from '../../src/core/viewer.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { openPage } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { expectNoOverflow, phone, waitForText } from './bidder-in-browser.ts';
import { setBrowserStage } from './browser-stage.ts';

// It encodes pictures and drives two browsers.
vi.setConfig({ testTimeout: 180_000 });

const desk = { viewport: { width: 1280, height: 900 }, timezoneId: 'Europe/Vienna', locale: 'en-US' };

/** Moves the focus with the keyboard alone, until it is where it should be. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target.toString()}.`);
}

describeInBrowser('a seller who does not code', async () => {
  const { service, served, browser } = await setBrowserStage();

  async function signIn(page: Page, key: string): Promise<void> {
    await page.goto(`${served.url}/seller`);
    await page.getByLabel('Your secret key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#main').waitFor();
  }

  test('reads on a page that refreshes itself that the session has ended', async () => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller, { title: 'A chair' });
    await using opened = await openPage(browser, phone);
    const { page } = opened;
    await signIn(page, seller.key);
    await page.goto(`${served.url}/seller/auctions/${auctionId}`);
    await page.locator('[data-live]').first().waitFor();
    await service.db.query('delete from admin_sessions where api_key_id = $1', [seller.apiKeyId]);
    await waitForText(page, '[role=alert]', 'Your session has ended, so this page no longer changes.');
    await waitForText(page, 'h1', 'A chair');
  });

  test('does it by keyboard alone', async () => {
    const { key } = await service.seller();
    await using opened = await openPage(browser, desk);
    const { page } = opened;
    await page.goto(`${served.url}/seller/list`);
    await tabTo(page, page.getByLabel('Your secret key'));
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    await page.locator('#main').waitFor();
    await tabTo(page, page.getByLabel('Title'));
    await page.keyboard.type('A chair');
    await tabTo(page, page.getByRole('button', { name: 'List the item' }));
    await page.keyboard.press('Enter');
    await waitForText(page, 'main', 'Your item is listed');
    await tabTo(page, page.getByRole('link', { name: 'Cancel the auction' }));
    await page.keyboard.press('Enter');
    await waitForText(page, 'main', 'This cannot be undone');
    await tabTo(page, page.getByRole('button', { name: 'Cancel the auction' }));
    await page.keyboard.press('Enter');
    await waitForText(page, 'main', 'The auction is cancelled');
  });

  test('without JavaScript, too', async () => {
    const { key } = await service.seller();
    await using opened = await openPage(browser, { ...desk, javaScriptEnabled: false });
    const { page } = opened;
    await signIn(page, key);
    await page.goto(`${served.url}/seller/list`);
    await page.getByLabel('Title').fill('A lamp');
    await page.getByRole('button', { name: 'List the item' }).click();
    await waitForText(page, 'main', 'Your item is listed');
  });

  test.each(['en', 'de', 'es', 'ar'])(
    'every page in %s: for everybody, in light and dark, on a phone and at a desk',
    async (language) => {
      const seller = await service.seller({ scopes: sellerScopes });
      const auction = await service.auction(seller, {
        title: 'A walnut writing desk',
        startsInSeconds: -60,
        endsInSeconds: 3_600,
        status: 'ongoing',
      });
      await service.bid(auction, {
        bidderId: 'somebody.with.a.long.name@a-long-domain.example',
        bidValueInCents: 123_400,
      });
      const { auctionId } = await service.auction(seller, { title: 'A chair' });
      await seller.mutate('updateSellerProfile', { lotsPage: 'SHARED' });
      const { body } = await seller.mutate(
        'createKey',
        { scopes: 'PUBLIC', origins: 'https://shop.example', auctionIds: auctionId },
        'apiKey { apiKeyId }',
      );
      const publicKey = body.data.createKey.apiKey.apiKeyId;
      const url = 'https://hooks.a-long-domain.example/auctions/of-this-seller/events?version=2026-11';
      const { endpointId } = await insertEndpoint(service.db, seller, { url });
      await seller.mutate('sendTestWebhook', { endpointId });
      await service.db.query(
        `insert into webhook_attempts (delivery_id, attempt, requested_at, duration_ms, url, request_headers, status)
         select delivery_id, 1, clock_timestamp(), 120, $2, '[]', 503 from webhook_deliveries where endpoint_id = $1`,
        [endpointId, url],
      );
      const paths = [
        '',
        '/list',
        `/auctions/${auction.auctionId}`,
        `/auctions/${auctionId}/change`,
        `/auctions/${auction.auctionId}/cancel`,
        '/profile',
        '/keys',
        `/keys?key=${publicKey}`,
        '/webhooks',
        `/webhooks/${endpointId}`,
        '/test',
      ];
      await using opened = await openPage(browser, desk);
      const { page } = opened;
      await page.context().addCookies([{ name: 'lang', value: language, url: served.url }]);
      await page.goto(`${served.url}/seller`);
      expect(await axeViolations(page)).toEqual([]);
      await page.locator('#key').fill(seller.key);
      await page.keyboard.press('Enter');
      await page.locator('#main').waitFor();
      for (const path of paths) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(`${served.url}/seller${path}`);
        expect(await axeViolations(page), path).toEqual([]);
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 844 });
          await expectNoOverflow(page);
        }
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await axeViolations(page, { runOnly: ['color-contrast'] }), path).toEqual([]);
      }
    },
  );
});
