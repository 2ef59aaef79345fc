import { type AuctionFieldName, fieldsSetBySeller } from '../core/auction-fields.ts';
import type { CreateAuctionInput, UpdateAuctionInput } from './auction-input.ts';
import { since1970 } from './start-notice.ts';

/** The fields that a seller sets, as parameters of a statement. */
export interface SetParameters {
  readonly columns: readonly string[];
  /**
   * Returns SQL of each column's value: a field that the caller does not name keeps the value of a row.
   *
   * @param row the name of the row; `null`: there is none
   */
  valuesOver(row: string | null): string[];
  /** Returns SQL of one field as the caller names it: null if not named, empty if removed. */
  valueOf(name: AuctionFieldName): string;
  /** Returns a parameter after those of the fields: 0 is the first. */
  parameterAfter(index: number): string;
}

/**
 * Numbers the parameters of the fields.
 *
 * @param first the number of the first parameter; `valuesSet` are the values from there on
 */
export function setParameters(first: number): SetParameters {
  const values = fieldsSetBySeller.map(([, { isInstant }], index) => {
    const parameter = `$${first + index}`;
    return isInstant === true ? `to_timestamp(${parameter}::float8)` : parameter;
  });
  return {
    columns: fieldsSetBySeller.map(([, { column }]) => column),
    valuesOver: (row) =>
      fieldsSetBySeller.map(([, { column, isOptional }], index) => {
        const value = row === null ? values[index]! : `coalesce(${values[index]!}, ${row}.${column})`;
        return isOptional === true ? `nullif(${value}, '${removed}')` : value;
      }),
    valueOf: (name) => values[fieldsSetBySeller.findIndex(([each]) => each === name)]!,
    parameterAfter: (index) => `$${first + fieldsSetBySeller.length + index}`,
  };
}

/** Returns SQL of what an event has of the request that causes it, in the second and third parameter after those of the fields. */
export function originAt(parameterAfter: SetParameters['parameterAfter']): string {
  return `${parameterAfter(1)}::uuid, ${parameterAfter(2)}::text`;
}

/** The value of a text that the caller removes: no text of a seller is empty. */
const removed = '';

/** Returns the values of `setParameters`. */
export function valuesSet({
  biddingPeriod,
  isReferenceUnique: _,
  ...fields
}: CreateAuctionInput | UpdateAuctionInput): unknown[] {
  const named: Readonly<Partial<Record<AuctionFieldName, unknown>>> = {
    ...fields,
    ...(biddingPeriod !== undefined && {
      biddingPeriodStartsAt: since1970(biddingPeriod.startTimestamp),
      biddingPeriodEndsAt: since1970(biddingPeriod.endTimestamp),
    }),
  };
  return fieldsSetBySeller.map(([name]) => (named[name] === null ? removed : (named[name] ?? null)));
}
