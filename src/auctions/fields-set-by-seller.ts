import { type AuctionField, type AuctionFieldName, fieldsSetBySeller } from '../core/auction-fields.ts';
import { currentOrigin } from '../platform/jobs/job-origin.ts';
import { jsonRow } from '../platform/db/select-list.ts';
import type { CreateAuctionInput, UpdateAuctionInput } from './auction-input.ts';

/**
 * Numbers the parameters of the fields that a seller sets.
 *
 * @param first the number of the first parameter; `valuesSet` are the values from there on
 */
export function setParameters(first: number) {
  const values = fieldsSetBySeller.map(([, { isInstant }], index) => {
    const parameter = `$${first + index}`;
    return isInstant === true ? `to_timestamp(${parameter}::float8)` : parameter;
  });
  const parameterAfter = (index: number) => `$${first + fieldsSetBySeller.length + index}`;
  return {
    columns: fieldsSetBySeller.map(([, { column }]) => column),
    /**
     * Returns SQL of each column's value: a field that the caller does not name keeps the value of a row.
     *
     * @param row the name of the row; `null`: there is none
     */
    valuesOver: (row: string | null) =>
      fieldsSetBySeller.map(([, { column, isOptional }], index) => {
        const value = row === null ? values[index]! : `coalesce(${values[index]!}, ${row}.${column})`;
        return isOptional === true ? `nullif(${value}, '${removed}')` : value;
      }),
    /** Returns SQL of one field as the caller names it: null if not named, empty if removed. */
    valueOf: (name: AuctionFieldName) => values[fieldsSetBySeller.findIndex(([each]) => each === name)]!,
    isReferenceUnique: parameterAfter(0),
    /** SQL of what an event has of the request that causes it. */
    origin: `${parameterAfter(1)}::uuid, ${parameterAfter(2)}::text`,
    /** The parameter after them. */
    next: parameterAfter(3),
  };
}

/** The value of a text that the caller removes: no text of a seller is empty. */
const removed = '';

/** Returns the values of `setParameters`. */
export function valuesSet({
  biddingPeriod,
  isReferenceUnique,
  ...fields
}: CreateAuctionInput | UpdateAuctionInput): unknown[] {
  const { requestId, traceparent } = currentOrigin();
  const named: Readonly<Partial<Record<AuctionFieldName, unknown>>> = {
    ...fields,
    ...(biddingPeriod !== undefined && {
      biddingPeriodStartsAt: since1970(biddingPeriod.startTimestamp),
      biddingPeriodEndsAt: since1970(biddingPeriod.endTimestamp),
    }),
  };
  const values = fieldsSetBySeller.map(([name]) => (named[name] === null ? removed : (named[name] ?? null)));
  return [...values, isReferenceUnique === true, requestId, traceparent];
}

/**
 * Clamps a timestamp to one that PostgreSQL accepts: one before 1970 is too soon anyway, and may be out of
 * PostgreSQL's range.
 */
export function since1970(timestamp: number): number {
  return Math.max(timestamp, 0);
}

/** Returns SQL of a field of a row as JSON. */
function asJson(row: string, { column, isInstant }: AuctionField): string {
  const value = `${row}.${column}`;
  return isInstant === true ? `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : value;
}

function jsonOf(value: (field: AuctionField) => string): string {
  return jsonRow(Object.fromEntries(fieldsSetBySeller.map(([name, field]) => [name, value(field)])));
}

/** Returns SQL of what the audit log records of a row: the fields that a seller sets. */
export function auditedPart(row: string): string {
  return jsonOf((field) => asJson(row, field));
}

/** Returns SQL of the audited fields that differ between the rows `judged` and `after`. */
export function changedPart(row: 'judged' | 'after'): string {
  const part = jsonOf(
    (field) => `case when judged.${field.column} is distinct from after.${field.column} then ${asJson(row, field)} end`,
  );
  return `jsonb_strip_nulls(${part})`;
}
