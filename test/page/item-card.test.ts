import { expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { aBidder, readable } from './bidder.ts';

const service = await sharedService();
const seller = await service.seller();

const present = (by: Seller, auctionId: string, fields: object) =>
  by.graphql(
    `mutation ($auctionId: ID!, $description: String, $afterWinning: String) {
      updateAuctionPresentation(input: { auctionId: $auctionId, description: $description, afterWinning: $afterWinning }) { auction { presentation { description afterWinning } } errors { code fault message path } }
    }`,
    { auctionId, ...fields },
  );
const setProfile = (by: Seller, fields: object) =>
  by.graphql(
    `mutation ($displayName: String, $accentColor: String, $contact: String, $terms: String, $returnAddress: String,
      $imprint: String, $privacy: String, $shipping: String, $shopUrl: String) {
      updateSellerProfile(input: {displayName: $displayName, accentColor: $accentColor, contact: $contact, terms: $terms, returnAddress: $returnAddress,
        imprint: $imprint, privacy: $privacy, shipping: $shipping, shopUrl: $shopUrl}) { sellerProfile { displayName accentColor contact terms returnAddress imprint privacy shipping shopUrl } errors { code fault message path } }
    }`,
    fields,
  );
const pageOf = async ({ auctionId }: { auctionId: string }) => await aBidder(service, { auctionId }).open();
const itemOf = (text: string) => text.slice(text.indexOf('<div id="item">'), text.indexOf('<div id="cards">'));

test('the page and its preview show the description; a field that is not named stays, null removes it', async () => {
  const auction = await service.auction(seller, ongoing);
  const set = await present(seller, auction.auctionId, {
    description: 'A **walnut** desk.\r\n\r\n- Vienna\r\n- around 1905',
    afterWinning: 'Collect it within a week.',
  });
  expect(set.body.data.updateAuctionPresentation.presentation).toEqual({
    description: 'A **walnut** desk.\n\n- Vienna\n- around 1905',
    afterWinning: 'Collect it within a week.',
  });
  const { text } = await pageOf(auction);
  expect(itemOf(text)).toContain('<p>A <strong>walnut</strong> desk.</p><ul><li>Vienna</li><li>around 1905</li></ul>');
  expect(text).toMatch(/<meta property="og:description" content="[^"]* · A walnut desk\. Vienna around 1905">/);
  expect(text).not.toContain('Collect it within a week.');

  await present(seller, auction.auctionId, { description: null });
  expect(itemOf((await pageOf(auction)).text)).not.toContain('About this item');
  const read = await seller.graphql(
    `{ auction(auctionId: "${auction.auctionId}") { presentation { description afterWinning } } }`,
  );
  expect(read.body.data.auction.presentation).toEqual({
    description: null,
    afterWinning: 'Collect it within a week.',
  });
});

test.each([
  ['<script>alert(1)</script><img src=x onerror=alert(1)>', /<script>alert|<img/],
  ['[a](javascript:alert(1)) [b](data:text/html,x) [c](http://plain.test)', /<a /],
  ['![picture](https://elsewhere.test/x.png)', /<img/],
  ['<style>*{display:none}</style> <form action=//x>', /<style>|<form/],
  ['[x](https://a.test/" onclick="alert(1))', /<a [^>]* onclick/],
])('nothing of %s becomes more than text', async (description, forbidden) => {
  const auction = await service.auction(seller, ongoing);
  await present(seller, auction.auctionId, { description });
  expect(itemOf((await pageOf(auction)).text)).not.toMatch(forbidden);
});

test('links lead to https, mail and telephone only, and name no page that they come from', async () => {
  const auction = await service.auction(seller, ongoing);
  await present(seller, auction.auctionId, { description: '[More](https://a.test/?a=1&b=2), me@shop.test' });
  const item = itemOf((await pageOf(auction)).text);
  expect(item).toContain(
    '<a href="https://a.test/?a=1&amp;b=2" target="_blank" rel="nofollow noopener noreferrer">More</a>',
  );
  expect(item).toContain('<a href="mailto:me@shop.test"');
});

test.each([
  '1. '.repeat(1_600),
  '>'.repeat(5_000),
  '- '.repeat(2_500),
  '- a\n'.repeat(1_240),
  '['.repeat(5_000),
  '#**a'.repeat(1_250),
  '*a '.repeat(1_600),
  '_a_ '.repeat(1_250),
])('a text that is made to overwhelm the page is shown', async (description) => {
  const auction = await service.auction(seller, ongoing);
  const { body } = await present(seller, auction.auctionId, { description });
  expect(body.errors).toBeUndefined();
  expect((await pageOf(auction)).status).toBe(200);
});

test.each([
  ['24. Dezember bis 6. Januar: geschlossen', '<p>24. Dezember bis 6. Januar: geschlossen</p>'],
  ['3. Mai\n4. Mai', '<p>3. Mai<br>4. Mai</p>'],
  ['* used for a year', '<p>* used for a year</p>'],
  ['+ shipping\n+ tax', '<p>+ shipping<br>+ tax</p>'],
  ['140*75*78 cm', '<p>140*75*78 cm</p>'],
  [
    '1. Unscrew\n   - the legs\n   - the top\n2. Carry',
    '<ol><li>Unscrew<ul><li>the legs</li><li>the top</li></ul></li><li>Carry</li></ol>',
  ],
  ['* oak\n* brass', '<ul><li>oak</li><li>brass</li></ul>'],
])('shows a list or emphasis only where the text can mean one: %j', async (description, shown) => {
  const auction = await service.auction(seller, ongoing);
  await present(seller, auction.auctionId, { description });
  expect(itemOf((await pageOf(auction)).text)).toContain(shown);
});

test('shows a text that changes as it is now, at each view', async () => {
  const auction = await service.auction(seller, ongoing);
  for (const [description, shown] of [
    ['A *later* desk', '<p>A <em>later</em> desk</p>'],
    ['#**a'.repeat(1_250), `<p>${'#**a'.repeat(1_250)}</p>`],
    ['A *later* desk', '<p>A <em>later</em> desk</p>'],
  ] as const) {
    await present(seller, auction.auctionId, { description });
    for (let view = 0; view < 2; view += 1) expect(itemOf((await pageOf(auction)).text)).toContain(shown);
  }
});

test('every fault of an input comes at once; nothing is changed then', async () => {
  const auction = await service.auction(seller, ongoing);
  await present(seller, auction.auctionId, { description: 'A desk' });
  const { body } = await present(seller, auction.auctionId, {
    description: 'x'.repeat(5_001),
    afterWinning: 'a\u0007b',
  });
  expect(body.errors[0].extensions).toMatchObject({
    code: 'invalid_request',
    errors: [
      { pointer: '/description', code: 'too_long' },
      { pointer: '/afterWinning', code: 'control_character' },
    ],
  });
  expect(readable(itemOf((await pageOf(auction)).text))).toContain('A desk');
  const longest = await present(seller, auction.auctionId, { description: '😀'.repeat(5_000) });
  expect(longest.body.errors).toBeUndefined();
});

test.each(['', ' \n\t', '\u200b', '\u2800\u3164'])(
  'a text that nobody would see is refused: %j',
  async (description) => {
    const auction = await service.auction(seller, ongoing);
    const { body } = await present(seller, auction.auctionId, { description });
    expect(body.errors[0].extensions.errors).toMatchObject([{ pointer: '/description', code: 'blank' }]);
  },
);

test("another seller's auction and an unknown one get the same answer", async () => {
  const auction = await service.auction(seller, upcoming);
  const stranger = await service.seller();
  const answers = [
    await present(stranger, auction.auctionId, { description: 'Mine' }),
    await present(stranger, '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11', { description: 'Mine' }),
  ];
  for (const { body } of answers) expect(body.errors[0].extensions.code).toBe('auction_not_found');
  expect(
    await service.db.query('select from auction_presentations where auction_id = $1', [auction.auctionId]),
  ).toMatchObject({ rowCount: 0 });
  const read = await stranger.graphql(
    `{ auction(auctionId: "${auction.auctionId}") { presentation { description } } }`,
  );
  expect(read.body.errors[0].extensions.code).toBe('auction_not_found');
});

test('the profile of a seller stands on all its pages, in its color, and on no other', async () => {
  const owner = await service.seller({ name: 'acme-4711' });
  const auctions = [await service.auction(owner, ongoing), await service.auction(owner, upcoming)];
  const { body } = await setProfile(owner, {
    displayName: 'Dorotheum & Söhne',
    accentColor: '#7A1FA2',
    contact: 'desk@dorotheum.test',
    terms: 'Collection only.',
    returnAddress: 'Dorotheergasse 17\nVienna',
  });
  expect(body.errors).toBeUndefined();
  for (const auction of auctions) {
    const { text, headers } = await pageOf(auction);
    expect(readable(text)).toContain('Sold by Dorotheum & Söhne');
    expect(readable(text)).not.toContain('acme-4711');
    expect(readable(itemOf(text))).toMatch(
      /Contact desk@dorotheum\.test .*Collection only\. .*Dorotheergasse 17 Vienna/,
    );
    expect(text).toMatch(/<style>:root\{--accent:light-dark\(#7a1fa2,#[0-9a-f]{6}\)\}<\/style>/);
    expect(headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-[^']+';/);
  }
  const elsewhere = await pageOf(await service.auction(seller, ongoing));
  expect(elsewhere.text).not.toContain('--accent:light-dark(#7a');
  await setProfile(owner, { accentColor: null, displayName: null });
  const after = await pageOf(auctions[0]!);
  expect(readable(after.text)).toContain('Sold by acme-4711');
  expect(after.headers.get('content-security-policy')).toMatch(/style-src 'self';/);
  const read = await owner.graphql('{ sellerProfile { accentColor contact } }');
  expect(read.body.data.sellerProfile).toEqual({ accentColor: null, contact: 'desk@dorotheum.test' });
});

test.each([
  ['red', 'Must be a color'],
  ['#0b5d5', 'Must be a color'],
  ['#0b5d50;}', 'Must be a color'],
  ['#ffd700', 'too light'],
])('the accent color %s is refused', async (accentColor, detail) => {
  const { body } = await setProfile(seller, { accentColor });
  expect(body.errors[0].extensions.errors).toEqual([
    { pointer: '/accentColor', code: 'invalid_value', detail: expect.stringContaining(detail) },
  ]);
});

const legal = {
  terms: 'Collection **only**.',
  shipping: 'By courier, $40.',
  imprint: 'Huber GmbH, Vienna',
  privacy: '[Our policy](https://huber.test/privacy)',
};

test("the page shows the seller's texts, and a line beside the button links to each", async () => {
  const owner = await service.seller();
  const auction = await service.auction(owner, ongoing);
  const formOf = (text: string) => /<form.*<\/form>/s.exec(text)![0];
  expect(formOf((await pageOf(auction)).text)).not.toContain('href="#seller-');

  const { body } = await setProfile(owner, legal);
  expect(body.data.updateSellerProfile).toMatchObject(legal);
  const bidder = aBidder(service, auction);
  const page = (await bidder.open()).text;
  const cardStep = (await bidder.send({ cardNumber: undefined, cardExpiry: undefined, cardCvc: undefined })).text;
  for (const text of [page, cardStep]) {
    expect(readable(formOf(text))).toContain('Terms of sale · Shipping · Imprint · Privacy');
    for (const name of Object.keys(legal)) {
      expect(formOf(text)).toContain(`href="#seller-${name}"`);
      expect(itemOf(text)).toContain(`id="seller-${name}"`);
    }
    expect(itemOf(text)).toContain('Collection <strong>only</strong>.');
    expect(itemOf(text)).toContain('href="https://huber.test/privacy"');
  }
  await setProfile(owner, { shipping: null });
  expect(readable(formOf((await pageOf(auction)).text))).toContain('Terms of sale · Imprint · Privacy');
});

test('the links to the seller’s texts and to its shop are in the language of the page', async () => {
  const owner = await service.seller();
  const auction = await service.auction(owner, ongoing);
  await setProfile(owner, { ...legal, shopUrl: 'https://huber.test/' });
  const seen = new Map<string, Set<string>>();
  for (const language of languages) {
    const { text } = await service.request(`/auctions/${auction.auctionId}?lang=${language}`);
    for (const [, href, label] of text.matchAll(/<a href="(#seller-\w+|https:\/\/huber\.test\/)"[^>]*>([^<]+)</g)) {
      seen.set(href!, (seen.get(href!) ?? new Set()).add(label!));
    }
  }
  expect(seen.size).toBe(5);
  for (const labels of seen.values()) expect(labels.size).toBe(languages.length);
});

test('a link at the seller’s name leads back to its shop, which does not hear who bids', async () => {
  const owner = await service.seller();
  const auction = await service.auction(owner, ongoing);
  expect((await pageOf(auction)).text).not.toContain('To the shop');
  const shopUrl = 'https://räucher.example/desks?from=auction&x="1"';
  const { body } = await setProfile(owner, { shopUrl });
  expect(body.data.updateSellerProfile.shopUrl).toBe(shopUrl);
  const { text } = await pageOf(auction);
  expect(text).toContain(
    '<a href="https://räucher.example/desks?from=auction&amp;x=&quot;1&quot;" rel="noreferrer">To the shop</a>',
  );
  const { rows } = await service.db.query(
    `select before, after from audit_log where action = 'updateSellerProfile' and subject_id = $1`,
    [owner.sellerId],
  );
  expect(rows).toEqual([{ before: { shopUrl: null }, after: { shopUrl } }]);
  await setProfile(owner, { shopUrl: null });
  expect((await pageOf(auction)).text).not.toContain('To the shop');
});

test.each([
  'http://shop.test',
  'javascript:alert(1)',
  'shop.test',
  'https://',
  'https://ada:secret@shop.test',
  'https://shop.test/ a',
  ' https://shop.test',
  'https://shop.test/\u202e',
  '',
])('the shop address %j is refused', async (shopUrl) => {
  const { body } = await setProfile(seller, { shopUrl });
  expect(body.errors[0].extensions.errors).toEqual([
    { pointer: '/shopUrl', code: 'invalid_value', detail: expect.stringContaining('https://') },
  ]);
});

test('a shop address has at most 2,000 characters', async () => {
  const url = (length: number) => `https://shop.test/${'a'.repeat(length - 18)}`;
  expect((await setProfile(seller, { shopUrl: url(2_000) })).body.errors).toBeUndefined();
  const { body } = await setProfile(seller, { shopUrl: url(2_001) });
  expect(body.errors[0].extensions.errors).toMatchObject([{ pointer: '/shopUrl', code: 'too_long' }]);
  await setProfile(seller, { shopUrl: null });
});
