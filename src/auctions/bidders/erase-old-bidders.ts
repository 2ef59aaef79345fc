import { Refusal } from '../../core/refusal.ts';
import { eraseBidder, type EraseDeps } from './erase-bidder.ts';

/** The last bidder that was looked at, in the order of sellers and ids. */
interface BidderPosition {
  readonly sellerId: string;
  readonly bidderId: string;
}

export const firstPosition: BidderPosition = { sellerId: '00000000-0000-0000-0000-000000000000', bidderId: '' };

const lookedAtOnce = 100;

/**
 * Erases bidders whose last hold ended more than `days` ago, among the next hundred bidders.
 *
 * @returns the position to continue from; the first one at the end of the list
 */
export async function eraseOldBidders(deps: EraseDeps, days: number, after: BidderPosition): Promise<BidderPosition> {
  const { rows } = await deps.db.query<BidderPosition & { isOld: boolean }>({
    name: 'find-old-bidders',
    // Each step is one look into the index: the rows of a bidder are not read to find the next bidder.
    text: `
      with recursive bidder as (
        (select seller_id, bidder_id, 1 as place from authorizations
         where erased_at is null and (seller_id, bidder_id) > ($1::uuid, $2::text)
         order by seller_id, bidder_id limit 1)
        union all
        select next.seller_id, next.bidder_id, bidder.place + 1 from bidder, lateral (
          select a.seller_id, a.bidder_id from authorizations a
          where a.erased_at is null and (a.seller_id, a.bidder_id) > (bidder.seller_id, bidder.bidder_id)
          order by a.seller_id, a.bidder_id limit 1
        ) next
        where bidder.place < ${lookedAtOnce}
      )
      select seller_id as "sellerId", bidder_id as "bidderId", not exists (
        select from authorizations a
        where a.seller_id = bidder.seller_id and a.bidder_id = bidder.bidder_id and a.erased_at is null
          and (a.closed_at is null or a.closed_at > clock_timestamp() - $3 * interval '1 day')) as "isOld"
      from bidder order by place`,
    values: [after.sellerId, after.bidderId, days],
  });
  for (const { sellerId, bidderId, isOld } of rows) {
    if (!isOld) continue;
    await eraseBidder(deps, null, sellerId, { bidderId }).catch((error: unknown) => {
      // The bidder has begun to bid again.
      if (!(error instanceof Refusal) || error.code !== 'bidder_has_holds') throw error;
    });
  }
  return rows.length < lookedAtOnce ? firstPosition : rows.at(-1)!;
}
