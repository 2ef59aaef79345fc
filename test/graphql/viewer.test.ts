import { expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { answerOf } from './pages.ts';

const service = await sharedService();

test('a key learns its seller, mode, scopes and itself, whatever its scopes', async () => {
  const seller = await service.seller();
  const { viewer } = await answerOf(
    seller,
    '{ viewer { seller { id } mode scopes key { prefix sellerId } } sellerProfile { id } }',
  );
  expect(viewer).toMatchObject({ mode: 'TEST', key: { prefix: seller.key.slice(0, viewer.key.prefix.length) } });
  expect(viewer.key.sellerId).toBe(seller.sellerId);
  expect(viewer.scopes).toContain('AUCTIONS_READ');
  const ofWebhooks = await service.seller({ scopes: ['webhooks:write'] });
  const { body } = await ofWebhooks.graphql('{ viewer { seller { id } scopes } }');
  expect(body).toMatchObject({
    data: { viewer: { seller: null, scopes: ['WEBHOOKS_WRITE'] } },
    errors: [{ path: ['viewer', 'seller'], extensions: { code: 'insufficient_scope' } }],
  });
});

test('without a key there is no viewer', async () => {
  const body = JSON.stringify({ query: '{ viewer { mode } }' });
  const headers = { 'content-type': 'application/json' };
  const answer = await service.request('/graphql', { method: 'POST', headers, body });
  expect(answer.body.errors[0].extensions.code).toBe('missing_api_key');
});

test('an argument takes the id of an object as well as its UUID, as a literal, a variable and in a filter', async () => {
  const seller = await service.seller();
  const auction = await service.auction(seller);
  const { bidId } = await service.bid(auction);
  const { auctionId } = auction;
  const { auctions, bids } = await answerOf(seller, '{ auctions { nodes { id } } bids { nodes { id } } }');
  const ids = { auction: auctions.nodes[0].id, bid: bids.nodes[0].id };
  expect(await answerOf(seller, `{ auction(auctionId: "${ids.auction}") { auctionId } }`)).toEqual({
    auction: { auctionId },
  });
  const query = `query ($auction: ID!, $bid: ID!) {
    bid(bidId: $bid) { bidId }
    auctions(filter: { ids: [$auction] }) { nodes { auctionId } }
    bids(filter: { auctionId: $auction }) { nodes { bidId } }
  }`;
  const expected = { bid: { bidId }, auctions: { nodes: [{ auctionId }] }, bids: { nodes: [{ bidId }] } };
  expect(await answerOf(seller, query, ids)).toEqual(expected);
  expect(await answerOf(seller, query, { auction: auctionId, bid: bidId })).toEqual(expected);
  const { body } = await seller.graphql(`{ auction(auctionId: "${ids.bid}") { auctionId } }`);
  expect(body.errors[0].extensions.code).toBe('invalid_request');
});
