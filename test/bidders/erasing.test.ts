import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { withoutName } from '../../src/auctions/bidders/erase-bidder.ts';
import { eraseOldBidders, firstPosition } from '../../src/auctions/bidders/erase-old-bidders.ts';
import type { BidDeps } from '../../src/auctions/bids/bid-deps.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { keepErasingBidders } from '../../src/operations/work/upkeep.ts';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { bidRequest } from '../support/bid-request.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { newBrowserId } from '../support/new-browser-id.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();

const erase = (seller: Seller, bidderId: string) =>
  seller.mutate('eraseBidder', { bidderId }, 'erasure { pseudonym bids holds }');

async function bid(
  auctionId: string,
  bidderId: string,
  { email = bidderId, valueInCents = 2_500 } = {},
  deps: BidDeps = service.deps,
) {
  const returnUrl = `http://localhost/?${new URLSearchParams({ bidderId })}`;
  const facts = { bidderId, email, valueInCents, browserId: newBrowserId(), returnUrl };
  const placed = await placeBid(deps, bidRequest(auctionId, facts));
  if (placed.outcome !== 'placed') throw new Error(`The bid was not placed: ${JSON.stringify(placed)}`);
  return placed.bidId;
}

/** An auction that was sold: to whoever bid first, for 50 dollars. */
async function sold(bidders: readonly (readonly [bidderId: string, email: string])[]) {
  const stage = await setAuctionStage({}, service);
  for (const [index, [bidderId, email]] of bidders.entries()) {
    await bid(stage.auction.auctionId, bidderId, { email, valueInCents: 5_000 - index });
  }
  await stage.settle();
  return stage;
}

/** The columns of every table in which a text occurs, in any case. */
async function placesOf(text: string): Promise<string[]> {
  const { rows: columns } = await service.db.query<{ table: string; column: string }>(
    `select format('%I.%I', table_schema, table_name) as table, quote_ident(column_name) as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(columns.length).toBeGreaterThan(200);
  const places: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await service.db.query(
      `select from ${table} where position($1 in lower(${column}::text)) > 0 limit 1`,
      [text.toLowerCase()],
    );
    if (rows.length > 0) places.push(`${table}.${column}`);
  }
  return places.toSorted();
}

test('after an erasure no table knows the id or the e-mail address, and everything else is as it was', async () => {
  // Quotes are written otherwise in JSON.
  const [bidderId, email] = ['customer "Zyxwv"', 'zyxwv.grace@example.com'];
  const { seller, auction, result } = await sold([
    [bidderId, email],
    ['ann', 'ann@example.com'],
  ]);
  const { auctionId } = auction;
  const { endpointId } = await insertEndpoint(service.db, seller);
  await service.db.query(
    `with delivered as (
       insert into webhook_deliveries (event_id, endpoint_id, state, closed_at, next_attempt_at)
       select event_id, $1, 'delivered', clock_timestamp(), null from webhook_events where auction_id = $2 and snapshot::text like '%Zyxwv%' returning delivery_id
     )
     insert into webhook_attempts (delivery_id, attempt, requested_at, duration_ms, url, request_headers, status, response_body)
     select delivery_id, 1, clock_timestamp(), 5, 'https://example.com/', '{}', 200, 'Thanks for Zyxwv' from delivered`,
    [endpointId, auctionId],
  );
  const keyed = (query: string, variables: object = {}) =>
    seller.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ query, variables }),
    });
  await keyed(
    'mutation ($bidderId: String!, $reason: String!) { banBidder(input: { bidderId: $bidderId, reason: $reason }) { bannedBidder { x: bidderId reason } errors { code fault message path } } }',
    { bidderId, reason: `Write to ${email}` },
  );
  const { rows: deliveries } = await service.db.query<{ id: string }>(
    `select delivery_id as id from webhook_deliveries join webhook_events using (event_id)
     where auction_id = $1 and event_type = 'bid_placed' order by webhook_events.created_at`,
    [auctionId],
  );
  await keyed(
    `mutation { replayWebhookDelivery(input: { deliveryId: "${deliveries[0]!.id}" }) { webhookDelivery { event { body } } errors { code fault message path } } }`,
  );
  await keyed(
    'mutation ($bidderId: String!) { unbanBidder(input: { bidderId: $bidderId }) { deletedBannedBidderId errors { code fault message path } } }',
    { bidderId },
  );
  const before = await placesOf('zyxwv');
  expect(before).toEqual([
    'public.audit_log.after',
    'public.audit_log.before',
    'public.authorizations.bidder_id',
    'public.authorizations.email',
    'public.bids.bidder_id',
    'public.idempotency_keys.body',
    'public.simulated_payments.email',
    'public.simulated_payments.request',
    'public.webhook_attempts.response_body',
    'public.webhook_events.snapshot',
  ]);
  const was = await result();

  const { body } = await erase(seller, bidderId);
  const { pseudonym } = body.data.eraseBidder;
  expect(body.data.eraseBidder).toEqual({
    pseudonym: expect.stringMatching(/^erased-[0-9a-f-]{36}$/),
    bids: 1,
    holds: 1,
  });
  // The seller's note names the person: what a seller writes about a bidder goes with the bidder.
  expect(await placesOf('zyxwv')).toEqual([]);
  expect(await placesOf('grace@')).toEqual([]);

  expect(await result()).toEqual(was);
  const listed = await seller.get(`/v1/bids?auctionId=${auctionId}`);
  expect(listed.body.bids.map((each: { bidderId: string }) => each.bidderId).toSorted()).toEqual(['ann', pseudonym]);
  // The feed ends before the oldest open transaction, which may be another session's of the cluster.
  const { events, completed } = await vi.waitUntil(async () => {
    const { body: feed } = await seller.graphql('{ events { eventType body } }');
    const events = feed.data.events.map((event: { body: string }) => JSON.parse(event.body));
    const completed = events.find((event: { eventType: string }) => event.eventType === 'auction_completed');
    return completed && { events, completed };
  }, 20_000);
  expect(completed.payload.winningBid.bidderId).toBe(pseudonym);
  const placed = events.filter((event: { eventType: string }) => event.eventType === 'bid_placed');
  expect(placed.map((event: any) => event.payload.bidderId).toSorted()).toEqual(['ann', pseudonym]);

  const again = await erase(seller, bidderId);
  expect(again.body.data.eraseBidder).toEqual({ pseudonym: null, bids: 0, holds: 0 });
  const { rows: entries } = await service.db.query(
    `select action, subject_id, after, seller_id from audit_log where seller_id = $1 and action = 'eraseBidder'`,
    [seller.sellerId],
  );
  expect(entries).toEqual([
    { action: 'eraseBidder', subject_id: pseudonym, after: { bids: 1, holds: 1 }, seller_id: seller.sellerId },
  ]);
});

test('while money is held, or may be, an erasure is refused, names the auction, and changes nothing', async () => {
  const { seller } = await sold([['bob', 'bob@example.com']]);
  const open = await service.auction(seller, ongoing);
  await bid(open.auctionId, 'bob', { email: 'bob@example.com' });
  const { status, body } = await erase(seller, 'bob');
  expect(status).toBe(200);
  expect(body.errors[0].extensions).toMatchObject({ code: 'bidder_has_holds' });
  expect(body.errors[0].message).toContain(`1 hold is open, at auctions ${open.auctionId} (authorized)`);
  const { rows } = await service.db.query(
    'select distinct bidder_id, email, erased_at from authorizations where seller_id = $1',
    [seller.sellerId],
  );
  expect(rows).toEqual([{ bidder_id: 'bob', email: 'bob@example.com', erased_at: null }]);
});

test('another seller’s bidder of the same id, and a bidder whose id is similar, are untouched', async () => {
  const one = await sold([
    ['eve', 'eve@example.com'],
    ['eve2', 'eve2@example.com'],
  ]);
  const other = await sold([['eve', 'eve@example.com']]);
  await erase(one.seller, 'eve');
  const idsOf = async (seller: Seller) =>
    (await seller.get('/v1/bids')).body.bids.map(({ bidderId }: { bidderId: string }) => bidderId);
  expect(await idsOf(one.seller)).toEqual(expect.arrayContaining(['eve2', expect.stringMatching(/^erased-/)]));
  expect(await idsOf(other.seller)).toEqual(['eve']);
});

test('a ban stays in force after the erasure, without the name', async () => {
  const { seller } = await sold([['mallory', 'mallory@example.com']]);
  await seller.mutate('banBidder', { bidderId: 'mallory', reason: 'A fraud' });
  const { pseudonym } = (await erase(seller, 'mallory')).body.data.eraseBidder;
  const { body } = await seller.graphql('{ bannedBidders { nodes { bidderId reason } } }');
  expect(body.data.bannedBidders.nodes).toEqual([{ bidderId: pseudonym, reason: null }]);
  const next = await service.auction(seller, ongoing);
  await expect(bid(next.auctionId, 'mallory')).rejects.toThrow('bidder_banned');
});

test('an admin erases and exports for any seller; a key needs the scopes', async () => {
  const { seller } = await sold([['carol', 'carol@example.com']]);
  const admin = await service.seller({ scopes: ['admin'] });
  const readOnly = await service.seller({ name: seller.name, scopes: ['auctions:read'] });
  const variables = { sellerId: seller.sellerId, bidderId: 'carol' };
  const adminExport =
    'query ($sellerId: ID!, $bidderId: String!) { adminExportBidder(sellerId: $sellerId, bidderId: $bidderId) { attempts { nodes { email } } } }';
  const adminErase =
    'mutation ($sellerId: ID!, $bidderId: String!) { adminEraseBidder(input: { sellerId: $sellerId, bidderId: $bidderId }) { erasure { bids } errors { code fault message path } } }';
  for (const [query, by] of [
    [adminExport, seller],
    [adminErase, seller],
    ['query ($bidderId: String!) { exportBidder(bidderId: $bidderId) { bidderId } }', readOnly],
    [
      'mutation ($bidderId: String!) { eraseBidder(input: { bidderId: $bidderId }) { erasure { bids } errors { code fault message path } } }',
      readOnly,
    ],
  ] as const) {
    const { body } = await by.graphql(query, query.includes('$sellerId') ? variables : { bidderId: 'carol' });
    expect(body.errors[0].extensions.code).toBe('insufficient_scope');
  }
  expect((await admin.graphql(adminExport, variables)).body.data.adminExportBidder.attempts.nodes).toEqual([
    { email: 'carol@example.com' },
  ]);
  expect((await admin.graphql(adminErase, variables)).body.data.adminEraseBidder).toEqual({ bids: 1 });
  expect((await admin.graphql(adminExport, variables)).body.data.adminExportBidder.attempts.nodes).toEqual([]);
  const unknown = await admin.graphql(adminErase, { ...variables, sellerId: randomUUID() });
  expect(unknown.body.errors[0].extensions.code).toBe('seller_not_found');
});

test('an export says everything, a page at a time', async () => {
  const { seller, auction } = await sold([['dave', 'dave@example.com']]);
  const second = await service.auction(seller, ongoing);
  await bid(second.auctionId, 'dave', { email: 'dave@home.example' });
  await seller.mutate('banBidder', { bidderId: 'dave', reason: 'Too loud' });
  const page = async (args: string) =>
    (
      await seller.graphql(`{ exportBidder(bidderId: "dave") {
        bidderId ban { reason }
        attempts${args} {
          pageInfo { hasNextPage endCursor }
          nodes { auctionId email valueInCents state failureCode placedAt isWinningBid closedAt events { eventType } }
        }
      } }`)
    ).body.data.exportBidder;
  const newest = await page('(first: 1)');
  expect(newest).toMatchObject({
    bidderId: 'dave',
    ban: { reason: 'Too loud' },
    attempts: {
      pageInfo: { hasNextPage: true },
      nodes: [
        {
          auctionId: second.auctionId,
          email: 'dave@home.example',
          state: 'AUTHORIZED',
          closedAt: null,
          isWinningBid: false,
          events: [{ eventType: 'bid_placed' }],
        },
      ],
    },
  });
  expect(await page(`(first: 1, after: "${newest.attempts.pageInfo.endCursor}")`)).toMatchObject({
    attempts: {
      pageInfo: { hasNextPage: false },
      nodes: [
        {
          auctionId: auction.auctionId,
          email: 'dave@example.com',
          valueInCents: 5_000,
          state: 'CAPTURED',
          failureCode: null,
          isWinningBid: true,
          placedAt: expect.stringContaining('T'),
          closedAt: expect.stringContaining('T'),
          events: [{ eventType: 'bid_placed' }],
        },
      ],
    },
  });
});

test('the retention erases who has held nothing for so many days, and nobody else', async () => {
  const { seller } = await sold([
    ['long ago', 'old@example.com'],
    ['yesterday', 'new@example.com'],
    ['again', 'again@example.com'],
  ]);
  const open = await service.auction(seller, ongoing);
  await service.db.query(
    `update authorizations set closed_at = closed_at - case when bidder_id = 'yesterday' then interval '29 days' else interval '31 days' end
     where seller_id = $1`,
    [seller.sellerId],
  );
  await bid(open.auctionId, 'again', { email: 'again@example.com' });
  const idsOf = async () => {
    const { rows } = await service.db.query<{ id: string }>(
      'select distinct bidder_id as id from bids where seller_id = $1',
      [seller.sellerId],
    );
    return rows.map(({ id }) => id.replace(/^erased-.*/, 'erased')).toSorted();
  };
  await using _off = keepErasingBidders({
    ...service.deps,
    config: { ...service.deps.config, bidderRetentionDays: null },
  });
  expect(await idsOf()).toEqual(['again', 'long ago', 'yesterday']);
  expect(await eraseOldBidders(service.deps, 30, firstPosition)).toEqual(firstPosition);
  expect(await idsOf()).toEqual(['again', 'erased', 'yesterday']);
  {
    await using _on = keepErasingBidders({
      ...service.deps,
      config: { ...service.deps.config, bidderRetentionDays: 29 },
    });
    await expect.poll(idsOf).toEqual(['again', 'erased', 'erased']);
  }
});

test('the retention looks at a hundred bidders at a time and goes on from there', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller);
  await service.db.query(
    `insert into authorizations (auction_id, seller_id, bidder_id, email, value_in_cents, provider, state, failure_code, closed_at, submission_token)
     select $1, $2, 'bidder-' || n, 'a@example.com', 100, 'simulated', 'failed', 'card_declined', clock_timestamp() - interval '2 days', gen_random_uuid()
     from generate_series(1, 150) n, generate_series(1, 2)`,
    [auctionId, seller.sellerId],
  );
  const left = async () => {
    const { rows } = await service.db.query<{ count: number }>(
      `select count(distinct bidder_id)::int as count from authorizations where seller_id = $1 and erased_at is null`,
      [seller.sellerId],
    );
    return rows[0]!.count;
  };
  const start = { sellerId: seller.sellerId, bidderId: '' };
  const next = await eraseOldBidders(service.deps, 1, start);
  expect(await left()).toBe(50);
  expect(await eraseOldBidders(service.deps, 1, next)).toEqual(firstPosition);
  expect(await left()).toBe(0);
});

test.each([
  ['a whole string', '{"bidderId":"7"}', '7', '{"bidderId":"X"}'],
  ['no number, and no part of a longer string', '{"a":7,"b":"77","c":"a7"}', '7', '{"a":7,"b":"77","c":"a7"}'],
  ['no name of a field', '{"title":"title", "x": ["title"]}', 'title', '{"title":"X", "x": ["X"]}'],
  ['JSON in a string', String.raw`{"body":"{\"bidderId\":\"7\"}"}`, '7', String.raw`{"body":"{\"bidderId\":\"X\"}"}`],
  ['quotes', String.raw`{"bidderId":"a \"b\""}`, 'a "b"', '{"bidderId":"X"}'],
  ['an e-mail address in a sentence', '"Write to a@b.example."', 'a@b.example', '"Write to X."'],
  ['another address that ends with it', '"za@b.example a@b.example2"', 'a@b.example', '"za@b.example a@b.example2"'],
  ['what looks like a pattern', '{"a":"$&","b":"x"}', '$&', '{"a":"X","b":"x"}'],
])('a name within an answer: %s', (_, json, name, erased) => {
  expect(withoutName(json, name, 'X')).toBe(erased);
});
