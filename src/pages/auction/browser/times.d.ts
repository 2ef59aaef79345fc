export const units: readonly (readonly ['day' | 'hour' | 'minute' | 'second', size: number, of: number])[];

export function lengthsIn(numbers: string): {
  /** `2 days 4 hr`, `3 hr 12 min`, `4 min 9 sec`: the two largest units. */
  readonly duration: (milliseconds: number) => string;
  /** `2 min ago`, in the largest unit. */
  readonly ago: (milliseconds: number) => string;
};
