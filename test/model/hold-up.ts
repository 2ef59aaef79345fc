import { adas, bid, noteBidInTime } from './bidder-steps.ts';
import { doWork } from './do-work.ts';
import { type ModelAuction, phaseOf } from './model.ts';
import type { Game } from './game.ts';
import { endHold, sendEvents } from './provider-steps.ts';
import { cancel, raise } from './seller-steps.ts';
import type { Meanwhile, Step } from './steps.ts';
import { passUntil } from './time-steps.ts';

/** Has something happen while the service next asks the provider for this, or before it hears the answer. */
export function holdUp(game: Game, { operation, when, meanwhile }: Extract<Step, { do: 'hold up' }>): void {
  game.world.holdUpNext({
    operation,
    when,
    happens: async () => {
      game.wasHeldUp = true;
      game.journal.push(`  ${when} ${operation}: ${meanwhile}`);
      await noteBidInTime(game);
      await happen(game, meanwhile, operation === 'hold' || operation === 'renew' ? lastBidOn(game) : ended(game));
    },
  });
}

async function happen(game: Game, meanwhile: Meanwhile, auction: ModelAuction | undefined): Promise<void> {
  const { model, world } = game;
  if (auction === undefined) return;
  switch (meanwhile) {
    case 'the auction ends':
      if (phaseOf(model, auction) === 'OPEN') await passUntil(game, auction.endsAt - model.offset);
      return;
    case 'it is cancelled':
      return await cancel(game, auction, { process: world.other, isAlone: false });
    case 'the minimum is raised':
      return await raise(game, auction, 10_000, { process: world.other, isAlone: false });
    case 'ada bids more':
      return await raiseOfAda(game, auction);
    case 'her hold lapses, and ada bids more':
      await lapseHoldsOfAda(game, auction);
      return await raiseOfAda(game, auction);
    case 'another process works':
      await passUntil(game, model.now + 61_000);
      return await doWork('everything', world.other);
  }
}

/** Her bank ends the holds before their time, and the events arrive. */
async function lapseHoldsOfAda(game: Game, auction: ModelAuction): Promise<void> {
  const bids = game.model.wishes.filter((wish) => wish.auction === auction && wish.bidderId === adas);
  const held = game.seen.books.filter(
    ({ bidId, ours }) => ours === 'authorized' && bids.some((wish) => wish.bidId === bidId),
  );
  for (const line of held) await endHold(game, line, 'lapse');
  await sendEvents(game, auction, { isReversed: false, isAlone: false });
}

async function raiseOfAda(game: Game, auction: ModelAuction): Promise<void> {
  const facts = { afterMs: 0, value: 10_000, card: 'visa', by: 'ada' } as const;
  await bid(game, auction, facts, { process: game.world.other, isAlone: false });
}

function lastBidOn({ model }: Game): ModelAuction | undefined {
  return model.wishes.at(-1)?.auction;
}

function ended({ model }: Game): ModelAuction | undefined {
  return model.auctions.find((auction) => phaseOf(model, auction) === 'ENDED');
}
