import fc from 'fast-check';

// JSON as text, because much of what can be wrong with it is lost once it is a value: a key twice, a number that no number
// holds. Each schema of the OpenAPI document has texts that it allows and texts that it does not.

type Resolve = (schema: any) => any;

/** The year 2100: whenever this is played again, it lies ahead. */
const farAhead = 4_102_444_800;

/** A bidding period by all its rules; the document says in words what no schema can. */
const soundPeriod = fc
  .record({
    start: fc.nat(1_000_000),
    seconds: fc.oneof(fc.constantFrom(3_600, 604_800), fc.integer({ min: 3_600, max: 604_800 })),
  })
  .map(({ start, seconds }) =>
    JSON.stringify({ startTimestamp: farAhead + start, endTimestamp: farAhead + start + seconds }),
  );

/** @param name of the field, as a bidding period has rules that are in no schema */
export function soundText(resolve: Resolve, schema: any, name = ''): fc.Arbitrary<string> {
  const rules = resolve(schema);
  if (name === 'biddingPeriod') return soundPeriod;
  if (rules.enum !== undefined) return fc.constantFrom(...rules.enum.map((value: unknown) => JSON.stringify(value)));
  switch (rules.type) {
    case 'integer':
      return fc
        .oneof(fc.constantFrom(rules.minimum, rules.maximum), fc.integer({ min: rules.minimum, max: rules.maximum }))
        .map(String);
    case 'string':
      return soundString(rules).map((text) => JSON.stringify(text));
    case 'object':
      return soundMembers(resolve, rules).map(objectText);
    default:
      throw new Error(`No texts are known for ${JSON.stringify(rules)}.`);
  }
}

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
  if (rules.enum !== undefined)
    return fc.constantFrom(...others, '""', '"repeated"', '"ASYNCHRONOUS"', '"asynchronous "');
  return fc.oneof(
    fc.constantFrom(...others, '""', '"\\ud800abc"', '"a\\u0000b c"'),
    tooLong(rules.maxLength),
    tooShort(rules.minLength),
  );
}

const otherTypes = ['null', 'true', '0', '12', '-1.5', '"12"', '"true"', '[]', '{}', '[1]', '{"a":1}', '"a string"'];

function typeOfText(text: string): string {
  const value: unknown = JSON.parse(text);
  return Number.isInteger(value) ? 'integer' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

export function soundString({ minLength = 0, maxLength = 60, format }: any): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  const unit = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
    fc.constantFrom('é', '漢', '😀', '\u00a0', '\u0301', '\u202e', '"', '\\', '<', '&', "'", '%'),
  );
  // The first is visible: a blank text is refused, which no schema says.
  return fc
    .array(unit, { minLength: Math.max(0, minLength - 1), maxLength: maxLength - 1, size: 'max' })
    .map((units) => `A${units.join('')}`);
}

function tooLong(maxLength: number): fc.Arbitrary<string> {
  return fc.constantFrom('x', '😀').map((unit) => JSON.stringify(unit.repeat(maxLength + 1)));
}

function tooShort(minLength: number): fc.Arbitrary<string> {
  return fc.constantFrom('x', '😀').map((unit) => JSON.stringify(unit.repeat(minLength - 1)));
}

type Members = [key: string, text: string][];

function soundMembers(resolve: Resolve, rules: any): fc.Arbitrary<Members> {
  const members = Object.entries(rules.properties).map(([key, schema]) => {
    const member = soundText(resolve, schema, key).map((text): Members => [[key, text]]);
    return rules.required?.includes(key) === true ? member : fc.oneof(fc.constant([]), member);
  });
  return fc
    .tuple(...members)
    .map((all) => all.flat())
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
}

function brokenObject(resolve: Resolve, rules: any): fc.Arbitrary<string> {
  const keys = Object.keys(rules.properties);
  const required: string[] = rules.required ?? [];
  const withMember = (key: string, text: string) =>
    soundMembers(resolve, rules).map((members) =>
      objectText([...members.filter(([other]) => other !== key), [key, text]]),
    );
  return fc.oneof(
    // One field at fault.
    fc
      .constantFrom(...keys)
      .chain((key) => brokenText(resolve, rules.properties[key]).chain((text) => withMember(key, text))),
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

export function objectText(members: Members): string {
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}
