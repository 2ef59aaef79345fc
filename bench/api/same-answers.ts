import { deepStrictEqual } from 'node:assert';
import { request } from 'undici';
import type { ApiOperation, Peer } from './api-operations.ts';
import { checksumOf } from './checksum.ts';
import type { WireRequest } from './load-types.ts';
import type { SeededApi } from './seed-api.ts';
import type { ServerProcess } from './server-process.ts';

/** What a server is asked, and what each answer is recognized by. */
export interface CheckedRequests {
  readonly server: ServerProcess;
  readonly requests: readonly WireRequest[];
  readonly checksums: readonly number[];
}

/**
 * Nothing is timed that does not answer the same: status, and body but for the order of keys and of an auction's bids.
 * PostGraphile has words of its own: it has to answer without errors, and as many things.
 *
 * @param count of the operation's requests at most
 * @throws with the two answers
 */
export async function checkSameAnswers(
  { name, ours, peers, status }: ApiOperation,
  servers: readonly ServerProcess[],
  { seeded, count }: { seeded: SeededApi; count: number },
): Promise<CheckedRequests[]> {
  const wanted: unknown[] = [];
  const checked: CheckedRequests[] = [];
  for (const server of servers) {
    const plan = server.name === 'ours' ? ours : peers[server.name as Peer];
    if (plan === undefined) continue;
    const requests = plan(seeded).slice(0, count);
    const checksums: number[] = [];
    for (const [index, each] of requests.entries()) {
      const { answer, checksum } = await ask(server, each, status);
      checksums.push(checksum);
      if (server.name === 'ours') wanted.push(answer);
      else if (server.name === 'postgraphile') deepStrictEqual(countIds(answer), countIds(wanted[index]), name);
      else deepStrictEqual(inOrder(answer), inOrder(wanted[index]), `${name}: ${server.name}`);
    }
    checked.push({ server, requests, checksums });
  }
  return checked;
}

async function ask({ name, origin }: ServerProcess, { method, path, headers, body }: WireRequest, status: number) {
  const { statusCode, body: stream } = await request(`${origin}${path}`, { method, headers, body: body ?? null });
  const bytes = await stream.bytes();
  const text = Buffer.from(bytes).toString();
  const answer = JSON.parse(text) as { errors?: unknown };
  if (statusCode !== status || answer.errors !== undefined) {
    throw new Error(`${name} answered ${statusCode} to ${method} ${path}: ${text.slice(0, 500)}`);
  }
  return { answer, checksum: checksumOf(bytes) };
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

function countIds(value: unknown): number {
  return JSON.stringify(value).match(/"(bidderId|title)"/g)?.length ?? 0;
}
