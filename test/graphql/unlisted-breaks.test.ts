import { expect, test } from 'vitest';
import { unlistedBreaks } from '../../tools/unlisted-breaks.ts';

const released =
  'type Query { auctions(limit: Int): [String!]! title: String @deprecated(reason: "Until 2027-06-01.") }';

test.each([
  ['a field that is gone', 'type Query { auctions(limit: Int): [String!]! }', 'Query.title was removed.'],
  [
    'a field of another type',
    'type Query { auctions(limit: Int): [String]! title: String }',
    'Query.auctions changed type from [String!]! to [String]!.',
  ],
  [
    'an argument that is required now',
    'type Query { auctions(limit: Int, first: Int!): [String!]! title: String }',
    'A required arg first on Query.auctions was added.',
  ],
])('%s breaks clients, unless the changelog lists it', (_, current, sentence) => {
  expect(unlistedBreaks(released, current, '')).toEqual([sentence]);
  expect(unlistedBreaks(released, current, `- \`${sentence}\` Since 2027-06-01.`)).toEqual([]);
});

test('an addition and a deprecation break nobody', () => {
  const current = 'type Query { auctions(limit: Int, offset: Int): [String!]! @deprecated title: String bids: Int }';
  expect(unlistedBreaks(released, current, '')).toEqual([]);
});
