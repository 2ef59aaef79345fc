import type { Json } from './schema-of-type.ts';

/** The headers of answers. A required header is in every answer that lists it. */
export const headers: Record<string, Json> = {
  'X-Request-Id': {
    required: true,
    description: 'Names this answer; errors repeat it as `requestId`. Tell us this id when something is wrong.',
    schema: { type: 'string', minLength: 1 },
    example: '9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4',
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
    description: 'What is wrong with the key (RFC 6750): nothing more where it is missing, else an `error`.',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  Allow: {
    description: 'With `method_not_allowed`: the methods that the path takes.',
    schema: { type: 'string' },
    example: 'GET, POST, HEAD',
  },
  Location: {
    required: true,
    description: 'Where the new auction is read.',
    schema: { type: 'string', format: 'uri' },
    example: 'https://auctions.example/v1/auctions/01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11',
  },
  Link: {
    description:
      'The neighbouring pages (RFC 8288): `rel="next"` where more follows, `rel="prev"` from the second page on.',
    schema: { type: 'string' },
    example: '<https://auctions.example/v1/auctions?offset=100&limit=100>; rel="next"',
  },
  ETag: {
    required: true,
    description:
      'Stands for this very answer: send it as `If-None-Match` to learn whether it has changed, or as `If-Match` to change only what has not.',
    schema: { type: 'string', pattern: '^"[\\w-]{22}"$' },
    example: '"Jm0Yf7bQh3v1kJxX2aWc9Q"',
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

/** The headers of every answer. */
export const usualHeaders = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'];
