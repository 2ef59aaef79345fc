import { formatInstant } from '../core/instants.ts';
import type { WebhookEventType } from '../db/generated/client.ts';

/** An event as it is stored. */
export interface StoredEvent {
  readonly eventType: WebhookEventType;
  /** The JSON of `webhook_events.snapshot`, parsed: the payload, but for addresses and the order of keys. */
  readonly snapshot: unknown;
}

type Snapshot = Readonly<Record<string, unknown>>;

/**
 * The body of the request that tells of an event: `{ "eventType", "payload" }`, the payload as `/v1` shows the same thing,
 * key by key in the same order. Made of the stored event and the configuration alone, so that every attempt to deliver it
 * sends the same bytes.
 *
 * @param publicUrl the address that bidders reach the service at, without a trailing slash
 */
export function eventBody({ eventType, snapshot }: StoredEvent, { publicUrl }: { publicUrl: string }): string {
  return JSON.stringify({ eventType, payload: payloadOf(eventType, snapshot as Snapshot, publicUrl) });
}

function payloadOf(eventType: WebhookEventType, snapshot: Snapshot, publicUrl: string): object {
  switch (eventType) {
    case 'auction_started':
    case 'auction_cancelled':
      return auctionOf(snapshot, publicUrl);
    case 'auction_completed': {
      const winningBid = snapshot['winningBid'] as Snapshot | null;
      return { ...auctionOf(snapshot, publicUrl), winningBid: winningBid === null ? null : bidOf(winningBid) };
    }
    case 'bid_placed':
      return bidOf(snapshot);
    case 'capture_failed':
      return { ...bidOf(snapshot), reason: snapshot['reason'] };
    case 'test':
      return snapshot;
  }
}

// `jsonb` does not keep the order of keys: it is that of the interface document.

function auctionOf(snapshot: Snapshot, publicUrl: string): object {
  return {
    auctionId: snapshot['auctionId'],
    createdAt: instantOf(snapshot['createdAt']),
    biddingPeriodStartsAt: instantOf(snapshot['biddingPeriodStartsAt']),
    biddingPeriodEndsAt: instantOf(snapshot['biddingPeriodEndsAt']),
    type: snapshot['type'],
    minimumBidValueInCents: snapshot['minimumBidValueInCents'],
    title: snapshot['title'],
    status: snapshot['status'],
    auctionUrl: `${publicUrl}/auctions/${String(snapshot['auctionId'])}`,
  };
}

function bidOf(snapshot: Snapshot): object {
  return {
    bidId: snapshot['bidId'],
    bidderId: snapshot['bidderId'],
    placedAt: instantOf(snapshot['placedAt']),
    bidValueInCents: snapshot['bidValueInCents'],
    auctionId: snapshot['auctionId'],
    isWinningBid: snapshot['isWinningBid'],
  };
}

/** PostgreSQL leaves out the zeros at the end of a fraction of a second. */
function instantOf(json: unknown): string {
  return formatInstant(new Date(json as string));
}
