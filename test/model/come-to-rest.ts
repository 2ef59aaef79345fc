import { expect } from 'vitest';
import { brokenRules } from '../faults/broken-rules.ts';
import { checkInvariants } from './check-invariants.ts';
import { doWork } from './do-work.ts';
import { type BookLine, look } from './look.ts';
import { check, type Game } from './game.ts';
import type { Step } from './steps.ts';
import { take } from './take-step.ts';
import { canPay, othersOfPerson, rank, sellersNow } from './model.ts';
import { refuseForgotten } from './operator-steps.ts';
import { refundCapturedByHand, restrict, sendEvents } from './provider-steps.ts';
import { advance, passUntil } from './time-steps.ts';

const minuteMs = 61_000;
const challengeMs = 16 * 60_000;
const hourMs = 3_601_000;
const dayMs = 86_401_000;
const maxRounds = 12;

/**
 * Lets everything come to its end while nothing goes wrong any more: every auction is over, everybody who was at
 * something has finished it. Then both books agree, everything was told of once, and there is nothing left that
 * anybody would have to look at.
 */
export async function comeToRest(game: Game): Promise<void> {
  const { world, model } = game;
  world.calm();
  game.journal.push('then everything comes to rest');
  await world.deliverLate({ isReversed: false });
  await restrict(game, { isRestricted: false, isTold: true });
  for (const auction of model.auctions) await sendEvents(game, auction, { isReversed: false, isAlone: true });
  await work(game, minuteMs);
  await work(game, challengeMs);
  await work(game, minuteMs);
  expect(game.seen.books.filter(isBegun), 'payments that were begun and left').toEqual([]);
  checkHoldsAtProvider(game);
  // Some of the lives, chosen by what has happened in them.
  if (model.wishes.length % 4 === 0) await endWithoutCaptures(game);
  else await endAuctions(game);
  await check(game);
  await work(game, minuteMs);
  checkPaidByHand(game);
  for (let round = 0; round < maxRounds && !isAtRest(game); round += 1) {
    await refundCapturedByHand(game);
    await refuseForgotten(game);
    await work(game, minuteMs);
  }

  for (const auction of model.auctions) await sendEvents(game, auction, { isReversed: true, isAlone: true });
  // A card that could not be deleted at once is deleted within the hour; a payment that nothing is heard of is searched for two.
  await work(game, hourMs);
  await work(game, hourMs);
  // Only then is the card of such a payment due.
  await work(game, minuteMs);
  // A refund is asked for under one key, as its request may come late. An error that the provider keeps under it is repeated for a day.
  world.forgetErrors();
  await work(game, dayMs);
  // The provider answers some of several requests on one payment at once with `lock_timeout`. Each round makes one refund at least.
  for (let round = 0; round < maxRounds && (await areRefundsRequested(game)); round += 1) await work(game, minuteMs);
  game.seen = await look(world);
  checkInvariants(model, game.seen);
  expect(game.seen.books.filter(isOpen), 'authorizations that stay open').toEqual([]);
  expect(
    game.seen.auctions.map(({ status }) => status),
    'auctions after their end',
  ).toEqual(model.auctions.map(() => 'completed'));
  const isForgotten = (broken: string) => [...model.forgotten].some((reference) => broken.includes(reference));
  const broken = await brokenRules(world.deps.db);
  expect(
    broken.filter((rule) => !isForgotten(rule)),
    'rules that are broken',
  ).toEqual([]);
}

async function endAuctions(game: Game): Promise<void> {
  for (const of of game.model.auctions.keys()) await advance(game, { of, at: 'end', offsetMs: 0 });
}

/** Lets the auctions end, one more among them, while an operator has stopped the captures: nobody is charged until they go on. */
async function endWithoutCaptures(game: Game): Promise<void> {
  const auction = game.model.auctions.length;
  const oneMore: Step[] = [
    { do: 'create', startsInSeconds: 60, lastsSeconds: 3_600, minimum: 0 },
    { do: 'pass', to: { of: auction, at: 'start', offsetMs: 0 } },
    { do: 'bid', afterMs: 0, auction, value: 5_000, card: 'visa', by: 'ada' },
  ];
  for (const step of oneMore) await take(game, step, { process: game.world.mortal(), isAlone: true });
  await check(game);
  const captured = () => game.seen.books.filter(({ effects }) => effects.includes('captured')).length;
  const before = captured();
  // An auction that ended days before the last one waits for its capture, and its holds lapse.
  game.model.isNeglected = true;
  await stopCaptures(game, true);
  await endAuctions(game);
  await work(game, minuteMs);
  expect(captured(), 'who has paid while captures are stopped').toBe(before);
  await stopCaptures(game, false);
}

/** The keys of the seller go on, as this test looks through its doors. */
async function stopCaptures({ world, journal }: Game, areStopped: boolean): Promise<void> {
  journal.push(areStopped ? '  captures are stopped' : '  captures go on');
  await world.deps.db.query(
    'update sellers set captures_stopped_at = case when $1::boolean then clock_timestamp() end',
    [areStopped],
  );
}

async function work(game: Game, afterMs: number): Promise<void> {
  await passUntil(game, game.model.now + afterMs);
  await doWork('everything', game.world.other);
  await check(game);
}

function isAtRest({ seen }: Game): boolean {
  return !seen.books.some(isOpen) && seen.auctions.every(({ status }) => status === 'completed');
}

async function areRefundsRequested({ world }: Game): Promise<boolean> {
  const { rowCount } = await world.deps.db.query(`select from refunds where state = 'requested' limit 1`);
  return rowCount === 1;
}

/** At rest the provider, too, has one hold a person and auction at most, with all that were begun and never backed a bid. */
function checkHoldsAtProvider({ model, seen }: Game): void {
  const isHeld = (line: BookLine) =>
    line.theirs === 'authorized' && line.captureBefore !== null && line.captureBefore.getTime() > sellersNow(model);
  for (const wish of model.wishes) {
    const ofPerson = [wish, ...othersOfPerson(model, wish)];
    const held = seen.books.filter(
      (line) =>
        isHeld(line) &&
        ofPerson.some(
          ({ bidId, submissionToken }) =>
            line.submissionToken === submissionToken || (bidId !== null && line.bidId === bidId),
        ),
    );
    expect(held.length, 'the holds of one person on one auction at the provider').toBeLessThanOrEqual(1);
  }
}

/** Whose payment was captured by hand and whose bid is the highest that can pay has won: nobody has to decide anything. */
function checkPaidByHand({ model, seen }: Game): void {
  for (const { auctionId, bids, outcome } of seen.auctions) {
    const lines = seen.books.filter((line) => line.auctionId === auctionId);
    if (
      outcome !== null ||
      lines.some(({ ours }) => ours === 'capturing' || ours === 'releasing' || ours === 'intended') ||
      lines.some(isRefundRequested)
    )
      continue;
    const payable = rank(bids).map(({ bidId }) => lines.filter((line) => line.bidId === bidId && canPay(model, line)));
    const top = payable.find((ofBid) => ofBid.length > 0) ?? [];
    expect(
      top.map(({ ours }) => ours),
      'the highest bid that can pay, after its auction has ended',
    ).not.toContain('captured_outside');
  }
}

/** Settlement waits for the answer, as the refund may give back the money of the highest bid. */
function isRefundRequested({ refundable, theirsCaptured, theirsGivenBack }: BookLine): boolean {
  return refundable !== null && refundable < (theirsCaptured ?? 0) - theirsGivenBack;
}

function isBegun({ ours }: BookLine): boolean {
  return ours === 'intended' || ours === 'challenged';
}

function isOpen(line: BookLine): boolean {
  return line.isOpen;
}
