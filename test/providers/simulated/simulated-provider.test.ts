import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { statementsOn } from '../../../src/platform/db/statements-on.ts';
import { answerChallenge, findChallenge } from '../../../src/payments/providers/simulated/challenges.ts';
import { makeSimulatedGateway } from '../../../src/payments/providers/simulated/make-simulated-gateway.ts';
import { refused } from '../../../src/payments/providers/observation.ts';
import { databaseForFile } from '../../support/database.ts';
import { holdRequest, openRequest } from '../hold-request.ts';

const database = await databaseForFile();
const options = { deadlineMs: 5_000, feeRate: { basisPoints: 0, fixedInCents: 0 } };
const gateway = makeSimulatedGateway(database, options);

const key = () => randomUUID();

async function hold(card: string): Promise<string> {
  const { reference } = await gateway.hold(holdRequest(card));
  return reference!;
}

test('the card expired is declined', async () => {
  expect(await gateway.hold(holdRequest('expired'))).toMatchObject(refused('card_expired'));
});

test('the card lapses_early holds for one minute by the provider’s clock', async () => {
  const { rows } = await database.db.query<{ now: Date }>('select clock_timestamp() as now');
  const answer = await gateway.hold(holdRequest('lapses_early'));
  if (answer.outcome !== 'authorized') throw new Error(answer.outcome);
  const seconds = (answer.captureBefore.getTime() - rows[0]!.now.getTime()) / 1000;
  expect(seconds).toBeGreaterThanOrEqual(60);
  expect(seconds).toBeLessThan(70);
});

test('a capture does not wait for a batch of releases', async () => {
  const { db } = database;
  const [released, captured] = [await hold('visa'), await hold('visa')];
  const busy = Promise.withResolvers<void>();
  let reads = 0;
  const query: typeof db.query = async (statement, values) => {
    if (typeof statement !== 'string' && statement.name === 'simulated-read' && ++reads === 1) await busy.promise;
    return await db.query(statement, values);
  };
  const slow = makeSimulatedGateway({ db: { ...db, query } }, options);
  const releasing = slow.release({ reference: released, idempotencyKey: key() });
  await expect.poll(() => reads).toBe(1);
  expect(await slow.capture({ reference: captured, idempotencyKey: key() })).toMatchObject({ outcome: 'captured' });
  busy.resolve();
  expect(await releasing).toEqual({ outcome: 'released' });
});

test('the card challenge_declined is declined after the challenge was passed', async () => {
  const { reference, ...answer } = await gateway.hold(holdRequest('challenge_declined'));
  if (answer.outcome !== 'challenged' || answer.challenge.provider !== 'simulated') throw new Error(answer.outcome);
  await answerChallenge(database, answer.challenge.secret, 'pass');
  expect(await gateway.read({ reference: reference! })).toEqual(refused('insufficient_funds'));
});

test('the card renewal_declined cannot be renewed', async () => {
  const request = openRequest({ renews: await hold('renewal_declined') });
  expect(await gateway.holdAgain({ ...request, keptCard: null })).toMatchObject({
    outcome: 'refused',
    code: 'card_declined',
  });
});

test('a challenge shows the brand and the last four digits of the card, and is gone once answered', async () => {
  const answer = await gateway.hold(holdRequest('challenge_once'));
  if (answer.outcome !== 'challenged' || answer.challenge.provider !== 'simulated') throw new Error(answer.outcome);
  const { secret: challengeId } = answer.challenge;
  expect(await findChallenge(database, challengeId)).toEqual({ brand: 'visa', last4: '3155' });
  await answerChallenge(database, challengeId, 'fail');
  expect(await findChallenge(database, challengeId)).toBeNull();
});

test('there is no challenge that nobody set', async () => {
  expect(await findChallenge(database, randomUUID())).toBeNull();
  await answerChallenge(database, randomUUID(), 'pass');
});

test('a reference that was never given out cannot be used', async () => {
  expect(await gateway.capture({ reference: 'pay_unknown', idempotencyKey: key() })).toEqual({ outcome: 'none' });
});

test('the provider being unreachable is no definite failure', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing' });
  const unreachable = makeSimulatedGateway({ db: statementsOn(pool) }, options);
  expect((await unreachable.capture({ reference: await hold('visa'), idempotencyKey: key() })).outcome).toBe('unknown');
  await pool.end();
});
