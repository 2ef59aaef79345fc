import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';

/** A change, as it is remembered: what was done to what, and how that was before and is now. */
export interface Change {
  /** The name of the operation, such as `updateAuction`. */
  readonly action: string;
  readonly subjectType: 'auction' | 'api_key' | 'seller' | 'webhook_endpoint' | 'webhook_delivery';
  readonly subjectId: string;
  /** Whose thing was changed; the viewer's own unless told. */
  readonly sellerId?: string;
  /** `null`: it did not exist. Never holds a secret or a digest. */
  readonly before: object | null;
  /** `null`: it is gone. */
  readonly after: object | null;
}

export const auditColumns = 'api_key_id, request_id, action, subject_type, seller_id, before, after, subject_id';

/**
 * Remembers a change: in the transaction of the change, so that there is no one without the other.
 *
 * @param viewer `null`: whoever runs the service, by a command
 */
export async function recordAudit(tx: Connection, viewer: Viewer | null, change: Change): Promise<void> {
  await tx.query({
    name: 'record-audit',
    text: `insert into audit_log (${auditColumns}) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [...auditValues(viewer, change), change.subjectId],
  });
}

/**
 * The same as a part of the statement that makes the change, as SQL of its `with`: an entry for each row that was changed.
 *
 * @param changed the name of a query of the same `with`
 * @param subjectId SQL, of one of its rows
 * @param first the number of the first of the parameters that `auditValues` are for
 */
export function auditEntries(changed: string, subjectId: string, first: number): string {
  const parameters = Array.from({ length: 7 }, (_, index) => `$${first + index}`).join(', ');
  return `remembered as (insert into audit_log (${auditColumns}) select ${parameters}, ${subjectId} from ${changed})`;
}

/** All but the subject's id, which a statement that creates the subject is the first to know. */
export function auditValues(viewer: Viewer | null, change: Omit<Change, 'subjectId'>): (string | null)[] {
  return [
    viewer?.apiKeyId ?? null,
    auditedRequestId(viewer),
    change.action,
    change.subjectType,
    change.sellerId ?? viewer?.sellerId ?? null,
    asJson(change.before),
    asJson(change.after),
  ];
}

export function auditedRequestId(viewer: Viewer | null): string | null {
  const { requestId } = viewer ?? {};
  return requestId !== undefined && isUuid(requestId) ? requestId : null;
}

function asJson(state: object | null): string | null {
  return state === null ? null : JSON.stringify(state);
}
