import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeUseCounter } from '../../src/platform/auth/query-as.ts';
import { sessionSeconds } from '../../src/platform/db/session.ts';
import { combinationOf, makePrepare, maxVariants } from '../../src/api/prepare.ts';
import { schema } from '../../src/api/graphql/schema.ts';

const config = { publicUrl: 'http://localhost' };
const names = Array.from({ length: 11 }, (_, i) => `v${i}`);
const included = names.map((name, i) => `a${i}: title @include(if: $${name})`).join(' ');
const document = `query (${names.map((name) => `$${name}: Boolean!`).join()}) { auctions { nodes { auctionId ${included} } } }`;

test('caches 16 plans for 2,000 combinations of @include', () => {
  const prepare = makePrepare(schema, config);
  let cached = 0;
  for (let bits = 0; bits < 2_000; bits += 1) {
    const variables = Object.fromEntries(names.map((name, i) => [name, (bits & (1 << i)) !== 0]));
    const { planFor } = prepare(document).operation(null)!;
    const plan = planFor(variables);
    expect(plan.way).toBe('planned');
    if (planFor(variables) === plan) cached += 1;
  }
  expect(cached).toBe(maxVariants);
  expect(prepare.cache.size).toBe(1);
});

test('documents are prepared once, and no more are cached than there is room for', () => {
  const prepare = makePrepare(schema, config);
  const texts = Array.from({ length: 60 }, (_, i) => `{ __typename } # ${i} ${'x'.repeat(4_000)}`);
  for (const text of texts) prepare(text);
  expect(prepare.cache.size).toBe(49);
  expect(prepare(texts[59]!)).toBe(prepare(texts[59]!));
});

test('a statement is named from its third use on, and only so many are', () => {
  const isUsedOften = makeUseCounter();
  expect([isUsedOften('x'), isUsedOften('x'), isUsedOften('x'), isUsedOften('x')]).toEqual([false, false, true, true]);
  const uses = Array.from({ length: 3_000 }, (_, i) => [0, 0, 0].map(() => isUsedOften(`s${i}`)).at(-1));
  expect(uses.filter(Boolean)).toHaveLength(199);
  expect(isUsedOften('x')).toBe(true);
});

test('a name that no statement has used for as long as connections live makes room for one', async () => {
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  // The cache reads the clock once in a while.
  const waitUntil = (ms: number) => sleep(10, clock.mockReturnValue(ms));
  const isUsedOften = makeUseCounter();
  const useThrice = (name: string) => [0, 0, 0].map(() => isUsedOften(name)).at(-1);
  await waitUntil(1_000);
  for (let index = 0; index < 200; index += 1) expect(useThrice(`s${index}`)).toBe(true);
  await waitUntil(2_000);
  expect(isUsedOften('s0')).toBe(true);
  await waitUntil(1_000 + sessionSeconds * 1_000);
  expect([useThrice('late'), isUsedOften('late')]).toEqual([false, false]);
  await waitUntil(1_001 + sessionSeconds * 1_000);
  expect([isUsedOften('late'), useThrice('later')]).toEqual([true, true]);
  expect(isUsedOften('s0')).toBe(true);
});

test('rows are counted for each page size and condition, whatever was counted before', () => {
  const list = `query ($limit: Int, $withBids: Boolean!) {
    auctions(first: $limit) { nodes { auctionId bids @include(if: $withBids) { nodes { bidId } } } }
  }`;
  const { readsFor } = makePrepare(schema, config)(list).operation(null)!;
  const count = () =>
    [1, 10, 100].flatMap((limit) => [false, true].map((withBids) => readsFor({ limit, withBids, other: limit }).rows));
  expect(count()).toEqual([1, 101, 10, 1_010, 100, 10_100]);
  expect(count()).toEqual([1, 101, 10, 1_010, 100, 10_100]);
});

test('the same count is used again only for the same JSON values of the variables', () => {
  const values = fc.oneof(fc.constant(undefined), fc.jsonValue(), fc.constantFrom('undefined', 'null', '', ',', '[]'));
  const same = (one: unknown[], other: unknown[]) =>
    combinationOf(['a', 'b'], { a: one[0], b: one[1] }) === combinationOf(['a', 'b'], { a: other[0], b: other[1] });
  fc.assert(
    fc.property(fc.tuple(values, values), fc.tuple(values, values), (one, other) => {
      expect(same(one, structuredClone(one))).toBe(true);
      // JSON has one zero.
      expect(same(one, other)).toBe(JSON.stringify([one]) === JSON.stringify([other]) && isAbsentAlike(one, other));
    }),
  );
});

const isAbsentAlike = (one: unknown[], other: unknown[]) =>
  one.every((value, index) => (value === undefined) === (other[index] === undefined));

test('a document that is not cached is charged by its size, and once', () => {
  const prepare = makePrepare(schema, config);
  const charged: number[] = [];
  const text = `{ __typename } # ${'x'.repeat(1_000)}`;
  prepare(text, (points) => charged.push(points));
  prepare(text, (points) => charged.push(points));
  expect(charged).toEqual([4]);
});
