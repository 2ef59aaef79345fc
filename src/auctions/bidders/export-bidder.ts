import { pageInput, pageOf } from '../../core/page-input.ts';
import { bidderIdInput } from '../../core/text-input.ts';
import { checkInput } from '../../core/check-input.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Authorization } from '../../payments/holds/authorization.ts';
import { eventColumns, type EventRow } from '../webhooks/events.ts';
import { findBan } from './bans.ts';
import { type DeliveryDetails, deliveryFromJson, type DeliveryJson, deliveryJson } from './delivery-details.ts';
import { type Shipment, shipmentFromJson, type ShipmentJson, shipmentJson } from './shipments.ts';

export type BidderExport = Awaited<ReturnType<typeof exportBidder>>;

/** One try to bid, or a renewal of its hold: the hold, the bid that it made, and the events of that bid. */
export interface BidAttempt
  extends
    Pick<Authorization, 'authorizationId' | 'auctionId' | 'email' | 'valueInCents' | 'state' | 'failureCode' | 'bidId'>,
    Pick<Authorization, 'createdAt' | 'authorizedAt' | 'captureBefore' | 'closedAt'> {
  readonly placedAt: Date | null;
  readonly isWinningBid: boolean;
  readonly deliveryDetails: DeliveryDetails | null;
  readonly shipment: Shipment | null;
  readonly events: EventRow[];
}

/** A bid has few events; more than these are left out. */
export const maxEventsOfBid = 20;

const exportInput = pageInput.extend({ bidderId: bidderIdInput });

/**
 * Finds everything that is known of a bidder of a seller, a page of it.
 *
 * @param input `bidderId`, `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function exportBidder({ db }: { db: Connection }, sellerId: string, input: unknown) {
  const { bidderId, limit, offset } = checkInput(exportInput, input);
  const { rows } = await db.query<
    Omit<BidAttempt, 'events' | 'deliveryDetails' | 'shipment'> & {
      deliveryDetails: DeliveryJson | null;
      shipment: ShipmentJson | null;
    }
  >({
    name: 'export-bidder',
    text: `
      select a.authorization_id as "authorizationId", a.auction_id as "auctionId", a.email, a.value_in_cents as "valueInCents",
        a.state, a.failure_code as "failureCode", a.created_at as "createdAt", a.authorized_at as "authorizedAt",
        a.capture_before as "captureBefore", a.closed_at as "closedAt", bid_id as "bidId", bids.placed_at as "placedAt",
        coalesce(bids.is_winning_bid, false) as "isWinningBid",
        case when given_at is not null then ${deliveryJson} end as "deliveryDetails",
        case when recorded_at is not null then ${shipmentJson} end as shipment
      from authorizations a left join bids using (bid_id) left join delivery_details using (bid_id) left join shipments using (bid_id)
      where a.seller_id = $1 and a.bidder_id = $2 and a.erased_at is null
      order by a.created_at desc, a.authorization_id desc limit $3 offset $4`,
    values: [sellerId, bidderId, limit + 1, offset],
  });
  const { items, hasNext } = pageOf(rows, limit);
  const [ban, events] = [await findBan(db, sellerId, bidderId), await findEvents(db, sellerId, items)];
  return {
    bidderId,
    /** `null`: not banned. */
    ban,
    /** Newest first. */
    attempts: items.map((attempt): BidAttempt => ({
      ...attempt,
      deliveryDetails: attempt.deliveryDetails && deliveryFromJson(attempt.deliveryDetails),
      shipment: attempt.shipment && shipmentFromJson(attempt.shipment),
      events: events.get(attempt.bidId) ?? [],
    })),
    hasNext,
  };
}

async function findEvents(
  db: Connection,
  sellerId: string,
  attempts: readonly Pick<BidAttempt, 'bidId'>[],
): Promise<Map<string | null, EventRow[]>> {
  const bidIds = attempts.flatMap(({ bidId }) => (bidId === null ? [] : [bidId]));
  if (bidIds.length === 0) return new Map();
  const { rows } = await db.query<EventRow & { ofBid: string }>({
    name: 'find-events-of-bids',
    text: `
      select ${eventColumns}, v.bid_id as "ofBid" from (
        select *, row_number() over (partition by bid_id order by created_at, event_id) as place from webhook_events
        where seller_id = $1 and bid_id = any($2)
      ) v where place <= ${maxEventsOfBid} order by v.created_at, v.event_id`,
    values: [sellerId, bidIds],
  });
  return Map.groupBy(rows, ({ ofBid }) => ofBid);
}
