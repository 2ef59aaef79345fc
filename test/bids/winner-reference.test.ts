import { expect, test } from 'vitest';
import { newWinnerReference, readWinnerReference } from '../../src/auctions/bids/winner-reference.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { eventBody } from '../../src/auctions/webhooks/event-body.ts';
import { eventColumns, type EventRow } from '../../src/auctions/webhooks/events.ts';
import { followUpEvents } from '../../src/operations/work/follow-up-events.ts';
import { aBidder } from '../page/bidder.ts';
import { sellerBrowser } from '../seller-pages/seller-browser.ts';
import { endAuction } from '../support/end-auction.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { publicUrl, serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const { db, deps } = service;
const shape = /\b[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{3}\b/;

/** A sold auction with its winner and a loser. */
async function sold() {
  const seller = await service.seller();
  const auction = await service.auction(seller, ongoing);
  const [winner, loser] = [aBidder(service, auction), aBidder(service, auction)];
  await loser.bid({ amount: '20', email: 'loser@example.com' });
  await winner.bid({ amount: '30', email: 'winner@example.com' });
  expect((await winner.open()).text).not.toMatch(shape);
  await endAuction(db, auction.auctionId);
  await settleAuction(deps, auction.auctionId);
  const reference = shape.exec((await winner.open()).text)![0];
  return { seller, auction, winner, loser, reference };
}

const find = async (seller: Pick<Seller, 'graphql'>, reference: string) =>
  (
    await seller.graphql(
      'query ($reference: String!) { bidOfWinner(reference: $reference) { bidderId winnerReference } }',
      {
        reference,
      },
    )
  ).body;

test('the winner and the seller have the same reference, and nobody else sees it', async () => {
  const { seller, auction, winner, loser, reference } = await sold();
  const { auctionId } = auction;
  const query = `query ($auctionId: ID!) { bids(filter: { auctionId: $auctionId }) { nodes { isWinningBid winnerReference } } }`;
  expect((await seller.graphql(query, { auctionId })).body.data.bids.nodes).toEqual([
    { isWinningBid: true, winnerReference: reference },
    { isWinningBid: false, winnerReference: null },
  ]);
  const page = await (await sellerBrowser(service, seller)).get(`/seller/auctions/${auctionId}`);
  expect(page.text).toContain(reference);
  const privateLink = /href="([^"]*\/follow\?[^"]*)"/.exec((await winner.open()).text)![1]!.replaceAll('&amp;', '&');
  expect((await service.request(privateLink.slice(publicUrl.length))).text).toContain(reference);

  const shown = [
    await loser.open(),
    await aBidder(service, auction).open(),
    await seller.get(`/v1/bids?auctionId=${auctionId}`),
  ];
  for (const { text } of shown) expect(text).not.toContain(reference);
});

test('the seller finds the winner by it in every spelling, a mistyped one is refused, and a stranger’s is unknown', async () => {
  const { seller, reference } = await sold();
  for (const typed of [reference, reference.toLowerCase(), ` ${reference.replaceAll('-', ' ')}`]) {
    expect((await find(seller, typed)).data.bidOfWinner).toEqual({
      bidderId: 'winner@example.com',
      winnerReference: reference,
    });
  }
  const last = reference.at(-1) === 'A' ? 'B' : 'A';
  for (const mistyped of [reference.slice(0, -1) + last, reference.slice(0, -1), `${reference}2`, '', 'ÄÖÜ-ÄÖÜ-ÄÖÜ']) {
    const { errors } = await find(seller, mistyped);
    expect(errors[0].extensions).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/reference', code: 'invalid_value' }],
    });
  }
  expect((await find(await service.seller(), reference)).errors[0].extensions.code).toBe('bid_not_found');
  expect((await find(seller, newWinnerReference())).errors[0].extensions.code).toBe('bid_not_found');
});

test('the event of the winner has it, and no other event', async () => {
  const { auction, reference } = await sold();
  await followUpEvents(deps);
  const { rows } = await db.query<EventRow>(`select ${eventColumns} from webhook_events v where auction_id = $1`, [
    auction.auctionId,
  ]);
  const bodies = rows.map((event) => [event.eventType, eventBody(event, 'test', { publicUrl })] as const);
  const ofWinner = bodies.filter(([, body]) => body.includes(reference));
  expect(ofWinner.map(([eventType]) => eventType)).toEqual(['bid_won']);
  expect(JSON.parse(ofWinner[0]![1]).payload.winnerReference).toBe(reference);
  expect(bodies.length).toBeGreaterThan(3);
});

test('every wrong symbol, and every two that have changed places, are noticed', () => {
  const symbols = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  for (let count = 0; count < 20; count += 1) {
    const reference = newWinnerReference();
    expect(readWinnerReference(reference)).toBe(reference);
    const plain = [...reference.replaceAll('-', '')];
    for (const [at, right] of plain.entries()) {
      for (const symbol of symbols) {
        if (symbol !== right) expect(readWinnerReference(plain.with(at, symbol).join(''))).toBeNull();
      }
      for (const [other, there] of plain.entries()) {
        if (there !== right) expect(readWinnerReference(plain.with(at, there).with(other, right).join(''))).toBeNull();
      }
    }
  }
});
