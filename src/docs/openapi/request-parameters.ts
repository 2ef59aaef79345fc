import type { GraphQLField } from 'graphql';
import type { Route } from '../../v1/route-table.ts';
import { exampleIds } from './example-answers.ts';
import { requestSchema } from './request-schemas.ts';
import { type Json, referenceTo } from './schema-of-type.ts';

const exampleOfPath: Record<string, string> = { auctionId: exampleIds.sold, bidId: exampleIds.winningBid };

/**
 * Returns the parameters of a route: its id, its query, and the headers that make a change safe to repeat, keep it from
 * overwriting another, or make a read cheap.
 */
export function requestParameters(route: Route, field: GraphQLField<unknown, unknown>): Json[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: field.args.find((argument) => argument.name === name)!.description,
    schema: referenceTo('UUID'),
    example: exampleOfPath[name],
  }));
  const query = requestSchema(route.query, field)['properties'] as Record<string, Json>;
  const inQuery = Object.entries(query).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
  }));
  const headers = route.method === 'GET' ? ['IfNoneMatch'] : ['IdempotencyKey'];
  if (route.taggedBy !== undefined) headers.push('IfMatch');
  return [...inPath, ...inQuery, ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

/** The parameters that several routes share. */
export const sharedParameters: Record<string, Json> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of an earlier answer, or several: where it would be the same again, the answer is 304 without a body.',
    schema: { type: 'string' },
    example: '"Jm0Yf7bQh3v1kJxX2aWc9Q"',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the auction as it was read without `includeBids`, or several tags, or `*` for any: where none is that of the auction as it is now, the answer is 412 and nothing is changed.',
    schema: { type: 'string', minLength: 1 },
    example: '"Jm0Yf7bQh3v1kJxX2aWc9Q"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes this request safe to repeat: for 24 hours, the same request with the same key is done once and answered alike. A refused request has done nothing, and leaves its key free. ' +
      '1 to 255 visible ASCII characters of your choice, such as a UUID, bare or in double quotes; a new one for each new request.',
    schema: {
      type: 'string',
      minLength: 1,
      pattern: String.raw`^(?:[!#-~][!-~]{0,254}|"(?:[!#-\[\]-~]|\\["\\]){1,255}")$`,
    },
    example: '7c4a8d09-ca37-4f0e-9f3b-2d1b6f0a9e55',
  },
};
