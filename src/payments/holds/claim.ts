import type { Logger } from 'pino';
import type { Connection } from '../../platform/db/database.ts';
import type { WorkKind } from '../providers/work-kinds.ts';
import { type Authorization, type AuthorizationState, authorizationColumns } from './authorization.ts';

/** An authorization with the caller's latest claim, as its `attempt` proves. */
export interface Claimed extends Authorization {
  readonly ageInSeconds: number;
  /** How long it has been in its state. */
  readonly secondsInState: number;
  /** It is released, and the settlement of its auction waits for that. */
  readonly isAwaited: boolean;
}

/**
 * How long a claim is exclusive, as SQL. Workers look for work every second, so the claims of a dead process are finished
 * within 6 s. A process that waits for a provider keeps its claim. One that stands still does no harm: both processes send the provider
 * the same request, and the later attempt records the answer.
 */
export const firstWait = `interval '4 s'`;

/** Longer than any request to a provider is under way, as SQL. */
export const requestLasts = `interval '1 minute'`;

/** Twice in the time for which a claim is exclusive. */
const keptEveryMs = 2_000;

/**
 * Keeps a claim while its process waits for the answer of a provider, which may take longer than a claim is exclusive: another process would
 * ask again, and the first answer would count no more.
 *
 * @param claimed the row with the caller's attempt
 */
export async function keepClaim<Answer>(
  { db, log }: { readonly db: Connection; readonly log: Logger },
  { authorizationId, attempt }: Pick<Authorization, 'authorizationId' | 'attempt'>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const keep = async () => {
    await db.query({
      name: 'keep-claim',
      text: `
        update authorizations set next_attempt_at = greatest(next_attempt_at, clock_timestamp() + ${firstWait})
        where authorization_id = $1 and attempt = $2 and next_attempt_at is not null`,
      values: [authorizationId, attempt],
    });
  };
  let kept = Promise.resolve();
  const keeping = setInterval(() => {
    kept = kept
      .then(keep)
      .catch((error: unknown) => log.warn({ err: error, authorizationId }, 'A claim could not be kept.'));
  }, keptEveryMs);
  try {
    return await ask();
  } finally {
    clearInterval(keeping);
    // A statement that ends after the answer would postpone what the answer makes due.
    await kept;
  }
}

/**
 * Counts the attempt and schedules the next one: after 4 s for the first three attempts, then 8, 16, 32, then every minute.
 * A process that claims a row and dies, or gets no clear answer, therefore leaves nothing to clean up. The waits grow:
 * a provider that is slower than the waits would otherwise get a repeated request before each of its answers. A new state
 * resets the waits: a slow bid says nothing about the release that follows. `waiting_since` stays: by it an operator hears of work
 * that is claimed again and again, and never done.
 */
const assignmentsOfClaim = `
  waiting_since = coalesce(waiting_since, least(next_attempt_at, clock_timestamp())),
  attempt = attempt + 1,
  tries_in_state = tries_in_state + 1,
  next_attempt_at = clock_timestamp()
    + least(${firstWait} * power(2, least(greatest(tries_in_state - 2, 0), 10)), interval '1 min')`;

const mayBeAwaited = `a.state = 'releasing' and a.bid_id is not null and not a.auction_is_over`;

/** `offset 0` keeps PostgreSQL from planning a join with all auctions. */
const isOfOpenAuction = `exists (
  select from auctions where auctions.auction_id = a.auction_id and status <> 'completed' offset 0)`;

/** SQL that is true while settlement waits for the release of a hold `a`. */
const isAwaited = `(${mayBeAwaited} and ${isOfOpenAuction})`;

/** The select list of a claim, over the row `a` of `authorizations`. */
export const claimedColumns = `${authorizationColumns}, ${isAwaited} as "isAwaited",
  extract(epoch from clock_timestamp() - created_at)::float8 as "ageInSeconds",
  extract(epoch from clock_timestamp() - coalesce(moved_at, created_at))::float8 as "secondsInState"`;

/**
 * Claims one authorization. A second claim is always possible: it gets a higher attempt number, and the first claimant can
 * no longer write.
 *
 * @returns `null` when the authorization is in none of these states
 */
export async function claim(
  connection: Connection,
  authorizationId: string,
  states: readonly AuthorizationState[],
): Promise<Claimed | null> {
  const { rows } = await connection.query<Claimed>({
    name: 'claim-authorization',
    text: `update authorizations a set ${assignmentsOfClaim}
      where authorization_id = $1 and state = any($2::authorization_state[])
      returning ${claimedColumns}`,
    values: [authorizationId, states],
  });
  return rows[0] ?? null;
}

const isBeforeSettlement = `a.state in ('intended', 'challenged', 'authorized')`;

/**
 * SQL conditions that select the rows `a` of `authorizations` of each kind. Each row with work to do has exactly one kind. A claim reads no
 * more than is due of its kind. The index `authorizations_due` begins with the state. A claim of captures cannot take it, as it has no
 * captures: `authorizations_due_captures` leaves out the losers, tens of thousands whose releases no settlement waits for.
 */
export const isOfKind: Readonly<Record<WorkKind, string>> = {
  capture: `(a.state = 'capturing' or ${mayBeAwaited}) is true and (a.state = 'capturing' or ${isOfOpenAuction})`,
  bid: `${isBeforeSettlement} and a.bid_id is null and a.replaces_authorization_id is null`,
  renewal: `${isBeforeSettlement}
    and (a.bid_id is null and a.replaces_authorization_id is not null or a.bid_id is not null and a.state = 'authorized')`,
  release: `a.state = 'releasing' and not ${isAwaited}`,
};

/**
 * Claims authorizations that were begun and not finished: the process died, the browser left, or the provider's answer was
 * lost. Several passes at once share the work.
 *
 * @param sellerId only authorizations of this seller; `null`: of all
 * @returns the longest overdue first
 */
export async function claimUnfinished(
  connection: Connection,
  kind: WorkKind,
  limit: number,
  sellerId: string | null = null,
): Promise<Claimed[]> {
  const { rows } = await connection.query<Claimed & { due_at: Date }>({
    name: `claim-unfinished-${kind}`,
    // An array leads to each row by its key: PostgreSQL takes a query with an unknown limit for a tenth of the table, and joins with all of it.
    text: `
      update authorizations a set ${assignmentsOfClaim}
      where authorization_id = any(array(
        select authorization_id from authorizations a
        where next_attempt_at <= statement_timestamp() and ($2::uuid is null or seller_id = $2) and ${isOfKind[kind]}
        order by next_attempt_at limit $1
        for no key update skip locked))
      returning ${claimedColumns}, old.next_attempt_at as due_at`,
    values: [limit, sellerId],
  });
  return rows
    .sort((one, other) => one.due_at.getTime() - other.due_at.getTime())
    .map(({ due_at: _, ...claimed }) => claimed);
}
