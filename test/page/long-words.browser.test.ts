import { expect } from 'vitest';
import { expectNoOverflow } from '../e2e/bidder-in-browser.ts';
import { servePage } from '../e2e/serve-page.ts';
import { openPage, sharedBrowser } from '../support/browser.ts';
import { testInBrowser } from '../support/describe-with.ts';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();

testInBrowser('texts of 48 letters without a blank widen no page at 320 px', { timeout: 120_000 }, async () => {
  const long = 'W'.repeat(48);
  const seller = await service.seller({ name: long });
  const auction = await service.auction(seller, { ...ongoing, title: long });
  await service.bid(auction, { bidValueInCents: 900, bidderId: long });
  await seller.mutate('updateSellerProfile', { displayName: long, lotsPage: 'SHARED', terms: long, contact: long });
  await seller.mutate('updateAuctionPresentation', {
    auctionId: auction.auctionId,
    description: `${long} **${long}**\n\n- ${long}\n- ${long}`,
  });
  await using served = await servePage(service.deps);
  await using opened = await openPage(await sharedBrowser(), { viewport: { width: 320, height: 700 } });
  const { page } = opened;
  const expectNarrow = async (path: string) => {
    await page.goto(served.url + path);
    await expect(expectNoOverflow(page), path).resolves.toBeUndefined();
  };
  const address = `/auctions/${auction.auctionId}`;
  for (const path of [address, `${address}?bidderId=${long}`, `/auctions/sellers/${seller.sellerId}`])
    await expectNarrow(path);
  await page.goto(`${served.url}/seller`);
  await page.getByLabel('Your secret key').fill(seller.key);
  await page.getByRole('button').first().click();
  await page.locator('#main').waitFor();
  const ofSeller = ['', address, `${address}/change`, `${address}/cancel`, `/bidders?bidderId=${long}`, '/profile'];
  for (const path of ofSeller) await expectNarrow(`/seller${path}`);
});
