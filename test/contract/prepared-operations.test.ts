import { beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import type { Config } from '../../src/platform/config.ts';
import { servePage } from '../e2e/serve-page.ts';
import { makeLimitedApp, within } from '../limits/limited-app.ts';
import { makeSeller } from '../support/seller.ts';
import { type Answer, readAnswer } from '../support/answer.ts';
import { soundPeriod } from './periods.ts';
import { serviceForFile } from '../support/service.ts';
import { watchPool } from '../support/watch-pool.ts';
import { onPool } from '../support/on-pool.ts';

const service = await serviceForFile();
const seller = await service.seller();
const { auctionId } = await service.auction(seller);

let statements: string[] = [];
let isBroken = false;
const pool = watchPool(service.db.pool, (text) => {
  statements.push(text);
  if (isBroken && text.includes('insert into auctions')) throw new Error('The answer is lost.');
});
const deps = { ...service.deps, db: onPool(service.db, pool) };

/** Sends to a process of its own, which knows no operation at first. */
function startProcess(config: Partial<Config> = {}) {
  const app = createApp({ ...deps, config: { ...deps.config, ...config } });
  return async (body: string | object, headers: Record<string, string> = {}, key = seller.key): Promise<Answer> => {
    statements = [];
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    };
    return readAnswer(await app.fetch(new Request('http://localhost/graphql', init)));
  };
}

let send = startProcess();
beforeEach(() => void (send = startProcess()));

/** Was the key looked up by a statement of its own, as it is where a query is not known? */
const isPlain = () => statements.some((text) => /where k\.digest/.test(text));

/** All but the request's own id. */
function shown({ status, headers, text }: Answer) {
  const requestId = headers.get('x-request-id')!;
  return {
    status,
    headers: [...headers].filter(([name]) => name !== 'x-request-id'),
    text: text.replaceAll(requestId, ''),
  };
}

const one = {
  query: 'query One($id: ID!) { auction(auctionId: $id) { title } }',
  variables: { id: auctionId },
};
const list = { query: '{ auctions { nodes { __typename } } }' };

test('a query that was answered is answered again with one statement, to the byte the same', async () => {
  const first = await send(one);
  expect([isPlain(), first.body.data.auction]).toEqual([true, { title: 'A walnut desk' }]);
  const second = await send(one);
  expect([isPlain(), statements.length]).toEqual([false, 1]);
  expect(shown(second)).toEqual(shown(first));
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
});

const { auctionId: changed } = await service.auction(seller);
const variables = { title: 'A walnut "desk", 1962', period: soundPeriod() };
const made =
  'made: createAuction(input: { title: $title, biddingPeriod: $period }) { auction { title status } errors { code fault message path } }';
const create = { query: `mutation ($title: String!, $period: BiddingPeriodInput!) { ${made} }`, variables };

test.each([
  ['create', create],
  [
    'update',
    {
      query:
        'mutation ($id: ID!, $title: String) { updateAuction(input: { auctionId: $id, title: $title }) { auction { title bids { nodes { bidId } } } errors { code fault message path } } }',
      variables: { id: changed, title: 'A desk' },
    },
  ],
  [
    'cancel',
    {
      query: `mutation { cancelAuction(input: { auctionId: "${changed}" }) { success errors { code fault message path } } }`,
    },
  ],
])('a change that was answered is made again without the server, to the byte alike: %s', async (_, change) => {
  const first = await send(change);
  expect([isPlain(), first.status, first.body.errors]).toEqual([true, 200, undefined]);
  const second = await send(change);
  expect(isPlain()).toBe(false);
  expect(shown(second)).toEqual(shown(first));
});

test.each([
  ['a fault', { title: '' }],
  ['a start too soon', { period: { ...variables.period, startTimestamp: 1 } }],
  ['a variable that is none', { title: 1 }],
])('refuses a known change as resolvers do: %s', async (_, fault) => {
  // A fragment is left to them.
  const resolved = {
    query: `mutation ($title: String!, $period: BiddingPeriodInput!) { ...Made } fragment Made on Mutation { ${made} }`,
    variables,
  };
  const refusals = [];
  for (const change of [create, resolved]) {
    expect((await send(change)).body.errors).toBeUndefined();
    const refused = await send({ ...change, variables: { ...variables, ...fault } });
    const requestId = refused.headers.get('x-request-id')!;
    refusals.push(
      shown(refused)
        .text.replaceAll(requestId, '')
        .replace(/"locations":.*?\],/, '')
        // Each request has its own instant.
        .replace(/stands at .*? is \d+/, ''),
    );
  }
  expect(refusals[0]).toContain('"errors"');
  expect(refusals[0]).toBe(refusals[1]);
});

test('a known change is refused to a key that lacks its scope', async () => {
  const other = await service.seller({ scopes: ['auctions:read'] });
  await send(create);
  await send(list, {}, other.key);
  expect((await send(create, {}, other.key)).body.errors[0].extensions.code).toBe('insufficient_scope');
});

test('a change that is skipped is not made', async () => {
  await send(create);
  const count = async () => (await seller.get('/v1/auctions')).body.auctions.length;
  const before = await count();
  expect(
    (await send({ ...create, query: create.query.replace('}) { auction', '}) @skip(if: true) { auction') })).body,
  ).toEqual({ data: {} });
  expect(await count()).toBe(before);
});

test('a known change with an idempotency key is made once', async () => {
  await send(create);
  const query = create.query.replace('title status', 'auctionId');
  const answers = [];
  for (const key of [undefined, 'once', 'once']) {
    answers.push((await send({ query, variables }, key === undefined ? {} : { 'idempotency-key': key })).text);
  }
  expect(new Set(answers).size).toBe(2);
  expect(answers[2]).toBe(answers[1]);
});

test('a known change that fails is not made a second time', async () => {
  await send(create);
  isBroken = true;
  const failed = await send(create).finally(() => void (isBroken = false));
  expect(failed.body.errors[0].extensions.code).toBe('internal_error');
  expect(statements.filter((text) => text.includes('insert into auctions'))).toHaveLength(1);
});

test.each<[what: string, headers: Record<string, string>, type: string]>([
  ['no media type', {}, 'application/json'],
  ['JSON', { accept: 'application/json' }, 'application/json'],
  [
    'the types of Apollo',
    { accept: 'application/graphql-response+json,application/json;q=0.9' },
    'application/graphql-response+json',
  ],
  ['a page of another origin', { origin: 'https://shop.example' }, 'application/json'],
  ['a charset', { 'content-type': 'application/json; charset=utf-8' }, 'application/json'],
])('answers another kind of request as if nothing were known: %s', async (_, headers, type) => {
  await send(one, { accept: 'application/graphql-response+json' });
  await send(one, { origin: 'https://elsewhere.example' });
  const [first, second] = [await send(one, headers), await send(one, headers)];
  expect(isPlain()).toBe(false);
  expect(shown(second)).toEqual(shown(first));
  expect(second.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  expect(second.headers.get('access-control-allow-origin')).toBe(headers['origin'] === undefined ? null : '*');
});

test('over a socket, the length of the body told or not', async () => {
  await using served = await servePage(service.deps, { RATE_LIMIT_KEY: 'off', RATE_LIMIT_IP: 'off' });
  const body = JSON.stringify(one);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${seller.key}` };
  const answers = [];
  for (const sent of [body, body, new Blob([body]).stream()]) {
    const response = await fetch(`${served.url}/graphql`, {
      method: 'POST',
      headers,
      body: sent,
      duplex: 'half',
    } as RequestInit);
    const text = await response.text();
    answers.push({ ...Object.fromEntries(response.headers), date: '', 'x-request-id': '', text });
  }
  expect(answers).toEqual(Array(3).fill(answers[0]));
  expect(JSON.parse(answers[0]!.text)).toEqual({ data: { auction: { title: 'A walnut desk' } } });
});

describe('refuses a known query for every other reason', () => {
  const refusal = ({ status, body }: Answer) => [status, body.errors?.[0].extensions.code];

  test.each([
    [
      'a revoked key',
      'update api_keys set revoked_at = clock_timestamp() where api_key_id = $1',
      401,
      'invalid_api_key',
    ],
    [
      'an expired key',
      `update api_keys set expires_at = clock_timestamp() where api_key_id = $1 returning pg_sleep(0.001)`,
      401,
      'invalid_api_key',
    ],
    [
      'a suspended seller',
      `update sellers set suspended_at = clock_timestamp() where seller_id = (select seller_id from api_keys where api_key_id = $1)`,
      403,
      'seller_suspended',
    ],
  ])('%s, whether or not anything has to be read', async (_, sql, status, code) => {
    const other = await service.seller();
    const queries = [
      '{ auctions { nodes { __typename } } }',
      '{ auctions @skip(if: true) { nodes { __typename } } }',
      '{ __schema { queryType { name } } }',
    ];
    for (const query of queries) expect((await send({ query }, {}, other.key)).body.errors).toBeUndefined();
    await pool.query(sql, [other.apiKeyId]);
    for (const query of queries) expect(refusal(await send({ query }, {}, other.key))).toEqual([status, code]);
  });

  test('a key that lacks a scope', async () => {
    const other = await makeSeller(service.db, service.request, { name: seller.name, scopes: ['auctions:read'] });
    await send({ query: '{ auctions { nodes { __typename } } }' }, {}, other.key);
    const query = '{ auctions { nodes { bids { nodes { bidId } } } } }';
    await send({ query });
    expect(refusal(await send({ query }, {}, other.key))).toEqual([200, 'insufficient_scope']);
  });

  test('an unknown id, or another seller’s', async () => {
    const other = await service.seller();
    await send(one);
    await send({ query: '{ auctions { nodes { __typename } } }' }, {}, other.key);
    expect(refusal(await send(one, {}, other.key))).toEqual([200, 'auction_not_found']);
  });

  test.each([
    ['a variable that is none', { ...one, variables: { id: 'x' } }],
    ['a variable that is missing', { query: one.query }],
    ['variables that are a list', { ...list, variables: [] }],
    ['an operation that is not there', { ...one, operationName: 'Two' }],
    ['a name that is a number', { ...one, operationName: 1 }],
    ['an unknown parameter', { ...one, id: 'x' }],
    ['extensions that are none', { ...one, extensions: 1 }],
    ['a batch', [one]],
    ['half of a body', JSON.stringify(one).slice(0, -1)],
    ['a body that is too long', JSON.stringify(one).padEnd(64 * 1024 + 1)],
  ])('%s', async (_, body) => {
    for (const sound of [one, list]) await send(sound);
    const known = await send(body);
    expect(known.body.errors).toHaveLength(1);
    expect(shown(known)).toEqual(shown(await startProcess()(body)));
  });

  test('the change that stands beside the query', async () => {
    const query = `query Look { auctions { nodes { __typename } } } mutation Cancel { cancelAuction(input: { auctionId: "${auctionId}" }) { success errors { code fault message path } } }`;
    await send({ query, operationName: 'Look' });
    const other = await service.seller({ scopes: ['auctions:read'] });
    await send({ query: '{ auctions { nodes { __typename } } }' }, {}, other.key);
    expect(refusal(await send({ query, operationName: 'Cancel' }, {}, other.key))).toEqual([200, 'insufficient_scope']);
  });

  test('the schema, which an admin has asked for', async () => {
    const guarded = startProcess({ graphiql: 'admin' });
    const admin = await service.seller({ scopes: ['auctions:read'] });
    // As keys were before operators had their own.
    await service.db.query(`update api_keys set scopes = array['auctions:read', 'admin'] where api_key_id = $1`, [
      admin.apiKeyId,
    ]);
    const query = '{ auctions { nodes { __typename } } __schema @skip(if: true) { description } }';
    expect((await guarded({ query }, {}, admin.key)).body.errors).toBeUndefined();
    await guarded({ query: '{ auctions { nodes { __typename } } }' });
    expect(refusal(await guarded({ query }))).toEqual([403, 'insufficient_scope']);
  });

  test('more than the limit, which known queries are counted for', async () => {
    await using app = makeLimitedApp(service, { key: within(3), ip: null });
    const limited = await app.seller();
    const answers = [];
    for (let count = 0; count < 4; count += 1)
      answers.push(await limited.graphql('{ auctions { nodes { __typename } } }'));
    expect(answers.map(({ status, headers }) => [status, headers.get('ratelimit')!.replace(/\d+$/, 't')])).toEqual([
      [200, '"key";r=2;t=t'],
      [200, '"key";r=1;t=t'],
      [200, '"key";r=0;t=t'],
      [429, '"key";r=0;t=t'],
    ]);
  });
});
