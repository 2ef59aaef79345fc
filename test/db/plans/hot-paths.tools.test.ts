import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { recordBid } from '../../../src/auctions/bids/record-bid.ts';
import { type Authorization, authorizationColumns } from '../../../src/payments/holds/authorization.ts';
import type { Connection } from '../../../src/platform/db/database.ts';
import { analyzeGrownTables } from '../../../src/platform/db/analyze-grown-tables.ts';
import { claimUnfinished } from '../../../src/payments/holds/claim.ts';
import { claimMessages } from '../../../src/auctions/mail/claim-messages.ts';
import { workKinds } from '../../../src/payments/providers/work-kinds.ts';
import { finishAuthorizations } from '../../../src/settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../../../src/settlement/settle-due-auctions.ts';
import { followUpEvents } from '../../../src/operations/work/follow-up-events.ts';
import { aBidder } from '../../page/bidder.ts';
import { freshDatabase } from '../../support/database.ts';
import { endAuction } from '../../support/end-auction.ts';
import { ongoing } from '../../support/insert-auction.ts';
import { startService } from '../../support/service.ts';
import { watchPlans } from '../../support/watch-plans.ts';
import { type Reading, rowsRead } from './rows-read.ts';
import { seedHolds } from './seed-holds.ts';

// The cost of a bid, a page or a sale does not depend on the number of bids on an auction, whatever the tables held when PostgreSQL made
// its plans. One session makes all of them before the auction gets its bids, and keeps them.

/** The page shows 100 bids: an auction with fewer would be read with fewer rows. */
const few = { persons: 100 };
const many = { persons: 10_000 };
const usualSale = { persons: 5 };

/** Rows that a statement may read beyond the double: parents, keys, what this test's own bids have left. */
const allowance = 20;
/** Beside the sale there are up to 304 auctions, which PostgreSQL reads as quickly in full. */
const allowanceOfSale = 400;

const closing = new AsyncDisposableStack();
afterAll(() => closing.disposeAsync());

async function openStage() {
  const { url, db } = closing.use(await freshDatabase());
  const watched = closing.use(await watchPlans(url, { connections: 1 }));
  const service = closing.use(
    await startService({}, { url, db: watched.db, [Symbol.asyncDispose]: () => Promise.resolve() }),
  );
  const seller = await service.seller();
  const auction = async (holds: { persons: number } | null) => {
    const inserted = await service.auction(seller, ongoing);
    if (holds !== null) await seedHolds(db, inserted.auctionId, holds);
    return inserted;
  };

  /** Takes each step at an auction once. @returns what its statements have read */
  async function walk({ auctionId }: { auctionId: string }): Promise<Map<string, Map<string, Reading>>> {
    const email = `${randomUUID()}@example.com`;
    const bidder = aBidder(service, { auctionId });
    const bid = (dollars: number) =>
      bidder.bid({ email, amount: String(dollars), confirmed: `${dollars * 100} high backup raise` });
    const three = Array.from({ length: 3 }, () => {
      const own = `${randomUUID()}@example.com`;
      const each = aBidder(service, { auctionId });
      return (dollars: number) =>
        each.bid({ email: own, amount: String(dollars), confirmed: `${dollars * 100} high backup raise` });
    });
    const steps = {
      page: () => aBidder(service, { auctionId }).open(),
      bid: () => bid(400),
      raise: () => bid(500),
      refusal: () => bid(450),
      rank: () => seller.graphql(`{ auction(auctionId: "${auctionId}") { bidCount leadingBid { bidId } } }`),
      'bids at once': () => Promise.all(three.map((each) => each(400))),
      'raises at once': () => Promise.all(three.map((each) => each(500))),
    };
    const readings = await readingsOf(steps);
    const [first, ...others] = await insertLateHolds(db, auctionId);
    const refuse = async (holds: readonly Authorization[]) => {
      const answers = holds.map((hold) => recordBid(service.deps, { ...hold, isRuled: false }));
      for (const answer of await Promise.all(answers))
        expect(answer).toMatchObject({ outcome: 'refused', code: 'below_own_bid' });
    };
    const refused = await readingsOf({
      'a late bid': () => refuse([first!]),
      'late bids at once': () => refuse(others),
    });
    // Bids at once share statements, which take lists.
    expect([...readings.get('raises at once')!.keys()]).toContainEqual(expect.stringContaining('listed (id,'));
    expect([...refused.get('late bids at once')!.keys()]).toContainEqual(expect.stringContaining('listed (id,'));
    return new Map([...readings, ...refused]);
  }

  /** Renews a hold of an auction and settles it, with everything that follows. @returns what the statements of each step have read */
  async function sell({ auctionId }: { auctionId: string }): Promise<Map<string, Map<string, Reading>>> {
    const { deps } = service;
    await db.query(
      `update authorizations set next_attempt_at = clock_timestamp() - interval '1 ms' where authorization_id = (
         select max(authorization_id::text)::uuid from authorizations where auction_id = $1 and state = 'authorized')`,
      [auctionId],
    );
    const renewed = await readingsOf({ renewal: () => finishAuthorizations(deps) });
    await endAuction(db, auctionId);
    const sold = await readingsOf({
      settlement: () => settleDueAuctions(deps),
      releases: () => finishAuthorizations(deps),
      'follow-ups': () => followUpEvents(deps),
      'follow-ups of outcomes': () => followUpEvents(deps),
      messages: () => claimMessages(deps.db, 50),
    });
    const { rows } = await db.query(
      `select a.status, (select count(*)::int from authorizations held where held.auction_id = a.auction_id and closed_at is null) as held,
         (select count(*)::int from authorizations r where r.auction_id = a.auction_id and replaces_authorization_id is not null) as renewals,
         (select count(*)::int from messages join webhook_events using (event_id) where auction_id = a.auction_id and state = 'sent'
           and event_type in ('bid_won', 'bid_lost')) as messages
       from auctions a where auction_id = $1`,
      [auctionId],
    );
    expect(rows).toEqual([{ status: 'completed', held: 0, renewals: 1, messages: 5 }]);
    return new Map([...renewed, ...sold]);
  }

  /** Settles what is due. @returns what the statements have read, and the status of the auction */
  async function settle({ auctionId }: { auctionId: string }) {
    const readings = await readingsOf({ settlement: () => settleDueAuctions(service.deps) });
    const { rows } = await db.query<{ status: string }>('select status from auctions where auction_id = $1', [
      auctionId,
    ]);
    return { readings, status: rows[0]!.status };
  }

  async function readingsOf(
    steps: Readonly<Record<string, () => Promise<unknown>>>,
  ): Promise<Map<string, Map<string, Reading>>> {
    const readings = new Map<string, Map<string, Reading>>();
    for (const [step, take] of Object.entries(steps)) readings.set(step, rowsRead(await watched.during(take)));
    return readings;
  }

  return { db, watched, auction, walk, sell, settle };
}

/** Holds of persons that have meanwhile bid more by another form. */
async function insertLateHolds(db: Connection, auctionId: string): Promise<Authorization[]> {
  const { rows } = await db.query<Authorization>(
    `insert into authorizations (auction_id, seller_id, bidder_id, browser_id, email, value_in_cents, submission_token, provider,
       provider_reference, state, authorized_at, capture_before, next_attempt_at)
     select auction_id, seller_id, bidder_id, browser_id, email, value_in_cents - 5000, gen_random_uuid(), provider,
       gen_random_uuid()::text, state, authorized_at, capture_before, clock_timestamp() + interval '1 hour'
     from authorizations where auction_id = $1 and value_in_cents = 50000 and state = 'authorized' order by authorization_id desc limit 4
     returning ${authorizationColumns}`,
    [auctionId],
  );
  return rows;
}

type Stage = Awaited<ReturnType<typeof openStage>>;

/** What the tables hold when the plans are made. */
const origins: Record<string, (stage: Stage) => Promise<unknown>> = {
  'while the tables were empty': () => Promise.resolve(),
  'while each auction had one bidder': async ({ db, auction }) => {
    for (let n = 0; n < 200; n += 1) await auction({ persons: 1 });
    await db.query('vacuum analyze');
  },
};

describe.each(Object.entries(origins))('by plans that were made %s', (_, prepare) => {
  test('a bid, a raise, a refusal, a page and the rank read as much at 20,000 holds as at 200', async () => {
    const stage = await openStage();
    await prepare(stage);
    await stage.walk(await stage.auction(null));
    const usual = await stage.walk(await stage.auction(few));
    const popular = await stage.auction(many);
    expect(faultsOf(usual, await stage.walk(popular))).toEqual([]);
    await analyzeGrownTables(stage.db);
    expect(faultsOf(usual, await stage.walk(popular))).toEqual([]);
  }, 300_000);

  test('a renewal, a sale, its releases, events and messages read as much beside 20,000 holds as beside ten', async () => {
    const stage = await openStage();
    await prepare(stage);
    await stage.sell(await stage.auction(usualSale));
    for (let n = 0; n < 100; n += 1) await stage.auction(usualSale);
    await analyzeGrownTables(stage.db);
    const usual = await stage.sell(await stage.auction(usualSale));
    const popular = await stage.auction(many);
    // As a worker does every two seconds, in which a table cannot grow as far.
    await analyzeGrownTables(stage.db);
    expect(faultsOf(usual, await stage.sell(await stage.auction(usualSale)), allowanceOfSale)).toEqual([]);

    // Ten thousand releases are due: another auction is sold, and each kind of work is claimed, past them.
    await stage.db.query(
      `update authorizations set state = 'releasing', auction_is_over = true, next_attempt_at = clock_timestamp() - interval '1 s'
       where auction_id = $1 and state = 'authorized'`,
      [popular.auctionId],
    );
    const other = await stage.auction(usualSale);
    await endAuction(stage.db, other.auctionId);
    const { readings, status } = await stage.settle(other);
    expect(status).toBe('completed');
    expect(faultsOf(usual, readings, allowanceOfSale)).toEqual([]);
    for (const kind of workKinds) {
      const read = rowsRead(await stage.watched.during(() => claimUnfinished(stage.watched.db, kind, 10)));
      expect([...read.values()].filter(({ rows }) => rows > 3 * 10 + allowance)).toEqual([]);
    }
  }, 300_000);
});

function faultsOf(
  usual: Map<string, Map<string, Reading>>,
  now: Map<string, Map<string, Reading>>,
  beyond = allowance,
): string[] {
  return [...now].flatMap(([step, readings]) =>
    [...readings].flatMap(([statement, { rows, scans }]) => {
      const most = 2 * (usual.get(step)?.get(statement)?.rows ?? 0) + beyond;
      return rows <= most
        ? []
        : [`${step}: ${rows} rows, ${most} at most: ${scans.join(', ')}: ${statement.slice(0, 200)}`];
    }),
  );
}
