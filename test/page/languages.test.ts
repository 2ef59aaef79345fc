import { describe, expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { locales } from '../../src/pages/auction/locale.ts';
import { parseDollars } from '../../src/pages/auction/parse-dollars.ts';
import { pageWords } from '../../src/payments/providers/simulated/make-simulated-page.ts';
import { testCards } from '../../src/payments/providers/simulated/test-cards.ts';
import { ongoing, unsold } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { aBidder, cards, readable } from './bidder.ts';

const service = await sharedService();
const seller = await service.seller();
const auction = await service.auction(seller, { ...ongoing, minimumBidValueInCents: 125_000 });

const german = await service.seller();
await german.mutate('updateSellerProfile', { language: 'DE' });
const ofGerman = await service.auction(german, ongoing);

const languageOf = (text: string) => /<html lang="(\w+)" dir="(\w+)">/.exec(text)!.slice(1).join(' ');

describe('the language is', () => {
  const ask = async (
    query: string,
    { cookie, browser, by = auction }: { cookie?: string; browser?: string; by?: { auctionId: string } } = {},
  ) => {
    const { text } = await service.request(`/auctions/${by.auctionId}${query}`, {
      headers: {
        ...(cookie === undefined ? {} : { cookie: `lang=${cookie}` }),
        ...(browser === undefined ? {} : { 'accept-language': browser }),
      },
    });
    return languageOf(text);
  };

  test.each([
    ["the link's, before all others", '?lang=ar', { cookie: 'de', browser: 'es' }, 'ar rtl'],
    ['the remembered one, before that of the browser', '', { cookie: 'de', browser: 'es' }, 'de ltr'],
    ["the browser's, before that of the seller", '', { browser: 'es', by: ofGerman }, 'es ltr'],
    [
      "the seller's, where the browser asks for none that there is",
      '',
      { browser: 'fr, ja;q=0.9', by: ofGerman },
      'de ltr',
    ],
    ["the seller's, where the browser asks for none", '', { by: ofGerman }, 'de ltr'],
    ['English, where nobody has chosen', '', {}, 'en ltr'],
    ['that of its region', '', { browser: 'de-AT' }, 'de ltr'],
    ['the one with the highest weight', '', { browser: 'fr, en;q=0.3, es-MX;q=0.8, de;q=0' }, 'es ltr'],
    ['not one that the link or a cookie makes up', '?lang=xx', { cookie: '../de' }, 'en ltr'],
    ['found in the beginning of an endless header', '', { browser: `${'xx,'.repeat(3_000)}de` }, 'en ltr'],
  ])('%s', async (_, query, asked, expected) => {
    expect(await ask(query, asked)).toBe(expected);
  });
});

test('an answer varies by what decides its language, and pages without a seller have one, too', async () => {
  const { headers, text, status } = await service.request(`/auctions/${crypto.randomUUID()}`, {
    headers: { 'accept-language': 'de' },
  });
  expect(status).toBe(404);
  expect(languageOf(text)).toBe('de ltr');
  expect(readable(text)).toContain('Diese Auktion gibt es nicht');
  expect(headers.get('vary')).toContain('Accept-Language, Cookie');
});

test('a link with a language is remembered, and its page leads on in that language', async () => {
  const first = await service.request(`/auctions/${auction.auctionId}?lang=de&bidderId=customer-42`);
  expect(first.headers.getSetCookie().filter((each) => each.startsWith('lang='))).toEqual([
    expect.stringMatching(/^lang=de; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  const again = await service.request(`/auctions/${auction.auctionId}?lang=de`, { headers: { cookie: 'lang=de' } });
  expect(again.headers.getSetCookie().filter((each) => each.startsWith('lang='))).toEqual([]);
  const [, action] = /<form method="post" action="([^"]+)"/.exec(first.text)!;
  expect(action).toBe(`/auctions/${auction.auctionId}/bids?bidderId=customer-42&amp;lang=de`);
  expect(first.text).toContain('bidderId=customer-42&amp;lang=es" lang="es" hreflang="es"');
  expect(first.text).toContain('lang="de" hreflang="de" rel="nofollow" aria-current="true">Deutsch</a>');
});

test('money, times and the words of the form are written as the language writes them', async () => {
  const page = async (lang: string) =>
    readable((await service.request(`/auctions/${auction.auctionId}?lang=${lang}`)).text);
  expect(await page('de')).toMatch(/Mindestgebot 1\.250,00 \$ .*Ihr Gebot in US-Dollar Mindestens/);
  expect(await page('de')).toMatch(
    /Endet in (?:1 Std\. 0 Min\.|59 Min\. \d+ Sek\.) \d\d?\.\d\d?\.20\d\d, \d\d:\d\d UTC/,
  );
  expect(await page('es')).toMatch(/Puja mínima 1250,00 US\$/);
  expect(await page('ar')).toMatch(/الحد الأدنى للعرض \u200f1,250\.00 US\$/);
  expect(await page('ar')).not.toMatch(/[٠-٩]/);
});

test('faults, refusals and the outcome are told in the language of the page', async () => {
  const cheap = await service.auction(seller, { ...ongoing, minimumBidValueInCents: 500 });
  const bidder = aBidder(service, cheap);
  const inGerman = { 'accept-language': 'de' };
  await bidder.open();
  const faulty = await bidder.send({ amount: '4,5', email: 'ada' }, inGerman);
  expect(readable(faulty.text)).toContain('2 Angaben sind zu ändern');
  expect(readable(faulty.text)).toContain('Das niedrigste Gebot in dieser Auktion ist 5,00 $.');
  const card = await bidder.send({ amount: '25', cardNumber: '4242' }, inGerman);
  expect(readable(card.text)).toContain('Eine Kartennummer hat 12 bis 19 Ziffern.');
  const changed = await bidder.send({ amount: '1250.00', change: '1' }, inGerman);
  expect(changed.text).toContain('name="amount" type="text" value="1250,00"');
  const { headers } = await bidder.send({ amount: '25', cardNumber: cards.declined }, inGerman);
  const outcome = await bidder.get(`${headers.get('location')}&lang=de`);
  expect(readable(outcome.text)).toContain('Die Karte wurde abgelehnt.');
  expect(outcome.text).toContain('name="amount" value="25.00"');
});

test('a link preview speaks the language of the seller, as messengers ask for none', async () => {
  const over = await service.auction(german, unsold);
  const { text } = await service.request(`/auctions/${over.auctionId}`);
  expect(text).toMatch(/<meta property="og:description" content="Ohne Verkauf beendet · Noch keine Gebote · Beendet /);
});

test('a seller can take the language back; one that there is not is refused', async () => {
  const { body } = await german.mutate('updateSellerProfile', { language: null }, 'sellerProfile { language }');
  expect(body.data.updateSellerProfile).toEqual({ language: null });
  const refused = await german.mutate('updateSellerProfile', { language: 'FR' }, 'sellerProfile { language }');
  expect(refused.body.errors[0].message).toContain('EN, DE, ES, AR');
});

describe.each(languages)('in %s', (language) => {
  const locale = locales[language];

  test.each([1, 50, 1_250, 125_000, 123_456_789])('%i cents are typed as they are shown', (cents) => {
    for (const shown of [locale.typedDollars(cents), locale.dollars(cents), ` ${locale.dollars(cents)} `]) {
      expect(parseDollars(locale, shown), shown).toEqual({ cents });
    }
  });

  test('each number has its form', () => {
    for (let count = 1; count <= 120; count++) {
      expect(locale.words.preview.bids({ count })).toEqual(expect.any(String));
    }
  });

  test('each test card says what it does', () => {
    expect(Object.keys(pageWords[language].cards).sort()).toEqual(testCards.map(({ name }) => name).sort());
  });
});

test('Arabic digits and separators are read as Latin ones', () => {
  expect(parseDollars(locales.ar, '١٬٢٥٠٫٥٠')).toEqual({ cents: 125_050 });
  expect(parseDollars(locales.ar, '۶۰٫۵')).toEqual({ cents: 6_050 });
  expect(locales.ar.duration(2 * 86_400_000 + 3 * 3_600_000)).toBe('يومان 3 س');
  expect(locales.ar.duration(11 * 86_400_000)).toBe('11 يومًا 0 س');
});
