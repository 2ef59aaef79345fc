import { expect, test } from 'vitest';
import { freshDatabase } from '../../support/database.ts';
import { connectDatabase } from '../../../src/platform/db/connect-database.ts';
import { playLossy } from './play-lossy.ts';

// `npm run deep -- faults provider` plays 2,000 auctions.
test.each([
  { share: 0.1, seed: 20261123 },
  { share: 0.3, seed: 20261123 },
  { share: 0.5, seed: 20261123 },
  { share: 0.5, seed: 7 },
])(
  'with $share of the requests lost, late, doubled or reordered (seed $seed), nobody pays twice and nothing stays held',
  { timeout: 120_000 },
  async ({ share, seed }) => {
    await using fresh = await freshDatabase();
    await using db = await connectDatabase(fresh.url);
    const { spoiled, ...result } = await playLossy(db, { auctions: 25, share, seed });
    expect(result).toMatchObject({ twiceCaptured: 0, orphans: 0, unresolved: 0, broken: [] });
    expect(result.captures).toBe(result.sold);
    // Otherwise nothing was tried.
    expect(result.sold).toBeGreaterThan(10);
    expect(Object.keys(spoiled).sort()).toEqual(['answer_lost', 'request_late', 'request_lost', 'request_twice']);
  },
);
