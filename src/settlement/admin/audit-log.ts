import { z } from 'zod';
import { descending, cursorPageInput, type ListPage, readListPage } from '../../core/cursor-page.ts';
import { searchText } from '../../core/text-input.ts';
import type { Database } from '../../platform/db/database.ts';
import { prismaPage } from '../../platform/db/prisma-page.ts';
import type { AuditEntry, Prisma } from '../../platform/db/generated/client.ts';

const findAuditEntriesInput = cursorPageInput.extend({
  sellerId: z.guid().nullish(),
  subjectId: z
    .guid()
    .transform((id) => id.toLowerCase())
    .nullish(),
  action: searchText(200).nullish(),
  apiKeyId: z.guid().nullish(),
  requestId: z.guid().nullish(),
  sinceTimestamp: z.int().min(0).max(1e11).nullish(),
});

/** The filters, the most selective first. */
const selectiveFilters = ['requestId', 'subjectId', 'apiKeyId', 'sellerId', 'action'] as const;

const newestEntries = descending('audit-log', { entry_id: 'bigint' });

/** An entry gets its number before others can see it. So the first entry of a minute earlier has no larger number. */
const numberedAheadMs = 60_000;

/**
 * Lists the audit log, newest first.
 *
 * @param raw `sellerId` (the owner of the changed object), `subjectId`, `action`, `apiKeyId` (the key that made the
 *   change), `requestId`, `sinceTimestamp` in unix seconds, and `first` and `after` or `last` and `before`
 * @param selection the columns to read, all by default
 * @throws Refusal `invalid_request`
 */
export async function findAuditEntries(
  { db }: { db: Pick<Database, 'prisma'> },
  raw: unknown,
  selection: Pick<Prisma.AuditEntryFindManyArgs, 'select'> = {},
): Promise<ListPage<AuditEntry>> {
  return await readListPage(findAuditEntriesInput, newestEntries, raw, async (page, query) => {
    const filters = selectiveFilters.filter((name) => query[name] != null);
    const { sinceTimestamp } = query;
    const { AND, orderBy, take, isDescending } = prismaPage<Prisma.AuditEntryFindManyArgs>(page);
    const since = sinceTimestamp == null ? [] : [await writtenSince(db, new Date(sinceTimestamp * 1000))];
    // The column of the most selective filter comes first, as in its index, which is read in either direction.
    const ofIndex = filters
      .slice(0, 1)
      .map((name) => ({ [name]: isDescending ? ('asc' as const) : ('desc' as const) }));
    const rows = await db.prisma.auditEntry.findMany({
      ...selection,
      where: { ...Object.fromEntries(filters.map((name) => [name, exactly(query[name]!)])), AND: [...AND, ...since] },
      orderBy: [...ofIndex, ...orderBy],
      take,
    });
    return { rows };
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

/** A field before and after a change; `null`: it had no value, or has none. */
export interface AuditChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns the fields of an entry. Those of lists and objects are named by the path to them. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): AuditChange[] {
  const [were, are] = [valuesIn(before), valuesIn(after)];
  const fields = new Set([...were.keys(), ...are.keys()]);
  return [...fields].map((field) => ({ field, before: were.get(field) ?? null, after: are.get(field) ?? null }));
}

function valuesIn(state: Prisma.JsonValue, path: readonly string[] = []): Map<string, string> {
  if (state === null) return new Map();
  if (typeof state !== 'object') return new Map([[path.join('.'), String(state)]]);
  return new Map(Object.entries(state).flatMap(([name, value]) => [...valuesIn(value ?? null, [...path, name])]));
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
