import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Kind } from 'graphql';
import { expect, test } from 'vitest';
import { makePrepare } from '../../src/api/prepare.ts';
import { schema } from '../../src/api/graphql/schema.ts';

const names = ['a', 'b', 'c', 'd'];
const config = { publicUrl: 'http://localhost' };
const fields =
  'auctionId createdAt biddingPeriodStartsAt biddingPeriodEndsAt type title reference status auctionUrl outcome cancelledAt updatedAt phase';

const page = `fragment Page on AuctionConnection { totalCount nodes { ${fields} bids { nodes { bidId placedAt } } } }`;
const pagesOf = (count: number, index: number) =>
  Array.from({ length: count }, (_, i) => `a${i}: auctions(after: "${index}") { ...Page }`).join(' ');

// Documents that are each another, of the kinds that a caller can send.
const kinds: readonly [string, (index: number) => string][] = [
  ['the smallest ones', (index) => `{a${index}}`],
  ['small ones', (index) => `{ auctions(after: "${index}") { nodes { title } } }`],
  [
    'large ones',
    (index) =>
      `{ ${Array.from({ length: 20 }, (_, i) => `a${i}: auctions(after: "${index}") { nodes { auctionId title status bids { nodes { bidId placedAt } } } }`).join(' ')} }`,
  ],
  ['wrong ones of 4 kB', (index) => `{ ${Array.from({ length: 300 }, (_, i) => `n${index}x${i}`).join(' ')} }`],
  ['ones that cannot be parsed', (index) => `{ ${Array.from({ length: 300 }, (_, i) => `n${index}x${i}`).join(' ')}`],
  ['one long comment', (index) => `{ __typename } # ${index} ${'x'.repeat(4_000)}`],
  [
    'ones with as many names as fit',
    (index) =>
      `{ n${index} ${Array.from({ length: 1_900 }, (_, i) => (i + 36).toString(36).replace(/^\d/, 'z')).join(' ')} }`,
  ],
  [
    'ones whose operations share a fragment',
    (index) => `${page} ${Array.from({ length: 8 }, (_, i) => `query Q${i} { ${pagesOf(10, index)} }`).join(' ')}`,
  ],
  ['ones that spread a fragment ten times', (index) => `${page} { ${pagesOf(10, index)} }`],
  [
    'ones with sixteen plans',
    (index) =>
      `query (${names.map((name) => `$${name}: Boolean!`).join()}) { auctions(after: "${index}") { nodes { auctionId title ${names.map((name) => `${name}: status @include(if: $${name})`).join(' ')} } } }`,
  ],
];

test.each(kinds)('the cache holds a bounded part of the heap, full of %s', async (_, textOf) => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  // Garbage of earlier tests goes in several rounds, as finalizers let go of more.
  const collect = async () => {
    for (let round = 0; round < 4; round += 1) {
      gc();
      await sleep(5);
    }
  };
  const prepare = makePrepare(schema, config);
  await collect();
  const before = process.memoryUsage().heapUsed;
  const { cache } = prepare;
  // Once it is full, each document takes the place of another one.
  for (let index = 0; cache.size === index; index += 1) {
    const { document, operation } = prepare(textOf(index));
    for (const definition of document?.definitions ?? []) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      for (let bits = 0; bits < 16; bits += 1) {
        const variables = Object.fromEntries(names.map((name, i) => [name, (bits & (1 << i)) !== 0]));
        operation(definition.name?.value)?.planFor(variables);
      }
    }
  }
  await collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 2 ** 20);
  expect(cache.size).toBeGreaterThan(5);
});
