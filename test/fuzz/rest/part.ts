import fc from 'fast-check';

/** `sound`: the rules allow it, and only the state of things can refuse it. `broken`: they do not. `odd`: who knows. */
export type Kind = 'sound' | 'broken' | 'odd';

/** A part of a request. */
export interface Part<Value> {
  readonly value: Value;
  readonly kind: Kind;
}

export function part<Value>(kind: Kind): (value: Value) => Part<Value> {
  return (value) => ({ value, kind });
}

/** What a whole is of which these are the parts. */
export function kindOf(...kinds: Kind[]): Kind {
  if (kinds.includes('broken')) return 'broken';
  return kinds.includes('odd') ? 'odd' : 'sound';
}

/** Mostly sound, because of two faults in different parts the service may tell the first alone. */
export function mostly<Value>(
  sound: fc.Arbitrary<Part<Value>>,
  ...others: fc.Arbitrary<Part<Value>>[]
): fc.Arbitrary<Part<Value>> {
  return fc.oneof(
    { weight: 3 * others.length, arbitrary: sound },
    ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
}
