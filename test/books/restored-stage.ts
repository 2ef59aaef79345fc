import { makeFaultySimulated } from '../providers/faulty-simulated.ts';
import { recognizeDatabase } from '../../src/settlement/recognize-database.ts';
import { findSettlementHoldOfAll } from '../../src/settlement/settlement-holds.ts';
import { compareBooks } from '../../src/operations/work/upkeep.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import type { FreshDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';
import { columnList, quoted, tablesOf } from './tables-of.ts';
import { noGateways } from '../support/no-gateways.ts';

/** An auction whose books can be taken back to an earlier copy, while the provider keeps its own. */
export interface RestoredStage extends AuctionStage {
  copyBooks(): Promise<void>;
  /** Takes the books back to the copy, on another server, as far as the service can tell. */
  restoreBooks(): Promise<void>;
  /** The payments of the seller that have this status at the provider. */
  atProvider(status: string): Promise<string[]>;
  /** The payments for which the settlement of the auction waits. */
  holdsOfAuction(): Promise<string[]>;
  /** What a worker does with the books, also after a comparison that failed. */
  compare(): Promise<void>;
}

/** The books taken back to one point, and what is broken after a worker has gone on. */
export interface Restored {
  readonly title: string;
  readonly broken: readonly string[];
}

/** Cards of the first bid, of the highest, which does not win, and of the winner. */
export type ThreeCards = readonly [string, string, string];

export interface RestoredService extends AsyncDisposable {
  readonly service: Service;
  stage(): Promise<RestoredStage>;
  /**
   * Plays an auction once for each call to the provider, takes the books back to before the call, and lets a worker go on: at
   * each crash point around a call the books are as they are before it.
   *
   * @returns one for each call
   */
  restoreBeforeEachCall(cards: ThreeCards): Promise<Restored[]>;
}

/** @param database is closed with the service */
export async function startRestoredService(database: FreshDatabase): Promise<RestoredService> {
  let calls = 0;
  let copiedAt = Infinity;
  const weather = async () => {
    if (calls === copiedAt) await copyBooks();
    calls += 1;
    return null;
  };
  const simulated = makeFaultySimulated(database, { deadlineMs: 10_000, weather });
  const service = await startService({ gateways: { ...noGateways, simulated } }, database);
  const { db, deps } = service;

  /** The tables that a backup holds, without the provider's own books. */
  const books = async () => (await tablesOf(db)).filter(({ table }) => !/^simulated_|^call_budgets$/.test(table));

  async function copyBooks(): Promise<void> {
    await db.query('drop schema if exists copied cascade; create schema copied');
    for (const { table } of await books())
      await db.query(`create table copied.${quoted(table)} as table ${quoted(table)}`);
  }

  async function stage(): Promise<RestoredStage> {
    const auctionStage = await setAuctionStage({}, service);
    const { seller, auction } = auctionStage;
    const references = async (text: string, values: unknown[]) => {
      const { rows } = await db.query<{ reference: string }>(text, values);
      return rows.map(({ reference }) => reference);
    };
    return {
      ...auctionStage,
      copyBooks,
      restoreBooks: () =>
        db.transaction(async (tx) => {
          await tx.query(`set local session_replication_role = 'replica'`);
          for (const table of await books()) {
            const name = quoted(table.table);
            await tx.query(`delete from ${name}`);
            await tx.query(
              `insert into ${name} (${columnList(table)}) select ${columnList(table)} from copied.${name}`,
            );
          }
          await tx.query(`update database_marks set identity = 'another server'`);
        }),
      atProvider: (status) =>
        references('select reference from simulated_payments where account = $1 and status::text = $2', [
          seller.sellerId,
          status,
        ]),
      holdsOfAuction: () =>
        references(
          `select provider_reference as reference from settlement_holds where auction_id = $1 and cleared_at is null
           union select provider_reference from authorizations where auction_id = $1 and state = 'captured_outside' and closed_at is null`,
          [auction.auctionId],
        ),
      compare: async () => {
        await db.query('update reconciliations set next_at = clock_timestamp() returning pg_sleep(0.001)');
        await compareBooks(deps);
      },
    };
  }

  async function play(played: RestoredStage, cards: ThreeCards): Promise<void> {
    const [standing, highest, winning] = cards;
    await recognizeDatabase(deps);
    await played.bid(5_000, standing);
    await played.bid(7_000);
    calls = 0;
    await played.tryToBid(9_000, highest);
    await played.tryToBid(8_000, winning);
    await played.hurry();
    await played.work();
    await played.end();
    for (let round = 0; round < 3; round += 1) {
      await played.hurry();
      await played.work();
    }
  }

  /** @returns the rules that are broken */
  async function goOnAfterRestore(played: RestoredStage): Promise<string[]> {
    const broken: string[] = [];
    const check = (rule: string, isKept: boolean) => void (isKept || broken.push(rule));
    const captures = async () => (await played.atProvider('captured')).length;
    check('one bidder has paid', (await captures()) === 1);
    await played.restoreBooks();
    await played.end();

    // Nobody has noticed yet that the database is another one.
    await played.work();
    check('nobody is charged before the database is recognized', (await captures()) === 1);
    check('the database is recognized as another one', (await recognizeDatabase(deps)) === 'moved');
    for (let round = 0; round < 4; round += 1) {
      await played.compare();
      await played.hurry();
      await played.work();
    }

    check('settlement goes on', (await findSettlementHoldOfAll(db)) === null);
    check('nobody else is charged', (await captures()) === 1);
    check('nothing stays held', (await played.atProvider('authorized')).length === 0);
    const { outcome } = await played.result();
    const undecided = outcome === 'SOLD' ? [] : await played.atProvider('captured');
    check(
      'the capture is in the books, or a person decides',
      undecided.join() === (await played.holdsOfAuction()).join(),
    );
    return broken;
  }

  return {
    service,
    stage,
    restoreBeforeEachCall: async (cards) => {
      await play(await stage(), cards);
      const count = calls;
      const restored: Restored[] = [];
      for (let call = 0; call < count; call += 1) {
        const played = await stage();
        copiedAt = call;
        await play(played, cards);
        copiedAt = Infinity;
        const title = `restored to before call ${call + 1} of ${count} (${cards.join(', ')})`;
        restored.push({ title, broken: await goOnAfterRestore(played) });
      }
      return restored;
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
