import type { Json } from './schemas.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly schema?: { readonly default?: string | number | boolean };
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly examples: Record<string, { readonly value: Json }> } };
  };
}

/** The parts of the OpenAPI document that a collection is made of. */
interface OpenapiDocument {
  readonly info: { readonly title: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Partial<Record<string, Operation>>>;
  readonly components: { readonly parameters: Record<string, Parameter> };
}

/** A run of the whole collection makes an auction, reads and changes it, and cancels it last. */
const methodsInOrder = ['post', 'get', 'patch', 'delete'];

/**
 * Makes a collection for Postman (format 2.1) of an OpenAPI document. Its scripts fill in the instants, by the clock of the
 * seller, and the ids of what was answered last. The reader fills in `apiKey`.
 */
export function postmanCollection(openapi: Json): Json {
  const { info, servers, paths, components } = openapi as unknown as OpenapiDocument;
  const resolve = (parameter: Operation['parameters'][number]) =>
    '$ref' in parameter ? components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter;
  const item = methodsInOrder.flatMap((method) =>
    Object.entries(paths).flatMap(([path, { [method]: operation }]) =>
      operation === undefined ? [] : [requestOf(method, path, operation, operation.parameters.map(resolve))],
    ),
  );
  return {
    info: { name: info.title, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: servers[0]!.url },
      ...['apiKey', 'auctionId', 'bidId', 'startTimestamp', 'endTimestamp'].map((key) => ({ key, value: '' })),
    ],
    event: [script('prerequest', fillInstants), script('test', keepIds)],
    item,
  };
}

function requestOf(method: string, path: string, operation: Operation, parameters: readonly Parameter[]): Json {
  const { summary, description, requestBody } = operation;
  const those = (place: Parameter['in'], filled: (parameter: Parameter) => Json) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({ key: parameter.name, description: parameter.description, ...filled(parameter) }));
  const query = those('query', ({ schema }) => ({ value: String(schema?.default ?? ''), disabled: true }));
  const segments = path.slice(1).split('/');
  const inPostman = segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const example = Object.values(requestBody?.content['application/json'].examples ?? {})[0]?.value;
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      header: [
        ...those('header', ({ name }) =>
          name === 'Idempotency-Key' ? { value: '{{$guid}}' } : { value: '', disabled: true },
        ),
        ...(example === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: {
        raw: `{{baseUrl}}/${inPostman.join('/')}`,
        host: ['{{baseUrl}}'],
        path: inPostman,
        ...(query.length > 0 && { query }),
        variable: those('path', ({ name }) => ({ value: `{{${name}}}` })),
      },
      ...(example !== undefined && {
        body: { mode: 'raw', raw: bodyOf(example), options: { raw: { language: 'json' } } },
      }),
    },
  };
}

/** Prints an example as a body in which each instant is a variable: the service refuses a start in the past. */
function bodyOf(example: Json): string {
  const withVariables = (key: string, value: unknown) => (key.endsWith('Timestamp') ? `{{${key}}}` : value);
  return JSON.stringify(example, withVariables, 2).replaceAll(/"(\{\{\w+\}\})"/g, '$1');
}

function script(listen: 'prerequest' | 'test', exec: readonly string[]): Json {
  return { listen, script: { type: 'text/javascript', exec } };
}

/** Lets an auction begin in an hour, by the clock of the seller, and last a day. */
const fillInstants = [
  'pm.sendRequest({',
  "  url: pm.variables.replaceIn('{{baseUrl}}/graphql'),",
  "  method: 'POST',",
  '  header: {',
  "    'Content-Type': 'application/json',",
  "    Authorization: pm.variables.replaceIn('Bearer {{apiKey}}'),",
  '  },',
  "  body: { mode: 'raw', raw: JSON.stringify({ query: '{ clock { timestamp } }' }) },",
  '}, (error, response) => {',
  '  const now = error ? undefined : response.json().data?.clock?.timestamp;',
  '  if (now === undefined) return;',
  "  pm.collectionVariables.set('startTimestamp', now + 3600);",
  "  pm.collectionVariables.set('endTimestamp', now + 90000);",
  '});',
];

/** Lets the next requests ask for the auction that was answered, and for the newest bid of a list. */
const keepIds = [
  'const { auction, bids } = pm.response.json();',
  "if (auction) pm.collectionVariables.set('auctionId', auction.auctionId);",
  "if (bids && bids.length > 0) pm.collectionVariables.set('bidId', bids[0].bidId);",
];
