import type { GraphQLSchema } from 'graphql';
import type { QueryConfig } from 'pg';
import { makePrepare, type Prepared } from './api/prepare.ts';
import type { Variables } from './api/plans/plan.ts';
import type { Viewer } from './core/viewer.ts';
import type { Deps } from './deps.ts';
import { providerNames } from './payments/providers.ts';
import { prepareRoutes } from './v1/prepare-routes.ts';
import { routes } from './v1/route-table.ts';

const config = { publicUrl: 'https://auctions.example' };

const anId = '00000000-0000-4000-8000-000000000000';

const viewer: Viewer = { sellerId: anId, apiKeyId: anId, mode: 'test', scopes: new Set() };

const biddingPeriod = { startTimestamp: 4_102_444_800, endTimestamp: 4_102_531_200 };

/** A value for each argument of the printed operations. */
const variables: Variables = {
  auctionId: anId,
  bidId: anId,
  biddingPeriod,
  period: biddingPeriod,
  title: 'A walnut desk, 1962',
  minimumBidValueInCents: 5_000,
  includeBids: true,
};

/**
 * Prints the statements that answer the routes of `/v1`, and the planned queries and mutations of a guide.
 *
 * @param guide a text whose examples begin with "graphql '"
 * @returns SQL, with the values of its parameters in comments
 */
export async function printedStatements(schema: GraphQLSchema, guide: string): Promise<string> {
  const printed: string[] = [];
  const preparedRoutes = await prepareRoutes(schema, config);
  for (const route of routes) {
    const { prepared, defaults } = preparedRoutes.get(route)!;
    const used = new Set(prepared.operation.variableDefinitions?.map(({ variable }) => variable.name.value));
    const given = Object.entries({ ...defaults, ...variables }).filter(([name]) => used.has(name));
    printed.push(...(await statementsOf(`${route.method} /v1${route.path}`, prepared, Object.fromEntries(given))));
  }
  const prepare = makePrepare(schema, config);
  for (const [, document] of guide.matchAll(/graphql '(\s*(?:query|mutation|\{)[^']*)'/g)) {
    const prepared = prepare(document!).operation(null);
    if (prepared === null) throw new Error(`The guide has an invalid document: ${document}`);
    printed.push(...(await statementsOf(document!.trim(), prepared, variables)));
  }
  return `-- The statements of /v1, and of the examples in the GraphQL guide: \`npm run print:schema\` writes this file.\n\n${printed.join('\n')}`;
}

async function statementsOf(title: string, prepared: Prepared, given: Variables): Promise<string[]> {
  const comment = title.split('\n').map((line) => `-- ${line}`);
  const printed: string[] = [];
  for (const field of prepared.planFor(given).fields.values()) {
    const statements = await sentBy((deps) => field.run(deps, viewer, given));
    printed.push(...statements.map(({ text, values = [] }) => `${text.trim()};\n-- ${JSON.stringify(values)}\n`));
  }
  return printed.length === 0 ? [] : [[...comment, ...printed].join('\n')];
}

/** Catches the first statements that some work sends, which are sent together. */
async function sentBy(work: (deps: Deps) => Promise<unknown>): Promise<readonly QueryConfig[]> {
  class Caught extends Error {}
  let caught: readonly QueryConfig[] = [];
  const pipeline = (statements: readonly QueryConfig[]): never => {
    caught = statements;
    throw new Caught();
  };
  const query = async (statement: QueryConfig) => pipeline([statement]);
  const gateways = Object.fromEntries(providerNames.map((name) => [name, { accounts: { areUsed: false } }]));
  const db = { query, queryTogether: query, pipeline: async (statements: QueryConfig[]) => pipeline(statements) };
  await work({ config, db, gateways } as unknown as Deps).catch((error: unknown) => {
    if (!(error instanceof Caught)) throw error;
  });
  return caught;
}
