import { getNamedType, type GraphQLField, type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import { maxBodyBytes } from '../../core/limits.ts';
import { sayBytes } from '../../core/say-limit.ts';
import type { Scope } from '../../core/viewer.ts';
import type { Route } from '../../v1/route-table.ts';
import { envelopeOf } from './answer-schemas.ts';
import { exampleAnswers, exampleBodies } from './example-answers.ts';
import { headersNamed, usualHeaders } from './headers.ts';
import { problemResponses } from './problem-responses.ts';
import { requestParameters } from './request-parameters.ts';
import { type Json, referenceTo } from './schema-of-type.ts';

/** Makes the OpenAPI operation of a route. */
export function operationOfRoute(view: GraphQLSchema, route: Route, publicUrl: string): Json {
  const field = fieldOf(view, route);
  const scope = field.extensions['scope'] as Scope;
  const takesBids = field.args.some(({ name }) => name === 'includeBids');
  return {
    operationId: operationId(route),
    summary: route.name,
    description: `${field.description}\n\nThe key needs the scope \`${scope}\`${takesBids ? ', and `bids:read` where `includeBids` is `true`' : ''}.`,
    tags: [route.path.startsWith('/bids') ? 'Bids' : 'Auctions'],
    security: [{ apiKey: [] }],
    // OpenAPI has scopes for OAuth only, but an API key has scopes, too.
    'x-scopes': [scope],
    parameters: requestParameters(route, field),
    ...(route.body !== undefined && { requestBody: requestBody(route) }),
    responses: {
      [String(route.status)]: {
        description: (getNamedType(field.type) as GraphQLObjectType).description,
        headers: headersNamed([...usualHeaders, ...headersOfSuccess(route)]),
        content: {
          'application/json': {
            schema: envelopeOf(field),
            examples: examplesOf(exampleAnswers(publicUrl)[route.operation]!),
          },
        },
      },
      ...(route.method === 'GET' && {
        304: {
          description: 'It is as it was when it was answered with this `ETag`. There is no body.',
          headers: headersNamed([...usualHeaders, ...headersOfSuccess(route)]),
        },
      }),
      ...problemResponses(route, { publicUrl, scope }),
      default: { $ref: '#/components/responses/NoSuchOperation' },
    },
  };
}

export function fieldOf(view: GraphQLSchema, { operation }: Route): GraphQLField<unknown, unknown> {
  const [typeName, fieldName] = operation.split('.') as [string, string];
  const parent = view.getType(typeName);
  const field = isObjectType(parent) ? parent.getFields()[fieldName] : undefined;
  if (field === undefined) throw new Error(`The REST view has no ${operation}.`);
  return field;
}

/** Makes the operation's id: `Get an auction` is `getAuction`, and the schema of its body would be `GetAuction`. */
function operationId({ name }: Route): string {
  const [verb = '', ...noun] = name.split(' ').filter((word) => word !== 'a' && word !== 'an');
  return verb.toLowerCase() + noun.map(capitalized).join('');
}

export function bodyName(route: Route): string {
  return capitalized(operationId(route));
}

function requestBody(route: Route): Json {
  return {
    required: true,
    description: `At most ${sayBytes(maxBodyBytes)} of JSON in UTF-8. A field that is not listed is refused.`,
    content: {
      'application/json': {
        schema: referenceTo(bodyName(route)),
        examples: examplesOf(exampleBodies[route.operation]!),
      },
    },
  };
}

function headersOfSuccess({ method, path, status }: Route): string[] {
  if (status === 201) return ['Location', 'Idempotent-Replayed'];
  if (method !== 'GET') return ['Idempotent-Replayed'];
  return path.includes(':') ? ['ETag'] : ['ETag', 'Link'];
}

function examplesOf(values: Readonly<Record<string, Json>>): Json {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
