import { auditColumns, auditedRequestId } from '../audit/record-audit.ts';
import { fromLivingKey } from '../auth/living-key.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import type { AuctionStatus, AuctionType } from '../db/generated/client.ts';
import { byInstant, clockOffset } from '../db/seller-clock.ts';
import { selectList } from '../db/source.ts';
import { inOneRoundTrip } from '../db/transaction.ts';
import { statusByClock } from './auction-row.ts';
import { findAuction, refuseUnlessUuid } from './find-auction.ts';
import { forShown, type Shown, type ShownStatement } from './shown-auction.ts';

/** What the rules look at. Instants as PostgreSQL writes them in JSON. */
export interface AuctionToJudge {
  /** By the seller's clock. */
  readonly now: string;
  readonly status: AuctionStatus;
  readonly type: AuctionType;
  readonly cancelledAt: string | null;
  readonly captureRequestedAt: string | null;
  readonly firstBidAttemptAt: string | null;
  /** Whether the change would leave anything else than it was. */
  readonly differs: boolean;
  /** The transaction that wrote the row. */
  readonly version: string;
}

const columnsToJudge = selectList({
  now: 'now',
  status: 'standing',
  type: 'type',
  cancelledAt: 'cancelled_at',
  captureRequestedAt: 'capture_requested_at',
  firstBidAttemptAt: 'first_bid_attempt_at',
  differs: 'before is not null',
  version: 'version::text',
});

export interface Judgement {
  /** Whether the change goes by rows of others, which may be written while it waits for the auction's. */
  readonly seesOthers: boolean;
}

/** A change that somebody asks for. */
export interface AskedChange {
  readonly statement: ChangeStatement;
  /** The statement's own. */
  readonly values: readonly unknown[];
  /** Whether it may be made without having been judged, where that is `plainly` right. */
  readonly isPlain: boolean;
  /** The rules. `null`: there is nothing to change; throws what they refuse. */
  readonly judge: (auction: AuctionToJudge) => Judgement | null;
}

/** See `changing`. */
export type ChangeStatement = (shown: Shown<unknown>) => ShownStatement;

type Attempted<Row> =
  | (Row & { readonly toJudge: null })
  | { readonly auctionId: null; readonly toJudge: AuctionToJudge | null };

/** What nothing has ever been written by: a change that has to be judged first finds nothing like it. */
const noVersion = '0';

/**
 * Changes an auction: at once where that is plainly right. Otherwise what was found is judged, and changed where it still is as
 * it was judged; where it is not, somebody else was faster, and it is judged again.
 *
 * @returns the auction as it now is
 * @throws Refusal `invalid_api_key`, `auction_not_found`, and what the rules refuse
 */
export async function changeAuction<Row extends { auctionId: string }>(
  db: Pick<Database, 'pool'>,
  viewer: Viewer,
  auctionId: string,
  { statement, values, isPlain, judge }: AskedChange,
  shown: Shown<Row>,
): Promise<Row> {
  refuseUnlessUuid(auctionId);
  const attempt = async (version: string | null, { seesOthers }: Judgement) => {
    const write = {
      ...statement(shown),
      values: [viewer.sellerId, auctionId, viewer.apiKeyId, auditedRequestId(viewer), version, ...values],
    };
    // A statement sees what was committed before it began: so it begins once the row is held.
    const results = seesOthers
      ? await inOneRoundTrip(db, [holding(viewer, auctionId), write])
      : [await db.pool.query(write)];
    return results.at(-1)!.rows[0] as Attempted<Row> | undefined;
  };

  let attempted = await attempt(isPlain ? null : noVersion, { seesOthers: false });
  for (;;) {
    if (attempted === undefined) throw new Refusal('invalid_api_key');
    if (attempted.auctionId !== null) return attempted;
    if (attempted.toJudge === null) throw new Refusal('auction_not_found');
    const judgement = judge(attempted.toJudge);
    if (judgement === null) return await findAuction({ db }, viewer, auctionId, shown);
    attempted = await attempt(attempted.toJudge.version, judgement);
  }
}

function holding({ sellerId }: Viewer, auctionId: string) {
  return {
    name: 'hold-auction-to-change',
    text: 'select from auctions where seller_id = $1 and auction_id = $2 for no key update',
    values: [sellerId, auctionId],
  };
}

/**
 * A statement that changes an auction, with its entry in the audit log, and answers with what is wanted of it; or, where it has
 * not changed it, with the auction to judge. Its own parameters begin at `$6`.
 *
 * In its SQL `standing` is the status by the clock and `now` the instant, read once the row is held, however long that took.
 *
 * @param does.plainly where no rule can object, as SQL of its row; what it leaves out is judged
 * @param does.entry a query of what the audit log remembers, `before` and `after`; nothing changes where they are null
 * @param does.set the assignments to its row, as SQL
 * @param does.also further queries of the `with`, as SQL: the row as it now is, and what its stored status `was`, are `changed`
 */
export function changing(
  action: string,
  does: { plainly: string; entry: string; set: string; also?: string },
): ChangeStatement {
  return forShown(
    action,
    (columns) => `
      with key as materialized (
        select ${clockOffset} as ahead ${fromLivingKey('$3')}
      ), held as materialized (
        select auctions.*, auctions.xmin as version, ahead from key, auctions
        where auctions.seller_id = $1 and auction_id = $2
        for no key update of auctions
      ), found as materialized (
        select held.*, standing, before, after
        from (select held.*, clock_timestamp() + ahead as now from held) held,
          lateral (select ${byInstant(statusByClock, 'now')} as standing) by_clock, lateral (${does.entry}) entry
      ), judged as (
        select auction_id, now, before, after from found
        where before is not null and case when $5::xid is null then ${does.plainly} else version = $5 end
      ), changed as (
        update auctions set ${byInstant(does.set, 'judged.now')} from judged where auctions.auction_id = judged.auction_id
        returning old.status as was, new.*, now, before, after
      ), ${does.also === undefined ? '' : `${does.also}, `}remembered as (
        insert into audit_log (${auditColumns})
        select $3, $4, '${action}', 'auction', $1, before, after, auction_id from changed
      )
      select ${byInstant(columns, 'now')}, (
        select to_json(auction) from (select ${columnsToJudge} from found where not exists (select from changed)) auction
      ) as "toJudge"
      from key left join changed auctions on true`,
  );
}
