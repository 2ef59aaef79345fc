import { type ColumnsOf, jsonRow } from '../../platform/db/select-list.ts';

/** How the item of a sale was sent to its winner. */
export interface Shipment {
  readonly carrier: string;
  readonly trackingNumber: string | null;
  /** The address at which the carrier, or somebody else, shows where it is. */
  readonly trackingUrl: string | null;
  /** When the seller last recorded or corrected it, by the seller's clock. */
  readonly recordedAt: Date;
}

/** The column of each property of `Shipment`. */
export const shipmentProperties: ColumnsOf<Shipment> = {
  carrier: 'carrier',
  trackingNumber: 'tracking_number',
  trackingUrl: 'tracking_url',
  recordedAt: 'recorded_at',
};

/** SQL of the shipment of an auction, from `from` on, over a row of `auctions`: no row before it is recorded. */
export const shipmentOfAuction = 'from shipments where shipments.auction_id = auctions.auction_id';

/** A shipment as JSON has it. */
export type ShipmentJson = Omit<Shipment, 'recordedAt'> & { readonly recordedAt: string };

export function shipmentFromJson(json: ShipmentJson): Shipment {
  return { ...json, recordedAt: new Date(json.recordedAt) };
}

/** SQL of a shipment as JSON, over a row of `shipments`. */
export const shipmentJson = jsonRow(shipmentProperties, 'shipments.');
