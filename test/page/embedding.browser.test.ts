import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { setBrowserStage } from '../e2e/browser-stage.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { openPage } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing, unsold, upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { aBidder } from './bidder.ts';

const name = (seller: Seller, embedOrigins: readonly string[]) =>
  seller.mutate('updateSellerProfile', { embedOrigins }, 'sellerProfile { embedOrigins }');

describeInBrowser('an auction in a frame', async () => {
  const stage = await setBrowserStage();

  /** A shop of another origin, whose page has frames. */
  async function startShop(frames: readonly string[]) {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><html lang="en"><title>A shop</title><main><h1>A shop</h1>${frames.map((url) => `<iframe title="An auction" src="${url}" width="380" height="700"></iframe>`).join('')}</main></html>`,
      );
    });
    await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
    return {
      origin: `http://localhost:${(server.address() as AddressInfo).port}`,
      [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
    };
  }

  test('the page of a named origin shows the live auction, and a bid is placed in a tab of its own', async () => {
    const seller = await stage.service.seller();
    const auction = await stage.service.auction(seller, { ...ongoing, title: 'A walnut desk' });
    await using shop = await startShop([`${stage.served.url}/auctions/${auction.auctionId}`]);
    await name(seller, [shop.origin]);
    for (const width of [390, 1280]) {
      await using opened = await openPage(stage.browser, { viewport: { width, height: 900 } });
      const { page, complaints } = opened;
      await page.goto(shop.origin);
      const frame = page.frameLocator('iframe');
      await frame.getByRole('heading', { name: 'A walnut desk' }).waitFor();
      expect(await frame.locator('form, input').count()).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      const bidder = aBidder(stage.service, auction);
      const value = width === 390 ? 40 : 60;
      await bidder.bid({ amount: String(value) });
      await frame
        .locator('[data-live=leading]')
        .filter({ hasText: `$${value}.00`, visible: true })
        .first()
        .waitFor();
      // What the script takes over after the bid has no form either.
      await page.waitForTimeout(1_500);
      expect(await frame.locator('form, input').count()).toBe(0);
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        frame.getByRole('link', { name: 'Open the auction' }).click(),
      ]);
      await tab.getByRole('button', { name: 'Continue to the card' }).waitFor();
      expect(new URL(tab.url()).pathname).toBe(`/auctions/${auction.auctionId}`);
      expect(await tab.evaluate('window.opener')).toBeNull();
      expect(complaints).toEqual([]);
    }
  }, 120_000);

  test('a page of another origin shows nothing: the browser refuses', async () => {
    const seller = await stage.service.seller();
    const { auctionId } = await stage.service.auction(seller, { ...ongoing, title: 'A walnut desk' });
    await name(seller, ['http://localhost:1']);
    const auction = `${stage.served.url}/auctions/${auctionId}`;
    await using shop = await startShop([auction, `${auction}/embed`]);
    await using opened = await openPage(stage.browser);
    const { page, complaints } = opened;
    await page.goto(shop.origin, { waitUntil: 'load' });
    await page.waitForTimeout(500);
    expect(
      page
        .frames()
        .map((frame) => frame.url())
        .slice(1),
    ).toEqual(Array(2).fill('chrome-error://chromewebdata/'));
    expect(complaints.filter((complaint) => complaint.includes('frame-ancestors')).length).toBeGreaterThanOrEqual(2);
  });

  test.each([
    ['upcoming', upcoming],
    ['unsold', unsold],
  ])('%s, in a frame: for everybody, and a way to the page', async (_, options) => {
    const seller = await stage.service.seller();
    const { auctionId } = await stage.service.auction(seller, options);
    await using shop = await startShop([`${stage.served.url}/auctions/${auctionId}`]);
    await name(seller, [shop.origin]);
    await using opened = await openPage(stage.browser);
    await opened.page.goto(shop.origin);
    await opened.page.frameLocator('iframe').getByRole('link', { name: 'Open the auction' }).waitFor();
    expect(await axeViolations(opened.page)).toEqual([]);
  });
});
