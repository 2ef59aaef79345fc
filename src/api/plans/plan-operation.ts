import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import type { Config } from '../../config.ts';
import { traced } from '../../tracing/span.ts';
import { argumentReader, type Plan, type PlannedField, type Variables } from './plan.ts';
import type { FieldPlan } from './field-plan.ts';
import { fragmentsOf } from './fragments-of.ts';
import type { Planning } from './planning.ts';
import { planChange } from './plan-change.ts';
import { planRead } from './plan-read.ts';
import { planSelection } from './selection.ts';

/**
 * Plans a query or a mutation: as a whole if all its fields are planned, in part if some root fields are.
 *
 * @param variables the variables of `@include` and `@skip`; the others may differ when the plan is run
 */
export function planOperation(
  schema: GraphQLSchema,
  config: Pick<Config, 'publicUrl'>,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Plan {
  const root = schema.getRootType(operation.operation)!;
  const fragments = fragmentsOf(document);
  const newPlanning = (form: Planning['form']): Planning => ({
    config,
    subfields: (type, nodes) => collectSubfields(schema, fragments, variables, type, nodes),
    form,
    scopes: new Set(),
    connections: [],
  });
  const selected = collectFields(schema, fragments, variables, root, operation.selectionSet);
  // Several changes run in series, which GraphQL does.
  const isWhole = operation.operation !== OperationTypeNode.MUTATION || selected.size <= 1;
  const whole = isWhole ? planFields(root, selected, () => newPlanning('answer')) : null;
  if (whole !== null && whole.fields.size === selected.size)
    return { way: 'planned', checksKey: selected.size > 0, ...whole };
  const part = planFields(root, selected, () => newPlanning('rows'));
  const named = [...selected.values()].filter(([node]) => node!.name.value !== '__typename');
  return {
    way: part.fields.size === 0 ? 'resolved' : 'planned_in_part',
    checksKey: part.fields.size > 0 && part.fields.size === named.length,
    ...part,
  };
}

function planFields(
  root: GraphQLObjectType,
  selected: ReadonlyMap<string, readonly FieldNode[]>,
  newPlanning: () => Planning,
): Pick<Plan, 'fields' | 'length'> {
  const fields = new Map<string, PlannedField>();
  let length = 0;
  for (const [key, nodes] of selected) {
    const planned = planField(newPlanning(), root, nodes);
    if (planned === null) continue;
    fields.set(key, planned.field);
    length += planned.length;
  }
  return { fields, length };
}

function planField(
  planning: Planning,
  root: GraphQLObjectType,
  nodes: readonly FieldNode[],
): { field: PlannedField; length: number } | null {
  const [node] = nodes as [FieldNode];
  const definition = root.getFields()[node.name.value] as GraphQLField<unknown, unknown> | undefined;
  if (definition === undefined) return null;
  const { source, page, change, faults, scope } = definition.extensions as FieldPlan;
  if (source === undefined && page === undefined && change === undefined) return null;
  const selection = planSelection(planning, definition, nodes);
  if (selection === null) return null;
  if (scope !== undefined) planning.scopes.add(scope);
  const argumentsOf = argumentReader(definition, node);
  const name = `${root.name}.${definition.name}`;
  const planned =
    change === undefined
      ? planRead(selection, source ?? null, argumentsOf)
      : planChange(selection, { change, faults }, argumentsOf);
  // In the form for resolvers, the resolver of the field has the span.
  const run = planning.form === 'answer' ? traced(name, planned.run) : planned.run;
  return { field: { node, scopes: planning.scopes, ...planned, run }, length: selection.length };
}
