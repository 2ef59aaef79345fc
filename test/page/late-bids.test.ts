import { expect, test } from 'vitest';
import { cancelled, ongoing, settling, unsold, upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { aBidder, bidderWithForm, cards, readable, someToken } from './bidder.ts';
import { endAuction } from '../support/end-auction.ts';

const service = await sharedService();
const seller = await service.seller();

const endNow = ({ auctionId }: { auctionId: string }) => endAuction(service.db, auctionId);
const holdsAt = async ({ auctionId }: { auctionId: string }) =>
  (await service.db.query('select from authorizations where auction_id = $1', [auctionId])).rowCount;

test.each([
  ['before the start', upcoming, 'came before the start'],
  ['after the end, while it settles', settling, 'came after the end'],
  ['after the end', unsold, 'came after the end'],
  ['after a cancellation', cancelled, 'came after the seller had cancelled the auction'],
])('a form that comes %s: the page says so, and that nothing is held', async (_, options, reason) => {
  const auction = await service.auction(seller, options);
  const bidder = await bidderWithForm(service, auction);
  const { status, text } = await bidder.send({ token: someToken(), amount: '120' });
  expect(status).toBe(409);
  expect(readable(text)).toContain(
    `Not placed Your bid ${reason}. The bid was not placed. Nothing is held for this bid.`,
  );
  expect(text).toMatch(/id="refusal" role="alert"/);
  expect(await holdsAt(auction)).toBe(0);
});

test('a faulty form, one without our cookie, and one that goes back to change come late, too', async () => {
  const auction = await service.auction(seller, unsold);
  const bidder = await bidderWithForm(service, auction);
  const faulty = await bidder.send({ token: someToken(), amount: 'twelve', email: '', cardNumber: '' });
  expect(readable(faulty.text)).toContain('Your bid came after the end. The bid was not placed');
  const changed = await bidder.send({ token: someToken(), amount: '60,50', change: '1' });
  expect(readable(changed.text)).toContain('Your bid came after the end. The bid was not placed');
  bidder.cookie = null;
  const unnamed = await bidder.send({ token: someToken(), amount: '120' });
  expect(readable(unnamed.text)).toContain('Your bid came after the end. The bid was not placed');
});

test('a confirmation that was left open until after the end', async () => {
  const auction = await service.auction(seller, { ...ongoing, minimumBidValueInCents: 1_000 });
  const bidder = await bidderWithForm(service, auction);
  const question = await bidder.send({ amount: '120' });
  expect(readable(question.text)).toContain('Is $120.00 right?');
  await endNow(auction);
  const late = await bidder.press(question);
  expect(late.status).toBe(409);
  expect(readable(late.text)).toContain('Your bid came after the end. The bid was not placed');
  expect(await holdsAt(auction)).toBe(0);
});

test('a form that counted in time keeps its own answer after the end', async () => {
  const auction = await service.auction(seller, ongoing);
  const bidder = aBidder(service, auction);
  await bidder.bid({ amount: '25' });
  const token = bidder.hidden['token']!;
  await bidder.open();
  const last = await bidder.send({ amount: '30', cardNumber: cards.good, token: someToken(), confirmed: '3000 raise' });
  expect(last.status).toBe(303);
  await endNow(auction);
  const again = await bidder.follow(last);
  expect(readable(again.text)).toContain('Your bid: $30.00 · Highest bid');
  expect(readable(again.text)).not.toContain('came after the end');
  expect(token).not.toBe('');
});
