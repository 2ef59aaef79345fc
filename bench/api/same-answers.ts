import { deepStrictEqual } from 'node:assert';
import { request } from 'undici';
import type { Server } from '../start-server.ts';
import { type ApiOperation, asksOf, type Material, type ServerName, type WireRequest } from './operation.ts';

export interface NamedServer extends Server {
  readonly name: ServerName;
}

/** How a server is asked in one round. */
export interface RoundRequests {
  readonly requests: readonly WireRequest[];
  /** The mark of the answers; `null` where no two are alike. */
  readonly checksums: readonly number[] | null;
}

/** The requests to a server in each round. */
export interface Checked {
  readonly server: NamedServer;
  prepare(): Promise<RoundRequests>;
}

const checkedWrites = 20;

/**
 * Checks that nothing is timed that is not answered the same: status, and body but for the order of keys and of an auction's bids.
 * Ours has no byte more than the shortest JSON of the same values.
 *
 * @throws with the two answers
 */
export async function checkSameAnswers(
  operation: ApiOperation,
  servers: readonly NamedServer[],
  material: Material,
): Promise<Checked[]> {
  const { name, status, isRepeatable } = operation;
  let wanted: unknown[] = [];
  const checked: Checked[] = [];
  for (const server of servers) {
    const ask = asksOf(operation, server.name);
    if (ask === undefined) continue;
    const requests = await ask({ ...material, ...(!isRepeatable && { count: checkedWrites }) });
    const answers: Answer[] = [];
    for (const each of requests) answers.push(await askOnce(server.origin, each, status));
    const comparable = answers.map(({ json = null }) => inOrder(isRepeatable ? json : masked(json)));
    if (server.name === 'ours') {
      wanted = comparable;
      for (const answer of answers) checkShortest(answer, name);
    }
    // Another schema has the same values in other objects.
    const isOtherSchema = name.startsWith('GraphQL') && ask !== operation.asks.ours;
    const compared = isOtherSchema ? valuesIn : (answer: unknown) => answer;
    for (const [index, answer] of comparable.entries()) {
      deepStrictEqual(compared(answer), compared(wanted[index]), `${name}: ${server.name}`);
    }
    const repeated = { requests, checksums: answers.map(({ bytes }) => checksumOf(bytes)) };
    checked.push({
      server,
      prepare: async () => (isRepeatable ? repeated : { requests: await ask(material), checksums: null }),
    });
  }
  return checked;
}

interface Answer {
  readonly bytes: Uint8Array;
  /** `undefined` where there is none. */
  readonly json: unknown;
}

/** @throws where the status is another one, or a GraphQL answer has errors */
async function askOnce(origin: string, { method, path, headers, body }: WireRequest, status: number): Promise<Answer> {
  const answer = await request(origin + path, { method, headers, body: body ?? null });
  const bytes = await answer.body.bytes();
  const text = Buffer.from(bytes).toString();
  const isJson = text !== '' && answer.headers['content-type']?.includes('json');
  const json = isJson ? (JSON.parse(text) as unknown) : undefined;
  if (answer.statusCode !== status || (json as { errors?: unknown } | undefined)?.errors !== undefined) {
    throw new Error(`${method} ${origin}${path} was answered ${answer.statusCode} ${text.slice(0, 500)}`);
  }
  return { bytes, json };
}

function checkShortest({ bytes, json }: Answer, name: string): void {
  if (json === undefined) return;
  const shortest = Buffer.byteLength(JSON.stringify(json));
  if (bytes.byteLength > shortest)
    throw new Error(`${name} is answered in ${bytes.byteLength} bytes, not ${shortest}.`);
}

/** Returns the values in JSON, in order, without nulls. Enums may be in capitals. */
function valuesIn(json: unknown): unknown[] {
  if (typeof json === 'object' && json !== null) return Object.values(json).flatMap(valuesIn);
  return json === null ? [] : [typeof json === 'string' ? json.toLowerCase() : json];
}

/** Sorts the bids of an auction, which are in any order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const isOfAuction = key === 'bids' && 'title' in value;
      if (!isOfAuction) return [key, inOrder(each)];
      const bids = (Array.isArray(each) ? each : (each as { nodes: unknown }).nodes) as { bidId: string }[];
      return [key, inOrder(bids.toSorted((one, other) => (one.bidId < other.bidId ? -1 : 1)))];
    }),
  );
}

const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;

/** Makes two things equal that were done at different times to different auctions. */
export function masked(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(uuid, 'a UUID').replaceAll(instant, 'an instant'));
}

/** Sums the bytes of an answer, by which it is recognized while it is timed: an auction's bids are in any order. */
export function checksumOf(body: Uint8Array): number {
  let sum = 0;
  for (const byte of body) sum += byte;
  return sum;
}
