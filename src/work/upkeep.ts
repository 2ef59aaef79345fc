// The tasks that a worker repeats besides the sweep. Several workers may run them at once.
import { randomUUID } from 'node:crypto';
import { eraseOldBidders, firstPosition } from '../bidders/erase-bidder.ts';
import { readDueReversals } from '../books/follow-event.ts';
import { reconcileHeld } from '../books/reconcile-held.ts';
import { reconcileRecent } from '../books/reconcile-recent.ts';
import { openSecret, sealPrefix, sealSecret } from '../core/seal-secret.ts';
import type { Deps } from '../deps.ts';
import type { Bucket } from '../presentation/bucket.ts';
import { deleteStrayFolders } from '../presentation/picture-folders.ts';
import { countOpenAuthorizations } from '../settlement/count-open-authorizations.ts';
import { findOverdueWork } from '../settlement/measure-due-work.ts';
import { isAnotherDatabase, recognizeDatabase } from '../settlement/recognize-database.ts';
import { clearHoldsOfCompleted, findHoldOfAll } from '../settlement/settlement-holds.ts';
import { markEveryMs, markWorker, unmarkWorker } from '../settlement/worker-marks.ts';
import { repeat } from './repeat.ts';

/** Keeps this worker marked as alive, until it stops: by the marks an operator hears that no worker is left. */
export function keepMarked(deps: Pick<Deps, 'db' | 'log'>): AsyncDisposable {
  const workerId = randomUUID();
  const failure = 'This worker could not be marked as alive; retrying in seconds.';
  const marking = repeat(deps, { pauseMs: markEveryMs, failure }, () => markWorker(deps.db, workerId));
  return {
    async [Symbol.asyncDispose]() {
      await marking[Symbol.asyncDispose]();
      await unmarkWorker(deps.db, workerId).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'The mark of this worker could not be deleted.');
      });
    },
  };
}

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

type BooksDeps = Pick<Deps, 'config' | 'db' | 'gateways' | 'live' | 'log'>;

/**
 * Compares the books with the payment providers every few minutes, and at once while settlement is held. Reads refunds and disputes
 * that could not be read when they were reported.
 */
export function watchBooks(deps: BooksDeps): AsyncDisposable {
  const failure = 'Watching the books failed; retrying in seconds.';
  return repeat(deps, { pauseMs: 3_000, failure }, (signal) => compareBooks(deps, signal));
}

/** Does once what is due. */
export async function compareBooks(deps: BooksDeps, signal?: AbortSignal): Promise<void> {
  const { reconcileEverySeconds: everySeconds } = deps.config;
  if ((await findHoldOfAll(deps.db)) !== null) await reconcileHeld(deps, everySeconds, signal);
  for (const gateway of Object.values(deps.gateways)) {
    if (signal?.aborted === true) return;
    if (gateway !== null && everySeconds > 0) await reconcileRecent(deps, gateway, everySeconds, signal);
  }
  await readDueReversals(deps);
  await clearHoldsOfCompleted(deps.db);
}

/** Logs, every minute, money that is still held an hour after its auction was completed, and work that is overdue. */
export function watchReleases(deps: Pick<Deps, 'db' | 'log'>): AsyncDisposable {
  let checking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => void (checking = checkReleases(deps)), 60_000);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await checking;
    },
  };
}

/** Checks once. */
export async function checkReleases({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  try {
    const { overdueReleases } = await countOpenAuthorizations(db);
    if (overdueReleases.length > 0) {
      log.error({ authorizationIds: overdueReleases }, 'Money is still held an hour after its auction was completed.');
    }
    for (const work of await findOverdueWork(db)) {
      log.error(work, 'Work is overdue: no worker does it, or it keeps failing.');
    }
  } catch (error) {
    log.warn({ err: error }, 'Checking for overdue work failed; retrying in a minute.');
  }
}

/**
 * Seals secrets with the current key when a worker starts, and every hour, as a process that still has the earlier key may write
 * meanwhile.
 */
export function keepSecretsSealed(deps: Pick<Deps, 'db' | 'config' | 'log'>): AsyncDisposable {
  const failure = 'Sealing secrets failed; retrying in a minute.';
  return repeat(deps, { pauseMs: 3_600_000, retryMs: 60_000, failure }, (signal) => resealSecrets(deps, signal));
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

/** Deletes files of the bucket that no picture has any more. */
export function keepBucketClean(deps: Pick<Deps, 'db' | 'log'>, bucket: Bucket): AsyncDisposable {
  const failure = 'Deleting pictures from the bucket failed; retrying in ten minutes.';
  return repeat(deps, { pauseMs: 600_000, failure }, async (signal) => {
    while (!signal.aborted && (await deleteStrayFolders({ db: deps.db, bucket })));
  });
}

const batchSize = 200;

/** Every table with sealed secrets. Each has `seller_id`, `secret` and `previous_secret`. */
const sealedTables = [
  { table: 'webhook_endpoints', id: 'endpoint_id' },
  { table: 'bidder_signing', id: 'seller_id' },
] as const;

interface StoredSecrets {
  readonly id: string;
  readonly sellerId: string;
  readonly secret: string;
  readonly previousSecret: string | null;
}

type ResealDeps = Pick<Deps, 'db' | 'log'> & { readonly config: Pick<Deps['config'], 'secretsKeys'> };

/**
 * Seals with the current key every secret that is stored unsealed or under an earlier key: after that, the earlier
 * key can be removed from the configuration. A secret whose key is missing is logged and stays unchanged.
 *
 * @returns the number of changed rows
 */
export async function resealSecrets(
  deps: ResealDeps,
  stopping: AbortSignal = new AbortController().signal,
): Promise<number> {
  let written = 0;
  for (const sealed of sealedTables) written += await resealTable(deps, sealed, stopping);
  if (written > 0) deps.log.info({ rows: written }, 'Secrets were sealed with the current key.');
  return written;
}

async function resealTable(
  { db, config, log }: ResealDeps,
  { table, id: idColumn }: (typeof sealedTables)[number],
  stopping: AbortSignal,
): Promise<number> {
  const { secretsKeys: keys } = config;
  if (keys[0] === undefined) return 0;
  const isCurrent = `${sealPrefix(keys[0])}%`;
  let written = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  while (!stopping.aborted) {
    const read = await db.transaction(async (tx) => {
      const { rows } = await tx.query<StoredSecrets>(
        `select ${idColumn} as id, seller_id as "sellerId", secret, previous_secret as "previousSecret"
         from ${table}
         where ${idColumn} > $1 and (secret not like $2 or previous_secret not like $2)
         order by ${idColumn} limit ${batchSize} for no key update`,
        [after, isCurrent],
      );
      for (const { id, sellerId, secret, previousSecret } of rows) {
        const reseal = (stored: string) => sealSecret(keys, openSecret(keys, stored, sellerId), sellerId);
        try {
          await tx.query(`update ${table} set secret = $2, previous_secret = $3 where ${idColumn} = $1`, [
            id,
            reseal(secret),
            previousSecret === null ? null : reseal(previousSecret),
          ]);
          written += 1;
        } catch (error) {
          if (!(error instanceof Error) || 'severity' in error) throw error;
          log.error({ table, id, sellerId, reason: error.message }, 'A secret cannot be opened.');
        }
      }
      return rows;
    });
    if (read.length < batchSize) break;
    after = read.at(-1)!.id;
  }
  return written;
}
