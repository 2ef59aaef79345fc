import fc from 'fast-check';
import type { DescribedOperation } from '../../support/described-api.ts';
import { mostly, part, type Part } from './part.ts';

/** Names of auctions in each state; the id of one takes its place when the request is sent. */
export const auctionNames = [
  '{upcoming}',
  '{ongoing}',
  '{settling}',
  '{capturing}',
  '{unsold}',
  '{sold}',
  '{cancelled}',
];

const strangeIds = [
  '{foreign}',
  '42',
  'null',
  'undefined',
  '%00',
  '%zz',
  '%ff',
  '%E2%98%83',
  "'%20or%201=1",
  '{upcoming}%20',
  '.',
  '..',
  '%2e%2e',
  '*',
  'x'.repeat(5_000),
];

export function anyPath({ path }: DescribedOperation): fc.Arbitrary<Part<string>> {
  const names = path.includes('{bidId}') ? ['{bid}'] : auctionNames;
  const [before, after] = path.split(/\{\w+\}/);
  if (after === undefined) return fc.constant({ value: path, kind: 'sound' });
  return mostly<string>(
    fc.constantFrom(...names).map(part('sound')),
    fc.oneof(fc.constantFrom(...strangeIds), fc.uuid(), fc.webSegment()).map(part('odd')),
  ).map(({ value, kind }) => ({ value: `${before}${value}${after}`, kind }));
}
