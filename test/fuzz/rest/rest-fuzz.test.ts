import { afterAll, expect, test } from 'vitest';
import type { Answer } from '../../support/answer.ts';
import { type DescribedOperation, readDescribedApi } from '../../support/described-api.ts';
import { fuzzTimeoutMs, playRequests } from '../play-requests.ts';
import { anyRequest } from './any-request.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';
import { makeFuzzHouse } from './fuzz-house.ts';

// Requests made of the OpenAPI document, sound and broken, to a real service: whatever comes, it answers as the document
// says, and never with a 5xx.

const api = await readDescribedApi();

const house = await makeFuzzHouse();
afterAll(() => house[Symbol.asyncDispose]());

test('every answer is as documented, and none is a 5xx', { timeout: fuzzTimeoutMs }, async () => {
  const statuses: Record<string, number> = {};
  await playRequests(anyRequest(api), async (request) => {
    const { target, answer } = await house.send(request);
    const told = `${request.kind} ${answer.status}`;
    statuses[told] = (statuses[told] ?? 0) + 1;
    expect(complaintsAbout(request, target, answer)).toEqual([]);
  });
  console.log(statuses);
});

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
