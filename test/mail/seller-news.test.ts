import { afterAll, expect, test } from 'vitest';
import { sellerNews } from '../../src/auctions/presentation/seller-profile.ts';
import { aBidder } from '../page/bidder.ts';
import { doneBy, sellerBrowser, textOf } from '../seller-pages/seller-browser.ts';
import type { AuctionStage } from '../settlement/auction-stage.ts';
import { publicUrl } from '../support/service.ts';
import { startMailService } from './mail-stage.ts';

const mail = await startMailService();
afterAll(() => mail[Symbol.asyncDispose]());
const { service, server } = mail;

let names = 0;

/** A seller with a confirmed address, and an open auction. */
async function deskOf(options: { readonly isTest?: boolean } = {}) {
  const stage = await mail.stage(options);
  const email = `news-${(names += 1)}@example.com`;
  await graphql(
    stage,
    `mutation { updateSellerProfile(input: { email: "${email}", askWinnerFor: CONTACT }) { sellerProfile { email } errors { code fault message path } } }`,
  );
  await mail.confirm(email);
  await mail.work();
  return { stage, email };
}

async function graphql({ seller }: AuctionStage, document: string) {
  const { body } = await seller.graphql(document);
  expect(body.errors).toBeUndefined();
  return body.data;
}

const newsOf = async (stage: AuctionStage) =>
  (await graphql(stage, '{ sellerProfile { news emailState } }')).sellerProfile as {
    news: string[];
    emailState: string;
  };

/** The path of a link in the last message to an address. */
function linkIn(email: string, end: string): string {
  const { text } = server.received.findLast(({ to }) => to === email)!.mail;
  return new RegExp(`https://auctions\\.test(/auctions/mail/[\\w.-]+${end})\n`).exec(text!)![1]!;
}

const press = (path: string) => service.request(path, { method: 'POST', headers: { origin: publicUrl } });
const firstBid = 'A first bid of $50.00: A walnut desk';

test('a seller is told of the first bid alone, with a link to the own page of the auction', async () => {
  const { stage, email } = await deskOf();
  await mail.bid(stage, 'early', 5_000);
  await mail.work();
  await mail.bid(stage, 'late', 6_000);
  await mail.work();
  expect(mail.arrived(email).slice(1)).toEqual([firstBid]);
  const opened = await service.request(linkIn(email, ''));
  expect(opened.headers.get('location')).toBe(`${publicUrl}/seller/auctions/${stage.auction.auctionId}`);
  const { text } = server.received.findLast(({ to }) => to === email)!.mail;
  expect(text).toContain('Bidder: early@example.com\n');
});

test('a message that was ended at its foot stays away, all others come, and both ways take it back', async () => {
  const { stage, email } = await deskOf();
  await mail.bid(stage, 'one', 5_000);
  await mail.work();
  const unsubscribe = linkIn(email, '/unsubscribe');
  expect(textOf(await service.request(unsubscribe))).toContain('End messages like this one?');
  expect((await newsOf(stage)).news).toEqual([...sellerNews]);
  expect(textOf(await press(unsubscribe))).toContain('These messages have ended');
  expect(await newsOf(stage)).toEqual({
    news: sellerNews.filter((each) => each !== 'FIRST_BID'),
    emailState: 'CONFIRMED',
  });
  const other = await mail.stage();
  await service.db.query('update auctions set seller_id = $2 where auction_id = $1', [
    other.auction.auctionId,
    stage.seller.sellerId,
  ]);
  const another = { ...other, seller: stage.seller };
  await mail.bid(another, 'two', 5_000);
  await mail.work();
  expect(await mail.states(email)).toEqual(['sent', 'sent', 'dropped unsubscribed']);
  // A sale is about money.
  await stage.settle();
  await mail.work();
  expect(mail.arrived(email).at(-1)).toBe('Sold for $50.00: A walnut desk');

  await press(unsubscribe.replace('/unsubscribe', '/news'));
  expect((await newsOf(stage)).news).toEqual([...sellerNews]);
  await press(unsubscribe);
  const browser = await sellerBrowser(service, stage.seller);
  const profile = await browser.get('/seller/profile');
  expect(profile.text).not.toMatch(/name="news-FIRST_BID" value="yes" checked/);
  expect(profile.text).toMatch(/name="news-ENDS_TOMORROW" value="yes" checked/);
  const ticked = Object.fromEntries(sellerNews.map((each) => [`news-${each}`, 'yes']));
  const saved = await browser.send('/seller/profile', 'profile', { email, zone: 'Asia/Kolkata', ...ticked });
  expect(doneBy(saved)).toBe('profile');
  expect((await newsOf(stage)).news).toEqual([...sellerNews]);
});

test('news that was ended for good at the foot of a sale is begun again by a tick in the profile', async () => {
  const { stage, email } = await deskOf();
  await mail.bid(stage, 'buyer', 5_000);
  await stage.settle();
  await mail.work();
  expect(mail.arrived(email).at(-1)).toBe('Sold for $50.00: A walnut desk');
  await press(linkIn(email, '/unsubscribe'));
  expect(await newsOf(stage)).toEqual({ news: [], emailState: 'ENDED' });
  const browser = await sellerBrowser(service, stage.seller);
  const page = await browser.get('/seller/profile');
  expect(textOf(page)).toContain(`News to ${email} was ended.`);
  expect(page.text).not.toMatch(/name="news-\w+" value="yes" checked/);
  // Another change leaves it ended.
  await graphql(
    stage,
    'mutation { updateSellerProfile(input: { displayName: "Desks" }) { sellerProfile { displayName } errors { code fault message path } } }',
  );
  expect(await newsOf(stage)).toEqual({ news: [], emailState: 'ENDED' });
  await graphql(
    stage,
    'mutation { updateSellerProfile(input: { news: [DELIVERY_DETAILS] }) { sellerProfile { news } errors { code fault message path } } }',
  );
  expect(await newsOf(stage)).toEqual({ news: ['DELIVERY_DETAILS'], emailState: 'CONFIRMED' });
});

test('a change of the profile while all news is ended keeps the kinds of news that the seller has chosen', async () => {
  const { stage, email } = await deskOf();
  await mail.bid(stage, 'buyer', 5_000);
  await stage.settle();
  await mail.work();
  const unsubscribe = linkIn(email, '/unsubscribe');
  await press(unsubscribe);
  await graphql(
    stage,
    'mutation { updateSellerProfile(input: { displayName: "Desks" }) { sellerProfile { displayName } errors { code fault message path } } }',
  );
  const browser = await sellerBrowser(service, stage.seller);
  await browser.get('/seller/profile');
  const saved = await browser.send('/seller/profile', 'profile', { displayName: 'Oak desks', email, zone: 'UTC' });
  expect(doneBy(saved)).toBe('profile');
  await press(unsubscribe.replace('/unsubscribe', '/news'));
  expect(await newsOf(stage)).toEqual({ news: [...sellerNews], emailState: 'CONFIRMED' });
});

test('a seller is told that the winner has given a contact, without the contact itself', async () => {
  const { stage, email } = await deskOf({ isTest: true });
  const winner = aBidder(service, stage.auction);
  await winner.bid({ amount: '50', email: 'ada@example.com' });
  await stage.settle();
  const page = await winner.open();
  expect((await winner.give(page, { name: 'Ada Zyxwv', telephone: '+44 20 7946 0018' })).status).toBe(303);
  await mail.work();
  const text = await messageIn((await inboxOf(stage, email))[0]!);
  expect(text).toContain('The winner has said where it goes');
  expect(text).not.toMatch(/Zyxwv|7946/);
});

/** The rows of the inbox page of a test seller with messages to an address, the newest first. */
async function inboxOf(stage: AuctionStage, address: string): Promise<string[]> {
  const { sellerProfile } = await graphql(stage, '{ sellerProfile { inboxUrl } }');
  const { text } = await service.request(new URL(sellerProfile.inboxUrl).pathname);
  return text.split('<li>').filter((row) => row.includes(address));
}

async function messageIn(row: string): Promise<string> {
  return (await service.request(/href="([^"]*\?as=text)"/.exec(row)![1]!)).text;
}

/** Lists an auction of a test seller, and lets it begin. @returns its id, its start in unix seconds, and a way to another instant */
async function beginLong({ stage, email }: Awaited<ReturnType<typeof deskOf>>, seconds: number, rules = '{}') {
  const { clock } = await graphql(stage, '{ clock { timestamp } }');
  const start = clock.timestamp + 120;
  const period = `{ startTimestamp: ${start}, endTimestamp: ${start + seconds} }`;
  const { createAuction } = await graphql(
    stage,
    `mutation { createAuction(input: { title: "A long desk", biddingPeriod: ${period}, rules: ${rules} }) { auction { auctionId } errors { code fault message path } } }`,
  );
  /** @returns the reminders of this auction by then */
  const advance = async (bySeconds: number) => {
    await graphql(
      stage,
      `mutation { advanceTestClock(input: { toTimestamp: ${start + bySeconds} }) { clock { now } errors { code fault message path } } }`,
    );
    await mail.work();
    return (await inboxOf(stage, email)).filter((row) => row.includes('Ends tomorrow: A long desk'));
  };
  expect(await advance(1)).toEqual([]);
  return { auctionId: createAuction.auctionId as string, advance };
}

const day = 86_400;

test('an auction of two days reminds its seller once, a day before the end, in the zone of the profile', async () => {
  const desk = await deskOf({ isTest: true });
  await graphql(
    desk.stage,
    'mutation { updateSellerProfile(input: { timeZone: "Asia/Kolkata" }) { sellerProfile { timeZone } errors { code fault message path } } }',
  );
  const { advance } = await beginLong(desk, 2 * day);
  expect(await advance(day - 60)).toEqual([]);
  const reminders = await advance(day + 60);
  expect(reminders).toEqual([expect.stringContaining('Ends tomorrow')]);
  const text = await messageIn(reminders[0]!);
  expect(text).toContain('Ends tomorrow');
  expect(text).toMatch(/Bidding ends: .* \(Asia\/Kolkata\).* · .* UTC/);
  expect(await advance(2 * day - 60)).toHaveLength(1);
});

test('a reminder says whether bids may still move the end', async () => {
  const endIn = async (rules: string) => {
    const { advance } = await beginLong(await deskOf({ isTest: true }), 2 * day, rules);
    const [reminder] = await advance(day + 60);
    return /^Bidding ends: .*$/m.exec(await messageIn(reminder!))?.[0];
  };
  expect(await endIn('{}')).not.toContain('(may move)');
  expect(await endIn('{ softClose: { windowSeconds: 120, maximumSeconds: 1800 } }')).toContain('(may move)');
});

test('an auction of less than two days reminds nobody, nor does one that was cancelled', async () => {
  const desk = await deskOf({ isTest: true });
  const short = await beginLong(desk, 2 * day - 60);
  expect(await short.advance(day + 60)).toEqual([]);
  const long = await beginLong(desk, 3 * day);
  await graphql(
    desk.stage,
    `mutation { cancelAuction(input: { auctionId: "${long.auctionId}" }) { success errors { code fault message path } } }`,
  );
  expect(await long.advance(2 * day + 60)).toEqual([]);
});

test('refuses an unknown zone and an unknown kind of news, and null means none', async () => {
  const { stage } = await deskOf();
  const change = async (named: string) =>
    (
      await stage.seller.graphql(
        `mutation { updateSellerProfile(input: { ${named} }) { sellerProfile { news timeZone } errors { code fault message path } } }`,
      )
    ).body;
  expect((await change('timeZone: "Mars/Olympus"')).errors[0].extensions.errors).toMatchObject([
    { pointer: '/timeZone', code: 'invalid_value' },
  ]);
  expect((await change('news: [SOLD]')).errors).toHaveLength(1);
  expect((await change('news: null')).data.updateSellerProfile).toEqual({ news: [], timeZone: null });
  expect((await change('news: [ENDS_TOMORROW, FIRST_BID, FIRST_BID]')).data.updateSellerProfile.news).toEqual([
    'FIRST_BID',
    'ENDS_TOMORROW',
  ]);
});
