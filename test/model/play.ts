import { comeToRest } from './come-to-rest.ts';
import { check, type Game } from './game.ts';
import { look } from './look.ts';
import { goesOn } from './mortal-process.ts';
import type { Model } from './model.ts';
import type { Life } from './steps.ts';
import { take } from './take-step.ts';
import type { Worlds } from './world.ts';

/** Plays a life through, and on until it has come to rest. @throws with the journal, where an invariant does not hold */
export async function play(worlds: Worlds, { steps }: Life): Promise<void> {
  const world = await worlds.begin();
  const now = world.clock.now.getTime();
  const model: Model = {
    auctions: [],
    wishes: [],
    now,
    offset: 0,
    isNeglected: false,
    isRestricted: false,
    changedByHand: new Set(),
    capturedByHand: new Set(),
    forgotten: new Set(),
  };
  const game: Game = {
    world,
    model,
    seen: await look(world),
    journal: [],
    wasHeldUp: false,
  };
  try {
    for (const step of steps) {
      game.journal.push(`${world.clock.now.toISOString()} ${JSON.stringify(step)}`);
      game.wasHeldUp = false;
      worlds.steps += step.do === 'at once' ? step.steps.length : 1;
      const process = world.mortal();
      await take(game, step, { process, isAlone: true });
      // Some of what a process does nobody waits for.
      await goesOn(process);
      await check(game);
    }
    await comeToRest(game);
  } catch (error) {
    if (error instanceof Error) error.message += `\n${game.journal.join('\n')}`;
    throw error;
  }
}
