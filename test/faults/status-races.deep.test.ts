import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { auctionPhases, type AuctionPhase } from '../../src/auctions/auction-row.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { bidRequest } from '../support/bid-request.ts';
import { serviceForFile } from '../support/service.ts';

// At the end of an auction its first bid, a lock that makes the bid wait, and readers race. No reader sees an earlier phase after
// a later one.

const rounds = 50;
const auctionsEach = 20;

const service = await serviceForFile();
const seller = await service.seller();

const bid = (auctionId: string) => placeBid(service.deps, bidRequest(auctionId));

test('in 1,000 races at the end no phase goes back', { timeout: 300_000 }, async () => {
  const wentBack: string[] = [];
  const outcomes = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const { rows } = await service.db.query<{ auctionId: string }>(
      `insert into auctions (seller_id, bidding_period_starts_at, bidding_period_ends_at, type, title, minimum_bid_value_in_cents, status)
       select $1, t.now - interval '1 day', date_trunc('milliseconds', t.now + interval '290 ms'), 'asynchronous', 'Lot ' || n, 500, 'ongoing'
       from generate_series(1, $2::int) n, (select clock_timestamp() as now) t returning auction_id as "auctionId"`,
      [seller.sellerId, auctionsEach],
    );
    const ids = rows.map(({ auctionId }) => auctionId);
    const seen = new Map<string, number>();
    const over = new AbortController();
    const reading = (async () => {
      while (!over.signal.aborted) {
        const { body } = await seller.graphql(`{ auctions(first: ${auctionsEach}) { nodes { auctionId phase } } }`);
        for (const { auctionId, phase } of body.data.auctions.nodes as {
          auctionId: string;
          phase: AuctionPhase;
        }[]) {
          const rank = auctionPhases.indexOf(phase);
          if (rank < (seen.get(auctionId) ?? 0))
            wentBack.push(`${auctionId}: ${phase} after ${auctionPhases[seen.get(auctionId)!]}`);
          seen.set(auctionId, rank);
        }
      }
    })();
    const holding = service.db.transaction(async (tx) => {
      await tx.query('select from auctions where auction_id = any($1) for no key update', [ids]);
      await delay(20 + 2 * (round % 50));
    });
    const placed = await Promise.all(ids.map(async (auctionId, index) => delay(index * 4).then(() => bid(auctionId))));
    for (const { outcome } of placed) outcomes.add(outcome);
    await holding;
    await untilEnded(ids);
    await settleDueAuctions(service.deps);
    over.abort();
    await reading;
  }
  expect(wentBack).toEqual([]);
  expect([...outcomes].toSorted()).toEqual(['placed', 'refused']);
});

async function untilEnded(auctionIds: readonly string[]): Promise<void> {
  await service.db.query(
    `select pg_sleep(greatest(0, extract(epoch from max(bidding_period_ends_at) - clock_timestamp())) + 0.01)
     from auctions where auction_id = any($1)`,
    [auctionIds],
  );
}
