import type { Service } from '../support/service.ts';

/** PostgreSQL's clock, in unix seconds with their fraction: the only one that the service goes by. */
export async function databaseSeconds({ db }: Service): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    'select extract(epoch from clock_timestamp())::float8 as seconds',
  );
  return rows[0]!.seconds;
}

export const hour = 3_600;
export const day = 86_400;

/** A bidding period that nothing is wrong with, as a request sends it. */
export function soundPeriod({ startTimestamp = 4_102_444_800, seconds = day } = {}) {
  return { startTimestamp, endTimestamp: startTimestamp + seconds };
}

/** A create request that nothing is wrong with; the bidding period begins with the year 2100. */
export const soundAuction = { biddingPeriod: soundPeriod(), title: 'A walnut desk' };
