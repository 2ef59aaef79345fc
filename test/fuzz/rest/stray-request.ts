import fc from 'fast-check';
import { jsonHeaders } from './any-body.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'PROPFIND',
  'M-SEARCH',
  'PURGE',
];

const targets = [
  '/v1',
  '/v1/',
  '/v1?limit=1',
  '/v1/auctions/',
  '/v1//auctions',
  '//v1/auctions',
  '/v1/auctions',
  '/v1/bids',
  '/v1/auctions/{upcoming}',
  '/v1/auctions/{upcoming}/bids',
  '/v1/auctions/{upcoming}/',
  '/v1/bids/{bid}',
  '/V1/auctions',
  '/v1/Auctions',
  '/v1/webhook',
  '/v1/openapi.json',
  '/v1/docs',
  '/v1/../v1/auctions',
  '/v1/%61uctions',
  '/v1/auctions%3Flimit=1',
  '/v1/auctions;limit=1',
  '/v1/auctions#bids',
  '/v1/auctions?',
  '/v1/auctions?limit=1?',
  '/v1/auctions\\',
  '/v1/\\..\\',
  '/v1/auctions?a=\\',
  '/v1/%',
  '/v1/%c0%af',
  '/v1/"<>^`{|}',
  `/v1/${'a/'.repeat(2_000)}`,
  'http://elsewhere.example/v1/auctions',
  'ftp://x/v1/auctions',
  '*',
];

/** What is no operation, or nearly one. */
export const strayRequest: fc.Arbitrary<FuzzedRequest> = fc
  .record({
    method: fc.constantFrom(...methods),
    target: fc.oneof(
      fc.constantFrom(...targets),
      fc.webPath().map((path) => `/v1${path}`),
    ),
    key: fc.constantFrom('Bearer {key}', 'Bearer {key}', ''),
    body: fc.constantFrom(null, '{}', '{"title":"A desk"}'),
  })
  .map(({ method, target, key, body }) => ({
    method,
    target,
    headers: [['authorization', key], ...(body === null ? [] : jsonHeaders)],
    body: ['GET', 'HEAD', 'TRACE'].includes(method) ? null : body,
    kind: 'odd',
  }));
