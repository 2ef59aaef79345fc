import { type DocumentNode, type ExecutionArgs, getOperationAST, type GraphQLSchema, print } from 'graphql';
import { useSofa } from 'sofa-api';
import { CannotStart } from '../../core/cannot-start.ts';
import { type PlanEnvironment, planHost } from '../plan-host.ts';
import { type Prepared, prepareOperation } from '../prepare.ts';
import { queryReader } from './read-request.ts';
import { publicOperation } from './public-operation.ts';
import { restView } from './rest-view.ts';
import { type Route, routes } from './route-table.ts';

/** The operation that was generated for a route: its variables have the names of the route's parameters and fields. */
export interface PreparedRoute {
  readonly readQuery: ReturnType<typeof queryReader>;
  readonly prepared: Prepared;
  /** The name that the result of a read has in the answer, `{ "auction": … }`; `null`: a payload is the answer. */
  readonly envelope: string | null;
}

const basePath = '/v1';

/** A placeholder for the id in a path. */
const anyId = '00000000-0000-4000-8000-000000000000';

/**
 * Prepares the operations that SOFA generates from the REST view of a schema, one for each route of the table. SOFA
 * generates an operation on the first request of a route, so each route is requested once at the start; later
 * requests run without SOFA's server.
 *
 * @throws CannotStart when SOFA has generated none for a route, one that the public schema refuses, or one that has no plan
 */
export async function prepareRoutes(
  publicSchema: GraphQLSchema,
  environment: PlanEnvironment,
): Promise<ReadonlyMap<Route, PreparedRoute>> {
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

  const prepared = new Map<Route, PreparedRoute>();
  for (const route of routes) {
    generated = null;
    const url = `http://localhost${basePath}${route.path.replace(/:\w+/, anyId)}`;
    await sofa.fetch(new Request(url, { method: route.method, body: route.body === undefined ? null : '{}' }), {});
    if (generated === null) throw new CannotStart(`SOFA has generated nothing for ${route.method} ${route.path}.`);
    const document = publicOperation(view, publicSchema, generated);
    const operation = getOperationAST(document)!;
    const its = prepareOperation(publicSchema, planHost(environment, false), document, operation);
    if (its.planFor({ includeBids: false }).way !== 'planned')
      throw new CannotStart(`An operation of /v1 has no plan: ${print(operation)}`);
    const [, envelope = null] = /^Query\.(\w+)$/.exec(route.operation) ?? [];
    prepared.set(route, { readQuery: queryReader(route.query), prepared: its, envelope });
  }
  return prepared;
}
