import type { MessageFacts } from '../../src/mail/message-facts.ts';

export const config = { publicUrl: 'https://auctions.example', linkKey: 'ab'.repeat(32), providerSandbox: false };

const bidId = '019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23';

const bid = { bidId, bidderId: 'ada@example.com', bidValueInCents: 125_000 };

const bidder: MessageFacts = {
  eventId: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11',
  eventType: 'bid_placed',
  snapshot: bid,
  createdAt: new Date('2026-11-26T15:00:00Z'),
  address: 'ada@example.com',
  isToSeller: false,
  isFirst: false,
  sellerId: '019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70',
  mode: 'live',
  sellerName: 'Ferro & Söhne',
  accentColor: '#7a3e1d',
  language: 'en',
  timeZone: 'Europe/Berlin',
  auctionId: '019a8f12-0c40-7a51-8e3f-2b9d6c1a4e71',
  title: 'A “walnut” desk <1962> & its chair',
  endsAt: new Date('2026-12-01T19:30:00Z'),
  bidId,
  winnerReference: null,
  leadingInCents: 130_000,
  capturedInCents: 125_000,
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

/** Each message that there is, by its name. */
export const examples: Record<string, MessageFacts> = {
  placed: { ...bidder, isFirst: true },
  outbid: { ...bidder, eventType: 'bid_outbid' },
  'hold at risk': { ...bidder, eventType: 'hold_at_risk' },
  won: { ...bidder, eventType: 'bid_won', winnerReference: 'K7Q-P3M-XRT' },
  'won, without a word of the seller': { ...bidder, eventType: 'bid_won', afterWinning: null, contact: null },
  'won, and to be sent': { ...bidder, eventType: 'bid_won', askWinnerFor: 'DELIVERY' },
  'not won': { ...bidder, eventType: 'bid_lost', mode: 'test' },
  refunded: { ...bidder, eventType: 'payment_refunded', snapshot: { payment } },
  sold: {
    ...seller,
    eventType: 'auction_completed',
    bidId: null,
    winnerReference: 'K7Q-P3M-XRT',
    snapshot: { winningBid: bid },
  },
  unsold: { ...seller, eventType: 'auction_completed', bidId: null, snapshot: { winningBid: null } },
  'capture failed': {
    ...seller,
    eventType: 'capture_failed',
    snapshot: { ...bid, reason: 'card_declined' },
  },
  disputed: { ...seller, eventType: 'payment_disputed', snapshot: { payment } },
  'endpoint disabled': {
    ...seller,
    eventType: 'endpoint_disabled',
    auctionId: null,
    title: null,
    endsAt: null,
    bidId: null,
    snapshot: { url: 'https://shop.example/webhooks', reason: 'failing' },
  },
};
