import { expect, test } from 'vitest';
import { aBidder } from '../page/bidder.ts';
import { openPage } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing } from '../support/insert-auction.ts';
import { fillInAnyLanguage, outcomeOf, phone, waitForText } from './bidder-in-browser.ts';
import { setBrowserStage } from './browser-stage.ts';

describeInBrowser('the page in another language', async () => {
  const { service, served, browser } = await setBrowserStage();
  const seller = await service.seller();

  test('a German browser bids, hears of an outbid and sees new numbers, all in German', async () => {
    const auction = await service.auction(seller, ongoing);
    await using opened = await openPage(browser, { ...phone, locale: 'de-AT', timezoneId: 'Europe/Vienna' });
    const { page, complaints } = opened;
    await page.goto(`${served.url}/auctions/${auction.auctionId}`);
    expect(await page.locator('.figures .when').innerText()).toMatch(/^.* (MEZ|MESZ)\s+.* UTC$/);
    await fillInAnyLanguage(page, { amount: '1.250,50 $', card: '4242424242424242' });
    await page.getByRole('button', { name: 'Verbindlich 1.250,50 $ bieten' }).click();
    await page.waitForURL(/bid=/);
    expect(await outcomeOf(page)).toBe('Ihr Gebot: 1.250,50\u00a0$ · Sie führen');
    await aBidder(service, auction).bid({ amount: '1300' });
    await waitForText(page, '#announcer', 'Sie wurden überboten. Das Höchstgebot ist jetzt 1.300,00 $.');
    await waitForText(page, '#status', 'Um 49,50 $ überboten');
    expect(await page.title()).toMatch(/^Um 49,50\s\$ überboten/);
    expect(await page.locator('#leading').innerText()).toBe('1.300,00\u00a0$');
    expect(complaints).toEqual([]);
  });

  test('the links at the foot change the language, and keep who bids', async () => {
    const auction = await service.auction(seller, ongoing);
    await using opened = await openPage(browser, {
      viewport: { width: 1280, height: 800 },
      timezoneId: 'Europe/Vienna',
    });
    const { page } = opened;
    await page.goto(`${served.url}/auctions/${auction.auctionId}?bidderId=customer-42`);
    await page.getByRole('link', { name: 'العربية' }).click();
    await page.locator('html[lang=ar][dir=rtl]').waitFor();
    await page.getByText('customer-42').waitFor();
    const [lead, clock] = [
      await page.locator('.figures .lead').boundingBox(),
      await page.locator('.clock').boundingBox(),
    ];
    expect(lead!.x).toBeGreaterThan(clock!.x);
    expect(await page.locator('.figures').innerText()).toMatch(/\d+ [سد] \d+ [دث][^]*غرينتش/);
    expect(await page.locator('.figures').innerText()).not.toMatch(/[٠-٩]/);
    // Without a parameter the browser remembers it.
    await page.goto(`${served.url}/auctions/${auction.auctionId}`);
    expect(await page.locator('html').getAttribute('lang')).toBe('ar');
  });
});
