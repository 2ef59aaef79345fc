import { percentile } from './percentile.ts';

/** The cost of one thing divided by that of another one, and the largest ratio that is accepted. */
export interface Goal {
  readonly what: string;
  readonly ratio: number;
  readonly most: number;
}

/** The goal of what is measured next to an earlier version. */
export const maxOfBefore = 1.05;

/**
 * Returns the median of the ratios of each round, whose two figures were measured one after the other, at the same speed of the
 * machine.
 */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return percentile(
    ours.map((figure, round) => figure / theirs[round]!),
    0.5,
  );
}

/** @param most the goal, if there is one: what misses it is bold */
export function showRatio(ratio: number, most?: number): string {
  const text = ratio.toFixed(2);
  if (most === undefined) return text;
  return `${isHeld(ratio, most) ? text : `**${text}**`} (≤ ${most})`;
}

/** Says in a sentence how many goals are held, and names those that are missed. */
export function stateGoals(goals: readonly Goal[]): string {
  const missed = goals.filter(({ ratio, most }) => !isHeld(ratio, most));
  const counts = `${goals.length - missed.length} of ${goals.length} goals are held`;
  if (missed.length === 0) return `${counts}.`;
  return `${counts}. Missed: ${missed.map(({ what, ratio, most }) => `${what} ${ratio.toFixed(2)} (≤ ${most})`).join(', ')}.`;
}

/** A ratio is judged as it is shown. */
function isHeld(ratio: number, most: number): boolean {
  return Number(ratio.toFixed(2)) <= most;
}
