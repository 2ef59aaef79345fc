import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAuctionBody } from '../../../src/auctions/auction-input.ts';
import { findBidsInput } from '../../../src/bids/reads.ts';
import { faultsIn } from '../../../src/core/check-input.ts';
import { readIdempotencyKey } from '../../../src/idempotency/keyed-request.ts';
import { readDescribedApi } from '../../support/described-api.ts';

// What the document says of a field and what is taken agree, on both sides of each edge.

const api = await readDescribedApi();
const ajv = new Ajv2020({ strict: false, formats: { int64: true, uuid: true } });
const create = ajv.compile(api.resolve({ $ref: '#/components/schemas/CreateAuction' }));
const parameterOf = (path: string, name: string) =>
  api.operations.find((one) => one.path === path)!.parameters.find((one) => one.name === name);
const bidderId = ajv.compile(parameterOf('/v1/bids', 'bidderId').schema);
const limit = ajv.compile(parameterOf('/v1/bids', 'limit').schema);
const key = ajv.compile(api.resolve({ $ref: '#/components/parameters/IdempotencyKey' }).schema);

const sound = { title: 'A desk', biddingPeriod: { startTimestamp: 4_102_444_800, endTimestamp: 4_102_448_400 } };
const onTheEdge: readonly (readonly [field: string, object, isTaken: boolean])[] = [
  ['a title of 3 characters', { title: 'abc' }, true],
  ['a title of 2 characters', { title: 'ab' }, false],
  ['a title of 150 characters outside of the basic plane', { title: '😀'.repeat(150) }, true],
  ['a title of 151 characters', { title: 'x'.repeat(151) }, false],
  ['a title with a control character', { title: 'A\u0085desk' }, false],
  ['a title with a no-break space', { title: 'A\u00a0desk' }, true],
  ['a minimum of 49999999', { minimumBidValueInCents: 49_999_999 }, true],
  ['a minimum of 50000000', { minimumBidValueInCents: 50_000_000 }, false],
  ['a minimum of 0', { minimumBidValueInCents: 0 }, true],
  ['a minimum of -1', { minimumBidValueInCents: -1 }, false],
  ['half a cent', { minimumBidValueInCents: 0.5 }, false],
  ['type asynchronous', { type: 'asynchronous' }, true],
  ['type repeated', { type: 'repeated' }, false],
  ['null', { type: null }, false],
  ['an unknown field', { minimumBid: 0 }, false],
  ['a timestamp of 1e11', { biddingPeriod: { startTimestamp: 1e11 - 3_600, endTimestamp: 1e11 } }, true],
  ['a timestamp above 1e11', { biddingPeriod: { startTimestamp: 1e11 - 3_600, endTimestamp: 1e11 + 1 } }, false],
];

test.each(onTheEdge)('%s', (_, change, isTaken) => {
  expect([create({ ...sound, ...change }), faultsIn(createAuctionBody, { ...sound, ...change }).length === 0]).toEqual([
    isTaken,
    isTaken,
  ]);
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 210 }),
  fc.string({ unit: 'grapheme', minLength: 140, maxLength: 210 }),
);

test('what the document refuses of a title, a bidderId, a limit or a key is refused', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      if (!create({ ...sound, title: text })) {
        expect(faultsIn(createAuctionBody, { ...sound, title: text })).not.toEqual([]);
      }
      if (!bidderId(text)) expect(faultsIn(findBidsInput, { bidderId: text })).not.toEqual([]);
    }),
    { seed: 20261121, numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.integer({ min: -3, max: 103 }), (value) => {
      expect(limit(value)).toBe(faultsIn(findBidsInput, { limit: value }).length === 0);
    }),
    { seed: 20261121, numRuns: 300 },
  );
  const keyText = fc.oneof(
    fc.string({ maxLength: 260 }),
    fc.string({ unit: fc.constantFrom('"', '\\', 'a', ' '), maxLength: 6 }),
    fc.integer({ min: 250, max: 260 }).map((length) => 'k'.repeat(length)),
  );
  fc.assert(
    fc.property(keyText, (text) => {
      expect(key(text)).toBe(readIdempotencyKey(text).key !== null);
    }),
    { seed: 20261121, numRuns: 2_000 },
  );
});
