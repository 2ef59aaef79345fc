import type { Parameters } from '#one-statement/parameters.ts';

/** A filter of a list: its condition, as SQL given the parameter that holds its value. */
export type Filter = readonly [condition: (parameter: string) => string, value: unknown];

/**
 * Composes the condition of all filters; `true` without any.
 *
 * @param filters those without a value are left out
 */
export function conditionOf(filters: readonly Filter[], parameter: Parameters): string {
  const given = filters.filter(([, value]) => value != null);
  return given.map(([condition, value]) => condition(parameter(value))).join(' and ') || 'true';
}

/** Escapes the wildcards of `like`, which Prisma's `contains` does not. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
