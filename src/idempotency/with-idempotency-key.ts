import { Refusal } from '../core/refusal.ts';
import { joinedDatabase } from '../db/joined-database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { fewAtOnce } from './few-at-once.ts';
import { heldEffects } from './held-effects.ts';
import { type Answer, findAnswer, type KeyedRequest, storeAnswer, takeKey } from './stored-answer.ts';

/** What came of the work. */
export interface Done {
  readonly answer: Answer;
  /** Whether a repetition gets this answer again; otherwise it does the work anew. */
  readonly isKept: boolean;
  /** Whether the work is undone; one whose answer is not kept always is. */
  readonly isUndone: boolean;
}

/** The answer, and whether it was given before. */
export type OnceAnswer = Answer & { readonly isReplay: boolean };

/** Work that commits by itself holds a connection for its key and needs another: were all held, none could go on. */
const committingByThemselves = fewAtOnce(3);

/**
 * Does the work of a request once, however often the request comes: work and answer are committed together, and its
 * repetition gets the answer again. A process that dies in between leaves nothing of either.
 *
 * @param request.commitsByItself work that cannot be a part of a transaction, as it asks others: it runs on the ordinary
 *   `deps` while the key is held, and where the process dies before the answer is kept, the repetition does it again
 * @param run the work, on what it is given in place of `deps`
 * @throws Refusal `idempotency_key_in_use`, `idempotency_key_reused`; whatever `run` throws, with all of it undone
 */
export async function withIdempotencyKey(
  deps: Deps,
  request: KeyedRequest & { readonly commitsByItself?: boolean },
  run: (deps: Deps) => Promise<Done>,
): Promise<OnceAnswer> {
  if (request.commitsByItself !== true) return await answerOnce(deps, request, run);
  return await committingByThemselves(() => answerOnce(deps, request, () => run(deps)));
}

async function answerOnce(deps: Deps, request: KeyedRequest, run: (deps: Deps) => Promise<Done>): Promise<OnceAnswer> {
  const effects = heldEffects(deps);
  const given = await inTransaction(deps.db, async (tx) => {
    if (!(await takeKey(tx, request))) throw new Refusal('idempotency_key_in_use');
    const stored = await findAnswer(tx, request);
    if (stored !== null) {
      if (!stored.fingerprint.equals(request.fingerprint)) throw new Refusal('idempotency_key_reused');
      return { ...stored.answer, isReplay: true };
    }

    await tx.query('savepoint work');
    const { answer, isKept, isUndone } = await run({ ...deps, ...effects.deps, db: joinedDatabase(deps.db, tx) });
    if (isUndone || !isKept) {
      await tx.query('rollback to savepoint work');
      effects.drop();
    }
    if (isKept) await storeAnswer(tx, request, answer);
    return { ...answer, isReplay: false };
  });
  // After the commit: an alarm, or an announcement, of what was rolled back would be a look for nothing.
  await effects.release();
  return given;
}
