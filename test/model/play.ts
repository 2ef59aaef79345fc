import { checkInvariants } from './check-invariants.ts';
import { comeToRest } from './come-to-rest.ts';
import { look, type Seen } from './look.ts';
import type { Model } from './model.ts';
import type { Step } from './steps.ts';
import { take } from './take-step.ts';
import type { World, Worlds } from './world.ts';

/** A life of the service, as far as it has been played. */
export interface Game {
  readonly world: World;
  readonly model: Model;
  /** As everything was after the last step. */
  seen: Seen;
  /** Each step, and the answers that it got: told when something is wrong. */
  readonly journal: string[];
  /** Something else happened while the provider was asked. */
  wasHeldUp: boolean;
}

/** Plays a life through, and on until it has come to rest. @throws with the journal, where an invariant does not hold */
export async function play(worlds: Worlds, steps: readonly Step[]): Promise<void> {
  const world = await worlds.begin();
  const now = world.clock.now.getTime();
  const model: Model = { auctions: [], wishes: [], now, offset: 0, isNeglected: false };
  const game: Game = { world, model, seen: await look(world), journal: [], wasHeldUp: false };
  try {
    for (const step of steps) {
      game.journal.push(`${world.clock.now.toISOString()} ${JSON.stringify(step)}`);
      game.wasHeldUp = false;
      await take(game, step, { process: world.mortal(), isAlone: true });
      await check(game);
    }
    await comeToRest(game);
  } catch (error) {
    if (error instanceof Error) error.message += `\n${game.journal.join('\n')}`;
    throw error;
  }
}

/** Looks at everything, and checks what holds at every moment. */
export async function check(game: Game): Promise<void> {
  game.seen = await look(game.world);
  checkInvariants(game.model, game.seen);
}
