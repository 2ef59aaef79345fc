import fc from 'fast-check';
import type { DescribedApi, DescribedOperation } from '../../support/described-api.ts';
import { auctionNames } from './any-path.ts';
import { soundString, soundText } from './sound-text.ts';
import { type Kind, mostly, part, type Part } from './part.ts';

type Parameter = DescribedOperation['parameters'][number];

const unknown = [
  'limti=1',
  '=',
  'a',
  '__proto__=1',
  'constructor=x',
  '%00=1',
  'includebids=true',
  '%FF=%FE',
  'limit[]=1',
  'a=1;b=2',
];
/** What a parameter that is no free text cannot be. */
const wrong = ['', '%00', 'null', '1e1', '0x10', '-1', '+5', '%205', '1.0', 'TRUE', 'yes', '99999999999999999999'];

/** With its question mark; the pairs as they are written. */
export function anyQuery(api: DescribedApi, { parameters }: DescribedOperation): fc.Arbitrary<Part<string>> {
  const inQuery = parameters.filter((one) => one.in === 'query');
  const sound = fc
    .tuple(...inQuery.map((parameter) => fc.option(soundPair(api, parameter))))
    .map((pairs) => pairs.filter((pair) => pair !== null));
  const faulty = (kind: Kind, pair: fc.Arbitrary<string>) =>
    fc.tuple(sound, pair).map(([pairs, one]) => part<readonly string[]>(kind)([...withoutName(pairs, one), one]));
  const faults = inQuery.flatMap((parameter) => [
    fc.constantFrom(`${parameter.name}=`, parameter.name),
    soundPair(api, parameter).map((pair) => `${pair}&${pair}`),
    ...(isFreeText(parameter) ? [] : [fc.constantFrom(...wrong).map((text) => `${parameter.name}=${text}`)]),
  ]);
  const garbled = inQuery.map(({ name }) => fc.constantFrom(`${name}=%00`, `${name}=%E0%A4`, `${name}=%`));
  return mostly<readonly string[]>(
    sound.map(part('sound')),
    faulty('broken', fc.oneof(fc.constantFrom(...unknown), ...faults)),
    ...(garbled.length === 0 ? [] : [faulty('odd', fc.oneof(...garbled))]),
  ).map(({ value, kind }) => ({ value: value.length === 0 ? '' : `?${value.join('&')}`, kind }));
}

function withoutName(pairs: readonly string[], other: string): string[] {
  const [name] = other.split('=');
  return pairs.filter((pair) => pair.split('=')[0] !== name);
}

function isFreeText({ schema: { type, enum: values, format } }: Parameter): boolean {
  return type === 'string' && values === undefined && format === undefined;
}

function soundPair(api: DescribedApi, parameter: Parameter): fc.Arbitrary<string> {
  return soundValue(api, parameter).map((text) => `${parameter.name}=${text}`);
}

function soundValue(api: DescribedApi, { name, schema, ...rest }: Parameter): fc.Arbitrary<string> {
  if (name === 'auctionId') return fc.constantFrom(...auctionNames, '{foreign}');
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false');
  if (!isFreeText({ schema, ...rest })) return soundText(api.resolve, schema).map((text) => text.replaceAll('"', ''));
  return fc.oneof(
    soundString(schema).map(encodeURIComponent),
    fc.constantFrom('ongoing@example.com', 'ongoing%40example.com'),
  );
}
