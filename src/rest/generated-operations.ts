import { type DocumentNode, execute, type ExecutionArgs, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { useSofa } from 'sofa-api';
import type { CheckedRequest } from './check-request.ts';
import { publicDocument } from './public-document.ts';
import { restView } from './rest-view.ts';
import { routes } from './route-table.ts';

/** Runs the operation that was generated for a request's route. */
export type RunOperation = (request: CheckedRequest, contextValue: object) => Promise<ExecutionResult>;

/** Travels through SOFA, which copies its context, from a request to its execution and brings the result back. */
interface Call {
  readonly contextValue: object;
  result: ExecutionResult | null;
}

const basePath = '/v1';

/** The operations that SOFA generates from the REST view of a schema, one for each route of the table. */
export function generateOperations(publicSchema: GraphQLSchema): RunOperation {
  const view = restView(publicSchema);
  const documents = new Map<DocumentNode, DocumentNode>();

  function documentFor(generated: DocumentNode): DocumentNode {
    const known = documents.get(generated);
    if (known !== undefined) return known;
    const document = publicDocument(view, publicSchema, generated);
    documents.set(generated, document);
    return document;
  }

  const sofa = useSofa({
    basePath,
    schema: view,
    routes: Object.fromEntries(
      routes.map(({ operation, method, path, status }) => [operation, { method, path, responseStatus: status }]),
    ),
    execute: async ({ document, contextValue, ...args }: ExecutionArgs) => {
      const { call } = contextValue as { call: Call };
      call.result = await execute({
        ...args,
        schema: publicSchema,
        document: documentFor(document),
        contextValue: call.contextValue,
      });
      return call.result;
    },
  });

  return async ({ route, path, query, body }, contextValue) => {
    const call: Call = { contextValue, result: null };
    const url = `http://localhost${basePath}${path}${query.size === 0 ? '' : `?${query}`}`;
    const response = await sofa.fetch(
      new Request(url, { method: route.method, body: body === null ? null : JSON.stringify(body) }),
      { call },
    );
    // Without a result SOFA has refused what was checked before, which is a bug of ours.
    if (call.result === null) throw new Error(`SOFA answered ${response.status}: ${await response.text()}`);
    return call.result;
  };
}
