import type { BookLine, SeenAuction, SeenBid } from './look.ts';
import { canPay, type Model, type ModelAuction, rank } from './model.ts';
import { expect } from './quick-expect.ts';
import { endAfter, nextBid } from './rules.ts';

/**
 * Follows the bids of an auction that are new: each was placed before the end that held then, adds the step to the bids that led, and has
 * moved the end if it led. If something else happened in the same step, it may be uncertain whether a higher bid could still pay.
 */
export function followNewBids(
  model: Model,
  auction: ModelAuction,
  shown: SeenAuction,
  books: readonly BookLine[],
): void {
  const listed = model.wishes.filter((wish) => wish.auction === auction && wish.isListed);
  const isNew = ({ bidId }: SeenBid) => listed.every((wish) => wish.bidId !== bidId);
  const isPurchase = ({ bidId }: SeenBid) =>
    books.some(
      (line) =>
        line.bidId === bidId &&
        model.wishes.some((wish) => wish.isPurchase && wish.submissionToken === line.submissionToken),
    );
  const winner = shown.bids.find(({ isWinningBid }) => isWinningBid);
  const soldBy = winner === undefined ? null : isPurchase(winner) ? 'BUY_NOW' : 'BIDDING';
  expect(shown.soldBy, 'how the item was sold').toBe(soldBy);
  const inOrder = shown.bids.toSorted((one, other) => Date.parse(one.placedAt) - Date.parse(other.placedAt));
  let ends = new Set([auction.endsAt]);
  for (const [index, bid] of inOrder.entries()) {
    if (!isNew(bid)) continue;
    const placedAt = Date.parse(bid.placedAt);
    const linesOf = ({ bidId }: SeenBid) => books.filter((line) => line.bidId === bidId);
    const earlier = inOrder.slice(0, index);
    // A hold that can pay now and is no renewal could pay all the time.
    const surely = earlier.filter((one) => linesOf(one).some((line) => !line.isRenewal && canPay(model, line)));
    for (const { bidValueInCents } of surely)
      expect(bid.bidValueInCents, 'a bid above one that leads').toBeGreaterThanOrEqual(
        auction.rules.bidSteps.length === 0 ? 0 : nextBid(auction, bidValueInCents),
      );
    ends = new Set([...ends].filter((end) => placedAt < end));
    expect(auction.isBought, `a bid of ${bid.placedAt} on an auction that was bought`).toBe(false);
    expect(ends.size, `the ends before which a bid of ${bid.placedAt} may be placed`).toBeGreaterThan(0);
    if (isPurchase(bid)) {
      expect(surely, 'the bids that stand when somebody buys').toEqual([]);
      expect(bid.bidValueInCents, 'the value of a purchase').toBe(auction.rules.buyNowPriceInCents);
      auction.isBought = true;
      ends = new Set([placedAt + 1]);
      continue;
    }
    const isHigher = (one: SeenBid) => rank([one, bid])[0] === one;
    if (surely.some(isHigher)) continue;
    const moved = [...ends].map((end) => endAfter(auction, end, placedAt));
    const couldPay = linesOf(bid).some(
      ({ captureBefore }) => captureBefore !== null && captureBefore.getTime() > placedAt,
    );
    ends = new Set(earlier.some(isHigher) || !couldPay ? [...ends, ...moved] : moved);
  }
  const end = Date.parse(shown.biddingPeriodEndsAt);
  expect([...ends], 'the end of an auction after its bids').toContain(end);
  auction.endsAt = end;
  expect(shown.rules, 'the rules of an auction').toEqual(auction.rules);
}
