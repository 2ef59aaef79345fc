import { type AuctionFieldName, fieldsSetBySeller } from '../core/auction-fields.ts';
import type { CreateAuctionInput, UpdateAuctionInput } from './auction-input.ts';
import { since1970 } from './start-notice.ts';

/** The fields that a seller sets, as parameters of a statement. */
export interface SetParameters {
  readonly columns: readonly string[];
  /** SQL of each column's value, null if the caller does not name the field. */
  readonly values: readonly string[];
  /** Returns SQL of one field's value. */
  valueOf(name: AuctionFieldName): string;
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
    values,
    valueOf: (name) => values[fieldsSetBySeller.findIndex(([each]) => each === name)]!,
  };
}

/** Returns the values of `setParameters`. */
export function valuesSet({ biddingPeriod, ...fields }: CreateAuctionInput | UpdateAuctionInput): unknown[] {
  const named: Readonly<Partial<Record<AuctionFieldName, unknown>>> = {
    ...fields,
    ...(biddingPeriod !== undefined && {
      biddingPeriodStartsAt: since1970(biddingPeriod.startTimestamp),
      biddingPeriodEndsAt: since1970(biddingPeriod.endTimestamp),
    }),
  };
  return fieldsSetBySeller.map(([name]) => named[name] ?? null);
}
