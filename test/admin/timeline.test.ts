import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import type { Seller } from '../support/seller.ts';

let stage: AuctionStage;
let admin: Seller;
beforeAll(async () => {
  stage = await setAuctionStage();
  admin = await stage.service.seller({ scopes: ['admin'] });
});
afterAll(() => stage[Symbol.asyncDispose]());

async function timeline(args = ''): Promise<any[]> {
  return (await timelinePage(args)).nodes;
}

async function timelinePage(args: string): Promise<any> {
  const fields =
    'at kind sentence action state captureResult outcome eventType reversalKind reversalState failureCode reason valueInCents bidderId bidId authorizationId entryId';
  const { body } = await admin.graphql(
    `{ adminAuctions(first: 1, filter: { ids: ["${stage.auction.auctionId}"] }) { nodes { timeline${args} { nodes { ${fields} } totalCount pageInfo { endCursor hasNextPage hasPreviousPage } } } } }`,
  );
  expect(body.errors).toBeUndefined();
  return body.data.adminAuctions.nodes[0].timeline;
}

test('the life of an auction is one list, oldest first, page by page', async () => {
  const { auctionId } = stage.auction;
  await stage.seller.patch(`/v1/auctions/${auctionId}`, { title: 'A desk of walnut' });
  const lower = await stage.bid(5_000);
  const voided = await stage.bid(6_000);
  const higher = await stage.bid(7_000);
  await admin.mutate('voidBid', { bidId: voided, reason: 'A stolen card', confirm: true });
  await stage.settle();
  const entries = await timeline();
  const kinds = entries.map(({ kind }) => kind);
  expect(kinds[0]).toBe('CREATED');
  expect(kinds).toEqual(expect.arrayContaining(['CHANGED', 'BID_PLACED', 'HELD', 'COMPLETED']));
  expect(entries.filter(({ kind }) => kind === 'CHANGED')).toMatchObject([
    { action: 'updateAuction', sentence: 'Its seller changed it by updateAuction.', entryId: expect.any(String) },
  ]);
  expect(entries.filter(({ kind }) => kind === 'BID_PLACED')).toMatchObject([
    { bidId: lower, valueInCents: 5_000 },
    { bidId: voided, valueInCents: 6_000 },
    { bidId: higher, valueInCents: 7_000 },
  ]);
  expect(entries.filter(({ kind }) => kind === 'OPERATOR_ACTED')).toMatchObject([
    { action: 'voidBid', reason: 'A stolen card', bidId: voided, sentence: 'An operator ran voidBid: A stolen card.' },
  ]);
  expect(entries.filter(({ kind }) => kind.startsWith('CAPTURE_'))).toMatchObject([
    { kind: 'CAPTURE_REQUESTED', bidId: higher },
    { kind: 'CAPTURE_ANSWERED', bidId: higher, captureResult: 'CAPTURED' },
  ]);
  expect(entries.filter(({ kind }) => kind === 'HOLD_ENDED')).toMatchObject([
    { bidId: voided, state: 'RELEASED', failureCode: 'VOIDED', reason: null },
    { bidId: lower, state: 'RELEASED', failureCode: null },
  ]);
  expect(entries.find(({ kind }) => kind === 'COMPLETED')).toMatchObject({ outcome: 'SOLD', state: null });
  const instants = entries.map(({ at }) => Date.parse(at));
  expect(instants).toEqual(instants.toSorted((one, other) => one - other));
  const paged: any[] = [];
  for (let args = '(first: 1)', hasNext = true; hasNext;) {
    const { nodes, totalCount, pageInfo } = await timelinePage(args);
    paged.push(...nodes);
    expect(totalCount).toBe(entries.length);
    hasNext = pageInfo.hasNextPage;
    args = `(first: 1, after: "${pageInfo.endCursor}")`;
  }
  expect(paged).toEqual(entries);
  expect(await timeline('(last: 3)')).toEqual(entries.slice(-3));
});

test('refunds of one instant are on pages of their own', async () => {
  await stage.service.db.query(
    `insert into reversals (provider, provider_reference, authorization_id, auction_id, kind, state, amount_in_cents, made_at, taken_at)
     select 'simulated', 're_' || number, authorization_id, auction_id, 'refund', 'pending', 100, made_at, made_at
     from (select * from authorizations where auction_id = $1 and state = 'captured') a, generate_series(1, 3) number, date_trunc('second', clock_timestamp()) made_at`,
    [stage.auction.auctionId],
  );
  const reversed = (await timeline()).flatMap(({ kind }, place) => (kind === 'REVERSED' ? [place] : []));
  expect(reversed).toHaveLength(3);
  const { nodes, pageInfo } = await timelinePage(`(first: ${reversed[0]! + 1})`);
  expect(nodes.at(-1)).toMatchObject({ reversalKind: 'REFUND', reversalState: 'PENDING', state: null });
  const later = await timeline(`(after: "${pageInfo.endCursor}")`);
  expect(later.filter(({ kind }) => kind === 'REVERSED')).toHaveLength(2);
});

test('a refused bid has its reason, where its payment was recorded', async () => {
  await stage.service.db.query(
    `insert into authorizations (auction_id, seller_id, bidder_id, email, value_in_cents, provider, submission_token, state, failure_code, closed_at)
     values ($1, $2, 'eve', 'eve@example.com', 9000, 'simulated', 'a form', 'failed', 'card_declined', clock_timestamp())`,
    [stage.auction.auctionId, stage.seller.sellerId],
  );
  expect((await timeline()).filter(({ kind }) => kind === 'BID_REFUSED')).toMatchObject([
    {
      bidderId: 'eve',
      state: 'FAILED',
      failureCode: 'CARD_DECLINED',
      reason: null,
      bidId: null,
      sentence: 'A bid was refused: card_declined.',
    },
  ]);
});
