import { mkdir, writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { openPage, startBrowser } from '../support/browser.ts';
import { startService } from '../support/service.ts';
import { fillInAnyLanguage, phone } from './bidder-in-browser.ts';
import { everyState, type State } from './every-state.ts';
import { servePage } from './serve-page.ts';

// `npm run test:all -- --mode pictures` takes those of the documents. With `PICTURES_TO=/tmp/all` it takes every state in every
// language, wide and narrow, light and dark, to be looked at.
const folder = process.env['PICTURES_TO'] ?? 'docs/pictures';
const takesAll = process.env['PICTURES_TO'] !== undefined;
const only = process.env['PICTURES_OF']?.split('; ');

interface Picture {
  readonly state: string;
  readonly language: string;
  readonly width: 390 | 1280;
  readonly scheme: 'light' | 'dark';
}

const inDocuments: readonly Picture[] = [
  { state: 'open, with an item card', language: 'en', width: 390, scheme: 'light' },
  { state: 'open, with an item card', language: 'ar', width: 390, scheme: 'light' },
  { state: 'open, with an item card', language: 'en', width: 1280, scheme: 'dark' },
  { state: 'leading', language: 'en', width: 390, scheme: 'light' },
  { state: 'not leading', language: 'de', width: 390, scheme: 'dark' },
  { state: 'won', language: 'es', width: 390, scheme: 'light' },
];

const service = await startService();
const served = await servePage(service.deps);
const browser = await startBrowser();
afterAll(async () => {
  await browser.close();
  await served[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
const states = await everyState(service);
const pictures = takesAll
  ? states
      .filter(({ name }) => only === undefined || only.includes(name))
      .flatMap(({ name }) =>
        (['en', 'de', 'es', 'ar'] as const).flatMap((language) => [
          { state: name, language, width: 390, scheme: 'light' } as const,
          { state: name, language, width: 1280, scheme: language === 'ar' ? 'light' : 'dark' } as const,
        ]),
      )
  : inDocuments;

test.each(pictures)(
  '$state, in $language, $width px, $scheme',
  async (picture) => {
    const state = states.find(({ name }) => name === picture.state)!;
    const bytes = await take(browser, state, picture);
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/${nameOf(picture)}.webp`, bytes);
    expect(bytes.length).toBeLessThan(250_000);
  },
  60_000,
);

function nameOf({ state, language, width, scheme }: Picture): string {
  return [...state.toLowerCase().match(/[a-z]+/g)!, language, width, scheme].join('-');
}

async function take(browser: Browser, state: State, { language, width, scheme }: Picture): Promise<Buffer> {
  const device = width === 390 ? phone : { viewport: { width, height: 900 } };
  await using opened = await openPage(browser, { ...device, colorScheme: scheme, timezoneId: 'Europe/Vienna' });
  const { page } = opened;
  const cookies = [{ name: 'lang', value: language, url: served.url }];
  if (state.browserId !== null) cookies.push({ name: 'browser', value: state.browserId, url: served.url });
  await page.context().addCookies(cookies);
  await page.goto(served.url + state.path);
  if (state.send !== undefined)
    await fillInAnyLanguage(page, { amount: state.send.amount, card: state.send.cardNumber });
  await page.waitForLoadState('networkidle').catch(() => undefined);
  return await sharp(await page.screenshot({ fullPage: takesAll }))
    .webp({ quality: 80 })
    .toBuffer();
}
