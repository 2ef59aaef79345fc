import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { startCuttingProxy } from '../faults/cutting-proxy.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { type Answer, readAnswer } from '../support/answer.ts';
import { recordedAlarms } from '../support/recorded-alarms.ts';
import { makeSeller, type Seller } from '../support/seller.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { serviceForFile } from '../support/service.ts';
import { auctionFields, keyed } from './keyed.ts';
import { withDatabase } from '../support/settings.ts';

const service = await serviceForFile();
const { db } = service;
/** The other process that asks the same database. The last test that needs it kills it. */
let another: ServiceProcess;
beforeAll(async () => void (another = await startServiceProcess({ ...withDatabase(db.url), ROLE: 'api' })), 180_000);
afterAll(() => another[Symbol.asyncDispose](), 60_000);

const create = { method: 'POST', path: '/v1/auctions', body: auctionFields() } as const;

/** The same seller, asking through a process. */
const through = ({ url }: ServiceProcess, { key }: Seller): Pick<Seller, 'request'> => ({
  request: async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${key}`);
    return readAnswer(await fetch(`${url}${path}`, { ...init, headers }));
  },
});

/** Asks as a client does that does not give up: again while the key is in use. */
async function createAtLast(seller: Pick<Seller, 'request'>, key: string, seen: number[]): Promise<Answer> {
  for (;;) {
    const answer = await keyed(seller, key, create);
    seen.push(answer.status);
    if (answer.status !== 409) return answer;
    await delay(20 + (seen.length % 80));
  }
}

async function countOf(table: 'auctions' | 'idempotency_keys', { sellerId }: Seller): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from ${table} where seller_id = $1`,
    [sellerId],
  );
  return rows[0]!.count;
}

async function expectOneOf(answers: readonly Answer[], seller: Seller): Promise<void> {
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(201);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect([await countOf('auctions', seller), await countOf('idempotency_keys', seller)]).toEqual([1, 1]);
}

test(
  'one of 50 identical requests to two processes creates the auction, and all get its answer',
  { timeout: 120_000 },
  async () => {
    const seller = await service.seller();
    const doors = [seller, through(another, seller)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => createAtLast(doors[index % 2]!, 'raced', [])),
    );
    await expectOneOf(answers, seller);
  },
);

test(
  'a process that is killed in the middle of it leaves nothing, and another one does it',
  { timeout: 120_000 },
  async () => {
    const seller = await service.seller();
    const seen: number[] = [];
    const racing = await db.transaction(async (tx) => {
      await tx.query('lock table auctions in share row exclusive mode');
      const killed = keyed(through(another, seller), 'killed', create).catch(() => 'lost');
      await expect.poll(() => lockWaits(db, '%judged as materialized%'), { timeout: 30_000 }).toBe(1);
      const all = Promise.all(Array.from({ length: 50 }, () => createAtLast(seller, 'killed', seen)));
      // Whoever comes now is told to come again.
      await expect.poll(() => seen.length, { timeout: 60_000 }).toBeGreaterThan(50);
      expect(new Set(seen)).toEqual(new Set([409]));
      await another.kill();
      expect(await killed).toBe('lost');
      return { all };
    });
    await expectOneOf(await racing.all, seller);
  },
);

test.each([
  ['REST', create],
  [
    'GraphQL',
    {
      method: 'POST',
      path: '/graphql',
      body: {
        query: `mutation ($title: String!, $biddingPeriod: BiddingPeriodInput!) {
          createAuction(input: { title: $title, biddingPeriod: $biddingPeriod }) { auction { auctionId } errors { code fault message path } }
        }`,
        variables: create.body,
      },
    },
  ],
] as const)(
  '%s: where the connection breaks at the commit, the repetition finds what was committed',
  async (_, request) => {
    await using proxy = await startCuttingProxy(db.url);
    await using cutDb = await connectDatabase(proxy.url);
    const alarms = recordedAlarms();
    await using app = createApp({ ...service.deps, db: cutDb, alarms });
    const seller = await makeSeller(db, async (path, init) =>
      readAnswer(await app.fetch(new Request(new URL(path, 'http://localhost'), init))),
    );

    proxy.cutAtCommit(1);
    const cut = await keyed(seller, 'cut', request);
    expect([cut.status, cut.headers.get('retry-after'), proxy.commits()]).toEqual([503, '1', 1]);
    expect([await countOf('auctions', seller), alarms.armed]).toEqual([1, []]);
    const again = await keyed(seller, 'cut', request);
    expect([again.status < 300, again.headers.get('idempotent-replayed')]).toEqual([true, 'true']);
    expect(await countOf('auctions', seller)).toBe(1);
  },
);
