import { z } from 'zod';
import { checkInput } from '../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../core/page-input.ts';
import { searchText } from '../core/search-text.ts';
import type { Database } from '../db/database.ts';
import { narrowing } from './narrowing.ts';

/** Who changed what, when. */
export interface AuditEntry {
  /** Grows with time; a text, as it may grow beyond GraphQL's whole numbers. */
  readonly entryId: string;
  readonly at: Date;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly sellerId: string | null;
  /** The key that asked; `null`: a command of whoever runs the service. */
  readonly apiKeyId: string | null;
  readonly keyPrefix: string | null;
  readonly actorName: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
}

const findAuditEntriesInput = pageInput.extend({
  sellerId: z.guid().optional(),
  subjectId: z
    .guid()
    .transform((id) => id.toLowerCase())
    .optional(),
  action: searchText(200).optional(),
  apiKeyId: z.guid().optional(),
  sinceTimestamp: z.int().min(0).max(1e11).optional(),
});

type FindAuditEntriesInput = z.output<typeof findAuditEntriesInput>;

/**
 * Where to stop reading: entries are numbered as they are written, which is a moment before they can be seen, so the
 * number of the first one a minute earlier is surely none too large.
 */
const firstSince = `(select entry_id from audit_log where at >= to_timestamp(?) - interval '1 minute' order by at limit 1)`;

/**
 * The audit log, newest first.
 *
 * @param input `sellerId` (whose thing was changed), `subjectId`, `action`, `apiKeyId` (who asked), `sinceTimestamp` in
 *   unix seconds, `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function findAuditEntries(
  { db }: { db: Pick<Database, 'pool'> },
  input: unknown,
): Promise<Page<AuditEntry>> {
  const asked = checkInput(findAuditEntriesInput, input);
  const order = orderOf(asked);
  const { conditions, values } = narrowing(
    [
      ['subject_id between ? and ?', asked.subjectId],
      ['api_key_id between ? and ?', asked.apiKeyId],
      ['seller_id between ? and ?', asked.sellerId],
      ['action between ? and ?', asked.action],
      [`at >= to_timestamp(?) and entry_id >= ${firstSince}`, asked.sinceTimestamp],
    ],
    2,
  );
  const { rows } = await db.pool.query<AuditEntry>(
    `select e.entry_id::text as "entryId", e.at, e.action, e.subject_type as "subjectType", e.subject_id as "subjectId",
       e.seller_id as "sellerId", e.api_key_id as "apiKeyId", k.prefix as "keyPrefix", s.name as "actorName",
       e.before, e.after, e.request_id as "requestId"
     from (select * from audit_log where true ${conditions} order by ${order} limit $1 offset $2) e
     left join api_keys k on k.api_key_id = e.api_key_id left join sellers s on s.seller_id = k.seller_id
     order by e.entry_id desc`,
    [asked.limit + 1, asked.offset, ...values],
  );
  return pageOf(rows, asked.limit);
}

/**
 * Newest first, by the index of the filter that leaves least. Were it known to be one value, PostgreSQL might go by the
 * entries' numbers instead and read the whole log for an action that is rare: hence `between`, and its column in the order.
 */
function orderOf({ subjectId, apiKeyId, sellerId, action }: FindAuditEntriesInput): string {
  if (subjectId !== undefined) return 'subject_id, entry_id desc';
  if (apiKeyId !== undefined) return 'api_key_id, entry_id desc';
  if (sellerId !== undefined) return 'seller_id, entry_id desc';
  return action === undefined ? 'entry_id desc' : 'action, entry_id desc';
}
