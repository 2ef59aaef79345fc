import fc from 'fast-check';
import { objectText, type Resolve, soundMembers } from './sound-text.ts';

/** Texts that are JSON, and that a schema of the OpenAPI document does not allow. */
export function brokenText(resolve: Resolve, schema: any): fc.Arbitrary<string> {
  const rules = resolve(schema);
  if (rules.type === 'object') return brokenObject(resolve, rules);
  const others = otherTypes.filter((text) => typeOfText(text) !== rules.type);
  if (rules.type === 'integer') {
    return fc.oneof(
      fc.constantFrom(
        ...others,
        String(rules.minimum - 1),
        String(rules.maximum + 1),
        '0.5',
        '1e400',
        '-1e400',
        '1e21',
        '-1',
      ),
      fc.bigInt({ min: BigInt(rules.maximum) + 1n, max: 10n ** 40n }).map(String),
    );
  }
  if (rules.enum !== undefined) {
    return fc.constantFrom(...others, '""', '"repeated"', '"ASYNCHRONOUS"', '"asynchronous "');
  }
  return fc.oneof(
    fc.constantFrom(...others),
    fc.constantFrom('""', '"\\ud800abc"', '"abc\\udfff"', '"a\\u0000b c"', '"abc\\u009f"'),
    tooLong(rules.maxLength),
    tooShort(rules.minLength),
  );
}

const otherTypes = ['null', 'true', '0', '12', '-1.5', '"12"', '"true"', '[]', '{}', '[1]', '{"a":1}', '"a string"'];

function typeOfText(text: string): string {
  const value: unknown = JSON.parse(text);
  return Number.isInteger(value) ? 'integer' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function tooLong(maxLength: number): fc.Arbitrary<string> {
  return fc.constantFrom('x', '😀').map((unit) => JSON.stringify(unit.repeat(maxLength + 1)));
}

function tooShort(minLength: number): fc.Arbitrary<string> {
  return fc.constantFrom('x', '😀').map((unit) => JSON.stringify(unit.repeat(minLength - 1)));
}

function brokenObject(resolve: Resolve, rules: any): fc.Arbitrary<string> {
  const keys = Object.keys(rules.properties);
  const required: string[] = rules.required ?? [];
  const withMember = (key: string, text: string) =>
    soundMembers(resolve, rules).map((members) =>
      objectText([...members.filter(([other]) => other !== key), [key, text]]),
    );
  const oneAtFault = fc
    .constantFrom(...keys)
    .chain((key) => brokenText(resolve, rules.properties[key]).chain((text) => withMember(key, text)));
  return fc.oneof(
    { weight: 4, arbitrary: oneAtFault },
    // One that does not exist.
    fc
      .tuple(
        fc.constantFrom(
          'minimumBid',
          'Title',
          'title ',
          '',
          '__proto__',
          'constructor',
          'toString',
          'auctionId',
          'a/b~c',
          '\u0000',
        ),
        fc.constantFrom(...otherTypes),
      )
      .chain(([key, text]) => withMember(key, text)),
    // One that is missing.
    ...required.map((key) =>
      soundMembers(resolve, rules).map((members) => objectText(members.filter(([other]) => other !== key))),
    ),
  );
}
