import fc from 'fast-check';

// JSON as text, because much of what can be wrong with it is lost once it is a value, such as a number that no number holds.

/** Follows a reference within the document. */
export type Resolve = (schema: any) => any;

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

/**
 * Texts that a schema of the OpenAPI document allows.
 *
 * @param name of the field, as a bidding period has rules that are in no schema
 */
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

export type Members = [key: string, text: string][];

export function soundMembers(resolve: Resolve, rules: any): fc.Arbitrary<Members> {
  const members = Object.entries(rules.properties).map(([key, schema]) => {
    const member = soundText(resolve, schema, key).map((text): Members => [[key, text]]);
    return rules.required?.includes(key) === true ? member : fc.oneof(fc.constant([]), member);
  });
  return fc
    .tuple(...members)
    .map((all) => all.flat())
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
}

export function objectText(members: Members): string {
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}
