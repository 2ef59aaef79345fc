import { startRedis } from '../../test/support/redis.ts';
import { compareWithBefore } from '../compare-with-before.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { cpuMs, cpuMsOfFamily, postmasterOf } from '../processor-time.ts';
import { seedAuctionsWithBids } from '../seed-auctions-with-bids.ts';
import { serviceOf, startServer } from '../start-server.ts';
import { endAllAtOnce, untilNothingIsHeld } from './end-at-once.ts';

/**
 * Settles the same sale by the workers of this checkout and of an earlier one in turns, each time by two that have just started.
 *
 * @param folder of the earlier one
 * @returns what an auction costs either, in Markdown
 */
export async function compareSettling(
  folder: string,
  sale: { readonly auctions: number; readonly bidsEach: number },
  { rounds, leadSeconds }: { rounds: number; leadSeconds: number },
): Promise<string> {
  await using closing = new AsyncDisposableStack();
  const db = await openTemporaryDatabase(closing);
  const { url: redisUrl } = closing.use(await startRedis({ hz: '100', 'maxmemory-policy': 'noeviction' }));
  const postmaster = await postmasterOf(db.pool);
  return await compareWithBefore('CPU ms for an auction', rounds, async (version) => {
    await seedAuctionsWithBids(db, sale);
    await using stopping = new AsyncDisposableStack();
    const options = {
      env: { REDIS_URL: redisUrl, ROLE: 'worker' },
      ...(version === 'before' && { file: serviceOf(folder) }),
    };
    const start = async () => stopping.use(await startServer(db.url, options));
    const workers = await Promise.all([start(), start()]);
    const used = () => workers.reduce((sum, { pid }) => sum + cpuMs(pid), 0);
    const [workersBefore, postgresBefore] = [used(), cpuMsOfFamily(postmaster)];
    await endAllAtOnce({ db, redisUrl }, leadSeconds);
    await untilNothingIsHeld(db);
    const workersMs = used() - workersBefore;
    const postgresMs = cpuMsOfFamily(postmaster) - postgresBefore;
    return {
      'two workers': workersMs / sale.auctions,
      'with PostgreSQL': (workersMs + postgresMs) / sale.auctions,
    };
  });
}
