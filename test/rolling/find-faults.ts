import type { Load } from './make-load.ts';
import type { RollingHouse } from './rolling-house.ts';
import type { Watcher } from './watch-auction.ts';

/** What whoever used the service was told, held against what is written. @returns one fault a line; empty when all is well */
export async function findFaults({ house, load }: { house: RollingHouse; load: Load }): Promise<string[]> {
  const { pool } = house.db;
  const missing = async (what: string, table: string, column: string, told: readonly string[]) => {
    const { rows } = await pool.query<{ id: string }>(`select ${column} as id from ${table}`);
    const there = new Set(rows.map(({ id }) => id));
    return told.filter((id) => !there.has(id)).map((id) => `${what} is not there: ${id}`);
  };
  return [
    ...(load.createdIds.length === 0 ? ['nobody created an auction'] : []),
    ...(load.placedBy.length === 0 ? ['nobody placed a bid'] : []),
    ...(await missing('an auction that was created', 'auctions', 'auction_id', load.createdIds)),
    ...(await missing('a bid that was placed', 'bids', 'bidder_id', load.placedBy)),
    ...(await missing('a webhook that was delivered', 'webhook_events', 'event_id', [...house.received.keys()])),
    ...(await unreceived(house)),
    ...(await unwatched(house, load.watchers)),
  ];
}

/** Events that endpoints subscribe to arrive at least once: an event that a killed worker had sent is sent again. */
async function unreceived({ db, received }: RollingHouse): Promise<string[]> {
  const { rows } = await db.query<{ id: string; type: string }>(
    `select event_id as id, event_type as type from webhook_events event
     where exists (select from webhook_endpoints where seller_id = event.seller_id and event.event_type = any (event_types))`,
  );
  return rows.filter(({ id }) => !received.has(id)).map(({ id, type }) => `${type} was not received: ${id}`);
}

/**
 * How the auction stands, and each bid once and in order, however often the stream was broken off: all that were placed since
 * the subscription stood, and perhaps the last of those before.
 */
async function unwatched({ db }: RollingHouse, watchers: ReadonlyMap<string, Watcher>): Promise<string[]> {
  const { rows } = await db.query<{ auctionId: string; phase: string; bidIds: string[]; placedAtMs: number[] }>(
    `select auction_id as "auctionId", case status when 'completed' then lower(outcome::text) else 'open' end as phase,
       array(select bid_id from bids b where b.auction_id = a.auction_id order by placed_at, bid_id) as "bidIds",
       array(select extract(epoch from placed_at)::float8 * 1000 from bids b where b.auction_id = a.auction_id order by placed_at, bid_id) as "placedAtMs"
     from auctions a where status <> 'upcoming'`,
  );
  const written = new Map(rows.map((row) => [row.auctionId, row]));
  return [...watchers].flatMap(([auctionId, { phase, bidIds, owedSinceMs }]) => {
    const auction = written.get(auctionId);
    if (auction === undefined) return [`${auctionId} has not begun`];
    const owed = auction.placedAtMs.filter((placedAtMs) => placedAtMs > owedSinceMs).length;
    const told = auction.bidIds.slice(auction.bidIds.length - bidIds.length);
    return [
      ...(phase === auction.phase ? [] : [`${auctionId} is ${auction.phase}, and its page was told ${phase}`]),
      ...(bidIds.length >= owed && bidIds.join() === told.join()
        ? []
        : [
            `${auctionId} has ${auction.bidIds.length} bids, ${owed} of them owed, and its subscriber was told of ${bidIds.length}`,
          ]),
    ];
  });
}
