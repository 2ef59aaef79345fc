import { pino } from 'pino';
import { createApp } from '../../src/operations/start/app.ts';
import { makeKeyUse } from '../../src/platform/auth/keys-in-use.ts';
import { readConfig } from '../../src/platform/config.ts';
import { atCrashPoints } from '../../src/core/crash-point.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import type { Gateway } from '../../src/payments/providers/gateway.ts';
import { type Operation, makeFaultySimulated } from '../providers/faulty-simulated.ts';
import { readAnswer } from '../support/answer.ts';
import { freshDatabase } from '../support/database.ts';
import { insertAccount } from '../support/insert-account.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { recordedAlarms } from '../support/recorded-alarms.ts';
import { makeSeller, type Seller } from '../support/seller.ts';
import { nobodyListens } from '../support/nobody-listens.ts';
import { installModelClock, type ModelClock, startModelClock } from './model-clock.ts';
import { prepareEverything } from './prepare-everything.ts';
import {
  dieWhereTold,
  inProcess,
  type MortalProcess,
  outOfProcess,
  presentProcess,
  withinReach,
} from './mortal-process.ts';
import { withDatabase } from '../support/settings.ts';
import { noGateways } from '../support/no-gateways.ts';

/** Something that happens once, when the service next makes such a call to the provider. */
export interface HoldUp {
  readonly operation: Operation;
  /** `within`: while the provider works on the request, and locks its payment. */
  readonly when: 'before' | 'within' | 'after';
  readonly happens: () => Promise<void>;
}

/** One life of the service: an empty database, a seller, two processes. */
export interface World {
  readonly clock: ModelClock;
  readonly deps: ProcessDeps;
  readonly seller: Seller;
  /** The process that dies and has bad weather; after a death, the fresh one in its place. */
  mortal(): MortalProcess;
  /** The one that goes on. */
  readonly other: MortalProcess;
  holdUpNext(holdUp: HoldUp): void;
  /** Nothing happens while a process next asks the provider. */
  dropHoldUps(): void;
  /** Has the provider execute the requests that were sent to it and have not arrived yet. */
  deliverLate(order: { isReversed: boolean }): Promise<void>;
  /** Nothing more goes wrong. */
  calm(): void;
  /** Has the provider forget the keys under which it repeats an error. */
  forgetErrors(): void;
}

/** Where worlds are made, one after the other, on one database. */
export interface Worlds extends AsyncDisposable {
  /** How many steps were played in all of them. */
  steps: number;
  begin(): Promise<World>;
}

// Deleting a few rows is much faster than truncating tables. As a replica would, past the trigger that keeps the ledger: on a
// connection of its own, which forgets its prepared plans each time.
const emptyEverything = `
  begin;
  set local session_replication_role = replica;
  delete from webhook_deliveries; delete from webhook_events; delete from webhook_endpoints;
  delete from refunds; delete from reversals; delete from settlement_holds; delete from simulated_reversals;
  delete from capture_attempts; delete from kept_cards; delete from authorizations; delete from bids; delete from bid_counts; delete from auctions;
  delete from api_keys; delete from sellers;
  delete from simulated_ledger; delete from simulated_payments; delete from simulated_answers;
  delete from payment_accounts;
  commit`;

// Rows that no rule of a later life reads.
const emptyRecords = `
  begin;
  set local session_replication_role = replica;
  delete from audit_log; delete from transcript_lines; delete from idempotency_keys;
  commit`;

export async function makeWorlds(): Promise<Worlds> {
  const database = await freshDatabase();
  await installModelClock(database);
  const real = await connectDatabase(database.url);
  await prepareEverything(real.pool);
  const log = pino({ level: 'silent' });
  const keyUse = makeKeyUse({ db: real, log });
  const config = readConfig({
    ...withDatabase(database.url),
    PUBLIC_URL: 'https://auctions.test',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_KEY: 'off',
    RATE_LIMIT_IP: 'off',
  });
  let lives = 0;
  let holdUps: HoldUp[] = [];
  let late: (() => Promise<void>)[] = [];
  const keptErrors = new Set<string>();
  const held = async (operation: Operation, when: HoldUp['when']): Promise<void> => {
    const index = holdUps.findIndex((holdUp) => holdUp.operation === operation && holdUp.when === when);
    if (index !== -1) await outOfProcess(holdUps.splice(index, 1)[0]!.happens);
  };
  const slow = <Request, Answer>(operation: Operation, ask: (request: Request) => Promise<Answer>) => {
    return async (request: Request): Promise<Answer> => {
      const answer = await ask(request);
      await held(operation, 'after');
      return answer;
    };
  };
  const makeGateway = (): Gateway => {
    const options = {
      deadlineMs: 20_000,
      feeRate: { basisPoints: 250, fixedInCents: 30 },
      // Whoever holds the lock waits for what happens meanwhile.
      lockWaitMs: 5,
      thinks: (operation: Operation) => held(operation, 'within'),
      late: (execute: () => Promise<void>) => void late.push(execute),
      keptErrors,
      weather: async (operation: Operation) => {
        await held(operation, 'before');
        return (await presentProcess()?.weather(operation)) ?? null;
      },
    };
    const simulated = makeFaultySimulated({ db: real }, options);
    return {
      ...simulated,
      hold: slow('hold', simulated.hold),
      holdAgain: slow('renew', simulated.holdAgain),
      capture: slow('capture', simulated.capture),
      release: slow('release', simulated.release),
      read: slow('read', simulated.read),
    };
  };
  const gateways = { ...noGateways, simulated: makeGateway() };
  const deps: ProcessDeps = {
    // One thing happens after the other: nobody decides the capture while its cancellation waits.
    config: { ...config, cancelWaitMs: 0 },
    db: withinReach(real),
    alarms: recordedAlarms(),
    keyUse,
    gateways,
    live: nobodyListens,
    log,
  };
  const depsOfOther: ProcessDeps = { ...deps, db: withinReach(real) };
  let app = createApp(deps);
  atCrashPoints(dieWhereTold);

  return {
    steps: 0,
    begin: async () => {
      // With locks of its own.
      gateways.simulated = makeGateway();
      await database.db.pool.query(emptyEverything);
      // The tests' server does not vacuum by itself: a plan that reads a table would read the rows of all earlier lives.
      if ((lives += 1) % 100 === 0) {
        await database.db.pool.query(emptyRecords);
        await database.db.pool.query('vacuum');
      }
      holdUps = [];
      late = [];
      keptErrors.clear();
      const clock = await startModelClock(real.pool);
      let born = 0;
      const bear = (its: ProcessDeps): MortalProcess => ({
        name: `Process ${(born += 1)}`,
        deps: its,
        isDead: false,
        diesAt: null,
        stallsAt: null,
        stall: null,
        isStalled: false,
        standing: Promise.resolve(),
        weather: () => null,
      });
      const other = bear(depsOfOther);
      let mortal = bear(deps);
      const active = (): MortalProcess => {
        if (!mortal.isDead) return mortal;
        app = createApp(deps);
        return (mortal = bear(deps));
      };
      const seller = await makeSeller(real, async (path, init) => {
        const process = active();
        const answered = await inProcess(process, async () =>
          app.fetch(new Request(new URL(path, 'http://localhost'), init)),
        );
        return await readAnswer(answered);
      });
      await insertEndpoint(real, seller);
      await insertAccount(real, seller);
      return {
        clock,
        deps,
        seller,
        mortal: active,
        other,
        holdUpNext: (holdUp) => void holdUps.push(holdUp),
        dropHoldUps: () => void (holdUps = []),
        deliverLate: async ({ isReversed }) => {
          const requests = isReversed ? late.toReversed() : late;
          late = [];
          for (const execute of requests) await execute();
        },
        forgetErrors: () => keptErrors.clear(),
        calm: () => {
          holdUps = [];
          Object.assign(active(), { diesAt: null, stallsAt: null, isStalled: false, weather: () => null });
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      atCrashPoints(() => undefined);
      await keyUse[Symbol.asyncDispose]();
      await real[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
