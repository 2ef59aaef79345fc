import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode, visit } from 'graphql';
import type { Config } from '../../config.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Database } from '../../db/database.ts';
import { planRead, type ReadPlan, type Variables } from './plan-read.ts';
import { type ReadField, runRead } from './run-read.ts';

/** An operation of a valid document, with its variables as GraphQL coerces them: `coercedVariables`. */
export interface ReadOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
}

/**
 * Reads an operation as JSON text, with one statement for each of its fields of Query.
 *
 * @returns `null` where it is for the resolvers: they know more, or have to say what is wrong
 */
export type Reader = (
  db: Pick<Database, 'pool' | 'replica'>,
  viewer: Viewer,
  operation: ReadOperation,
) => Promise<readonly ReadField[] | null>;

interface Planned {
  /** The variables that `@include` and `@skip` go by, and a plan for each choice they make. */
  readonly deciding: readonly string[];
  readonly plans: Map<string, ReadPlan | null>;
}

/**
 * So many plans have statements that PostgreSQL keeps, on each connection and for good. Documents can be made up without
 * end, so those that come later are planned by PostgreSQL each time.
 */
export const mostKept = 500;

export function makeReader(schema: GraphQLSchema, config: Pick<Config, 'publicUrl'>): Reader {
  const planned = new WeakMap<OperationDefinitionNode, Planned>();
  const kept = new Set<ReadPlan>();

  function planFor({ document, operation, variables }: ReadOperation): ReadPlan | null {
    let known = planned.get(operation);
    if (known === undefined) {
      known = { deciding: decidingVariables(document), plans: new Map() };
      planned.set(operation, known);
    }
    const choice = known.deciding.map((name) => String(variables[name])).join();
    let plan = known.plans.get(choice);
    if (plan === undefined) {
      plan = planRead(schema, config, { document, operation, variables });
      if (plan !== null && kept.size < mostKept) kept.add(plan);
      known.plans.set(choice, plan);
    }
    return plan;
  }

  return async (db, viewer, asked) => {
    const plan = planFor(asked);
    if (plan === null || !plan.scopes.isSubsetOf(viewer.scopes)) return null;
    return await runRead(db, plan, viewer, { variables: asked.variables, isKept: kept.has(plan) });
  };
}

/** Those that `@include` and `@skip` go by. */
export function decidingVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
