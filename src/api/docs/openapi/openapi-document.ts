import type { GraphQLEnumType, GraphQLSchema } from 'graphql';
import { restView } from '../../v1/rest-view.ts';
import { routes } from '../../v1/route-table.ts';
import { answerSchemas, bodySchema, type Json, payloadSchemas, refusalsOfNoRoute, zodSchemas } from './schemas.ts';
import { headers, requestHeaders, webhookHeaders } from './headers.ts';
import { bodyName, fieldOf, operationOfRoute, refusalsOfRoute } from './operation-of-route.ts';
import { shareResponses } from './problem-responses.ts';
import { webhookOperations } from './webhooks.ts';

/**
 * Makes the OpenAPI 3.1 document of `/v1`: its rules come from the route table and from the schemas that check
 * requests, its texts from the descriptions of the GraphQL schema.
 *
 * @param publicSchema the public GraphQL schema
 * @param publicUrl the service's address, without a trailing slash
 */
export function openapiDocument(publicSchema: GraphQLSchema, { publicUrl }: { publicUrl: string }): Json {
  const view = restView(publicSchema);
  const answers = answerSchemas(view);
  const codes = new Set([...routes.flatMap((route) => refusalsOfRoute(view, route)), ...refusalsOfNoRoute]);
  const paths: Record<string, Record<string, Json>> = {};
  const bodies: Record<string, Json> = {};
  for (const route of routes) {
    const path = `/v1${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOfRoute(view, route, publicUrl) };
    if (route.body !== undefined) bodies[bodyName(route)] = bodySchema(route.body.schema, fieldOf(view, route));
  }
  const operations = Object.values(paths).flatMap(Object.values<Json>);
  const required = operations.flatMap((operation) => operation['x-scopes']);
  const scopes = (publicSchema.getType('Scope') as GraphQLEnumType)
    .getValues()
    .filter(({ value }) => required.includes(value));
  const apiKey = {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'auc_live_… or auc_test_…',
    description: `An API key. Its scopes say what it may do:\n\n${scopes.map(({ description }) => `- ${description}`).join('\n')}`,
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Auction service',
      version: '1',
      description: introduction(publicUrl),
      contact: { name: 'The operator of this service', url: publicUrl },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-all-rights-reserved' },
    },
    servers: [{ url: publicUrl, description: 'This service' }],
    tags: [
      { name: 'Auctions', description: view.getType('Auction')!.description },
      { name: 'Bids', description: view.getType('Bid')!.description },
      {
        name: 'Webhooks',
        description:
          'Requests that the service makes to your endpoints, which are managed in GraphQL: at least once for each event, in no promised order.',
      },
    ],
    externalDocs: { description: 'Guides and errors', url: `${publicUrl}/docs` },
    paths,
    webhooks: webhookOperations(publicUrl),
    components: {
      securitySchemes: { apiKey },
      parameters: { ...requestHeaders, ...webhookHeaders },
      headers,
      responses: shareResponses(operations),
      schemas: { ...answers, ...bodies, ...payloadSchemas(publicSchema), ...zodSchemas([...codes]) },
    },
  };
}

/** The introduction of the OpenAPI document, in Markdown. */
function introduction(publicUrl: string): string {
  return `Sell an item through a timed auction in which every bid is backed by a card. Create an auction, share its
\`auctionUrl\`, and read the bids that are placed on that page. When the auction ends, the funds of the highest bidder are
captured, and all other holds are released.

**Authentication.** Every request carries \`Authorization: Bearer <API_KEY>\`. A key is for test or for live, and has scopes.

**Strictness.** What is not listed here is refused and named: unknown parameters and fields, a parameter given twice or
without a value, \`null\`, a number in quotes. Every fault of a request is in one answer.

**Amounts** are whole US cents. **Instants** are sent as unix timestamps in whole seconds, and come back in ISO 8601, in UTC
with milliseconds.

**Lists** are newest first, and hold at most 100 items: raise \`offset\` by \`limit\`, or follow the \`Link\` header.

**Polling.** Send the \`ETag\` of the last answer as \`If-None-Match\`: what has not changed is answered 304, without a body. Send it as
\`If-Match\` with a change that is to be refused (412) where the auction has changed since.

**Browsers.** Pages of any origin may call \`/v1\`, and read every answer and its headers; no cookie is involved.

**Errors** are problem documents (RFC 9457) with a stable \`code\`: ${publicUrl}/docs/errors explains each.

**Repeating safely.** POST, PATCH and DELETE take an \`Idempotency-Key\`. Repeat with the same key after a lost answer, 429, 503 or
\`idempotency_key_in_use\`, and wait as long as \`Retry-After\` says. A refused request leaves its key free.

Another path is answered with 404 \`not_found\`, another method with 405 \`method_not_allowed\`; HEAD is answered as GET is, without a body.`;
}
