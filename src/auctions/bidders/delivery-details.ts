import { currentOrigin } from '../../platform/jobs/job-origin.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { DeliveryDetails as DeliveryRow } from '../../platform/db/generated/client.ts';
import { nowOfSeller } from '../../platform/db/seller-clock.ts';
import { type ColumnsOf, jsonRow } from '../../platform/db/select-list.ts';
import { bidSnapshot, eventOfEach, recordEvents } from '../webhooks/record-events.ts';

/** The winner's name, address and telephone number, for the seller. */
export type DeliveryDetails = Readonly<Omit<DeliveryRow, 'bidId' | 'auctionId'>>;

/** The column of each property of `DeliveryDetails`. */
export const deliveryProperties: ColumnsOf<DeliveryDetails> = {
  name: 'name',
  address: 'address',
  telephone: 'telephone',
  givenAt: 'given_at',
};

/** SQL of what the winner of an auction has given, from `from` on, over a row of `auctions`: no row before that. */
export const deliveryOfAuction = 'from delivery_details where delivery_details.auction_id = auctions.auction_id';

/** SQL of the details as JSON, over a row of `delivery_details`. */
export const deliveryJson = jsonRow(deliveryProperties, 'delivery_details.');

/**
 * Stores what the winner has given, in place of what was given before, and records `delivery_details_given`. The same details again
 * change nothing. The lock makes an erasure of the bidder wait, which then finds the details.
 *
 * @param winner the bid that the caller has found to be the winner's own
 * @returns false: no such bid has won, or its bidder is erased
 */
export async function giveDeliveryDetails(
  connection: Connection,
  winner: { readonly auctionId: string; readonly bidId: string; readonly bidderId: string },
  { name, address, telephone }: Omit<DeliveryDetails, 'givenAt'>,
): Promise<boolean> {
  const { requestId, traceparent } = currentOrigin();
  const { rows } = await connection.query<{ hasWon: boolean }>({
    name: 'give-delivery-details',
    text: `
      with winner as materialized (
        select * from bids where auction_id = $1 and bid_id = $2 and bidder_id = $3 and is_winning_bid for no key update
      ), given as (
        insert into delivery_details (bid_id, auction_id, name, address, telephone, given_at)
        select bid_id, auction_id, $4, $5, $6, ${nowOfSeller('winner.seller_id')} from winner
        on conflict (bid_id) do update set
          name = excluded.name, address = excluded.address, telephone = excluded.telephone, given_at = excluded.given_at
        where (delivery_details.name, delivery_details.address, delivery_details.telephone)
          is distinct from (excluded.name, excluded.address, excluded.telephone)
        returning bid_id, ${deliveryJson} as delivery
      ), ${recordEvents(
        eventOfEach(
          'winner join given using (bid_id)',
          'delivery_details_given',
          `${bidSnapshot} || jsonb_build_object('delivery', delivery)`,
        ),
        '$7::uuid, $8::text',
      )}
      select exists (select from winner) as "hasWon"`,
    values: [winner.auctionId, winner.bidId, winner.bidderId, name, address, telephone, requestId, traceparent],
  });
  return rows[0]!.hasWon;
}
