import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseBidder } from '../../src/bidders/erase-bidder.ts';
import { messageLinks } from '../../src/mail/message-links.ts';
import { resetTestSeller } from '../../src/settlement/reset-test-seller.ts';
import { type AuctionStage } from '../settlement/auction-stage.ts';
import { publicUrl } from '../support/service.ts';
import { tablesThatContain } from '../support/tables-that-contain.ts';
import { startMailService } from './mail-stage.ts';

const mail = await startMailService();
afterAll(() => mail[Symbol.asyncDispose]());
const { service, server } = mail;
const { db, deps } = service;
let stage: AuctionStage;
let names = 0;
let name: string;
let address: string;
beforeEach(async () => {
  stage = await mail.stage();
  name = `person-${(names += 1)}`;
  address = `${name}@example.com`;
});

/** The path of the link in the first message to an address. */
function linkOf(to: string): string {
  const { mail: message } = server.received.find((received) => received.to === to)!;
  return /https:\/\/auctions\.test(\/auctions\/mail\/[\w.-]+)/.exec(message.text!)![1]!;
}

/** A bid of another person who leads by it. */
async function outbidBy(valueInCents: number): Promise<void> {
  await mail.bid(stage, `rival-${valueInCents}-${stage.auction.auctionId}`, valueInCents);
}

describe('an address that nobody has confirmed', () => {
  test('gets one message, and further ones once its link was followed', async () => {
    await mail.bid(stage, name, 5_000);
    await mail.work();
    await outbidBy(6_000);
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent', 'dropped unconfirmed']);

    const opened = await service.request(linkOf(address));
    expect(opened.status).toBe(303);
    const shown = await service.request(opened.headers.get('location')!.slice(publicUrl.length));
    expect({ status: shown.status, shows: shown.text.includes('$50.00') }).toEqual({ status: 200, shows: true });
    await mail.bid(stage, name, 7_000);
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent', 'dropped unconfirmed', 'sent']);
  });

  test('gets the next message where the first one was not sent after all', async () => {
    await mail.bid(stage, name, 5_000);
    await stage.seller.delete(`/v1/auctions/${stage.auction.auctionId}`);
    await mail.work();
    const other = await service.auction(stage.seller, { startsInSeconds: -60, status: 'ongoing' });
    await mail.bid({ ...stage, auction: other }, name, 5_000);
    await mail.work();
    expect(mail.arrived(address)).toHaveLength(1);
  });

  test('is not confirmed by the private link that the page shows, nor for another seller', async () => {
    await mail.bid(stage, name, 5_000);
    await mail.work();
    await service.request(linkOf(address));
    const other = await mail.stage();
    await mail.bid(other, name, 5_000);
    await mail.work();
    await mail.bid(other, name, 6_000);
    await mail.work();
    expect((await mail.states(address)).sort()).toEqual(['dropped unconfirmed', 'sent', 'sent']);
  });
});

describe('messages of a seller end', () => {
  test('with one POST of a mail program, as List-Unsubscribe says, and for this seller alone', async () => {
    await mail.confirm(address);
    await mail.bid(stage, name, 5_000);
    await mail.work();
    const { headers } = server.received.find(({ to }) => to === address)!.mail;
    const list = headers.get('list') as { unsubscribe: { url: string } } & Record<string, unknown>;
    expect(JSON.stringify(list)).toContain('List-Unsubscribe=One-Click');
    const { status } = await service.request(list.unsubscribe.url.slice(publicUrl.length), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(status).toBe(200);
    await mail.bid(stage, name, 6_000);
    const other = await mail.stage();
    await mail.confirm(address);
    await mail.bid(other, name, 5_000);
    await mail.work();
    expect((await mail.states(address)).sort()).toEqual(['dropped unsubscribed', 'sent', 'sent']);
  });

  test('only after a question, where the link is followed: a program may follow every link', async () => {
    await mail.confirm(address);
    await mail.bid(stage, name, 5_000);
    await mail.work();
    const page = await service.request(`${linkOf(address)}/unsubscribe`);
    expect(page.status).toBe(200);
    await mail.bid(stage, name, 6_000);
    await mail.work();
    expect(mail.arrived(address)).toHaveLength(2);
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)![1]!;
    expect((await service.request(action, { method: 'POST' })).text).toContain('Nothing more is sent');
    await mail.bid(stage, name, 7_000);
    await mail.work();
    expect(mail.arrived(address)).toHaveLength(2);
  });

  test.each([
    ['Postmark', (email: string) => ({ RecordType: 'Bounce', Type: 'HardBounce', Email: email })],
    ['Postmark of a complaint', (email: string) => ({ RecordType: 'SpamComplaint', Email: email })],
    [
      'SendGrid',
      (email: string) => [
        { event: 'delivered', email: 'x@example.com' },
        { event: 'bounce', email },
      ],
    ],
    ['Mailgun', (email: string) => ({ 'event-data': { event: 'failed', severity: 'permanent', recipient: email } })],
    [
      'Amazon SES',
      (emailAddress: string) => ({
        Type: 'Notification',
        Message: JSON.stringify({
          notificationType: 'Bounce',
          bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress }] },
        }),
      }),
    ],
  ])('by a report of %s', async (_, report) => {
    await mail.confirm(address);
    await mail.bid(stage, name, 5_000);
    await mail.work();
    const post = (token: string) =>
      service.request(`/mail-events/${token}`, { method: 'POST', body: JSON.stringify(report(address.toUpperCase())) });
    expect((await post('a-token-of-somebody-else')).status).toBe(404);
    expect((await post('a-token-of-the-bounces')).status).toBe(200);
    await mail.bid(stage, name, 6_000);
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent', 'dropped bounced']);
  });

  test.each([
    ['a bounce that may pass', (email: string) => ({ RecordType: 'Bounce', Type: 'SoftBounce', Email: email })],
    ['a block', (email: string) => [{ event: 'bounce', type: 'blocked', email }]],
    ['a delay', (email: string) => ({ 'event-data': { event: 'failed', severity: 'temporary', recipient: email } })],
  ])('but not by a report of %s', async (_, report) => {
    await mail.confirm(address);
    await mail.bid(stage, name, 5_000);
    const body = JSON.stringify(report(address));
    expect((await service.request('/mail-events/a-token-of-the-bounces', { method: 'POST', body })).status).toBe(200);
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent']);
  });

  test('and a report that nobody knows is refused', async () => {
    for (const body of ['{}', 'x', '[1]', '{"Type":"Notification","Message":"x"}']) {
      const { status } = await service.request('/mail-events/a-token-of-the-bounces', { method: 'POST', body });
      expect({ body, status }).toEqual({ body, status: 400 });
    }
  });
});

describe('a bidder who is outbid', () => {
  beforeEach(() => mail.confirm(address));

  test('hears of it at most once an hour for each auction', async () => {
    await mail.bid(stage, name, 5_000);
    await outbidBy(6_000);
    await mail.work();
    await mail.bid(stage, name, 7_000);
    await outbidBy(8_000);
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent', 'sent', 'sent', 'dropped repeated']);
    await db.query(`update messages set created_at = created_at - interval '1 hour' where address = $1`, [address]);
    await mail.bid(stage, name, 9_000);
    await outbidBy(10_000);
    await mail.work();
    expect((await mail.states(address)).slice(-1)).toEqual(['sent']);
  });

  test('hears nothing of it where the bidder leads again by then', async () => {
    await mail.bid(stage, name, 5_000);
    await outbidBy(6_000);
    await mail.bid(stage, name, 7_000);
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent', 'sent', 'dropped leads']);
  });

  test('hears nothing of it once bidding has ended', async () => {
    await mail.bid(stage, name, 5_000);
    await outbidBy(6_000);
    await stage.end();
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent', 'dropped over']);
  });

  test('twice at once hears of it once', async () => {
    await mail.bid(stage, name, 5_000);
    await outbidBy(6_000);
    await mail.bid(stage, name, 7_000);
    await outbidBy(8_000);
    await mail.work();
    expect(mail.arrived(address).filter((subject) => subject.startsWith('You have been outbid'))).toHaveLength(1);
  });
});

test('an address gets at most thirty messages a day about bids, and those about money all the same', async () => {
  await mail.confirm(address);
  for (let value = 1; value <= 33; value += 1) await mail.bid(stage, name, value * 100);
  await mail.work();
  expect(mail.arrived(address)).toHaveLength(30);
  await mail.bid(stage, name, 5_000);
  await mail.work();
  expect((await mail.states(address)).at(-1)).toBe('dropped enough');
  await stage.settle();
  await mail.work();
  expect(mail.arrived(address).at(-1)).toBe('You have won: A walnut desk');
});

describe('nobody else', () => {
  test('opens a message by its id, or with the proof of another one', async () => {
    await mail.bid(stage, name, 5_000);
    await mail.work();
    const [, , , token] = linkOf(address).split('/') as [string, string, string, string];
    const [id, proof] = token.split('.') as [string, string];
    const other = messageLinks(deps.config, stage.auction.auctionId).open.split('.').at(-1)!;
    for (const forged of [id, `${id}.`, `${id}.${other}`, `${stage.auction.auctionId}.${proof}`, `x.${proof}`]) {
      expect((await service.request(`/auctions/mail/${forged}`)).status).toBe(404);
      const { status } = await service.request(`/auctions/mail/${forged}/unsubscribe`, { method: 'POST' });
      expect({ forged, status }).toEqual({ forged, status: 404 });
      expect((await service.request(`/auctions/inbox/${forged}`)).status).toBe(404);
    }
    expect((await service.request(`/auctions/inbox/${token}`)).status).toBe(404);
  });

  test('finds the messages of a test seller by the inbox of another one, and none is sent', async () => {
    const one = await mail.stage({ isTest: true });
    const other = await mail.stage({ isTest: true });
    await mail.bid(one, name, 5_000);
    await mail.work();
    const inboxOf = async ({ seller }: AuctionStage): Promise<string> => {
      const { body } = await seller.graphql('{ sellerProfile { inboxUrl } }');
      return body.data.sellerProfile.inboxUrl.slice(publicUrl.length);
    };
    const [own, foreign] = [await inboxOf(one), await inboxOf(other)];
    const list = await service.request(own);
    expect(list.text).toContain('Your bid of $50.00: A walnut desk');
    expect((await service.request(foreign)).text).not.toContain('A walnut desk');
    const path = /href="([^"]*\/inbox\/[^"?]+\/[^"?]+)"/.exec(list.text)![1]!;
    const shown = await service.request(path);
    expect({ status: shown.status, shows: shown.text.includes('Your bid is placed') }).toEqual({
      status: 200,
      shows: true,
    });
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await service.request(`${path}?as=text`)).text).toContain('Test mode: no real money.');
    const eventId = path.split('/').at(-1)!;
    expect((await service.request(`${foreign}/${eventId}`)).status).toBe(404);
    expect(mail.arrived(address)).toEqual([]);
  });

  test('a live seller has no inbox', async () => {
    const { body } = await stage.seller.graphql('{ sellerProfile { inboxUrl } }');
    expect(body.data.sellerProfile.inboxUrl).toBeNull();
  });
});

test('a bidder whose hold could not be renewed is asked once to bid again, and no more after a raise', async () => {
  const day = 86_400;
  for (const raises of [false, true]) {
    const one = await mail.stage({ isTest: true });
    const bidder = `${name}-${raises}`;
    await mail.confirm(`${bidder}@example.com`);
    await db.query(
      `update auctions set bidding_period_ends_at = bidding_period_starts_at + interval '7 days' where auction_id = $1`,
      [one.auction.auctionId],
    );
    await mail.bid(one, bidder, 5_000, { cardToken: 'simulated_card_renewal_declined' });
    await mail.work();
    const { body } = await one.seller.graphql(`mutation { advanceTestClock(bySeconds: ${6 * day + 3_600}) { now } }`);
    expect(body.errors).toBeUndefined();
    if (raises) await mail.bid(one, bidder, 6_000);
    await mail.work();
    await mail.work();
    expect(await mail.states(`${bidder}@example.com`)).toEqual(
      raises ? ['sent', 'dropped raised', 'sent'] : ['sent', 'sent'],
    );
  }
});

test('a bidder whose hold is not renewed, as five bids rank higher, is asked to bid again, and the five are not', async () => {
  const day = 86_400;
  const one = await mail.stage({ isTest: true });
  await db.query(
    `update auctions set bidding_period_ends_at = bidding_period_starts_at + interval '7 days' where auction_id = $1`,
    [one.auction.auctionId],
  );
  const bidders = [1, 2, 3, 4, 5, 6].map((place) => `${name}-rank-${place}`);
  await mail.confirm(...bidders.map((bidder) => `${bidder}@example.com`));
  for (const [index, bidder] of bidders.entries()) await mail.bid(one, bidder, 9_000 - index * 100);
  await mail.work();
  const { body } = await one.seller.graphql(`mutation { advanceTestClock(bySeconds: ${6 * day + 3_600}) { now } }`);
  expect(body.errors).toBeUndefined();
  await mail.work();
  const { rows } = await db.query<{ address: string }>(
    `select address from messages join webhook_events using (event_id) where auction_id = $1 and event_type = 'hold_at_risk' and state = 'sent'`,
    [one.auction.auctionId],
  );
  expect(rows).toEqual([{ address: `${bidders.at(-1)!}@example.com` }]);
});

test('an erased bidder leaves no address and no message behind', async () => {
  await mail.bid(stage, name, 5_000);
  await stage.settle();
  await mail.work();
  await eraseBidder(deps, null, stage.seller.sellerId, { bidderId: address });
  expect(await tablesThatContain(db, address)).toEqual([]);
});

test('a test seller who is reset has no messages and addresses any more', async () => {
  const one = await mail.stage({ isTest: true });
  await mail.bid(one, name, 5_000);
  await mail.work();
  const { sellerId } = one.seller;
  await resetTestSeller(deps, { sellerId, mode: 'test', apiKeyId: one.seller.apiKeyId, scopes: new Set() });
  const { rows } = await db.query(
    'select event_id from messages where seller_id = $1 union all select first_event_id from mail_addresses where seller_id = $1',
    [sellerId],
  );
  expect(rows).toEqual([]);
});

describe('a seller', () => {
  const profile = 'mutation ($email: String) { updateSellerProfile(email: $email) { email } }';

  test('hears at the address of the profile of a sale, of a card that fails, and of the end without a sale', async () => {
    const email = `seller-${name}@example.com`;
    const { body } = await stage.seller.graphql(profile, { email: ` Seller-${name}@Example.com` });
    expect(body.data.updateSellerProfile).toEqual({ email });
    await mail.confirm(email);
    await mail.bid(stage, name, 5_000);
    await mail.bid(stage, `${name}-b`, 6_000, { cardToken: 'simulated_card_capture_declined' });
    await stage.settle();
    await mail.work();
    expect(mail.arrived(email).sort()).toEqual([
      'A card could not be charged: A walnut desk',
      'Sold for $50.00: A walnut desk',
    ]);
    const { mail: message } = server.received.find(
      ({ to, mail: { subject } }) => to === email && subject!.startsWith('Sold'),
    )!;
    expect(message.text).toContain(`Winner: \u2068${address}\u2069`);
  });

  test('gives an address that is one, or none', async () => {
    for (const email of ['x', '', 'a@b\r\nBcc: c@d']) {
      const { body } = await stage.seller.graphql(profile, { email });
      expect(body.errors[0].extensions.errors).toMatchObject([{ pointer: '/email' }]);
    }
    expect((await stage.seller.graphql(profile, { email: null })).body.errors).toBeUndefined();
  });
});
