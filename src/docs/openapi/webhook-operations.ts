import { exampleAnswers } from './example-answers.ts';
import { type Json, referenceTo } from './schema-of-type.ts';
import { webhookHeaders } from './webhook-headers.ts';

interface Event {
  readonly summary: string;
  readonly description: string;
  readonly payload: Json;
  readonly example: Json;
}

/** What the endpoints of a seller are told of; the payloads are as `/v1` shows the same things. */
function events(publicUrl: string): Record<string, Event> {
  const answers = exampleAnswers(publicUrl);
  const { auction: upcoming } = answers['Query.auction']!['withoutBids'] as { auction: Json };
  const { bid: winningBid } = answers['Query.bid']!['winning'] as { bid: Json };
  const { bids: _, ...sold } = (answers['Query.auction']!['withBids'] as { auction: Json }).auction as { bids: Json };
  const bid = { ...winningBid, isWinningBid: false };
  return {
    auction_started: {
      summary: 'An auction has started',
      description: 'The bidding period of an auction has begun.',
      payload: referenceTo('AuctionWithoutBids'),
      example: { ...upcoming, status: 'ongoing' },
    },
    auction_completed: {
      summary: 'An auction is completed',
      description: 'The result of an auction is final. Of a cancelled auction, `auction_cancelled` tells instead.',
      payload: referenceTo('CompletedAuction'),
      example: { ...sold, winningBid },
    },
    auction_cancelled: {
      summary: 'An auction is cancelled',
      description: 'The seller has cancelled an auction.',
      payload: referenceTo('AuctionWithoutBids'),
      example: { ...upcoming, status: 'completed' },
    },
    bid_placed: {
      summary: 'A bid is placed',
      description: 'A bid was placed, and its amount is held on the card of the bidder.',
      payload: referenceTo('Bid'),
      example: bid,
    },
    capture_failed: {
      summary: 'A capture failed',
      description: 'The funds of a bid were definitely not captured; the settlement asks the next highest bid.',
      payload: referenceTo('FailedBid'),
      example: { ...bid, reason: 'card_declined' },
    },
    test: {
      summary: 'A test',
      description: 'Nothing has happened: the seller tries the endpoint out.',
      payload: referenceTo('TestMessage'),
      example: { message: 'This is a test: nothing has happened.' },
    },
  };
}

/** The requests that the service makes to a seller's endpoints. */
export function webhookOperations(publicUrl: string): Json {
  return Object.fromEntries(
    Object.entries(events(publicUrl)).map(([eventType, { summary, description, payload, example }]) => [
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
                  properties: { eventType: { type: 'string', const: eventType }, payload },
                },
                example: { eventType, payload: example },
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
