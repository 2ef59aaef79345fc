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
