import { OperationTypeNode } from 'graphql';
import type { KeyCache } from '../platform/auth/keys-in-use.ts';
import { forLargeReads } from '../platform/db/large-reads.ts';
import { setViewer } from '../core/request-context.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../payments/deps.ts';
import type { AnswersInFlight } from '../platform/limits/answers-in-flight.ts';
import type { Counted } from '../platform/limits/request-limits.ts';
import { refuse } from './limits/limit-selections.ts';
import { limits } from './limits/operation-limits.ts';
import type { FieldAnswer, Variables } from '#one-statement/plan.ts';
import type { Prepared } from './prepare.ts';

/**
 * The sender of a request. A viewer from the key cache is trusted until a statement has checked that the key is
 * active: `queryAs` checks that with the statement itself. All other work waits for `verify`.
 */
export interface Caller {
  /** `null`: no key was sent. */
  readonly viewer: Viewer | null;
  /**
   * Checks that the key is active, unless a statement has checked it. A revoked key gets 401 before any other error.
   *
   * @throws Refusal `missing_api_key`, `invalid_api_key`, `seller_suspended`
   */
  verify(): Promise<Viewer | null>;
  /** Charges the request's budgets for more than one request. */
  charge(points: number): void;
  readonly inFlight: AnswersInFlight;
}

/** The sender of a request that was counted, before its key is looked up. */
export interface Sender {
  readonly requestId: string;
  readonly address: string;
  /** `tokenDigest` of the request. */
  readonly digest: string | null;
  readonly counted: Counted;
  readonly inFlight: AnswersInFlight;
}

/**
 * Finds the caller who sends a request: from the cache, or by looking the key up.
 *
 * @param authenticate looks the key up
 * @throws Refusal as `verify`; `rate_limited` if the key was looked up now and its budget is spent
 */
export async function findCaller(
  { keyUse, keyCache }: Pick<Deps, 'keyUse'> & { keyCache: KeyCache },
  { digest, requestId, counted, inFlight }: Sender,
  authenticate: () => Promise<Viewer | null>,
): Promise<Caller> {
  const cached = digest === null ? undefined : keyCache.get(digest);
  let isVerified = false;
  const onCheckedKey = (isActive: boolean) => {
    if (!isActive && digest !== null) keyCache.delete(digest);
    if (!isActive || isVerified || caller.viewer === null) return;
    isVerified = true;
    setViewer(caller.viewer);
    keyUse.note(caller.viewer.apiKeyId);
  };
  const caller = {
    viewer: cached === undefined ? null : ({ ...cached, requestId, onCheckedKey } as Viewer),
    charge: (points: number) => counted.charge(points),
    inFlight,
    async verify() {
      if (isVerified) return caller.viewer;
      const viewer = await authenticate().catch((error: unknown) => {
        if (error instanceof Refusal && digest !== null) keyCache.delete(digest);
        throw error;
      });
      if (viewer !== null && digest !== null) keyCache.set(digest, viewer);
      if (viewer !== null) await counted.countFoundKey();
      isVerified = true;
      return (caller.viewer = viewer === null ? null : { ...viewer, requestId });
    },
  };
  if (cached === undefined) await caller.verify();
  return caller;
}

/**
 * Charges an operation for the rows that it may read, and for each change after the first.
 *
 * @returns `deps` for its fields. A query that reads many rows, or passes over many, has limited time
 * @throws Refusal `invalid_request` for too many rows
 */
export function chargeOperation(deps: Deps, caller: Caller, prepared: Prepared, variables: Variables): Deps {
  const { operation: kind } = prepared.operation;
  const { rows, skipped } = prepared.readsFor(variables);
  const changes = kind === OperationTypeNode.MUTATION ? prepared.planFor(variables).selected.length : 0;
  const passed = Math.floor(skipped / limits.skippedPerRequest);
  const more = Math.floor(rows / limits.rowsPerRequest) + passed + Math.max(0, changes - 1);
  if (more > 0) caller.charge(more);
  if (rows > limits.rows) {
    refuse(
      `The operation may read ${rows} rows, of at most ${limits.rows}: ask for smaller pages, or in several requests.`,
    );
  }
  const isLarge = kind === OperationTypeNode.QUERY && (rows >= limits.rowsOfLargeRead || passed > 0);
  return isLarge ? { ...deps, db: forLargeReads(deps.db, caller.viewer?.sellerId ?? '') } : deps;
}

/**
 * Refuses an answer that is too long to be sent, and counts any other one as in flight.
 *
 * @param isChange true if the answer says what was changed: then it is sent, however much is in flight
 * @throws Refusal `invalid_request`; as `AnswersInFlight.check`
 */
export function takeAnswers({ inFlight }: Caller, answers: readonly FieldAnswer[], isChange: boolean): void {
  let characters = 0;
  for (const { json } of answers) for (const piece of json) characters += piece.length;
  if (characters > limits.answerCharacters) {
    refuse('The answer is too large: ask for smaller pages, for fewer fields, or in several requests.');
  }
  if (!isChange) inFlight.check(characters);
  inFlight.count(characters);
}
