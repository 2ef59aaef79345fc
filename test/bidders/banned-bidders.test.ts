import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { aBidder, bidderWithForm, cards, readable } from '../page/bidder.ts';

const service = await sharedService();

const ban = (seller: Seller, bidderId: string, reason = 'Never pays') =>
  seller.mutate('banBidder', { bidderId, reason }, 'bannedBidder { bidderId reason }');
const unban = (seller: Seller, bidderId: string) => seller.mutate('unbanBidder', { bidderId }, 'deletedBannedBidderId');
const banned = async (seller: Seller, page = '') =>
  (await seller.graphql(`{ bannedBidders${page} { nodes { bidderId reason } pageInfo { endCursor } } }`)).body.data
    .bannedBidders;

test('refuses a banned bidder before any hold, and leaves standing bids and other sellers alone', async () => {
  const [seller, other] = [await service.seller(), await service.seller()];
  const auction = await service.auction(seller, ongoing);
  const elsewhere = await service.auction(other, ongoing);
  expect(readable((await aBidder(service, auction, { bidderId: 'ada' }).bid()).text)).toContain('You lead');
  expect((await ban(seller, 'ada')).body.data.banBidder).toEqual({
    bidderId: 'ada',
    reason: 'Never pays',
  });

  const refused = await aBidder(service, auction, { bidderId: 'ada' }).bid({ amount: '30' });
  expect(refused.status).toBe(409);
  expect(readable(refused.text)).toContain(
    'The seller does not take bids from this bidder. The bid was not placed. Nothing is held for this bid.',
  );
  expect(readable(refused.text)).not.toContain('Never pays');
  const { rows } = await service.db.query(
    'select bidder_id, state from authorizations where auction_id = $1 order by created_at',
    [auction.auctionId],
  );
  expect(rows).toEqual([{ bidder_id: 'ada', state: 'authorized' }]);
  expect(readable((await aBidder(service, auction, { bidderId: 'Ada' }).bid({ amount: '30' })).text)).toContain(
    'You lead',
  );
  expect(readable((await aBidder(service, elsewhere, { bidderId: 'ada' }).bid()).text)).toContain('You lead');

  const lifted = { deletedBannedBidderId: btoa('BannedBidder:ada') };
  expect((await unban(seller, 'ada')).body.data.unbanBidder).toEqual(lifted);
  expect((await unban(seller, 'ada')).body.data.unbanBidder).toEqual(lifted);
  expect(readable((await aBidder(service, auction, { bidderId: 'ada' }).bid({ amount: '40' })).text)).toContain(
    'You lead',
  );
});

test('a banned bidder reads it before a card is asked for, by a bidderId and by an e-mail address alike', async () => {
  const seller = await service.seller();
  const auction = await service.auction(seller, ongoing);
  await ban(seller, 'ada');
  await ban(seller, 'ada@example.com');
  const noCard = { cardNumber: undefined, cardExpiry: undefined, cardCvc: undefined };
  for (const who of [{ bidderId: 'ada' }, {}]) {
    const bidder = await bidderWithForm(service, auction, who);
    const refused = await bidder.send(noCard);
    expect(refused.status).toBe(409);
    expect(readable(refused.text)).toContain(
      'Not placed The seller does not take bids from this bidder. The bid was not placed. Nothing is held for this bid.',
    );
    expect(refused.text).not.toContain('name="cardNumber"');
  }
  const other = await bidderWithForm(service, auction, { bidderId: 'grace' });
  expect((await other.send(noCard)).text).toContain('name="cardNumber"');
});

test('a ban that comes while the bank still asks refuses the bid, and the hold is released', async () => {
  const seller = await service.seller();
  const auction = await service.auction(seller, ongoing);
  const bidder = aBidder(service, auction, { bidderId: 'ada' });
  const challenge = await bidder.bid({ cardNumber: cards.challenged });
  await ban(seller, 'ada');
  const page = await bidder.follow(await bidder.press(challenge, { name: 'verdict', value: 'pass' }));
  expect(readable(page.text)).toContain('The seller does not take bids from this bidder.');
  const { rows } = await service.db.query(
    'select state, failure_code, bid_id from authorizations where auction_id = $1',
    [auction.auctionId],
  );
  expect(rows).toEqual([{ state: 'released', failure_code: 'bidder_banned', bid_id: null }]);
});

test('the list of bans is paged, newest first, and holds a bidder once', async () => {
  const seller = await service.seller();
  for (const bidderId of ['ada', 'bob', 'eve', 'bob']) {
    await ban(seller, bidderId, `Because of ${bidderId}`);
    // Bans within one millisecond have no order.
    await delay(2);
  }
  await ban(seller, 'bob', 'Another reason');
  const { nodes, pageInfo } = await banned(seller, '(first: 2)');
  expect(nodes).toEqual([
    { bidderId: 'eve', reason: 'Because of eve' },
    { bidderId: 'bob', reason: 'Another reason' },
  ]);
  // The cursor of a ban leads on after the ban is lifted.
  await unban(seller, 'bob');
  const rest = await banned(seller, `(first: 2, after: "${pageInfo.endCursor}")`);
  expect(rest.nodes).toEqual([{ bidderId: 'ada', reason: 'Because of ada' }]);
  expect((await banned(await service.seller())).nodes).toEqual([]);
});

test('a seller has at most 10,000 bans; one that exists can still be changed and lifted', async () => {
  const seller = await service.seller();
  await ban(seller, 'ada');
  await service.db.query(
    `insert into banned_bidders (seller_id, digest, bidder_id, reason)
     select $1, sha256(n::text::bytea), 'bidder-' || n, 'Many' from generate_series(2, 10000) n`,
    [seller.sellerId],
  );
  expect((await ban(seller, 'eve')).body.errors[0].extensions.code).toBe('banned_bidder_limit');
  expect((await ban(seller, 'ada', 'A new reason')).body.data.banBidder.reason).toBe('A new reason');
  await unban(seller, 'ada');
  expect((await ban(seller, 'eve')).body.errors).toBe(undefined);
});

test('every fault of a ban is named', async () => {
  const seller = await service.seller();
  const { body } = await ban(seller, 'a\u0007', 'No');
  expect(body.errors[0].extensions.errors).toMatchObject([
    { pointer: '/bidderId', code: 'control_character' },
    { pointer: '/reason', code: 'too_short' },
  ]);
});

test.each(['{{customer.id}}', 'undefined', ' ', 'a\u200bb'])(
  'nobody is called %j: such a ban is refused',
  async (bidderId) => {
    const { body } = await ban(await service.seller(), bidderId);
    expect(body.errors[0].extensions).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/bidderId' }] });
  },
);
