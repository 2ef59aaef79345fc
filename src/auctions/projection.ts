import type { ViewerStatement } from '../platform/auth/query-as.ts';
import { type ColumnsAt, selectList } from '../platform/db/select-list.ts';
import type { AuctionRow } from './auction-row.ts';

/** The columns that a caller wants of an auction that was created or changed. */
export interface Projection<Row> {
  /** Distinguishes the statements of projections. */
  readonly name: string;
  readonly columns: ColumnsAt<Row>;
}

export const onlyId: Projection<Pick<AuctionRow, 'auctionId'>> = {
  name: 'id',
  columns: () => ({ auctionId: 'auction_id' }),
};

export type ProjectedStatement = Omit<ViewerStatement, 'values'>;

/**
 * Makes a statement that ends in a projection. Its text is composed once for each projection.
 *
 * @param text composes the statement, given the select list as a function of SQL of the instant
 */
export function withProjection(
  name: string,
  text: (columns: (now: string) => string) => string,
): (projection: Projection<unknown>) => ProjectedStatement {
  const statements = new WeakMap<Projection<unknown>, ProjectedStatement>();
  return (projection) => {
    let statement = statements.get(projection);
    if (statement === undefined) {
      statement = {
        name: `${name}-${projection.name}`,
        text: text((now) => selectList(projection.columns(now))),
      };
      statements.set(projection, statement);
    }
    return statement;
  };
}
