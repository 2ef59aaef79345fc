import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { play } from './play.ts';
import { lives } from './steps.ts';
import { makeWorlds, type Worlds } from './world.ts';

// The life of a few auctions with all that can happen to it, against a model of the rules that is as simple as can be.
// What fails is printed with a seed and a path, for example to be played again with
// MODEL_SEED=7 MODEL_PATH=12:0:3 npm run model
// In the whole suite the lives are always the same ones, so that no change is blamed for what it did not do.

const {
  MODEL_SEED = '20261121',
  MODEL_PATH,
  MODEL_RUNS = '60',
  MODEL_SECONDS = '30',
  MODEL_SHRINKS = 'yes',
} = process.env;
const seconds = Number(MODEL_SECONDS);

let worlds: Worlds;
beforeAll(async () => {
  worlds = await makeWorlds();
});
afterAll(async () => {
  await worlds[Symbol.asyncDispose]();
});

test(
  'whatever happens, the rules hold and the money is where it belongs',
  async () => {
    const anyLife = fc.oneof(lives(false), lives(true));
    const property = fc.asyncProperty(anyLife, (steps) => play(worlds, steps));
    const played = await fc.check(property, {
      seed: Number(MODEL_SEED),
      numRuns: Number(MODEL_RUNS),
      endOnFailure: MODEL_SHRINKS !== 'yes',
      plugins: [fc.interruptAfterTimeLimit(seconds * 1000)],
      ...(MODEL_PATH !== undefined && { path: MODEL_PATH }),
    });
    console.log(`${played.numRuns} lives played, MODEL_SEED=${played.seed}`);
    expect(played.numRuns, 'the lives played in time').toBeGreaterThan(0);
    if (!played.failed) return;
    const { errorInstance: cause } = played;
    throw new Error(`${String(cause).split('\n')[0]}\n${fc.defaultReportMessage(played)}`, { cause });
  },
  seconds * 10_000 + 60_000,
);
