import { afterEach, beforeEach, expect, test } from 'vitest';
import { findAuthorization } from '../../src/payments/holds/find-authorization.ts';
import { renewAuthorization } from '../../src/payments/holds/renew-authorization.ts';
import { makeFaultySimulated } from '../providers/faulty-simulated.ts';
import { findAuctionsToSettle, settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';

let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage()));
afterEach(() => stage[Symbol.asyncDispose]());

/** The auction ends, and the hold of a bid lapses, while its renewal is under way; then a worker looks for auctions to settle. */
async function settleWhileRenewing(bidId: string): Promise<{ found: string[] }> {
  const { db, deps } = stage.service;
  const { rows } = await db.query('select authorization_id as id from authorizations where bid_id = $1', [bidId]);
  const hold = (await findAuthorization(db, rows[0].id))!;
  let isBegun = false;
  let found: string[] = [];
  const weather = async (operation: string) => {
    if (operation !== 'renew' || isBegun) return null;
    isBegun = true;
    await stage.end();
    await db.query(
      `with payment as (
         update simulated_payments p set capture_before = clock.now
         from (select bidding_period_ends_at as now from auctions where auction_id = $2) clock where reference = $1
       )
       update authorizations set capture_before = (select bidding_period_ends_at from auctions where auction_id = $2)
       where provider_reference = $1`,
      [hold.providerReference, stage.auction.auctionId],
    );
    found = await findAuctionsToSettle(db, 10);
    await settleDueAuctions(deps);
    await settleAuction(deps, stage.auction.auctionId);
    return null;
  };
  const simulated = makeFaultySimulated({ db }, { deadlineMs: 10_000, weather });
  await renewAuthorization({ ...deps, gateways: { ...deps.gateways, simulated } }, hold);
  return { found };
}

test('the highest bid is not passed over while its lapsed hold is renewed: the renewal wins', async () => {
  await stage.bid(5_000);
  const highest = await stage.bid(9_000);
  // Thousands that wait would be found before those that could be settled.
  expect(await settleWhileRenewing(highest)).toEqual({ found: [] });
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING', attempts: [] });
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: highest, attempts: [`${highest} captured`] });
  expect(await stage.disagreements()).toEqual([]);
});

test('a bid whose lapsed hold could not be renewed is passed over', async () => {
  const lower = await stage.bid(5_000);
  const highest = await stage.bid(9_000, 'renewal_declined');
  await settleWhileRenewing(highest);
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING', attempts: [] });
  await stage.work();
  const attempts = [`${lower} captured`];
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: lower, attempts });
  expect(await stage.disagreements()).toEqual([]);
});

test('the highest bid is captured at once while the hold of a lower bid is renewed', async () => {
  const lower = await stage.bid(5_000);
  const highest = await stage.bid(9_000);
  await settleWhileRenewing(lower);
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: highest });
  await stage.work();
  expect(await stage.disagreements()).toEqual([]);
});
