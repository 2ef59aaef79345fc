import type { ArgBuilder } from '@pothos/core';
import type { BidOrderName } from '../../bids/bid-order.ts';
import type { Types } from '../builder.ts';
import { enumOf } from './enum-of.ts';

const BidOrder = enumOf<BidOrderName>('BidOrder', 'The order of a list of bids.', {
  NEWEST_FIRST: 'By the instant at which they were placed, the last one first.',
  HIGHEST_FIRST:
    'By rank, as the settlement captures their funds: the higher value first, of equal ones the earlier. A bid has a rank only among the bids on its auction, so that `auctionId` is required.',
});

/** Makes the argument `orderBy`, the same for every list of bids. */
export function bidOrderArgument(arg: ArgBuilder<Types>) {
  return arg({ type: BidOrder, defaultValue: 'NEWEST_FIRST', description: 'In which order.' });
}
