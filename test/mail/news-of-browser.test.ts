import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { aBidder, type Bidder, readable } from '../page/bidder.ts';
import { publicUrl, startService } from '../support/service.ts';
import { withDatabase } from '../support/settings.ts';
import { startMailService } from './mail-stage.ts';

const mail = await startMailService();
afterAll(() => mail[Symbol.asyncDispose]());
const { service, server } = mail;

let names = 0;

/** A bidder who has just bid in a browser, and whose messages go through the mail server. */
async function bidByPage() {
  const stage = await mail.stage({ isTest: true });
  const email = `reader-${(names += 1)}@example.com`;
  const bidder = aBidder(service, stage.auction);
  await bidder.bid({ amount: '50', email });
  await service.db.query(`update sellers set mode = 'live' where seller_id = $1`, [stage.seller.sellerId]);
  await mail.work();
  return { stage, email, bidder };
}

const waits = 'You are not told yet when somebody bids more.';

/** Presses the button of the note about news. */
async function press(bidder: Bidder) {
  const page = await bidder.open();
  return await bidder.press({ ...page, text: page.text.slice(page.text.indexOf('id="news"')) });
}

test('the page of a bid says that news waits for a click, and sends the message again, three times at most', async () => {
  const { email, bidder } = await bidByPage();
  expect(readable((await bidder.open()).text)).toContain(`${waits} Open the message that went to ${email}`);
  for (const copies of [2, 3, 4]) {
    expect(readable((await press(bidder)).text)).toContain('The message is on its way');
    // The message is not sent twice for two clicks.
    await press(bidder);
    await mail.work();
    expect(mail.arrived(email)).toHaveLength(copies);
  }
  expect(readable((await press(bidder)).text)).toContain('The message was sent three times');
  await mail.work();
  const sent = server.received.filter(({ to }) => to === email);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(4);
});

test('one click on the link makes the page say that news comes, and the end of news can be taken back', async () => {
  const { stage, email, bidder } = await bidByPage();
  const { text } = server.received.findLast(({ to }) => to === email)!.mail;
  const path = (end: string) => new RegExp(`https://auctions\\.test(/auctions/mail/[\\w.-]+${end})\n`).exec(text!)![1]!;
  const post = (to: string) => service.request(to, { method: 'POST', headers: { origin: publicUrl } });
  expect((await post(`${path('')}/news`)).status).toBe(303);
  const says = async () => readable((await bidder.open()).text);
  expect(await says()).toContain(`You are told at ${email} when somebody bids more.`);
  await mail.bid(stage, 'higher', 6_000);
  await mail.work();
  expect(mail.arrived(email).at(-1)).toBe('You have been outbid: A walnut desk');
  await post(path('/unsubscribe'));
  expect(await says()).toContain(`You have ended news to ${email}`);
  await post(path('/unsubscribe').replace(/unsubscribe$/, 'news'));
  expect(await says()).toContain(`You are told at ${email} when somebody bids more.`);
});

test('another browser reads nothing of it, and sends no message', async () => {
  const { stage, email, bidder } = await bidByPage();
  const action = /<form method="post" action="([^"]+\/messages[^"]*)"/.exec((await bidder.open()).text)![1]!;
  const stranger = aBidder(service, stage.auction);
  expect((await stranger.open()).text).not.toMatch(/id="news"/);
  const { status } = await service.request(action, { method: 'POST', headers: { origin: publicUrl } });
  expect(status).toBe(303);
  await mail.work();
  expect(mail.arrived(email)).toHaveLength(1);
});

test('once bidding is over, nothing is said of news', async () => {
  const { stage, bidder } = await bidByPage();
  await stage.settle();
  expect(readable((await bidder.open()).text)).not.toContain(waits);
});

test('the form of the next bid says the same at the e-mail field, with the button', async () => {
  const { bidder, stage, email } = await bidByPage();
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_x',
    PROVIDER_SANDBOX: 'true',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
  };
  const read = readConfig({ ...withDatabase(service.db.url), ...stripe });
  const config = { ...service.deps.config, stripe: read.stripe };
  const { db } = service;
  // The same database, with a provider that live sellers are paid by.
  const shared = { url: db.url, db, [Symbol.asyncDispose]: () => Promise.resolve() };
  await using live = await startService({ config, gateways: makeGateways({ config, db }) }, shared);
  const hint = async () => {
    const open = aBidder(live, stage.auction);
    open.cookie = bidder.cookie;
    return /<p class="hint" id="email-hint">(.*?)<\/p>/s.exec((await open.open()).text)?.[1];
  };
  expect(await hint()).toMatch(
    /You are not told yet .*<button type="submit" class="inline" form="news-form">Send the message again</,
  );
  await mail.confirm(email);
  expect(await hint()).toContain('and you are told there when somebody bids more.');
});
