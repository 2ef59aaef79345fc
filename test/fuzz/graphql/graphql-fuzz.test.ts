import { afterAll, expect, test } from 'vitest';
import { fuzzTimeoutMs, playRequests } from '../play-requests.ts';
import { decisions, diceOf } from './dice.ts';
import { makeFuzzer } from './fuzzer.ts';

// Requests that are made up from the schema, sound and broken ones, against the service with auctions in all states.

const fuzzer = await makeFuzzer();
afterAll(() => fuzzer[Symbol.asyncDispose]());

test(
  'answers every document with documented errors and data of the schema, with equal bytes once the query is known',
  { timeout: fuzzTimeoutMs },
  async () => {
    const { sent, isWhole } = await playRequests(decisions, (decided) => fuzzer.ask(diceOf(decided)));
    console.log(fuzzer.tally);
    // Were all of them refused, nothing would have been tried.
    expect(fuzzer.tally.data).toBeGreaterThanOrEqual(isWhole ? sent / 10 : 0);
    expect(fuzzer.tally.known).toBeGreaterThanOrEqual(isWhole ? sent / 100 : 0);
  },
);
