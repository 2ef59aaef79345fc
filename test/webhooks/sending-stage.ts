import { pino } from 'pino';
import { expect } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { sendWebhooks } from '../../src/operations/work/send-webhooks.ts';
import { freshDatabase } from '../support/database.ts';
import { withDatabase } from '../support/settings.ts';
import { countDeliveries } from './outbox.ts';
import { ok, type Receiver, type Reply, startReceiver } from './receiver.ts';

export const patient = { timeout: 60_000, interval: 50 };

/** Receivers, and the workers of real processes that send to them. */
export interface SendingStage extends AsyncDisposable {
  readonly db: PooledDatabase;
  readonly settings: Record<string, string>;
  receive(replies?: Record<string, Reply> | Reply): Promise<Receiver>;
  startWorkers(count?: number): void;
  /** Every claim and wait is over. */
  letWaitsEnd(): Promise<unknown>;
  allDelivered(count: number): Promise<void>;
}

export async function setSendingStage(): Promise<SendingStage> {
  const house = await freshDatabase();
  const { db } = house;
  const settings = { ...withDatabase(house.url), WEBHOOK_ALLOW_LOOPBACK: 'true' };
  const workers = new AsyncDisposableStack();
  const receivers = new AsyncDisposableStack();
  return {
    db,
    settings,
    receive: async (replies = ok) => receivers.use(await startReceiver(replies)),
    startWorkers(count = 1) {
      for (let i = 0; i < count; i += 1)
        workers.use(sendWebhooks({ db, config: readConfig(settings), log: pino({ level: 'silent' }) }));
    },
    letWaitsEnd: () =>
      db.query(
        'update webhook_deliveries set next_attempt_at = clock_timestamp() where next_attempt_at is not null returning pg_sleep(0.001)',
      ),
    allDelivered: (count) => expect.poll(() => countDeliveries(db), patient).toEqual({ delivered: count }),
    async [Symbol.asyncDispose]() {
      // First, because a worker waits three seconds for a receiver that hangs.
      await receivers.disposeAsync();
      await workers.disposeAsync();
      await house[Symbol.asyncDispose]();
    },
  };
}

export const arrived = (receiver: Receiver, path = '/') =>
  new Set(receiver.at(path).map(({ headers }) => headers['webhook-id']));
export const idsOf = (inserted: { eventId: string }[]) => new Set(inserted.map(({ eventId }) => eventId));
