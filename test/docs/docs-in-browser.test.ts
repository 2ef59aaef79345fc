import { afterAll, describe, expect, test } from 'vitest';
import { guideNames } from '../../src/docs/guides.ts';
import { expectNoOverflow, phone, waitForText } from '../e2e/bidder-in-browser.ts';
import { servePage } from '../e2e/serve-page.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { browserIsInstalled, openPage, startBrowser } from '../support/browser.ts';
import { startService } from '../support/service.ts';

const patience = 20_000;

describe.skipIf(!browserIsInstalled())(
  'the documentation in a browser that reaches nothing but the service',
  async () => {
    await using made = new AsyncDisposableStack();
    const service = made.use(await startService());
    const served = made.use(await servePage(service.deps));
    const browser = await startBrowser();
    made.defer(() => browser.close());
    const open = made.move();
    afterAll(() => open.disposeAsync());

    // The other guides have nothing that these have not.
    test.each(['/docs', '/docs/errors', '/docs/guides/webhooks'])(
      '%s is for everybody, in light and dark',
      async (path) => {
        await using opened = await openPage(browser, phone);
        const { page, complaints } = opened;
        await page.goto(served.url + path);
        expect(await axeViolations(page)).toEqual([]);
        // Only the colours differ in the dark.
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
      await page
        .locator('.swagger-ui .auth-wrapper')
        .getByRole('button', { name: 'Authorize' })
        .click({ timeout: patience });
      const dialog = page.locator('.dialog-ux');
      await dialog.locator('input').fill(seller.key);
      await dialog.getByRole('button', { name: 'Apply credentials' }).click();
      await dialog.locator('button.btn-done').click();
      await page
        .locator('.opblock-get')
        .filter({ hasText: 'List auctions' })
        .locator('.opblock-summary-control')
        .click();
      await page.getByRole('button', { name: 'Execute' }).click();
      await waitForText(page, '.live-responses-table', 'A walnut desk, 1962', patience);
      await waitForText(page, '.live-responses-table .response-col_status', '200', patience);
      expect(complaints).toEqual([]);
    });
  },
);
