import { z } from 'zod';
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

/** The event in the examples. */
const exampleEvent = { eventId: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14', timestamp: '2026-11-22T10:00:04.120+00:00' };

const eventId = { type: 'string', format: 'uuid' };
const instant = { type: 'string', format: 'date-time' };

const sequence = {
  type: ['integer', 'null'],
  format: 'int32',
  minimum: 1,
  description:
    'The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.',
};

const updatedAt = {
  ...instant,
  description: 'When the service read this state. Of two payloads of one object, the later one is current.',
};

/** Makes the webhooks of the OpenAPI document: the requests to a seller's endpoints. */
export function webhookOperations(publicUrl: string): Json {
  const payloadOf = payloads(publicUrl);
  const kinds = Object.entries<WebhookEventKind>(webhookEvents);
  return Object.fromEntries(
    kinds.map(([eventType, { summary, description, payload, exampleStatus: status }]) => {
      const { schema, example } = payloadOf[payload];
      const isOfAuction = 'auctionId' in example;
      const post = {
        operationId: eventType,
        summary,
        description,
        tags: ['Webhooks'],
        security: [],
        parameters: Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['id', 'eventType', 'timestamp', 'mode', 'sequence', 'payload'],
                properties: {
                  id: { ...eventId, description: 'The event, at each attempt and replay: the header `webhook-id`.' },
                  eventType: { type: 'string', const: eventType },
                  timestamp: { ...instant, description: 'When it happened.' },
                  mode: { type: 'string', enum: ['live', 'test'], description: 'Whether its money is real.' },
                  sequence,
                  payload: referenceTo(schema),
                },
              },
              example: {
                id: exampleEvent.eventId,
                eventType,
                timestamp: exampleEvent.timestamp,
                mode: 'live',
                sequence: isOfAuction ? 7 : null,
                payload: { ...example, ...(status && { status }) },
              },
            },
          },
        },
        responses: {
          '2XX': { description: 'Delivered: this event is not sent to this endpoint again.' },
          '410': { description: 'The endpoint wants no more events, and is disabled.' },
          default: { description: 'Not delivered: it is tried again, for three days.' },
        },
      };
      return [eventType, { post }];
    }),
  );
}

/** Returns the schema and an example of each payload. */
function payloads(publicUrl: string): Record<WebhookEventKind['payload'], { schema: string; example: Json }> {
  const { upcoming, sold, winningBid } = exampleThings(publicUrl);
  const { timestamp } = exampleEvent;
  const won = { ...winningBid, updatedAt: timestamp };
  const bid = { ...won, isWinningBid: false };
  const payment = {
    state: 'succeeded',
    amountInCents: 1_000,
    capturedInCents: winningBid.bidValueInCents,
    refundedInCents: 1_000,
    disputedInCents: 0,
    netInCents: winningBid.bidValueInCents - 1_000,
  };
  const reference = 'lot-1962';
  const privateUrl = followUrl(publicUrl, winningBid.auctionId, exampleForm);
  const transcript = { position: 12, hash: '3f9a1c0b77de0a4b91e2'.padEnd(64, '5d07c2f8') };
  const endpointId = '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11';
  return {
    auction: { schema: 'AuctionOfEvent', example: { ...upcoming, reference, updatedAt: timestamp } },
    completedAuction: {
      schema: 'CompletedAuction',
      example: { ...sold, reference, updatedAt: timestamp, winningBid: won },
    },
    bid: { schema: 'LinkedBid', example: { ...bid, privateUrl } },
    placedBid: { schema: 'PlacedBid', example: { ...bid, privateUrl, transcript } },
    wonBid: { schema: 'WonBid', example: { ...won, privateUrl, winnerReference: 'K7Q-P3M-XRT' } },
    failedBid: { schema: 'FailedBid', example: { ...bid, reason: 'card_declined' } },
    reversedBid: { schema: 'ReversedBid', example: { ...won, payment } },
    bidToDeliver: {
      schema: 'BidToDeliver',
      example: {
        ...won,
        delivery: {
          name: 'Ada Byron',
          address: '12 St James’s Square\nLondon SW1Y 4LB\nUnited Kingdom',
          telephone: '+44 20 7946 0018',
          givenAt: '2026-11-20T20:14:09.310+00:00',
        },
      },
    },
    shippedBid: {
      schema: 'ShippedBid',
      example: {
        ...won,
        privateUrl,
        shipment: {
          carrier: 'Royal Mail',
          trackingNumber: 'RM123456785GB',
          trackingUrl: 'https://www.royalmail.com/track-your-item#/tracking-results/RM123456785GB',
          recordedAt: '2026-11-21T09:30:00.000+00:00',
        },
      },
    },
    endpoint: {
      schema: 'DisabledEndpoint',
      example: { endpointId, url: 'https://shop.example/webhooks', reason: 'failing' },
    },
    apiKey: {
      schema: 'IssuedApiKey',
      example: {
        apiKeyId: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d12',
        prefix: 'auc_test_Xk3v9Q',
        scopes: ['auctions:read'],
        createdAt: '2026-11-20T20:14:09.310+00:00',
        expiresAt: null,
        issuedBy: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d13',
      },
    },
    sellerEmail: { schema: 'SellerEmail', example: { email: 'sales@example.com' } },
    testMessage: { schema: 'TestMessage', example: { message: 'This is a test: nothing has happened.' } },
  };
}

const reversal = z
  .strictObject({
    state: z
      .enum(['pending', 'succeeded', 'failed', 'inquiry', 'closed', 'open', 'won', 'lost'])
      .describe(
        'For a refund: `pending`, `succeeded`, `failed`. For a dispute: `inquiry` (takes no funds), `closed`, `open`, `won`, `lost`.',
      ),
    amountInCents: z.int32().describe('The amount of this refund or dispute, in USD cents.'),
    capturedInCents: z.int32().describe('The captured amount, in USD cents.'),
    refundedInCents: z.int32().describe('The refunded amount.'),
    disputedInCents: z.int32().describe('The amount that disputes have taken of it: those that are open or lost.'),
    netInCents: z.int32().describe('The rest; below zero where refunded funds are disputed as well.'),
  })
  .describe('The change, and the rest of the captured funds now.');

const failureReason = {
  type: 'string',
  description: 'Why, in a word that never changes its meaning.',
  examples: ['card_declined', 'insufficient_funds', 'authorization_expired'],
};

const reference = {
  type: ['string', 'null'],
  description: 'The text that its seller has given it; `null` if there is none.',
};

const privateUrl = {
  type: ['string', 'null'],
  format: 'uri',
  description:
    'Shows this bidder, on any device, how the bids of the bidder stand. Everybody who has the link sees them: send it to the bidder alone. `null` where the bid names no browser.',
};

const head = z
  .strictObject({ position: z.int32(), hash: z.string() })
  .nullable()
  .describe('The line of the bid in the transcript, with its SHA-256 in hex. Keep it. `null` in earlier events.');

const winnerReference = {
  type: ['string', 'null'],
  description: 'By this you know the winner, whose page shows it. Tell it to the winner alone.',
};

const delivery = z
  .strictObject({
    name: z.string().describe('The name of the winner.'),
    address: z.string().nullable().describe('Lines of text; `null` where you ask for a contact alone.'),
    telephone: z.string().describe('A telephone number, as it was typed.'),
    givenAt: z.iso.datetime({ offset: true }).describe('When the winner gave them.'),
  })
  .nullable()
  .describe('The details of the winner; `null` once the bidder is erased.');

const shipment = z
  .strictObject({
    carrier: z.string().describe('The carrier, as you wrote it.'),
    trackingNumber: z.string().nullable().describe('The number of the shipment; `null` if it has none.'),
    trackingUrl: z.url().nullable().describe('Shows where it is; `null` without one.'),
    recordedAt: z.iso.datetime({ offset: true }).describe('When you recorded or corrected it.'),
  })
  .nullable()
  .describe('How you have sent the item; `null` once the bidder is erased.');

const disabledEndpoint = {
  type: 'object',
  description: 'A webhook endpoint that gets no more events.',
  required: ['endpointId', 'url', 'reason'],
  additionalProperties: false,
  properties: {
    endpointId: { type: 'string', format: 'uuid', description: 'The endpoint.' },
    url: { type: 'string', format: 'uri', description: 'Its address.' },
    reason: {
      type: 'string',
      enum: ['gone', 'failing'],
      description: '`gone`: it has answered 410. `failing`: it has failed for three days.',
    },
  },
};

const issuedApiKey = z
  .strictObject({
    apiKeyId: z.uuid().describe('The new key.'),
    prefix: z.string().describe('Its first characters.'),
    scopes: z.array(z.string()).describe('Its scopes.'),
    createdAt: z.iso.datetime({ offset: true }).describe('When it was issued.'),
    expiresAt: z.iso.datetime({ offset: true }).nullable().describe('From then on it is refused; `null`: never.'),
    issuedBy: z.uuid().nullable().describe('The key that issued it; `null`: the operator of the service did.'),
  })
  .describe('An API key that was just issued, without the key itself.');

const sellerEmail = z
  .strictObject({ email: z.string().describe('The address in your profile.') })
  .describe('An address for messages to a seller, which waits for its confirmation.');

const testMessage = z
  .strictObject({ message: z.string().describe('For the person who reads it.') })
  .describe('The text of a test.');

function schemaOf(type: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(type);
  return schema;
}

/** Makes the schemas of payloads that are an answer of `/v1` with one more field. */
export function payloadSchemas(answers: Record<string, Json>): Record<string, Json> {
  const extended = (answer: Json, description: string, field: string, schema: Json): Json => {
    const { required, properties, ...rest } = answer as { required: string[]; properties: Json };
    return { ...rest, description, required: [...required, field], properties: { ...properties, [field]: schema } };
  };
  const bid = extended(answers['Bid']!, 'A bid as it was then.', 'updatedAt', updatedAt);
  const linkedBid = extended(bid, 'A bid, and the private link of its bidder.', 'privateUrl', privateUrl);
  const ofEvent = extended(answers['AuctionWithoutBids']!, '', 'reference', reference);
  const auction = extended(ofEvent, 'An auction without its bids, as it was then.', 'updatedAt', updatedAt);
  const closed: Record<string, Json> = {
    BidOfEvent: bid,
    AuctionOfEvent: auction,
    CompletedAuction: extended(auction, 'An auction whose result is final.', 'winningBid', {
      oneOf: [referenceTo('BidOfEvent'), { type: 'null' }],
      description: 'The bid whose funds were captured; `null` where nobody won.',
    }),
    LinkedBid: linkedBid,
    PlacedBid: extended(linkedBid, 'A bid, its private link and its line.', 'transcript', schemaOf(head)),
    WonBid: extended(linkedBid, 'The winning bid, and how you know its bidder.', 'winnerReference', winnerReference),
    BidToDeliver: extended(bid, 'The winning bid, and what its bidder has given.', 'delivery', schemaOf(delivery)),
    ShippedBid: extended(linkedBid, 'The winning bid, and how its item was sent.', 'shipment', schemaOf(shipment)),
    DisabledEndpoint: disabledEndpoint,
    IssuedApiKey: schemaOf(issuedApiKey),
    SellerEmail: schemaOf(sellerEmail),
    TestMessage: schemaOf(testMessage),
    FailedBid: extended(bid, 'A bid whose funds were not captured.', 'reason', failureReason),
    ReversedBid: extended(
      bid,
      'The winning bid, and what became of its captured funds.',
      'payment',
      schemaOf(reversal),
    ),
  };
  return opened(closed) as Record<string, Json>;
}

/** Lets the objects of a schema have more fields: a payload may gain some, and a generated client must read it then. */
function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).filter(([name]) => name !== 'additionalProperties');
  return Object.fromEntries(parts.map(([name, part]) => [name, opened(part)]));
}
