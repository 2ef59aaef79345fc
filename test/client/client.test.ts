import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, expectTypeOf, test } from 'vitest';
import type { paths } from '../../client/v1.ts';
import {
  type Auction,
  createAuctionClient,
  orThrow,
  type ProblemCode,
  ProblemError,
  type WebhookEvent,
} from '../../client/client.ts';
import { soundAuction } from '../contract/periods.ts';
import { servePage } from '../e2e/serve-page.ts';
import { startService } from '../support/service.ts';

await using made = new AsyncDisposableStack();
const service = made.use(await startService());
const { url } = made.use(await servePage(service.deps));
const open = made.move();
afterAll(() => open.disposeAsync());

const seller = await service.seller();

/** A client whose answers pass through `meddle`, and the requests that it has sent. */
async function meddled(meddle: (answer: Response, attempt: number) => Response | Promise<Response>, retries = 4) {
  const { sellerId, key } = await service.seller();
  const sent: Request[] = [];
  const client = createAuctionClient({
    baseUrl: url,
    apiKey: key,
    retries,
    fetch: async (request) => {
      sent.push(request.clone());
      return meddle(await fetch(request), sent.length);
    },
  });
  const auctions = async () => {
    const { rows } = await service.db.query('select from auctions where seller_id = $1', [sellerId]);
    return rows.length;
  };
  return { client, sent, auctions, keys: () => sent.map(({ headers }) => headers.get('idempotency-key')) };
}

function later(status: number, code: string, retryAfter = '0'): Response {
  return new Response(JSON.stringify({ code }), {
    status,
    headers: { 'content-type': 'application/problem+json', 'retry-after': retryAfter },
  });
}

test('creates, reads, changes and cancels an auction, with the types of /v1', async () => {
  const client = createAuctionClient({ baseUrl: url, apiKey: seller.key });
  const { auction } = orThrow(await client.POST('/v1/auctions', { body: soundAuction }));
  const params = { path: { auctionId: auction.auctionId } };
  const body = { title: 'A walnut desk, restored' };
  expect(orThrow(await client.PATCH('/v1/auctions/{auctionId}', { params, body })).auction.title).toBe(body.title);
  expect(orThrow(await client.GET('/v1/auctions/{auctionId}', { params }))).toEqual({
    auction: { ...auction, ...body },
  });
  expect(orThrow(await client.DELETE('/v1/auctions/{auctionId}', { params }))).toEqual({ success: true });

  const { error } = await client.PATCH('/v1/auctions/{auctionId}', { params, body });
  expect(error?.code).toBe('auction_completed');
  expectTypeOf<'auction_completed' | 'field_locked'>().toExtend<NonNullable<typeof error>['code']>();
  expectTypeOf<'bid_not_found'>().not.toExtend<NonNullable<typeof error>['code']>();
  expectTypeOf<{ eventType: 'bid_placed' }>().toExtend<Pick<WebhookEvent, 'eventType'>>();
});

test('an auction is changed only as it was read', async () => {
  const client = createAuctionClient({ baseUrl: url, apiKey: seller.key });
  const { auctionId } = await service.auction(seller);
  const path = { auctionId };
  const { response } = await client.GET('/v1/auctions/{auctionId}', { params: { path } });
  const change = (title: string) =>
    client.PATCH('/v1/auctions/{auctionId}', {
      params: { path, header: { 'If-Match': response.headers.get('etag')! } },
      body: { title },
    });
  expect((await change('Another desk')).response.status).toBe(200);
  const { error } = await change('A third desk');
  expect([error?.status, error?.code]).toEqual([412, 'precondition_failed']);
});

test('the status of a refusal tells which codes it may have', () => {
  type Change = paths['/v1/auctions/{auctionId}']['patch'];
  type Refused = Exclude<Awaited<ReturnType<typeof change>>['error'], undefined>;
  const change = () => createAuctionClient({ baseUrl: url, apiKey: seller.key }).PATCH('/v1/auctions/{auctionId}', one);
  const one = { params: { path: { auctionId: '' } }, body: {} };
  type CodeOf<Status> = Extract<Refused, { status: Status }>['code'];
  expectTypeOf<CodeOf<409>>().toEqualTypeOf<'auction_completed' | 'field_locked' | 'idempotency_key_in_use'>();
  expectTypeOf<CodeOf<412>>().toEqualTypeOf<'precondition_failed'>();
  expectTypeOf<CodeOf<404 | 405>>().toEqualTypeOf<'auction_not_found' | 'not_found' | 'method_not_allowed'>();
  expectTypeOf<Change['responses']['default']['content']['application/problem+json']['status']>().toEqualTypeOf<
    404 | 405
  >();
});

test('a field with a default may be left out of a body', () => {
  type Body = paths['/v1/auctions']['post']['requestBody']['content']['application/json'];
  expectTypeOf<Pick<typeof soundAuction, 'title' | 'biddingPeriod'>>().toExtend<Body>();
  expectTypeOf<Body['minimumBidValueInCents']>().toEqualTypeOf<number | undefined>();
});

test('a refusal is thrown as the problem that it is', async () => {
  const client = createAuctionClient({ baseUrl: url, apiKey: seller.key });
  const params = { path: { bidId: crypto.randomUUID() } };
  const thrown = await client
    .GET('/v1/bids/{bidId}', { params })
    .then(orThrow)
    .catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ProblemError);
  const { problem, code, status, errors, requestId } = thrown as ProblemError;
  expect([code, status, errors]).toEqual(['bid_not_found', 404, []]);
  expect(requestId).toBe(problem.requestId);
  expectTypeOf(code).toEqualTypeOf<ProblemCode>();
});

test('an answer without a problem document is an error, too', () => {
  const response = new Response('Bad gateway', { status: 502 });
  expect(() => orThrow({ error: 'Bad gateway', response })).toThrow('answered 502');
});

test('a lost answer is asked for again under the same key: one auction', async () => {
  const { client, keys, auctions } = await meddled((answer, attempt) => {
    if (attempt === 1) throw new TypeError('fetch failed');
    return answer;
  });
  const { response } = await client.POST('/v1/auctions', { body: soundAuction });
  expect(response.status).toBe(201);
  expect(response.headers.get('idempotent-replayed')).toBe('true');
  expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys()[0]]);
  expect(await auctions()).toBe(1);
});

test.each([
  [429, 'rate_limited'],
  [503, 'unavailable'],
  [409, 'idempotency_key_in_use'],
])('%i %s: the same request again, as soon as the service says', async (status, code) => {
  const { client, keys, auctions } = await meddled((answer, attempt) => (attempt < 4 ? later(status, code) : answer));
  const { response } = await client.POST('/v1/auctions', { body: soundAuction });
  expect(response.status).toBe(201);
  expect(new Set(keys()).size).toBe(1);
  expect(keys()).toHaveLength(4);
  expect(await auctions()).toBe(1);
});

test('every other refusal is taken at once', async () => {
  const { client, sent } = await meddled(() => later(409, 'auction_completed'));
  const { error } = await client.POST('/v1/auctions', { body: soundAuction });
  expect(error).toEqual({ code: 'auction_completed' });
  expect(sent).toHaveLength(1);
});

test('after the last retry the answer is taken as it is, and the error thrown', async () => {
  const refusing = await meddled(() => later(503, 'unavailable'), 2);
  expect((await refusing.client.GET('/v1/bids')).response.status).toBe(503);
  expect(refusing.sent).toHaveLength(3);
  const silent = await meddled(() => Promise.reject(new TypeError('fetch failed')), 0);
  await expect(silent.client.GET('/v1/bids')).rejects.toThrow('fetch failed');
});

test('returns an answer that asks for a long wait to the caller', async () => {
  const { client, sent } = await meddled(() => later(429, 'rate_limited', '3600'));
  expect((await client.GET('/v1/auctions')).response.status).toBe(429);
  expect(sent).toHaveLength(1);
});

test('an aborted request waits no longer', async () => {
  const { client, sent } = await meddled(() => later(429, 'rate_limited', '30'));
  const giveUp = new AbortController();
  const asked = client.GET('/v1/auctions', { signal: giveUp.signal });
  while (sent.length === 0) await setImmediate();
  giveUp.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
});

test('each change has a key of its own, one that is given is kept, and a GET has none', async () => {
  const { client, keys } = await meddled((answer) => answer);
  await client.POST('/v1/auctions', { body: soundAuction });
  await client.POST('/v1/auctions', { body: soundAuction });
  await client.POST('/v1/auctions', { body: soundAuction, params: { header: { 'Idempotency-Key': 'order-7' } } });
  await client.GET('/v1/auctions');
  expect(new Set(keys()).size).toBe(4);
  expect(keys().slice(2)).toEqual(['order-7', null]);
});

test('eachAuction and eachBid go through every page, and tell nothing twice when more comes meanwhile', async () => {
  const other = await service.seller();
  const auctions = [];
  for (let day = 1; day <= 7; day++) {
    auctions.push(await service.auction(other, { createdAt: new Date(`2026-01-0${day}T00:00:00Z`) }));
  }
  for (const auction of auctions) await service.bid(auction);
  const client = createAuctionClient({ baseUrl: url, apiKey: other.key });

  const told: Auction[] = [];
  for await (const auction of client.eachAuction({ limit: 3, includeBids: true })) {
    if (told.length === 1) await service.auction(other);
    told.push(auction);
  }
  expect(told.map(({ auctionId }) => auctionId)).toEqual(auctions.map(({ auctionId }) => auctionId).reverse());
  expect(told.every(({ bids }) => bids?.length === 1)).toBe(true);

  const { auctionId } = auctions[0]!;
  const bids = [];
  for await (const bid of client.eachBid({ limit: 2 })) bids.push(bid.auctionId);
  expect(bids).toHaveLength(7);
  for await (const bid of client.eachBid({ auctionId })) expect(bid.auctionId).toBe(auctionId);
  await expect(client.eachBid({ limit: 0 }).next()).rejects.toThrow('invalid_request');
});
