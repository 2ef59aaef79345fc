import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoOverflow, phone } from '../e2e/bidder-in-browser.ts';
import { setBrowserStage } from '../e2e/browser-stage.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { openPage } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing } from '../support/insert-auction.ts';
import { readTranscript } from '../support/transcripts.ts';
import { aBidder } from './bidder.ts';

describeInBrowser('the page of a transcript', async () => {
  const { service, served, browser } = await setBrowserStage();
  const seller = await service.seller();
  const auction = await service.auction(seller, { ...ongoing, title: 'A walnut desk, 1962' });
  const ada = aBidder(service, auction);
  await ada.bid({ amount: '65' });
  await aBidder(service, auction).bid({ amount: '75' });
  const transcript = await readTranscript(service.db, auction.auctionId);
  const address = `${served.url}/auctions/${auction.auctionId}/transcript`;
  const verdict = (page: Page) => page.locator('#verdict').innerText();

  test('verifies the chain, a head that is pasted and the proof of a bidder', async () => {
    await using opened = await openPage(browser, phone);
    const { page, complaints } = opened;
    const proof = /transcript[^"#]*#([^"]+)"/.exec((await ada.open()).text)![1]!.replaceAll('&amp;', '&');
    await page.goto(`${address}#${proof}`);
    await page.getByText('All checks passed').waitFor();
    expect(await verdict(page)).toContain('Lines 1 to 3 are one chain: each has the check code of the line before.');
    expect(await verdict(page)).toContain('There is no result yet.');
    expect(await verdict(page)).toContain('Line 2 is your bid of $65.00.');
    const head = page.getByLabel('A check code that you saw earlier');
    await head.fill('12');
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText('This is no check code.').waitFor();
    await head.fill(`3-${transcript.head!.hash.slice(0, 20)}`);
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText('The check code that you saw is that of line 3.').waitFor();
    await head.fill(`2-${'ab'.repeat(10)}`);
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText('Line 2 has another check code than the one that you saw.').waitFor();
    const [wrong, right] = (await verdict(page)).split('These checks passed');
    expect(wrong).toContain('Some checks failed');
    expect(wrong).not.toContain('Line 2 is your bid');
    expect(right).toContain('Line 2 is your bid');
    expect(complaints).toEqual([]);
  });

  test('names the line that was changed', async () => {
    await using opened = await openPage(browser, phone);
    const { page } = opened;
    const forged = transcript.lines.with(1, { ...transcript.lines[1]!, bidValueInCents: 9_900 });
    await page.route('**/transcript.json', (route) => route.fulfill({ json: { ...transcript, lines: forged } }));
    const proof = /transcript[^"#]*#([^"]+)"/.exec((await ada.open()).text)![1]!.replaceAll('&amp;', '&');
    await page.goto(`${address}#${proof}`);
    await page.getByText('Line 2 was changed, moved or inserted.').waitFor();
    expect(await verdict(page)).not.toContain('your bid');
    expect(await verdict(page)).not.toContain('one chain');
  });

  test('takes a place of the page in its address for no proof', async () => {
    await using opened = await openPage(browser, phone);
    const { page } = opened;
    await page.goto(`${address}#verdict`);
    await page.locator('#verdict.good').or(page.locator('#verdict.bad')).waitFor();
    expect(await verdict(page)).toContain('All checks passed');
  });

  test('follows the head while bids are placed', async () => {
    await using opened = await openPage(browser, phone);
    const { page } = opened;
    await page.goto(`${served.url}/auctions/${auction.auctionId}`);
    const shown = page.locator('[data-live=head]');
    const before = await shown.innerText();
    await aBidder(service, auction).bid({ amount: '85' });
    await page.waitForFunction((old) => document.querySelector('[data-live=head]')!.textContent !== old, before);
    expect(await shown.innerText()).toMatch(/^4-/);
  });

  test.each(['en', 'de', 'es', 'ar'])('is for everybody in %s, in light and dark, from 320 px on', async (language) => {
    await using opened = await openPage(browser, phone);
    const { page } = opened;
    await page.goto(`${address}?lang=${language}`);
    await page.locator('#verdict.good').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeViolations(page, { runOnly: ['color-contrast'] })).toEqual([]);
  });
});
