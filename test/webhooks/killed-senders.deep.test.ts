import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { sendWebhooks } from '../../src/work/send-webhooks.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import {
  countDeliveries,
  type InsertedEndpoint,
  insertDeliveries,
  insertEndpoint,
  readAttempts,
  readDelivery,
} from './outbox.ts';
import { ok, type Receiver, type Reply, startReceiver } from './receiver.ts';
import { withDatabase } from '../support/settings.ts';

const patient = { timeout: 60_000, interval: 50 };

let house: FreshDatabase;
let closing: AsyncDisposableStack;

beforeEach(async () => {
  closing = new AsyncDisposableStack();
  house = closing.use(await freshDatabase());
});
afterEach(() => closing.disposeAsync());

const receive = async (replies: Record<string, Reply> | Reply = ok) => closing.use(await startReceiver(replies));
const settings = () => ({ ...withDatabase(house.url), WEBHOOK_ALLOW_LOOPBACK: 'true' });
const startWorkers = (count = 1) => {
  for (let i = 0; i < count; i += 1)
    closing.use(sendWebhooks({ db: house.db, config: readConfig(settings()), log: pino({ level: 'silent' }) }));
};
/** Every claim and wait is over. */
const letWaitsEnd = () =>
  house.db.query(
    'update webhook_deliveries set next_attempt_at = clock_timestamp() where next_attempt_at is not null returning pg_sleep(0.001)',
  );
const arrived = (receiver: Receiver, path = '/') =>
  new Set(receiver.at(path).map(({ headers }) => headers['webhook-id']));
const idsOf = (inserted: { eventId: string }[]) => new Set(inserted.map(({ eventId }) => eventId));
const allDelivered = (count: number) =>
  expect.poll(() => countDeliveries(house.db), patient).toEqual({ delivered: count });

function startProcess(env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [`${import.meta.dirname}/sending-process.ts`], {
    env: {
      ...process.env,
      ...settings(),
      ...env,
    },
    stdio: 'inherit',
  });
  closing.defer(() => void child.kill('SIGKILL'));
  return child;
}

let receiver: Receiver;
let endpoint: InsertedEndpoint;

const prepare = async (reply: Reply = ok) => {
  receiver = await receive(reply);
  endpoint = await insertEndpoint(house.db, receiver.url());
};

test('a process that is killed between commit and delivery loses nothing', async () => {
  await prepare();
  const { endpointId, sellerId } = endpoint;
  const child = startProcess({ DIES: 'commit', ENDPOINT: `${endpointId} ${sellerId}` });
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  expect(await countDeliveries(house.db)).toEqual({ pending: 5 });
  startWorkers();
  await allDelivered(5);
  expect(arrived(receiver).size).toBe(5);
});

test('a process that is killed between claiming and sending loses nothing', async () => {
  await prepare();
  const inserted = await insertDeliveries(house.db, endpoint, 5);
  const child = startProcess({ DIES: 'claim' });
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  expect(await readDelivery(house.db, inserted[0]!.deliveryId)).toMatchObject({ isUnderWay: true, attempt: 1 });
  startWorkers();
  await letWaitsEnd();
  await allDelivered(5);
  expect(arrived(receiver)).toEqual(idsOf(inserted));
});

test('a process that is killed during a delivery loses nothing', async () => {
  let isKilled = false;
  await prepare((response, received) => (isKilled ? ok(response, received) : undefined));
  const inserted = await insertDeliveries(house.db, endpoint, 5);
  const child = startProcess();
  await expect.poll(() => receiver.received.length, patient).toBe(5);
  child.kill('SIGKILL');
  await once(child, 'exit');
  isKilled = true;
  expect(await countDeliveries(house.db)).toEqual({ pending: 5 });
  expect(await readAttempts(house.db, inserted[0]!.deliveryId)).toEqual([]);
  startWorkers();
  await letWaitsEnd();
  await allDelivered(5);
  expect(arrived(receiver)).toEqual(idsOf(inserted));
  expect(receiver.received).toHaveLength(10);
  expect(await readAttempts(house.db, inserted[0]!.deliveryId)).toMatchObject([{ attempt: 2, status: 204 }]);
});
