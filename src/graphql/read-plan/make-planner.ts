import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode, visit } from 'graphql';
import type { Config } from '../../config.ts';
import { planRead, type ReadPlan, type Variables } from './plan-read.ts';

/** Plans an operation of a valid document, once for each choice that its `@include` and `@skip` make. */
export type Planner = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
) => ReadPlan | null;

interface Planned {
  /** The variables that decide what is selected. */
  readonly deciding: readonly string[];
  readonly plans: Map<string, ReadPlan | null>;
}

export function makePlanner(schema: GraphQLSchema, config: Pick<Config, 'publicUrl'>): Planner {
  const planned = new WeakMap<OperationDefinitionNode, Planned>();

  return (document, operation, variables) => {
    let known = planned.get(operation);
    if (known === undefined) {
      known = { deciding: decidingVariables(document), plans: new Map() };
      planned.set(operation, known);
    }
    const choice = known.deciding.map((name) => String(variables[name])).join();
    let plan = known.plans.get(choice);
    if (plan === undefined) {
      plan = planRead(schema, config, { document, operation, variables });
      known.plans.set(choice, plan);
    }
    return plan;
  };
}

function decidingVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
