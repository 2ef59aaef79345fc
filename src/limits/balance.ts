/** The state of a budget after points were used. */
export interface Balance {
  /** Points that are left until it is full again. */
  readonly left: number;
  /** Whole seconds until it is full again, at least 1. */
  readonly fullInSeconds: number;
  /** More points were used than the budget had: the request is refused. */
  readonly isOverdrawn: boolean;
}

/**
 * Makes a balance.
 *
 * @param left negative if more points were used than the budget had
 */
export function balanceOf(left: number, msUntilFull: number): Balance {
  return {
    left: Math.max(0, left),
    fullInSeconds: Math.max(1, Math.ceil(msUntilFull / 1_000)),
    isOverdrawn: left < 0,
  };
}
