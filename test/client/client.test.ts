import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, expectTypeOf, test } from 'vitest';
import {
  type Auction,
  AuctionClient,
  type AuctionWithoutBids,
  type GraphqlDocument,
  GraphqlError,
  type ProblemCode,
  ProblemError,
  UnexpectedAnswerError,
  type WebhookEvent,
} from '../../packages/client/src/index.ts';
import type { paths } from '../../packages/client/v1.d.ts';
import { soundAuction } from '../contract/periods.ts';
import { servePage } from '../e2e/serve-page.ts';
import { startService } from '../support/service.ts';

await using made = new AsyncDisposableStack();
const service = made.use(await startService());
const { url } = made.use(await servePage(service.deps));
const open = made.move();
afterAll(() => open.disposeAsync());

const seller = await service.seller();
const clientOf = ({ key }: { key: string }) => new AuctionClient({ baseUrl: url, apiKey: key });

/** A client whose answers pass through `meddle`, and the requests that it has sent. */
async function meddled(
  meddle: (answer: Response, attempt: number) => Response | Promise<Response>,
  options: { retries?: number; timeoutMs?: number } = {},
) {
  const { sellerId, key } = await service.seller();
  const sent: Request[] = [];
  const answers: Response[] = [];
  const client = new AuctionClient({
    baseUrl: url,
    apiKey: key,
    ...options,
    fetch: async (request) => {
      sent.push(request.clone());
      const answer = await fetch(request);
      answers.push(answer);
      return meddle(answer, sent.length);
    },
  });
  const auctions = async () => {
    const { rows } = await service.db.query('select from auctions where seller_id = $1', [sellerId]);
    return rows.length;
  };
  return { client, sent, answers, auctions, keys: () => sent.map(({ headers }) => headers.get('idempotency-key')) };
}

function later(status: number, code: string, retryAfter = '0'): Response {
  return new Response(JSON.stringify({ code, detail: 'Later.', requestId: 'r', status }), {
    status,
    headers: { 'content-type': 'application/problem+json', 'retry-after': retryAfter },
  });
}

test('creates, reads, changes and cancels an auction, with the types of /v1', async () => {
  const client = clientOf(seller);
  const auction = await client.auctions.create(soundAuction);
  expectTypeOf(auction).toEqualTypeOf<AuctionWithoutBids>();
  const changes = { title: 'A walnut desk, restored' };
  expect((await client.auctions.update(auction.auctionId, changes)).title).toBe(changes.title);
  expect(await client.auctions.get(auction.auctionId)).toEqual({ ...auction, ...changes });
  expect((await client.auctions.list({ limit: 1, status: 'upcoming' })).items).toEqual([{ ...auction, ...changes }]);
  await client.auctions.cancel(auction.auctionId);
  expect((await client.auctions.get(auction.auctionId)).status).toBe('completed');
  await expect(client.auctions.update(auction.auctionId, changes)).rejects.toMatchObject({ code: 'auction_completed' });
  expectTypeOf<{ eventType: 'bid_placed' }>().toExtend<Pick<WebhookEvent, 'eventType'>>();
});

test('changes an auction only as it was read', async () => {
  const client = clientOf(seller);
  const { auctionId } = await service.auction(seller);
  const { auction, etag } = await client.auctions.getTagged(auctionId);
  expect(auction.auctionId).toBe(auctionId);
  await client.auctions.update(auctionId, { title: 'Another desk' }, { ifMatch: etag });
  for (const change of [
    () => client.auctions.update(auctionId, { title: 'A third desk' }, { ifMatch: etag }),
    () => client.auctions.cancel(auctionId, { ifMatch: etag }),
  ]) {
    await expect(change()).rejects.toMatchObject({ status: 412, code: 'precondition_failed' });
  }
});

test('a field with a default may be left out of a body', () => {
  type Body = paths['/v1/auctions']['post']['requestBody']['content']['application/json'];
  expectTypeOf<Pick<typeof soundAuction, 'title' | 'biddingPeriod'>>().toExtend<Body>();
  expectTypeOf<Body['minimumBidValueInCents']>().toEqualTypeOf<number | undefined>();
});

test('throws a refusal as the problem that it is', async () => {
  const thrown: unknown = await clientOf(seller)
    .bids.get(crypto.randomUUID())
    .catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ProblemError);
  const { problem, code, status, errors, requestId } = thrown as ProblemError;
  expect([code, status, errors]).toEqual(['bid_not_found', 404, []]);
  expect(requestId).toBe(problem.requestId);
  expectTypeOf(code).toEqualTypeOf<ProblemCode>();
});

test.each([
  ['a page of a proxy', () => new Response('Bad gateway', { status: 502 }), 502],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:9/' } }), 302],
  ['a success that is no JSON', () => new Response('<p>Sign in</p>', { status: 200 }), 200],
])('throws an answer that is not of the service: %s', async (_, answer, status) => {
  const { client } = await meddled(answer, { retries: 0 });
  const thrown: unknown = await client.bids.list().catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(UnexpectedAnswerError);
  expect((thrown as UnexpectedAnswerError).status).toBe(status);
});

test('asks for a lost answer again under the same key: one auction', async () => {
  const { client, keys, answers, auctions } = await meddled((answer, attempt) => {
    if (attempt === 1) throw new TypeError('fetch failed');
    return answer;
  });
  await client.auctions.create(soundAuction);
  expect(answers[1]!.headers.get('idempotent-replayed')).toBe('true');
  expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys()[0]]);
  expect(await auctions()).toBe(1);
});

test.each([
  [429, 'rate_limited', '0'],
  [503, 'unavailable', new Date(0).toUTCString()],
  [409, 'idempotency_key_in_use', '0'],
])('sends the same request again after %i %s, when the service says', async (status, code, retryAfter) => {
  const { client, keys, auctions } = await meddled((answer, attempt) =>
    attempt < 4 ? later(status, code, retryAfter) : answer,
  );
  await client.auctions.create(soundAuction);
  expect(new Set(keys()).size).toBe(1);
  expect(keys()).toHaveLength(4);
  expect(await auctions()).toBe(1);
});

test('throws every other refusal at once', async () => {
  const { client, sent } = await meddled(() => later(409, 'auction_completed'));
  await expect(client.auctions.create(soundAuction)).rejects.toMatchObject({ code: 'auction_completed' });
  expect(sent).toHaveLength(1);
});

test('throws the last answer after the last retry', async () => {
  const refusing = await meddled(() => later(503, 'unavailable'), { retries: 2 });
  await expect(refusing.client.bids.list()).rejects.toMatchObject({ status: 503 });
  expect(refusing.sent).toHaveLength(3);
  const silent = await meddled(() => Promise.reject(new TypeError('fetch failed')), { retries: 0 });
  await expect(silent.client.bids.list()).rejects.toThrow('fetch failed');
});

test.each([
  ['seconds', () => '3600'],
  ['a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
])('throws an answer that asks for a long wait, in %s', async (_, retryAfter) => {
  const { client, sent } = await meddled(() => later(429, 'rate_limited', retryAfter()));
  await expect(client.auctions.list()).rejects.toMatchObject({ status: 429 });
  expect(sent).toHaveLength(1);
});

test('waits no longer for an aborted request', async () => {
  const { client, sent } = await meddled(() => later(429, 'rate_limited', '30'));
  const giveUp = new AbortController();
  const asked = client.auctions.list({ signal: giveUp.signal });
  while (sent.length === 0) await setImmediate();
  giveUp.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
});

test('gives up an attempt after its time, also in the middle of an answer', async () => {
  let aborted: unknown;
  const client = new AuctionClient({
    baseUrl: url,
    apiKey: seller.key,
    retries: 0,
    timeoutMs: 50,
    fetch: ({ signal }) => {
      const answer = new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('{'));
          signal.addEventListener('abort', () => {
            aborted = signal.reason;
            stream.error(signal.reason);
          });
        },
      });
      return Promise.resolve(new Response(answer, { headers: { 'content-type': 'application/json' } }));
    },
  });
  await expect(client.auctions.list()).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(aborted).toBeInstanceOf(DOMException);
});

test('gives each change a key of its own, keeps one that is given, and sends none with a GET', async () => {
  const { client, keys } = await meddled((answer) => answer);
  await client.auctions.create(soundAuction);
  await client.auctions.create(soundAuction);
  await client.auctions.create(soundAuction, { idempotencyKey: 'order-7' });
  await client.auctions.list();
  expect(new Set(keys()).size).toBe(4);
  expect(keys().slice(2)).toEqual(['order-7', null]);
});

test('takes a key with a line end, and tells no other key in its error', async () => {
  const client = new AuctionClient({ baseUrl: `${url}/`, apiKey: `${seller.key}\n` });
  expect((await client.auctions.list({ limit: 1 })).items.length).toBeLessThan(2);
  const wrong = () => new AuctionClient({ baseUrl: url, apiKey: 'auc_secret\n1' });
  expect(wrong).toThrow(TypeError);
  expect(wrong).not.toThrow('secret');
});

test('reads every page, and yields nothing twice when more comes meanwhile', async () => {
  const other = await service.seller();
  const auctions = [];
  for (let day = 1; day <= 7; day++) {
    auctions.push(await service.auction(other, { createdAt: new Date(`2026-01-0${day}T00:00:00Z`) }));
  }
  for (const auction of auctions) await service.bid(auction);
  const client = clientOf(other);

  const told: Auction[] = [];
  for await (const auction of client.auctions.each({ limit: 3, includeBids: true })) {
    if (told.length === 1) await service.auction(other);
    told.push(auction);
  }
  expect(told.map(({ auctionId }) => auctionId)).toEqual(auctions.map(({ auctionId }) => auctionId).reverse());
  expect(told.every(({ bids }) => bids?.length === 1)).toBe(true);

  const { auctionId } = auctions[0]!;
  const bids = [];
  for await (const bid of client.bids.each({ limit: 2 })) bids.push(bid.auctionId);
  expect(bids).toHaveLength(7);
  for await (const bid of client.bids.each({ auctionId })) expect(bid.auctionId).toBe(auctionId);
});

test.each([2, 3, 100])('passes over no auction while each is cancelled, on pages of %i', async (limit) => {
  const other = await service.seller();
  for (let count = 0; count < 6; count++) await service.auction(other);
  const client = clientOf(other);
  for await (const { auctionId } of client.auctions.each({ status: 'upcoming', limit })) {
    await client.auctions.cancel(auctionId);
  }
  expect((await client.auctions.list({ status: 'upcoming' })).items).toEqual([]);
  expect((await client.auctions.list({ status: 'completed' })).items).toHaveLength(6);
});

test('runs a GraphQL document with the types that it has', async () => {
  const client = clientOf(seller);
  const { auctionId } = await service.auction(seller);
  const text = 'query ($id: ID!) { auction(auctionId: $id) { title } }';
  const typed = { loc: { source: { body: text } } } as GraphqlDocument<{ auction: { title: string } }, { id: string }>;
  const { auction } = await client.graphql(typed, { id: auctionId });
  expectTypeOf(auction.title).toEqualTypeOf<string>();
  for (const untyped of [text, Object(text) as string]) {
    expect(await client.graphql(untyped, { id: auctionId })).toEqual({ auction: { title: auction.title } });
  }
  await expect(client.graphql({})).rejects.toThrow('no text');
});

test('throws the errors of a GraphQL document, whatever is beside them', async () => {
  const client = clientOf(seller);
  const { auctionId } = await service.auction(seller);
  const document = `{ found: auction(auctionId: "${auctionId}") { title } none: auction(auctionId: "${crypto.randomUUID()}") { title } }`;
  const thrown: unknown = await client.graphql(document).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(GraphqlError);
  expect(thrown).toMatchObject({ code: 'auction_not_found', data: { found: { title: expect.any(String) } } });
  await expect(client.graphql('{ nothing }')).rejects.toThrow('nothing');
});

test('makes a change of GraphQL once under its key', async () => {
  const { client, keys, auctions } = await meddled((answer, attempt) => {
    if (attempt === 1) throw new TypeError('fetch failed');
    return attempt === 2 ? later(409, 'idempotency_key_in_use') : answer;
  });
  const { startTimestamp, endTimestamp } = soundAuction.biddingPeriod;
  await client.graphql(
    'mutation ($period: BiddingPeriodInput!) { createAuction(input: { title: "A desk", biddingPeriod: $period }) { auction { auctionId } errors { code fault message path } } }',
    { period: { startTimestamp, endTimestamp } },
  );
  expect(keys()).toEqual([keys()[0], keys()[0], keys()[0]]);
  expect(await auctions()).toBe(1);
});
