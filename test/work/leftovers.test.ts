import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSweep } from '../../src/operations/work/sweep.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';

// What nobody needs any more is deleted by the sweep, some rows at a time.

let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage()));
afterEach(() => stage[Symbol.asyncDispose]());

async function count(rows: string): Promise<number> {
  const result = await stage.service.db.query<{ n: number }>(`select count(*)::int as n from ${rows}`);
  return result.rows[0]!.n;
}

test('the payments of a reset seller are deleted with all that belongs to them, and those of others stay', async () => {
  await using others = await setAuctionStage({}, stage.service);
  await others.bid(5_000);
  const tables = ['simulated_payments', 'simulated_ledger'];
  const ofOthers = await Promise.all(tables.map(count));
  await stage.bid(6_000);
  await stage.bid(7_000);
  expect(await count('simulated_payments')).toBe(3);
  await stage.seller.mutate('resetTestSeller');

  await using _ = startSweep(stage.service.deps);
  await expect.poll(() => Promise.all(tables.map(count)), { timeout: 15_000 }).toEqual(ofOthers);
  await others.settle();
  expect((await others.result()).outcome).toBe('SOLD');
});

test('the ledger of the simulated provider stays append-only', async () => {
  await stage.bid(5_000);
  await expect(stage.service.db.query('delete from simulated_ledger')).rejects.toThrow('append-only');
  await expect(stage.service.db.query('update simulated_ledger set amount_in_cents = 1')).rejects.toThrow(
    'append-only',
  );
});

test('cards and answers of the simulated provider are deleted after 30 days, and not before', async () => {
  const { db } = stage.service;
  const days = (n: number) => `clock_timestamp() - interval '${n} days'`;
  for (const age of ['29', '31']) {
    await db.query(
      `insert into kept_cards (authorization_id, first_authorization_id, provider, deleted_at)
       values (uuidv7(), uuidv7(), 'stripe', ${days(Number(age))})`,
    );
    await db.query(
      `insert into simulated_answers (idempotency_key, request, answer, answered_at)
       values ('refund-${age}', '{}', '{}', ${days(Number(age))})`,
    );
  }
  await using _ = startSweep(stage.service.deps);
  await expect.poll(() => count('kept_cards'), { timeout: 15_000 }).toBe(1);
  const { rows } = await db.query<{ key: string }>('select idempotency_key as key from simulated_answers order by key');
  expect(rows.map(({ key }) => key)).toEqual(['refund-29']);
});
