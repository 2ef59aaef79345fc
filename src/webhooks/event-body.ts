import { bidFieldsInV1, fieldsInV1, fieldsInWebhooks } from '../core/auction-fields.ts';
import { followUrl } from '../core/follow-key.ts';
import { formatInstant } from '../core/instants.ts';
import { webhookEvents } from '../core/webhook-events.ts';
import type { WebhookEventType } from '../db/generated/client.ts';

type Snapshot = Readonly<Record<string, unknown>>;

/**
 * Builds the body of the request that delivers an event: `{ "eventType", "payload" }`. The payload has the keys of `/v1` in
 * the same order, an auction also its reference. The body depends only on the stored event and the configuration, so every attempt sends the same bytes.
 *
 * @param event.snapshot the payload without addresses, with any order of keys
 * @param publicUrl the address that bidders reach the service at, without a trailing slash
 */
export function eventBody(
  { eventType, snapshot }: { eventType: WebhookEventType; snapshot: unknown },
  { publicUrl }: { publicUrl: string },
): string {
  return JSON.stringify({ eventType, payload: payloadOf(eventType, snapshot as Snapshot, publicUrl) });
}

function payloadOf(eventType: WebhookEventType, snapshot: Snapshot, publicUrl: string): object {
  switch (webhookEvents[eventType].payload) {
    case 'auction':
      return auctionOf(snapshot, publicUrl);
    case 'completedAuction': {
      const winningBid = snapshot['winningBid'] as Snapshot | null;
      return { ...auctionOf(snapshot, publicUrl), winningBid: winningBid === null ? null : bidOf(winningBid) };
    }
    case 'bid':
      return { ...bidOf(snapshot), privateUrl: privateUrlOf(snapshot, publicUrl) };
    case 'wonBid':
      return {
        ...bidOf(snapshot),
        privateUrl: privateUrlOf(snapshot, publicUrl),
        winnerReference: snapshot['winnerReference'] ?? null,
      };
    case 'failedBid':
      return { ...bidOf(snapshot), reason: snapshot['reason'] };
    case 'reversedBid':
      return { ...bidOf(snapshot), payment: pick(snapshot['payment'] as Snapshot, ['state', ...sums]) };
    case 'bidToDeliver':
      return { ...bidOf(snapshot), delivery: deliveryOf(snapshot['delivery'] as Snapshot | undefined) };
    case 'shippedBid':
      return {
        ...bidOf(snapshot),
        privateUrl: privateUrlOf(snapshot, publicUrl),
        shipment: shipmentOf(snapshot['shipment'] as Snapshot | undefined),
      };
    case 'endpoint':
      return pick(snapshot, ['endpointId', 'url', 'reason']);
    case 'apiKey': {
      const { expiresAt } = snapshot;
      return {
        ...pick(snapshot, ['apiKeyId', 'prefix', 'scopes']),
        createdAt: instantOf(snapshot['createdAt']),
        expiresAt: expiresAt == null ? null : instantOf(expiresAt),
        issuedBy: snapshot['issuedBy'] ?? null,
      };
    }
    case 'sellerEmail':
      return pick(snapshot, ['email']);
    case 'testMessage':
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

function bidOf(snapshot: Snapshot): object {
  return { ...pick(snapshot, Object.keys(bidFieldsInV1)), placedAt: instantOf(snapshot['placedAt']) };
}

/** An event of an earlier version, or of an erased bidder, names no browser. */
function privateUrlOf({ auctionId, submissionToken, browserId }: Snapshot, publicUrl: string): string | null {
  if (typeof submissionToken !== 'string' || typeof browserId !== 'string') return null;
  return followUrl(publicUrl, String(auctionId), { submissionToken, browserId });
}

/** The event of a bidder who is erased has none. */
function deliveryOf(delivery: Snapshot | undefined): object | null {
  if (delivery === undefined) return null;
  return { ...pick(delivery, ['name', 'address', 'telephone']), givenAt: instantOf(delivery['givenAt']) };
}

/** The event of a bidder who is erased has none. */
function shipmentOf(shipment: Snapshot | undefined): object | null {
  if (shipment === undefined) return null;
  return {
    ...pick(shipment, ['carrier', 'trackingNumber', 'trackingUrl']),
    recordedAt: instantOf(shipment['recordedAt']),
  };
}

/** PostgreSQL leaves out the zeros at the end of a fraction of a second. */
function instantOf(json: unknown): string {
  return formatInstant(new Date(json as string));
}
