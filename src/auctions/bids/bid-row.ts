import { bidFieldsInV1 } from '../../core/auction-fields.ts';
import type { Bid } from '../../platform/db/generated/client.ts';
import { type ColumnsOf, selectList } from '../../platform/db/select-list.ts';

/** A bid as it is read. */
export type BidRow = Pick<Bid, keyof typeof bidFieldsInV1 | 'sellerId'>;

/** The column of each property of a `BidRow`. */
export const bidProperties: ColumnsOf<BidRow> = { ...bidFieldsInV1, sellerId: 'seller_id' };

/** The select list of a `BidRow`. */
export const bidColumns = selectList(bidProperties);
