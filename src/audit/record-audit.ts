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

const auditColumns = 'api_key_id, request_id, action, subject_type, seller_id, before, after, subject_id';

/**
 * Remembers a change: in the transaction of the change, so that there is no one without the other.
 *
 * @param viewer `null`: whoever runs the service, by a command
 */
export async function recordAudit(tx: Connection, viewer: Viewer | null, change: Change): Promise<void> {
  await tx.query({
    name: 'record-audit',
    text: `insert into audit_log (${auditColumns}) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      viewer?.apiKeyId ?? null,
      auditedRequestId(viewer),
      change.action,
      change.subjectType,
      change.sellerId ?? viewer?.sellerId ?? null,
      asJson(change.before),
      asJson(change.after),
      change.subjectId,
    ],
  });
}

/**
 * The same as a part of the statement that makes the change, as SQL of its `with`: an entry for each row of `changed`, another
 * query of it. `$1` is the seller.
 *
 * @param entry.requestId `auditedRequestId`; all but `action` and `subjectType` as SQL, of such a row
 */
export function auditEntries(
  changed: string,
  entry: Pick<Change, 'action' | 'subjectType'> & {
    readonly [part in 'apiKeyId' | 'requestId' | 'before' | 'after' | 'subjectId']: string;
  },
): string {
  const { apiKeyId, requestId, action, subjectType, before, after, subjectId } = entry;
  return `remembered as (
        insert into audit_log (${auditColumns})
        select ${apiKeyId}, ${requestId}, '${action}', '${subjectType}', $1, ${before}, ${after}, ${subjectId} from ${changed}
      )`;
}

/** The request that a change is remembered with; `null` where it is none of HTTP's. */
export function auditedRequestId(viewer: Viewer | null): string | null {
  const { requestId } = viewer ?? {};
  return requestId !== undefined && isUuid(requestId) ? requestId : null;
}

function asJson(state: object | null): string | null {
  return state === null ? null : JSON.stringify(state);
}
