import { createSchema, createYoga } from 'graphql-yoga';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import { showErrors } from '../../src/api/graphql/errors/show-errors.ts';
import { shownErrors } from '../../src/api/graphql/plugins/shown-errors.ts';
import { readAnswer } from '../support/answer.ts';
import { sharedService } from '../support/service.ts';
import { onPool } from '../support/on-pool.ts';

const service = await sharedService();
const seller = await service.seller();

/** A log that a test can read. */
function recordedLog() {
  const lines: { level: number; requestId: string; err: { message: string } }[] = [];
  const write = (line: string) => {
    // The line that each request has tells of no error.
    if ('err' in JSON.parse(line)) lines.push(JSON.parse(line));
  };
  return { lines, log: pino({ level: 'error' }, { write }) };
}

type Query = (statement: { name?: string; text: string }) => Promise<unknown>;

/** The service with a pool that answers some statements in a way of its own. */
function brokenService(query: Query) {
  const { lines, log } = recordedLog();
  const app = createApp({
    ...service.deps,
    log,
    db: onPool(service.db, { query } as unknown as pg.Pool),
  } satisfies ProcessDeps);
  const ask = async (document: string) => {
    const headers = { authorization: `Bearer ${seller.key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query: document });
    return readAnswer(await app.fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body })));
  };
  return { lines, ask };
}

const really: Query = (statement) => service.db.query(statement as pg.QueryConfig);
const failingAt =
  (name: string, error: unknown): Query =>
  async (statement) => {
    // A planned statement's name goes on.
    if (!isOf(statement, name)) return really(statement);
    throw error;
  };
/** By its name, or, where it is not used often, by its text. */
const isOf = ({ name, text }: { name?: string; text: string }, part: string) => name === part || text.includes(part);
const secret = new TypeError('cannot reach vault at 10.0.0.7 with hunter2');
const auctions = '{ auctions { nodes { __typename } } }';

describe('an unforeseen error', () => {
  test('in a resolver: masked, and logged under the requestId that the client sees', async () => {
    const { ask, lines } = brokenService(failingAt('from auctions', secret));
    const { status, body, text, headers } = await ask(
      `{ bids { nodes { __typename } } broken: auctions { nodes { __typename } } }`,
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { bids: { nodes: [] }, broken: null },
      errors: [
        {
          message: 'Something went wrong on our side. It has been logged under this requestId.',
          locations: [{ line: 1, column: 33 }],
          path: ['broken'],
          extensions: { code: 'internal_error', requestId: headers.get('x-request-id') },
        },
      ],
    });
    expect(text).not.toMatch(/vault|hunter2|TypeError/);
    expect(lines).toMatchObject([{ requestId: headers.get('x-request-id'), err: { message: secret.message } }]);
  });

  test.each([
    ['a text', 'hunter2'],
    ['nothing', undefined],
    ['an object', { code: 'hunter2' }],
  ])('thrown as %s: masked all the same', async (_, thrown) => {
    const { ask, lines } = brokenService(failingAt('from auctions', thrown));
    const { body, text } = await ask(auctions);
    expect(body.errors[0].extensions.code).toBe('internal_error');
    expect(text).not.toContain('hunter2');
    expect(lines).toHaveLength(1);
  });

  test('in what a statement answered: masked, although it is GraphQL that objects', async () => {
    const row = [null, '{":nodes":[{"auctionId":"hunter2"}]}'];
    const { ask, lines } = brokenService(async (statement) =>
      isOf(statement, 'from auctions') ? { rows: [row] } : await really(statement),
    );
    const { body, text } = await ask('{ auctions { nodes { auctionId } } clock { now } }');
    expect(body.errors[0].extensions.code).toBe('internal_error');
    expect(text).not.toContain('hunter2');
    expect(lines).toMatchObject([{ err: { message: expect.stringContaining('hunter2') } }]);
  });

  test('before any resolver: status 500, masked', async () => {
    const { ask, lines } = brokenService(failingAt('authenticate', secret));
    const { status, body, text, headers } = await ask(auctions);
    expect(status).toBe(500);
    expect(body.errors[0].extensions).toEqual({ code: 'internal_error', requestId: headers.get('x-request-id') });
    expect(text).not.toMatch(/vault|hunter2/);
    expect(lines).toMatchObject([{ err: { message: secret.message } }]);
  });
});

describe('the database away', () => {
  const unreachable = new pg.Pool({ host: '127.0.0.1', port: 1 });
  afterAll(() => unreachable.end());
  const nowhere: Query = (statement) => unreachable.query(statement as pg.QueryConfig);

  test('before any resolver: status 503, to be tried again', async () => {
    const { ask, lines } = brokenService(nowhere);
    const { status, body, headers } = await ask(auctions);
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('1');
    expect(body.errors[0].extensions.code).toBe('unavailable');
    expect(body.data).toBeUndefined();
    expect(lines).toHaveLength(1);
  });

  test('in the middle of an operation: told of the field that failed', async () => {
    const { ask } = brokenService((statement) => (statement.name === 'authenticate' ? really : nowhere)(statement));
    const { body, text } = await ask(auctions);
    expect(body.errors[0]).toMatchObject({ path: ['auctions'], extensions: { code: 'unavailable' } });
    expect(text).not.toContain('127.0.0.1');
  });
});

describe('keys', () => {
  const ask = (authorization?: string) =>
    service.request('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'https://shop.example',
        ...(authorization && { authorization }),
      },
      body: JSON.stringify({ query: auctions }),
    });

  test('a wrong one: status 401, readable by a page of another site', async () => {
    const { status, headers, body } = await ask('Bearer auc_test_unknown');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).not.toBe('true');
    expect(body.errors[0].extensions.code).toBe('invalid_api_key');
  });

  test('another scheme: status 401', async () => {
    const { status, headers, body } = await ask('Basic YTpi');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(body.errors[0].extensions.code).toBe('missing_api_key');
  });

  test('none', async () => {
    const { status, body } = await ask();
    expect(status).toBe(401);
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'missing_api_key' } }] });
  });
});

test('the errors of a stream are masked, each of them', async () => {
  const { lines, log } = recordedLog();
  const typeDefs = 'type Query { a: Int } type Subscription { count: Int }';
  async function* count() {
    yield { count: 1 };
    yield { count: 'hunter2' };
    throw new Error('hunter2');
  }
  const schema = createSchema({ typeDefs, resolvers: { Subscription: { count: { subscribe: count } } } });
  const yoga = createYoga({
    schema,
    logging: false,
    maskedErrors: false,
    plugins: [shownErrors((result, context: { requestId: string }) => showErrors(result, { log, ...context }))],
  });
  const response = await yoga.fetch(
    new Request('http://localhost/graphql?query=subscription{count}', { headers: { accept: 'text/event-stream' } }),
    { requestId: 'r1' },
  );
  const events = [...(await response.text()).matchAll(/^data: (\{.+)$/gm)].map(([, data]) => JSON.parse(data!));
  expect(events).toMatchObject([
    { data: { count: 1 } },
    { errors: [{ extensions: { code: 'internal_error', requestId: 'r1' } }] },
    { errors: [{ extensions: { code: 'internal_error', requestId: 'r1' } }] },
  ]);
  expect(JSON.stringify(events)).not.toContain('hunter2');
  expect(lines).toHaveLength(2);
});
