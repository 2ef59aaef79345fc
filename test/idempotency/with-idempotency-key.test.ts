import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { Deps, ProcessDeps } from '../../src/deps.ts';
import { type Done, withIdempotencyKey } from '../../src/idempotency/with-idempotency-key.ts';
import { serviceForFile } from '../support/service.ts';

const announced: string[] = [];
const live = { announce: (auctionId: string) => void announced.push(auctionId) } as unknown as ProcessDeps['live'];
const service = await serviceForFile();
const { db } = service;
const deps: ProcessDeps = { ...service.deps, live };
await db.query('create table words (word text)');

let sellerId: string;
beforeEach(async () => {
  ({ sellerId } = await service.seller());
  await db.query('truncate words');
  service.armed.length = 0;
  announced.length = 0;
});

/** Work of every kind: two statements, one of them in a transaction, an alarm and an announcement. */
async function work({ db: its, alarms, live: shown }: Deps, end: Partial<Done> & { status?: number }): Promise<Done> {
  await its.query(`insert into words values ('one')`);
  await its.transaction((tx) => tx.query(`insert into words values ('two')`));
  expect(await alarms.arm([{ kind: 'open', auctionId: 'an auction', dueAt: new Date(0) }])).toBe(true);
  shown.announce('an auction');
  // Not before the commit.
  expect([service.armed, announced]).toEqual([[], []]);
  return { answer: { status: end.status ?? 200, headers: {}, body: 'done' }, isKept: true, ...end };
}

const once = (end: Partial<Done> & { status?: number }) =>
  withIdempotencyKey(deps, { sellerId, key: 'key', fingerprint: Buffer.from('same') }, (its) => work(its, end));

/** How many words were written, alarms armed, announcements made and answers kept. */
async function left(): Promise<number[]> {
  const words = await db.query('select from words');
  const kept = await db.query('select from idempotency_keys where seller_id = $1', [sellerId]);
  return [words.rows.length, service.armed.length, announced.length, kept.rows.length];
}

test('work that is done is committed with its answer, then told', async () => {
  expect(await once({})).toMatchObject({ status: 200, body: 'done', isReplay: false });
  expect(await left()).toEqual([2, 1, 1, 1]);
  expect(await once({ status: 500 })).toMatchObject({ status: 200, body: 'done', isReplay: true });
  expect(await left()).toEqual([2, 1, 1, 1]);
});

test('work whose answer is not kept is undone, and done anew', async () => {
  expect(await once({ status: 500, isKept: false })).toMatchObject({ status: 500, isReplay: false });
  expect(await left()).toEqual([0, 0, 0, 0]);
  expect(await once({})).toMatchObject({ status: 200, isReplay: false });
});

test('work that throws is undone, and the key is free again', async () => {
  const failing = withIdempotencyKey(deps, { sellerId, key: 'key', fingerprint: Buffer.from('same') }, async (its) => {
    await work(its, {});
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await left()).toEqual([0, 0, 0, 0]);
  expect(await once({})).toMatchObject({ isReplay: false });
});

test('work that commits by itself is seen at once, and stays whatever comes of it', async () => {
  let seen = 0;
  const failing = withIdempotencyKey(
    deps,
    { sellerId, key: 'key', fingerprint: Buffer.from('same'), commitsByItself: true },
    async (its) => {
      await its.db.query(`insert into words values ('one')`);
      seen = (await db.query('select from words')).rows.length;
      throw new Error('no');
    },
  );
  await expect(failing).rejects.toThrow('no');
  expect([seen, await left()]).toEqual([1, [1, 0, 0, 0]]);
});

test("three slow requests of one seller that commit by themselves do not hold up another seller's", async () => {
  const [slow, other] = [await service.seller(), await service.seller()];
  const advance = (seller: typeof slow, key: string) =>
    seller.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ query: 'mutation { advanceTestClock(bySeconds: 1) { now } }' }),
    });
  const locked = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const lock = db.transaction(async (tx) => {
    await tx.query('select from sellers where seller_id = $1 for update', [slow.sellerId]);
    locked.resolve();
    await holding.promise;
  });
  await locked.promise;
  const waiting = ['one', 'two', 'three'].map((key) => advance(slow, key));
  try {
    // By then they have taken what they get.
    await sleep(1_000);
    const limit = sleep(10_000, 'waits', { ref: false });
    const first = await Promise.race([advance(other, 'one'), limit]);
    expect(first).toMatchObject({ status: 200 });
  } finally {
    holding.resolve();
    await lock;
  }
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
});
