import { hash } from 'node:crypto';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { deleteOldRows } from '../db/delete-old-rows.ts';

/** A change for the audit log: the action, its subject, and the subject's state before and after. */
interface Change {
  /** The name of the operation, such as `updateAuction`. */
  readonly action: string;
  readonly subjectType:
    | 'auction'
    | 'api_key'
    | 'seller'
    | 'webhook_endpoint'
    | 'webhook_delivery'
    | 'picture'
    | 'bidder'
    | 'settlement_hold';
  readonly subjectId: string;
  /** The seller that owns the subject; by default the viewer. */
  readonly sellerId?: string;
  /** Absent or `null`: the subject did not exist. Never contains a secret or a digest. */
  readonly before?: object | null;
  /** Absent or `null`: the subject no longer exists. */
  readonly after?: object | null;
}

/**
 * Refuses a change of a subject once the audit log has enough such entries of the last 24 hours.
 *
 * @param limit.condition SQL that is true for the entries that count, with `limit.values` from `$2` on
 * @throws Refusal `rate_limited`
 */
export async function refuseMoreInDay(
  tx: Connection,
  subjectId: string,
  { most, condition, values = [], detail }: { most: number; condition: string; values?: unknown[]; detail: string },
): Promise<void> {
  const { rows } = await tx.query<{ recorded: number }>(
    `select count(*)::int as recorded from audit_log
     where subject_id = $1 and ${condition} and at > clock_timestamp() - interval '1 day'`,
    [subjectId, ...values],
  );
  if (rows[0]!.recorded >= most) throw new Refusal('rate_limited', { detail });
}

const auditColumns = 'api_key_id, request_id, action, subject_type, seller_id, before, after, subject_id';

/**
 * Records a change in the transaction of the change, so that both are committed or neither.
 *
 * @param viewer `null`: an operator's command
 */
export async function recordAudit(tx: Connection, viewer: Viewer | null, change: Change): Promise<void> {
  await tx.query({
    name: 'record-audit',
    text: `insert into audit_log (${auditColumns}) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      viewer?.apiKeyId ?? null,
      viewer?.requestId ?? null,
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
 * Returns SQL that records a change of an auction within the statement that makes it: a query of its `with` that writes an entry
 * for each row of `changed`. `$1` is the seller, `$2` the key.
 *
 * @param entry all but `action` as SQL over such a row
 */
export function auditEntries(
  changed: string,
  { action, requestId, before, after }: { action: string; requestId: string; before: string; after: string },
): string {
  return `remembered as (
        insert into audit_log (${auditColumns})
        select $2, ${requestId}, '${action}', 'auction', $1, ${before}, ${after}, auction_id from ${changed}
      )`;
}

/**
 * A longer text is recorded by its digest and its length: entries are kept for years, and one request can name its text in
 * thirty changes.
 */
const maxRecordedCharacters = 500;

function asJson(state: object | null | undefined): string | null {
  return state == null ? null : JSON.stringify(state, (_, value: unknown) => recorded(value));
}

function recorded(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= maxRecordedCharacters) return value;
  return `sha256:${hash('sha256', value, 'hex')} (${value.length} characters)`;
}

/**
 * Compares two states of an object, and reduces both to the fields that differ.
 *
 * @returns `null` if nothing differs: then no entry is needed
 */
export function differences<State extends object>(before: State, after: State) {
  const changed = (Object.keys(after) as (keyof State)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (changed.length === 0) return null;
  const cut = (state: State) => Object.fromEntries(changed.map((name) => [name, state[name]])) as Partial<State>;
  return { before: cut(before), after: cut(after) };
}

/**
 * Deletes entries past their retention, one batch per call: the next sweep continues.
 *
 * @param keptDays `null`: forever
 */
export async function deleteOldEntries(db: Connection, keptDays: number | null): Promise<number> {
  if (keptDays === null) return 0;
  return deleteOldRows(db, { table: 'audit_log', since: 'at', retention: `interval '${keptDays} days'` });
}
