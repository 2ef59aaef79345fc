import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { aBidder } from '../page/bidder.ts';
import { anUpload, plain, putPicture } from '../page/picture-uploads.ts';
import { ongoing } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';
import { withDatabase } from '../support/settings.ts';
import { startMailService } from './mail-stage.ts';

const mail = await startMailService();
afterAll(() => mail[Symbol.asyncDispose]());
const { service } = mail;

/** The text of the newest message on the inbox page of a seller. */
async function newestMessage(graphql: (query: string) => Promise<{ body: any }>): Promise<string> {
  const { body } = await graphql('{ sellerProfile { inboxUrl } }');
  const inbox = new URL(body.data.sellerProfile.inboxUrl).pathname;
  const { text } = await service.request(inbox);
  const path = /href="([^"]*\?as=text)"/.exec(text)![1]!;
  return (await service.request(path)).text;
}

test('a message has the language of the page on which the bid was placed, and the time zone of its browser', async () => {
  const { seller, auction } = await mail.stage({ isTest: true });
  const bidder = aBidder(service, auction);
  expect((await bidder.open()).text).toContain('messages go to the seller’s inbox page, and nowhere else.');
  const fields = { timeZone: 'Asia/Tokyo', email: 'Tomo@Example.com' };
  await bidder.follow(await bidder.send(fields, { 'accept-language': 'de' }));
  await mail.work();
  const text = await newestMessage(seller.graphql);
  expect(text).toContain('ist abgegeben');
  expect(text).toMatch(/\(Asia\/Tokyo\).* · .* UTC/);
  expect(await mail.states('tomo@example.com')).toEqual(['sent']);
});

test('ignores an unknown time zone', async () => {
  const { seller, auction } = await mail.stage({ isTest: true });
  const bidder = aBidder(service, auction);
  await bidder.open();
  await bidder.follow(await bidder.send({ timeZone: 'Europe/<b>' }));
  await mail.work();
  expect(await newestMessage(seller.graphql)).toMatch(/Bidding ends: [^()·]* UTC\n/);
});

test('the winner is asked in the message for what the seller still lacks', async () => {
  const stage = await mail.stage({ isTest: true });
  const { seller, auction } = stage;
  await seller.mutate('updateSellerProfile', { askWinnerFor: 'DELIVERY' });
  const winner = aBidder(service, auction);
  await winner.bid();
  await mail.confirm('ada@example.com');
  await stage.settle();
  await mail.work();
  await mail.hurry();
  await mail.work();
  const text = await newestMessage(seller.graphql);
  expect(text).toMatch(/was charged to your card\. The seller needs to know where to send it\./);
  const link = /Tell the seller:\n\S*(\/auctions\/mail\/\S+)/.exec(text)![1]!;
  const page = await winner.follow(await winner.get(link));
  const details = { name: 'Ada', address: 'A street', telephone: '+1 212 555 0147' };
  expect((await winner.give(page, details)).status).toBe(303);
  expect(await newestMessage(seller.graphql)).not.toMatch(/where to send it|Tell the seller/);
});

test.each([
  ['a mail server is set up', true, 'Messages about your money go to it, and news once you ask for it in one of them.'],
  ['none is', false, 'No messages are sent to it.'],
])('the page of a live auction says at the e-mail field whether messages are sent: %s', async (_, sends, sentence) => {
  const { deps } = service;
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_x',
    PROVIDER_SANDBOX: 'true',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
  };
  const read = readConfig({ ...withDatabase(service.db.url), ...stripe });
  const config = { ...deps.config, stripe: read.stripe, mail: sends ? deps.config.mail : null };
  await using live = await startService({ config, gateways: makeGateways({ config, db: service.db }) });
  const auction = await live.auction(await live.seller({ mode: 'live' }), ongoing);
  const { text } = await aBidder(live, auction).open();
  expect(/<p class="hint" id="email-hint">([^<]*)</.exec(text)?.[1]).toBe(
    `The seller knows you by it; other bidders never see it. ${sentence}`,
  );
});

test('the calendar entry of the end has the link in its description, which phones show', async () => {
  const { auction } = await mail.stage({ isTest: true });
  const { text } = await service.request(`/auctions/${auction.auctionId}/end.ics?bidderId=cust-7`);
  const unfolded = text.replaceAll('\r\n ', '');
  const link = `https://auctions.test/auctions/${auction.auctionId}?bidderId=cust-7`;
  expect(unfolded).toContain(`\r\nDESCRIPTION:${link}\r\nURL:${link}\r\n`);
});

test('the winner is told how the item was sent, also without a click, and again after a correction', async () => {
  const stage = await mail.stage();
  await mail.bid(stage, 'grace', 5_000);
  await stage.settle();
  const ship = async (trackingNumber: string) => {
    const { body } = await stage.seller.mutate(
      'recordShipment',
      { auctionId: stage.auction.auctionId, carrier: 'UPS', trackingNumber },
      'shipment { carrier }',
    );
    expect(body.errors).toBeUndefined();
    await mail.work();
  };
  for (const number of ['1Z1', '1Z1', '1Z2']) await ship(number);
  const subjects = mail
    .arrived('grace@example.com')
    .filter((subject) => subject === 'On its way to you: A walnut desk');
  expect(subjects).toHaveLength(2);
  const { text } = mail.server.received.findLast(({ to }) => to === 'grace@example.com')!.mail;
  expect(text).toMatch(/Carrier: UPS\nTracking number: 1Z2\n/);
  expect(text).toContain('Follow it:\nhttps://www.ups.com/track?tracknum=1Z2\n');
});

test('the heading of a message has the picture of the item as JPEG and the price as it is now', async () => {
  const stage = await mail.stage();
  const { seller, auction } = stage;
  const { pictureId, path } = await anUpload(seller);
  expect((await putPicture(service, path, await plain(400, 300).png().toBuffer())).status).toBe(201);
  const { body } = await seller.mutate(
    'updateAuctionPresentation',
    { auctionId: auction.auctionId, pictures: [{ pictureId, alternativeText: 'From the left' }] },
    'auction { auctionId }',
  );
  expect(body.errors).toBeUndefined();
  await mail.bid(stage, 'mary', 5_000);
  await mail.bid(stage, 'joan', 6_000);
  await mail.work();
  const { html, text } = mail.server.received.findLast(({ to }) => to === 'mary@example.com')!.mail;
  const [, source, alternative] = /<img src="([^"]+)"[^>]* alt="([^"]*)"/.exec(html as string)!;
  expect(alternative).toBe('From the left');
  const picture = await service.request(new URL(source!).pathname);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(text).toContain('Auction: A walnut desk\nHighest bid: $60.00\n');
  await stage.settle();
  await mail.work();
  const won = mail.server.received.findLast(({ to }) => to === 'joan@example.com')!.mail;
  expect(won.text).toContain('Auction: A walnut desk\nSold for: $60.00\n');
});
