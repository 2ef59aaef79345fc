import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { Dice } from './dice.ts';

/** What there is to ask for: values by the name of the argument that they make sense for. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

const texts = ['A walnut desk', 'ada@example.com', 'Ω≈ç√ 💥 \u202e', 'abc', 'x'.repeat(150)];
const integers = [1, 0, 2, 10, 100, 3_600, 49_999_999];
const someId = '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11';

const oddCursors = ['auctions 1 x', `auctions 253402300800000 ${someId}`, `highest-bids -1 0 ${someId}`, 'newest-bids'];

const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  101,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  2 ** 53,
  1e20,
  1e308,
  -0,
  '',
  ' ',
  '\0',
  '\n',
  '\ud800',
  '"""',
  '\\',
  'NaN',
  '1',
  'true',
  'null',
  '__proto__',
  "'; drop table bids; --",
  '%_',
  'ab',
  'x'.repeat(151),
  'é'.repeat(5_000),
  someId.toUpperCase(),
  `{${someId}}`,
  someId.slice(1),
  'http://[::1]:1/',
  'https://user:pw@example.com/#x',
  'ftp://example.com',
  'https://',
  'javascript:alert(1)',
  [],
  [null],
  [[]],
  {},
  { a: 1 },
  { startTimestamp: 1 },
  { startTimestamp: 1, endTimestamp: 2, x: 3 },
  ...oddCursors.map((text) => Buffer.from(text).toString('base64url')),
];

/** A value of the right type, and often one that means something. */
export function soundValue(dice: Dice, type: GraphQLInputType, name: string, known: Known): unknown {
  if (isNonNullType(type)) return soundValue(dice, type.ofType, name, known);
  if (isListType(type)) {
    return Array.from({ length: dice.below(3) }, () => soundValue(dice, type.ofType, name, known));
  }
  if (isInputObjectType(type)) {
    const all = Object.values(type.getFields());
    const fields = type.isOneOf
      ? [dice.pick(all)]
      : all.filter((field) => isRequiredInputField(field) || dice.chance(50));
    return Object.fromEntries(fields.map((field) => [field.name, soundValue(dice, field.type, field.name, known)]));
  }
  if (isEnumType(type)) return dice.pick(type.getValues()).name;
  const mine = known[name];
  if (mine !== undefined && !dice.chance(10)) return dice.pick(mine);
  switch (type.name) {
    case 'ID':
    case 'UUID':
      return someId;
    case 'Boolean':
      return dice.chance(50);
    case 'String':
      return dice.pick(texts);
    default:
      return dice.pick(integers);
  }
}

/** Any value, mostly of a wrong type or beyond a limit. */
export function oddValue(dice: Dice): unknown {
  return dice.pick(oddValues);
}

/** The value as it is written into a document: an enum's bare, everything else nearly as in JSON. */
export function literalOf(value: unknown, type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(value, type.ofType);
  if (Array.isArray(value)) {
    const item = isListType(type) ? type.ofType : type;
    return `[${value.map((each) => literalOf(each, item)).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(type) ? type.getFields() : {};
    const pairs = Object.entries(value).map(
      ([name, each]) => `${name}: ${literalOf(each, fields[name]?.type ?? type)}`,
    );
    return `{${pairs.join(', ')}}`;
  }
  const isName = typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value);
  const item = isListType(type) ? type.ofType : type;
  return isName && isEnumType(isNonNullType(item) ? item.ofType : item) ? value : JSON.stringify(value);
}
