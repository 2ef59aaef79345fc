import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { getArgumentValues } from 'graphql/execution/values.js';
import type { Config } from '../../config.ts';
import type { Scope, Viewer } from '../../core/viewer.ts';
import type { Source } from '../../db/source.ts';
import { jsonOfObject, type Planning } from './json-of-object.ts';
import type { Plannable } from './plannable.ts';
import { type ReadStatement, readStatements, type Selection } from './read-statement.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** A selection that one statement for each of its fields of Query reads, as JSON text that nobody parses again. */
export interface ReadPlan {
  readonly scopes: ReadonlySet<Scope>;
  readonly fields: readonly PlannedField[];
}

/** A field of Query: what of it is read by one statement. */
export interface PlannedField {
  readonly key: string;
  /** `Query.auctions` */
  readonly name: string;
  readonly isList: boolean;
  readonly statement: (source: Source) => ReadStatement;
  readonly source: (viewer: Viewer, variables: Variables) => Source;
}

/**
 * Plans a valid operation.
 *
 * @param variables those that `@include` and `@skip` go by; the others may be others when it is read
 * @returns `null` where a field is left to its resolver
 */
export function planRead(
  schema: GraphQLSchema,
  config: Pick<Config, 'publicUrl'>,
  {
    document,
    operation,
    variables,
  }: { document: DocumentNode; operation: OperationDefinitionNode; variables: Variables },
): ReadPlan | null {
  const query = schema.getQueryType()!;
  const planning = planningFor(schema, config, document, variables);
  const fields: PlannedField[] = [];
  for (const [key, nodes] of planning.rootFields(query, operation)) {
    const field = planField(planning, query, key, nodes);
    if (field === null) return null;
    fields.push(field);
  }
  return { scopes: planning.scopes, fields };
}

/** What planning the fields of an operation needs. */
export function planningFor(
  schema: GraphQLSchema,
  config: Pick<Config, 'publicUrl'>,
  document: DocumentNode,
  variables: Variables,
): Planning & {
  rootFields(type: GraphQLObjectType, operation: OperationDefinitionNode): ReadonlyMap<string, readonly FieldNode[]>;
} {
  const fragments = fragmentsOf(document);
  return {
    config,
    scopes: new Set<Scope>(),
    rootFields: (type, { selectionSet }) => collectFields(schema, fragments, variables, type, selectionSet),
    subfields: (type, nodes) => collectSubfields(schema, fragments, variables, type, nodes),
  };
}

function planField(
  planning: Planning,
  query: GraphQLObjectType,
  key: string,
  nodes: readonly FieldNode[],
): PlannedField | null {
  const definition = query.getFields()[nodes[0]!.name.value];
  const { source, scope } = (definition?.extensions ?? {}) as Plannable;
  const type = definition === undefined ? null : getNullableType(definition.type);
  if (definition === undefined || source === undefined || !isObjectType(type)) return null;
  if (scope !== undefined) planning.scopes.add(scope);
  const selection = planEnvelope(planning, type, nodes);
  if (selection === null) return null;
  return {
    key,
    name: `${query.name}.${definition.name}`,
    isList: selection.envelope.every(({ part }) => part !== 'item'),
    statement: readStatements(selection),
    source: (viewer, variables) => {
      const args = getArgumentValues(definition as GraphQLField<unknown, unknown>, nodes[0]!, variables);
      return source(viewer, args as never);
    },
  };
}

/** @returns `null` where a field of it is left to its resolver */
export function planEnvelope(
  planning: Planning,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): Selection | null {
  const envelope: Selection['envelope'][number][] = [];
  let sql: string | null = null;
  for (const [partKey, partNodes] of planning.subfields(type, nodes)) {
    const part = partOf(type, partNodes);
    if (part === null) return null;
    envelope.push({ key: partKey, part: part.name });
    if (part.name === 'hasNext' || part.name === 'done') continue;
    // The same rows told in two ways are left to the resolvers.
    if (sql !== null) return null;
    sql = part.item === null ? null : jsonOfObject(planning, part.item, partNodes);
    if (sql === null) return null;
  }
  return { sql: sql ?? `''`, envelope };
}

function partOf(type: GraphQLObjectType, nodes: readonly FieldNode[]) {
  const field = type.getFields()[nodes[0]!.name.value];
  const name = (field?.extensions as Plannable | undefined)?.part;
  if (field === undefined || name === undefined) return null;
  const inner = getNullableType(field.type);
  const item = getNullableType(isListType(inner) ? inner.ofType : inner);
  return { name, item: isObjectType(item) ? item : null };
}

function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}
