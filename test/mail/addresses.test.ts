import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseBidder } from '../../src/auctions/bidders/erase-bidder.ts';
import { messageLinks } from '../../src/auctions/mail/message-links.ts';
import { resetTestSeller } from '../../src/settlement/reset-test-seller.ts';
import { aBidder, readable } from '../page/bidder.ts';
import { type AuctionStage } from '../settlement/auction-stage.ts';
import { publicUrl } from '../support/service.ts';
import { tablesThatContain } from '../support/tables-that-contain.ts';
import { startMailService } from './mail-stage.ts';

const mail = await startMailService();

/** The bodies of the messages to an address, in the order of their arrival. */
const textsTo = (to: string) => mail.server.received.flatMap((each) => (each.to === to ? [each.mail.text ?? ''] : []));
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

/** The path of a link in the first message to an address: to what it is about, or to the end of news. */
function linkOf(to: string, step: '' | '/unsubscribe' = ''): string {
  const { mail: message } = server.received.find((received) => received.to === to)!;
  return new RegExp(`https://auctions\\.test(/auctions/mail/[\\w.-]+${step})\n`).exec(message.text!)![1]!;
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl };
const endNews = 'update mail_addresses set unsubscribed_at = clock_timestamp() where address = $1';

/** A bid of another person who leads by it. */
async function outbidBy(valueInCents: number): Promise<void> {
  await mail.bid(stage, `rival-${valueInCents}-${stage.auction.auctionId}`, valueInCents);
}

/** Presses the button of a page about messages. */
const press = (text: string) => {
  const action = /<form method="post" action="([^"]+)"><p><button type="submit" class="button secondary">/.exec(
    text,
  )![1]!;
  return service.request(action, { method: 'POST', headers: formHeaders });
};

describe('news', () => {
  /** The page that the link of a message leads to, for somebody whom no cookie names. */
  async function followLink(cookie?: string): Promise<string> {
    const headers = cookie === undefined ? {} : { headers: { cookie } };
    const opened = await service.request(linkOf(address), headers);
    expect(opened.status).toBe(303);
    const shown = await service.request(opened.headers.get('location')!.slice(publicUrl.length), headers);
    expect({ status: shown.status, shows: shown.text.includes('$50.00') }).toEqual({ status: 200, shows: true });
    return shown.text;
  }

  test('waits for the button of the page: a program that follows the link asks for nothing', async () => {
    await mail.bid(stage, name, 5_000);
    await mail.work();
    const text = await followLink();
    await outbidBy(6_000);
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent', 'dropped unconfirmed']);

    const pressed = await press(text);
    expect(pressed.status).toBe(303);
    const shown = await service.request(pressed.headers.get('location')!.slice(publicUrl.length));
    expect(readable(shown.text)).toContain(`Messages about your money and news of the auction go to ${address} .`);
    await mail.bid(stage, name, 7_000);
    await outbidBy(8_000);
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent', 'dropped unconfirmed', 'sent', 'sent']);
  });

  test('is asked for by the browser that placed the bid, as it follows the link, and by no other browser', async () => {
    const isTest = { isTest: true };
    stage = await mail.stage(isTest);
    const [ada, stranger] = [aBidder(service, stage.auction), aBidder(service, stage.auction)];
    await ada.open();
    await ada.follow(await ada.send({ amount: '50', email: address }));
    await stranger.open();
    await mail.work();
    const { body } = await stage.seller.graphql('{ sellerProfile { inboxUrl } }');
    const inbox = await service.request(new URL(body.data.sellerProfile.inboxUrl).pathname);
    const message = await service.request(/href="([^"]*\?as=text)"/.exec(inbox.text)![1]!);
    const link = /https:\/\/auctions\.test(\/auctions\/mail\/[\w.-]+)/.exec(message.text)![1]!;
    const isConfirmed = async () => {
      const { rows } = await db.query<{ is: boolean }>(
        'select confirmed_at is not null as is from mail_addresses where address = $1',
        [address],
      );
      return rows.map(({ is }) => is);
    };
    await stranger.get(link);
    expect(await isConfirmed()).toEqual([false]);
    await ada.get(link);
    expect(await isConfirmed()).toEqual([true]);
  });

  test('is not asked for by the private link that the page shows, nor for another seller', async () => {
    await mail.bid(stage, name, 5_000);
    await mail.work();
    await press(await followLink());
    const other = await mail.stage();
    await mail.bid(other, name, 5_000);
    await mail.bid(other, `rival-of-${name}`, 6_000);
    await mail.work();
    expect((await mail.states(address)).sort()).toEqual(['dropped unconfirmed', 'sent', 'sent']);
  });

  test('ends with the button of the link, money is still told, and news begins again with the next button', async () => {
    await mail.confirm(address);
    await mail.bid(stage, name, 5_000);
    await mail.work();
    const path = linkOf(address, '/unsubscribe');
    const asked = await service.request(path);
    expect(readable(asked.text)).toContain('Messages about your money still come.');
    const ended = await service.request(path, { method: 'POST' });
    expect(readable(ended.text)).toContain('News has ended');
    expect(readable(await followLink())).toContain(`You have ended news to ${address} .`);
    await outbidBy(6_000);
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent', 'dropped unsubscribed']);

    const again = await press((await service.request(path)).text);
    expect(readable(again.text)).toContain('You get news of your auctions again.');
    await mail.bid(stage, name, 7_000);
    await outbidBy(8_000);
    await mail.work();
    expect((await mail.states(address)).slice(2)).toEqual(['sent', 'sent']);
  });
});

describe('money is told', () => {
  test('to an unconfirmed address whose news was ended and whose owner called a message junk: placed, won, refunded, and that the refund failed', async () => {
    await mail.bid(stage, name, 5_000);
    await mail.work();
    await db.query(endNews, [address]);
    const body = JSON.stringify({ RecordType: 'SpamComplaint', Email: address });
    expect((await service.request('/mail-events/a-token-of-the-bounces', { method: 'POST', body })).status).toBe(200);
    await mail.bid(stage, name, 6_000);
    await mail.work();
    await stage.settle();
    await mail.work();
    await mail.change(stage, 'refund');
    await mail.work();
    await mail.change(stage, 'refund_failed');
    await mail.work();
    expect(mail.arrived(address)).toEqual([
      'Your bid of $50.00 is placed: A walnut desk',
      'Your bid of $60.00 is placed: A walnut desk',
      'You have won: A walnut desk',
      '$60.00 is refunded: A walnut desk',
      'The refund of $60.00 has failed: A walnut desk',
    ]);
    expect(textsTo(address).slice(-2)).toEqual([
      expect.stringMatching(/Charged: \$60\.00\nGiven back in all: \$60\.00/),
      expect.stringMatching(/Charged: \$60\.00\nGiven back in all: \$0\.00/),
    ]);
  });

  test('to the seller, with the e-mail address of a winner whom the link named by an id', async () => {
    await stage.seller.mutate('updateSellerProfile', { email: `seller-of-${name}@example.com` });
    await mail.confirm(`seller-of-${name}@example.com`);
    await mail.bid(stage, name, 5_000, { bidderId: 'customer-7', email: address });
    await stage.settle();
    await mail.work();
    // The message that asks to confirm the address may come before it or after it.
    expect(textsTo(`seller-of-${name}@example.com`).join('\n')).toContain(
      `Winner: customer-7\nE-mail of the winner: ${address}\n`,
    );
  });

  test('to each bidder who has not won, and to the seller', async () => {
    await stage.seller.mutate('updateSellerProfile', { email: `seller-of-${name}@example.com` });
    await mail.confirm(`seller-of-${name}@example.com`);
    await mail.bid(stage, name, 5_000);
    await outbidBy(6_000);
    await stage.settle();
    await mail.work();
    expect(mail.arrived(address).toSorted()).toEqual([
      'You have not won: A walnut desk',
      'Your bid of $50.00 is placed: A walnut desk',
    ]);
    expect(mail.arrived(`seller-of-${name}@example.com`)).toContain('Sold for $60.00: A walnut desk');
  });

  test('to the seller also after ending news, which was about endpoints', async () => {
    const to = `seller-of-${name}@example.com`;
    await stage.seller.mutate('updateSellerProfile', { email: to });
    await mail.confirm(to);
    const disable = () =>
      db.query(
        `insert into webhook_events (seller_id, event_type, snapshot)
         values ($1, 'endpoint_disabled', '{"url": "https://shop.example/hooks", "reason": "gone"}')`,
        [stage.seller.sellerId],
      );
    await disable();
    await mail.work();
    await service.request(linkOf(to, '/unsubscribe'), { method: 'POST' });
    await disable();
    await stage.settle();
    await mail.work();
    expect((await mail.states(to)).sort()).toEqual(['dropped unsubscribed', 'sent', 'sent', 'sent']);
    expect(mail.arrived(to).sort()).toEqual([
      'A webhook endpoint is disabled',
      'Confirm your address for messages',
      'Not sold: A walnut desk',
    ]);
    const again = await press((await service.request(linkOf(to, '/unsubscribe'))).text);
    expect(readable(again.text)).toContain('You get news of your auctions again.');
    await disable();
    await mail.work();
    expect(mail.arrived(to)).toHaveLength(4);
  });
});

describe('an address that has bounced', () => {
  const bounce = async () => {
    const body = JSON.stringify({ RecordType: 'Bounce', Type: 'HardBounce', Email: address });
    await service.request('/mail-events/a-token-of-the-bounces', { method: 'POST', body });
  };

  test('gets nothing for 90 days, and everything again after them', async () => {
    await mail.bid(stage, name, 5_000);
    await mail.work();
    await bounce();
    await mail.bid(stage, name, 6_000);
    await mail.work();
    const age = (days: string) =>
      db.query(`update mail_addresses set bounced_at = clock_timestamp() - $2::interval where address = $1`, [
        address,
        days,
      ]);
    await age('90 days - 1 minute');
    await mail.bid(stage, name, 7_000);
    await mail.work();
    await age('90 days 1 second');
    await mail.bid(stage, name, 8_000);
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent', 'dropped bounced', 'dropped bounced', 'sent']);
  });

  test('is tried again by the button that its bidder sees in the browser of the bid, and nobody else', async () => {
    stage = await mail.stage({ isTest: true });
    const ada = aBidder(service, stage.auction);
    await ada.open();
    await ada.follow(await ada.send({ amount: '50', email: address }));
    await mail.work();
    await bounce();
    const says = `Messages to ${address} came back, so nothing is sent there now.`;
    expect(readable((await aBidder(service, stage.auction).open()).text)).not.toContain('came back');
    const page = await ada.open();
    expect(readable(page.text)).toContain(says);
    const action = /<form method="post" action="([^"]+\/messages[^"]*)"/.exec(page.text)![1]!;
    const foreign = await service.request(action, { method: 'POST', headers: formHeaders });
    expect(foreign.status).toBe(303);
    expect(readable((await ada.open()).text)).toContain('came back');
    await ada.press({ ...page, text: page.text.slice(page.text.indexOf('id="news"')) });
    expect(readable((await ada.open()).text)).not.toContain('came back');
    const next = await service.auction(stage.seller, { startsInSeconds: -60, status: 'ongoing' });
    await mail.bid({ ...stage, auction: next }, name, 7_000);
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent', 'sent']);
  });

  test('is revived by an operator with a reason, which the audit log keeps without the address', async () => {
    await mail.bid(stage, name, 5_000);
    await mail.work();
    await bounce();
    const admin = await service.seller({ name: `Operators of ${name}`, scopes: ['admin'] });
    const revive = (of: string) =>
      admin.mutate('reviveMailAddress', { address: of, reason: 'She wrote to us' }, 'revivedMailAddress { sellers }');
    expect((await revive(`nobody-${address}`)).body.errors[0].extensions.code).toBe('invalid_request');
    expect((await revive(address.toUpperCase())).body.data).toEqual({ reviveMailAddress: { sellers: 1 } });
    await mail.bid(stage, name, 6_000);
    await mail.work();
    expect(await mail.states(address)).toEqual(['sent', 'sent']);
    const { rows } = await db.query('select * from audit_log where action = $1 and seller_id = $2', [
      'reviveMailAddress',
      stage.seller.sellerId,
    ]);
    expect(rows).toMatchObject([{ after: { reason: 'She wrote to us' } }]);
    expect(JSON.stringify(rows)).not.toContain(name);
  });
});

describe('news of a seller ends', () => {
  test('with one POST of a mail program, as List-Unsubscribe says on one line, and for this seller alone', async () => {
    await mail.confirm(address);
    await mail.bid(stage, name, 5_000);
    await mail.work();
    const { headers, headerLines } = server.received.find(({ to }) => to === address)!.mail;
    expect(headerLines.find(({ key }) => key === 'list-unsubscribe')!.line).toMatch(
      /^List-Unsubscribe: <https:\/\/auctions\.test\/\S+\/unsubscribe>$/,
    );
    const list = headers.get('list') as { unsubscribe: { url: string } } & Record<string, unknown>;
    expect(JSON.stringify(list)).toContain('List-Unsubscribe=One-Click');
    const { status } = await service.request(list.unsubscribe.url.slice(publicUrl.length), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(status).toBe(200);
    await outbidBy(6_000);
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
    const page = await service.request(linkOf(address, '/unsubscribe'));
    expect(page.status).toBe(200);
    await outbidBy(6_000);
    await mail.work();
    expect(mail.arrived(address)).toHaveLength(2);
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)![1]!;
    expect((await service.request(action, { method: 'POST' })).text).toContain('News has ended');
    const other = await service.auction(stage.seller, { startsInSeconds: -60, status: 'ongoing' });
    await mail.bid({ ...stage, auction: other }, name, 7_000);
    await mail.bid({ ...stage, auction: other }, `rival-of-${name}`, 8_000);
    await mail.work();
    expect((await mail.states(address)).slice(2)).toEqual(['sent', 'dropped unsubscribed']);
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

  test('hears of the least amount of the next bid when the message is written, if bids have a minimum step', async () => {
    await db.query(`update auctions set bid_steps = '[{"fromInCents": 0, "stepInCents": 700}]' where auction_id = $1`, [
      stage.auction.auctionId,
    ]);
    await mail.bid(stage, name, 5_000);
    await outbidBy(6_000);
    await outbidBy(8_000);
    await mail.work();
    expect(textsTo(address).find((text) => text.startsWith('You have been outbid'))).toContain(
      'At the time of this message, the next bid is at least $87.00.',
    );
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

test('an address gets at most thirty news a day of a seller, and what is about money all the same', async () => {
  await mail.confirm(address);
  await db.query(
    `with earlier as (
       insert into webhook_events (seller_id, event_type, snapshot, follow_up_at)
       select $1, 'bid_outbid', '{}', null from generate_series(1, 29) returning event_id, seller_id
     )
     insert into messages (event_id, seller_id, address, is_to_seller, state, next_attempt_at, closed_at)
     select event_id, seller_id, $2, false, 'sent', null, clock_timestamp() from earlier`,
    [stage.seller.sellerId, address],
  );
  for (const last of ['sent', 'dropped enough']) {
    const auction = await service.auction(stage.seller, { startsInSeconds: -60, status: 'ongoing' });
    await mail.bid({ ...stage, auction }, name, 1_000);
    await mail.bid({ ...stage, auction }, `rival-of-${name}-${last}`, 2_000);
    // An attempt takes too long on a busy machine, and is tried again.
    const newest = async () => {
      await mail.hurry();
      await mail.work();
      return (await mail.states(address)).slice(-2);
    };
    await expect.poll(newest).toEqual(['sent', last]);
  }
  await mail.bid(stage, name, 5_000);
  await mail.work();
  await stage.settle();
  await mail.work();
  expect(mail.arrived(address)).toContain('You have won: A walnut desk');
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
    expect(list.text).toContain('Your bid of $50.00 is placed: A walnut desk');
    expect((await service.request(foreign)).text).not.toContain('A walnut desk');
    const path = /href="([^"]*\/inbox\/[^"?]+\/[^"?]+)"/.exec(list.text)![1]!;
    const shown = await service.request(path);
    expect({ status: shown.status, shows: shown.text.includes(' is placed') }).toEqual({
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
    const { body } = await one.seller.mutate('advanceTestClock', { bySeconds: 6 * day + 3_600 }, 'clock { now }');
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
  const { body } = await one.seller.mutate('advanceTestClock', { bySeconds: 6 * day + 3_600 }, 'clock { now }');
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
    'select event_id from messages where seller_id = $1 union all select seller_id from mail_addresses where seller_id = $1',
    [sellerId],
  );
  expect(rows).toEqual([]);
});

describe('a seller', () => {
  const profile =
    'mutation ($email: String) { updateSellerProfile(input: { email: $email }) { sellerProfile { email } errors { code fault message path } } }';

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
      'Confirm your address for messages',
      'Sold for $50.00: A walnut desk',
    ]);
    const { mail: message } = server.received.find(
      ({ to, mail: { subject } }) => to === email && subject!.startsWith('Sold'),
    )!;
    expect(message.text).toContain(`Winner: ${address}\n`);
  });

  test('gives an address that is one, or none', async () => {
    for (const email of ['x', '', 'a@b\r\nBcc: c@d']) {
      const { body } = await stage.seller.graphql(profile, { email });
      expect(body.errors[0].extensions.errors).toMatchObject([{ pointer: '/email' }]);
    }
    expect((await stage.seller.graphql(profile, { email: null })).body.errors).toBeUndefined();
  });
});
