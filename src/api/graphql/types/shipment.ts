import { knownCarriers } from '../../../auctions/bidders/carriers.ts';
import {
  maxCarrierLength,
  maxTrackingNumberLength,
  recordShipment,
  shipmentInput,
} from '../../../auctions/bidders/record-shipment.ts';
import { type Shipment, shipmentOfAuction, shipmentProperties } from '../../../auctions/bidders/shipments.ts';
import { maxWebAddressLength } from '../../../core/web-address.ts';
import { checkedBy } from '../../plan-host.ts';
import { builder } from '../builder.ts';
import { viewerOf } from '../context.ts';
import { exposed, orNull } from './exposed.ts';
import { mutation, payloadOf } from './mutation.ts';
import { objectId } from './object-id.ts';

export const ShipmentRef = builder.objectRef<Shipment>('Shipment').implement({
  sql: { columns: () => shipmentProperties },
  description: 'How the item of a sale was sent to its winner, who reads it on the page and in a message.',
  fields: exposed(() => ({
    carrier: ['String', 'The carrier, as you wrote it.'],
    trackingNumber: [orNull('String'), 'The number of the shipment; null if it has none.'],
    trackingUrl: [
      orNull('String'),
      'The address at which the winner sees where it is: yours, or the page of a known carrier for the number; null if there is neither.',
    ],
    recordedAt: ['DateTime', 'When you last recorded or corrected it.'],
  })),
});

builder.prismaObjectField('Auction', 'shipment', (t) =>
  t.field({
    access: { scope: 'bids:read', or: 'admin' },
    sql: { from: shipmentOfAuction },
    type: ShipmentRef,
    nullable: true,
    description: 'How you have sent the item, by `recordShipment`; null before that, and once the bidder is erased.',
  }),
);

mutation('recordShipment', {
  access: { scope: 'auctions:write' },
  description:
    'Records how you have sent the item of a sale, and tells the winner. To correct it, call it again: the new record takes the place of the earlier one, and the winner is told again. The same record once more changes nothing.',
  input: (t) => ({
    auctionId: t.field({ ...objectId('Auction'), required: true, description: 'A sold auction.' }),
    carrier: t.string({
      required: true,
      description: `Who carries it, at most ${maxCarrierLength} characters. These have a page for a number: ${knownCarriers.join(', ')}.`,
    }),
    trackingNumber: t.string({
      description: `The number of the shipment, at most ${maxTrackingNumberLength} characters.`,
    }),
    trackingUrl: t.string({
      description: `An address that shows where it is, at most ${maxWebAddressLength} characters that begin with \`https://\`; without it, the page of a known carrier.`,
    }),
  }),
  refuses: { codes: ['auction_not_found', 'nothing_to_ship'], check: checkedBy(() => shipmentInput) },
  resolve: (input, context) => recordShipment(context.deps, viewerOf(context), input),
  payload: payloadOf('shipment', ShipmentRef, 'The shipment.'),
});
