import { auditedRequestId, auditEntries } from '../audit/record-audit.ts';
import { fromLivingKey } from '../auth/living-key.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import type { AuctionStatus, AuctionType } from '../db/generated/client.ts';
import { byInstant, clockOffset, nowOfSellersRow } from '../db/seller-clock.ts';
import { selectList } from '../db/source.ts';
import { inOneRoundTrip } from '../db/transaction.ts';
import { statusByClock } from './auction-row.ts';
import { refuseUnlessUuid } from './find-auction.ts';
import { forShown, type Shown, type ShownStatement } from './shown-auction.ts';

/** What the rules look at. Instants as PostgreSQL writes them in JSON. */
export interface AuctionToJudge {
  /** By the seller's clock. */
  readonly now: string;
  readonly status: AuctionStatus;
  readonly type: AuctionType;
  readonly title: string;
  readonly minimumBidValueInCents: number;
  readonly biddingPeriodStartsAt: string;
  readonly biddingPeriodEndsAt: string;
  readonly cancelledAt: string | null;
  readonly captureRequestedAt: string | null;
}

const columnsToJudge = selectList({
  now: 'now',
  status: byInstant(statusByClock, 'now'),
  type: 'type',
  title: 'title',
  minimumBidValueInCents: 'minimum_bid_value_in_cents',
  biddingPeriodStartsAt: 'bidding_period_starts_at',
  biddingPeriodEndsAt: 'bidding_period_ends_at',
  cancelledAt: 'cancelled_at',
  captureRequestedAt: 'capture_requested_at',
} satisfies Record<keyof AuctionToJudge, string>);

/** A change that somebody asks for. */
export interface AskedChange {
  /** `null`: what was asked for is wrong in a way that only the rules can name. */
  readonly atOnce: ChangeStatement | null;
  /**
   * The same for where `atOnce` would have to see what was written while it waited for the row: it is sent behind a statement
   * that has waited. `null`: there is nothing such.
   */
  readonly whereHeld: ChangeStatement | null;
  /** The statements' own. */
  readonly values: readonly unknown[];
  /**
   * The rules: throws what they refuse.
   *
   * @returns whether the auction is already as it was asked to be
   */
  readonly judge: (auction: AuctionToJudge) => boolean;
}

/** See `changing`. */
export type ChangeStatement = (shown: Shown<unknown>) => ShownStatement;

type Looked<Row> = (Row & { readonly toJudge: AuctionToJudge }) | { readonly toJudge: null };

/** Others may be faster some times, and not for ever: then the rules and the statement disagree. */
const mostAttempts = 10;

/**
 * Changes an auction where the statement finds nothing against it. Otherwise it is looked at, to find out why not; where the
 * rules know no reason, it was changed by somebody else meanwhile, and is attempted again.
 *
 * @returns the auction as it now is
 * @throws Refusal `invalid_api_key`, `auction_not_found`, and what the rules refuse
 */
export async function changeAuction<Row extends object>(
  db: Pick<Database, 'pool'>,
  viewer: Viewer,
  auctionId: string,
  { atOnce, whereHeld, values, judge }: AskedChange,
  shown: Shown<Row>,
): Promise<Row> {
  refuseUnlessUuid(auctionId);
  const whose = [viewer.sellerId, auctionId, viewer.apiKeyId];
  const asked = (change: ChangeStatement) => ({
    ...change(shown),
    values: [...whose, auditedRequestId(viewer), ...values],
  });
  const look = { ...looking(shown), values: whose };

  for (let attempts = 0; attempts < mostAttempts; attempts += 1) {
    const changed = atOnce === null ? undefined : (await db.pool.query<Row>(asked(atOnce))).rows[0];
    if (changed !== undefined) return changed;
    const [, changedHeld, looked] =
      whereHeld === null
        ? [null, null, await db.pool.query(look)]
        : await inOneRoundTrip(db, [{ ...holding, values: whose.slice(0, 2) }, asked(whereHeld), look]);
    if (changedHeld?.rows[0] !== undefined) return changedHeld.rows[0] as Row;
    const found = looked.rows[0] as Looked<Row> | undefined;
    if (found === undefined) throw new Refusal('invalid_api_key');
    if (found.toJudge === null) throw new Refusal('auction_not_found');
    if (judge(found.toJudge)) return found;
  }
  throw new Error(`The auction ${auctionId} is neither changed nor is the change refused.`);
}

const holding = {
  name: 'hold-auction-to-change',
  text: 'select from auctions where seller_id = $1 and auction_id = $2 for no key update',
};

const looking = forShown(
  'look-at-auction',
  (columns) => `
    select ${byInstant(columns, 'now')},
      case when auction_id is not null then (select to_json(its) from (select ${columnsToJudge}) its) end as "toJudge"
    from (select ${nowOfSellersRow} as now ${fromLivingKey('$3')}) key
      left join auctions on auctions.seller_id = $1 and auctions.auction_id = $2`,
);

/**
 * A statement that changes an auction where no rule objects, with its entry in the audit log, and answers with what is wanted
 * of it, or with nothing. Its own parameters begin at `$5`.
 *
 * In its SQL `standing` is the status by the clock and `now` the instant, read once the row is held, however long that took.
 *
 * @param does.where no rule objects: SQL of the row as it is held
 * @param does.set the assignments to it, as SQL
 * @param does.before what the audit log remembers, as SQL of `old` and `new`, and so `does.after`
 * @param does.also further queries of the `with`, as SQL: the row as it now is, and what its stored status `was`, are `changed`
 */
export function changing(
  action: string,
  does: { where: string; set: string; before: string; after: string; also?: string },
  name = action,
): ChangeStatement {
  return forShown(
    name,
    (columns) => `
      with changed as (
        update auctions set ${byInstant(does.set, 'held.now')} from (
          select now, standing from (
            select its.*, clock_timestamp() + ahead as now from (
              select auctions.*, ${clockOffset} as ahead ${fromLivingKey('$3', ', auctions')}
                and auctions.seller_id = $1 and auctions.auction_id = $2
              for no key update of auctions
            ) its offset 0
          ) its, lateral (select ${byInstant(statusByClock, 'now')} as standing) by_clock
          where ${does.where}
        ) held
        where auctions.auction_id = $2
        returning old.status as was, new.*, now, ${does.before} as before, ${does.after} as after
      ), ${does.also === undefined ? '' : `${does.also}, `}${auditEntries('changed', {
        action,
        subjectType: 'auction',
        apiKeyId: '$3',
        requestId: '$4',
        before: 'before',
        after: 'after',
        subjectId: 'auction_id',
      })}
      select ${byInstant(columns, 'now')} from changed auctions`,
  );
}
