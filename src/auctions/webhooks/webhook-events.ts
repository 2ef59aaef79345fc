/** A kind of event that the service sends to sellers' endpoints. */
export interface WebhookEventKind {
  /** The title of the event in the OpenAPI document. */
  readonly summary: string;
  /** When the event happens: in the schema of GraphQL and in the OpenAPI document. */
  readonly description: string;
  /** The type of the payload, in GraphQL and in the OpenAPI document. */
  readonly payload: string;
  /** The status of the auction in the example of the payload. */
  readonly exampleStatus?: 'ongoing' | 'completed';
}

/** Every kind of webhook event. Payloads, GraphQL's enum and the OpenAPI document are derived from this list. */
export const webhookEvents = {
  auction_created: {
    summary: 'An auction is created',
    description: 'You have created an auction.',
    payload: 'AuctionOfEvent',
  },
  auction_updated: {
    summary: 'An auction is changed',
    description:
      'You have changed an auction: its title, reference, minimum bid, bidding period or rules. None where nothing has changed.',
    payload: 'AuctionOfEvent',
  },
  auction_started: {
    summary: 'An auction has started',
    description: 'The bidding period of an auction has begun.',
    payload: 'AuctionOfEvent',
    exampleStatus: 'ongoing',
  },
  auction_completed: {
    summary: 'An auction is completed',
    description:
      'An auction has ended and its result is final; the payload has `winningBid`, null without a winner. A cancelled auction gets `auction_cancelled` instead.',
    payload: 'CompletedAuction',
  },
  auction_cancelled: {
    summary: 'An auction is cancelled',
    description: 'You have cancelled an auction.',
    payload: 'AuctionOfEvent',
    exampleStatus: 'completed',
  },
  auction_extended: {
    summary: 'An auction is extended',
    description:
      'A bid that took the lead shortly before the end has moved the end of an auction with a soft close. The payload has the new end.',
    payload: 'AuctionOfEvent',
    exampleStatus: 'ongoing',
  },
  bid_placed: {
    summary: 'A bid is placed',
    description:
      'A bid was placed, and its amount is held on the card of the bidder. The payload has `transcript`, the head of the transcript with this bid.',
    payload: 'PlacedBid',
  },
  first_bid_placed: {
    summary: 'The first bid is placed',
    description: 'An auction has its first bid; the payload is that bid. It follows from `bid_placed`.',
    payload: 'LinkedBid',
  },
  bid_outbid: {
    summary: 'A bid is outbid',
    description: 'Another bidder has bid more than the leading bid. The payload is the bid that led until then.',
    payload: 'LinkedBid',
  },
  bid_won: {
    summary: 'A bid has won',
    description:
      'The funds of a bid were captured: its bidder has won. The payload has the `winnerReference`, by which you know the winner.',
    payload: 'WonBid',
  },
  bid_lost: {
    summary: 'A bid has not won',
    description:
      'An auction is completed, and this bidder has not won; the payload is the highest bid of the bidder. Its hold is released. None for a cancelled auction.',
    payload: 'LinkedBid',
  },
  hold_at_risk: {
    summary: 'A hold is at risk',
    description:
      'The hold of a bid lapses before its auction is settled, and is not renewed: its card or bank refuses, or five bids rank higher. The bidder takes part by bidding again.',
    payload: 'LinkedBid',
  },
  capture_failed: {
    summary: 'A capture failed',
    description:
      'The funds of a bid were definitely not captured; the payload has the `reason`. The settlement tries the next highest bid.',
    payload: 'FailedBid',
  },
  payment_refunded: {
    summary: 'A payment is refunded',
    description:
      'Captured funds were refunded at the payment provider, wholly or in part, or a refund has failed. The auction and its winner stay as they are; the payload has `payment`, what is left.',
    payload: 'ReversedBid',
  },
  payment_disputed: {
    summary: 'A payment is disputed',
    description:
      'The cardholder has disputed captured funds, or such a dispute was won or lost. The auction and its winner stay as they are; the payload has `payment`, what is left.',
    payload: 'ReversedBid',
  },
  delivery_details_given: {
    summary: 'A winner has given delivery details',
    description:
      'The winner of an auction has given, on its page, the name, telephone number and address that your profile asks for, or has changed them. The payload has `delivery`.',
    payload: 'BidToDeliver',
  },
  item_shipped: {
    summary: 'An item is shipped',
    description:
      'You have recorded how the item of a sale was sent, or have corrected it. The payload is the winning bid, with `shipment`.',
    payload: 'ShippedBid',
  },
  endpoint_disabled: {
    summary: 'An endpoint is disabled',
    description: 'A webhook endpoint of yours has answered 410, or has failed for three days, and gets no more events.',
    payload: 'DisabledEndpoint',
  },
  api_key_issued: {
    summary: 'A key is issued',
    description:
      'One of your keys has issued another one, or has replaced one. The payload is the stored part of the new key. Revoke the key that issued it if nobody of yours did.',
    payload: 'IssuedApiKey',
  },
  seller_email_given: {
    summary: 'An address for messages waits for its confirmation',
    description:
      'Your profile names another address for your messages, or `sendEmailConfirmation` was called. The payload is the address. Change it back if nobody of yours did that.',
    payload: 'SellerEmail',
  },
  test: {
    summary: 'A test',
    description: 'Sent by hand to try an endpoint out; cannot be subscribed to.',
    payload: 'TestMessage',
  },
} as const satisfies Record<string, WebhookEventKind>;
