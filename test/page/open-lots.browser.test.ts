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
  await seller.mutate('updateSellerProfile', { displayName: 'Ann', lotsPage: 'SHARED' });
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

testInBrowser(
  'a card leads to its auction wherever it is pressed, counts down, and has the reader’s own time',
  { timeout: 120_000 },
  async () => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller, { ...ongoing, endsInSeconds: 1_800 });
    await seller.mutate('updateSellerProfile', { displayName: 'Ann', lotsPage: 'SHARED' });
    await using served = await servePage(service.deps);
    await using opened = await openPage(await sharedBrowser(), {
      viewport: { width: 390, height: 900 },
      timezoneId: 'America/New_York',
    });
    const { page } = opened;
    await page.goto(`${served.url}/auctions/sellers/${seller.sellerId}`);
    expect(await page.locator('.lots .local').textContent()).toMatch(/E[SD]T/);
    const timer = page.getByRole('timer');
    const before = await timer.textContent();
    await expect.poll(() => timer.textContent(), { timeout: 5_000 }).not.toBe(before);
    await page.locator('.lots li').click({ position: { x: 20, y: 20 } });
    await page.waitForURL(`${served.url}/auctions/${auctionId}`);
  },
);
