import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { expectNoOverflow, openAuction, placeBid } from '../e2e/bidder-in-browser.ts';
import { setBrowserStage } from '../e2e/browser-stage.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { openPage } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing } from '../support/insert-auction.ts';
import { buildClientPages } from './clients-stage.ts';

const patience = { timeout: 20_000 };

describeInBrowser('a page of another origin with a public key', async () => {
  const { service, served, browser } = await setBrowserStage();
  const newSeller = () => service.seller({ scopes: ['auctions:read', 'auctions:write', 'bids:read', 'keys:write'] });
  const serve = await buildClientPages(served.url, await newSeller());

  const lines = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem');
  const chosen = (page: Page) => page.getByRole('region', { name: 'The chosen auction' });

  describe.each(['apollo', 'urql', 'relay', 'plain'])('%s', async (client) => {
    // A clock of its own: one test lets hours pass.
    const seller = await newSeller();
    const pages = await serve(seller);
    afterAll(() => pages[Symbol.asyncDispose]());

    async function open(auctionId?: string) {
      const opened = await openPage(browser);
      const query = auctionId === undefined ? '' : `?auction=${auctionId}`;
      await opened.page.goto(`${pages.url}/${client}/${query}`);
      return opened;
    }

    test('lists auctions page by page, and each auction its bids', async () => {
      const auctions = [];
      for (const title of ['A first desk', 'A second desk', 'A third desk', 'A fourth desk'])
        auctions.push(await service.auction(seller, { ...ongoing, title }));
      for (const bidValueInCents of [500, 600, 700, 800]) await service.bid(auctions[0]!, { bidValueInCents });
      await using opened = await open();
      const { page, complaints } = opened;
      await expect.poll(() => lines(page, 'auctions').count(), patience).toBe(3);
      await page.getByRole('button', { name: 'More auctions' }).click();
      await page.getByRole('link', { name: 'A first desk' }).click(patience);
      await expect.poll(() => lines(page, 'bids').allTextContents(), patience).toHaveLength(3);
      expect((await lines(page, 'bids').allTextContents())[0]).toMatch(/^bidder-[0-9a-f]{10} ?\$8\.00$/);
      await page.getByRole('button', { name: 'More bids' }).click();
      await expect.poll(() => lines(page, 'bids').allTextContents(), patience).toHaveLength(4);
      expect((await lines(page, 'bids').allTextContents())[3]).toMatch(/\$5\.00$/);
      expect(complaints).toEqual([]);
    });

    test('shows a new title, and that an auction is cancelled, in every place', async () => {
      const { auctionId } = await service.auction(seller, { ...ongoing, title: `A chair for ${client}` });
      await using opened = await open(auctionId);
      const { page, complaints } = opened;
      await expect.poll(() => page.getByText(`A chair for ${client}`).count(), patience).toBe(3);
      await page.getByLabel('New title').fill(`A chair, restored, for ${client}`);
      await page.getByRole('button', { name: 'Change' }).click();
      await expect.poll(() => page.getByText(`A chair, restored, for ${client}`).count(), patience).toBe(3);
      expect(await page.getByText(`A chair for ${client}`).count()).toBe(0);

      const its = page.getByRole('listitem').filter({ hasText: `A chair, restored, for ${client}` });
      await page.getByRole('button', { name: 'Cancel the auction' }).click();
      await expect.poll(async () => (await its.allTextContents()).join(), patience).toMatch(/completed.*completed/);
      await chosen(page).getByText('CANCELLED').waitFor(patience);

      // The page's own server hands on what the service refuses.
      await page.getByRole('button', { name: 'Change' }).click();
      await page.getByRole('alert').getByText('auction_completed').waitFor(patience);
      expect(complaints).toEqual([]);
    });

    test('shows a refused field by its code and request, next to what was answered', async () => {
      const { auctionId } = await service.auction(seller, { ...ongoing, title: `A lamp for ${client}` });
      const unknown = auctionId.replace(/^.{8}/, '00000000');
      await using opened = await open(unknown);
      const alert = opened.page.getByRole('alert');
      await alert.getByText('auction_not_found').waitFor(patience);
      expect(await alert.textContent()).toMatch(/request [0-9a-f-]{36}$/);
      await chosen(opened.page).getByText(`A lamp for ${client}`).waitFor(patience);
    });

    test.runIf(client === 'relay')('the store has one record of an auction', async () => {
      const { auctionId } = await service.auction(seller, { ...ongoing, title: 'A mirror' });
      await using opened = await open(auctionId);
      await expect.poll(() => opened.page.getByText('A mirror').count(), patience).toBe(3);
      const records = await opened.page.evaluate(() =>
        Object.values((globalThis as any).relayEnvironment.getStore().getSource().toJSON()),
      );
      expect(records.filter((record: any) => record?.auctionId === auctionId)).toHaveLength(1);
    });

    test('follows an auction to the hammer, for everybody and from 320 px on', async () => {
      const title = `A clock for ${client}`;
      const auction = await service.auction(seller, { title, startsInSeconds: 60 });
      await using opened = await open(auction.auctionId);
      const { page, complaints } = opened;
      await chosen(page).getByText('UPCOMING', { exact: true }).waitFor(patience);
      await seller.mutate('advanceTestClock', { bySeconds: 120 });
      await chosen(page).getByText('OPEN', { exact: true }).waitFor(patience);
      await using bidding = await openAuction(browser, `${served.url}/auctions/${auction.auctionId}`);
      await placeBid(bidding.page, { amount: '123', email: 'ann@example.com' });
      await chosen(page).getByText('$123.00').first().waitFor(patience);
      await seller.mutate('advanceTestClock', { bySeconds: 7200 });
      await chosen(page).getByText('SOLD', { exact: true }).waitFor(patience);
      await chosen(page)
        .getByText(/^Sold to bidder-[0-9a-f]{10} for \$123\.00$/)
        .waitFor(patience);
      expect(await axeViolations(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 600 });
      await expectNoOverflow(page);
      expect(complaints).toEqual([]);
    });
  });
});
