import fc from 'fast-check';
import { countFor } from '../support/depth.ts';

const {
  FUZZ_SEED = '20261121',
  FUZZ_PATH,
  FUZZ_RUNS = String(countFor({ usually: 60, full: 500 })),
  FUZZ_SECONDS,
} = process.env;
/** Unless told, all requests are sent: on a busy machine, the first one alone may take a minute. */
const timeLimit = FUZZ_SECONDS === undefined ? [] : [fc.interruptAfterTimeLimit(Number(FUZZ_SECONDS) * 1_000)];

/** A busy machine is slow. */
export const fuzzTimeoutMs = Number(FUZZ_SECONDS ?? 60) * 10_000 + 60_000;

/**
 * Sends requests that are made up. In the whole suite they are always the same ones, so that no change is blamed for what it did not do.
 *
 * @returns how many were sent, all of them if it is not one that failed before
 * @throws with the seed and the path of what fails, to be sent again: `npm run deep -- fuzz rest --seed 7 --path 12:0:3`
 */
export async function playRequests<Input>(
  inputs: fc.Arbitrary<Input>,
  send: (input: Input) => Promise<void>,
): Promise<{ sent: number; isWhole: boolean }> {
  const played = await fc.check(fc.asyncProperty(inputs, send), {
    seed: Number(FUZZ_SEED),
    numRuns: Number(FUZZ_RUNS),
    plugins: timeLimit,
    ...(FUZZ_PATH !== undefined && { path: FUZZ_PATH }),
  });
  const { errorInstance: cause, counterexamplePath, seed, numRuns } = played;
  if (played.failed) {
    const told = `--seed ${seed} --path ${counterexamplePath}\n${String(cause)}\n${fc.defaultReportMessage(played)}`;
    throw new Error(told, { cause });
  }
  console.log(`${numRuns} requests, --seed ${seed}`);
  return { sent: numRuns, isWhole: FUZZ_PATH === undefined };
}
