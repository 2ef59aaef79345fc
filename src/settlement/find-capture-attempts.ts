import type { Database } from '../db/database.ts';
import type { CaptureAttempt } from '../db/generated/client.ts';

/** Reads the settlements of these auctions so far, each in the order in which captures were requested. */
export async function findCaptureAttempts(
  { db }: { db: Pick<Database, 'prisma'> },
  auctionIds: readonly string[],
): Promise<CaptureAttempt[][]> {
  const attempts = await db.prisma.captureAttempt.findMany({
    where: { auctionId: { in: [...auctionIds] } },
    // Within a millisecond, a renewal's capture comes after that of the hold that it renews, whose attempts are numbered apart.
    orderBy: [{ requestedAt: 'asc' }, { authorizationId: 'asc' }, { attempt: 'asc' }],
  });
  const attemptsOf = Map.groupBy(attempts, ({ auctionId }) => auctionId);
  return auctionIds.map((auctionId) => attemptsOf.get(auctionId) ?? []);
}
