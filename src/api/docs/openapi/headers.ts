import { idempotencyKeyForm } from '../../idempotency/keyed-request.ts';
import type { Json } from './schemas.ts';

export const exampleRequestId = '9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4';
const exampleTag = '"Jm0Yf7bQh3v1kJxX2aWc9Q"';

/** The headers of every answer. */
export const usualHeaders = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'];

/** The headers of answers. A required header is in every answer that lists it. */
export const headers: Record<string, Json> = {
  'X-Request-Id': {
    required: true,
    description: 'Names this answer; errors repeat it as `requestId`. Tell us this id when something is wrong.',
    schema: { type: 'string', minLength: 1 },
    example: exampleRequestId,
  },
  'RateLimit-Policy': {
    description:
      'How many requests (`q`) may come in how many seconds (`w`) with your key (`"key"`) or from your address (`"ip"`), whichever has less left. Absent where the service limits nothing.',
    schema: { type: 'string', pattern: '^"(?:key|ip)";q=\\d+;w=\\d+$' },
    example: '"key";q=6000;w=60',
  },
  RateLimit: {
    description: 'How many of them are left (`r`), and in how many seconds all will be again (`t`).',
    schema: { type: 'string', pattern: '^"(?:key|ip)";r=\\d+;t=\\d+$' },
    example: '"key";r=5999;t=60',
  },
  'Retry-After': {
    required: true,
    description: 'After how many seconds to send the same request again.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  'WWW-Authenticate': {
    required: true,
    description: 'The fault of the key (RFC 6750): nothing more if the key is missing, else an `error`.',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  Location: {
    required: true,
    description: 'The address of the new auction.',
    schema: { type: 'string', format: 'uri' },
    example: 'https://auctions.example/v1/auctions/01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11',
  },
  Link: {
    description:
      'The neighboring pages (RFC 8288): `rel="next"` where more follows, `rel="prev"` from the second page on.',
    schema: { type: 'string' },
    example: '<https://auctions.example/v1/auctions?offset=100&limit=100>; rel="next"',
  },
  ETag: {
    required: true,
    description:
      'Stands for this very answer: send it as `If-None-Match` to learn whether it has changed, or as `If-Match` to change only what has not.',
    schema: { type: 'string', pattern: '^"[\\w-]{22}(?:\\.[\\w-]{22})?(?:\\.gzip)?"$' },
    example: exampleTag,
  },
  'Idempotent-Replayed': {
    description: '`true` where this is the stored answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
};

/** Returns references to headers by their names. */
export function headersNamed(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Makes parameters of headers, by the names of their components: `IfNoneMatch` for `If-None-Match`. */
function parameters(described: Record<string, Json>): Record<string, Json> {
  const componentOf = (name: string) =>
    name.replace(/^x-/, '').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const entries = Object.entries(described);
  return Object.fromEntries(entries.map(([name, rest]) => [componentOf(name), { name, in: 'header', ...rest }]));
}

/** The headers that several routes take. */
export const requestHeaders = parameters({
  'If-None-Match': {
    description:
      'The `ETag` of an earlier answer, or several: where it would be the same again, the answer is 304 without a body.',
    schema: { type: 'string' },
    example: exampleTag,
  },
  'If-Match': {
    description:
      'The `ETag` of the auction as it was read without `includeBids`, or several tags, or `*` for any: where none is that of the auction as it is now, the answer is 412 and nothing is changed.',
    schema: { type: 'string', minLength: 1 },
    example: exampleTag,
  },
  'Idempotency-Key': {
    description:
      'Makes this request safe to repeat: for 24 hours, the same request with the same key is done once and answered alike. A refused request has done nothing, and leaves its key free. ' +
      '1 to 255 visible ASCII characters of your choice, such as a UUID, bare or in double quotes; a new one for each new request.',
    schema: { type: 'string', minLength: 1, pattern: idempotencyKeyForm.source },
    example: '7c4a8d09-ca37-4f0e-9f3b-2d1b6f0a9e55',
  },
});

/** The headers of a webhook request, as in Standard Webhooks. */
export const webhookHeaders = parameters({
  'webhook-id': {
    required: true,
    description: 'Names the event, in every attempt to deliver it: receive each id once.',
    schema: { type: 'string' },
    example: '019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15',
  },
  'webhook-timestamp': {
    required: true,
    description: 'When this attempt was made, in unix seconds. Refuse what is older than five minutes.',
    schema: { type: 'integer', format: 'int64' },
    example: 1_796_126_400,
  },
  'webhook-signature': {
    required: true,
    description:
      'Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  'x-request-id': {
    required: false,
    description:
      'The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.',
    schema: { type: 'string', format: 'uuid' },
    example: exampleRequestId,
  },
});
