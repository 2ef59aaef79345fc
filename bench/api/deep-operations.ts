import { auctionOrder } from '../../src/auctions/reads.ts';
import type { AuctionRow } from '../../src/auctions/auction-row.ts';
import { cursorOf } from '../cursor-of.ts';
import type { ApiOperation, Asked } from './api-operation.ts';
import { connection } from './graphql-operations.ts';
import { listFrom } from './rest-operations.ts';

/** The first page of a list, and one far behind it. */
export interface DeepPage {
  readonly first: ApiOperation;
  readonly deep: ApiOperation;
}

/** @param depth how many a deep page leaves behind: by offset, and by the cursor that is there to be used instead */
export function deepPages(depth: number): readonly DeepPage[] {
  return [
    { first: listFrom('auctions', 0), deep: listFrom('auctions', depth) },
    { first: listFrom('bids', 0), deep: listFrom('bids', depth) },
    {
      first: connection('auctionConnection', ({ seeded }) => seeded.sellers.map(() => null)),
      deep: connection(`auctionConnection behind ${depth.toLocaleString('en')}`, (asked) => cursorsAt(asked, depth)),
    },
  ];
}

/** Of the auction of each seller that so many stand before. */
function cursorsAt({ db, seeded }: Asked, depth: number): Promise<string[]> {
  return Promise.all(
    seeded.sellers.map(async ({ sellerId }) => {
      const { rows } = await db.query<AuctionRow>(
        `select created_at as "createdAt", auction_id as "auctionId" from auctions where seller_id = $1
         order by created_at desc, auction_id desc offset $2 limit 1`,
        [sellerId, depth - 1],
      );
      return cursorOf(auctionOrder, rows[0]!);
    }),
  );
}
