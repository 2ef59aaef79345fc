import { expect, test } from 'vitest';
import { placeBid as bidAs } from '../../src/auctions/bids/place-bid.ts';
import { bidRequest } from '../support/bid-request.ts';
import { openPage } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing } from '../support/insert-auction.ts';
import { setBrowserStage } from './browser-stage.ts';

describeInBrowser('a price to buy now, in a browser', async () => {
  const { service, served, browser } = await setBrowserStage();
  const seller = await service.seller();
  const anAuction = () => service.auction(seller, { ...ongoing, buyNowPriceInCents: 9_000 });

  test.each([390, 1280])(
    'a buyer at a width of %i ends the auction, and a bid takes the button away',
    async (width) => {
      await using opened = await openPage(browser, { viewport: { width, height: 844 } });
      const { page } = opened;
      const overtaken = await anAuction();
      await page.goto(`${served.url}/auctions/${overtaken.auctionId}`);
      await page.locator('#buy-now button').waitFor();
      await bidAs(service.deps, bidRequest(overtaken.auctionId, { valueInCents: 5_000 }));
      await page.locator('#buy-now button').waitFor({ state: 'detached' });
      const { auctionId } = await anAuction();
      await page.goto(`${served.url}/auctions/${auctionId}?lang=en`);
      await page.locator('#email').fill('ada@example.com');
      // The return key sends a bid: it never buys.
      await page.locator('#email').press('Enter');
      await page.locator('#amount-fault').waitFor();
      await page.getByRole('button', { name: 'Buy now for $90.00' }).click();
      await page.getByRole('button', { name: 'Buy for $90.00, binding' }).waitFor();
      await page.locator('#cardNumber').fill('4242 4242 4242 4242');
      await page.locator('#cardExpiry').fill('12/40');
      await page.locator('#cardCvc').fill('123');
      await page.getByRole('button', { name: 'Buy for $90.00, binding' }).click();
      await page
        .locator('#phase')
        .getByText(/^(?:Ended, result to follow|Sold)$/)
        .waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    },
  );
});
