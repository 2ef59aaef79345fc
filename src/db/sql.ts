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

/** A filter of a list: its condition, as SQL given the parameter that holds its value. */
export type Filter = readonly [condition: (parameter: string) => string, value: unknown];

/**
 * Composes the condition of all filters; `true` without any.
 *
 * @param filters `undefined` values are left out
 */
export function conditionOf(filters: readonly Filter[], parameter: Parameters): string {
  const given = filters.filter(([, value]) => value !== undefined);
  return given.map(([condition, value]) => condition(parameter(value))).join(' and ') || 'true';
}

/** Returns an `ilike` pattern that finds a text anywhere, whatever characters it has. */
export function anywhere(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `%${escapePattern(text)}%`;
}

/** Escapes the wildcards of `like`, which Prisma's `contains` does not. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
