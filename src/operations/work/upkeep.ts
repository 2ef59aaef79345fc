// The tasks that a worker repeats, apart from the sweep. Several workers may run them at once.
import { setTimeout as delay } from 'node:timers/promises';
import { eraseOldBidders, firstPosition } from '../../auctions/bidders/erase-old-bidders.ts';
import { readDueReversals } from '../../settlement/reversals/read-reversals.ts';
import { reconcileHeld } from '../../settlement/books/reconcile-held.ts';
import { reconcileRecent } from '../../settlement/books/reconcile-recent.ts';
import { openSecret, sealPrefix, sealSecret } from '../../core/seal-secret.ts';
import { sealedColumns } from '../../core/sealed-columns.ts';
import { analyzeGrownTables } from '../../platform/db/analyze-grown-tables.ts';
import type { Deps } from '../../payments/deps.ts';
import type { Bucket } from '../../auctions/presentation/bucket.ts';
import { encodeLeftOriginals } from '../../auctions/presentation/encode-original.ts';
import { deleteStrayFolders } from '../../auctions/presentation/picture-folders.ts';
import { deleteUnusedPictures } from '../../auctions/presentation/store-picture.ts';
import { countOpenAuthorizations } from '../../settlement/count-open-authorizations.ts';
import { findOverdueWork } from '../../settlement/measure-due-work.ts';
import { isAnotherDatabase, recognizeDatabase } from '../../settlement/recognize-database.ts';
import { clearSettlementHoldsOfCompleted, findSettlementHoldOfAll } from '../../settlement/settlement-holds.ts';
import { repeat } from './repeat.ts';

const markDatabaseEveryMs = 60_000;

/** Marks the database every minute, and holds settlement within seconds when a standby was promoted in its place. */
export function watchDatabase(deps: Pick<Deps, 'db' | 'log'>): AsyncDisposable {
  let markedAtMs = -Infinity;
  const failure = 'The database could not be recognized; retrying in seconds.';
  return repeat(deps, { pauseMs: 2_000, failure }, async () => {
    const isDue = performance.now() - markedAtMs >= markDatabaseEveryMs;
    if (!isDue && !(await isAnotherDatabase(deps.db))) return;
    await recognizeDatabase(deps);
    markedAtMs = performance.now();
  });
}

/**
 * Compares the books with the payment providers every few minutes, and at once while settlement is held. Reads refunds and disputes
 * that could not be read when they were reported.
 */
export async function compareBooks(
  deps: Pick<Deps, 'config' | 'db' | 'gateways' | 'live' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const { reconcileEverySeconds: everySeconds } = deps.config;
  if ((await findSettlementHoldOfAll(deps.db)) !== null) await reconcileHeld(deps, everySeconds, signal);
  for (const gateway of Object.values(deps.gateways)) {
    if (signal?.aborted === true) return;
    if (gateway !== null && everySeconds > 0) await reconcileRecent(deps, gateway, everySeconds, signal);
  }
  await readDueReversals(deps);
  await clearSettlementHoldsOfCompleted(deps.db);
}

/** Logs, every minute, money that is still held an hour after its auction was completed, and work that is overdue. */
export function watchReleases(deps: Pick<Deps, 'db' | 'log'>): AsyncDisposable {
  const failure = 'Checking for overdue work failed; retrying in a minute.';
  return repeat(deps, { pauseMs: 0, failure }, async (signal) => {
    // Not at once: a worker that has just started has not done what waited for it.
    await delay(60_000, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await checkReleases(deps);
  });
}

/** Checks once. */
export async function checkReleases({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const { overdueReleases } = await countOpenAuthorizations(db);
  if (overdueReleases.length > 0) {
    log.error({ authorizationIds: overdueReleases }, 'Money is still held an hour after its auction was completed.');
  }
  for (const work of await findOverdueWork(db)) {
    log.error(work, 'Work is overdue: no worker does it, or it keeps failing.');
  }
}

/** Erases bidders past `BIDDER_RETENTION_DAYS`, a hundred at a time. */
export function keepErasingBidders(deps: Pick<Deps, 'db' | 'gateways' | 'log' | 'config'>): AsyncDisposable {
  const { bidderRetentionDays: days } = deps.config;
  let position = firstPosition;
  const failure = 'Erasing old bidders failed; retrying in a few seconds.';
  return repeat(deps, { pauseMs: 5_000, failure }, async () => {
    if (days !== null) position = await eraseOldBidders(deps, days, position);
  });
}

/** Keeps the plans of statements fit for tables that grow: see `analyzeGrownTables`. */
export function keepPlansFit(deps: Pick<Deps, 'db' | 'log'>): AsyncDisposable {
  const failure = 'Analyzing tables that have grown failed; retrying in seconds.';
  return repeat(deps, { pauseMs: 2_000, failure }, () => analyzeGrownTables(deps.db));
}

/**
 * Encodes uploads that no process encodes any more, and deletes what no page shows: pictures after a day, and files of the bucket that
 * no picture has.
 */
export function keepPictures(deps: Pick<Deps, 'db' | 'log'>, bucket: Bucket | null): AsyncDisposable {
  const { db } = deps;
  const failure = 'Encoding or deleting pictures failed; retrying in a minute.';
  return repeat(deps, { pauseMs: 60_000, failure }, async (signal) => {
    await encodeLeftOriginals({ db, bucket }, signal);
    await deleteUnusedPictures(db, null);
    if (bucket === null) return;
    while (!signal.aborted && (await deleteStrayFolders({ db, bucket })));
  });
}

/**
 * Seals with the current key every secret that is stored unsealed or under an earlier key: after that, the earlier
 * key can be removed from the configuration. A secret whose key is missing is logged and stays unchanged.
 *
 * @returns the number of secrets that were sealed
 */
export async function resealSecrets(
  { db, config, log }: Pick<Deps, 'db' | 'log'> & { readonly config: Pick<Deps['config'], 'secretsKeys'> },
  stopping?: AbortSignal,
): Promise<number> {
  const { secretsKeys: keys } = config;
  if (keys[0] === undefined) return 0;
  let written = 0;
  for (const { table, id: idColumn, column, owner: ownerOf } of sealedColumns) {
    const { rows } = await db.query<{ readonly id: string; readonly owner: string; readonly stored: string }>(
      `select ${idColumn} as id, ${ownerOf} as owner, ${column} as stored from ${table} where ${column} not like $1`,
      [`${sealPrefix(keys[0])}%`],
    );
    for (const { id, owner, stored } of rows) {
      if (stopping?.aborted === true) return written;
      let sealed: string;
      try {
        sealed = sealSecret(keys, openSecret(keys, stored, owner), owner);
      } catch (error) {
        log.error({ table, id, owner, reason: (error as Error).message }, 'A secret cannot be opened.');
        continue;
      }
      // A secret that has changed meanwhile waits for the next time.
      const { rowCount } = await db.query(
        `update ${table} set ${column} = $3 where ${idColumn} = $1 and ${column} = $2`,
        [id, stored, sealed],
      );
      written += rowCount ?? 0;
    }
  }
  if (written > 0) log.info({ secrets: written }, 'Secrets were sealed with the current key.');
  return written;
}
