import { afterEach, beforeEach, expect, test } from 'vitest';
import { continueBid } from '../../src/auctions/bids/continue-bid.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import type { PlacedBid } from '../../src/auctions/bids/record-bid.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import type { Claimed } from '../../src/payments/holds/claim.ts';
import { claimDue } from '../support/claim-due.ts';
import { answerChallenge } from '../../src/payments/providers/simulated/challenges.ts';
import { finishAuthorization, finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { resumeSettlement, settleAuction } from '../../src/settlement/settle-auction.ts';
import { makeSteps } from '../../src/settlement/settlement-steps.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';
import { bidRequest } from '../support/bid-request.ts';

let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage()));
afterEach(() => stage[Symbol.asyncDispose]());

/** The same service, which waits before or after one kind of call to the provider until it is told to go on. */
function pausedAt(when: 'before' | 'after', operation: 'hold' | 'holdAgain' | 'find' | 'read') {
  const reached = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const pause = () => {
    reached.resolve();
    return going.promise;
  };
  const { simulated } = stage.service.deps.gateways;
  const paused = async (request: never) => {
    if (when === 'before') await pause();
    const answer = await simulated[operation](request);
    if (when === 'after') await pause();
    return answer;
  };
  const gateway = { ...simulated, [operation]: paused } as typeof simulated;
  const deps: ProcessDeps = { ...stage.service.deps, gateways: { ...stage.service.deps.gateways, simulated: gateway } };
  return { deps, reached: reached.promise, goOn: going.resolve };
}

function bidWith(deps: ProcessDeps, card = 'visa'): Promise<PlacedBid> {
  const facts = { valueInCents: 9_000, cardToken: `simulated_card_${card}` };
  return placeBid(deps, bidRequest(stage.auction.auctionId, facts));
}

/** What the pass claims of the bid that is still on its way, long after it began. */
async function claimed(): Promise<Claimed> {
  await stage.hurry();
  const claims = await claimDue(stage.service.db.pool);
  expect(claims).toHaveLength(1);
  return claims[0]!;
}

/** Each leads to a placed bid while the pass stands still between what it read and what it writes. */
const stalls: Record<string, () => Promise<PlacedBid>> = {
  'an intent that was never opened': async () => {
    const { deps, reached, goOn } = pausedAt('before', 'hold');
    const bidding = bidWith(deps);
    await reached;
    const claim = await claimed();
    goOn();
    const placed = await bidding;
    await finishAuthorization(stage.service.deps, claim);
    return placed;
  },
  'no payment, as the card was not asked yet': async () => {
    const bidder = pausedAt('before', 'hold');
    const bidding = bidWith(bidder.deps);
    await bidder.reached;
    const pass = pausedAt('after', 'find');
    const passing = finishAuthorization(pass.deps, await claimed());
    await pass.reached;
    bidder.goOn();
    const placed = await bidding;
    pass.goOn();
    await passing;
    return placed;
  },
  'a challenge that was not answered in time': async () => {
    const challenged = await bidWith(stage.service.deps, 'challenge_once');
    if (challenged.outcome !== 'challenged' || challenged.challenge.provider !== 'simulated')
      throw new Error(challenged.outcome);
    const pass = pausedAt('after', 'read');
    const claim = await claimed();
    const passing = finishAuthorization(pass.deps, claim);
    await pass.reached;
    await answerChallenge(stage.service.deps, challenged.challenge.secret, 'pass');
    const placed = await continueBid(stage.service.deps, claim.authorizationId);
    pass.goOn();
    await passing;
    return placed;
  },
};

test.each(Object.keys(stalls))('a pass that read %s takes no hold from the bid placed meanwhile', async (stall) => {
  await stage.bid(5_000);
  const placed = await stalls[stall]!();
  if (placed.outcome !== 'placed') throw new Error(JSON.stringify(placed));
  expect(await stage.states()).toEqual({ authorized: 2 });
  await stage.settle();
  expect(await stage.winners()).toEqual([placed.bidId]);
  expect(await stage.states()).toEqual({ captured: 1, released: 1 });
  expect(await stage.disagreements()).toEqual([]);
});

test('a pass that was overtaken requests no capture once the auction is settled', async () => {
  const winner = await stage.bid(5_000, 'capture_5xx');
  await stage.settle();
  await stage.hurry();

  const [stalled] = await claimDue(stage.service.db.pool);
  await stage.hurry();
  await stage.work();
  await stage.hurry();
  await stage.work();
  expect(await stage.winners()).toEqual([winner]);
  const before = await stage.result();
  expect(await resumeSettlement(stage.service.deps, stalled!)).toBe('waits');
  expect(await stage.result()).toEqual(before);
});

test('a bid whose hold lapses and is refused while it is renewed wins with its renewal, the last attempt listed', async () => {
  const { db } = stage.service;
  const winner = await stage.bid(5_000);
  await db.query(`update authorizations set next_attempt_at = clock_timestamp() returning pg_sleep(0.001)`);
  const pass = pausedAt('before', 'holdAgain');
  const passing = finishAuthorizations(pass.deps);
  await pass.reached;

  await stage.end();
  await db.query(`update simulated_payments set capture_before = date_trunc('milliseconds', clock_timestamp())`);
  const steps = makeSteps(stage.service.deps);
  await settleAuction(stage.service.deps, stage.auction.auctionId, {
    ...steps,
    applyCapture: async (answered) => {
      const applied = await steps.applyCapture(answered);
      pass.goOn();
      await passing;
      return applied;
    },
  });
  expect(await stage.winners()).toEqual([winner]);
  expect(await stage.states()).toEqual({ captured: 1, expired: 1 });
  expect(await stage.disagreements()).toEqual([]);

  // Instants are recorded in milliseconds.
  await db.query('update capture_attempts set requested_at = (select min(requested_at) from capture_attempts)');
  const { attempts } = await stage.result();
  expect(attempts).toEqual([`${winner} refused authorization_expired`, `${winner} captured`]);
});
