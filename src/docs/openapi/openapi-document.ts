import type { GraphQLSchema } from 'graphql';
import { restView } from '../../v1/rest-view.ts';
import { routes } from '../../v1/route-table.ts';
import { answerSchemas } from './answer-schemas.ts';
import { headers } from './headers.ts';
import { introduction } from './introduction.ts';
import { bodyName, fieldOf, operationOfRoute } from './operation-of-route.ts';
import { payloadSchemas } from './payload-schemas.ts';
import { noRouteResponse } from './problem-responses.ts';
import { problemSchemas } from './problem-schemas.ts';
import { sharedParameters } from './request-parameters.ts';
import { bodySchema } from './request-schemas.ts';
import type { Json } from './schema-of-type.ts';
import { securitySchemes } from './security-schemes.ts';
import { shareResponses } from './share-responses.ts';
import { webhookHeaders } from './webhook-headers.ts';
import { webhookOperations } from './webhook-operations.ts';

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
  const paths: Record<string, Record<string, Json>> = {};
  const bodies: Record<string, Json> = {};
  for (const route of routes) {
    const path = `/v1${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOfRoute(view, route, publicUrl) };
    if (route.body !== undefined) bodies[bodyName(route)] = bodySchema(route.body.schema, fieldOf(view, route));
  }
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
      securitySchemes,
      parameters: { ...sharedParameters, ...webhookHeaders },
      headers,
      responses: { ...shareResponses(paths), NoSuchOperation: noRouteResponse(publicUrl) },
      schemas: { ...answers, ...bodies, ...payloadSchemas(answers), ...problemSchemas },
    },
  };
}
