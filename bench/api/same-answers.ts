import { deepStrictEqual } from 'node:assert';
import { request } from 'undici';
import type { ApiOperation } from './api-operations.ts';
import type { SeededApi } from './seed-api.ts';
import type { ServerProcess } from './server-process.ts';

const checked = 40;

/**
 * Nothing is timed that does not answer the same: status, and body but for the order of keys and of an auction's bids.
 * PostGraphile has words of its own: it has to answer without errors, and as many things.
 *
 * @throws with the two answers
 */
export async function checkSameAnswers(operation: ApiOperation, servers: readonly ServerProcess[], seeded: SeededApi) {
  const wanted = await answersOf(serverNamed(servers, 'ours'), operation.ours(seeded), operation.status);
  for (const [peer, requests] of Object.entries(operation.peers)) {
    const given = await answersOf(serverNamed(servers, peerFile(peer)), requests(seeded), operation.status);
    for (const [index, answer] of given.entries()) {
      if (peer === 'postgraphile') deepStrictEqual(countIds(answer), countIds(wanted[index]), operation.name);
      else deepStrictEqual(inOrder(answer), inOrder(wanted[index]), `${operation.name}: ${peer}`);
    }
  }
}

export function peerFile(peer: string): string {
  return { fastify: 'fastify-pg', express: 'express-prisma' }[peer] ?? peer;
}

export function serverNamed(servers: readonly ServerProcess[], name: string): ServerProcess {
  const server = servers.find((each) => each.name === name);
  if (server === undefined) throw new Error(`There is no server ${name}.`);
  return server;
}

async function answersOf(
  { name, origin }: ServerProcess,
  requests: readonly { method: string; path: string; headers: object; body?: string }[],
  status: number,
): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const { method, path, headers, body } of requests.slice(0, checked)) {
    const answer = await request(`${origin}${path}`, {
      method,
      headers: headers as Record<string, string>,
      body: body ?? null,
    });
    const text = await answer.body.text();
    const json = JSON.parse(text) as { errors?: unknown };
    if (answer.statusCode !== status || json.errors !== undefined) {
      throw new Error(`${name} answered ${answer.statusCode} to ${method} ${path}: ${text.slice(0, 500)}`);
    }
    answers.push(json);
  }
  return answers;
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
