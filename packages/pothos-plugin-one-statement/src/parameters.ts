/** Adds a value to a composed statement, and returns its placeholder: `$1` for the first. */
export interface Parameters {
  (value: unknown): string;
  /** The values, in the order of their placeholders. */
  readonly values: unknown[];
}

/** @param first the number of the first placeholder */
export function makeParameters(first = 1): Parameters {
  const values: unknown[] = [];
  return Object.assign((value: unknown) => `$${values.push(value) + first - 1}`, { values });
}
