import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { sellerScopes } from '../../src/core/viewer.ts';
import { sellerPages } from '../../src/pages/seller/pages.ts';
import { details, sellAuction } from '../seller-pages/sold-auction.ts';
import { openPage } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { fillIn } from './bidder-in-browser.ts';
import { setBrowserStage } from './browser-stage.ts';

// It opens every page in one browser.
vi.setConfig({ testTimeout: 240_000 });

/** Holds each request of a kind until its page is left. */
async function holdRequests(page: Page, isHeld: (method: string, url: string) => boolean) {
  let begun = 0;
  await page.route('**/*', async (route, request) => {
    if (!isHeld(request.method(), request.url())) return await route.continue();
    begun += 1;
    return undefined;
  });
  return { begun: () => begun };
}

describeInBrowser('every page of bidders and sellers', async () => {
  const { service, served, browser } = await setBrowserStage();
  const { seller, auction: sale, ada } = await sellAuction(service);
  await ada.give(await ada.open(), details);
  await service.db.query('update api_keys set scopes = $2 where api_key_id = $1', [seller.apiKeyId, [...sellerScopes]]);
  await seller.mutate('updateSellerProfile', { lotsPage: 'SHARED', showsSoldLots: true, email: 'huber@example.com' });
  const open = await service.auction(seller, { ...ongoing, title: 'A walnut desk' });
  const coming = await service.auction(seller, { ...upcoming, title: 'A chair' });
  const { endpointId } = await insertEndpoint(service.db, seller, {});
  const folder = await mkdtemp(join(tmpdir(), 'every-page-'));
  afterAll(() => rm(folder, { recursive: true }));
  const picture = join(folder, 'desk.png');
  await sharp({ create: { width: 80, height: 60, channels: 3, background: '#8a5a34' } })
    .png()
    .toBuffer()
    .then((bytes) => writeFile(picture, bytes));

  const idsOf = (route: string, auctionId: string) =>
    route.replace(':auctionId', auctionId).replace(':endpointId', endpointId);
  const desk = [
    ...sellerPages.map(({ route }) => `/seller${idsOf(route, open.auctionId)}`),
    `/seller/auctions/${coming.auctionId}`,
    `/seller/auctions/${sale.auctionId}`,
    '/seller/bidders?bidder=ada%40example.com',
    '/seller/sessions',
  ];
  const ofBidders = [
    `/auctions/${open.auctionId}`,
    `/auctions/${coming.auctionId}`,
    `/auctions/${sale.auctionId}`,
    `/auctions/sellers/${seller.sellerId}`,
  ];

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${served.url}/seller`);
    await page.locator('#key').fill(seller.key);
    await page.keyboard.press('Enter');
    await page.locator('#main').waitFor();
  }

  test('says nothing on the console when it is left at any moment', async () => {
    await using opened = await openPage(browser);
    const { page, complaints } = opened;
    await signIn(page);
    for (const path of [...desk, ...ofBidders]) {
      for (const waitUntil of ['commit', 'domcontentloaded', 'load'] as const) {
        await page.goto(`${served.url}${path}`, { waitUntil });
        expect(complaints, `${path} ${waitUntil}`).toEqual([]);
      }
    }
    await page.goto(`${served.url}/seller`);
    expect(complaints).toEqual([]);
  });

  test('says nothing on the console when it is left while a request is under way', async () => {
    await using opened = await openPage(browser);
    const { page, complaints } = opened;
    await signIn(page);
    const leave = async () => {
      await page.goto(`${served.url}/auctions/sellers/${seller.sellerId}`);
      expect(complaints).toEqual([]);
    };
    // The page of a seller asks for itself, and the one of an auction for its state and its newer self.
    const live = await holdRequests(page, (_, url) => /[?/](?:state|events)\b/.test(url));
    await page.goto(`${served.url}/auctions/${open.auctionId}`);
    await expect.poll(live.begun, { timeout: 30_000 }).toBeGreaterThan(1);
    await leave();
    await page.unrouteAll();

    await page.goto(`${served.url}/seller/auctions/${open.auctionId}`);
    const refresh = await holdRequests(page, (method, url) => method === 'GET' && url.endsWith(open.auctionId));
    await expect.poll(refresh.begun, { timeout: 30_000 }).toBeGreaterThan(0);
    await page.unrouteAll();
    await leave();

    await page.goto(`${served.url}/auctions/${open.auctionId}`);
    const bid = await holdRequests(page, (method) => method === 'POST');
    await page.getByLabel('Your bid in US dollars').fill('50');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByRole('button', { name: 'Continue to the card' }).click();
    await expect.poll(bid.begun, { timeout: 30_000 }).toBeGreaterThan(0);
    await leave();
    await page.unrouteAll();

    for (const isHeld of [
      (method: string, url: string) => method === 'POST' && url.endsWith('/pictures'),
      (method: string) => method === 'PUT',
    ]) {
      await page.goto(`${served.url}/seller/list`);
      const upload = await holdRequests(page, isHeld);
      await page.getByLabel('Add pictures').setInputFiles(picture);
      await expect.poll(upload.begun, { timeout: 30_000 }).toBeGreaterThan(0);
      await leave();
      await page.unrouteAll();
    }
    await page.goto(`${served.url}/seller/profile`);
    const form = await holdRequests(page, (method) => method === 'POST');
    const label = await page.evaluate(() => {
      const profile = document.querySelector<HTMLFormElement>('#form-profile')!;
      const save = profile.querySelector<HTMLButtonElement>('button.button:not([type=button])')!;
      profile.requestSubmit(save);
      setTimeout(() => document.querySelector<HTMLAnchorElement>('.top a[href$="/webhooks"]')!.click(), 500);
      return save.textContent;
    });
    expect(label).toBe('Sending …');
    await page.waitForURL('**/webhooks');
    expect(form.begun()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('leads the keyboard to each of its controls, in order, and shows where it is', async () => {
    await using opened = await openPage(browser);
    const { page } = opened;
    await signIn(page);
    for (const path of [...desk, ...ofBidders]) {
      await page.goto(`${served.url}${path}`);
      const count = await page.evaluate(() => {
        const controls = document.querySelectorAll<HTMLElement>(
          'a[href], button, input, select, textarea, summary, [tabindex="0"]',
        );
        const groups = new Set<string>();
        const reached = [...controls].filter((element) => {
          const { disabled, type, name, checked } = element as HTMLInputElement;
          if (disabled || type === 'hidden' || !element.checkVisibility()) return false;
          if (type !== 'radio') return true;
          // Arrows move within a group, which is one stop.
          const isStop = checked || document.querySelector(`[name="${name}"]:checked`) === null;
          if (!isStop || groups.has(name)) return false;
          groups.add(name);
          return true;
        });
        reached.forEach((element, at) => element.setAttribute('data-stop', `${at}`));
        return reached.length;
      });
      expect(count, path).toBeGreaterThan(0);
      const stops: string[] = [];
      for (let presses = 0; presses < 4 * count && stops.length < count; presses += 1) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(() => {
          const { activeElement } = document;
          if (activeElement === null || activeElement === document.body) return null;
          // A field may lend its outline to the box around it.
          const isShown = [activeElement, activeElement.parentElement!].some((element) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(element);
            return outlineStyle !== 'none' && outlineWidth !== '0px';
          });
          return `${activeElement.getAttribute('data-stop')}${isShown ? '' : ` unseen: ${activeElement.outerHTML.slice(0, 120)}`}`;
        });
        // A field of several parts, such as one of a time, stops at each of them.
        if (at !== null && at !== stops.at(-1)) stops.push(at);
      }
      expect(stops, path).toEqual(Array.from({ length: count }, (_, at) => `${at}`));
    }
  });

  test('works without a script: no control waits for one, and each form can be sent', async () => {
    await using opened = await openPage(browser, { javaScriptEnabled: false });
    const { page } = opened;
    await signIn(page);
    for (const path of [...desk, ...ofBidders]) {
      await page.goto(`${served.url}${path}`);
      for (const details of await page.locator('summary').all()) await details.click();
      expect(await page.locator('h1').count(), path).toBe(1);
      const scripted = await page
        .locator('button[type=button]:visible')
        .evaluateAll((all) => all.map((each) => each.outerHTML));
      expect(scripted, path).toEqual([]);
      for (const form of await page.locator('form:visible').all())
        expect(await form.locator('button:visible').count(), path).toBeGreaterThan(0);
    }
    await page.goto(`${served.url}/seller/profile`);
    await page.getByRole('button', { name: 'Save the profile' }).click();
    await page.locator('.notice.good').filter({ hasText: 'saved' }).waitFor();
    await page.goto(`${served.url}/auctions/${open.auctionId}`);
    await fillIn(page, { amount: '60', email: 'bob@example.com' });
    await page.getByRole('button', { name: 'Place a binding bid' }).click();
    await page.locator('#outcome').filter({ hasText: 'You lead' }).waitFor();
  });
});
