import type { QueryConfig } from 'pg';
import { auditEntries } from '../platform/audit/record-audit.ts';
import { firstOwnParameter, queryAs, withViewer } from '../platform/auth/query-as.ts';
import { columnsOfFields } from '../core/auction-fields.ts';
import { Refusal } from '../core/refusal.ts';
import { setAuction } from '../core/request-context.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../platform/db/database.ts';
import { clockOffset } from '../platform/db/seller-clock.ts';
import { lastChange, statusByClock } from './auction-row.ts';
import { refuseUnlessUuid } from './reads.ts';
import { ruleColumns } from './rules.ts';
import { type ProjectedStatement, type Projection, withProjection } from './projection.ts';

/** A caller's condition for a change: the auction is still as the caller has read it. */
export interface Precondition {
  /** Distinguishes the prepared statements of conditions. */
  readonly name: string;
  /** Returns SQL that is true if the row of `judged` has changed, given SQL of the seller's instant and of the parameter. */
  readonly hasChanged: (now: string, parameter: string) => string;
  readonly parameter: unknown;
}

/** Requires one of some entity tags (`core/request-headers.ts`) of a representation, which is SQL over the row, given the seller's instant. */
export function withTag(name: string, representation: (now: string) => string, tags: readonly string[]): Precondition {
  return {
    name,
    hasChanged: (now, parameter) => `${entityTag(representation(now))} <> all(${parameter}::text[])`,
    parameter: tags,
  };
}

/** Requires that the last change is not later than an instant; absent: requires nothing. */
export function unchangedSince(instant: Date | null | undefined): Precondition | null {
  if (instant == null) return null;
  return {
    name: 'unchanged',
    hasChanged: (_, parameter) => `${lastChange('judged')} > ${parameter}::timestamptz`,
    parameter: instant.toISOString(),
  };
}

/** A statement that `changing` composes. */
interface ChangeStatement {
  (projection: Projection<unknown>): ProjectedStatement;
  /**
   * Composes the statement that refuses with `precondition_failed` if the locked row has changed, once for each name of a condition.
   *
   * @param parameter the parameter of the condition
   */
  readonly onlyIf: (precondition: Precondition, parameter: string) => ChangeStatement;
}

/** The changed auction, or the refusal as a code with the seller's instant at which the rules refused. */
export type Changed<Row, Code extends string> =
  | { readonly refusal: null; readonly auction: Row }
  | { readonly refusal: Code; readonly judgedAt: Date };

/** The seller and key that request the change, and the auction. */
interface ChangeRequest {
  readonly viewer: Viewer;
  readonly auctionId: string;
  /** The parameters of the rules, from `firstRuleParameter` on. */
  readonly values: readonly unknown[];
  /** `null`: the change is made whatever the auction is like now. */
  readonly precondition: Precondition | null;
  /** A statement to run before the change, in the same transaction. */
  readonly first?: QueryConfig | undefined;
}

/**
 * Changes an auction in one statement, which also returns the refusal.
 *
 * @throws Refusal `invalid_api_key`, `auction_not_found`, `precondition_failed`
 */
export async function changeAuction<Row extends object, Code extends string>(
  db: Database,
  change: ChangeStatement,
  { viewer, auctionId, values: own, precondition, first }: ChangeRequest,
  projection: Projection<Row>,
): Promise<Changed<Row, Code>> {
  refuseUnlessUuid(auctionId);
  setAuction(auctionId);
  const values = [auctionId, viewer.requestId ?? null, ...own];
  const statement =
    precondition === null
      ? { ...change(projection), values }
      : {
          ...change.onlyIf(precondition, `$${firstOwnParameter + values.length}`)(projection),
          values: [...values, precondition.parameter],
        };
  const answer = await queryAs<Row & { refusal: string | null; judgedAt: Date | null }>(db, viewer, statement, first);
  const { refusal, judgedAt } = answer;
  if (refusal === null) return { refusal, auction: answer };
  if (refusal === notFound || refusal === preconditionFailed) throw new Refusal(refusal);
  return { refusal: refusal as Code, judgedAt: judgedAt! };
}

const notFound = 'auction_not_found';
const preconditionFailed = 'precondition_failed';

/**
 * The rules of a change: SQL over the locked row of the auction (`judged`), its status by the clock (`status_now`)
 * and the instant (`now`).
 */
export interface ChangeRules {
  /** The refusal as a code, null if the rules allow the change. */
  readonly refusal: string;
  /** True if the auction already has the requested values. Nothing is written then. */
  readonly isUnchanged: string;
  /** The new value of each changed column; the stored one if the auction is unchanged. */
  readonly values: Readonly<Record<string, string>>;
  /** The values that the audit log records, as SQL that also sees the rows `judged` and `after`. */
  readonly before: string;
  readonly after: string;
  /** Further queries of the `with`: `changed` is the row after the change, `was` its stored status before, and `status_now` its status by the clock. */
  readonly also: string;
}

/** The number of the first parameter that the rules may use. */
export const firstRuleParameter = firstOwnParameter + 2;

/**
 * Composes a statement that locks an auction, reads the clock, and either refuses the change with a code or writes it
 * with its entry in the audit log, and returns a projection.
 */
export function changing(action: string, rules: ChangeRules, name = action): ChangeStatement {
  const { values, also } = rules;
  const conditional = new Map<string, ChangeStatement>();
  const onlyIf: ChangeStatement['onlyIf'] = ({ name: condition, hasChanged }, parameter) => {
    const known = conditional.get(condition);
    if (known !== undefined) return known;
    const refusal = `case when ${hasChanged('now', parameter)} then '${preconditionFailed}' else ${rules.refusal} end`;
    const made = changing(action, { ...rules, refusal }, `${name}-if-${condition}`);
    conditional.set(condition, made);
    return made;
  };
  // The projection reads the row that was judged, with the new values: it costs less than the row that the update returns.
  const row = (columns: readonly string[]) =>
    columns.map((column) => `${values[column] ?? column} as ${column}`).join(', ');
  const assignments = Object.entries(values)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ');
  const statement = withProjection(name, (columns) => {
    const selected = columns('now');
    // An answer without rules does not read their columns.
    const ofRules = ruleColumns.filter((column) => selected.includes(column));
    // The trigger on `auctions` has dated the change.
    const dated = selected.includes('updated_at')
      ? ', coalesce((select updated_at from changed), updated_at) as updated_at'
      : '';
    return `
      ${withViewer}, judged as materialized (
        select *, ${rules.refusal} as refusal, ${rules.isUnchanged} as is_unchanged
        from (select *, ${statusByClock('now')} as status_now from (
          -- The clock is read once the row is locked, however long that took: the barrier keeps the two steps apart.
          select *, clock_timestamp() + clock_offset as now from (
            select auctions.*, ${clockOffset} as clock_offset from viewer sellers left join lateral (
              select * from auctions where auctions.seller_id = $1 and auctions.auction_id = $3 for no key update
            ) auctions on true
          ) locked offset 0
        ) auctions) judged
      ), changed as (
        update auctions set ${assignments} from judged
        where auctions.auction_id = judged.auction_id and judged.refusal is null and not judged.is_unchanged
        -- Not "old": a trigger dates the change, and "old" is then the row from before the wait for the lock.
        returning with (new as after) after.*, judged.status as was, judged.status_now,
          ${rules.before} as audited_before, ${rules.after} as audited_after
      ), ${also}, ${auditEntries('changed', { action, requestId: '$4', before: 'audited_before', after: 'audited_after' })}
      select case when auction_id is null then '${notFound}' else refusal end as refusal,
        case when refusal is not null then now end as "judgedAt", ${selected}
      from (select ${row([...Object.values(columnsOfFields), ...ofRules])}${dated}, now, refusal from judged) auctions`;
  });
  return Object.assign(statement, { onlyIf });
}

/** Computes the tag of an answer's body, as `core/request-headers.ts` does. */
function entityTag(body: string): string {
  const digest = `encode(sha256(convert_to(${body}, 'UTF8')), 'base64')`;
  return `'"' || left(translate(${digest}, '+/', '-_'), 22) || '"'`;
}
