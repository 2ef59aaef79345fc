import type { BidHold } from '../../src/auctions/bids/bid-state.ts';
import type { MessageFacts } from '../../src/auctions/mail/message-facts.ts';

export const config = { publicUrl: 'https://auctions.example', linkKey: 'ab'.repeat(32), providerSandbox: false };

const bidId = '019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23';

const bid = { bidId, bidderId: 'ada@example.com', bidValueInCents: 125_000 };

/** The hold of that bid, as it is when the message is written. */
const hold: BidHold = {
  bidId,
  isWinningBid: false,
  valueInCents: 125_000,
  state: 'authorized',
  failureCode: null,
  isClosed: false,
  chargedInCents: 125_000,
  refundedInCents: 0,
  returningInCents: 0,
  disputedInCents: 0,
};
const open = { phase: 'OPEN', outcome: null, leadingBidId: bidId, leadingValueInCents: 125_000 } as const;
const sold = { ...open, phase: 'FINAL', outcome: 'SOLD' } as const;
const outbid = { ...open, leadingBidId: '019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b24', leadingValueInCents: 130_000 };

const bidder: MessageFacts = {
  eventId: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11',
  eventType: 'bid_placed',
  snapshot: bid,
  createdAt: new Date('2026-11-26T15:00:00Z'),
  address: 'ada@example.com',
  isToSeller: false,
  news: 'sent',
  copies: 0,
  isUnreachable: false,
  sellerId: '019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70',
  mode: 'live',
  sellerName: 'Ferro & Söhne',
  accentColor: '#7a3e1d',
  language: 'en',
  timeZone: 'Europe/Berlin',
  auctionId: '019a8f12-0c40-7a51-8e3f-2b9d6c1a4e71',
  title: 'A “walnut” desk <1962> & its chair',
  endsAt: new Date('2026-12-01T19:30:00Z'),
  minimumInCents: 50_000,
  nextBidInCents: null,
  winningInCents: null,
  picture: { pictureId: '019a8f12-0c40-7a51-8e3f-2b9d6c1a4e80', alternativeText: 'The desk from the left' },
  endMayMove: false,
  bidId,
  winnerReference: null,
  winnerEmail: null,
  bids: [hold],
  standing: open,
  submissionToken: '6f1c2a0e-9b1d-4c57-8a43-0d9e6b7f2c18',
  browserId: '9d2b5f0e-4b8a-8d11-8c3e-01939f5c6a1c',
  afterWinning: 'Pick it up in **Leipzig**, or:\n\n- ask for a courier\n- send a friend',
  askWinnerFor: 'NONE',
  contact: 'Call +49 341 5550, or write to desk@ferro.example.',
};

const seller: MessageFacts = {
  ...bidder,
  isToSeller: true,
  address: 'sales@ferro.example',
  timeZone: null,
  submissionToken: null,
  browserId: null,
};
const payment = { state: 'open', amountInCents: 40_000 };
const won: MessageFacts = {
  ...bidder,
  eventType: 'bid_won',
  winnerReference: 'K7Q-P3M-XRT',
  winningInCents: 125_000,
  standing: sold,
  bids: [{ ...hold, isWinningBid: true, state: 'captured' }],
};
const lost: MessageFacts = {
  ...bidder,
  eventType: 'bid_lost',
  winningInCents: 130_000,
  standing: sold,
  bids: [{ ...hold, state: 'released' }],
};
const soldTo: MessageFacts = {
  ...won,
  ...seller,
  eventType: 'auction_completed',
  winningInCents: won.winningInCents,
  standing: sold,
  bids: won.bids,
  snapshot: { winningBid: bid },
};

/** Each message that there is, by its name. */
export const examples: Record<string, MessageFacts> = {
  placed: {
    ...bidder,
    news: 'waiting',
    snapshot: { ...bid, transcript: { position: 12, hash: '3f9a1c0b77de0a4b91e2'.padEnd(64, '5d07c2f8') } },
  },
  'placed, and lapsed since': { ...bidder, bids: [{ ...hold, state: 'expired' }] },
  outbid: { ...bidder, eventType: 'bid_outbid', standing: outbid },
  'outbid, where bids have steps': { ...bidder, eventType: 'bid_outbid', standing: outbid, nextBidInCents: 135_000 },
  'outbid, and voided since': {
    ...bidder,
    eventType: 'bid_outbid',
    standing: outbid,
    bids: [{ ...hold, state: 'releasing', failureCode: 'voided' }],
  },
  'hold at risk': { ...bidder, eventType: 'hold_at_risk' },
  won,
  'won, without a word of the seller': { ...won, afterWinning: null, contact: null },
  'won, and to be sent': { ...won, askWinnerFor: 'DELIVERY' },
  'not won': { ...lost, mode: 'test' },
  ...Object.fromEntries(
    (
      [
        ['being released', { state: 'releasing' }],
        ['not charged', { state: 'releasing', failureCode: 'card_declined' }],
        ['lapsed', { state: 'expired', failureCode: 'authorization_expired' }],
        ['voided', { state: 'released', failureCode: 'voided' }],
        ['charged outside', { state: 'captured_outside', chargedInCents: 75_000 }],
        [
          'charged outside and refunded',
          { state: 'captured_outside', isClosed: true, refundedInCents: hold.chargedInCents },
        ],
      ] as const
    ).map(([name, changes]) => [`not won, ${name}`, { ...lost, bids: [{ ...hold, ...changes }] }]),
  ),
  'not won, and a lower bid was charged outside': {
    ...lost,
    bids: [
      { ...hold, state: 'released' },
      { ...hold, bidId: bidder.eventId, valueInCents: 90_000, state: 'captured_outside', chargedInCents: 90_000 },
    ],
  },
  refunded: {
    ...won,
    eventType: 'payment_refunded',
    snapshot: { payment: { ...payment, state: 'succeeded' } },
    bids: [{ ...won.bids[0]!, refundedInCents: payment.amountInCents + 1_000, returningInCents: 500 }],
  },
  'refund failed': { ...won, eventType: 'payment_refunded', snapshot: { payment: { ...payment, state: 'failed' } } },
  'won, and a part was given back': {
    ...won,
    bids: [{ ...won.bids[0]!, refundedInCents: 5_000, disputedInCents: 1_000 }],
  },
  shipped: {
    ...won,
    eventType: 'item_shipped',
    snapshot: {
      ...bid,
      shipment: { carrier: 'UPS', trackingNumber: '1Z9', trackingUrl: 'https://www.ups.com/track?tracknum=1Z9' },
    },
  },
  sold: soldTo,
  'sold to a winner whom the link named': {
    ...soldTo,
    winnerEmail: 'ada@example.com',
    snapshot: { winningBid: { ...bid, bidderId: 'customer-7' } },
  },
  'sold, and captured in part': { ...soldTo, bids: [{ ...won.bids[0]!, chargedInCents: 75_000 }] },
  unsold: {
    ...seller,
    eventType: 'auction_completed',
    picture: null,
    standing: { ...open, phase: 'FINAL', outcome: 'UNSOLD' },
    bidId: null,
    snapshot: { winningBid: null },
  },
  'capture failed': {
    ...seller,
    eventType: 'capture_failed',
    snapshot: { ...bid, reason: 'card_declined' },
  },
  ...Object.fromEntries(
    (['inquiry', 'closed', 'open', 'won', 'lost'] as const).map((state) => [
      `dispute ${state}`,
      { ...seller, eventType: 'payment_disputed', snapshot: { payment: { ...payment, state } } },
    ]),
  ),
  'delivery details given': { ...soldTo, eventType: 'delivery_details_given', snapshot: bid },
  'a first bid': { ...seller, eventType: 'first_bid_placed', timeZone: 'Europe/Berlin' },
  'ends tomorrow': { ...seller, eventType: 'auction_started', timeZone: 'Asia/Kolkata', bidId: null, snapshot: {} },
  'ends tomorrow, without a bid, and ended': {
    ...seller,
    eventType: 'auction_started',
    bidId: null,
    snapshot: {},
    news: 'ended',
    standing: { ...open, leadingBidId: null, leadingValueInCents: null },
  },
  'key issued': {
    ...seller,
    eventType: 'api_key_issued',
    auctionId: null,
    title: null,
    endsAt: null,
    minimumInCents: null,
    picture: null,
    endMayMove: false,
    bidId: null,
    snapshot: { prefix: 'auc_live_7Kq2', scopes: ['auctions:read', 'bids:read'] },
  },
  'address to confirm': {
    ...seller,
    eventType: 'seller_email_given',
    auctionId: null,
    title: null,
    endsAt: null,
    minimumInCents: null,
    picture: null,
    endMayMove: false,
    bidId: null,
    snapshot: {},
  },
  'endpoint disabled': {
    ...seller,
    eventType: 'endpoint_disabled',
    auctionId: null,
    title: null,
    endsAt: null,
    minimumInCents: null,
    picture: null,
    endMayMove: false,
    bidId: null,
    snapshot: { url: 'https://shop.example/webhooks', reason: 'failing' },
  },
};
