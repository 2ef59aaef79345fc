import { createHmac } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { aBidder, bidderWithForm, cards, readable, someToken } from './bidder.ts';

const service = await sharedService();

let seller: Seller;
let secret: string;
beforeEach(async () => {
  seller = await service.seller();
  secret = await rotate();
  await require(true);
});

async function rotate(overlapSeconds = 3_600): Promise<string> {
  const { body } = await seller.mutate('rotateBidderSecret', { overlapSeconds }, 'secret');
  return body.data.rotateBidderSecret.secret;
}

async function require(isRequired: boolean): Promise<void> {
  const { body } = await seller.mutate('requireSignedBidders', { isRequired }, 'bidderSigning { isRequired }');
  expect(body.data.requireSignedBidders).toEqual({ isRequired });
}

/** As a seller computes it, with nothing of the service's own. */
const sign = (auctionId: string, bidderId: string, key = secret) =>
  createHmac('sha256', key).update(`${auctionId}.${bidderId}`, 'utf8').digest('hex');

const linkTo = (auctionId: string, bidderId: string, signature: string) =>
  `/auctions/${auctionId}?${new URLSearchParams({ bidderId, signature })}`;

const anAuction = () => service.auction(seller, ongoing);

async function attemptsAt(auctionId: string): Promise<string[]> {
  const { rows } = await service.db.query<{ bidder: string }>(
    'select bidder_id as bidder from authorizations where auction_id = $1',
    [auctionId],
  );
  return rows.map(({ bidder }) => bidder);
}

test('through a signed link the named bidder bids, through faults and the bank', async () => {
  const auction = await anAuction();
  const bidderId = 'customer "42" & Söhne';
  const bidder = aBidder(service, auction);
  const opened = await bidder.open(linkTo(auction.auctionId, bidderId, sign(auction.auctionId, bidderId)));
  expect(opened.status).toBe(200);
  expect((await bidder.send({ email: 'none' })).status).toBe(422);
  const challenge = await bidder.follow(await bidder.send({ cardNumber: cards.challenged }));
  const page = await bidder.follow(await bidder.press(challenge, { name: 'verdict', value: 'pass' }));
  expect(readable(page.text)).toContain('Your bid: $25.00 · You lead');
  expect(readable(page.text)).toContain(`You bid as ${bidderId} .`);
  expect(await attemptsAt(auction.auctionId)).toEqual([bidderId]);
});

test('a signature of another bidder, another auction, another secret or in part is refused, and nothing is held', async () => {
  const auction = await anAuction();
  const other = await anAuction();
  const { auctionId } = auction;
  const good = sign(auctionId, 'ada');
  const wrong: [string, string][] = [
    ['bob', good],
    ['ada', sign(other.auctionId, 'ada')],
    ['ada', sign(auctionId, 'ada', 'bidsec_another')],
    ['ada', `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`],
    ['ada', good.slice(32)],
    ['ada', 'none'],
    ['ada', ''],
  ];
  for (const [bidderId, signature] of wrong) {
    const bidder = aBidder(service, auction);
    const shown = await bidder.open(linkTo(auctionId, bidderId, signature));
    expect(shown.status).toBe(403);
    expect(readable(shown.text)).toContain('Its signature is not valid');
    // Looking is allowed.
    expect(readable(shown.text)).toContain('Sold by');
    expect(shown.text).not.toContain('<form');
    const sent = await bidder.send({ bidderId, signature, token: someToken(), confirmed: '2500 high' });
    expect(sent.status).toBe(403);
  }
  expect(await attemptsAt(auctionId)).toEqual([]);
});

test('without a signature everybody looks and nobody bids: by e-mail, by a bidderId, by a form made up', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  const bare = await bidder.open();
  expect(bare.status).toBe(200);
  expect(readable(bare.text)).toContain('Bidding needs a link from the seller');
  expect(bare.text).not.toContain('<form');
  expect((await bidder.open(`/auctions/${auction.auctionId}?bidderId=ada`)).status).toBe(403);
  for (const fields of [{}, { bidderId: 'ada' }]) {
    const sent = await bidder.send({ ...fields, token: someToken(), confirmed: '2500 high' });
    expect(sent.status).toBe(403);
    expect(readable(sent.text)).toContain('Bidding needs a link from the seller');
    expect(readable(sent.text)).toContain('The bid was not placed');
    expect(readable(sent.text)).toContain('Nothing is held for this bid.');
  }
  expect(await attemptsAt(auction.auctionId)).toEqual([]);
});

test('a form that was open when its seller began to require signatures is refused with what became of it', async () => {
  await require(false);
  const auction = await anAuction();
  const bidder = await bidderWithForm(service, auction);
  await require(true);
  const noCard = { cardNumber: undefined, cardExpiry: undefined, cardCvc: undefined };
  for (const fields of [noCard, {}]) {
    const sent = await bidder.send(fields);
    expect(sent.status).toBe(403);
    expect(readable(sent.text)).toContain(
      'Not placed Bidding here needs the link that the seller has sent to you. The bid was not placed. Nothing is held for this bid.',
    );
  }
  expect(await attemptsAt(auction.auctionId)).toEqual([]);
});

test('no other way to place a bid forgets it: the statement before the hold refuses', async () => {
  const { auctionId } = await anAuction();
  const bid = {
    auctionId,
    bidderId: 'ada',
    email: 'ada@example.com',
    valueInCents: 2_500,
    cardToken: 'simulated_card_visa',
    returnUrl: 'https://auctions.test/',
  };
  const refused = { outcome: 'refused', code: 'bidder_not_signed', authorizationId: null };
  expect(await placeBid(service.deps, { ...bid, submissionToken: someToken() })).toEqual(refused);
  expect(await attemptsAt(auctionId)).toEqual([]);
});

test.each([
  ['two signatures', (good: string) => `bidderId=ada&signature=${good}&signature=${good}`, 'two signatures'],
  ['no bidder', (good: string) => `signature=${good}`, 'names no bidder'],
  ['a misspelt name', (good: string) => `bidderId=ada&Signatur=${good}`, 'The parameter is called “signature”'],
])('a link with %s says what is wrong with it', async (_, query, sentence) => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  const shown = await bidder.open(`/auctions/${auction.auctionId}?${query(sign(auction.auctionId, 'ada'))}`);
  expect(shown.status).toBe(400);
  expect(readable(shown.text)).toContain(sentence);
  expect(shown.text).not.toContain('<form');
});

test('links without a signature work if none is required, and a wrong signature is refused', async () => {
  await require(false);
  const auction = await anAuction();
  expect(readable((await aBidder(service, auction, { bidderId: 'ada' }).bid()).text)).toContain('You lead');
  const wrong = await aBidder(service, auction).open(linkTo(auction.auctionId, 'ada', '0'.repeat(64)));
  expect(wrong.status).toBe(403);
});

test('two secrets are valid while they overlap, and one without an overlap; a requirement without any is refused', async () => {
  const auction = await anAuction();
  const { auctionId } = auction;
  const statusWith = async (key: string) =>
    (await aBidder(service, auction).open(linkTo(auctionId, 'ada', sign(auctionId, 'ada', key)))).status;
  const second = await rotate();
  expect([await statusWith(secret), await statusWith(second)]).toEqual([200, 200]);
  await service.db.query(
    `update bidder_signing set previous_secret_expires_at = clock_timestamp() - interval '1 second' where seller_id = $1`,
    [seller.sellerId],
  );
  expect([await statusWith(secret), await statusWith(second)]).toEqual([403, 200]);
  const third = await rotate(0);
  expect([await statusWith(secret), await statusWith(second), await statusWith(third)]).toEqual([403, 403, 200]);

  const beginner = await service.seller();
  const { body } = await beginner.mutate('requireSignedBidders', { isRequired: true }, 'bidderSigning { isRequired }');
  expect(body.errors[0].extensions.code).toBe('bidder_secret_missing');
  const { body: reading } = await beginner.graphql('{ bidderSigning { isRequired hasSecret } }');
  expect(reading.data.bidderSigning).toEqual({ isRequired: false, hasSecret: false });
});

test('a repetition under the same Idempotency-Key does not return the secret again', async () => {
  const ask = () =>
    seller.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'rotation' },
      body: JSON.stringify({
        query: 'mutation { rotateBidderSecret(input: {}) { secret errors { code fault message path } } }',
      }),
    });
  const first = await ask();
  const shown = first.body.data.rotateBidderSecret.secret;
  expect(shown).toMatch(/^bidsec_[0-9a-f]{64}$/);
  expect((await ask()).text).not.toContain(shown);
  const { rows } = await service.db.query<{ body: string }>('select body from idempotency_keys');
  expect(rows.map(({ body }) => body).join()).not.toContain(shown);
});
