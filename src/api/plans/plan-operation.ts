import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import type { Config } from '../../config.ts';
import type { FieldPlan } from './field-plan.ts';
import { fragmentsOf } from './fragments-of.ts';
import { jsonOfObject, type Planning } from './json-of-object.ts';
import type { Plan, PlannedField, Variables } from './plan.ts';
import { planChange } from './plan-change.ts';
import { planRead } from './plan-read.ts';
import type { Selection } from './read-statement.ts';
import type { RootField } from './root-field.ts';

/**
 * Plans a query, or a mutation of one field, if all its fields declare how to read or change them.
 *
 * @param variables the variables of `@include` and `@skip`; the others may differ when the plan is run
 * @returns `null` if a field needs its resolver
 */
export function planOperation(
  schema: GraphQLSchema,
  config: Pick<Config, 'publicUrl'>,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Plan | null {
  const root = schema.getRootType(operation.operation)!;
  const fragments = fragmentsOf(document);
  const subfields: Planning['subfields'] = (type, nodes) => collectSubfields(schema, fragments, variables, type, nodes);
  const isMutation = operation.operation === OperationTypeNode.MUTATION;
  const fields: PlannedField[] = [];
  let length = 0;
  for (const nodes of collectFields(schema, fragments, variables, root, operation.selectionSet).values()) {
    const field = rootField({ config, subfields, scopes: new Set() }, root, nodes);
    const planned = field === null ? null : isMutation ? planChange(field) : planRead(field);
    if (field === null || planned === null) return null;
    fields.push(planned);
    length += field.selection.sql('now').length;
  }
  // Several changes run in series, by their resolvers.
  return isMutation && fields.length > 1 ? null : { fields, length };
}

function rootField(planning: Planning, root: GraphQLObjectType, nodes: readonly FieldNode[]): RootField | null {
  const [node] = nodes as [FieldNode];
  const definition = root.getFields()[node.name.value] as GraphQLField<unknown, unknown> | undefined;
  const type = definition === undefined ? null : getNullableType(definition.type);
  if (definition === undefined || !isObjectType(type)) return null;
  const { scope } = definition.extensions as FieldPlan;
  if (scope !== undefined) planning.scopes.add(scope);
  const selection = planEnvelope(planning, type, nodes);
  return selection === null
    ? null
    : { node, name: `${root.name}.${definition.name}`, definition, selection, scopes: planning.scopes };
}

/**
 * Plans the envelope of a root field.
 *
 * @returns `null` if a field of the envelope needs its resolver
 */
function planEnvelope(planning: Planning, type: GraphQLObjectType, nodes: readonly FieldNode[]): Selection | null {
  const envelope: Selection['envelope'][number][] = [];
  let sql: Selection['sql'] | null = null;
  for (const [partKey, partNodes] of planning.subfields(type, nodes)) {
    const part = partOf(type, partNodes);
    if (part === null) return null;
    envelope.push({ key: partKey, part: part.name });
    if (part.name === 'hasNext' || part.name === 'done') continue;
    // An envelope that selects the same rows twice runs its resolvers.
    if (sql !== null) return null;
    const { item } = part;
    if (item === null || jsonOfObject(planning, item, partNodes, 'now') === null) return null;
    sql = (now) => jsonOfObject(planning, item, partNodes, now)!;
  }
  return { sql: sql ?? (() => `''`), envelope };
}

function partOf(type: GraphQLObjectType, nodes: readonly FieldNode[]) {
  const field = type.getFields()[nodes[0]!.name.value];
  const name = (field?.extensions as FieldPlan | undefined)?.part;
  if (field === undefined || name === undefined) return null;
  const item = getNamedType(field.type);
  return { name, item: isObjectType(item) ? item : null };
}
