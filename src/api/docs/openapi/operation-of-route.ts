import { planOf } from '#one-statement/field-plan.ts';
import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { maxBodyBytes, sayBytes } from '../../../core/limits.ts';
import { type RefusalCode, refusalsOfAny, refusalsOfKeyedChanges } from '../../../core/refusal.ts';
import type { Route } from '../../v1/route-table.ts';
import { bodyOfSuccess, type Json, referenceTo, requestSchema } from './schemas.ts';
import { exampleIds, exampleRefusal, examplesBy } from './examples.ts';
import { headersNamed, usualHeaders } from './headers.ts';
import { problemResponses } from './problem-responses.ts';

/** Makes the OpenAPI operation of a route. */
export function operationOfRoute(view: GraphQLSchema, route: Route, publicUrl: string): Json {
  const { operation, name, path, method, status, body } = route;
  const field = fieldOf(view, route);
  const scope = planOf(field).access.scope!;
  const takesBids = field.args.some((argument) => argument.name === 'includeBids');
  const examples = examplesBy(publicUrl)[operation]!;
  const success = bodyOfSuccess(route, field);
  const headers = headersNamed([...usualHeaders, ...headersOfSuccess(route)]);
  return {
    operationId: operationId(route),
    summary: name,
    description: `${field.description}\n\nThe key needs the scope \`${scope}\`${takesBids ? ', and `bids:read` where `includeBids` is `true`' : ''}.`,
    tags: [path.startsWith('/bids') ? 'Bids' : 'Auctions'],
    security: [{ apiKey: [] }],
    // OpenAPI has scopes for OAuth only, but an API key has scopes, too.
    'x-scopes': [scope],
    parameters: parameters(route, field),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        description: `At most ${sayBytes(maxBodyBytes)} of JSON in UTF-8. A field that is not listed is refused.`,
        content: jsonContent(referenceTo(bodyName(route)), examples.bodies!),
      },
    }),
    responses: {
      [String(status)]: {
        description: success['description'],
        headers,
        content: jsonContent(success, examples.answers),
      },
      ...(method === 'GET' && {
        304: { description: 'It is as it was when it was answered with this `ETag`. There is no body.', headers },
      }),
      ...problemResponses(
        refusalsOfRoute(view, route).map((code) => exampleRefusal(route, code, examples.faulty, scope)),
        publicUrl,
      ),
    },
  };
}

/** Returns every refusal that the requests of a route can get; an unknown path or method belongs to no route. */
export function refusalsOfRoute(view: GraphQLSchema, route: Route): RefusalCode[] {
  const { method, body } = route;
  const own = (planOf(fieldOf(view, route)).refuses.codes ?? []) as readonly RefusalCode[];
  return [
    ...refusalsOfAny,
    ...(method === 'GET' ? [] : [...refusalsOfKeyedChanges, 'payload_too_large' as const]),
    // No route has the argument that asks for a unique reference.
    ...own.filter((code) => code !== 'reference_exists'),
    ...(body === undefined ? [] : ['unsupported_media_type' as const]),
  ];
}

export function fieldOf(view: GraphQLSchema, { operation }: Route): GraphQLField<unknown, unknown> {
  const [typeName, fieldName] = operation.split('.') as [string, string];
  return (view.getType(typeName) as GraphQLObjectType).getFields()[fieldName]!;
}

/** Makes the operation's id: `Get an auction` is `getAuction`, and the schema of its body would be `GetAuction`. */
function operationId({ name }: Route): string {
  const [verb = '', ...noun] = name.split(' ').filter((word) => word !== 'a' && word !== 'an');
  return verb.toLowerCase() + noun.map(capitalized).join('');
}

export function bodyName(route: Route): string {
  return capitalized(operationId(route));
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const exampleOfPath: Record<string, string> = { auctionId: exampleIds.sold, bidId: exampleIds.winningBid };

/**
 * Returns the parameters of a route: its id, its query, and the headers that make a change safe to repeat, keep it from
 * overwriting another, or make a read cheap.
 */
function parameters(route: Route, field: GraphQLField<unknown, unknown>): Json[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: field.args.find((argument) => argument.name === name)!.description,
    schema: referenceTo('UUID'),
    example: exampleOfPath[name],
  }));
  const query = requestSchema(route.query, field)['properties'] as Record<string, Json>;
  const inQuery = Object.entries(query).map(([name, { description, ...schema }]) => {
    return { name, in: 'query', description, schema };
  });
  const headers = route.method === 'GET' ? ['IfNoneMatch'] : ['IdempotencyKey'];
  if (route.taggedBy !== undefined) headers.push('IfMatch');
  return [...inPath, ...inQuery, ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

function headersOfSuccess({ method, path, status }: Route): string[] {
  if (status === 201) return ['Location', 'ETag', 'Idempotent-Replayed'];
  if (method === 'PATCH') return ['ETag', 'Idempotent-Replayed'];
  if (method === 'DELETE') return ['Idempotent-Replayed'];
  return path.includes(':') ? ['ETag'] : ['ETag', 'Link'];
}

function jsonContent(schema: Json, values: Readonly<Record<string, Json>>): Json {
  const examples = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  return { 'application/json': { schema, examples } };
}
