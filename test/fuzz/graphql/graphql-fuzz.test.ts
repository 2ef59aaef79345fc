import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { countFor } from '../../support/depth.ts';
import { decisions, diceOf } from './dice.ts';
import { makeFuzzer } from './fuzzer.ts';

// Requests that are made up from the schema, sound and broken ones, against the service with auctions in all states.
// What fails is printed with a seed and a path, for example to be asked again with
// npm run deep -- fuzz graphql --seed 7 --path 12:0:3
// In the whole suite the requests are always the same ones, so that no change is blamed for what it did not do.

const {
  FUZZ_SEED = '20261121',
  FUZZ_PATH,
  FUZZ_RUNS = String(countFor({ usually: 100, full: 500 })),
  FUZZ_SECONDS = '60',
} = process.env;
const seconds = Number(FUZZ_SECONDS);

const fuzzer = await makeFuzzer();
afterAll(() => fuzzer[Symbol.asyncDispose]());

test(
  'answers every document with documented errors and data of the schema, with equal bytes once the query is known',
  async () => {
    const property = fc.asyncProperty(decisions, (decided) => fuzzer.ask(diceOf(decided)));
    const asked = await fc.check(property, {
      seed: Number(FUZZ_SEED),
      numRuns: Number(FUZZ_RUNS),
      plugins: [fc.interruptAfterTimeLimit(seconds * 1000)],
      ...(FUZZ_PATH !== undefined && { path: FUZZ_PATH }),
    });
    console.log(`${asked.numRuns} requests, ${JSON.stringify(fuzzer.tally)}, --seed ${asked.seed}`);
    if (asked.failed) {
      const { errorInstance: cause, counterexamplePath } = asked;
      throw new Error(`--seed ${asked.seed} --path ${counterexamplePath}\n${String(cause)}`, { cause });
    }
    // Were all of them refused, nothing would have been tried.
    expect(fuzzer.tally.data).toBeGreaterThanOrEqual(FUZZ_PATH === undefined ? asked.numRuns / 10 : 0);
    expect(fuzzer.tally.known).toBeGreaterThanOrEqual(FUZZ_PATH === undefined ? asked.numRuns / 100 : 0);
  },
  seconds * 5_000 + 60_000,
);
