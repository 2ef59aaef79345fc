import { auditEntries, auditValues, type Change } from '../audit/record-audit.ts';
import { fromLivingKey } from '../auth/living-key.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { byInstant, clockOffset, nowOfSellersRow } from '../db/seller-clock.ts';
import { inOneRoundTrip } from '../db/transaction.ts';
import { auctionColumns, type AuctionRow, statusByClock } from './auction-row.ts';
import { refuseUnlessUuid } from './find-auction.ts';

/** What is to become of an auction. */
export interface AuctionChange {
  readonly statement: ChangeStatement;
  /** Whether it goes by rows of others, which may be written while it waits for the auction's. */
  readonly seesOthers: boolean;
  /** The statement's own. */
  readonly values: readonly unknown[];
  readonly entry: Pick<Change, 'action' | 'before' | 'after'>;
}

/** See `changing`. */
export interface ChangeStatement {
  readonly name: string;
  readonly text: string;
}

/** An auction as it was read, and when. */
interface ReadAuction extends AuctionRow {
  readonly now: Date;
  /** The transaction that wrote the row as it was read. */
  readonly version: string;
}

/**
 * Changes an auction in two round trips: reads it, has it judged, and writes where it is as it was judged. Otherwise somebody
 * else was faster, or the clock was, and all of it is done again.
 *
 * @param judge the rules: what to change, `null` for nothing; throws what they refuse
 * @returns the auction as it now is
 * @throws Refusal `invalid_api_key`, `auction_not_found`
 */
export async function changeAuction(
  db: Pick<Database, 'pool'>,
  viewer: Viewer,
  auctionId: string,
  judge: (auction: AuctionRow, now: Date) => AuctionChange | null,
): Promise<AuctionRow> {
  for (;;) {
    const auction = await readAuction(db, viewer, auctionId);
    const change = judge(auction, auction.now);
    if (change === null) return auction;
    const changed = await writeUnlessMoved(db, viewer, auction, change);
    if (changed !== null) return changed;
  }
}

async function readAuction({ pool }: Pick<Database, 'pool'>, viewer: Viewer, auctionId: string): Promise<ReadAuction> {
  refuseUnlessUuid(auctionId);
  const { rows } = await pool.query<ReadAuction | { auctionId: null }>({
    name: 'read-auction-to-change',
    text: `
      select ${nowOfSellersRow} as now, auction.*
      ${fromLivingKey(
        '$3',
        ` left join lateral (
          select xmin as version, ${byInstant(auctionColumns, nowOfSellersRow)}
          from auctions where auctions.seller_id = $1 and auction_id = $2
        ) auction on true`,
      )}`,
    values: [viewer.sellerId, auctionId, viewer.apiKeyId],
  });
  const auction = rows[0];
  if (auction === undefined) throw new Refusal('invalid_api_key');
  if (auction.auctionId === null) throw new Refusal('auction_not_found');
  return auction;
}

/**
 * A statement that changes an auction where it still is as it was judged, with its entry in the audit log. Its own parameters
 * begin at `$12`.
 *
 * @param does.set the assignments to its row, as SQL
 * @param does.also further queries of the `with`, as SQL: the row as it now is, and what its status `was`, are `changed`
 */
export function changing(name: string, does: { set: string; also?: string }): ChangeStatement {
  return {
    name,
    text: `
      with held as materialized (
        select auction_id, xmin as version, status, first_bid_attempt_at, bidding_period_starts_at, bidding_period_ends_at
        from auctions where seller_id = $1 and auction_id = $2
        for no key update
      ), judged as (
        -- By a clock that is read once the row is held, however long that took.
        select auction_id, now from (
          select held.*, clock_timestamp() + ${clockOffset} as now from held, sellers where seller_id = $1
        ) held
        where version = $3 and ${byInstant(statusByClock, 'now')} = $4
      ), changed as (
        update auctions set ${byInstant(does.set, 'judged.now')} from judged where auctions.auction_id = judged.auction_id
        returning old.status as was, new.*, judged.now
      ), ${does.also === undefined ? '' : `${does.also}, `}${auditEntries('changed', 'auction_id', 5)}
      select ${byInstant(auctionColumns, 'now')} from changed`,
  };
}

/** @returns `null` where the row, or the status that the clock gives it, is no longer as it was judged */
async function writeUnlessMoved(
  db: Pick<Database, 'pool'>,
  viewer: Viewer,
  { sellerId, auctionId, version, status }: ReadAuction,
  { statement, seesOthers, values, entry }: AuctionChange,
): Promise<AuctionRow | null> {
  const write = {
    ...statement,
    values: [
      sellerId,
      auctionId,
      version,
      status,
      ...auditValues(viewer, { ...entry, subjectType: 'auction' }),
      ...values,
    ],
  };
  if (!seesOthers) return (await db.pool.query<AuctionRow>(write)).rows[0] ?? null;
  // A statement sees what was committed before it began: so it begins once the row is held.
  const [, written] = await inOneRoundTrip(db, [
    {
      name: 'lock-auction-to-change',
      text: 'select from auctions where seller_id = $1 and auction_id = $2 for no key update',
      values: [sellerId, auctionId],
    },
    write,
  ]);
  return (written!.rows as AuctionRow[])[0] ?? null;
}
