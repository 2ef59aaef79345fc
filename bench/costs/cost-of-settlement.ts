import { startRedis } from '../../test/support/redis.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { tell } from '../report.ts';
import { seedAuctionsWithBids } from '../seed-auctions-with-bids.ts';
import { endAllAtOnce, untilNothingIsHeld } from '../settlement/end-at-once.ts';
import { startServer } from '../start-server.ts';
import { type Growth, makeUsageReader, usageOfEach } from './read-usage.ts';

const bidsEach = 5;
const leadSeconds = 15;

/** Measures what an auction costs PostgreSQL from its end until its last hold is released, among few that end at once and among thousands. */
export async function costOfSettlement({ few, many }: { few: number; many: number }): Promise<Growth> {
  await using closing = new AsyncDisposableStack();
  const db = await openTemporaryDatabase(closing);
  const readUsage = await makeUsageReader(db);
  const redis = closing.use(await startRedis({ hz: '100', 'maxmemory-policy': 'noeviction' }));
  const env = { REDIS_URL: redis.url, ROLE: 'worker' };
  closing.use(await startServer(db.url, { env }));
  closing.use(await startServer(db.url, { env }));
  const settle = async (auctions: number) => {
    tell(`${auctions} auctions …`);
    await seedAuctionsWithBids(db, { auctions, bidsEach });
    const before = await readUsage();
    await endAllAtOnce({ db, redisUrl: redis.url }, leadSeconds);
    await untilNothingIsHeld(db);
    return usageOfEach(before, await readUsage(), auctions);
  };
  // Makes the plans.
  await settle(20);
  return { what: `an auction, among ${few} and among ${many}`, small: await settle(few), large: await settle(many) };
}
