import { type Json, referenceTo } from './schema-of-type.ts';

/** Makes the schemas of webhook payloads that are no answer of `/v1`. */
export function payloadSchemas(answers: Record<string, Json>): Record<string, Json> {
  const extended = (name: string, description: string, field: string, schema: Json): Json => {
    const { required, properties, ...rest } = answers[name] as { required: string[]; properties: Json };
    return { ...rest, description, required: [...required, field], properties: { ...properties, [field]: schema } };
  };
  return {
    CompletedAuction: extended('AuctionWithoutBids', 'An auction whose result is final.', 'winningBid', {
      oneOf: [referenceTo('Bid'), { type: 'null' }],
      description: 'The bid whose funds were captured; `null` where nobody won.',
    }),
    FailedBid: extended('Bid', 'A bid whose funds were not captured.', 'reason', {
      type: 'string',
      description: 'Why, in a word that never changes its meaning.',
      examples: ['card_declined', 'insufficient_funds', 'authorization_expired'],
    }),
    ReversedBid: extended('Bid', 'The winning bid, and what became of its captured funds.', 'payment', {
      type: 'object',
      description: 'What has changed, and what is left of the captured funds now.',
      required: ['state', 'amountInCents', 'capturedInCents', 'refundedInCents', 'disputedInCents', 'netInCents'],
      additionalProperties: false,
      properties: {
        state: {
          type: 'string',
          description:
            'Of a refund: `pending`, `succeeded`, `failed`. Of a dispute: `inquiry` (takes no funds), `closed`, `open`, `won`, `lost`.',
          enum: ['pending', 'succeeded', 'failed', 'inquiry', 'closed', 'open', 'won', 'lost'],
        },
        amountInCents: { type: 'integer', description: 'The amount of this refund or dispute, in USD cents.' },
        capturedInCents: { type: 'integer', description: 'What was captured, in USD cents.' },
        refundedInCents: { type: 'integer', description: 'What is refunded of it.' },
        disputedInCents: {
          type: 'integer',
          description: 'What disputes have taken of it: those that are open or lost.',
        },
        netInCents: {
          type: 'integer',
          description: 'What is left; below zero where refunded funds are disputed as well.',
        },
      },
    }),
    TestMessage: {
      type: 'object',
      description: 'What a test says.',
      required: ['message'],
      additionalProperties: false,
      properties: { message: { type: 'string', description: 'For the person who reads it.' } },
    },
  };
}
