import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { argumentReader } from './argument-reader.ts';
import { planOf } from './field-plan.ts';
import type { Host } from './host.ts';
import { keyOf, type Plan, type PlannedField, type Variables } from './plan.ts';
import { planChange } from './plan-change.ts';
import { planRead } from './plan-read.ts';
import type { Planning, Subfields } from './planning.ts';
import { planSelection } from './selection.ts';

/**
 * Plans a query or a mutation: as a whole if all its fields are planned, in part if some root fields are.
 *
 * @param variables the variables of `@include` and `@skip`; the others may differ when the plan is run
 * @param mayBeWhole false: the planned root fields read rows for resolvers in any case
 */
export function planOperation<Request>(
  schema: GraphQLSchema,
  host: Host<Request>,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  mayBeWhole = true,
): Plan<Request> {
  const root = schema.getRootType(operation.operation)!;
  const fragments = fragmentsOf(document);
  const subfields: Subfields = (type, nodes) => collectSubfields(schema, fragments, variables, type, nodes);
  const collected = [...collectFields(schema, fragments, variables, root, operation.selectionSet).values()];
  const selected = collected.map((nodes) => ({ nodes, node: nodes[0]!, scopes: scopesOf(root, nodes, subfields) }));
  const fieldsIn = (form: Planning['form']) => {
    const planned = selected.flatMap(
      ({ nodes, scopes }) =>
        planField(host, { environment: host.environment, subfields, form, connections: [] }, root, nodes, scopes) ?? [],
    );
    return new Map(planned.map((field) => [keyOf(field.node), field]));
  };
  // Several changes run in series, which GraphQL does.
  const isWhole = mayBeWhole && (operation.operation !== OperationTypeNode.MUTATION || selected.length <= 1);
  const whole = isWhole ? fieldsIn('answer') : null;
  if (whole?.size === selected.length) {
    return { way: 'planned', checksCaller: selected.length > 0, fields: whole, selected };
  }
  const fields = fieldsIn('rows');
  const named = selected.filter(({ node }) => node.name.value !== '__typename');
  return {
    way: fields.size === 0 ? 'resolved' : 'planned_in_part',
    checksCaller: fields.size > 0 && fields.size === named.length,
    fields,
    selected,
  };
}

/** Returns the fragments of a document, by name. */
export function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** Returns every scope that a field needs, and those that the fields below it need, which come first. */
function scopesOf(type: GraphQLObjectType, nodes: readonly FieldNode[], subfields: Subfields): Set<string> {
  const field = type.getFields()[nodes[0]!.name.value];
  if (field === undefined) return new Set();
  const inner = getNamedType(field.type);
  const below = isObjectType(inner)
    ? [...subfields(inner, nodes).values()].flatMap((each) => [...scopesOf(inner, each, subfields)])
    : [];
  const scopes = new Set(below);
  const { scope } = planOf(field).access;
  return scope === undefined ? scopes : scopes.add(scope);
}

/**
 * Plans a field of Query or Mutation.
 *
 * @returns `null` if it is not planned, or needs a resolver in the form `answer`
 */
export function planField<Request>(
  host: Host<Request>,
  planning: Planning,
  root: GraphQLObjectType,
  nodes: readonly FieldNode[],
  scopes: ReadonlySet<string>,
): PlannedField<Request> | null {
  const node = nodes[0]!;
  const definition = root.getFields()[node.name.value];
  if (definition === undefined) return null;
  const { sql, refuses } = planOf(definition);
  if (sql === null) return null;
  const selection = planSelection(planning, definition, nodes);
  if (selection === null) return null;
  const argumentsOf = argumentReader(definition, node);
  const planned =
    'change' in sql
      ? planChange(host, selection, sql, refuses, argumentsOf)
      : planRead(host, selection, 'rows' in sql ? sql.rows : undefined, argumentsOf);
  // In the form for resolvers, the resolver of the field is observed.
  const isObserved = planning.form === 'answer' && host.observe !== undefined;
  const run = isObserved ? host.observe(`${root.name}.${definition.name}`, planned.run) : planned.run;
  return { node, scopes, ...planned, run };
}
