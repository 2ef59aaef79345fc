import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { makePrepare } from '../../src/api/prepare.ts';
import { schema } from '../../src/api/graphql/schema.ts';

const config = { publicUrl: 'http://localhost' };

// Documents that are each another, of the kinds that a caller can send.
const kinds: readonly [string, (index: number) => string][] = [
  ['small ones', (index) => `{ auctions(after: "${index}") { nodes { title } } }`],
  [
    'large ones',
    (index) =>
      `{ ${Array.from({ length: 20 }, (_, i) => `a${i}: auctions(after: "${index}") { nodes { auctionId title status bids { nodes { bidId placedAt } } } }`).join(' ')} }`,
  ],
  ['wrong ones of 4 kB', (index) => `{ ${Array.from({ length: 300 }, (_, i) => `n${index}x${i}`).join(' ')} }`],
  ['ones that cannot be parsed', (index) => `{ ${Array.from({ length: 300 }, (_, i) => `n${index}x${i}`).join(' ')}`],
  ['one long comment', (index) => `{ __typename } # ${index} ${'x'.repeat(4_000)}`],
];

test.each(kinds)('the cache measures what %s take of the heap', async (_, textOf) => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  // Garbage of earlier tests goes in several rounds, as finalizers let go of more.
  const collect = async () => {
    for (let round = 0; round < 4; round += 1) {
      gc();
      await sleep(5);
    }
  };
  const prepare = makePrepare(schema, config, { entries: 10_000, bytes: 2 ** 30 });
  const fill = (from: number, to: number) => {
    for (let index = from; index < to; index += 1) prepare(textOf(index)).operation(null)?.planFor({});
  };
  fill(0, 20);
  await collect();
  const before = process.memoryUsage().heapUsed;
  const measured = prepare.cache.calculatedSize;
  fill(20, 120);
  await collect();
  const taken = process.memoryUsage().heapUsed - before;
  // Half of it would let a cache take twice what it may. Too much only costs hits.
  expect((prepare.cache.calculatedSize - measured) / taken).toBeGreaterThan(0.8);
  expect((prepare.cache.calculatedSize - measured) / taken).toBeLessThan(4);
  expect(prepare.cache.size).toBe(120);
});
