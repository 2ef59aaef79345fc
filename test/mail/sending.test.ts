import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { followUpEvents } from '../../src/operations/work/follow-up-events.ts';
import { checkMessages } from '../../src/operations/checkup/check-messages.ts';
import type { ReplyFault } from '../../src/auctions/mail/fault-of-reply.ts';
import { claimMessages } from '../../src/auctions/mail/claim-messages.ts';
import { type AuctionStage } from '../settlement/auction-stage.ts';
import { startMailService } from './mail-stage.ts';

const mail = await startMailService();
afterAll(() => mail[Symbol.asyncDispose]());
const { db } = mail.service;
const { server } = mail;
let stage: AuctionStage;
let names = 0;
/** A bidder whom nobody has written to yet. */
const newName = () => `bidder-${(names += 1)}`;
beforeEach(async () => void (stage = await mail.stage()));

test('a bidder gets one message with the hold, the end and the private link', async () => {
  const name = newName();
  const address = `${name}@example.com`;
  await mail.bid(stage, name, 5_000, { language: 'de', timeZone: 'Europe/Berlin' });
  await mail.work();
  await mail.work();
  expect(mail.arrived(address)).toEqual(['Ihr Gebot von 50,00\u00a0$ ist abgegeben: A walnut desk']);
  const { mail: message } = server.received.find(({ to }) => to === address)!;
  expect(message.text).toContain('Auf Ihrer Karte reserviert: 50,00\u00a0$');
  expect(message.text).toMatch(/Ende der Gebotsfrist: .* \(Europe\/Berlin\).* · .* UTC/);
  expect(message.text).toMatch(/https:\/\/auctions\.test\/auctions\/mail\/[\w.-]+\n/);
  expect(message.from?.text).toBe(`"${stage.seller.name}" <auctions@auctions.test>`);
  expect(message.replyTo).toBeUndefined();
  expect(message.headers.get('auto-submitted')).toBe('auto-generated');
});

test('a message names the end that bids have moved, and that it may move, until it cannot', async () => {
  const name = newName();
  const address = `${name}@example.com`;
  const { auctionId } = stage.auction;
  /** The bid is placed in the window of a soft close that adds up to so many seconds. */
  const bidInWindow = async (valueInCents: number, maximumSeconds: number) => {
    await db.query(
      `update auctions set bidding_period_ends_at = clock_timestamp() + interval '30 s', scheduled_ends_at = clock_timestamp() + interval '30 s',
         soft_close_window_seconds = 900, soft_close_maximum_seconds = $2 where auction_id = $1`,
      [auctionId, maximumSeconds],
    );
    await mail.bid(stage, name, valueInCents);
    await mail.work();
    const { rows } = await db.query<{ end: string }>(
      `select to_char(bidding_period_ends_at at time zone 'UTC', 'FMDD Mon YYYY, HH24:MI UTC') as "end" from auctions where auction_id = $1`,
      [auctionId],
    );
    const { text = '' } = server.received.findLast(({ to }) => to === address)!.mail;
    return { end: rows[0]!.end, line: /^Bidding ends: .*$/m.exec(text)?.[0] ?? text };
  };
  const moving = await bidInWindow(5_000, 3_600);
  expect(moving.line).toBe(`Bidding ends: ${moving.end} (may move)`);
  const last = await bidInWindow(6_000, 600);
  expect(last.line).toBe(`Bidding ends: ${last.end}`);
});

test('an answer of a bidder goes to the address that the seller shows, and messages to the seller are the operator’s', async () => {
  const name = newName();
  const desk = `desk-of-${name}@example.com`;
  await stage.seller.mutate('updateSellerProfile', {
    displayName: 'Möbel & Söhne',
    email: desk,
    contact: 'Write to **Desk@ferro.example**, or call +49 341 5550.',
  });
  await mail.confirm(desk);
  await mail.bid(stage, name, 5_000);
  await stage.settle();
  await mail.work();
  const messageTo = (address: string, words: string) =>
    server.received.find(({ to, mail: { subject = '' } }) => to === address && subject.includes(words))!.mail;
  const placed = messageTo(`${name}@example.com`, 'Your bid');
  expect(placed.from?.value).toEqual([{ name: 'Möbel & Söhne', address: 'auctions@auctions.test' }]);
  expect(placed.replyTo?.value.map(({ address }) => address)).toEqual(['desk@ferro.example']);
  const sold = messageTo(desk, 'Sold for');
  expect(sold.from?.value).toEqual([{ name: 'Auctions', address: 'auctions@auctions.test' }]);
  expect(sold.replyTo).toBeUndefined();
});

test('a bidder hears of the lead that is lost, of the sale, and of the release', async () => {
  const [ada, ben] = [newName(), newName()];
  await mail.confirm(`${ada}@example.com`, `${ben}@example.com`);
  await mail.bid(stage, ada, 5_000);
  await mail.work();
  await mail.bid(stage, ben, 6_000);
  await mail.work();
  await stage.settle();
  await mail.work();
  expect(mail.arrived(`${ada}@example.com`)).toEqual([
    'Your bid of $50.00 is placed: A walnut desk',
    'You have been outbid: A walnut desk',
    'You have not won: A walnut desk',
  ]);
  expect(mail.arrived(`${ben}@example.com`)).toEqual([
    'Your bid of $60.00 is placed: A walnut desk',
    'You have won: A walnut desk',
  ]);
});

test.each([
  ['a temporary refusal', { at: 'rcpt', reply: 450 }],
  ['a temporary refusal of the message', { at: 'data', reply: 451 }],
  ['a refusal for a while', { at: 'rcpt', reply: 421, text: '4.7.0 Blocked for a while' }],
  ['a connection that is cut before the message', { at: 'rcpt', cut: true }],
  ['a connection that is cut after the message', { at: 'data', cut: true }],
  ['a server that is silent', { at: 'rcpt', first: () => delay(2_000) }],
] as const)('after %s, the message is sent again, and arrives once', async (_, behaviour) => {
  const name = newName();
  const address = `${name}@example.com`;
  // A message may be tried on each of five kept connections, and then on a new one.
  server.next(address, ...Array.from({ length: 6 }, () => behaviour));
  await mail.bid(stage, name, 5_000);
  await mail.work([], { isHasty: 'first' in behaviour });
  expect((await mail.states(address))[0]).toMatch(/^pending (?!refused as a sender|Reached maximum)./);
  server.next(address);
  await mail.hurry();
  await mail.work();
  expect(await mail.states(address)).toEqual(['sent']);
  await expect.poll(() => mail.arrived(address)).toEqual(['Your bid of $50.00 is placed: A walnut desk']);
});

test('a message whose kept connection the server closes with 421 is sent on a new one', async () => {
  const [first, second] = [newName(), newName()];
  await mail.bid(stage, first, 5_000);
  await mail.work();
  server.next(`${second}@example.com`, { at: 'rcpt', reply: 421, text: '4.7.0 Blocked for a while' });
  await mail.bid(stage, second, 6_000);
  await mail.work();
  expect(await mail.states(`${second}@example.com`)).toEqual(['sent']);
});

test('a message that was accepted, and whose answer was lost, comes twice with one Message-ID', async () => {
  const name = newName();
  const address = `${name}@example.com`;
  server.next(address, { at: 'accepted', cut: true });
  await mail.bid(stage, name, 5_000);
  await mail.work();
  await mail.hurry();
  await mail.work();
  const ids = server.received.filter(({ to }) => to === address).map(({ messageId }) => messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@auctions\.test>$/);
});

test('a message whose sender has died is sent by another process once the claim has ended', async () => {
  const name = newName();
  await mail.bid(stage, name, 5_000);
  await followUpEvents(mail.service.deps);
  // A message is due in the millisecond that its instant is rounded to, which may not have begun.
  await mail.hurry();
  expect(await claimMessages(db, 50)).toMatchObject([{ isLeased: true }]);
  await mail.work();
  expect(mail.arrived(`${name}@example.com`)).toEqual([]);
  await mail.hurry();
  await mail.work();
  expect(mail.arrived(`${name}@example.com`)).toHaveLength(1);
});

// What each reply says, by the registry of enhanced status codes and by the words of usual servers.
const replies: readonly (readonly [at: 'rcpt' | 'data', reply: number, text: string, fault: ReplyFault])[] = [
  ['rcpt', 550, '5.1.1 No such user', 'recipient'],
  [
    'rcpt',
    550,
    '5.1.1 <antispam@relay.example>: Recipient address rejected: User unknown in relay recipient table',
    'recipient',
  ],
  ['rcpt', 550, '5.1.2 Host unknown', 'recipient'],
  ['rcpt', 553, '5.1.3 Bad destination mailbox address syntax', 'recipient'],
  ['rcpt', 551, '5.1.6 Destination mailbox has moved', 'recipient'],
  ['rcpt', 556, '5.1.10 Recipient address has null MX', 'recipient'],
  ['rcpt', 550, '5.2.1 The account is disabled', 'recipient'],
  ['rcpt', 550, '5.4.1 Recipient address rejected: Access denied', 'recipient'],
  ['rcpt', 550, '5.5.0 Requested action not taken: mailbox unavailable', 'recipient'],
  ['rcpt', 550, 'No such user here', 'recipient'],
  ['rcpt', 554, 'delivery error: This user does not have an account here', 'recipient'],
  ['rcpt', 550, 'No', 'recipient'],
  ['data', 550, '5.1.1 No such user', 'recipient'],

  ['rcpt', 550, '5.1.0 Sender address rejected', 'sender'],
  ['rcpt', 553, '5.1.7 Bad sender mailbox address syntax', 'sender'],
  ['rcpt', 550, '5.1.8 Sender address rejected: Domain not found', 'sender'],
  ['rcpt', 550, 'Sender address rejected: User unknown', 'sender'],
  ...[0, 1, 8, 9, 13, 20, 23, 25, 26, 27].map((detail) => ['rcpt', 550, `5.7.${detail} Refused`, 'sender'] as const),
  ['rcpt', 554, 'Relay access denied', 'sender'],
  ['rcpt', 550, 'relay not permitted', 'sender'],
  ['rcpt', 550, '5.1.1 Blocked: your address is listed by Spamhaus', 'sender'],
  ['rcpt', 550, 'Your host is on our blocklist', 'sender'],
  ['rcpt', 550, 'Rejected by an RBL', 'sender'],
  ['rcpt', 530, '5.7.0 Authentication required', 'sender'],
  ['rcpt', 554, 'No', 'sender'],
  ['rcpt', 550, '5.3.4 Message too big for system', 'sender'],
  ['data', 554, 'No', 'sender'],
  ['data', 550, '5.7.1 Message rejected as spam', 'sender'],
  ['data', 554, '5.6.0 Message content rejected', 'sender'],

  ['rcpt', 552, '5.2.2 Mailbox full', 'passing'],
  ['rcpt', 550, '5.4.4 Unable to route', 'passing'],
  ['rcpt', 451, '4.7.1 Greylisted', 'passing'],
];

test('each reply of a mail server is read by whose fault it names', { timeout: 200_000 }, async () => {
  const errors: string[] = [];
  const bidders = replies.map(([at, reply, text, fault]) => {
    const name = newName();
    server.next(`${name}@example.com`, { at, reply, text });
    return { name, address: `${name}@example.com`, said: `${reply} ${text}`, fault };
  });
  for (const [index, { name }] of bidders.entries()) await mail.bid(stage, name, 1_000 + index);
  await mail.work(errors);

  const found = await Promise.all(
    bidders.map(async ({ address, said }) => {
      const { rows } = await db.query<{ hasBounced: boolean }>(
        'select bounced_at is not null as "hasBounced" from mail_addresses where address = $1',
        [address],
      );
      const [state] = await mail.states(address);
      const fault = state!.startsWith('failed')
        ? 'recipient'
        : /refused as a sender/.test(state!)
          ? 'sender'
          : 'passing';
      return { said, state: state!.split(' ')[0], fault, hasBounced: rows[0]!.hasBounced };
    }),
  );
  const isRecipient = (fault: ReplyFault) => fault === 'recipient';
  expect(found).toEqual(
    bidders.map(({ said, fault }) => ({
      said,
      state: isRecipient(fault) ? 'failed' : 'pending',
      fault,
      hasBounced: isRecipient(fault),
    })),
  );
  const ofSender = bidders.filter(({ fault }) => fault === 'sender').length;
  expect(errors).toEqual([
    'Sending by this mail server fails. It refuses this service as a sender: see messages.reason.',
  ]);
  expect(await checkMessages(db)).toMatchObject([
    { verdict: 'fault', found: expect.stringContaining(`${ofSender} messages wait`) },
  ]);

  // The operator has put it in order: what waited arrives, and the next message to a dead address does not.
  await mail.hurry();
  await mail.work();
  const arrived = bidders.map(({ address }) => mail.arrived(address).length);
  expect(arrived).toEqual(bidders.map(({ fault }) => (isRecipient(fault) ? 0 : 1)));
  expect(await checkMessages(db)).toMatchObject([{ verdict: 'fine' }]);
  const dead = bidders.find(({ fault }) => isRecipient(fault))!;
  await mail.bid(stage, dead.name, 6_000);
  await mail.work();
  expect(new Set((await mail.states(dead.address)).slice(1))).toEqual(new Set(['dropped bounced']));
});

test('a mail server that refuses the sender itself says nothing about the address', async () => {
  const name = newName();
  const address = `${name}@example.com`;
  server.next(address, { at: 'from', reply: 550, text: '5.1.1 Sender unknown' });
  await mail.bid(stage, name, 5_000);
  await mail.work();
  expect((await mail.states(address))[0]).toMatch(/^pending refused as a sender: MAIL FROM/);
  await mail.hurry();
  await mail.work();
  expect(mail.arrived(address)).toHaveLength(1);
});

test('a message that cannot be sent for three days is given up', async () => {
  const name = newName();
  const address = `${name}@example.com`;
  await mail.bid(stage, name, 5_000);
  server.next(address, { at: 'rcpt', reply: 450 }, { at: 'rcpt', reply: 450 });
  await mail.work();
  await db.query(`update messages set created_at = created_at - interval '3 days 1 minute' where address = $1`, [
    address,
  ]);
  await mail.hurry();
  await mail.work();
  expect((await mail.states(address))[0]).toMatch(/^failed .*450/);
});

test('processes that send at once send each message once', async () => {
  const bidders = Array.from({ length: 8 }, newName);
  for (const [index, name] of bidders.entries()) await mail.bid(stage, name, 1_000 + index);
  await Promise.all([mail.work(), mail.work(), mail.work()]);
  await mail.work();
  const counts = bidders.map((name) => mail.arrived(`${name}@example.com`).length);
  expect(counts).toEqual(bidders.map(() => 1));
});

test('nothing is sent of a cancelled auction, also not what waits to be sent', async () => {
  const [ada, ben] = [newName(), newName()];
  await mail.confirm(`${ada}@example.com`, `${ben}@example.com`);
  await mail.bid(stage, ada, 5_000);
  await mail.bid(stage, ben, 6_000);
  await followUpEvents(mail.service.deps);
  expect((await stage.seller.delete(`/v1/auctions/${stage.auction.auctionId}`)).status).toBe(200);
  await stage.work();
  await mail.work();
  await mail.work();
  expect([...mail.arrived(`${ada}@example.com`), ...mail.arrived(`${ben}@example.com`)]).toEqual([]);
  expect(await mail.states(`${ada}@example.com`)).toEqual(['dropped cancelled']);
});
