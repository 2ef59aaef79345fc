import { type Json, referenceTo } from './schema-of-type.ts';

/** The payloads that no answer of `/v1` is. */
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
    TestMessage: {
      type: 'object',
      description: 'What a test says.',
      required: ['message'],
      additionalProperties: false,
      properties: { message: { type: 'string', description: 'For whoever reads it.' } },
    },
  };
}
