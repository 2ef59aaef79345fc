import type { Connection } from '../db/database.ts';
import { type Claimed, claimedColumns, claiming } from './claim.ts';
import { isOfKind, type WorkKind, workKinds } from './work-kinds.ts';

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
