import { describe, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import type { Config } from '../../src/platform/config.ts';
import type { Answer } from '../support/answer.ts';
import { makeLimitedApp, within } from '../limits/limited-app.ts';
import { makeSeller, type Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { onPool } from '../support/on-pool.ts';

const service = await sharedService();
const { db } = service;

const limitedApp = (rateLimits: Config['rateLimits'], more: Partial<Config> = {}) =>
  makeLimitedApp(service, rateLimits, more);
const budgetsOf = ({ headers }: Answer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
const times = <Result>(count: number, work: () => Promise<Result>) => Promise.all(Array.from({ length: count }, work));

function expectLimited(answer: Answer): void {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([429, 'application/problem+json']);
  expect(answer.body).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
}

describe('the budget of a key', () => {
  test('the last request of it is answered, the next one refused until it is full again', async () => {
    await using app = limitedApp({ key: within(3), ip: null });
    const seller = await app.seller();
    const answers = [];
    for (let count = 0; count < 5; count++) answers.push(await seller.get('/v1/auctions'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expectLimited(answers[3]!);
    expect(answers.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(Array(5).fill('"key";q=3;w=600'));
    expect(answers.map(({ headers }) => headers.get('ratelimit')!.replace(/\d+$/, 't'))).toEqual(
      [2, 1, 0, 0, 0].map((left) => `"key";r=${left};t=t`),
    );
    const waits = answers.map(({ headers }) => headers.get('retry-after'));
    expect(waits.slice(0, 3)).toEqual([null, null, null]);
    expect(Number(waits[3])).toBeGreaterThan(500);
    expect(Number(waits[3])).toBeLessThanOrEqual(600);
    expect(answers[3]!.headers.get('ratelimit')).toBe(`"key";r=0;t=${waits[3]}`);
  });

  test('is full again when its time is over', async () => {
    await using app = limitedApp({ key: within(1, 1), ip: null });
    const seller = await app.seller();
    await seller.get('/v1/auctions');
    expect((await seller.get('/v1/auctions')).headers.get('retry-after')).toBe('1');
    await expect.poll(async () => (await seller.get('/v1/auctions')).status, { timeout: 10_000 }).toBe(200);
  });

  test('is its own, whatever another key of the same seller does', async () => {
    await using app = limitedApp({ key: within(1), ip: null });
    const seller = await app.seller();
    const colleague = await makeSeller(db, app.ask, { name: seller.name });
    await times(2, () => seller.get('/v1/bids'));
    expect((await colleague.get('/v1/bids')).status).toBe(200);
  });

  test('is the same however the header is written', async () => {
    await using app = limitedApp({ key: within(1), ip: null });
    const { key } = await app.seller();
    const ask = (authorization: string) => app.ask('/v1/bids', { headers: { authorization } });
    expect([(await ask(`Bearer ${key}`)).status, (await ask(`bearer   ${key}`)).status]).toEqual([200, 429]);
  });

  test('is not charged for a revoked key from its second request on', async () => {
    await using app = limitedApp({ key: within(100), ip: within(1_000) });
    const seller = await app.seller();
    const policyOf = async () => budgetsOf(await seller.get('/v1/bids'))[0];
    expect(await policyOf()).toBe('"key";q=100;w=600');
    await db.query('update api_keys set revoked_at = now() where seller_id = $1', [seller.sellerId]);
    await policyOf();
    expect(await policyOf()).toBe('"ip";q=1000;w=600');
  });

  test('is one for REST and GraphQL, and a refusal changes nothing', async () => {
    await using app = limitedApp({ key: within(2), ip: null });
    const seller = await app.seller();
    const query =
      'mutation { advanceTestClock(input: { bySeconds: 60 }) { clock { now } errors { code fault message path } } }';
    expect((await seller.graphql(query)).body.errors).toBeUndefined();
    await seller.get('/v1/auctions');
    const refused = await seller.graphql(query);
    expect(refused.status).toBe(429);
    expect(refused.body.errors[0].extensions).toEqual({
      code: 'rate_limited',
      requestId: refused.headers.get('x-request-id'),
    });
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(budgetsOf(refused)[0]).toBe('"key";q=2;w=600');
    const { rows } = await db.query<{ minutes: number }>(
      'select round(clock_offset_ms / 60000.0)::int as minutes from sellers where seller_id = $1',
      [seller.sellerId],
    );
    expect(rows).toEqual([{ minutes: 1 }]);
  });
});

describe('each change of an operation', () => {
  test('costs a request, also in one document', async () => {
    await using app = limitedApp({ key: within(100), ip: within(1_000) });
    const seller = await app.seller();
    const changes = Array.from(
      { length: 30 },
      (_, index) =>
        `a${index}: advanceTestClock(input: { bySeconds: 1 }) { clock { now } errors { code fault message path } }`,
    );
    const left = async () => {
      expect((await seller.graphql(`mutation { ${changes.join(' ')} }`)).body.errors).toBeUndefined();
      const { headers } = await seller.get('/v1/bids');
      return Number(/^"key";r=(\d+);/.exec(headers.get('ratelimit')!)![1]);
    };
    // A document that is new costs by its length, too.
    const first = await left();
    expect(await left()).toBe(first - 30 - 1);
  });
});

describe('the budget of an address', () => {
  test('is charged for all its keys together, and is its own', async () => {
    await using app = limitedApp({ key: within(100), ip: within(4) });
    const [one, other] = [await app.seller(), await app.seller()];
    const statuses = [];
    for (const seller of [one, other, one, other, one, other]) statuses.push((await seller.get('/v1/bids')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    const headers = { authorization: `Bearer ${one.key}` };
    expect((await app.ask('/v1/bids', { headers }, '10.0.0.2')).status).toBe(200);
  });

  test('is told where less of it is left than of that of the key', async () => {
    await using app = limitedApp({ key: within(5, 60), ip: within(6, 600) });
    const [one, other] = [await app.seller(), await app.seller()];
    const told = async (seller: Seller) => budgetsOf(await seller.get('/v1/bids')).map((text) => text!.split(';t=')[0]);
    expect(await told(one)).toEqual(['"key";q=5;w=60', '"key";r=4']);
    expect(await told(one)).toEqual(['"key";q=5;w=60', '"key";r=3']);
    expect(await told(other)).toEqual(['"ip";q=6;w=600', '"ip";r=3']);
  });

  test('tells the longer wait if both budgets are spent', async () => {
    await using app = limitedApp({ key: within(1, 60), ip: within(1, 600) });
    const seller = await app.seller();
    await seller.get('/v1/bids');
    const refused = await seller.get('/v1/bids');
    expectLimited(refused);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(budgetsOf(refused)).toEqual(['"ip";q=1;w=600', `"ip";r=0;t=${refused.headers.get('retry-after')}`]);
  });

  test.each(['/v1/bids', '/graphql?query={__typename}'])('pays more for a malformed key: %s', async (path) => {
    await using app = limitedApp({ key: null, ip: within(25) });
    const ask = (key: string) => app.ask(path, { headers: { authorization: `Bearer ${key}` } });
    const guesses = [
      await ask('auc_test_1'),
      await ask('auc_test_2'),
      await ask('auc_test_3'),
      await ask('auc_test_4'),
    ];
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    expect(guesses.map(({ headers }) => headers.get('ratelimit')!.split(';')[1])).toEqual([
      'r=24',
      'r=14',
      'r=4',
      'r=0',
    ]);
    // Also for whoever has a good one: before it is looked up, they look the same.
    expect((await ask((await service.seller()).key)).status).toBe(429);
  });

  test('pays for requests without a key, on GraphQL no more than others', async () => {
    await using app = limitedApp({ key: null, ip: within(3) });
    const ask = () => app.ask('/graphql?query={__typename}');
    expect((await times(3, ask)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await ask();
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([429, 'rate_limited']);
  });

  test('is that of the client, where a proxy is trusted to name it', async () => {
    await using app = limitedApp({ key: null, ip: within(1) }, { trustedProxies: 1 });
    const ask = (client: string) => app.ask('/v1/bids', { headers: { 'x-forwarded-for': client } });
    expect([(await ask('1.1.1.1')).status, (await ask('1.1.1.1')).status]).toEqual([401, 429]);
    expect((await ask('2.2.2.2')).status).toBe(401);
  });

  test('is charged before the key is looked up', async () => {
    await using app = limitedApp({ key: null, ip: within(1) });
    const seller = await app.seller();
    await seller.get('/v1/bids');
    let lookedUp = 0;
    const pool = new Proxy(db.pool, { get: (target, name) => (lookedUp++, Reflect.get(target, name)) });
    await using watched = createApp({
      ...service.deps,
      db: onPool(db, pool),
      config: { ...service.deps.config, rateLimits: { key: null, ip: within(1) } },
    });
    const ask = async () =>
      (
        await watched.fetch(
          new Request('http://localhost/v1/bids', { headers: { authorization: `Bearer ${seller.key}` } }),
        )
      ).status;
    expect([await ask(), lookedUp > 0]).toEqual([200, true]);
    lookedUp = 0;
    expect([await ask(), lookedUp]).toEqual([429, 0]);
  });
});

test('documentation and health are not counted with the APIs', async () => {
  await using app = limitedApp({ key: within(1), ip: within(1) });
  for (const path of ['/healthz', '/docs/errors']) {
    const answers = await times(2, () => app.ask(path));
    for (const answer of answers) expect([answer.status === 429, ...budgetsOf(answer)]).toEqual([false, null, null]);
  }
});

test('switched off, nothing is counted and nothing told', async () => {
  await using app = limitedApp({ key: null, ip: null });
  const answer = await (await app.seller()).get('/v1/bids');
  expect([answer.status, ...budgetsOf(answer)]).toEqual([200, null, null]);
});
