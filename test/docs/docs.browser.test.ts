import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { guideNames } from '../../src/api/docs/render-markdown.ts';
import { expectNoOverflow, phone, waitForText } from '../e2e/bidder-in-browser.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { openPage } from '../support/browser.ts';
import { setBrowserStage } from '../e2e/browser-stage.ts';
import { describeInBrowser } from '../support/describe-with.ts';

const patience = 20_000;

async function authorize(page: Page, key: string): Promise<void> {
  await page
    .locator('.swagger-ui .auth-wrapper')
    .getByRole('button', { name: 'Authorize' })
    .click({ timeout: patience });
  const dialog = page.locator('.dialog-ux');
  await dialog.locator('input').fill(key);
  await dialog.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.locator('button.btn-done').click();
}

describeInBrowser('the documentation in a browser that reaches nothing but the service', async () => {
  const { service, served, browser } = await setBrowserStage();

  // The other guides have nothing that these have not.
  test.each(['/docs', '/docs/errors', '/docs/guides/webhooks'])(
    '%s is for everybody, in light and dark',
    async (path) => {
      await using opened = await openPage(browser, phone);
      const { page, complaints } = opened;
      await page.goto(served.url + path);
      expect(await axeViolations(page)).toEqual([]);
      // Only the colors differ in the dark.
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await axeViolations(page, { runOnly: ['color-contrast'] })).toEqual([]);
      // Where there is room, the tables of contents are beside the text.
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.reload();
      expect(await axeViolations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  test('nothing is cut off at 320 px', async () => {
    await using opened = await openPage(browser, { viewport: { width: 320, height: 600 } });
    for (const path of ['/docs', '/docs/errors', ...guideNames.map((name) => `/docs/guides/${name}`)]) {
      await opened.page.goto(served.url + path);
      await expectNoOverflow(opened.page);
    }
  });

  test('a block is copied as it stands, without a script in the page', async () => {
    await using opened = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, complaints } = opened;
    await page.goto(`${served.url}/docs/guides/first-auction`);
    await page.getByRole('button', { name: 'Copy this block' }).nth(1).click();
    await page.getByText('Copied').waitFor({ timeout: patience });
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(
      /^NOW=\$\(curl -sS http:\/\/127\.0\.0\.1:\d+\/graphql \\\n {2}-H "Authorization: Bearer \$KEY"/,
    );
    expect(complaints).toEqual([]);
  });

  test('the keyboard gets past the navigation in one step', async () => {
    await using opened = await openPage(browser);
    const { page } = opened;
    await page.goto(`${served.url}/docs/guides/testing`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  test('the API is tried out with a key, and no script of another place', async () => {
    const seller = await service.seller();
    await service.auction(seller, { title: 'A walnut desk, 1962' });
    await using opened = await openPage(browser);
    const { page, complaints } = opened;
    await page.goto(`${served.url}/docs/api`);
    await authorize(page, seller.key);
    await page.locator('.opblock-get').filter({ hasText: 'List auctions' }).locator('.opblock-summary-control').click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await waitForText(page, '.live-responses-table', 'A walnut desk, 1962', patience);
    await waitForText(page, '.live-responses-table .response-col_status', '200', patience);
    expect(complaints).toEqual([]);
  });

  test('the example of a new auction is sent as it stands, and each time creates another auction', async () => {
    const seller = await service.seller();
    await using opened = await openPage(browser);
    const { page } = opened;
    await page.goto(`${served.url}/docs/api`);
    await authorize(page, seller.key);
    const create = page.locator('.opblock-post').filter({ hasText: 'Create an auction' });
    await create.locator('.opblock-summary-control').click();
    const created = async () => {
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await create.getByRole('button', { name: 'Execute' }).click();
      const answer = await answered;
      return { status: answer.status(), key: (await answer.request().allHeaders())['idempotency-key'] };
    };
    const [first, second] = [await created(), await created()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.key).not.toBe(second.key);
    // A key that the reader types is sent as it is, and gets the same answer again.
    await create.locator('input[placeholder="Idempotency-Key"]').fill('mine');
    expect([await created(), await created()]).toEqual([
      { status: 201, key: 'mine' },
      { status: 201, key: 'mine' },
    ]);
    expect((await seller.get('/v1/auctions')).body.auctions).toHaveLength(3);
  });

  test.each(['before', 'after'])(
    'the example of a new auction follows the clock of the seller, opened %s the key is given',
    async (when) => {
      const seller = await service.seller();
      const month = 30 * 86_400;
      await seller.graphql(
        `mutation { advanceTestClock(input: { bySeconds: ${month} }) { clock { now } errors { code } } }`,
      );
      const { body: sent } = await seller.graphql('{ clock { timestamp } }');
      await using opened = await openPage(browser);
      const { page, complaints } = opened;
      await page.goto(`${served.url}/docs/api`);
      const create = page.locator('.opblock-post').filter({ hasText: 'Create an auction' });
      const open = () => create.locator('.opblock-summary-control').click({ timeout: patience });
      if (when === 'before') await open();
      await authorize(page, seller.key);
      if (when === 'after') await open();
      const example = create.locator('textarea.body-param__text');
      const start = async () => JSON.parse(await example.inputValue()).biddingPeriod.startTimestamp;
      await expect.poll(start, { timeout: patience }).toBeGreaterThan(sent.data.clock.timestamp);
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/v1/auctions'));
      await create.getByRole('button', { name: 'Execute' }).click();
      expect((await answered).status()).toBe(201);
      expect(complaints).toEqual([]);
    },
  );
});
