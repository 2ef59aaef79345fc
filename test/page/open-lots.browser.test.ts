import { expect } from 'vitest';
import { servePage } from '../e2e/serve-page.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { openPage, sharedBrowser } from '../support/browser.ts';
import { testInBrowser } from '../support/describe-with.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();

testInBrowser('it is accessible, and asks nobody else, on a phone and at a desk', { timeout: 120_000 }, async () => {
  const seller = await service.seller();
  await service.auction(seller, ongoing);
  await service.auction(seller, upcoming);
  await seller.graphql('mutation { updateSellerProfile(displayName: "Ann", lotsPage: SHARED) { lotsPage } }');
  await using served = await servePage(service.deps);
  const chromium = await sharedBrowser();
  for (const width of [390, 1280]) {
    await using opened = await openPage(chromium, { viewport: { width, height: 900 } });
    await opened.page.goto(`${served.url}/auctions/sellers/${seller.sellerId}`);
    expect(await axeViolations(opened.page)).toEqual([]);
    expect(await opened.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(opened.complaints).toEqual([]);
  }
});
