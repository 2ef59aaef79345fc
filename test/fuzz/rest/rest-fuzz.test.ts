import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Answer } from '../../support/answer.ts';
import { countFor } from '../../support/depth.ts';
import { type DescribedOperation, readDescribedApi } from '../../support/described-api.ts';
import { anyRequest } from './any-request.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';
import { makeFuzzHouse } from './fuzz-house.ts';

// Requests made of the OpenAPI document, sound and broken, to a real service: whatever comes, it answers as the document
// says, and never with a 5xx. What fails is printed with a seed and a path, to be played again with
// npm run deep -- fuzz rest --seed 7 --path 12:0:3
// In the whole suite the requests are always the same ones, so that no change is blamed for what it did not do.

const {
  FUZZ_SEED = '20261121',
  FUZZ_PATH,
  FUZZ_RUNS = String(countFor({ usually: 100, full: 500 })),
  FUZZ_SECONDS = '40',
} = process.env;
const seconds = Number(FUZZ_SECONDS);
const api = await readDescribedApi();

const house = await makeFuzzHouse();
afterAll(() => house[Symbol.asyncDispose]());

test(
  'every answer is as documented, and none is a 5xx',
  async () => {
    const statuses: Record<string, number> = {};
    const property = fc.asyncProperty(anyRequest(api), async (request) => {
      const { target, answer } = await house.send(request);
      const told = `${request.kind} ${answer.status}`;
      statuses[told] = (statuses[told] ?? 0) + 1;
      expect(complaintsAbout(request, target, answer)).toEqual([]);
    });
    const played = await fc.check(property, {
      seed: Number(FUZZ_SEED),
      numRuns: Number(FUZZ_RUNS),
      plugins: [fc.interruptAfterTimeLimit(seconds * 1000)],
      ...(FUZZ_PATH !== undefined && { path: FUZZ_PATH }),
    });
    console.log(`${played.numRuns} requests, FUZZ_SEED=${played.seed}`, statuses);
    if (!played.failed) return;
    const { errorInstance: cause } = played;
    throw new Error(`${String(cause).split('\n')[0]}\n${fc.defaultReportMessage(played)}`, { cause });
  },
  seconds * 10_000 + 60_000,
);

function complaintsAbout({ method, kind }: FuzzedRequest, target: string, answer: Answer): string[] {
  const operation = operationOf(method, target);
  const complaints = api.complaints(operation, method, answer);
  if (answer.status >= 500) complaints.push(`a ${answer.status}: ${answer.text}`);
  // A state may refuse what is sound; nothing may find it faulty, and nothing may take what is broken.
  if (kind === 'sound' && [400, 401, 403, 413, 415, 422].includes(answer.status)) {
    complaints.push(`what is sound was refused: ${answer.text}`);
  }
  if (kind === 'broken' && answer.status < 400) complaints.push(`what is broken was taken: ${answer.text}`);
  return complaints;
}

/** By the path as every URL parser reads it. */
function operationOf(method: string, target: string): DescribedOperation | null {
  const { pathname } = new URL(target, 'http://localhost');
  const asked = method === 'HEAD' ? 'GET' : method;
  return (
    api.operations.find(
      ({ method, path }) => method === asked && new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`).test(pathname),
    ) ?? null
  );
}
