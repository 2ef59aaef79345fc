import { type ColumnsOf, selectList } from '../db/source.ts';
import { auctionProperties, type AuctionRow } from './auction-row.ts';

/** What is wanted of an auction that was created or changed. */
export interface Shown<Row> {
  /** Tells it from others in the names of statements; `null`: not to be kept by PostgreSQL. */
  readonly name: string | null;
  /** SQL of a row of `auctions` in which `$1` is the seller. */
  readonly columns: ColumnsOf<Row>;
}

export const wholeAuction: Shown<AuctionRow> = { name: 'whole', columns: auctionProperties };

export const onlyId: Shown<Pick<AuctionRow, 'auctionId'>> = { name: 'id', columns: { auctionId: 'auction_id' } };

export interface ShownStatement {
  readonly name?: string;
  readonly text: string;
}

/**
 * A statement that ends in what is wanted, made once for each that is.
 *
 * @param text of its select list
 */
export function forShown(name: string, text: (columns: string) => string): (shown: Shown<unknown>) => ShownStatement {
  const made = new WeakMap<Shown<unknown>, ShownStatement>();
  return (shown) => {
    let statement = made.get(shown);
    if (statement === undefined) {
      statement = {
        ...(shown.name !== null && { name: `${name}-${shown.name}` }),
        text: text(selectList(shown.columns)),
      };
      made.set(shown, statement);
    }
    return statement;
  };
}
