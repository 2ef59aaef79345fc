import { z } from 'zod';
import { checkInput } from '../../core/check-input.ts';
import { pageInput } from '../../core/page-input.ts';
import { searchText } from '../../core/text-input.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AuditEntry, Prisma } from '../../platform/db/generated/client.ts';

const findAuditEntriesInput = pageInput.extend({
  sellerId: z.guid().optional(),
  subjectId: z
    .guid()
    .transform((id) => id.toLowerCase())
    .optional(),
  action: searchText(200).optional(),
  apiKeyId: z.guid().optional(),
  requestId: z.guid().optional(),
  sinceTimestamp: z.int().min(0).max(1e11).optional(),
});

/** The filters, the most selective first. */
const selectiveFilters = ['requestId', 'subjectId', 'apiKeyId', 'sellerId', 'action'] as const;

/** An entry gets its number before others can see it. So the first entry of a minute earlier has no larger number. */
const numberedAheadMs = 60_000;

/**
 * Lists the audit log, newest first.
 *
 * @param input `sellerId` (the owner of the changed object), `subjectId`, `action`, `apiKeyId` (the key that made the
 *   change), `requestId`, `sinceTimestamp` in unix seconds, `limit`, `offset`
 * @param selection the columns to read, all by default
 * @throws Refusal `invalid_request`
 */
export async function findAuditEntries(
  { db }: { db: Pick<Database, 'prisma'> },
  input: unknown,
  selection: Pick<Prisma.AuditEntryFindManyArgs, 'select'> = {},
): Promise<AuditEntry[]> {
  const query = checkInput(findAuditEntriesInput, input);
  const filters = selectiveFilters.filter((name) => query[name] !== undefined);
  const { sinceTimestamp, limit, offset } = query;
  return await db.prisma.auditEntry.findMany({
    ...selection,
    where: {
      ...Object.fromEntries(filters.map((name) => [name, exactly(query[name]!)])),
      ...(sinceTimestamp !== undefined && (await writtenSince(db, new Date(sinceTimestamp * 1000)))),
    },
    // The column of the most selective filter comes first, as in its index.
    orderBy: [...filters.slice(0, 1).map((name) => ({ [name]: 'asc' as const })), { entryId: 'desc' }],
    take: limit,
    skip: offset,
  });
}

/** Bounds the read by the entries' numbers: the index by instant is not in the order of the list. */
async function writtenSince({ prisma }: Pick<Database, 'prisma'>, since: Date): Promise<Prisma.AuditEntryWhereInput> {
  const first = await prisma.auditEntry.findFirst({
    where: { at: { gte: new Date(since.getTime() - numberedAheadMs) } },
    orderBy: { at: 'asc' },
    select: { entryId: true },
  });
  // Without an entry since then, the condition on the instant would read the whole log to find none.
  return first === null ? { entryId: { in: [] } } : { at: { gte: since }, entryId: { gte: first.entryId } };
}

/**
 * Writes equality as a range: for a single value PostgreSQL might follow the entries' numbers and read the whole log
 * for a rare action.
 */
function exactly(value: string): { gte: string; lte: string } {
  return { gte: value, lte: value };
}

/** The key that made a change, as operators see it. */
export interface Actor {
  readonly prefix: string;
  readonly seller: { readonly name: string };
}

/**
 * Reads the key that made a change. Prisma reads the keys of a whole page in one query, because they are requested in
 * the same tick. The log has no relation to the keys: an entry outlives its key.
 *
 * @param apiKeyId `null`: an operator's command made the change
 * @returns `null` for a command
 */
export async function findActor(
  { db }: { db: Pick<Database, 'prisma'> },
  apiKeyId: string | null,
): Promise<Actor | null> {
  if (apiKeyId === null) return null;
  return db.prisma.apiKey.findUnique({
    where: { apiKeyId },
    select: { prefix: true, seller: { select: { name: true } } },
  });
}
