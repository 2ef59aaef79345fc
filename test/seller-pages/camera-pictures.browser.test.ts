import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { setBrowserStage } from '../e2e/browser-stage.ts';
import { cameraPicture, slowDown } from '../e2e/camera.ts';
import { expectNoOverflow, waitForText } from '../e2e/bidder-in-browser.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { openPage } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';

// Six pictures of twelve million pixels are made smaller, sent and encoded beside other tests.
vi.setConfig({ testTimeout: 300_000 });

const phone = { viewport: { width: 390, height: 844 }, timezoneId: 'Europe/Vienna', locale: 'en-US' };

/** Presses the mouse on an element, moves it over others, and lets it go on the last one. */
async function drag(page: Page, from: string, ...over: readonly string[]): Promise<void> {
  const middles = [];
  for (const selector of [from, ...over]) {
    const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
    middles.push([x + width / 2, y + height / 2] as const);
  }
  const [begin, ...places] = middles;
  await page.mouse.move(...begin!);
  await page.mouse.down();
  for (const place of places) await page.mouse.move(...place);
  await page.mouse.up();
}

describeInBrowser('a seller with the camera of a phone', async () => {
  const { service, served, browser } = await setBrowserStage();
  const picture = await cameraPicture();
  const folder = await mkdtemp(join(tmpdir(), 'camera-'));
  afterAll(() => rm(folder, { recursive: true }));
  const files = Array.from({ length: 6 }, (_, at) => join(folder, `IMG_${at + 1}.jpg`));
  for (const file of files) await writeFile(file, picture);

  async function openForm(page: Page, { key }: { key: string }): Promise<void> {
    await page.goto(`${served.url}/seller/list`);
    await page.getByLabel('Your secret key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#main').waitFor();
  }

  test('lists an item with six pictures over a slow network, and waits for none of them', async () => {
    await using opened = await openPage(browser, phone);
    const { page, complaints } = opened;
    await openForm(page, await service.seller());
    await slowDown(page);
    expect(picture.length).toBeGreaterThan(3_000_000);
    await page.getByLabel('Add pictures').setInputFiles(files);
    await page.getByLabel('Title').fill('A walnut writing desk');
    await page.locator('.pictures > li:nth-child(6) canvas').or(page.locator('progress:visible')).first().waitFor();
    await expectNoOverflow(page);
    expect(await axeViolations(page)).toEqual([]);
    // By keys alone: the sixth becomes the first.
    const last = page.locator('.pictures > li').nth(5);
    await last.getByRole('textbox').fill('The front');
    await page.locator('.pictures > li').nth(5).getByRole('button', { name: 'Move forward' }).focus();
    for (let place = 6; place > 1; place -= 1) await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'List the item' }).click();
    await waitForText(page, '#main', 'Your item is listed');
    await expect
      .poll(() => page.locator('#item-pictures .thumbnail img').count(), { timeout: 150_000, interval: 500 })
      .toBe(6);
    await expect.poll(() => page.locator('#going-up').count(), { timeout: 20_000 }).toBe(0);
    const auctionId = /auctions\/([\da-f-]{36})/.exec(page.url())![1]!;
    const { rows } = await service.db.query(
      `select alternative_text as text, width, height from auction_pictures join pictures using (picture_id)
       where auction_id = $1 order by position`,
      [auctionId],
    );
    const upright = { width: 1_200, height: 1_600 };
    expect(rows).toEqual([
      { text: 'The front', ...upright },
      ...Array.from({ length: 5 }, () => ({ text: 'A walnut writing desk', ...upright })),
    ]);
    expect(complaints).toEqual([]);
  });

  test('loses nothing to a HEIC picture, a network that is away, Back, and a session that has ended', async () => {
    const seller = await service.seller();
    await using opened = await openPage(browser, phone);
    const { page } = opened;
    await openForm(page, seller);
    const chooser = page.getByLabel('Add pictures');
    const small = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#8a5a34' } })
      .jpeg()
      .toBuffer();
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
    await page.getByLabel('Title').fill('A chair');
    await chooser.setInputFiles(file('front.jpg', small));
    await page.getByText('Is there').waitFor();
    await chooser.setInputFiles(
      file('IMG_1.HEIC', Buffer.concat([Buffer.alloc(4), Buffer.from('ftypheic'), Buffer.alloc(64)])),
    );
    await page.getByText('“IMG_1.HEIC” is a HEIC picture').waitFor();
    await page.context().setOffline(true);
    await chooser.setInputFiles(file('back.jpg', small));
    await page.getByText('Waits for the network').waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText('Is there').count(), { timeout: 60_000 }).toBe(2);
    const order = () =>
      page.locator('.pictures > li:not(:has(.fault))').evaluateAll((all) => all.map((each) => each.dataset['picture']));
    const [front, back] = await order();
    await page.setViewportSize({ width: 390, height: 6_000 });
    const card = (place: number) => `.pictures > li:nth-child(${place})`;
    await drag(page, `${card(3)} .handle`, card(2), card(1));
    expect(await order()).toEqual([back, front]);
    expect(await page.locator(`${card(1)} h3`).textContent()).toBe('Picture 1');
    await page.setViewportSize(phone.viewport);
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('heading', { name: 'Your profile' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('A chair');
    expect(await page.locator('.pictures > li').count()).toBe(2);
    expect(await order()).toEqual([back, front]);
    await service.db.query(
      `delete from admin_sessions using api_keys k where k.api_key_id = admin_sessions.api_key_id and seller_id = $1`,
      [seller.sellerId],
    );
    await page.getByRole('button', { name: 'List the item' }).click();
    await page.getByLabel('Your secret key').fill(seller.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await waitForText(page, '#main', 'You are signed in again');
    expect(await page.getByLabel('Title').inputValue()).toBe('A chair');
    await page.getByRole('button', { name: 'List the item' }).click();
    await waitForText(page, '#main', 'Your item is listed');
    await expect.poll(() => page.locator('#item-pictures .thumbnail img').count(), { timeout: 60_000 }).toBe(2);
  });
});
