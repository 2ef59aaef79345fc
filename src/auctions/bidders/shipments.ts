import type { Shipment as ShipmentRow } from '../../platform/db/generated/client.ts';
import { type ColumnsOf, jsonRow } from '../../platform/db/select-list.ts';

/** How the item of a sale was sent to its winner. */
export type Shipment = Readonly<Omit<ShipmentRow, 'bidId' | 'auctionId'>>;

/** The column of each property of `Shipment`. */
export const shipmentProperties: ColumnsOf<Shipment> = {
  carrier: 'carrier',
  trackingNumber: 'tracking_number',
  trackingUrl: 'tracking_url',
  recordedAt: 'recorded_at',
};

/** SQL of the shipment of an auction, from `from` on, over a row of `auctions`: no row before it is recorded. */
export const shipmentOfAuction = 'from shipments where shipments.auction_id = auctions.auction_id';

/** SQL of a shipment as JSON, over a row of `shipments`. */
export const shipmentJson = jsonRow(shipmentProperties, 'shipments.');
