import { type DocumentNode, execute, type ExecutionArgs, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { useSofa } from 'sofa-api';
import type { CheckedRequest } from './check-request.ts';
import { publicDocument } from './public-document.ts';
import { restView } from './rest-view.ts';
import { routes } from './route-table.ts';

/** Runs the operation that was generated for a request's route. */
export type RunOperation = (request: CheckedRequest, contextValue: object) => Promise<ExecutionResult>;

/** What SOFA passes from a request to its execution, and the result back, as its own answer says too little. */
interface Call {
  readonly contextValue: object;
  result?: ExecutionResult;
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
    context: (call: Call) => call,
    execute: async ({ document, contextValue: call, ...args }: ExecutionArgs) => {
      const { contextValue } = call as Call;
      const result = await execute({ ...args, schema: publicSchema, document: documentFor(document), contextValue });
      (call as Call).result = result;
      return result;
    },
  });

  return async ({ route, path, query, body }, contextValue) => {
    const call: Call = { contextValue };
    const url = `http://localhost${basePath}${path}${query.size === 0 ? '' : `?${query}`}`;
    const response = await sofa.fetch(
      new Request(url, { method: route.method, body: body === null ? null : JSON.stringify(body) }),
      call,
    );
    // Without a result SOFA has refused what was checked before, which is a bug of ours.
    if (call.result === undefined) throw new Error(`SOFA answered ${response.status}: ${await response.text()}`);
    return call.result;
  };
}
