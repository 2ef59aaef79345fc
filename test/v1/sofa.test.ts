import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { execute, type ExecutionArgs } from 'graphql';
import { useSofa } from 'sofa-api';
import { expect, test } from 'vitest';
import { authenticate } from '../../src/platform/auth/authenticate.ts';
import { makeContext } from '../../src/api/graphql/context.ts';
import { v1Schema } from '../../src/api/graphql/schema.ts';
import { publicOperation } from '../../src/api/v1/public-operation.ts';
import { restView } from '../../src/api/v1/rest-view.ts';
import { routes } from '../../src/api/v1/route-table.ts';
import { countFor } from '../support/depth.ts';
import { cancelled, ongoing, settling, sold, unsold, upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';

// SOFA generates the operations of /v1 at the start and serves none of its requests. Here SOFA's own server runs on the same
// view, with the executor of graphql-js, and must answer every valid request as /v1 does, to the byte.

const service = await sharedService();
const seller = await service.seller();

const bidders = ['ada@example.com', 'a b', 'ä&=?', '💶', '10'];
const auctions = [];
const bids = [];
for (const state of [upcoming, upcoming, ongoing, ongoing, settling, sold, unsold, cancelled]) {
  const auction = await service.auction(seller, { ...state, title: `“${auctions.length}” \\ é 💶` });
  auctions.push({ ...auction, isOpen: state === upcoming || state === ongoing });
  if (state === upcoming) continue;
  for (const [index, bidderId] of bidders.entries()) {
    const isWinningBid = state === sold && index === 0;
    bids.push(await service.bid(auction, { bidderId, bidValueInCents: 1_000 + index, isWinningBid }));
  }
}

const view = restView(v1Schema);
const sofa = useSofa({
  basePath: '/v1',
  schema: view,
  routes: Object.fromEntries(
    routes.map(({ operation, method, path, status }) => [operation, { method, path, responseStatus: status }]),
  ),
  async execute({ document: generated, variableValues }: ExecutionArgs) {
    const document = publicOperation(view, v1Schema, generated);
    const contextValue = makeContext(
      service.deps,
      await authenticate(service.deps, `Bearer ${seller.key}`),
      randomUUID(),
    );
    const result = await execute({ schema: v1Schema, document, variableValues, contextValue });
    const [[field, value]] = Object.entries(result.data!) as [[string, unknown]];
    // The payload of a change is the answer. What a read returns has its name there.
    return field in view.getQueryType()!.getFields() ? { ...result, data: { [field]: { [field]: value } } } : result;
  },
});

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string | number | boolean])[];
  readonly body?: object;
}

/** Sends a request to `/v1`, and then to SOFA. */
async function askBoth({ method, path, query = [], body }: Asked) {
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)]));
  const target = `/v1${path}${search.size === 0 ? '' : `?${search}`}`;
  const headers = { 'content-type': 'application/json' };
  const init = { method, ...(body !== undefined && { headers, body: JSON.stringify(body) }) };
  const ours = await seller.request(target, init);
  const its = await sofa.fetch(new Request(`http://localhost${target}`, init), {});
  return {
    ours: { status: ours.status, text: ours.text },
    its: { status: its.status, text: await its.text() },
  };
}

const pair = <Value extends string | number | boolean>(name: string, value: fc.Arbitrary<Value>) =>
  fc.option(value.map((each) => [name, each] as const));
const anyQuery = (...pairs: fc.Arbitrary<readonly [string, string | number | boolean] | null>[]) =>
  fc.tuple(...pairs).chain((given) => {
    const named = given.filter((each) => each !== null);
    return fc.shuffledSubarray(named, { minLength: named.length });
  });
const page = [pair('limit', fc.integer({ min: 1, max: 100 })), pair('offset', fc.integer({ min: 0, max: 50 }))];
const includeBids = pair('includeBids', fc.boolean());
const anyAuction = fc.constantFrom(...auctions.map(({ auctionId }) => auctionId));
const inAnyCase = (id: fc.Arbitrary<string>) =>
  fc.tuple(id, fc.boolean()).map(([its, upper]) => (upper ? its.toUpperCase() : its));

const anyRead: fc.Arbitrary<Asked> = fc.oneof(
  anyQuery(pair('status', fc.constantFrom('upcoming', 'ongoing', 'completed')), includeBids, ...page).map((query) => ({
    method: 'GET',
    path: '/auctions',
    query,
  })),
  fc
    .tuple(inAnyCase(anyAuction), anyQuery(includeBids))
    .map(([id, query]) => ({ method: 'GET', path: `/auctions/${id}`, query })),
  anyQuery(
    pair('auctionId', inAnyCase(anyAuction)),
    pair('bidderId', fc.constantFrom(...bidders, 'nobody')),
    ...page,
  ).map((query) => ({ method: 'GET', path: '/bids', query })),
  inAnyCase(fc.constantFrom(...bids.map(({ bidId }) => bidId))).map((id) => ({ method: 'GET', path: `/bids/${id}` })),
);

const title = fc
  .string({ unit: 'grapheme', minLength: 3, maxLength: 40 })
  .map((text) => `a ${text} z`)
  .filter((text) => !/\p{Cc}/u.test(text) && [...text].length <= 150);
const minimum = fc.integer({ min: 0, max: 49_999_999 });
const period = fc
  .tuple(fc.integer({ min: 4_102_444_800, max: 99_999_000_000 }), fc.integer({ min: 3_600, max: 604_800 }))
  .map(([startTimestamp, seconds]) => ({ startTimestamp, endTimestamp: startTimestamp + seconds }));
const openAuction = fc.constantFrom(...auctions.filter(({ isOpen }) => isOpen).map(({ auctionId }) => auctionId));

/** A repetition of such a change answers the same. */
const anyUpdate: fc.Arbitrary<Asked> = fc
  .tuple(openAuction, fc.record({ title, minimumBidValueInCents: minimum }, { requiredKeys: [] }))
  .map(([id, body]) => ({ method: 'PATCH', path: `/auctions/${id}`, body }));

const anyCreation: fc.Arbitrary<Asked> = fc
  .record(
    { biddingPeriod: period, title, minimumBidValueInCents: minimum, type: fc.constant('asynchronous') },
    { requiredKeys: ['biddingPeriod', 'title'] },
  )
  .map((body) => ({ method: 'POST', path: '/auctions', body }));

test('SOFA’s own server answers every valid read and update as /v1 does', { timeout: 240_000 }, async () => {
  const anyRequest = fc.oneof({ arbitrary: anyRead, weight: 3 }, { arbitrary: anyUpdate, weight: 1 });
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const { ours, its } = await askBoth(request);
      expect(ours).toEqual(its);
      expect(ours.status).toBe(200);
    }),
    { numRuns: countFor({ usually: 200, full: 2_000 }) },
  );
});

test('SOFA’s own server creates and cancels as /v1 does', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyCreation, async (request) => {
      const { ours, its } = await askBoth(request);
      const created = [ours, its].map(({ text }) => (JSON.parse(text) as { auction: Created }).auction);
      // Two auctions: each has an id and an instant of its own.
      const [mine, other] = [ours, its].map(({ status, text }, index) => ({
        status,
        text: text.replaceAll(created[index]!.auctionId, '<id>').replace(created[index]!.createdAt, '<instant>'),
      }));
      expect(mine).toEqual(other);
      expect(mine!.status).toBe(201);
      const ended = await askBoth({ method: 'DELETE', path: `/auctions/${created[0]!.auctionId}` });
      expect(ended.ours).toEqual(ended.its);
      expect(ended.ours).toEqual({ status: 200, text: '{"success":true}' });
    }),
    { numRuns: countFor({ usually: 25, full: 150 }) },
  );
});

interface Created {
  readonly auctionId: string;
  readonly createdAt: string;
}
