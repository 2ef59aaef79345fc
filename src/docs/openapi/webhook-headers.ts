import type { Json } from './schema-of-type.ts';

/** The headers of a webhook request, as in Standard Webhooks. */
export const webhookHeaders: Record<string, Json> = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Names the event, in every attempt to deliver it: receive each id once.',
    schema: { type: 'string' },
    example: '019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was made, in unix seconds. Refuse what is older than five minutes.',
    schema: { type: 'integer', format: 'int64' },
    example: 1_796_126_400,
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    required: false,
    description:
      'The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.',
    schema: { type: 'string', format: 'uuid' },
    example: '9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4',
  },
};
