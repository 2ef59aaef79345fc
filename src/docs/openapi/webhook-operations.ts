import { type WebhookEventKind, webhookEvents } from '../../core/webhook-events.ts';
import { exampleAnswers } from './example-answers.ts';
import { type Json, referenceTo } from './schema-of-type.ts';
import { webhookHeaders } from './webhook-headers.ts';

interface Payload {
  readonly schema: Json;
  readonly example: Json;
}

/** Returns the payloads of events, which have the schemas of `/v1`. */
function payloads(publicUrl: string): Record<WebhookEventKind['payload'], Payload> {
  const answers = exampleAnswers(publicUrl);
  const { auction } = answers['Query.auction']!['withoutBids'] as { auction: Json };
  const { bid: winningBid } = answers['Query.bid']!['winning'] as { bid: Json };
  const { bids: _, ...sold } = (answers['Query.auction']!['withBids'] as { auction: Json }).auction as { bids: Json };
  const bid = { ...winningBid, isWinningBid: false };
  return {
    auction: { schema: referenceTo('AuctionWithoutBids'), example: auction },
    completedAuction: { schema: referenceTo('CompletedAuction'), example: { ...sold, winningBid } },
    bid: { schema: referenceTo('Bid'), example: bid },
    failedBid: { schema: referenceTo('FailedBid'), example: { ...bid, reason: 'card_declined' } },
    reversedBid: {
      schema: referenceTo('ReversedBid'),
      example: {
        ...winningBid,
        payment: {
          state: 'succeeded',
          amountInCents: 1_000,
          capturedInCents: winningBid['bidValueInCents'],
          refundedInCents: 1_000,
          disputedInCents: 0,
          netInCents: Number(winningBid['bidValueInCents']) - 1_000,
        },
      },
    },
    testMessage: {
      schema: referenceTo('TestMessage'),
      example: { message: 'This is a test: nothing has happened.' },
    },
  };
}

/** Makes the webhooks of the OpenAPI document: the requests to a seller's endpoints. */
export function webhookOperations(publicUrl: string): Json {
  const payloadOf = payloads(publicUrl);
  const kinds = Object.entries<WebhookEventKind>(webhookEvents);
  return Object.fromEntries(
    kinds.map(([eventType, { summary, description, payload, exampleStatus: status }]) => [
      eventType,
      {
        post: {
          operationId: eventType,
          summary,
          description,
          tags: ['Webhooks'],
          security: [],
          parameters: Object.keys(webhookHeaders).map((name) => ({
            $ref: `#/components/parameters/${name}`,
          })),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['eventType', 'payload'],
                  additionalProperties: false,
                  properties: { eventType: { type: 'string', const: eventType }, payload: payloadOf[payload].schema },
                },
                example: { eventType, payload: { ...payloadOf[payload].example, ...(status && { status }) } },
              },
            },
          },
          responses: {
            '2XX': { description: 'Delivered: this event is not sent to this endpoint again.' },
            '410': { description: 'The endpoint wants no more events, and is disabled.' },
            default: { description: 'Not delivered: it is tried again, for three days.' },
          },
        },
      },
    ]),
  );
}
