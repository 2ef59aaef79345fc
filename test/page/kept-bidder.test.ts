import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startMailService } from '../mail/mail-stage.ts';
import type { Answer } from '../support/answer.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import { publicUrl, startService } from '../support/service.ts';
import { aBidder, type Bidder, cards, readable, unescape } from './bidder.ts';

const mail = await startMailService();
afterAll(() => mail[Symbol.asyncDispose]());
const { service } = mail;

const bidderId = 'cust-7';

/** A seller with a page of lots, who asks the winner for an address, and a link that names the bidder. */
async function aStage(isSigned: boolean) {
  const stage = await mail.stage({ isTest: true });
  const { seller, auction } = stage;
  const profile = 'lotsPage: SHARED, askWinnerFor: DELIVERY';
  await seller.graphql(
    `mutation { updateSellerProfile(input: { ${profile} }) { sellerProfile { lotsPage } errors { code fault message path } } }`,
  );
  const lot = await service.auction(seller, { ...ongoing, title: 'Another lot' });
  const { body } = await seller.mutate('rotateBidderSecret', {}, 'secret');
  const { auctionId } = auction;
  const signature = createHmac('sha256', body.data.rotateBidderSecret.secret)
    .update(`${auctionId}.${bidderId}`)
    .digest('hex');
  const query = new URLSearchParams({ bidderId, ...(isSigned ? { signature } : {}) }).toString();
  return { ...stage, lot, signature, link: `/auctions/${auctionId}?${query}` };
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** The addresses of auctions, of lots and of messages in what the service has sent, from the root on. */
function addressesIn({ text }: Pick<Answer, 'text'>): string[] {
  // The canonical address is for search engines.
  const unfolded = text.replaceAll('\r\n ', '').replaceAll(/<link rel="canonical"[^>]*>/g, '');
  const found = [
    ...unfolded.matchAll(/\s(?:href|action|src|data-page|data-copy)="([^"]*)"/g),
    ...unfolded.matchAll(/^URL:(\S+)/gm),
  ];
  return found
    .map(([, address]) => new URL(unescape(address!), publicUrl))
    .filter(({ origin, pathname }) => {
      const [, mount, first = ''] = pathname.split('/');
      const isOfBidder = first === 'sellers' || first === 'mail' || uuid.test(first);
      return origin === publicUrl && mount === 'auctions' && isOfBidder;
    })
    .map(({ pathname, search }) => pathname + search);
}

/** The shape of an address: `/:id/end.ics`. */
const shapeOf = (pathname: string) =>
  pathname
    .slice('/auctions'.length)
    .replace(uuid, ':id')
    .replace(/mail\/[^/]+/, 'mail/:token');

/** These name nobody, or their key or token stands for the bidder. */
const nameNobody = ['/:id/events', '/:id/state', '/:id/follow', '/:id/follow/code.svg', '/:id/transcript.json'];

/**
 * Follows every address in an answer, and in what it leads to, until nothing new comes. Languages count once: each page leads to
 * itself in all of them.
 *
 * @returns the shapes of the addresses
 */
async function followAll(browser: Bidder, first: Answer): Promise<Set<string>> {
  const shapes = new Set<string>();
  const seen = new Set<string>();
  const toRead = [first];
  for (let answer = toRead.shift(); answer !== undefined; answer = toRead.shift()) {
    for (const address of addressesIn(answer)) {
      const { pathname, searchParams } = new URL(address, publicUrl);
      const shape = shapeOf(pathname);
      const isByKey = searchParams.has('key');
      if (!isByKey && !nameNobody.includes(shape) && !shape.startsWith('/mail/')) {
        expect(`${shape} of ${searchParams.getAll('bidderId').join()}`).toBe(`${shape} of ${bidderId}`);
      }
      searchParams.delete('lang');
      const name = `${pathname} ${searchParams.toString()}`;
      if (seen.has(name) || ['/:id/events', '/mail/:token/unsubscribe'].includes(shape)) continue;
      seen.add(name);
      shapes.add(shape);
      const next = await browser.follow(await browser.get(address));
      expect(`${address}: ${next.status}`).toMatch(/: (?:200|403)$/);
      if (next.text.includes('id="bid-form"')) expect(readable(next.text)).toContain(`You bid as ${bidderId} .`);
      toRead.push(next);
    }
  }
  return shapes;
}

const shapesOf = async (browser: Bidder, ...answers: Answer[]) => {
  const shapes = [];
  for (const answer of answers) shapes.push(...(await followAll(browser, answer)));
  return [...new Set(shapes)].sort();
};

/** The messages to an address, as the inbox page shows them. */
async function messagesTo(address: string, graphql: (query: string) => Promise<{ body: any }>): Promise<Answer[]> {
  await mail.work();
  await mail.hurry();
  await mail.work();
  const { body } = await graphql('{ sellerProfile { inboxUrl } }');
  const inbox = new URL(body.data.sellerProfile.inboxUrl).pathname;
  const { rows } = await service.db.query<{ event_id: string }>(
    `select event_id from messages where address = $1 order by event_id`,
    [address],
  );
  return await Promise.all(rows.map(({ event_id: id }) => service.request(`${inbox}/${id}`)));
}

const pagesOfBidding = ['/:id', '/:id/bids', '/:id/end.ics', '/sellers/:id'];

test.each([
  ['named', false],
  ['signed', true],
])('every link of every page and message keeps a %s bidder', async (kind, isSigned) => {
  const stage = await aStage(isSigned);
  const { auction, seller, link, signature } = stage;
  const email = `${kind}@example.com`;
  const ada = aBidder(service, auction);
  const opened = await ada.open(link);
  expect(await shapesOf(ada, opened)).toEqual(pagesOfBidding);

  await ada.open(link);
  const faulty = await ada.send({ amount: 'many', email });
  expect(faulty.status).toBe(422);
  const atCard = await ada.send({
    amount: '25',
    email,
    cardNumber: undefined,
    cardExpiry: undefined,
    cardCvc: undefined,
  });
  expect(atCard.text).toContain('name="confirmed"');
  expect(await shapesOf(ada, faulty, atCard)).toEqual(pagesOfBidding);

  const atBank = await ada.follow(await ada.send({ amount: '25', email, cardNumber: cards.challenged }));
  expect(readable(atBank.text)).toContain('$25.00');
  const asked = await ada.open(link);
  expect(await shapesOf(ada, atBank, asked)).toEqual([
    '/:id',
    '/:id/bids',
    '/:id/challenge',
    '/:id/end.ics',
    '/:id/follow',
    '/:id/follow/code.svg',
    '/:id/give-up',
    '/:id/return',
    '/sellers/:id',
  ]);

  await ada.open(link);
  const placed = await ada.follow(await ada.send({ amount: '30', email }));
  expect(readable(placed.text)).toContain('You lead');
  const privateLink = addressesIn(placed).find((address) => address.includes('/follow?'))!;
  // The button of the private page, in the browser that has bid: a raise gives the lower hold back.
  const followed = await ada.get(privateLink);
  const button = unescape(/<a class="button secondary" href="([^"]+)"/.exec(followed.text)![1]!);
  expect(new URL(button, publicUrl).searchParams.get('signature')).toBe(isSigned ? signature : null);
  await ada.open(button);
  const again = await ada.send({ amount: '40', email: 'another.address@example.com' });
  await ada.follow(await ada.press(again));
  expect(readable((await ada.open(link)).text)).toContain(
    'You lead Your bid of $40.00 is the highest, and is held on your card.',
  );

  await stage.settle();
  const won = await ada.open(link);
  expect(won.text).toContain('id="delivery-form"');
  const shapesAfter = [
    '/:id',
    '/:id/delivery',
    '/:id/follow',
    '/:id/follow/code.svg',
    '/:id/transcript',
    '/sellers/:id',
  ];
  expect(await shapesOf(ada, won)).toEqual(expect.arrayContaining(shapesAfter));
  const messages = await messagesTo('another.address@example.com', seller.graphql);
  expect(messages.length).toBeGreaterThan(1);
  expect(await shapesOf(ada, ...messages)).toEqual(
    expect.arrayContaining(['/mail/:token', ...shapesAfter.slice(0, 2)]),
  );
});

test('the page of lots keeps the bidder on its own pages, and is hidden from search engines where it names one', async () => {
  const seller = await service.seller({ mode: 'live' });
  await seller.mutate('updateSellerProfile', { lotsPage: 'INDEXED' });
  await Promise.all(Array.from({ length: 61 }, () => service.auction(seller, upcoming)));
  const path = `/auctions/sellers/${seller.sellerId}`;
  const browser = aBidder(service, { auctionId: '' });
  const { text } = await browser.get(`${path}?bidderId=${bidderId}&signature=${'0'.repeat(64)}&lang=de`);
  expect(addressesIn({ text })).toContain(`${path}?page=2&bidderId=${bidderId}&lang=de`);
  expect(addressesIn(await browser.get(`${path}?page=2&bidderId=${bidderId}`))).toContain(
    `${path}?bidderId=${bidderId}&lang=de`,
  );
  expect(text).toContain('<meta name="robots" content="noindex">');
  expect((await browser.get(path)).text).not.toContain('<meta name="robots"');
});

test('a signed bidder who follows the private link on another device is sent back to the signed link, without a signature', async () => {
  const { auction, link } = await aStage(true);
  const [ada, other] = [aBidder(service, auction), aBidder(service, auction)];
  await ada.open(link);
  const placed = await ada.follow(await ada.send({ amount: '30', email: 'signed.elsewhere@example.com' }));
  const privateLink = addressesIn(placed).find((address) => address.includes('/follow?'))!;
  const followed = await other.get(privateLink);
  expect(readable(followed.text)).toContain('Open the personal link that the seller has sent to you');
  expect(followed.text).not.toContain('signature=');
  expect((await ada.get(privateLink)).text).toContain('signature=');
});

test.each([
  ['a wrong signature', (id: string) => `bidderId=${id}&signature=${'0'.repeat(64)}`],
  ['two bidders', (id: string) => `bidderId=${id}&bidderId=cust-8`],
  ['a misspelt name', (id: string) => `bidderid=${id}`],
])('no link of a page that refuses %s leads to a page that takes a bid by e-mail', async (_, query) => {
  const { auction } = await aStage(false);
  const browser = aBidder(service, auction);
  const refused = await browser.open(`/auctions/${auction.auctionId}?${query(bidderId)}`);
  expect([400, 403]).toContain(refused.status);
  const addresses = addressesIn(refused).filter((address) => !/\/(?:events|state)$/.test(address));
  expect(addresses.length).toBeGreaterThan(4);
  for (const address of addresses) {
    expect(address).toContain(`=${bidderId}`);
    const { text } = await browser.follow(await browser.get(address));
    if (text.includes('id="bid-form"')) expect(readable(text)).toContain(`You bid as ${bidderId} .`);
  }
});

test('a form over the limit is shown again with its bidder in its address', async () => {
  const { config } = service.deps;
  const pageLimits = { ...config.pageLimits, browser: { points: 2, seconds: 60 } };
  await using limited = await startService({ config: { ...config, pageLimits } });
  const auction = await limited.auction(await limited.seller(), ongoing);
  const ada = aBidder(limited, auction, { bidderId });
  await ada.open();
  await ada.open();
  await ada.open();
  const refused = await ada.send();
  expect(refused.status).toBe(429);
  expect(refused.text).toContain(`action="/auctions/${auction.auctionId}/bids?bidderId=${bidderId}"`);
  const languages = addressesIn(refused).filter((address) => address.includes('lang='));
  expect(languages.length).toBe(4);
  for (const address of languages) expect(address).toContain(`?bidderId=${bidderId}&lang=`);
});
