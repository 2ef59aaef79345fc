import { checkInvariants } from './check-invariants.ts';
import { look, type Seen } from './look.ts';
import type { Model } from './model.ts';
import type { World } from './world.ts';

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

/** Looks at everything, and checks what holds at every moment. */
export async function check(game: Game): Promise<void> {
  game.seen = await look(game.world, game.seen);
  checkInvariants(game.model, game.seen);
}
