import { bidFieldsInV1, fieldsInV1, fieldsInWebhooks } from '../../core/auction-fields.ts';
import { followUrl } from '../../core/follow-key.ts';
import { formatInstant } from '../../core/instants.ts';
import { webhookEvents } from './webhook-events.ts';
import type { Config } from '../../platform/config.ts';
import type { SellerMode } from '../../core/viewer.ts';
import type { WebhookEvent } from '../../platform/db/generated/client.ts';

type Snapshot = Readonly<Record<string, unknown>>;

/** The columns of an event that its body is made of. */
export type ToldEvent = Pick<WebhookEvent, 'eventId' | 'eventType' | 'createdAt' | 'sequence'> & {
  readonly snapshot: unknown;
};

type Addresses = Pick<Config, 'publicUrl'>;

/**
 * Builds the body of the request that delivers an event. It says everything that the headers and the address of the request say. It depends only
 * on the stored event, the mode of its seller and the configuration, so every attempt sends the same bytes.
 */
export function eventBody(event: ToldEvent, mode: SellerMode, config: Addresses): string {
  return JSON.stringify({
    id: event.eventId,
    eventType: event.eventType,
    timestamp: formatInstant(event.createdAt),
    mode,
    sequence: event.sequence,
    payload: eventPayload(event, config),
  });
}

/**
 * Builds the payload of an event. An auction and a bid have the keys of `/v1` in the same order, an auction also its reference. Both have
 * `updatedAt`, the instant at which the snapshot was taken.
 *
 * @param event.snapshot the payload without addresses, with any order of keys
 * @param publicUrl the address that bidders reach the service at, without a trailing slash
 */
export function eventPayload(
  { eventType, createdAt, snapshot: stored }: Pick<ToldEvent, 'eventType' | 'createdAt' | 'snapshot'>,
  { publicUrl }: Addresses,
): Record<string, unknown> {
  const snapshot = stored as Snapshot;
  const updatedAt = formatInstant(createdAt);
  const bidOf = (bid: Snapshot) => ({
    ...pick(bid, Object.keys(bidFieldsInV1)),
    placedAt: instantOf(bid['placedAt']),
    updatedAt,
  });
  const linkedBid = () => ({ ...bidOf(snapshot), privateUrl: privateUrlOf(snapshot, publicUrl) });
  switch (webhookEvents[eventType].payload) {
    case 'AuctionOfEvent':
      return { ...auctionOf(snapshot, publicUrl), updatedAt };
    case 'CompletedAuction': {
      const winner = snapshot['winningBid'] as Snapshot | null;
      return { ...auctionOf(snapshot, publicUrl), updatedAt, winningBid: winner && bidOf(winner) };
    }
    case 'LinkedBid':
      return linkedBid();
    case 'PlacedBid': {
      const head = snapshot['transcript'] as Snapshot | null | undefined;
      return { ...linkedBid(), transcript: head == null ? null : pick(head, ['position', 'hash']) };
    }
    case 'WonBid':
      return { ...linkedBid(), winnerReference: snapshot['winnerReference'] ?? null };
    case 'FailedBid':
      return { ...bidOf(snapshot), reason: snapshot['reason'] };
    case 'ReversedBid':
      return { ...bidOf(snapshot), payment: pick(snapshot['payment'] as Snapshot, ['state', ...sums]) };
    case 'BidToDeliver':
      return {
        ...bidOf(snapshot),
        delivery: partOf(snapshot['delivery'], ['name', 'address', 'telephone'], 'givenAt'),
      };
    case 'ShippedBid':
      return {
        ...linkedBid(),
        shipment: partOf(snapshot['shipment'], ['carrier', 'trackingNumber', 'trackingUrl'], 'recordedAt'),
      };
    case 'DisabledEndpoint':
      return pick(snapshot, ['endpointId', 'url', 'reason']);
    case 'IssuedApiKey': {
      const { expiresAt } = snapshot;
      return {
        ...pick(snapshot, ['apiKeyId', 'prefix', 'scopes']),
        createdAt: instantOf(snapshot['createdAt']),
        expiresAt: expiresAt == null ? null : instantOf(expiresAt),
        issuedBy: snapshot['issuedBy'] ?? null,
      };
    }
    case 'SellerEmail':
      return pick(snapshot, ['email']);
    case 'TestMessage':
      return snapshot;
  }
}

const sums = ['amountInCents', 'capturedInCents', 'refundedInCents', 'disputedInCents', 'netInCents'];

/** Returns some fields in the order of the interface document, which `jsonb` loses. */
function pick(snapshot: Snapshot, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name): [string, unknown] => [name, snapshot[name]]));
}

function auctionOf(snapshot: Snapshot, publicUrl: string): object {
  const shown = (fields: typeof fieldsInV1) => {
    const values = fields.map(([name, { isInstant }]): [string, unknown] => {
      return [name, isInstant === true ? instantOf(snapshot[name]) : (snapshot[name] ?? null)];
    });
    return Object.fromEntries(values);
  };
  const auctionUrl = `${publicUrl}/auctions/${String(snapshot['auctionId'])}`;
  return { ...shown(fieldsInV1), auctionUrl, ...shown(fieldsInWebhooks.filter(([, { isInV1 }]) => !isInV1)) };
}

/** An event of an earlier version, or of an erased bidder, names no browser. */
function privateUrlOf({ auctionId, submissionToken, browserId }: Snapshot, publicUrl: string): string | null {
  if (typeof submissionToken !== 'string' || typeof browserId !== 'string') return null;
  return followUrl(publicUrl, String(auctionId), { submissionToken, browserId });
}

/** Returns some fields of a part and its instant. The event of a bidder who is erased has no such part. */
function partOf(part: unknown, names: readonly string[], instant: string): object | null {
  if (part === undefined) return null;
  return { ...pick(part as Snapshot, names), [instant]: instantOf((part as Snapshot)[instant]) };
}

/** PostgreSQL leaves out the zeros at the end of a fraction of a second. */
function instantOf(json: unknown): string {
  return formatInstant(new Date(json as string));
}
