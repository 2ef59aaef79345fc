import type { TranscriptPlace } from '../../../auctions/bids/transcript.ts';
import { TranscriptHead } from './transcript.ts';
import type { DeliveryDetails } from '../../../auctions/bidders/delivery-details.ts';
import type { Shipment } from '../../../auctions/bidders/shipments.ts';
import { webhookEvents } from '../../../auctions/webhooks/webhook-events.ts';
import type { Scope } from '../../../core/viewer.ts';
import type { AuctionRow } from '../../../auctions/auction-row.ts';
import type { bidFieldsInV1 } from '../../../core/auction-fields.ts';
import type { ApiKey, Bid, WebhookDisabledReason } from '../../../platform/db/generated/client.ts';
import type { AuctionPayment, ReversalRow } from '../../../settlement/reversals/payment-of-auction.ts';
import type { FailureCode } from '../../../payments/providers/failure-code.ts';
import { type ToldEvent, eventPayload } from '../../../auctions/webhooks/event-body.ts';
import { AuctionStatusEnum, AuctionTypeEnum } from './auction.ts';
import { ReversalStateEnum } from './auction-payment.ts';
import { builder } from '../builder.ts';
import { DeliveryDetailsRef } from './delivery-details.ts';
import { exposed, orNull } from './exposed.ts';
import { FailureCodeEnum } from './failure-code.ts';
import { ScopeEnum } from './keys.ts';
import { ShipmentRef } from './shipment.ts';
import { WebhookDisabledReasonEnum } from './webhooks.ts';

/** A payload has some fields of the row: those that `AuctionSnapshot` lists. */
type AuctionOfEvent = AuctionRow & { readonly auctionUrl: string; readonly updatedAt: Date };

type BidOfEvent = Pick<Bid, keyof typeof bidFieldsInV1> & { readonly updatedAt: Date };

const updatedAt = [
  'DateTime',
  'When the service read this state. Of two payloads of one object, the later one is current.',
] as const;

const AuctionSnapshot = builder.interfaceRef<AuctionOfEvent>('AuctionSnapshot').implement({
  description: 'An auction as it was when an event happened.',
  fields: (t) =>
    exposed<AuctionOfEvent, object>(() => ({
      auctionId: ['UUID', 'The auction.'],
      createdAt: ['DateTime', 'When it was created.'],
      biddingPeriodStartsAt: [
        'DateTime',
        'The start of its bidding period: the first instant at which a bid is accepted.',
      ],
      biddingPeriodEndsAt: [
        'DateTime',
        'The end of its bidding period: the first instant at which no bid is accepted any more.',
      ],
      type: [AuctionTypeEnum, 'Its type.'],
      minimumBidValueInCents: ['Cents', 'Its minimum bid in USD cents.'],
      title: ['String', 'Its title.'],
      status: [AuctionStatusEnum, 'Its status.'],
      auctionUrl: [
        'String',
        'The page where bidders place bids: share it. Add `?bidderId=…` to name a bidder yourself.',
      ],
      reference: [orNull('String'), 'Your own text; null: you have set none.'],
      updatedAt,
    }))(t as never) as never,
});

const BidSnapshot = builder.interfaceRef<BidOfEvent>('BidSnapshot').implement({
  description: 'A bid as it was when an event happened.',
  fields: (t) =>
    exposed<BidOfEvent, object>(() => ({
      bidId: ['UUID', 'The bid.'],
      bidderId: [
        'String',
        'The bidder: the e-mail address, or the `bidderId` that the address of the auction carried.',
      ],
      placedAt: ['DateTime', 'When it was placed and its payment authorized.'],
      bidValueInCents: ['Cents', 'Its value in USD cents, backed by a payment authorization.'],
      auctionId: ['UUID', 'Its auction.'],
      isWinningBid: ['Boolean', 'True only for the winning bid of a completed auction.'],
      updatedAt,
    }))(t as never) as never,
});

const PlainBid = builder.objectRef<BidOfEvent>('BidOfEvent').implement({
  description: 'A bid as it was then.',
  interfaces: [BidSnapshot],
});

const privateUrl = [
  orNull('String'),
  'Shows this bidder how the bids stand, on any device. Everybody who has it sees them: send it to the bidder alone. Null where the bid names no browser.',
] as const;

interface LinkedBid extends BidOfEvent {
  readonly privateUrl: string | null;
}

type PaymentOfEvent = Pick<ReversalRow, 'state' | 'amountInCents'> &
  Pick<AuctionPayment, 'capturedInCents' | 'refundedInCents' | 'disputedInCents' | 'netInCents'>;

const PaymentOfEvent = builder.objectRef<PaymentOfEvent>('PaymentOfEvent').implement({
  description: 'A refund or a dispute, and the rest of the captured funds.',
  fields: exposed(() => ({
    state: [ReversalStateEnum, 'The state of the refund or dispute.'],
    amountInCents: ['Cents', 'The amount of the refund or dispute.'],
    capturedInCents: ['Cents', 'The captured amount.'],
    refundedInCents: ['Cents', 'The refunded amount.'],
    disputedInCents: ['Cents', 'The amount of disputes that are open or lost.'],
    netInCents: ['Cents', 'The rest. It is below zero where refunded funds are disputed, too.'],
  })),
});

type IssuedApiKey = Pick<ApiKey, 'apiKeyId' | 'prefix' | 'createdAt' | 'expiresAt' | 'issuedBy'> & {
  readonly scopes: Scope[];
};

/** The type of each payload. Fields have the names of the body. */
const payloadTypes = [
  builder.objectRef<AuctionOfEvent>('AuctionOfEvent').implement({
    description: 'An auction as it was then: the payload of events that tell of an auction.',
    interfaces: [AuctionSnapshot],
  }),
  builder.objectRef<AuctionOfEvent & { readonly winningBid: BidOfEvent | null }>('CompletedAuction').implement({
    description: 'An auction whose result is final: the payload of `auction_completed`.',
    interfaces: [AuctionSnapshot],
    fields: exposed(() => ({
      winningBid: [orNull(PlainBid), 'The bid whose funds were captured; null where nobody won.'],
    })),
  }),
  builder.objectRef<LinkedBid>('LinkedBid').implement({
    description: 'A bid, and the private link of its bidder: the payload of events that tell of a bid.',
    interfaces: [BidSnapshot],
    fields: exposed(() => ({ privateUrl })),
  }),
  builder.objectRef<LinkedBid & { readonly transcript: TranscriptPlace | null }>('PlacedBid').implement({
    description: 'A bid, its private link and its line in the transcript: the payload of `bid_placed`.',
    interfaces: [BidSnapshot],
    fields: exposed(() => ({
      privateUrl,
      transcript: [
        orNull(TranscriptHead),
        'The head of the transcript with this bid: keep it. Null in earlier events.',
      ],
    })),
  }),
  builder.objectRef<LinkedBid & { readonly winnerReference: string | null }>('WonBid').implement({
    description: 'The winning bid, and how you know its bidder: the payload of `bid_won`.',
    interfaces: [BidSnapshot],
    fields: exposed(() => ({
      privateUrl,
      winnerReference: [
        orNull('String'),
        'By this you know the winner, whose page shows it. Tell it to the winner alone.',
      ],
    })),
  }),
  builder.objectRef<BidOfEvent & { readonly reason: FailureCode }>('FailedBid').implement({
    description: 'A bid whose funds were not captured: the payload of `capture_failed`.',
    interfaces: [BidSnapshot],
    fields: exposed(() => ({ reason: [FailureCodeEnum, 'Why its funds were not captured.'] })),
  }),
  builder.objectRef<BidOfEvent & { readonly payment: PaymentOfEvent }>('ReversedBid').implement({
    description:
      'The winning bid, and what became of its captured funds: the payload of `payment_refunded` and `payment_disputed`.',
    interfaces: [BidSnapshot],
    fields: exposed(() => ({ payment: [PaymentOfEvent, 'The change, and the rest of the captured funds.'] })),
  }),
  builder.objectRef<BidOfEvent & { readonly delivery: DeliveryDetails | null }>('BidToDeliver').implement({
    description: 'The winning bid, and what its bidder has given: the payload of `delivery_details_given`.',
    interfaces: [BidSnapshot],
    fields: exposed(() => ({
      delivery: [orNull(DeliveryDetailsRef), 'The details of the winner; null once the bidder is erased.'],
    })),
  }),
  builder.objectRef<LinkedBid & { readonly shipment: Shipment | null }>('ShippedBid').implement({
    description: 'The winning bid, and how its item was sent: the payload of `item_shipped`.',
    interfaces: [BidSnapshot],
    fields: exposed(() => ({
      privateUrl,
      shipment: [orNull(ShipmentRef), 'How you have sent the item; null once the bidder is erased.'],
    })),
  }),
  builder
    .objectRef<{ readonly endpointId: string; readonly url: string; readonly reason: WebhookDisabledReason }>(
      'DisabledEndpoint',
    )
    .implement({
      description: 'A webhook endpoint that gets no more events: the payload of `endpoint_disabled`.',
      fields: exposed(() => ({
        endpointId: ['UUID', 'The endpoint.'],
        url: ['String', 'Its address.'],
        reason: [WebhookDisabledReasonEnum, 'Why it was disabled.'],
      })),
    }),
  builder.objectRef<IssuedApiKey>('IssuedApiKey').implement({
    description: 'An API key that was just issued, without the key itself: the payload of `api_key_issued`.',
    fields: exposed(() => ({
      apiKeyId: ['UUID', 'The new key.'],
      prefix: ['String', 'Its first characters.'],
      scopes: [[ScopeEnum], 'Its scopes.'],
      createdAt: ['DateTime', 'When it was issued.'],
      expiresAt: [orNull('DateTime'), 'From then on it is refused; null: never.'],
      issuedBy: [orNull('UUID'), 'The key that issued it; null: the operator of the service did.'],
    })),
  }),
  builder.objectRef<{ readonly email: string }>('SellerEmail').implement({
    description: 'An address for messages to a seller: the payload of `seller_email_given`.',
    fields: exposed(() => ({ email: ['String', 'The address in your profile, which waits for its confirmation.'] })),
  }),
  builder.objectRef<{ readonly message: string }>('TestMessage').implement({
    description: 'The payload of `test`.',
    fields: exposed(() => ({ message: ['String', 'A sentence.'] })),
  }),
];

export const EventPayload = builder.unionType('EventPayload', {
  description:
    'The payload of an event, by the kind of the event. The interfaces `AuctionSnapshot` and `BidSnapshot` have what several share.',
  types: payloadTypes,
  resolveType: (payload: object) => (payload as { readonly kind: string }).kind,
});

/** Makes the payload of an event with the name of its type. */
export function typedPayload(event: ToldEvent, config: Parameters<typeof eventPayload>[1]): never {
  return { ...eventPayload(event, config), kind: webhookEvents[event.eventType].payload } as never;
}
