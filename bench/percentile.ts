/** @param share 0.5 for the median; `NaN` when there is nothing to choose from */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
}

/** Median and 99th percentile, in milliseconds. */
export function p50AndP99(values: readonly number[]): string {
  return `${percentile(values, 0.5).toFixed(1)} / ${percentile(values, 0.99).toFixed(1)}`;
}
