// Each limit is defined once, here: the checks, the SQL and the texts use these constants.

/** A bidding period starts at least this long after the request is processed. */
export const minNoticeBeforeStartSeconds = 60;

/** A bidding period lasts at least this long… */
export const minBiddingPeriodSeconds = 3_600;

/** …and at most this long. */
export const maxBiddingPeriodSeconds = 7 * 86_400;

export const minTitleLength = 3;

export const maxTitleLength = 150;

export const maxReferenceLength = 200;

export const maxMinimumBidValueInCents = 49_999_999;

export const maxBidderIdLength = 200;

/** The largest body of a request to `/v1` or `/graphql`. */
export const maxBodyBytes = 64 * 1024;

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
