import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DueKind, measureDueWork } from '../../src/settlement/measure-due-work.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';

let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage()));
afterEach(() => stage[Symbol.asyncDispose]());

/** The kinds that are due for more than half an hour, with how many of each. */
async function overdue(): Promise<Partial<Record<DueKind, number>>> {
  const measured = await measureDueWork(stage.service.db.pool);
  return Object.fromEntries(
    measured.filter(({ oldestSeconds }) => oldestSeconds > 1_800).map(({ kind, count }) => [kind, count]),
  );
}

async function change(sql: string): Promise<void> {
  await stage.service.db.query(sql);
}

const anHourAgo = `next_attempt_at = clock_timestamp() - interval '1 hour'`;

test.each<[DueKind, string]>([
  ['capture', `update authorizations set state = 'capturing', ${anHourAgo}`],
  // Settlement waits for the release of a bid's hold while the auction is open: that is work of the kind capture.
  [
    'release',
    `with over as (update auctions set bidding_period_starts_at = bidding_period_starts_at - interval '2 days',
       bidding_period_ends_at = bidding_period_ends_at - interval '2 days', status = 'completed', outcome = 'UNSOLD', completed_at = clock_timestamp())
     update authorizations set state = 'releasing', ${anHourAgo}`,
  ],
  ['capture', `update authorizations set state = 'releasing', ${anHourAgo}`],
  ['renewal', `update authorizations set ${anHourAgo}`],
  ['bid', `update authorizations set bid_id = null, ${anHourAgo}`],
  [
    'settlement',
    `update auctions set bidding_period_starts_at = clock_timestamp() - interval '2 hours', bidding_period_ends_at = clock_timestamp() - interval '1 hour'`,
  ],
  [
    'transition',
    `update auctions set status = 'upcoming', bidding_period_starts_at = clock_timestamp() - interval '1 hour', bidding_period_ends_at = clock_timestamp() + interval '1 hour'`,
  ],
  [
    'card',
    `insert into kept_cards (authorization_id, first_authorization_id, provider, next_attempt_at)
     select authorization_id, authorization_id, provider, clock_timestamp() - interval '1 hour' from authorizations`,
  ],
])('work of the kind %s that nobody has tried is measured as overdue', async (kind, sql) => {
  await stage.bid(5_000);
  expect(await overdue()).toEqual({});
  await change(sql);
  expect(await overdue()).toEqual({ [kind]: 1 });
});
