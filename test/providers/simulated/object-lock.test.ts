import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Operation, makeFaultySimulated } from '../faulty-simulated.ts';
import { databaseForFile } from '../../support/database.ts';
import { holdRequest } from '../hold-request.ts';

const database = await databaseForFile();

/** A provider with a held payment, which thinks about captures until it is told to go on. */
async function slowProvider(options: { deadlineMs: number; lockWaitMs: number }) {
  const captured = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const gateway = makeFaultySimulated(database, {
    ...options,
    thinks: async (operation: Operation) => {
      if (operation !== 'capture') return;
      begun.resolve();
      await captured.promise;
    },
  });
  const held = await gateway.hold(holdRequest('visa'));
  const reference = held.reference!;
  return {
    capture: () => gateway.capture({ reference, idempotencyKey: randomUUID() }),
    release: () => gateway.release({ reference, idempotencyKey: randomUUID() }),
    read: () => gateway.read({ reference }),
    begun: begun.promise,
    goOn: captured.resolve,
  };
}

test('the second of two simultaneous requests on a payment waits for the first', async () => {
  const { capture, release, begun, goOn } = await slowProvider({ deadlineMs: 5_000, lockWaitMs: 5_000 });
  const capturing = capture();
  await begun;
  const releasing = release();
  goOn();
  expect(await capturing).toMatchObject({ outcome: 'captured' });
  expect(await releasing).toEqual({ outcome: 'captured', capturedInCents: 500 });
});

test('a request that waits for too long is answered lock_timeout, and is not executed', async () => {
  const { capture, release, begun, goOn } = await slowProvider({ deadlineMs: 5_000, lockWaitMs: 20 });
  const capturing = capture();
  await begun;
  expect(await release()).toMatchObject({ outcome: 'unknown', isOverloaded: true });
  goOn();
  expect(await capturing).toMatchObject({ outcome: 'captured' });
});

test('a request executes after its answer was given up, and keeps the lock until then', async () => {
  const { capture, release, read, begun, goOn } = await slowProvider({ deadlineMs: 50, lockWaitMs: 5_000 });
  const capturing = capture();
  await begun;
  expect(await capturing).toMatchObject({ outcome: 'unknown' });
  expect(await read()).toMatchObject({ outcome: 'authorized' });
  goOn();
  await expect.poll(read).toMatchObject({ outcome: 'captured' });
  expect(await release()).toEqual({ outcome: 'captured', capturedInCents: 500 });
});
