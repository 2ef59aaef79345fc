const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Writes a duration in the largest unit that divides it: `1 minute`, `7 days`. */
export function sayDuration(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds % each === 0) ?? ['second', 1];
  return `${seconds / length} ${unit}${seconds === length ? '' : 's'}`;
}

/** Writes a size in KiB: `64 KiB`. */
export function sayBytes(bytes: number): string {
  return `${bytes / 1024} KiB`;
}
