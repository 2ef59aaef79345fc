import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { createApp } from '../../../src/operations/start/app.ts';
import type { App } from '../../../src/operations/http/routes.ts';
import type { ProcessDeps } from '../../../src/payments/deps.ts';
import { schema } from '../../../src/api/graphql/schema.ts';
import { readSubscription } from '../../graphql/sse-client.ts';
import { type Answer, readAnswer } from '../../support/answer.ts';
import { startService } from '../../support/service.ts';
import { checkAnswer } from './check-answer.ts';
import type { Dice } from './dice.ts';
import { type Draft, draftRequest, spoilVariables } from './draft.ts';
import { partOf, plannedPart } from './planned-part.ts';
import { type FuzzedSeller, otherKeys, setFuzzedSeller } from './stage.ts';

export interface Fuzzer extends AsyncDisposable {
  /** Asks something and checks the answer. @throws with the request, where something is wrong with it */
  ask(dice: Dice): Promise<void>;
  /**
   * How many requests were answered with data, with data and errors, and with errors alone; and how many again with data as
   * queries that were known.
   */
  readonly tally: { data: number; both: number; errors: number; known: number };
}

const planned = plannedPart(schema);
const sellers = partOf(schema, 'seller');
const operators = partOf(schema, 'operator');

/** How often a seller whose things are changed makes way for a new one, with everything in its first state. */
const changesOfOne = 40;

export async function makeFuzzer(): Promise<Fuzzer> {
  const lines: string[] = [];
  const service = await startService();
  const log = Object.assign(Object.create(service.deps.log) as ProcessDeps['log'], {
    error: (line: object) => void lines.push(describeLog(line)),
  });
  const app = createApp({ ...service.deps, log });
  // Knows no query, as it is asked each but once.
  const forgetful = createApp({ ...service.deps, log });
  const stranger = await setFuzzedSeller(service, null);
  const reader = await setFuzzedSeller(service, stranger);
  const operator = await service.seller({ scopes: ['admin'] });
  const others = await otherKeys(service, reader);
  const tally = { data: 0, both: 0, errors: 0, known: 0 };
  const statements = vi.spyOn(service.db.pool, 'query');
  let writer: FuzzedSeller | null = null;
  let changes = 0;

  async function whoseThingsChange(): Promise<FuzzedSeller> {
    if (writer === null || changes % changesOfOne === 0) writer = await setFuzzedSeller(service, stranger);
    changes += 1;
    return writer;
  }

  /** Asks for a query that is known by now, and the same where it is not. @throws where the answers differ */
  async function askBothWays(request: Request): Promise<void> {
    statements.mockClear();
    const known = await ask(app, request);
    const isPlain = statements.mock.calls.some(
      ([statement]) => (statement as { name?: string }).name === 'authenticate',
    );
    if (isPlain || known?.body.data == null) return;
    tally.known += 1;
    const other = (await ask(forgetful, request))!;
    expect(comparable(known, other)).toEqual(comparable(other, known));
  }

  return {
    tally,
    ask: async (dice) => {
      const operation = dice.chance(25) ? 'mutation' : dice.chance(4) ? 'subscription' : 'query';
      const { seller, known } = operation === 'mutation' ? await whoseThingsChange() : reader;
      const isOperator = operation !== 'subscription' && dice.chance(20);
      const offered = dice.chance(5)
        ? schema
        : isOperator
          ? operators
          : operation === 'query' && dice.chance(60)
            ? planned
            : sellers;
      const draft = draftRequest(dice, offered, known, operation, dice.pick([0, 0, 5, 40]));
      if (dice.chance(15)) spoilVariables(dice, draft);
      const own = isOperator ? operator.key : seller.key;
      const key = dice.chance(25) ? dice.pick(others) : own;
      const request = requestOf(draft, key);
      lines.length = 0;
      try {
        const answer = await ask(app, request);
        if (answer === null) return;
        checkAnswer(schema, draft, answer);
        const { data, errors } = answer.body;
        tally[data == null ? 'errors' : errors === undefined ? 'data' : 'both'] += 1;
        if (operation !== 'query' || key === null) return;
        // Asked in the usual way by somebody who may, it is known to all.
        await ask(app, requestOf(draft, own));
        await askBothWays(request);
      } catch (error) {
        const told = [describeRequest(draft, request, key), ...lines].join('\n');
        throw new Error(`${String(error)}\n${told}`, { cause: error });
      }
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await forgetful[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

function requestOf({ text, variables, operation }: Draft, key: string | null): Request {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (key !== null) headers.set('authorization', `Bearer ${key}`);
  if (operation === 'subscription') headers.set('accept', 'text/event-stream');
  const body = JSON.stringify({ query: text, variables });
  return new Request('http://localhost/graphql', { method: 'POST', headers, body });
}

/** @returns the first event where the answer is a stream, and `null` where nothing has happened yet */
async function ask(app: App, request: Request): Promise<Answer | null> {
  const response = await app.fetch(request.clone());
  const { status, headers } = response;
  if (headers.get('content-type')?.startsWith('text/event-stream') !== true) return readAnswer(response);
  await using stream = readSubscription(response);
  const result = stream.nextResult().catch((error: unknown) => ({ error: String(error) }));
  const body: unknown = await Promise.race([result, sleep(100, null)]);
  return body === null ? null : { status, headers, text: JSON.stringify(body), body };
}

const instants = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g;

/**
 * Returns all of an answer but the id of its request and the instants that are later in the second answer, such as `Auction.now`. Errors of
 * several root fields come in the order in which these end.
 *
 * @param beside the other answer to the same request
 */
function comparable({ status, headers, text, body }: Answer, beside: Answer) {
  const { 'x-request-id': requestId = '', ...others } = Object.fromEntries(headers);
  const errors = ((body.errors ?? []) as unknown[]).map((error) => JSON.stringify(error)).sort();
  const inOrder = errors.length < 2 ? text : JSON.stringify({ ...body, errors }) + String(text.length);
  const instantsBeside = [...beside.text.matchAll(instants)].map(([instant]) => instant);
  // By the clock of the seller, which may have been advanced.
  const timeless = inOrder.replaceAll(instants, (instant) => {
    const apart = Math.abs(Date.parse(instant) - Date.parse(instantsBeside.shift() ?? ''));
    return apart < 60_000 ? 'now' : instant;
  });
  return { status, others, text: timeless.replaceAll(requestId, '') };
}

function describeRequest({ text, variables }: Draft, { method, headers }: Request, key: string | null): string {
  const others = [...headers].filter(([name]) => name !== 'authorization').map((pair) => pair.join(': '));
  return `${method} (${others.join(', ')}) with ${key === null ? 'no key' : `the key ${key.slice(0, 14)}…`}\n${text.slice(0, 4_000)}\n${JSON.stringify(variables)}`;
}

function describeLog(line: object): string {
  const { err } = line as { err?: Error };
  return `logged: ${err?.stack ?? JSON.stringify(line)}`;
}
