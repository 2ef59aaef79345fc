import { type WebhookEventKind, webhookEvents } from '../../../auctions/webhooks/webhook-events.ts';
import { followUrl } from '../../../core/follow-key.ts';
import { type Json, referenceTo } from './schemas.ts';
import { exampleThings } from './examples.ts';
import { webhookHeaders } from './headers.ts';

/** The form behind the private link in the examples. */
export const exampleForm = {
  submissionToken: '6f1c2a0e-9b1d-4c57-8a43-0d9e6b7f2c18',
  browserId: '9d2b5f0e-4b8a-8d11-8c3e-01939f5c6a1c',
};

const timestamp = '2026-11-22T10:00:04.120+00:00';

const sequence = {
  type: ['integer', 'null'],
  format: 'int32',
  minimum: 1,
  description:
    'The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.',
};

/** The properties that all bodies share. */
const properties = {
  id: {
    type: 'string',
    format: 'uuid',
    description: 'The event, at each attempt and replay: the header `webhook-id`.',
  },
  timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
  mode: { type: 'string', enum: ['live', 'test'], description: 'Whether its money is real.' },
  sequence,
};

const responses = {
  '2XX': { description: 'Delivered: this event is not sent to this endpoint again.' },
  '410': { description: 'The endpoint wants no more events, and is disabled.' },
  default: { description: 'Not delivered: it is tried again, for three days.' },
};

/** Makes the webhooks of the OpenAPI document: the requests to a seller's endpoints. */
export function webhookOperations(publicUrl: string): Json {
  const examples = examplePayloads(publicUrl);
  const webhookOf = (eventType: string, { summary, description, payload, exampleStatus: status }: WebhookEventKind) => {
    const schema = {
      type: 'object',
      required: ['id', 'eventType', 'timestamp', 'mode', 'sequence', 'payload'],
      properties: { ...properties, eventType: { type: 'string', const: eventType }, payload: referenceTo(payload) },
    };
    const example = {
      id: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14',
      eventType,
      timestamp,
      mode: 'live',
      sequence: 'auctionId' in examples[payload]! ? 7 : null,
      payload: { ...examples[payload], ...(status && { status }) },
    };
    return {
      operationId: eventType,
      summary,
      description,
      tags: ['Webhooks'],
      security: [],
      parameters: Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: { required: true, content: { 'application/json': { schema, example } } },
      responses,
    };
  };
  const kinds = Object.entries<WebhookEventKind>(webhookEvents);
  return Object.fromEntries(kinds.map(([eventType, kind]) => [eventType, { post: webhookOf(eventType, kind) }]));
}

/** Returns an example of each type of payload. */
function examplePayloads(publicUrl: string): Record<string, Json> {
  const { upcoming, sold, winningBid } = exampleThings(publicUrl);
  const ofAuction = { reference: 'lot-1962', updatedAt: timestamp };
  const won = { ...winningBid, updatedAt: timestamp };
  const bid = { ...won, isWinningBid: false };
  const privateUrl = followUrl(publicUrl, winningBid.auctionId, exampleForm);
  return {
    AuctionOfEvent: { ...upcoming, ...ofAuction },
    CompletedAuction: { ...sold, ...ofAuction, winningBid: won },
    LinkedBid: { ...bid, privateUrl },
    PlacedBid: {
      ...bid,
      privateUrl,
      transcript: { position: 12, hash: '3f9a1c0b77de0a4b91e2'.padEnd(64, '5d07c2f8') },
    },
    WonBid: { ...won, privateUrl, winnerReference: 'K7Q-P3M-XRT' },
    FailedBid: { ...bid, reason: 'card_declined' },
    ReversedBid: {
      ...won,
      payment: {
        state: 'succeeded',
        amountInCents: 1_000,
        capturedInCents: won.bidValueInCents,
        refundedInCents: 1_000,
        disputedInCents: 0,
        netInCents: won.bidValueInCents - 1_000,
      },
    },
    BidToDeliver: {
      ...won,
      delivery: {
        name: 'Ada Byron',
        address: '12 St James’s Square\nLondon SW1Y 4LB\nUnited Kingdom',
        telephone: '+44 20 7946 0018',
        givenAt: '2026-11-20T20:14:09.310+00:00',
      },
    },
    ShippedBid: {
      ...won,
      privateUrl,
      shipment: {
        carrier: 'Royal Mail',
        trackingNumber: 'RM123456785GB',
        trackingUrl: 'https://www.royalmail.com/track-your-item#/tracking-results/RM123456785GB',
        recordedAt: '2026-11-21T09:30:00.000+00:00',
      },
    },
    DisabledEndpoint: {
      endpointId: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11',
      url: 'https://shop.example/webhooks',
      reason: 'failing',
    },
    IssuedApiKey: {
      apiKeyId: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d12',
      prefix: 'auc_test_Xk3v9Q',
      scopes: ['auctions:read'],
      createdAt: '2026-11-20T20:14:09.310+00:00',
      expiresAt: null,
      issuedBy: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d13',
    },
    SellerEmail: { email: 'sales@example.com' },
    TestMessage: { message: 'This is a test: nothing has happened.' },
  };
}
