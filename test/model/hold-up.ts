import { noteBidInTime } from './bidder-steps.ts';
import { doWork } from './do-work.ts';
import { type ModelAuction, phaseOf } from './model.ts';
import type { Game } from './game.ts';
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
      await happen(game, meanwhile, operation === 'hold' ? lastBidOn(game) : ended(game));
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
    case 'another process works':
      await passUntil(game, model.now + 61_000);
      return await doWork('everything', world.other);
  }
}

function lastBidOn({ model }: Game): ModelAuction | undefined {
  return model.wishes.at(-1)?.auction;
}

function ended({ model }: Game): ModelAuction | undefined {
  return model.auctions.find((auction) => phaseOf(model, auction) === 'ENDED');
}
