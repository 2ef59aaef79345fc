import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { followUpEvents } from '../../src/work/follow-up-events.ts';
import { claimMessages } from '../../src/mail/claim-messages.ts';
import { type AuctionStage } from '../settlement/auction-stage.ts';
import { withDatabase } from '../support/settings.ts';
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

test('who bids gets one message with what is held, the end, and the private link', async () => {
  const name = newName();
  const address = `${name}@example.com`;
  await mail.bid(stage, name, 5_000, { language: 'de', timeZone: 'Europe/Berlin' });
  await mail.work();
  await mail.work();
  expect(mail.arrived(address)).toEqual(['Ihr Gebot von 50,00\u00a0$: A walnut desk']);
  const { mail: message } = server.received.find(({ to }) => to === address)!;
  expect(message.text).toContain('Auf Ihrer Karte reserviert: 50,00\u00a0$');
  expect(message.text).toMatch(/Ende der Gebotsfrist: .* \(Europe\/Berlin\).* · .* UTC/);
  expect(message.text).toMatch(/https:\/\/auctions\.test\/auctions\/mail\/[\w.-]+\n/);
  expect(message.from?.text).toBe('"Auctions" <auctions@auctions.test>');
  expect(message.headers.get('auto-submitted')).toBe('auto-generated');
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
    'Your bid of $50.00: A walnut desk',
    'You have been outbid: A walnut desk',
    'You have not won: A walnut desk',
  ]);
  expect(mail.arrived(`${ben}@example.com`)).toEqual([
    'Your bid of $60.00: A walnut desk',
    'You have won: A walnut desk',
  ]);
});

test.each([
  ['a temporary refusal', { at: 'rcpt', reply: 450 }],
  ['a temporary refusal of the message', { at: 'data', reply: 451 }],
  ['a connection that is cut before the message', { at: 'rcpt', cut: true }],
  ['a connection that is cut after the message', { at: 'data', cut: true }],
  ['a server that is silent', { at: 'rcpt', first: () => delay(3_000) }],
] as const)('after %s, the message is sent again, and arrives once', async (_, behaviour) => {
  const name = newName();
  const address = `${name}@example.com`;
  server.next(address, behaviour);
  await mail.bid(stage, name, 5_000);
  await mail.work();
  expect((await mail.states(address))[0]).toMatch(/^pending ./);
  await mail.hurry();
  await mail.work();
  expect(await mail.states(address)).toEqual(['sent']);
  await expect.poll(() => mail.arrived(address)).toEqual(['Your bid of $50.00: A walnut desk']);
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
  expect(await claimMessages(db, 50)).toMatchObject([{ isLeased: true }]);
  await mail.work();
  expect(mail.arrived(`${name}@example.com`)).toEqual([]);
  await mail.hurry();
  await mail.work();
  expect(mail.arrived(`${name}@example.com`)).toHaveLength(1);
});

describe('a process that is killed', () => {
  function startProcess(dies = ''): ChildProcess {
    const { config } = mail.service.deps;
    return spawn(process.execPath, [`${import.meta.dirname}/sending-process.ts`], {
      env: {
        ...process.env,
        ...withDatabase(config.databaseUrl!),
        SECRETS_KEY: config.secretsKeys[0],
        PUBLIC_URL: config.publicUrl,
        SMTP_URL: config.mail!.smtpUrl,
        MAIL_FROM: config.mail!.from,
        DIES: dies,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  const kill = async (child: ChildProcess) => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    // Until the server sees that the connection is closed.
    await delay(200);
  };

  test.each([
    ['before the server has taken the recipient', 'rcpt', 1],
    ['before the server has accepted the message', 'data', 1],
    ['after the server has accepted the message', 'accepted', 2],
  ] as const)('%s loses no message, and doubles have one Message-ID', { timeout: 60_000 }, async (_, at, times) => {
    const name = newName();
    const address = `${name}@example.com`;
    await mail.bid(stage, name, 5_000);
    const child = startProcess();
    const killed = Promise.withResolvers<void>();
    const first = () => kill(child).then(killed.resolve);
    server.next(address, { at, first });
    await killed.promise;
    expect(await mail.states(address)).toEqual(['pending']);
    await mail.hurry();
    await mail.work();
    const ids = server.received.filter(({ to }) => to === address).map(({ messageId }) => messageId);
    expect({ times: ids.length, ids: new Set(ids).size }).toEqual({ times, ids: 1 });
    expect(await mail.states(address)).toEqual(['sent']);
  });

  test.each([
    ['messages: inside the transaction', 1],
    ['messages: claimed', 1],
    ['messages: sent', 2],
  ] as const)('at "%s" loses no message, and doubles have one Message-ID', { timeout: 60_000 }, async (dies, times) => {
    const name = newName();
    const address = `${name}@example.com`;
    await mail.bid(stage, name, 5_000);
    await once(startProcess(dies), 'exit');
    await mail.hurry();
    await mail.work();
    const ids = server.received.filter(({ to }) => to === address).map(({ messageId }) => messageId);
    expect({ times: ids.length, ids: new Set(ids).size }).toEqual({ times, ids: 1 });
  });
});

test.each([
  ['550 5.1.1 No such user', { at: 'rcpt', reply: 550, text: '5.1.1 No such user' }, true],
  ['550 without more', { at: 'rcpt', reply: 550 }, true],
  ['550 5.7.1 for a policy', { at: 'rcpt', reply: 550, text: '5.7.1 Not from you' }, false],
  ['554 for the message', { at: 'data', reply: 554 }, false],
] as const)('a final refusal, %s, is not tried again', async (_, behaviour, isNoAddress) => {
  const name = newName();
  const address = `${name}@example.com`;
  await mail.confirm(address);
  server.next(address, behaviour);
  await mail.bid(stage, name, 5_000);
  await mail.work();
  await mail.hurry();
  await mail.work();
  expect((await mail.states(address))[0]).toMatch(/^failed ./);
  expect(server.attempts.filter((tried) => tried === address)).toHaveLength(1);
  await mail.bid(stage, name, 6_000);
  await mail.work();
  expect(mail.arrived(address)).toHaveLength(isNoAddress ? 0 : 1);
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
