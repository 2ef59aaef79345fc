import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { overloadPages } from '../../src/pages/auction/choose-language.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { openPage } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { expectNoOverflow, fillIn, fillInAnyLanguage, phone } from './bidder-in-browser.ts';
import { everyState } from './every-state.ts';
import { setBrowserStage } from './browser-stage.ts';

/** Controls that a finger can miss, one line each. Links within a sentence may be as high as the sentence. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, input:not([type=hidden]), summary, a.button')]
      .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 44)
      .map((target) => target.outerHTML),
  );
}

/**
 * Boxes that hide some of their own words, one line each. What only screen readers are to read is a pixel wide, and what can be scrolled
 * hides nothing.
 */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((box) => box.clientWidth > 1 && ['hidden', 'clip'].includes(getComputedStyle(box).overflowX))
      .filter((box) => box.scrollWidth > box.clientWidth + 1 && !(box instanceof HTMLInputElement))
      .map((box) => box.outerHTML.slice(0, 200)),
  );
}

describeInBrowser('every state of the page', async () => {
  const { service, served, browser } = await setBrowserStage();
  const states = await everyState(service);

  test.each(states)('$name: for everybody, in light and dark, from 320 px on', async (state) => {
    await using opened = await openPage(browser, phone);
    const { page, complaints } = opened;
    if (state.browserId !== null)
      await page.context().addCookies([{ name: 'browser', value: state.browserId, url: served.url }]);
    await page.goto(served.url + state.path);
    if (state.send !== undefined) {
      await fillIn(page, { amount: state.send.amount, card: state.send.cardNumber });
      if (state.send.cardNumber === '4242') await page.getByRole('button', { name: 'Place a binding bid' }).click();
      await page.locator('#faults, #bid .notice').first().waitFor();
    }
    expect(await axeViolations(page)).toEqual([]);
    // Only the colors differ in the dark.
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeViolations(page, { runOnly: ['color-contrast'] })).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    // A desk of 1280 pixels at 200 % and at 400 %.
    for (const width of [640, 320]) {
      await page.setViewportSize({ width, height: 600 });
      await expectNoOverflow(page);
    }
    // A status that says what the page says is no complaint.
    expect(complaints.filter((complaint) => !/status of 4\d\d/.test(complaint))).toEqual([]);
  });

  test.each(states.flatMap((state) => ['de', 'es', 'ar'].map((language) => ({ ...state, language }))))(
    '$name, in $language: for everybody, in light and dark, from 320 px on',
    async ({ path, browserId, send, language }) => {
      await using opened = await openPage(browser, { ...phone, viewport: { width: 320, height: 600 } });
      const { page } = opened;
      const cookies = [{ name: 'lang', value: language, url: served.url }];
      if (browserId !== null) cookies.push({ name: 'browser', value: browserId, url: served.url });
      await page.context().addCookies(cookies);
      await page.goto(served.url + path);
      if (send !== undefined) await fillInAnyLanguage(page, { amount: send.amount, card: send.cardNumber });
      expect(await page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
      expect(await axeViolations(page)).toEqual([]);
      await expectNoOverflow(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await axeViolations(page, { runOnly: ['color-contrast'] })).toEqual([]);
    },
  );

  test.each(languages)('the page of an overload, in %s', async (language) => {
    await using opened = await openPage(browser, { ...phone, viewport: { width: 320, height: 600 } });
    const { page } = opened;
    await page.setContent(overloadPages[language]);
    expect(await axeViolations(page)).toEqual([]);
    await expectNoOverflow(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeViolations(page, { runOnly: ['color-contrast'] })).toEqual([]);
  });

  test.each(states)(
    '$name: nothing is cut off where only the text is enlarged to 200 %',
    async ({ path, browserId }) => {
      await using opened = await openPage(browser, { viewport: { width: 1280, height: 900 } });
      const { page } = opened;
      if (browserId !== null) await page.context().addCookies([{ name: 'browser', value: browserId, url: served.url }]);
      await page.goto(served.url + path);
      const sizeOf = () => page.evaluate(() => parseFloat(getComputedStyle(document.querySelector('h1')!).fontSize));
      const before = await sizeOf();
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      expect(await sizeOf()).toBeGreaterThan(before * 1.2);
      await expectNoOverflow(page);
      expect(await cutOff(page)).toEqual([]);
    },
  );

  test('prints what is sold and what became of the bid, and nothing to press', async () => {
    const state = states.find(({ name }) => name === 'open, with an item card')!;
    await using opened = await openPage(browser, { viewport: { width: 794, height: 1123 }, colorScheme: 'dark' });
    const { page } = opened;
    await page.goto(served.url + state.path);
    await page.emulateMedia({ media: 'print' });
    const shown = (selector: string) => page.locator(selector).filter({ visible: true }).count();
    expect(await shown('h1')).toBe(1);
    expect(await shown('.gallery img')).toBeGreaterThan(0);
    expect(await shown('button, input, .button, summary')).toBe(0);
    // Dark paper would waste ink: the text is dark instead.
    const luminance = await page.evaluate(() => {
      const [red = 255, green = 255, blue = 255] = getComputedStyle(document.body)
        .color.match(/[\d.]+/g)!
        .map(Number);
      return (red + green + blue) / 3;
    });
    expect(luminance).toBeLessThan(80);
    await expectNoOverflow(page);
  });

  test('the pictures of the first view move nothing, and only the next one is asked for ahead', async () => {
    const path = states.find(({ name }) => name === 'open, with an item card')!.path;
    // The script adds the reader's own time, in a zone with a long name.
    await using opened = await openPage(browser, { ...phone, timezoneId: 'America/St_Johns' });
    const { page } = opened;
    const asked: string[] = [];
    page.on('request', (request) => request.resourceType() === 'image' && asked.push(new URL(request.url()).pathname));
    await page.goto(served.url + path, { waitUntil: 'load' });
    await page.evaluate(() =>
      Promise.all(
        [...document.querySelectorAll('.gallery li:first-child img, .logo')].map((img) =>
          (img as HTMLImageElement).decode(),
        ),
      ),
    );
    // The first picture and the logo, and at most the picture beside the first.
    const pictures = asked.filter((each) => each.includes('/pictures/'));
    expect(pictures.length).toBeGreaterThanOrEqual(2);
    expect(pictures.length).toBeLessThanOrEqual(3);
    const shifted = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const found: string[] = [];
          new PerformanceObserver((list) => {
            for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
              found.push(...sources.map(({ node }) => (node as Element | null)?.outerHTML ?? node?.textContent ?? '?'));
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(found), 300);
        }),
    );
    // A picture without its dimensions, or a time without its room, would move the page.
    expect(shifted).toEqual([]);
    await page.locator('.dots a').nth(1).click();
    await page.getByAltText('A drawer').waitFor();
    expect(await page.getByAltText('A drawer').evaluate((img) => (img as HTMLImageElement).decode())).toBeUndefined();
  });

  test('the document and its style, 14 kB at most, show a usable form', async () => {
    const path = states.find(({ name }) => name === 'open, with bids')!.path;
    await using opened = await openPage(browser, phone);
    const session = await opened.page.context().newCDPSession(opened.page);
    await session.send('Network.enable');
    const types = new Map<string, string>();
    const sizes = { Document: 0, Stylesheet: 0 };
    session.on('Network.requestWillBeSent', ({ requestId, type }) => types.set(requestId, type ?? ''));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId);
      if (type === 'Document' || type === 'Stylesheet') sizes[type] += encodedDataLength;
    });
    await opened.page.route('**/*.js*', (route) => route.abort());
    await opened.page.goto(served.url + path, { waitUntil: 'load' });
    await opened.page.getByRole('button', { name: 'Continue to the card' }).waitFor();
    await expect.poll(() => Math.min(sizes.Document, sizes.Stylesheet)).toBeGreaterThan(0);
    console.info(`The page of an auction with bids takes ${JSON.stringify(sizes)} bytes on the wire.`);
    expect(sizes.Document + sizes.Stylesheet).toBeLessThanOrEqual(14 * 1024);
  });
});
