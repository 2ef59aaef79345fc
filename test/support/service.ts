import { pino } from 'pino';
import { afterAll } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { makeKeyUse } from '../../src/platform/auth/keys-in-use.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import { makeLive } from '../../src/platform/live/live.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { withRestrictedAccounts } from '../providers/restrict-account.ts';
import { withSpoilingCards } from '../providers/spoiling-cards.ts';
import { type Answer, readAnswer } from './answer.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { flatAnswers } from './flat-answers.ts';
import { type AuctionOptions, insertAuction, type InsertedAuction } from './insert-auction.ts';
import { type BidOptions, insertBid, type InsertedBid } from './insert-bid.ts';
import { recordedAlarms, type RecordedAlarms } from './recorded-alarms.ts';
import { makeSeller, type Seller, type SellerOptions } from './seller.ts';
import { withDatabase } from './settings.ts';

/** The whole service on a database of its own, asked without a socket. */
export interface Service extends AsyncDisposable {
  readonly deps: ProcessDeps;
  readonly db: PooledDatabase;
  /** What was armed, unless the test brought its own alarms. */
  readonly armed: RecordedAlarms['armed'];
  /**
   * The body of an answer by `/graphql` is flat: see `flatAnswers`.
   *
   * @param path from the root on, such as `/v1/auctions`
   */
  request(path: string, init?: RequestInit): Promise<Answer>;
  /** A new seller with a key for everything but `admin`. */
  seller(options?: SellerOptions): Promise<Seller>;
  /** An auction's row, written directly: `service.auction(seller, { ...ongoing, title: 'A desk' })`. */
  auction(seller: { sellerId: string }, options?: AuctionOptions): Promise<InsertedAuction>;
  /** A bid's row, written directly. */
  bid(auction: { auctionId: string; sellerId: string }, options?: BidOptions): Promise<InsertedBid>;
}

export const publicUrl = 'https://auctions.test';

/** Tests ask as fast as they can; those of the limits set their own. */
const unlimited = { RATE_LIMIT_KEY: 'off', RATE_LIMIT_IP: 'off' };

/** @param on a database, which it then closes; a fresh one unless told */
export async function startService(overrides: Partial<ProcessDeps> = {}, on?: FreshDatabase): Promise<Service> {
  const database = on ?? (await freshDatabase());
  const { db } = database;
  const log = pino({ level: 'silent' });
  const alarms = recordedAlarms();
  const keyUse = makeKeyUse({ db, log });
  const config = {
    ...readConfig({
      ...withDatabase(database.url),
      PUBLIC_URL: publicUrl,
      LOG_LEVEL: 'silent',
      ...unlimited,
    }),
    // Tests compare the secrets in the database with those that were shown.
    secretsKeys: [],
    // A cancellation that meets a capture is refused at once: nobody finds out its outcome meanwhile, unless a test does.
    cancelWaitMs: 0,
    linkKey: 'cd'.repeat(32),
  };
  const live = makeLive({ db, log });
  const made = makeGateways({ config, db });
  const gateways = { ...made, simulated: withSpoilingCards(withRestrictedAccounts(made.simulated, db)) };
  const deps: ProcessDeps = { config, db, alarms, keyUse, gateways, live, log, ...overrides };
  const app = createApp(deps);

  const request = flatAnswers(async (path, init) =>
    readAnswer(await app.fetch(new Request(new URL(path, 'http://localhost'), init))),
  );

  return {
    deps,
    db,
    armed: alarms.armed,
    request,
    seller: (options) => makeSeller(db, request, options),
    auction: (seller, options) => insertAuction(db, seller, options),
    bid: (auction, options) => insertBid(db, auction, options),
    [Symbol.asyncDispose]: async () => {
      await live[Symbol.asyncDispose]();
      await keyUse[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

let shared: Promise<Service> | undefined;

/**
 * The service that all files of a worker share: a test makes a seller of its own, and asserts nothing on whole tables or on
 * all that was armed. It ends with the worker.
 */
export function sharedService(): Promise<Service> {
  shared ??= startService();
  return shared;
}

/** A service for the tests of a file, closed after the last one: for those that change the schema or count whole tables. */
export async function serviceForFile(...args: Parameters<typeof startService>): Promise<Service> {
  const service = await startService(...args);
  afterAll(() => service[Symbol.asyncDispose]());
  return service;
}
