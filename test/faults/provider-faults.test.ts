import { expect, test } from 'vitest';
import { continueBid } from '../../src/auctions/bids/continue-bid.ts';
import { answerChallenge } from '../../src/payments/providers/simulated/challenges.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { brokenRules } from './broken-rules.ts';

test('a winner does not wait for the releases of the others, and each release is on its own', async () => {
  await using stage = await setAuctionStage();
  const winner = await stage.bid(9_000);
  await stage.bid(5_000, 'release_5xx');
  await stage.bid(4_000);
  await stage.settle();
  expect(await stage.result()).toMatchObject({ status: 'completed', outcome: 'SOLD', winner });
  expect(await stage.states()).toEqual({ captured: 1, released: 1, releasing: 1 });
  for (let retry = 0; retry < 2; retry += 1) {
    await stage.hurry();
    await stage.work();
  }
  expect(await stage.states()).toEqual({ captured: 1, released: 2 });
  expect(await brokenRules(stage.service.db)).toEqual([]);
});

test.each([
  ['after the settlement', ['end', 'settle', 'pass']],
  ['after the end, before the settlement', ['end', 'pass', 'settle']],
  ['before the end, and the bidder comes back after it', ['pass', 'end', 'settle']],
] as const)('a challenge that is passed %s makes no bid and holds nothing', async (_, steps) => {
  await using stage = await setAuctionStage();
  const { deps, db } = stage.service;
  const winner = await stage.bid(5_000);
  const late = await stage.tryToBid(9_000, 'challenge_once');
  if (late.outcome !== 'challenged' || late.challenge.provider !== 'simulated') throw new Error(late.outcome);
  const { secret: challengeId } = late.challenge;
  const take = {
    end: () => stage.end(),
    settle: () => settleDueAuctions(deps),
    pass: () => answerChallenge({ db }, challengeId, 'pass'),
  };
  for (const step of steps) await take[step]();
  const { rows } = await db.query<{ id: string }>(
    'select authorization_id as id from authorizations where value_in_cents = 9000',
  );
  expect(await continueBid(deps, rows[0]!.id)).toMatchObject({ outcome: 'refused' });
  await stage.hurry();
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner });
  expect(await stage.states()).toEqual({ captured: 1, released: 1 });
  expect(await brokenRules(db)).toEqual([]);
});

test.each([
  ['a minute less than a day after the end is to be renewed before it lapses', 6 * 86_400 + 60, true],
  ['a minute more than a day after the end is left alone', 6 * 86_400 - 60, false],
])('a hold of seven days that lapses %s', async (_, endsInSeconds, isRenewed) => {
  await using stage = await setAuctionStage();
  const { pool } = stage.service.db;
  await pool.query(
    `update auctions set bidding_period_ends_at = clock_timestamp() + $2 * interval '1 s' where auction_id = $1`,
    [stage.auction.auctionId, endsInSeconds],
  );
  await stage.bid(5_000);
  const { rows } = await pool.query<{ isRenewed: boolean }>(
    `select coalesce(next_attempt_at < capture_before and next_attempt_at > clock_timestamp(), false) as "isRenewed" from authorizations`,
  );
  expect(rows).toEqual([{ isRenewed }]);
});
