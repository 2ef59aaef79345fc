import { beforeEach, describe, expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { followEvent } from '../../src/settlement/books/follow-event.ts';
import { locales } from '../../src/pages/auction/locale.ts';
import { reversePayment, type ReversalChange } from '../../src/payments/providers/simulated/reverse-payment.ts';
import { askDueRefunds } from '../reversals/ask-due-refunds.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { aBidder, type Bidder } from '../page/bidder.ts';
import { endAuction } from '../support/end-auction.ts';
import { type InsertedAuction, ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';
import { doneBy, type SellerBrowser, sellerBrowser, textOf } from './seller-browser.ts';

const service = await serviceForFile();
let seller: Seller;
let auction: InsertedAuction;
let ada: Bidder;
let browser: SellerBrowser;
let path: string;

beforeEach(async () => {
  seller = await service.seller();
  auction = await service.auction(seller, { ...ongoing, title: 'A desk' });
  ada = aBidder(service, auction, { bidderId: 'customer-7' });
  await ada.bid({ amount: '80', email: 'ada@example.com', bidderId: 'customer-7' });
  await endAuction(service.db, auction.auctionId);
  await settleAuction(service.deps, auction.auctionId);
  browser = await sellerBrowser(service, seller);
  path = `/seller/auctions/${auction.auctionId}`;
});

const ticked = { reason: 'REQUESTED_BY_CUSTOMER', confirm: 'yes' };
const winnersPage = async () => textOf(await ada.get(`/auctions/${auction.auctionId}?bidderId=customer-7`));

/** Somebody at the provider's dashboard, or the cardholder, changes what was charged, and the service hears of it. */
async function outside(change: ReversalChange, amountInCents: number | null): Promise<void> {
  const { rows } = await service.db.query<{ reference: string; authorizationId: string }>(
    `select provider_reference as reference, authorization_id as "authorizationId" from authorizations where auction_id = $1`,
    [auction.auctionId],
  );
  const { reference, authorizationId } = rows[0]!;
  expect(await reversePayment(service.db, { reference, change, amountInCents })).toBe(true);
  await followEvent(service.deps, 'simulated', { kind: 'reversed', reference, authorizationId });
}

describe('the form of a refund', () => {
  test('gives a part back, and both sides read what was given back and what is left', async () => {
    const before = textOf(await browser.get(path));
    expect(before).toContain('$80.00 was charged to the card.');
    expect(before).toContain('$80.00 can be refunded.');
    const sent = await browser.send(path, 'refund', { ...ticked, amount: '12.50' });
    expect([sent.status, doneBy(sent)]).toEqual([303, 'refundAsked']);
    expect(textOf(await browser.get(path))).toContain('$67.50 can be refunded. $12.50 ·');
    expect(textOf(await browser.get(path))).toContain('The payment provider is asked for it.');
    await askDueRefunds(service.deps);
    const after = textOf(await browser.get(path));
    expect(after).toContain('$80.00 was charged to the card. $12.50 of it was given back. $67.50 is left.');
    expect(after).toContain('$67.50 can be refunded.');
    expect(after).toContain('Given back.');
    expect(await winnersPage()).toContain('$80.00 was charged to your card. $12.50 of it was given back.');
  });

  test('gives all of it back by default, and then has nothing left', async () => {
    await browser.send(path, 'refund', { ...ticked, amount: '80.00' });
    await askDueRefunds(service.deps);
    const page = await browser.get(path);
    expect(textOf(page)).toContain('$80.00 was charged to the card. All of it was given back.');
    expect(textOf(page)).toContain('Nothing is left to refund.');
    expect(page.text).not.toContain('id="form-refund"');
    expect(await winnersPage()).toContain('$80.00 was charged to your card. All of it was given back.');
  });

  test.each([
    ['more than is left', { amount: '80.01' }, 'This is too much.'],
    ['nothing', { amount: '0' }, 'more than $0.00'],
    ['no number', { amount: 'all' }, 'Amount:'],
  ])('refuses %s, and keeps what was typed', async (_, fields, words) => {
    const sent = await browser.send(path, 'refund', { ...ticked, ...fields });
    expect(textOf(sent)).toContain(words);
    expect(sent.text).toContain(`value="${fields.amount}"`);
    const { rows } = await service.db.query('select from refunds where auction_id = $1', [auction.auctionId]);
    expect(rows).toEqual([]);
  });

  test('asks for a tick before any money moves', async () => {
    const sent = await browser.send(path, 'refund', { amount: '80.00', reason: 'DUPLICATE' });
    expect(textOf(sent)).toContain('Tick this first.');
    const twice = await browser.send(path, 'refund', { amount: 'a lot', reason: 'REQUESTED_BY_CUSTOMER' });
    expect(textOf(twice)).toMatch(/2 things need a change .*Write the bid in digits.*Tick this first\./);
  });

  test('says a refusal of the provider in words, and that no money has moved', async () => {
    await outside('dispute', 1_000);
    await browser.send(path, 'refund', { ...ticked, amount: '20' });
    await askDueRefunds(service.deps);
    const text = textOf(await browser.get(path));
    expect(text).toContain('Refused, and no money has moved: the cardholder disputes the payment.');
    expect(text).toContain('$80.00 was charged to the card. A dispute has taken $10.00 of it back. $70.00 is left.');
    expect(await winnersPage()).toContain('A dispute has taken $10.00 of it back.');
  });

  test('leads to the dashboard of the provider where the provider has one', async () => {
    await browser.send(path, 'refund', { ...ticked, amount: '20' });
    const simulated = {
      ...service.deps.gateways.simulated,
      refund: async () => ({ outcome: 'refused', code: 'not_permitted' }) as const,
      dashboardUrl: ({ reference }: { reference: string }) => `https://dashboard.example/payments/${reference}`,
    };
    await askDueRefunds({ ...service.deps, gateways: { ...service.deps.gateways, simulated } });
    const page = await browser.get(path);
    expect(textOf(page)).toContain('your account at the payment provider may not refund.');
    expect(page.text).toMatch(/<a href="https:\/\/dashboard\.example\/payments\/[\w-]+" rel="noreferrer">/);
  });

  test('is not there for a key without the scope, which is named', async () => {
    const weak = await service.seller({ name: seller.name, scopes: ['auctions:read', 'bids:read'] });
    const page = await (await sellerBrowser(service, weak)).get(path);
    expect(page.text).not.toContain('id="form-refund"');
    expect(textOf(page)).toContain('payments:refund');
  });
});

test.each(languages)('every amount that came back is on both pages, and none before: %s', async (language) => {
  const amount = locales[language].dollars(1_111).replaceAll(/\s+/g, ' ');
  const read = async () => [
    textOf(await (await sellerBrowser(service, seller, [`lang=${language}`])).get(path)),
    textOf(
      await service.request(`/auctions/${auction.auctionId}?bidderId=customer-7`, {
        headers: { cookie: ada.cookie!, 'accept-language': language },
      }),
    ),
  ];
  for (const text of await read()) expect(text).not.toContain(amount);
  await outside('refund', 1_111);
  for (const text of await read()) expect(text).toContain(amount);
  await outside('refund_failed', null);
  expect((await read())[1]).not.toContain(amount);
});

test('the seller reads the e-mail address of a winner whom the link named by an id', async () => {
  const page = await browser.get(path);
  expect(textOf(page)).toContain('customer-7 has won');
  expect(page.text).toContain('href="mailto:ada@example.com"');
  const query = `{ auction(auctionId: "${auction.auctionId}") { winningBid { bidderId winnerEmail } } }`;
  expect((await seller.graphql(query)).body.data.auction.winningBid).toEqual({
    bidderId: 'customer-7',
    winnerEmail: 'ada@example.com',
  });
  const erasing = await seller.mutate('eraseBidder', { bidderId: 'customer-7' }, 'erasure { bids }');
  expect(erasing.body.data.eraseBidder.bids).toBe(1);
  expect((await seller.graphql(query)).body.data.auction.winningBid.winnerEmail).toBeNull();
});
