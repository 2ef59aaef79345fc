import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HoldRequest } from '../../../src/payments/gateway.ts';
import { makeSimulatedGateway } from '../../../src/payments/simulated/make-simulated-gateway.ts';
import type { Fault } from '../../../src/payments/simulated/wire.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { holdRequest } from '../hold-request.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

function openRequestOf({ cardToken: _, returnUrl: __, ...request }: HoldRequest) {
  return request;
}

function provider(faults: Fault[] = []) {
  const late: (() => Promise<void>)[] = [];
  const gateway = makeSimulatedGateway(database, {
    deadlineMs: 5_000,
    weather: () => faults.shift() ?? null,
    late: (execute) => void late.push(execute),
  });
  return { gateway, hold: gateway.hold, late };
}

async function effects(reference: string): Promise<string[]> {
  const { rows } = await database.db.query<{ effect: string }>(
    'select effect from simulated_ledger where reference = $1 order by entry_id',
    [reference],
  );
  return rows.map(({ effect }) => effect);
}

test('one call opens a payment and holds its amount, and the answer names the payment', async () => {
  const { gateway, hold } = provider();
  const answer = await hold(holdRequest('visa'));
  expect(answer.outcome).toBe('authorized');
  expect(await gateway.read({ reference: answer.reference! })).toMatchObject({ outcome: 'authorized' });
});

test('the same request after a lost answer holds once, and gets the first answer', async () => {
  const { hold } = provider(['answer_lost']);
  const request = holdRequest('visa');
  expect(await hold(request)).toMatchObject({ outcome: 'unknown', reference: null });
  const again = await hold(request);
  expect(again).toMatchObject({ outcome: 'authorized' });
  expect(await effects(again.reference!)).toEqual(['held']);
});

test('a declined card leaves a payment that is known', async () => {
  const { hold } = provider();
  const answer = await hold(holdRequest('declined'));
  expect(answer).toMatchObject({ outcome: 'refused', code: 'card_declined' });
  expect(answer.reference).not.toBeNull();
});

test('after the key has opened a payment without a card, a late request holds nothing', async () => {
  const { gateway, hold, late } = provider(['request_late']);
  const request = holdRequest('visa');
  await hold(request);
  const opened = await gateway.open(openRequestOf(request));
  if (opened.outcome !== 'opened') throw new Error(opened.outcome);
  for (const execute of late) await execute();
  expect(await hold(request)).toEqual({ outcome: 'refused', code: 'abandoned', reference: null });
  expect(await effects(opened.reference)).toEqual([]);
});

test('after the key was used with a card, a payment without a card is not opened, and the search finds the first', async () => {
  const { gateway, hold } = provider();
  const request = holdRequest('visa');
  const { reference } = await hold(request);
  expect(await gateway.open(openRequestOf(request))).toMatchObject({ outcome: 'unknown' });
  expect(await gateway.find(request)).toEqual({ outcome: 'opened', reference });
});

test('a card that holds once refuses a second hold while the first stands', async () => {
  const { gateway, hold } = provider();
  const first = holdRequest('holds_once');
  const { reference } = await hold(first);
  const second = { ...holdRequest('holds_once'), sellerId: first.sellerId, email: first.email };
  expect(await hold(second)).toMatchObject({ outcome: 'refused', code: 'insufficient_funds' });
  await gateway.release({ reference: reference!, idempotencyKey: randomUUID() });
  const third = { ...holdRequest('holds_once'), sellerId: first.sellerId, email: first.email };
  expect(await hold(third)).toMatchObject({ outcome: 'authorized' });
});

test('a card that holds once cannot be renewed while its hold stands', async () => {
  const { gateway, hold } = provider();
  const first = holdRequest('holds_once');
  const { reference } = await hold(first);
  const authorizationId = randomUUID();
  const renewal = {
    ...openRequestOf(first),
    authorizationId,
    renews: reference,
    idempotencyKey: `open:${authorizationId}`,
  };
  expect(await gateway.holdAgain({ ...renewal, keptCard: null })).toMatchObject({
    outcome: 'refused',
    code: 'insufficient_funds',
  });
});
