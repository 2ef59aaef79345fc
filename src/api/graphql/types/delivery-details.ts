import {
  type DeliveryDetails,
  deliveryOfAuction,
  deliveryProperties,
} from '../../../auctions/bidders/delivery-details.ts';
import { builder } from '../builder.ts';
import { exposed, orNull } from './exposed.ts';

export const DeliveryDetailsRef = builder.objectRef<DeliveryDetails>('DeliveryDetails').implement({
  sql: { columns: () => deliveryProperties },
  description: 'The name, address and telephone number that the winner of an auction has given to its seller.',
  fields: exposed(() => ({
    name: ['String', 'The name of the winner.'],
    address: [orNull('String'), 'Lines of text; null where you ask for a contact alone.'],
    telephone: ['String', 'A telephone number, as it was typed.'],
    givenAt: ['DateTime', 'When the winner last gave or changed them.'],
  })),
});

builder.prismaObjectField('Auction', 'deliveryDetails', (t) =>
  t.field({
    access: { scope: 'bids:read', or: 'admin' },
    sql: { from: deliveryOfAuction },
    type: DeliveryDetailsRef,
    nullable: true,
    description:
      'The answer of the winner to `askWinnerFor` of your profile; null before that, and once the bidder is erased.',
  }),
);
