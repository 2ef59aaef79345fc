/** A filter that was asked for: its condition in SQL, with `?` where its value stands. */
export type Filter = readonly [condition: string, value: unknown];

/** The filters of a list as SQL, and the values for it. */
export interface Narrowing {
  /** Conditions that each begin with `and`; empty where nothing was asked for. */
  readonly conditions: string;
  readonly values: readonly unknown[];
}

/**
 * @param filters those with the value `undefined` were not asked for
 * @param valuesBefore how many values the statement has already
 */
export function narrowing(filters: readonly Filter[], valuesBefore: number): Narrowing {
  const given = filters.filter(([, value]) => value !== undefined);
  return {
    conditions: given
      .map(([condition], index) => `and ${condition.replaceAll('?', `$${valuesBefore + index + 1}`)}`)
      .join(' '),
    values: given.map(([, value]) => value),
  };
}

/** A text as a pattern for `ilike` that finds it anywhere, whatever characters it has. */
export function anywhere(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
