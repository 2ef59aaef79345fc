import fc from 'fast-check';

/** Decisions that were made beforehand: with the same ones the same request comes out, and with fewer a simpler one. */
export interface Dice {
  /** @returns 0 to `limit - 1` */
  below(limit: number): number;
  chance(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export const decisions = fc.limitShrink(
  fc.array(fc.nat({ max: 999_999 }), { minLength: 150, maxLength: 400, size: 'max' }),
  300,
);

export function diceOf(decided: readonly number[]): Dice {
  let next = 0;
  // Past the last decision everything is the first of its kind, which ends every repetition.
  const below = (limit: number) => (decided[next++] ?? 0) % limit;
  return {
    below,
    chance: (percent) => below(100) >= 100 - percent,
    pick: (items) => items[below(items.length)]!,
  };
}
