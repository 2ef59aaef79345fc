import { pino } from 'pino';
import type { BidDeps } from '../../../src/auctions/bids/bid-deps.ts';
import { placeBid } from '../../../src/auctions/bids/place-bid.ts';
import type { PooledDatabase } from '../../../src/platform/db/database.ts';
import { followEvent } from '../../../src/settlement/books/follow-event.ts';
import { badWeather, mulberry32 } from '../../holds/bad-weather.ts';
import { type Fault, makeFaultySimulated } from '../../providers/faulty-simulated.ts';
import { finishAuthorizations } from '../../../src/settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../../../src/settlement/settle-due-auctions.ts';
import { bidRequest } from '../../support/bid-request.ts';
import { aSeller } from '../../support/a-seller.ts';
import { insertAuction } from '../../support/insert-auction.ts';
import { insertEndpoint } from '../../support/insert-endpoint.ts';
import { nobodyListens } from '../../support/nobody-listens.ts';
import { passAMinute } from '../crashes/rest.ts';
import { brokenRules } from '../broken-rules.ts';
import { noGateways } from '../../support/no-gateways.ts';
import { findSimulatedEvents } from '../../providers/at-the-dashboard.ts';

export interface LossyGame {
  readonly auctions: number;
  /** The share of requests that go wrong: lost, answered to nobody, delayed past the deadline, or duplicated. */
  readonly share: number;
  readonly seed: number;
}

export interface LossyResult {
  readonly auctions: number;
  readonly bids: number;
  readonly calls: number;
  readonly spoiled: Partial<Record<Fault, number>>;
  readonly sold: number;
  readonly captures: number;
  /** Auctions of which more than one payment was captured. */
  readonly twiceCaptured: number;
  /** Payments at the provider that hold or have taken money which our books do not know of. */
  readonly orphans: number;
  /** Authorizations and auctions that are not finished although everything has arrived. */
  readonly unresolved: number;
  /** Every rule that is broken at rest. */
  readonly broken: readonly string[];
}

const cards = [
  'visa',
  'visa',
  'visa',
  'amex',
  'declined',
  'capture_declined',
  'capture_5xx',
  'release_5xx',
  'capture_try_again',
];
const bidsEach = 4;
const bidsAtOnce = 20;
const maxRounds = 400;
/** A request that is under way arrives within this many rounds of a minute. */
const arrivesWithin = 20;

/**
 * Plays auctions from their first bid to the last release at a provider of whose requests a share is lost, delayed,
 * duplicated and reordered, and whose events arrive late, twice and in any order. Then counts what must never be.
 */
export async function playLossy(db: PooledDatabase, game: LossyGame): Promise<LossyResult> {
  const { share, seed } = game;
  const random = mulberry32(seed);
  const shares = { answer_lost: 0.3, request_lost: 0.2, request_late: 0.25, request_twice: 0.25 };
  const weather = badWeather(
    seed,
    Object.fromEntries(Object.entries(shares).map(([fault, part]) => [fault, part * share])),
  );
  const spoiled: Partial<Record<Fault, number>> = {};
  let calls = 0;
  let late: { execute: () => Promise<void>; rounds: number }[] = [];
  const simulated = makeFaultySimulated(
    { db },
    {
      deadlineMs: 20_000,
      weather: async (operation) => {
        calls += 1;
        const fault = await weather(operation);
        if (fault !== null) spoiled[fault] = (spoiled[fault] ?? 0) + 1;
        return fault;
      },
      late: (execute) => void late.push({ execute, rounds: 0 }),
    },
  );
  const deps: BidDeps = {
    db,
    live: nobodyListens,
    log: pino({ level: 'silent' }),
    gateways: { ...noGateways, simulated },
  };

  /** Executes some of the requests that are under way, in any order. */
  async function deliver(probability: number): Promise<void> {
    const arriving = late.filter(({ rounds }) => rounds >= arrivesWithin || random() < probability);
    late = late
      .filter((request) => !arriving.includes(request))
      .map(({ execute, rounds }) => ({ execute, rounds: rounds + 1 }));
    for (const { execute } of shuffled(arriving, random)) await execute();
  }

  const seller = await aSeller(db);
  await insertEndpoint(db, seller);
  const auctionIds: string[] = [];
  for (let index = 0; index < game.auctions; index += 1) {
    const { auctionId } = await insertAuction(db, seller, { startsInSeconds: -3_600, endsInSeconds: 3_600 });
    auctionIds.push(auctionId);
  }
  const wishes = auctionIds.flatMap((auctionId) =>
    Array.from({ length: bidsEach }, (_, index) => ({
      auctionId,
      valueInCents: 1_000 + index,
      card: cards[Math.floor(random() * cards.length)]!,
    })),
  );
  await atOnce(shuffled(wishes, random), bidsAtOnce, async ({ auctionId, valueInCents, card }) => {
    await placeBid(deps, bidRequest(auctionId, { valueInCents, cardToken: `simulated_card_${card}` }));
  });
  await deliver(0.3);
  await finishAuthorizations(deps);
  await db.query(
    `update auctions set bidding_period_ends_at = clock_timestamp() + interval '1 ms' where auction_id = any($1) returning pg_sleep(0.002)`,
    [auctionIds],
  );
  for (let round = 0; round < maxRounds; round += 1) {
    await settleDueAuctions(deps);
    await finishAuthorizations(deps);
    await deliver(0.3);
    await passAMinute(db);
    if (round % 5 === 0) await sendEvents(deps, auctionIds, random);
    if (late.length === 0 && (await countOpen(db, auctionIds)) === 0) break;
  }
  return {
    ...(await count(db, auctionIds)),
    auctions: game.auctions,
    calls,
    spoiled,
    unresolved: await countOpen(db, auctionIds),
    broken: await brokenRules(db),
  };
}

/** A tenth of the auctions: events come late, and twice. An event that cannot be handled is sent again later. */
async function sendEvents(deps: BidDeps, auctionIds: readonly string[], random: () => number): Promise<void> {
  for (const auctionId of auctionIds.filter(() => random() < 0.1)) {
    const events = await findSimulatedEvents(deps.db, auctionId);
    for (const event of shuffled([...events, ...events], random))
      await followEvent(deps, 'simulated', event).catch(() => undefined);
  }
}

async function countOpen(db: PooledDatabase, auctionIds: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select ((select count(*) from authorizations where closed_at is null and auction_id = any($1))
       + (select count(*) from auctions where status <> 'completed' and auction_id = any($1)))::int as count`,
    [auctionIds],
  );
  return rows[0]!.count;
}

async function count(
  db: PooledDatabase,
  auctionIds: readonly string[],
): Promise<Pick<LossyResult, 'bids' | 'sold' | 'captures' | 'twiceCaptured' | 'orphans'>> {
  const { rows } = await db.query<Pick<LossyResult, 'bids' | 'sold' | 'captures' | 'twiceCaptured' | 'orphans'>>(
    `with captured as (
       select p.request->>'auctionId' as auction_id, count(*) as times from simulated_ledger join simulated_payments p using (reference)
       where effect = 'captured' and p.request->>'auctionId' = any($1::text[]) group by 1
     )
     select (select count(*) from bids where auction_id = any($1::uuid[]))::int as bids,
       (select count(*) from auctions where outcome = 'SOLD' and auction_id = any($1::uuid[]))::int as sold,
       (select coalesce(sum(times), 0) from captured)::int as captures,
       (select count(*) from captured where times > 1)::int as "twiceCaptured",
       (select count(*) from simulated_payments p where status in ('opened', 'challenged', 'authorized', 'captured')
          and not exists (select from authorizations a where a.provider_reference = p.reference and a.state = 'captured'))::int as orphans`,
    [auctionIds],
  );
  return rows[0]!;
}

async function atOnce<Item>(items: readonly Item[], limit: number, work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const workNext = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: limit }, workNext));
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
