import { expect } from 'vitest';
import { servePage } from '../e2e/serve-page.ts';
import { languages } from '../../src/core/languages.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { openPage, sharedBrowser } from '../support/browser.ts';
import { testInBrowser } from '../support/describe-with.ts';
import { sharedService } from '../support/service.ts';
import { details, sellAuction } from './sold-auction.ts';

const service = await sharedService();

testInBrowser('the pages of a seller are for everybody, on a phone and at a desk', { timeout: 180_000 }, async () => {
  const { seller, auction, ada } = await sellAuction(service);
  await ada.give(await ada.open(), details);
  await seller.mutate('banBidder', { bidderId: 'mallory', reason: 'Has never paid' });
  await using served = await servePage(service.deps);
  const chromium = await sharedBrowser();
  for (const width of [390, 1280]) {
    await using opened = await openPage(chromium, { viewport: { width, height: 900 } });
    const { page } = opened;
    await page.goto(`${served.url}/seller/bidders?bidder=ada%40example.com`);
    await page.locator('[name=key]').fill(seller.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const sessions = languages.map((language) => `/sessions?lang=${language}`);
    const own = ['', '/list', `/auctions/${auction.auctionId}`, `/auctions/${auction.auctionId}/poster`, '/profile'];
    for (const path of ['/bidders?bidder=ada%40example.com', ...own, ...sessions]) {
      await page.goto(`${served.url}/seller${path}`);
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      // The reference of the winner stands on one line.
      for (const reference of await page.locator('.won .reference code').all())
        expect(await reference.evaluate((element) => element.getClientRects().length)).toBe(1);
    }
  }
});
