import { deepStrictEqual } from 'node:assert';
import { type ApiOperation, type Asked, asksOf } from './api-operation.ts';
import { type Answer, askOnce } from './ask-once.ts';
import { checksumOf } from './checksum.ts';
import type { WireRequest } from './load-types.ts';
import { masked } from './masked.ts';
import type { ServerProcess } from './server-process.ts';

/** How a server is asked in one round. */
export interface RoundRequests {
  readonly requests: readonly WireRequest[];
  /** What the answers are recognized by; `null` where no two are alike. */
  readonly checksums: readonly number[] | null;
}

/** What a server is asked in each round. */
export interface Checked {
  readonly server: ServerProcess;
  prepare(): Promise<RoundRequests>;
}

const checkedWrites = 20;

/**
 * Nothing is timed that is not answered the same: status, and body but for the order of keys and of an auction's bids.
 * PostGraphile has words of its own: it has to answer without errors, and as many things. Ours has no byte more than the
 * shortest JSON of the same values.
 *
 * @throws with the two answers
 */
export async function checkSameAnswers(
  operation: ApiOperation,
  servers: readonly ServerProcess[],
  asked: Omit<Asked, 'origin'>,
): Promise<Checked[]> {
  const { name, status, isRepeatable } = operation;
  let wanted: Answer[] = [];
  const checked: Checked[] = [];
  for (const server of servers) {
    const ask = asksOf(operation, server.name);
    if (ask === undefined) continue;
    const { origin } = server;
    const requests = await ask({ ...asked, origin, ...(!isRepeatable && { count: checkedWrites }) });
    const answers: Answer[] = [];
    for (const request of requests) answers.push(await askOnce(origin, request, status));
    if (server.name === 'ours') {
      wanted = answers;
      for (const answer of answers) checkShortest(answer, name);
    }
    for (const [index, answer] of answers.entries()) {
      if (server.name === 'postgraphile') deepStrictEqual(countThings(answer), countThings(wanted[index]!), name);
      else if (server.name !== 'ours') {
        deepStrictEqual(comparable(answer), comparable(wanted[index]!), `${name}: ${server.name}`);
      }
    }
    const repeated = { requests, checksums: answers.map(({ bytes }) => checksumOf(bytes)) };
    checked.push({
      server,
      prepare: async () => (isRepeatable ? repeated : { requests: await ask({ ...asked, origin }), checksums: null }),
    });
  }
  return checked;

  function comparable({ json = null }: Answer): unknown {
    return inOrder(isRepeatable ? json : masked(json));
  }
}

function checkShortest({ bytes, json }: Answer, name: string): void {
  if (json === undefined) return;
  const shortest = Buffer.byteLength(JSON.stringify(json));
  if (bytes.byteLength > shortest)
    throw new Error(`${name} is answered in ${bytes.byteLength} bytes, not ${shortest}.`);
}

/** An auction's bids are in any order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const isOfAuction = key === 'bids' && 'title' in value;
      const list = isOfAuction
        ? (each as { bidId: string }[]).toSorted((one, other) => (one.bidId < other.bidId ? -1 : 1))
        : each;
      return [key, inOrder(list)];
    }),
  );
}

function countThings({ json }: Answer): number {
  return JSON.stringify(json).match(/"(bidderId|title)"/g)?.length ?? 0;
}
