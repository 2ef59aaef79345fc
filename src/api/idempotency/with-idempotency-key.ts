import { fairSemaphore } from '../../core/semaphore.ts';
import { Refusal } from '../../core/refusal.ts';
import { withTransactionalDatabase } from '../../platform/db/transactional-database.ts';
import type { Deps } from '../../payments/deps.ts';
import type { KeyedRequest } from './keyed-request.ts';
import { type Answer, findAnswer, storeAnswer, takeKey } from './stored-answer.ts';

/** The result of the work. */
export interface Done {
  readonly answer: Answer;
  /** True if the work was done and a repetition gets this answer again; otherwise the work is rolled back, and the key is free. */
  readonly isKept: boolean;
}

/** A request under a key, and how its work is done. */
export interface KeyedWork extends KeyedRequest {
  /**
   * True for work that cannot be part of a transaction, because it calls payment providers: it runs on the ordinary
   * `deps` while the key is locked; if the process dies before the answer is stored, the repetition does the work again.
   */
  readonly commitsByItself?: boolean;
}

/** The answer; `isReplay` if it was stored before. */
export type OnceAnswer = Answer & { readonly isReplay: boolean };

/**
 * Work that commits by itself holds a connection for its key and needs a second one: if all were held, none could
 * continue. A seller's own requests wait for each other: three slow ones of one seller would occupy all places.
 */
const committingByThemselves = fairSemaphore({ max: 3, maxOfOwner: 1 });

/**
 * Other work holds the connection of its transaction, and waits there for the rows that an earlier request of its seller has changed. A
 * seller has two places: more would only wait, and take the connections of other sellers and of bidders.
 */
const inTransactions = fairSemaphore({ max: 6, maxOfOwner: 2 });

/**
 * Does the work of a request once, however often the request comes: work and answer are committed together, and a
 * repetition gets the stored answer. A process that dies in between leaves neither.
 *
 * @param run the work, with the dependencies to use in place of `deps`
 * @throws Refusal `idempotency_key_in_use`, `idempotency_key_reused`; any error of `run`, after a rollback
 */
export async function withIdempotencyKey(
  deps: Deps,
  request: KeyedWork,
  run: (deps: Deps) => Promise<Done>,
): Promise<OnceAnswer> {
  const { sellerId, commitsByItself } = request;
  if (commitsByItself !== true) return await inTransactions(sellerId, () => answerOnce(deps, request, run));
  return await committingByThemselves(sellerId, () => answerOnce(deps, request, () => run(deps)));
}

async function answerOnce(deps: Deps, request: KeyedRequest, run: (deps: Deps) => Promise<Done>): Promise<OnceAnswer> {
  const effects = afterCommit(deps);
  const given = await deps.db.transaction(async (tx) => {
    if (!(await takeKey(tx, request))) throw new Refusal('idempotency_key_in_use');
    const stored = await findAnswer(tx, request);
    if (stored !== null) {
      if (!stored.fingerprint.equals(request.fingerprint)) throw new Refusal('idempotency_key_reused');
      return { ...stored.answer, isReplay: true };
    }

    await tx.query('savepoint work');
    const { answer, isKept } = await withTransactionalDatabase(deps.db, tx, (db) =>
      run({ ...deps, ...effects.deps, db }),
    );
    if (isKept) {
      await storeAnswer(tx, request, answer);
    } else {
      await tx.query('rollback to savepoint work');
      effects.drop();
    }
    return { ...answer, isReplay: false };
  });
  // After the commit: an alarm or announcement of a rolled-back change would be useless.
  await effects.release();
  return given;
}

/** Collects the effects of work until its commit: `deps` are to be used in place of those that act at once. */
function afterCommit({ alarms, live }: Pick<Deps, 'alarms' | 'live'>) {
  let held: (() => unknown)[] = [];
  return {
    deps: {
      alarms: {
        ...alarms,
        // The sweep finds every alarm that cannot be armed later.
        arm: async (...args: Parameters<Deps['alarms']['arm']>) => {
          held.push(() => alarms.arm(...args));
          return true;
        },
      },
      live: {
        ...live,
        announce: (...args: Parameters<Deps['live']['announce']>) => void held.push(() => live.announce(...args)),
      },
    },
    drop: () => void (held = []),
    async release() {
      for (const effect of held) await effect();
    },
  };
}
