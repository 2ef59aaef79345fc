import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  countDeliveries,
  type InsertedEndpoint,
  insertDeliveries,
  insertEndpoint,
  readAttempts,
  readDelivery,
} from './outbox.ts';
import { ok, type Receiver, type Reply } from './receiver.ts';
import { arrived, idsOf, patient, type SendingStage, setSendingStage } from './sending-stage.ts';

let stage: SendingStage;
beforeEach(async () => void (stage = await setSendingStage()));
afterEach(() => stage[Symbol.asyncDispose]());

function startProcess(env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [`${import.meta.dirname}/sending-process.ts`], {
    env: { ...process.env, ...stage.settings, ...env },
    stdio: 'inherit',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

let receiver: Receiver;
let endpoint: InsertedEndpoint;

const prepare = async (reply: Reply = ok) => {
  receiver = await stage.receive(reply);
  endpoint = await insertEndpoint(stage.db, receiver.url());
};

test('a process that is killed between claiming and sending loses nothing', async () => {
  await prepare();
  const inserted = await insertDeliveries(stage.db, endpoint, 5);
  const child = startProcess({ DIES: 'claim' });
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  expect(await readDelivery(stage.db, inserted[0]!.deliveryId)).toMatchObject({ isUnderWay: true, attempt: 1 });
  stage.startWorkers();
  await stage.letWaitsEnd();
  await stage.allDelivered(5);
  expect(arrived(receiver)).toEqual(idsOf(inserted));
});

test('a process that is killed during a delivery loses nothing', async () => {
  let isKilled = false;
  await prepare((response, received) => (isKilled ? ok(response, received) : undefined));
  const inserted = await insertDeliveries(stage.db, endpoint, 5);
  const child = startProcess();
  await expect.poll(() => receiver.received.length, patient).toBe(5);
  child.kill('SIGKILL');
  await once(child, 'exit');
  isKilled = true;
  expect(await countDeliveries(stage.db)).toEqual({ pending: 5 });
  expect(await readAttempts(stage.db, inserted[0]!.deliveryId)).toEqual([]);
  stage.startWorkers();
  await stage.letWaitsEnd();
  await stage.allDelivered(5);
  expect(arrived(receiver)).toEqual(idsOf(inserted));
  expect(receiver.received).toHaveLength(10);
  expect(await readAttempts(stage.db, inserted[0]!.deliveryId)).toMatchObject([{ attempt: 2, status: 204 }]);
});
