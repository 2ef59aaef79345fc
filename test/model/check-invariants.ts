import { isAboutAccount } from '../../src/payments/providers/failure-code.ts';
import type { CardUnderTest } from '../providers/spoiling-cards.ts';
import { followNewBids } from './follow-new-bids.ts';
import type { BookLine, Seen, SeenAuction } from './look.ts';
import {
  canBeKept,
  canPay,
  isSamePerson,
  type Model,
  type ModelAuction,
  othersOfPerson,
  phaseOf,
  type RankedBid,
  rank,
  sellersNow,
  type Wish,
} from './model.ts';
import { expect } from './quick-expect.ts';

const usualHoldSeconds = 7 * 86_400;

/** What holds at every moment, whatever has happened. */
export function checkInvariants(model: Model, seen: Seen): void {
  expect(seen.sellersNow, 'the instant at the seller').toBe(sellersNow(model));
  expect(seen.auctions.map(({ auctionId }) => auctionId).sort(), 'the auctions that exist').toEqual(
    model.auctions.map(({ auctionId }) => auctionId).sort(),
  );
  for (const line of seen.books) checkBookLine(model, line);
  for (const auction of model.auctions) {
    const shown = seen.auctions.find(({ auctionId }) => auctionId === auction.auctionId)!;
    const books = seen.books.filter(({ auctionId }) => auctionId === auction.auctionId);
    followNewBids(model, auction, shown, books);
    checkPhase(model, auction, shown);
    checkBids(model, auction, shown, books);
    checkMoney(model, auction, shown, books);
    checkFinality(auction, shown);
    auction.lowestMinimum = auction.minimum;
  }
}

/** Every cent that was ever held is in exactly one place, and what our books call final is so at the provider. */
function checkBookLine(model: Model, line: BookLine): void {
  const { ours, theirs, effects, value, amount, openedFor, reference, captureRequested, oursCaptured, theirsCaptured } =
    line;
  const isByHand = reference !== null && model.changedByHand.has(reference);
  const isCapturedByHand = reference !== null && model.capturedByHand.has(reference);
  expect(
    ['', 'held', 'held,captured', 'held,captured,released', 'held,released', 'held,lapsed'],
    'what moved at the provider',
  ).toContain(effects.join());
  if (ours === null) {
    // Its reference was in an answer that was lost: it is found, and its bid completed or its money released.
    // A refusal for the account is kept under no key: a second copy of the request may hold when the account is well again.
    const wasRefusedForAccount = openedFor === 'failed' && isAboutAccount(line.openedForCode);
    if (!wasRefusedForAccount)
      expect(['intended', 'releasing'], 'our books of a payment whose reference they lack').toContain(openedFor);
    if (!isCapturedByHand) expect(theirs, 'a payment whose reference our books lack').not.toBe('captured');
    return;
  }
  if (theirs !== null) expect(amount, 'the amount at the provider').toBe(value);
  expect(line.theirsRefunded, 'what was refunded of captured money').toBeLessThanOrEqual(theirsCaptured ?? 0);
  const unknown = reference !== null && model.forgotten.has(reference) ? [null] : [];
  const standing = `${ours} in our books`;
  if (ours === 'captured' || ours === 'captured_outside') {
    expect(theirs, standing).toBe('captured');
    expect(oursCaptured, 'what was captured').toBe(theirsCaptured);
  }
  if (ours === 'captured_outside') expect(isCapturedByHand || captureRequested, 'captured by somebody else').toBe(true);
  if (hasGoneBack(line))
    expect(line.oursGivenBack, 'what was given back of a closed capture').toBeGreaterThanOrEqual(oursCaptured!);
  if (ours === 'expired' && !isByHand) expect(['expired', ...unknown], standing).toContain(theirs);
  if (ours === 'expired') expect(['expired', 'released', ...unknown], standing).toContain(theirs);
  if (ours === 'released' || ours === 'failed') expect(['released', null], standing).toContain(theirs);
  if (ours === 'authorized' && !isByHand) expect(['authorized', 'expired', ...unknown], standing).toContain(theirs);
  if (isCapturedByHand) return;
  if (ours === 'intended' || ours === 'challenged') expect(theirs, standing).not.toBe('captured');
  if (theirs === 'captured')
    // A capture that was refused may have been executed by an earlier request that came late: its release finds that out.
    expect(
      ['capturing', 'captured', ...(captureRequested ? ['releasing', 'captured_outside'] : [])],
      'our books of captured money',
    ).toContain(ours);
}

function checkPhase(model: Model, auction: ModelAuction, { status, phase, outcome, attempts, bids }: SeenAuction) {
  const shown = { status, phase };
  const final = { status: 'completed', phase: 'FINAL' };
  switch (phaseOf(model, auction)) {
    case 'CANCELLED':
      expect({ ...shown, outcome }, 'a cancelled auction').toEqual({ ...final, outcome: 'CANCELLED' });
      break;
    case 'UPCOMING':
      expect(shown, 'before the start').toEqual({ status: 'upcoming', phase: 'UPCOMING' });
      expect(bids, 'bids before the start').toEqual([]);
      break;
    case 'OPEN':
      expect(shown, 'within the period').toEqual({ status: 'ongoing', phase: 'OPEN' });
      expect(attempts, 'captures asked for before the end').toEqual([]);
      break;
    case 'ENDED':
      expect([final, { status: 'ongoing', phase: 'SETTLING' }], 'after the end').toContainEqual(shown);
      expect(outcome, 'an outcome from the end on').not.toBe('CANCELLED');
  }
  expect(outcome === null, 'an outcome as soon as it is final, and not before').toBe(status !== 'completed');
}

function checkBids(model: Model, auction: ModelAuction, shown: SeenAuction, books: readonly BookLine[]): void {
  const wishes = model.wishes.filter((wish) => wish.auction === auction);
  for (const bid of shown.bids) {
    const form = books.find(({ bidId, isRenewal }) => bidId === bid.bidId && !isRenewal);
    const wish = wishes.find(({ submissionToken }) => submissionToken === form?.submissionToken);
    if (wish === undefined) throw new Error(`Nobody has placed bid ${bid.bidId}.`);
    if (!wish.isListed) checkNewBid(model, wish, Date.parse(bid.placedAt), shown.bids);
    wish.isListed = true;
    wish.bidId ??= bid.bidId;
    expect(wish.told, 'what the bidder of a listed bid was told').not.toBe('refused');
    const { bidId, bidderId, bidValueInCents, auctionId } = bid;
    expect({ bidId, bidderId, bidValueInCents, auctionId }, 'a listed bid').toEqual({
      bidId: wish.bidId,
      bidderId: wish.bidderId,
      bidValueInCents: wish.value,
      auctionId: auction.auctionId,
    });
  }
  // Once all bids are known: one of them may stand for another of the same person.
  const isOpen = phaseOf(model, auction) === 'OPEN';
  for (const wish of wishes) if (isOpen && wish.isListed) checkBacking(model, wish, shown, books);
  checkHoldsOfPersons(model, wishes, books);
  const listed = shown.bids.map(({ bidId }) => bidId);
  for (const { bidId } of wishes) if (bidId !== null) expect(listed, 'a bid once placed stays listed').toContain(bidId);
  for (const wish of wishes) {
    const first = books.filter(({ submissionToken }) => submissionToken === wish.submissionToken);
    expect(first.length, 'one wish, one payment at most').toBeLessThanOrEqual(1);
    const lapsesAt = first[0]?.captureBefore?.getTime();
    if (lapsesAt === undefined) continue;
    // The provider's clock for this seller is the seller's.
    const heldAt = lapsesAt - (wish.card.holdSeconds ?? usualHoldSeconds) * 1000;
    expect(heldAt, 'when a hold was made').toBeGreaterThanOrEqual(wish.submittedAt);
    expect(heldAt, 'when a hold was made').toBeLessThanOrEqual(sellersNow(model));
  }
}

/** A bid that was not there a step ago: placed within the period, at or above the minimum then in force. */
function checkNewBid(model: Model, wish: Wish, placedAt: number, bids: readonly RankedBid[]): void {
  const { auction, value, submittedAt } = wish;
  expect(auction.final, 'the result when a bid comes in').toBe(null);
  expect(placedAt, 'the instant of a bid').toBeGreaterThanOrEqual(Math.max(submittedAt, auction.startsAt));
  expect(placedAt, 'the instant of a bid').toBeLessThan(auction.endsAt);
  // Of two bids in one millisecond, the second is placed in the next one.
  const others = bids.map((bid) => Date.parse(bid.placedAt)).filter((instant) => instant < placedAt);
  expect(placedAt, 'the instant of a bid').toBeLessThanOrEqual(
    Math.max(sellersNow(model), ...others.map((at) => at + 1)),
  );
  expect(value, 'the value of a bid').toBeGreaterThanOrEqual(auction.lowestMinimum);
}

/** A person has one hold on an auction: from the moment at which a higher bid stands, the lower one cannot be captured. */
function checkHoldsOfPersons(model: Model, wishes: readonly Wish[], books: readonly BookLine[]): void {
  const holding = wishes.filter(
    ({ bidId }) =>
      bidId !== null &&
      books.some((line) => line.bidId === bidId && (line.ours === 'capturing' || isHeldBy(model, line))),
  );
  for (const wish of holding) {
    const same = holding.filter((other) => isSamePerson(wish, other)).map(({ value }) => value);
    expect(same, 'the bids of one person that hold money').toEqual([wish.value]);
  }
}

function isHeldBy(model: Model, line: BookLine): boolean {
  return line.ours === 'authorized' && canPay(model, line);
}

/** The hold of this bid was given back, as a bid of the same person that is as high or higher was placed later, or renewed. */
function isRaised(model: Model, wish: Wish, shown: SeenAuction, books: readonly BookLine[]): boolean {
  const placedAt = (bidId: string | null) => shown.bids.find((bid) => bid.bidId === bidId)?.placedAt ?? '';
  return othersOfPerson(model, wish).some(({ bidId, value }) => {
    if (bidId === null || value < wish.value) return false;
    const isRenewed = books.some((line) => line.bidId === bidId && line.isRenewal);
    return isRenewed || placedAt(bidId) >= placedAt(wish.bidId);
  });
}

/** Every listed bid of an open auction has money behind it; where the card cannot be renewed, up to its lapse. */
function checkBacking(model: Model, wish: Wish, shown: SeenAuction, books: readonly BookLine[]): void {
  const { bidId, card, isVoided } = wish;
  if (isVoided || isRaised(model, wish, shown, books) || isEndedByHand(model, bidId, books)) return;
  const lines = books.filter((line) => line.bidId === bidId);
  const mayLapse = model.isNeglected || !canBeKept(card);
  // An event of the provider says that the hold has lapsed.
  if (mayLapse && lines.some(({ ours, theirs }) => ours === 'expired' && theirs === 'expired')) return;
  const backing = lines.filter(({ ours }) => ours === 'authorized');
  expect(backing.length, 'the authorizations that back a listed bid').toBe(1);
  const { theirs, captureBefore } = backing[0]!;
  if (mayLapse) return;
  expect(theirs, 'the hold behind a listed bid').toBe('authorized');
  expect(captureBefore!.getTime(), 'the end of a hold').toBeGreaterThan(sellersNow(model));
}

function checkMoney(model: Model, auction: ModelAuction, shown: SeenAuction, books: readonly BookLine[]): void {
  const payable = books.filter(({ captureRequested, theirs }) => captureRequested && theirs === 'authorized');
  const byHand = ({ reference }: BookLine) => reference !== null && model.capturedByHand.has(reference);
  // What somebody captured by hand counts once its bid has won. What our books know as given back before it has won does not count.
  const captured = books.filter(
    (line) => line.effects.includes('captured') && (line.ours === 'captured' || !(byHand(line) || hasGoneBack(line))),
  );
  // Of several that were captured by hand, the highest bid wins, and charges nobody.
  checkHeld(
    auction,
    books,
    captured.filter((line) => !byHand(line)),
  );
  expect(payable.length + captured.length, 'bidders who were asked to pay and could still').toBeLessThanOrEqual(1);
  expect(captured.length, 'bidders who paid').toBeLessThanOrEqual(1);
  if (captured.length === 1) expect(phaseOf(model, auction), 'when somebody has paid').toBe('ENDED');
  const winners = shown.bids.filter(({ isWinningBid }) => isWinningBid);
  if (shown.outcome !== 'SOLD') {
    expect(winners, 'winners of what is not sold').toEqual([]);
    if (shown.status === 'completed') expect(captured, 'money taken for what is not sold').toEqual([]);
  } else {
    expect(winners.length, 'winners').toBe(1);
    const { bidId, bidValueInCents } = winners[0]!;
    const paid = captured.map((line) => ({ bidId: line.bidId, amount: line.amount }));
    expect(paid, 'the money of the winner').toEqual([{ bidId, amount: bidValueInCents }]);
    if (!byHand(captured[0]!))
      expect(captured[0]!.captureBefore!.getTime(), 'the end of a hold that was captured').toBeGreaterThan(
        auction.endsAt,
      );
    expect(
      isGivenBack(captured[0]!) && auction.givenBack.has(captured[0]!.reference!),
      'a bid wins with money that was given back before',
    ).toBe(false);
    const last = shown.attempts.findLast((attempt) => attempt.bidId === bidId);
    expect(last?.result, 'the last attempt to capture the money of the winner').toBe('CAPTURED');
  }
  if (shown.outcome === 'CANCELLED')
    expect(
      shown.attempts.filter(({ result }) => result === 'CAPTURED'),
      'captures in what is cancelled',
    ).toEqual([]);
  checkOrderOfCaptures(model, auction, shown, books);
  if (shown.status === 'completed') return;
  auction.givenBack.clear();
  for (const line of books) if (line.areReversalsDue && isGivenBack(line)) auction.givenBack.add(line.reference!);
}

/** Nothing is left of what was captured. */
function isGivenBack({ theirsCaptured, theirsGivenBack }: BookLine): boolean {
  return theirsCaptured !== null && theirsGivenBack >= theirsCaptured;
}

/** Our books know that the money went back before its bid could win. */
function hasGoneBack({ ours, isOpen }: BookLine): boolean {
  return ours === 'captured_outside' && !isOpen;
}

/**
 * While a payment that somebody captured by hand is in our books and not given back, nobody else is charged; nor while it is to be released
 * and has backed a bid.
 */
function checkHeld(auction: ModelAuction, books: readonly BookLine[], captured: readonly BookLine[]): void {
  const held = books
    .filter(
      ({ ours, theirs, isOpen, bidId }) =>
        (ours === 'captured_outside' && isOpen) || (ours === 'releasing' && theirs === 'captured' && bidId !== null),
    )
    .map(({ reference }) => reference);
  const before = auction.chargedWhenHeld;
  if (before !== null && held.some((reference) => before.held.includes(reference)))
    expect(captured.length, 'bidders who paid while somebody had captured by hand').toBe(before.charged);
  // A request that was under way before may still execute.
  const isUnderWay = books.some(
    ({ ours, captureRequested }) => ours === 'capturing' || (ours === 'releasing' && captureRequested),
  );
  auction.chargedWhenHeld = isUnderWay ? null : { held, charged: captured.length };
}

/** The highest bid that can pay is asked for the money, one after the other. A hold that had lapsed may be renewed once a lower bid was asked. */
function checkOrderOfCaptures(
  model: Model,
  auction: ModelAuction,
  shown: SeenAuction,
  books: readonly BookLine[],
): void {
  const asked = rank(shown.bids).filter(({ bidId }) => shown.attempts.some((attempt) => attempt.bidId === bidId));
  const failed = ({ bidId }: { bidId: string }) =>
    shown.attempts.findLast((attempt) => attempt.bidId === bidId)?.result === 'REFUSED';
  const isRenewed = ({ bidId }: { bidId: string }) => books.some((line) => line.bidId === bidId && line.isRenewal);
  const lowest = asked.at(-1);
  const standing = asked.filter((bid) => !failed(bid));
  expect(standing.length, 'bidders who were asked and have not definitely failed').toBeLessThanOrEqual(1);
  for (const bid of standing)
    expect(bid === lowest || isRenewed(bid), 'all but the last who was asked have definitely failed').toBe(true);
  const isUnsold = shown.outcome === 'UNSOLD';
  const passedOver = isUnsold ? shown.bids : lowest === undefined ? [] : higherThan(shown, lowest.bidId);
  const isPassedOver = (line: BookLine) => passedOver.some(({ bidId }) => bidId === line.bidId);
  for (const line of books)
    if (line.isRenewal && line.bidId !== null && !isPassedOver(line)) auction.timelyRenewals.add(line.authorizationId!);
  for (const bid of passedOver) checkPassedOver(model, auction, shown, bid.bidId, books);
}

function higherThan({ bids }: SeenAuction, bidId: string) {
  const ranked = rank(bids);
  return ranked.slice(
    0,
    ranked.findIndex((bid) => bid.bidId === bidId),
  );
}

/** A bid is passed over only where its card refuses the capture, or its hold has lapsed and could not be kept. */
function checkPassedOver(
  model: Model,
  auction: ModelAuction,
  shown: SeenAuction,
  bidId: string,
  books: readonly BookLine[],
): void {
  const wish = model.wishes.find((one) => one.bidId === bidId)!;
  const { card, isVoided } = wish;
  if (card.captureDeclines !== undefined || isDeclinedForNow(card) || isVoided || isRaised(model, wish, shown, books))
    return;
  if (isEndedByHand(model, bidId, books)) return;
  const backing = books.filter((line) => line.bidId === bidId);
  // Whether or not the provider has said so already.
  const isOver = ({ theirs, captureBefore }: BookLine) =>
    theirs === 'expired' || (captureBefore !== null && captureBefore.getTime() <= sellersNow(model));
  const isLate = ({ isRenewal, authorizationId }: BookLine) =>
    isRenewal && !auction.timelyRenewals.has(authorizationId!);
  const hasLapsed =
    backing.some(isOver) && backing.every((line) => isOver(line) || isLate(line) || line.theirs !== 'authorized');
  expect(hasLapsed, 'a good bid is passed over only if its hold has lapsed').toBe(true);
  // Only the five highest are renewed.
  const higher = higherThan(shown, bidId);
  // Until a capture that takes some tries is decided, the seller's time may be advanced past the end of its hold, and of those behind it. A bid that
  // was raised or voided has to be released first, which may take some tries, too.
  const isWaiting =
    [card, ...higher.map((bid) => cardOf(model, bid.bidId))].some(
      ({ spoils }) => spoils?.at === 'capture' && spoils.by !== 'answer_lost',
    ) || shown.bids.some((bid) => isSpoiled(cardOf(model, bid.bidId), 'release', 'server_error'));
  if (higher.length < 5 && !isWaiting && canBeKept(card))
    expect(model.isNeglected, 'a hold that could be kept lapses only when neglected').toBe(true);
}

function isSpoiled({ spoils }: CardUnderTest, at: string, by: string): boolean {
  return spoils?.at === at && spoils.by === by;
}

function isDeclinedForNow({ spoils }: CardUnderTest): boolean {
  return spoils?.at === 'capture' && spoils.by !== 'answer_lost' && spoils.by !== 'server_error';
}

function cardOf({ wishes }: Model, bidId: string): CardUnderTest {
  return wishes.find((wish) => wish.bidId === bidId)!.card;
}

function isEndedByHand(model: Model, bidId: string | null, books: readonly BookLine[]): boolean {
  return books.some(
    (line) =>
      line.bidId === bidId && line.reference !== null && (model.changedByHand.has(line.reference) || hasGoneBack(line)),
  );
}

/** Completed is final. */
function checkFinality(auction: ModelAuction, shown: SeenAuction): void {
  if (shown.status !== 'completed') expect(auction.final, 'a final result').toBe(null);
  else {
    // The answer to an attempt may still be noted down by whoever made it.
    const picture = JSON.stringify({ ...shown, attempts: null, bids: rank(shown.bids) });
    auction.final ??= picture;
    expect(picture, 'a final result never changes').toBe(auction.final);
  }
}
