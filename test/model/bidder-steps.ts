import { cardUnderTest } from '../providers/spoiling-cards.ts';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { continueBid } from '../../src/auctions/bids/continue-bid.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import type { PlacedBid } from '../../src/auctions/bids/record-bid.ts';
import { answerChallenge } from '../../src/payments/providers/simulated/challenges.ts';
import { newBrowserId } from '../support/new-browser-id.ts';
import { survive } from './do-work.ts';
import {
  couldBeBelowStep,
  expectedOutcome,
  judge,
  judgeWish,
  type ModelAuction,
  type Person,
  sellersNow,
  type Wish,
} from './model.ts';
import type { Bidder } from './steps.ts';
import { inProcess } from './mortal-process.ts';
import { check, type Game } from './game.ts';
import type { Manner } from './manner.ts';
import { passUntil } from './time-steps.ts';

/** How long a bidder may take over the bank's challenge. */
const challengeLastsMs = 15 * 60 * 1000;

interface Bid {
  readonly afterMs: number;
  readonly value: number;
  readonly card: string;
  readonly by: Bidder;
  /** Wants to buy the item now, if the auction has a price for that. */
  readonly buys?: boolean;
}

const browserOfAda = newBrowserId();
export const adas = 'ada@example.com';
const graces = 'grace';

function personOf(by: Bidder): Person {
  const elsewhere = { browserId: newBrowserId(), isSigned: false };
  switch (by) {
    case 'somebody new':
      return { ...elsewhere, bidderId: `${randomUUID()}@example.com` };
    case 'ada':
      return { bidderId: adas, browserId: browserOfAda, isSigned: false };
    case 'stranger':
      return { ...elsewhere, bidderId: adas };
    case 'grace':
      return { ...elsewhere, bidderId: graces, isSigned: true };
    case 'impostor':
      return { ...elsewhere, bidderId: graces };
  }
}

export async function bid(game: Game, auction: ModelAuction, facts: Bid, manner: Manner): Promise<void> {
  const { model } = game;
  if (manner.isAlone) await passUntil(game, model.now + facts.afterMs);
  const wish: Wish = {
    auction,
    ...personOf(facts.by),
    value: facts.buys === true ? (auction.rules.buyNowPriceInCents ?? facts.value) : facts.value,
    isPurchase: facts.buys === true,
    card: cardUnderTest(facts.card),
    submissionToken: randomUUID(),
    submittedAt: sellersNow(model),
    authorizationId: null,
    challengeId: null,
    verdict: null,
    told: null,
    bidId: null,
    isPlacedInTime: false,
    isListed: false,
    isVoided: false,
  };
  model.wishes.push(wish);
  const { books } = game.seen;
  const early = judgeWish(model, wish, books) ?? (wish.value < 1 ? 'amount_out_of_bounds' : null);
  const answer = await submit(game, wish, manner);
  if (answer === null || !manner.isAlone) return;
  // What happened meanwhile may have moved the end.
  if (game.wasHeldUp && auction.rules.softClose !== null) await check(game);
  if (answer === 'refused below_increment' && !game.wasHeldUp)
    expect(
      couldBeBelowStep(model, wish, books),
      'whether a bid that is refused adds too little to one that stands',
    ).toBe(true);
  if (model.isRestricted) return expect(answer, 'a bid for a restricted account').not.toBe('placed');
  if (early !== null) return expect(answer, 'a bid that is out of the question').toBe(`refused ${early}`);
  // Another process may have placed it in time, while this one waited for the provider.
  if (judge(model, auction, wish.value) !== null && !wish.isPlacedInTime)
    expect(answer, 'a bid that comes too late').not.toBe('placed');
  const isPlain = !game.wasHeldUp && !model.isNeglected;
  if (isPlain) expect(answer, 'what the bidder is told').toBe(expectedOutcome(model, wish, books));
}

/** Notes whether the latest wish has become a bid, while its auction takes it: before time passes or the auction changes under it. */
export async function noteBidInTime({ world: { other }, model }: Game): Promise<void> {
  const wish = model.wishes.at(-1);
  if (wish === undefined || judge(model, wish.auction, wish.value) !== null) return;
  const ofForm = {
    text: 'select from authorizations where submission_token = $1 and bid_id is not null',
    values: [wish.submissionToken],
  };
  const { rowCount } = await inProcess(other, () => other.deps.db.query(ofForm));
  wish.isPlacedInTime = rowCount === 1;
}

/** The same form once more: whatever came of it, there is one bid and one payment at most. */
export async function submitAgain(game: Game, wish: Wish | undefined, manner: Manner): Promise<void> {
  if (wish !== undefined) await submit(game, wish, manner);
}

/** The bidder answers the bank's challenge, and perhaps comes back to the service. */
export async function answerAndComeBack(
  game: Game,
  wish: Wish | undefined,
  { verdict, comesBack }: { verdict: 'pass' | 'fail'; comesBack: boolean },
  { process, isAlone }: Manner,
): Promise<void> {
  const { world, model } = game;
  if (wish?.challengeId == null || wish.authorizationId === null) return;
  const { challengeId, authorizationId } = wish;
  const isFirst = wish.verdict === null;
  const { books } = game.seen;
  wish.verdict ??= verdict;
  await inProcess(world.other, () => answerChallenge(world.other.deps, challengeId, verdict));
  if (!comesBack) return;
  const placed = await survive(process, () => inProcess(process, () => continueBid(process.deps, authorizationId)));
  if (placed === null) return;
  const answer = hear(game, wish, placed);
  const isInTime =
    sellersNow(model) - wish.submittedAt <= challengeLastsMs && judge(model, wish.auction, wish.value) === null;
  const isPlain = isAlone && isFirst && !model.isNeglected;
  if (isPlain && isInTime)
    expect(answer, 'what the bidder is told who comes back').toBe(expectedOutcome(model, wish, books));
}

async function submit(game: Game, wish: Wish, { process }: Manner): Promise<string | null> {
  const { auction, bidderId, browserId, isSigned, value, isPurchase, card, submissionToken } = wish;
  const request = {
    auctionId: auction.auctionId,
    bidderId,
    browserId,
    isSigned,
    // The owner of the card: a card that holds once knows its owner.
    email: `${submissionToken}@example.com`,
    valueInCents: value,
    isPurchase,
    submissionToken,
    cardToken: `simulated_card_${card.name}`,
    returnUrl: 'http://localhost/',
  };
  const placed = await survive(process, () => inProcess(process, () => placeBid(process.deps, request)));
  if (placed === null) return null;
  wish.authorizationId ??= placed.authorizationId;
  return hear(game, wish, placed);
}

/** What the bidder was told is never taken back. */
function hear({ journal }: Game, wish: Wish, placed: PlacedBid): string {
  const answer = placed.outcome === 'refused' ? `refused ${placed.code}` : placed.outcome;
  journal.push(`  ${answer}`);
  if (placed.outcome === 'placed') {
    expect(wish.bidId ?? placed.bidId, 'the bid of one form').toBe(placed.bidId);
    wish.bidId = placed.bidId;
  }
  if (placed.outcome === 'challenged' && placed.challenge.provider === 'simulated')
    wish.challengeId = placed.challenge.secret;
  // Where no payment was begun, the same form may be submitted again with more success.
  const isDecided = placed.outcome === 'placed' || (placed.outcome === 'refused' && wish.authorizationId !== null);
  if (isDecided) {
    expect(wish.told ?? placed.outcome, 'what a bidder was told before').toBe(placed.outcome);
    wish.told = placed.outcome;
  }
  return answer;
}
