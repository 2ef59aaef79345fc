import { z } from 'zod';
import { descending, cursorPageInput, type ListPage, readListPage } from '../../core/cursor-page.ts';
import { Refusal } from '../../core/refusal.ts';
import { searchText } from '../../core/text-input.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Connection, Database } from '../../platform/db/database.ts';
import type { Prisma, Seller } from '../../platform/db/generated/client.ts';
import { prismaPage } from '../../platform/db/prisma-page.ts';
import { escapePattern } from '../../platform/db/sql.ts';

const findSellersInput = cursorPageInput.extend({
  nameContains: searchText(200).nullish(),
  mode: z.enum(['live', 'test']).nullish(),
  isSuspended: z.boolean().nullish(),
});

const newestSellers = descending('sellers', { seller_id: 'uuid' });

/**
 * Lists all sellers, newest first.
 *
 * @param raw `nameContains` (in any case), `mode`, `isSuspended`, and `first` and `after` or `last` and `before`
 * @param selection the columns and relations to read, all columns by default
 * @throws Refusal `invalid_request`
 */
export async function findSellers(
  { db }: { db: Pick<Database, 'prisma'> },
  raw: unknown,
  selection: Pick<Prisma.SellerFindManyArgs, 'select'> = {},
): Promise<ListPage<Seller>> {
  return await readListPage(findSellersInput, newestSellers, raw, async (page, { nameContains, mode, isSuspended }) => {
    const { AND, orderBy, take } = prismaPage<Prisma.SellerFindManyArgs>(page);
    const where: Prisma.SellerWhereInput = {
      AND,
      ...(nameContains != null && { name: { contains: escapePattern(nameContains), mode: 'insensitive' } }),
      ...(mode != null && { mode }),
      ...(isSuspended != null && { suspendedAt: isSuspended ? { not: null } : null }),
    };
    return { rows: await db.prisma.seller.findMany({ ...selection, where, orderBy, take }) };
  });
}

/**
 * Reads a seller.
 *
 * @param selection the columns and relations to read, all columns by default
 * @throws Refusal `seller_not_found`
 */
export async function findSeller(
  { db }: { db: Pick<Database, 'prisma'> },
  sellerId: string,
  selection: Pick<Prisma.SellerFindFirstArgs, 'select'> = {},
): Promise<Seller> {
  const seller = isUuid(sellerId) ? await db.prisma.seller.findFirst({ ...selection, where: { sellerId } }) : null;
  if (seller === null) throw new Refusal('seller_not_found');
  return seller;
}

/** The counts of a seller's auctions, bids and sales. */
export interface Usage {
  /** The statuses that workers have stored: up to a few seconds older than the status by the clock. */
  readonly auctions: { readonly upcoming: number; readonly ongoing: number; readonly completed: number };
  readonly bids: number;
  /** Whole US cents, of winning bids. */
  readonly capturedValueInCents: number;
  /** The latest creation of an auction, placing of a bid or use of a key; `null`: none yet. */
  readonly lastActivityAt: Date | null;
}

/** Counts for one seller at a time, because it reads every bid of the seller. */
export async function countUsage(connection: Connection, sellerId: string): Promise<Usage> {
  const { rows } = await connection.query<Usage>(
    `select
       (select jsonb_build_object(
          'upcoming', count(*) filter (where status = 'upcoming'),
          'ongoing', count(*) filter (where status = 'ongoing'),
          'completed', count(*) filter (where status = 'completed'))
        from auctions where seller_id = $1) as auctions,
       count(*)::int as bids,
       coalesce(sum(bid_value_in_cents) filter (where is_winning_bid), 0)::float8 as "capturedValueInCents",
       greatest(
         max(placed_at),
         (select max(created_at) from auctions where seller_id = $1),
         (select max(last_used_at) from api_keys where seller_id = $1)) as "lastActivityAt"
     from bids where seller_id = $1`,
    [sellerId],
  );
  return rows[0]!;
}
