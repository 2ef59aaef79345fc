import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { countFor } from '../support/depth.ts';
import { play } from './play.ts';
import { lives, type RulesOfLife } from './steps.ts';
import { makeWorlds } from './world.ts';

// The life of a few auctions with all that can happen to it, against a model of the rules that is as simple as can be.
// What fails is printed with a seed and a path, for example to be played again with
// MODEL_SEED=7 MODEL_RULES=yes MODEL_PATH=12:0:3 npm run deep -- model
// In the whole suite the lives are always the same ones, so that no change is blamed for what it did not do.

const {
  MODEL_SEED = '20261121',
  MODEL_PATH,
  MODEL_RUNS = String(countFor({ usually: 10, full: 60 })),
  MODEL_SECONDS,
  MODEL_SHRINKS = 'yes',
  // `no`: auctions without rules alone; `yes`: with soft closes and steps; `purchases`: with a price to buy now as well. A path belongs to one.
  MODEL_RULES,
  // Goes on with the next seeds until so many steps were played.
  MODEL_STEPS = '0',
} = process.env;
const seconds = Number(MODEL_SECONDS ?? 30);
/** Unless told, all lives are played: a busy machine takes long for the first one. */
const timeLimit = MODEL_SECONDS === undefined ? [] : [fc.interruptAfterTimeLimit(seconds * 1_000)];
/** A life takes a third of a second: one that stands still is a failure, too. A run of low priority waits for its turn. */
const standsStillAfterMs = MODEL_SECONDS === undefined ? 60_000 : 3_600_000;
const chosenRules = (['purchases', 'yes', 'no'] as const).filter(
  (rules) => MODEL_RULES === undefined || MODEL_RULES === rules,
);
const minSteps = Number(MODEL_STEPS);

const worlds = await makeWorlds();
afterAll(() => worlds[Symbol.asyncDispose]());

test(
  'the rules hold and the money is where it belongs in every life',
  async () => {
    const startedAtMs = performance.now();
    let seed = Number(MODEL_SEED);
    do {
      for (const rules of chosenRules) await playLives(seed, rules);
      const perSecond = (worlds.steps * 1_000) / (performance.now() - startedAtMs);
      console.log(`MODEL_SEED=${seed}, ${worlds.steps} steps so far, ${perSecond.toFixed(1)} a second`);
      seed += 1;
    } while (worlds.steps < minSteps && performance.now() - startedAtMs < seconds * 1_000);
    expect(worlds.steps, 'the steps played').toBeGreaterThan(0);
  },
  seconds * 10_000 + 60_000,
);

async function playLives(seed: number, rules: RulesOfLife): Promise<void> {
  const anyLife = fc.oneof(lives(false, rules), lives(true, rules));
  const numRuns = rules !== 'no' && MODEL_RULES === undefined ? Math.ceil(Number(MODEL_RUNS) / 6) : Number(MODEL_RUNS);
  const property = fc.asyncProperty(anyLife, (life) => play(worlds, life));
  const played = await fc.check(property, {
    seed,
    numRuns,
    endOnFailure: MODEL_SHRINKS !== 'yes',
    plugins: [...timeLimit, fc.timeout(standsStillAfterMs)],
    ...(MODEL_PATH !== undefined && { path: MODEL_PATH }),
  });
  console.log(`${played.numRuns} lives played, MODEL_SEED=${played.seed} MODEL_RULES=${rules}`);
  expect(played.numRuns, 'the lives played in time').toBeGreaterThan(0);
  if (!played.failed) return;
  const { errorInstance: cause } = played;
  const first = String(cause).split('\n')[0];
  throw new Error(`after ${played.numRuns} of ${numRuns} lives: ${first}\n${fc.defaultReportMessage(played)}`, {
    cause,
  });
}
