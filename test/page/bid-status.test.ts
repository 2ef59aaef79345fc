import { expect, test } from 'vitest';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { ongoing } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';
import { aBidder, type Bidder, cards, readable } from './bidder.ts';
import { endAuction } from '../support/end-auction.ts';

const service = await serviceForFile();
const seller = await service.seller();

const anAuction = () => service.auction(seller, ongoing);

/** The strip under the price and the tab's title, as the bidder's browser is shown them now. */
async function statusOf(bidder: Bidder): Promise<{ strip: string | null; title: string }> {
  const { text } = await bidder.open();
  const strip = /<div id="status"><div class="notice [^"]*"><p>(.*?)<\/p>/s.exec(text);
  return {
    strip: strip === null ? null : readable(strip[1]!).trim(),
    title: /<title>(.*?)<\/title>/.exec(text)![1]!,
  };
}

async function settle({ auctionId }: { auctionId: string }): Promise<void> {
  await endAuction(service.db, auctionId);
  await settleAuction(service.deps, auctionId);
}

test('a stranger has no status, and the title of the tab is that of the auction', async () => {
  const auction = await anAuction();
  await service.bid(auction, { bidValueInCents: 2_500 });
  expect(await statusOf(aBidder(service, auction))).toEqual({ strip: null, title: 'A walnut desk' });
});

test('the page tells a leading bidder the hold, and an outbid bidder the difference', async () => {
  const auction = await anAuction();
  const [ada, grace, hedy] = [aBidder(service, auction), aBidder(service, auction), aBidder(service, auction)];
  await ada.bid({ amount: '65' });
  expect(await statusOf(ada)).toEqual({
    strip:
      'You lead Your bid of $65.00 is the highest, and is held on your card. If somebody bids more, you can raise yours.',
    title: 'You lead · A walnut desk',
  });
  // The list of the bids does not repeat it.
  expect(readable((await ada.open()).text).match(/is the highest, and is held/g)).toHaveLength(1);
  await grace.bid({ amount: '75' });
  expect(await statusOf(ada)).toEqual({
    strip:
      'Outbid by $10.00 Your bid of $65.00 stays held as a backup, and wins only if the cards of all bids that rank before it fail.',
    title: 'Outbid by $10.00 · A walnut desk',
  });
  await hedy.open();
  await hedy.press(await hedy.send({ amount: '75' }));
  expect((await statusOf(hedy)).strip).toBe(
    'Equal, but later Your bid of $75.00 is equal to the leading bid, which was earlier. It stays held as a backup, and wins only if the cards of all bids that rank before it fail.',
  );
  expect((await statusOf(grace)).title).toBe('You lead · A walnut desk');
});

test('a bid that waits, for its bidder or for the bank, is not hidden', async () => {
  const auction = await anAuction();
  const [ada, grace] = [aBidder(service, auction), aBidder(service, auction)];
  await ada.bid({ amount: '65', cardNumber: cards.challenged });
  expect((await statusOf(ada)).strip).toBe(
    'Waiting for you Your bank wants you to confirm your bid of $65.00. It is not placed yet, and nothing is held for it.',
  );
  await grace.bid({ amount: '20' });
  await grace.open();
  await grace.press(await grace.send({ amount: '30', cardNumber: cards.serverError }));
  // As while the provider's answer is on its way.
  await service.db.query(
    `update authorizations set state = 'intended', failure_code = null where value_in_cents = 3000`,
  );
  expect(await statusOf(grace)).toEqual({
    strip:
      'Waiting for your bank We are still checking your bid of $30.00 with the bank. Either it is placed, or the amount is released: you need not do anything, and need not bid again.',
    title: 'Waiting for your bank · A walnut desk',
  });
  expect(readable((await grace.open()).text)).toContain('You lead Your bid of $20.00 is the highest');
});

test('after the end: the highest, then won and not won', async () => {
  const auction = await anAuction();
  const [ada, grace] = [aBidder(service, auction), aBidder(service, auction)];
  await ada.bid({ amount: '65' });
  await grace.bid({ amount: '75' });
  await endAuction(service.db, auction.auctionId);
  expect((await statusOf(grace)).title).toBe('Highest bid · A walnut desk');
  expect((await statusOf(ada)).title).toBe('Outbid by $10.00 · A walnut desk');
  await settle(auction);
  // The result is said once, in place of the form.
  expect(await statusOf(grace)).toEqual({ strip: null, title: 'You have won · A walnut desk' });
  expect(readable((await grace.open()).text)).toContain(
    'You have won Your bid has won, and $75.00 was charged to your card.',
  );
  expect(await statusOf(ada)).toEqual({ strip: null, title: 'Not won · A walnut desk' });
  expect(readable((await ada.open()).text)).toContain('This bid has not won.');
});

test('after a cancellation nobody reads that a bid has not won', async () => {
  const auction = await anAuction();
  const ada = aBidder(service, auction);
  await ada.bid({ amount: '65' });
  await seller.delete(`/v1/auctions/${auction.auctionId}`);
  expect(await statusOf(ada)).toEqual({ strip: null, title: 'Cancelled · A walnut desk' });
  const words = readable((await ada.open()).text);
  expect(words).toContain('The seller has cancelled it.');
  expect(words).not.toContain('has not won');
});

test('a bid that an operator has voided cannot win, and its bidder is told so', async () => {
  const auction = await anAuction();
  const ada = aBidder(service, auction);
  await ada.bid({ amount: '65' });
  const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
  const { rows } = await service.db.query<{ bidId: string }>(
    'select bid_id as "bidId" from bids where auction_id = $1',
    [auction.auctionId],
  );
  const { body } = await admin.mutate(
    'voidBid',
    { bidId: rows[0]!.bidId, reason: 'A stolen card', confirm: true },
    'operatorAction { state }',
  );
  expect(body.errors).toBeUndefined();
  expect((await statusOf(ada)).strip).toBe(
    'Voided The operator of the service has voided this bid: it cannot win any more. No money was taken. Nothing is held for this bid.',
  );
});

test('a hold that lapsed while the auction runs: the bid cannot win, and the bidder is asked to bid again', async () => {
  const auction = await anAuction();
  const ada = aBidder(service, auction);
  await ada.bid({ amount: '65' });
  await service.db.query(
    `update authorizations set state = 'expired', failure_code = 'authorization_expired', closed_at = clock_timestamp(),
       next_attempt_at = null where auction_id = $1`,
    [auction.auctionId],
  );
  const { strip, title } = await statusOf(ada);
  expect(strip).toBe(
    'Hold lapsed The time of the hold is over, so this bid cannot win any more. No money was taken. Nothing is held for this bid. Bid again to take part.',
  );
  expect(title).toBe('Hold lapsed · A walnut desk');
  const { text } = await ada.open();
  expect(readable(text)).toContain('Bid again to take part.');
  expect(text).toContain('<form');
});
