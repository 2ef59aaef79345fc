import { expect, test } from 'vitest';
import { verifyTranscript } from '../../packages/verify-transcript/verify.js';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { createApp } from '../../src/operations/start/app.ts';
import { bidRequest } from '../support/bid-request.ts';
import { cancelled, ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { readSubscription } from './sse-client.ts';

const service = await sharedService();
const seller = await service.seller();
const keys = await service.seller({
  name: seller.name,
  scopes: ['keys:write', 'auctions:read', 'auctions:write', 'bids:read'],
});
const desk = await service.auction(seller, { ...ongoing, title: 'A walnut desk' });
const chair = await service.auction(seller, { ...ongoing, title: 'A chair' });
for (const [bidderId, bidValueInCents] of [
  ['ann@example.com', 500],
  ['bob@example.com', 700],
  ['ann@example.com', 900],
] as const) {
  await service.bid(desk, { bidderId, bidValueInCents });
}
const { bidId: onChair } = await service.bid(chair, { bidderId: 'ann@example.com', bidValueInCents: 100 });

/** Issues a public key, and asks with it as a page of some origin does. */
async function publicKey(restrictions: { auctionIds?: string[]; origins?: string[] } = {}, by: Seller = keys) {
  const { body } = await by.graphql(
    `mutation ($auctionIds: [ID!], $origins: [String!]) {
      createKey(input: { scopes: [PUBLIC], auctionIds: $auctionIds, origins: $origins }) { key apiKey { apiKeyId auctionIds origins scopes } errors { code fault message path } }
    }`,
    restrictions,
  );
  expect(body.errors).toBeUndefined();
  const { key, apiKey } = body.data.createKey as {
    key: string;
    apiKey: { apiKeyId: string; auctionIds: string[]; origins: string[] };
  };
  const headers = { authorization: `Bearer ${key}` };
  return {
    key,
    apiKey,
    ask: (query: string, variables: object = {}, more: Record<string, string> = {}) =>
      service.request('/graphql', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', ...more },
        body: JSON.stringify({ query, variables }),
      }),
    get: (query: string, more: Record<string, string> = {}) =>
      service.request(`/graphql?query=${encodeURIComponent(query)}`, { headers: { ...headers, ...more } }),
    request: (path: string, init: RequestInit = {}) => service.request(path, { ...init, headers }),
    subscribe: async (query: string, app = createApp(service.deps)) => {
      const request = new Request(`http://localhost/graphql?query=${encodeURIComponent(query)}`, {
        headers: { ...headers, accept: 'text/event-stream' },
      });
      return await app.fetch(request);
    },
  };
}

const open = await publicKey();

test('a public key sees the rules of an auction and what follows from them', async () => {
  const rules = {
    softClose: { windowSeconds: 120, maximumSeconds: 3_600 },
    bidSteps: [{ fromInCents: 0, stepInCents: 100 }],
    buyNowPriceInCents: 9_000,
  };
  const auction = await service.auction(seller, { ...ongoing, minimumBidValueInCents: 700, ...rules });
  const { body } = await open.ask(
    `{ auction(auctionId: "${auction.auctionId}") { buyNowInCents soldBy nextBidInCents scheduledEndsAt latestEndsAt extensionCount
       rules { softClose { windowSeconds maximumSeconds } bidSteps { fromInCents stepInCents } buyNowPriceInCents } } }`,
  );
  const { scheduledEndsAt, latestEndsAt, ...shown } = body.data.auction;
  expect(shown).toEqual({ buyNowInCents: 9_000, soldBy: null, nextBidInCents: 700, extensionCount: 0, rules });
  expect(Date.parse(latestEndsAt) - Date.parse(scheduledEndsAt)).toBe(3_600_000);
});

test('a public key reads the transcript of an auction, which verifies and tells no person', async () => {
  const auction = await service.auction(seller, ongoing);
  for (const [bidderId, valueInCents] of [
    ['ann@example.com', 500],
    ['bob@example.com', 700],
  ] as const)
    await placeBid(service.deps, bidRequest(auction.auctionId, { bidderId, email: bidderId, valueInCents }));
  const { body, text } = await open.ask(`{ auction(auctionId: "${auction.auctionId}") { transcript {
    head { position hash } lines(first: 10) { totalCount nodes { line } } } } }`);
  const { head, lines } = body.data.auction.transcript;
  expect([head.position, lines.totalCount]).toEqual([3, 3]);
  const transcript = {
    auctionId: auction.auctionId,
    head,
    lines: lines.nodes.map(({ line }: { line: string }) => JSON.parse(line)),
  };
  expect(await verifyTranscript(transcript)).toMatchObject({
    faults: [],
    checks: expect.arrayContaining([{ code: 'bids', count: 2 }]),
  });
  expect(text).not.toMatch(/ann@|bob@|salt/);
});

test('a public key looks like one, and shows an auction with its bids under pseudonyms', async () => {
  expect(open.key).toMatch(/^auc_pub_[0-9A-Za-z]{49}$/);
  const { body } = await open.ask(`{ auction(auctionId: "${desk.auctionId}") {
    title status phase minimumBidValueInCents bidCount leadingBid { bidValueInCents } presentation { description } seller { displayName }
    bids(orderBy: { field: VALUE, direction: DESC }) { totalCount edges { node { bidValueInCents bidderPseudonym auction { title } } } }
  } }`);
  const [highest, second, third] = body.data.auction.bids.edges.map(({ node }: any) => node);
  expect(body).toMatchObject({ data: { auction: { title: 'A walnut desk', phase: 'OPEN', bidCount: 3 } } });
  expect([highest, second, third].map(({ bidValueInCents }) => bidValueInCents)).toEqual([900, 700, 500]);
  expect(highest.bidderPseudonym).toBe(third.bidderPseudonym);
  expect(highest.bidderPseudonym).not.toBe(second.bidderPseudonym);
  expect(highest.bidderPseudonym).toMatch(/^bidder-[0-9a-f]{10}$/);
});

test('on another auction, the same bidder has another pseudonym', async () => {
  const { auctions } = (await open.ask('{ auctions { nodes { bids { nodes { bidderPseudonym bidValueInCents } } } } }'))
    .body.data;
  const bids = auctions.nodes.flatMap((auction: any) => auction.bids.nodes);
  const of = (cents: number) => bids.find((bid: any) => bid.bidValueInCents === cents).bidderPseudonym;
  expect(of(100)).not.toBe(of(900));
});

test.each([
  ['the bidder of a bid', '{ auctions { nodes { bids { nodes { bidderId } } } } }'],
  ['what only the winner reads', '{ auctions { nodes { presentation { afterWinning } } } }'],
  ['the address for messages to the seller', '{ auctions { nodes { seller { email } } } }'],
  ['the inbox of a test seller', '{ auctions { nodes { seller { inboxUrl } } } }'],
  ['the money of an auction', '{ auctions { nodes { payment { amountInCents } } } }'],
  ['its ledger', '{ auctions { nodes { ledger { entries { kind } } } } }'],
  ['its settlement', '{ auctions { nodes { settlement { reason } } } }'],
  ['auctions by a reference', '{ auctions(filter: { reference: "lot" }) { totalCount } }'],
  ['auctions by their highest bid', '{ auctions(filter: { highestBidInCents: { atLeast: 1 } }) { totalCount } }'],
  [
    'bids by who placed them',
    '{ auctions { nodes { bids(filter: { bidderId: "ann@example.com" }) { totalCount } } } }',
  ],
  ['the reference of a winner', '{ auctions { nodes { winningBid { winnerReference } } } }'],
  ['a search by it', '{ bidOfWinner(reference: "K7Q-P3M-XRT") { bidId } }'],
  ['a list of all bids', '{ bids { nodes { bidId } } }'],
  ['keys', '{ keys { nodes { prefix } } }'],
  ['what admins see', '{ adminAuctions { nodes { title } } }'],
  ['requests of a key', 'subscription { requestAnswered { route } }'],
  ['a change', 'mutation { createPictureUpload { pictureUpload { uploadUrl } errors { code fault message path } } }'],
])('a public key does not see that there is such a thing: %s', async (_, query) => {
  const { body, text } = await open.ask(query);
  expect(body.data).toBeUndefined();
  expect(body.errors[0].message).toMatch(
    /Cannot query field|Unknown argument|is not defined by type|There is no mutation here/,
  );
  expect(text).not.toMatch(/ann@|bob@/);
});

test('a public key is nothing outside of GraphQL, and reads its own part of the schema', async () => {
  for (const path of ['/v1/auctions', `/v1/auctions/${desk.auctionId}`, '/v1/bids', `/v1/bids/${onChair}`]) {
    expect(await open.request(path)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  }
  const created = await open.request('/v1/auctions', { method: 'POST' });
  expect([created.status, created.body.code]).toEqual([403, 'insufficient_scope']);
  expect((await open.request('/metrics')).status).toBeGreaterThanOrEqual(401);
  const { text } = await open.request('/docs/schema.graphql');
  expect(text).toContain('bidderPseudonym');
  expect(text).not.toMatch(/bidderId:|ledger|afterWinning|type Mutation|For admins/);
});

test('a key for chosen auctions shows no other, however it is asked', async () => {
  const only = await publicKey({ auctionIds: [desk.auctionId] });
  expect(only.apiKey.auctionIds).toEqual([desk.auctionId]);
  const id = (type: string, its: string) => Buffer.from(`${type}:${its}`).toString('base64');
  const { body } = await only.ask(
    `query ($chair: ID!, $nodes: [ID!]!) {
      auction(auctionId: $chair) { title }
      auctions { nodes { title bids { nodes { auction { title } } } } }
      page: auctions { totalCount edges { node { title seller { id } } } }
      nodes(ids: $nodes) { __typename ... on Auction { title } ... on Bid { bidValueInCents } }
    }`,
    {
      chair: chair.auctionId,
      nodes: [id('Auction', chair.auctionId), id('Bid', onChair), id('Auction', desk.auctionId)],
    },
  );
  expect(body.data.auction).toBeNull();
  expect(body.errors).toMatchObject([{ extensions: { code: 'auction_not_found' }, path: ['auction'] }]);
  expect(body.data.auctions.nodes).toEqual([
    {
      title: 'A walnut desk',
      bids: { nodes: Array.from({ length: 3 }, () => ({ auction: { title: 'A walnut desk' } })) },
    },
  ]);
  expect(body.data.page).toMatchObject({ totalCount: 1, edges: [{ node: { title: 'A walnut desk' } }] });
  expect(body.data.nodes).toEqual([null, null, { __typename: 'Auction', title: 'A walnut desk' }]);
  for (const field of ['CREATED', 'END', 'HIGHEST_BID']) {
    for (const direction of ['ASC', 'DESC']) {
      for (const filter of [
        '',
        'statuses: [ongoing]',
        'phases: [OPEN]',
        'ends: { from: 1 }',
        `ids: ["${chair.auctionId}", "${desk.auctionId}"]`,
      ]) {
        const orderBy = `{ field: ${field}, direction: ${direction} }`;
        const page = await only.ask(
          `{ auctions(first: 5, orderBy: ${orderBy}, filter: { ${filter} }) { totalCount edges { node { title } } } }`,
        );
        const expected = { totalCount: 1, edges: [{ node: { title: 'A walnut desk' } }] };
        expect(page.body.data.auctions).toEqual(expected);
      }
    }
  }
  for (const field of ['auctionChanged', 'bidPlaced']) {
    const response = await only.subscribe(`subscription { ${field}(auctionId: "${chair.auctionId}") { id } }`);
    expect(await response.text()).toContain('auction_not_found');
  }
});

test('a key for chosen origins is refused to other pages, and to what is no page', async () => {
  const shop = await publicKey({ origins: ['https://shop.example', 'http://localhost:3000', 'https://Möbel.example'] });
  const title = `{ auction(auctionId: "${desk.auctionId}") { title } }`;
  expect((await shop.ask(title, {}, { origin: 'https://shop.example' })).body.data.auction.title).toBe('A walnut desk');
  expect((await shop.get(title, { origin: 'http://localhost:3000' })).status).toBe(200);
  // A browser sends the host in ASCII.
  expect((await shop.get(title, { origin: 'https://xn--mbel-5qa.example' })).status).toBe(200);
  for (const more of [{ origin: 'https://other.example' }, { origin: 'null' }, {}]) {
    const { status, body } = await shop.ask(title, {}, more);
    expect([status, body.errors[0].extensions.code]).toEqual([403, 'insufficient_scope']);
  }
});

test('an answer to a GET may be kept by a cache for a second, and has a tag', async () => {
  const query = `{ auction(auctionId: "${desk.auctionId}") { title bidCount } }`;
  const { headers, body } = await open.get(query);
  expect(body.data.auction.bidCount).toBe(3);
  expect(headers.get('cache-control')).toBe('public, max-age=1');
  expect(headers.get('vary')).toMatch(/authorization/);
  const etag = headers.get('etag')!;
  const again = await open.get(query, { 'if-none-match': etag });
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  const failed = await open.get('{ auction(auctionId: "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11") { title } }');
  expect([failed.headers.get('cache-control'), failed.headers.get('etag')]).toEqual(['no-store', null]);
  const secret = await seller.request(`/graphql?query=${encodeURIComponent(query)}`);
  expect(secret.headers.get('cache-control')).toBe('no-store');
});

test('its streams show each bid, and end once it is revoked on any process', async () => {
  const key = await publicKey();
  const auction = await service.auction(seller, ongoing);
  const stream = readSubscription(
    await key.subscribe(
      `subscription { bidPlaced(auctionId: "${auction.auctionId}") { bidValueInCents bidderPseudonym } }`,
    ),
  );
  const shown = stream.nextResult();
  await service.bid(auction, { bidderId: 'eve@example.com', bidValueInCents: 4_200 });
  service.deps.live.announce(auction.auctionId);
  expect(await shown).toMatchObject({ data: { bidPlaced: { bidValueInCents: 4_200 } } });
  await keys.mutate('revokeKey', { apiKeyId: key.apiKey.apiKeyId });
  expect((await key.ask('{ auctions { nodes { title } } }')).status).toBe(401);
  const { errors } = await stream.nextResult();
  expect(errors).toMatchObject([{ extensions: { code: 'invalid_api_key' } }]);
});

test('a replaced key keeps its auctions and its origins', async () => {
  const old = await publicKey({ auctionIds: [desk.auctionId], origins: ['https://shop.example'] });
  const { body } = await keys.mutate(
    'replaceKey',
    { apiKeyId: old.apiKey.apiKeyId },
    'key apiKey { auctionIds origins scopes }',
  );
  expect(body.data.replaceKey.key).toMatch(/^auc_pub_/);
  const kept = { auctionIds: [desk.auctionId], origins: ['https://shop.example'], scopes: ['PUBLIC'] };
  expect(body.data.replaceKey.apiKey).toEqual(kept);
});

test('the issuer of a public key sees its part, and may name only existing auctions', async () => {
  const create = (args: string, by: Seller = keys) =>
    by.graphql(`mutation { createKey(input: { ${args} }) { key errors { code fault message path } } }`);
  const pointers = async (args: string, by?: Seller) =>
    (await create(args, by)).body.errors[0].extensions.errors.map(({ pointer }: { pointer: string }) => pointer);
  const blind = await service.seller({ name: seller.name, scopes: ['keys:write', 'auctions:read'] });
  const other = await service.auction(await service.seller(), cancelled);
  expect(await pointers('scopes: [PUBLIC]', blind)).toEqual(['/scopes']);
  expect(await pointers('scopes: [PUBLIC, AUCTIONS_READ]')).toEqual(['/scopes']);
  expect(await pointers('scopes: [AUCTIONS_READ], origins: ["https://a.example"]')).toEqual(['/origins']);
  expect(
    await pointers('scopes: [PUBLIC], origins: ["https://a.example", "a.example", "https://a.example/x"]'),
  ).toEqual(['/origins/1', '/origins/2']);
  const never = [
    'https://*.a.example',
    'https://*',
    'https://a..example',
    'https://-a.example',
    'https://a.example:443',
  ];
  const soundOnes = ['https://a-b.example', 'http://localhost:3000', 'https://[::1]', 'https://127.0.0.1:8443'];
  expect(await pointers(`scopes: [PUBLIC], origins: ${JSON.stringify([...soundOnes, ...never])}`)).toEqual(
    never.map((_, index) => `/origins/${soundOnes.length + index}`),
  );
  const auctionIds = `["${desk.auctionId}", "${other.auctionId}"]`;
  expect(await pointers(`scopes: [PUBLIC], auctionIds: ${auctionIds}`)).toEqual(['/auctionIds/1']);
});

test('requests with public keys are counted by address alone', async () => {
  const { config } = service.deps;
  const limited = (rateLimits: Partial<typeof config.rateLimits>) =>
    createApp({ ...service.deps, config: { ...config, rateLimits: { ...config.rateLimits, ...rateLimits } } });
  const statuses = async (app: ReturnType<typeof createApp>, keysOfPages: readonly string[]) => {
    const statusesSeen = [];
    for (const key of keysOfPages) {
      const body = JSON.stringify({ query: '{ auctions { nodes { title } } }' });
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      statusesSeen.push(
        (await app.fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body }))).status,
      );
    }
    await app[Symbol.asyncDispose]();
    return statusesSeen;
  };
  const few = { points: 3, seconds: 60 };
  const another = await publicKey();
  const asked = [open.key, open.key, open.key, open.key, another.key];
  expect(await statuses(limited({ key: few }), asked)).toEqual([200, 200, 200, 200, 200]);
  expect(await statuses(limited({ ip: few }), asked)).toEqual([200, 200, 200, 429, 429]);
});
