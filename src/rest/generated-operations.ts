import {
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromAST,
} from 'graphql';
import { useSofa } from 'sofa-api';
import { publicDocument } from './public-document.ts';
import { restView } from './rest-view.ts';
import { type Route, routes } from './route-table.ts';

/** An operation whose variables bear the names of its route's parameters and fields. */
interface Operation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** What was generated for a route. */
export interface GeneratedOperation {
  /** For the planner, whose envelope is then the answer as it is. */
  readonly read: Operation;
  /** For the resolvers, which tell of a list whether more follows in the envelope alone. */
  readonly run: Operation;
  /** Of variables that a request may leave out. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

const basePath = '/v1';

/** Stands in a path for the id of anything. */
const anyId = '00000000-0000-4000-8000-000000000000';

/**
 * The operations that SOFA generates from the REST view of a schema, one for each route of the table. SOFA makes them as
 * they are asked for, so each route is asked once; requests then run the operation without going through SOFA's server.
 *
 * @throws when it has generated none for a route, or one that the public schema does not take
 */
export async function generateOperations(publicSchema: GraphQLSchema): Promise<ReadonlyMap<Route, GeneratedOperation>> {
  const view = restView(publicSchema);
  let generated: DocumentNode | null = null;
  const sofa = useSofa({
    basePath,
    schema: view,
    routes: Object.fromEntries(
      routes.map(({ operation, method, path, status }) => [operation, { method, path, responseStatus: status }]),
    ),
    execute: async ({ document }: ExecutionArgs) => {
      generated = document;
      return { data: {} };
    },
  });

  const operations = new Map<Route, GeneratedOperation>();
  for (const route of routes) {
    generated = null;
    const url = `http://localhost${basePath}${route.path.replace(/:\w+/, anyId)}`;
    await sofa.fetch(new Request(url, { method: route.method, body: route.body === undefined ? null : '{}' }), {});
    if (generated === null) throw new Error(`SOFA has generated nothing for ${route.method} ${route.path}.`);
    const operation = (tellsNext: boolean) =>
      operationOf(publicDocument(view, publicSchema, generated!, { tellsNext }));
    const read = operation(false);
    operations.set(route, { read, run: operation(true), defaults: defaultsOf(publicSchema, read) });
  }
  return operations;
}

function defaultsOf(schema: GraphQLSchema, { operation }: Operation): GeneratedOperation['defaults'] {
  const defaults: Record<string, unknown> = {};
  for (const { variable, type, defaultValue } of operation.variableDefinitions ?? []) {
    if (defaultValue === undefined) continue;
    defaults[variable.name.value] = valueFromAST(defaultValue, typeFromAST(schema, type) as GraphQLInputType);
  }
  return defaults;
}

function operationOf(document: DocumentNode): Operation {
  return { document, operation: getOperationAST(document)! };
}
