import { expect, test } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { installModelClock, startModelClock } from '../model/model-clock.ts';
import { bidRequest } from '../support/bid-request.ts';
import { freshDatabase } from '../support/database.ts';
import { ongoing } from '../support/insert-auction.ts';
import { newBrowserId } from '../support/new-browser-id.ts';
import { serviceForFile } from '../support/service.ts';
import { brokenTranscripts, readTranscript } from '../support/transcripts.ts';

// PostgreSQL's clock stands still, so that bids meet in one millisecond.

const database = await freshDatabase();
await installModelClock(database);
const service = await serviceForFile({}, database);
const { db, deps } = service;
const clock = await startModelClock(db.pool);
const seller = await service.seller();

const windowMs = 120_000;
const softClose = { windowSeconds: windowMs / 1_000, maximumSeconds: 600 };
const ann = { bidderId: 'ann@example.com', email: 'ann@example.com', browserId: newBrowserId() };
const bob = { bidderId: 'bob@example.com', email: 'bob@example.com', browserId: newBrowserId() };

/** An auction whose end is a millisecond away from the window, with a bid of Ann. */
async function stage(rule: { maximumSeconds?: number } = {}) {
  const { auctionId } = await service.auction(seller, {
    ...ongoing,
    endsInSeconds: (windowMs + 1) / 1_000,
    softClose: { ...softClose, ...rule },
  });
  await bid(auctionId, ann, 1_000);
  return { auctionId };
}

async function bid(auctionId: string, person: typeof ann, valueInCents: number): Promise<void> {
  expect(await placeBid(deps, bidRequest(auctionId, { ...person, valueInCents }))).toMatchObject({ outcome: 'placed' });
}

const pass = (milliseconds: number) => clock.moveTo(new Date(clock.now.getTime() + milliseconds));

/** The end and the bids, in milliseconds after the present. */
async function read(auctionId: string) {
  const { rows } = await db.query<{ end: Date; extensions: number | null; bids: Date[]; winner: number | null }>(
    `select bidding_period_ends_at as "end", extension_count as extensions,
       array(select placed_at from bids where bids.auction_id = auctions.auction_id order by placed_at, bid_id) as bids,
       (select bid_value_in_cents from bids where bids.auction_id = auctions.auction_id and is_winning_bid) as winner
     from auctions where auction_id = $1`,
    [auctionId],
  );
  const { end, bids, ...others } = rows[0]!;
  const after = (instant: Date) => instant.getTime() - clock.now.getTime();
  return { ...others, end: after(end), bids: bids.map(after) };
}

/** @returns the kinds of the lines of a transcript that verifies, and equals the books */
async function kindsOf(auctionId: string): Promise<unknown[]> {
  expect(await brokenTranscripts(db, [auctionId])).toEqual([]);
  return (await readTranscript(db, auctionId)).lines.map(({ kind }) => kind);
}

test.each([
  ['one bidder', ann, ['opened', 'bid', 'bid', 'void', 'extended', 'bid', 'void', 'extended']],
  ['two bidders', bob, ['opened', 'bid', 'bid', 'void', 'extended', 'bid', 'extended']],
])(
  'two raises of %s in one millisecond have a millisecond each, and each extends from its own',
  async (_, second, lines) => {
    const { auctionId } = await stage();
    await pass(windowMs / 2);
    await bid(auctionId, ann, 1_100);
    await bid(auctionId, second, 1_200);
    expect(await read(auctionId)).toEqual({
      end: windowMs + 1,
      extensions: 2,
      bids: [-windowMs / 2, 0, 1],
      winner: null,
    });
    expect(await kindsOf(auctionId)).toEqual(lines);
    // The former end passes, and the last millisecond before the new one.
    await pass(windowMs);
    await settleDueAuctions(deps);
    expect(await read(auctionId)).toMatchObject({ winner: null });
    await pass(1);
    await finishAuthorizations(deps);
    await settleDueAuctions(deps);
    expect(await read(auctionId)).toMatchObject({ end: 0, winner: 1_200 });
    expect(await kindsOf(auctionId)).toEqual([...lines, 'sold']);
  },
);

test('two raises in the last millisecond before the end are placed at one instant, and only the one that leads extends', async () => {
  const { auctionId } = await stage();
  await bid(auctionId, bob, 800);
  await pass(windowMs);
  await bid(auctionId, bob, 900);
  await bid(auctionId, ann, 1_100);
  expect(await read(auctionId)).toMatchObject({ end: windowMs, extensions: 1, bids: [-windowMs, 1 - windowMs, 0, 0] });
  expect((await kindsOf(auctionId)).slice(-5)).toEqual(['bid', 'void', 'bid', 'void', 'extended']);
});

test('two raises in the last millisecond before a final end are placed at one instant, and extend nothing', async () => {
  const { auctionId } = await stage({ maximumSeconds: softClose.windowSeconds });
  await pass(windowMs);
  await bid(auctionId, ann, 1_100);
  await pass(windowMs - 1);
  await bid(auctionId, ann, 1_200);
  await pass(1);
  await bid(auctionId, bob, 1_300);
  await bid(auctionId, bob, 1_400);
  const { bids, ...others } = await read(auctionId);
  expect({ ...others, bids: bids.slice(-2) }).toEqual({ end: 1, extensions: 2, bids: [0, 0], winner: null });
  await pass(1);
  await finishAuthorizations(deps);
  await settleDueAuctions(deps);
  expect(await read(auctionId)).toMatchObject({ end: 0, winner: 1_400 });
  expect((await kindsOf(auctionId)).slice(-4)).toEqual(['bid', 'bid', 'void', 'sold']);
});
