import type { Connection } from '../db/database.ts';
import { type Claimed, claimedColumns, claiming } from './claim.ts';
import { type WorkKind, workKinds } from '../providers/work-kinds.ts';
import { couldBeCaptured } from './could-be-captured.ts';

const isUnheld = `a.state in ('intended', 'challenged', 'authorized') and a.bid_id is null`;

// A refused capture leaves its code: the holds of thousands that only lost need no look at the capture attempts.
const isRefused = `a.failure_code is not null and ${couldBeCaptured('a')}`;

/** SQL conditions that select the rows `a` of `authorizations` of each kind. Each row with work to do has exactly one kind. */
export const isOfKind: Readonly<Record<WorkKind, string>> = {
  capture: `(a.state = 'capturing' or a.state = 'releasing' and ${isRefused})`,
  bid: `${isUnheld} and a.replaces_authorization_id is null`,
  renewal: `(${isUnheld} and a.replaces_authorization_id is not null or a.state = 'authorized' and a.bid_id is not null)`,
  release: `a.state = 'releasing' and not (${isRefused})`,
};

/** Limits which authorizations are claimed; without limits every due one is. */
export interface ClaimScope {
  readonly kind?: WorkKind;
  /** Claims only authorizations of this seller. */
  readonly sellerId?: string | null;
}

/**
 * Claims authorizations that were begun and not finished: the process died, the browser left, or the provider's answer was
 * lost. Several passes at once share the work.
 *
 * @returns the longest overdue first
 */
export async function claimUnfinished(
  connection: Connection,
  limit: number,
  { kind, sellerId = null }: ClaimScope = {},
): Promise<Claimed[]> {
  const { rows } = await connection.query<Claimed>({
    name: `claim-unfinished-${kind ?? 'all'}`,
    text: claimingOf(kind === undefined ? anyKind : isOfKind[kind]),
    values: [limit, sellerId],
  });
  return (rows as (Claimed & { due_at: Date })[])
    .sort((one, other) => one.due_at.getTime() - other.due_at.getTime())
    .map(({ due_at: _, ...claimed }) => claimed);
}

const anyKind = `(${workKinds.map((kind) => `(${isOfKind[kind]})`).join(' or ')})`;

function claimingOf(condition: string): string {
  return `
    with due as (
      select authorization_id as id, next_attempt_at as due_at from authorizations a
      where next_attempt_at <= clock_timestamp() and ($2::uuid is null or seller_id = $2) and ${condition}
      order by next_attempt_at limit $1
      for no key update skip locked
    )
    update authorizations set ${claiming} from due where authorization_id = id
    returning ${claimedColumns}, due_at`;
}
