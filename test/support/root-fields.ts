import { type GraphQLField, type GraphQLObjectType, Kind, parse } from 'graphql';
import { collectFields } from '../../src/api/limits/limit-selections.ts';
import { fragmentsOf } from '#one-statement/plan-operation.ts';
import { schema } from '../../src/api/graphql/schema.ts';

/** A field of Query, Mutation or Subscription that a document selects. */
interface RootField {
  /** Its name in the answer. */
  readonly key: string;
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
}

/** Returns the root fields of a document's operations; none of a document that is none. */
export function rootFieldsOf(query: string, operationName: string | null = null): RootField[] {
  const document = parsed(query);
  if (document === null) return [];
  const fragments = fragmentsOf(document);
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    if (operationName !== null && definition.name?.value !== operationName) return [];
    const parent = schema.getRootType(definition.operation)!;
    const selections = [{ set: definition.selectionSet, type: parent, around: null }];
    const collected = collectFields(schema, (name) => fragments[name], selections);
    return [...collected].flatMap(([key, selected]) =>
      selected.flatMap(({ node }) => {
        const field = parent.getFields()[node.name.value];
        return field === undefined ? [] : [{ key, parent, field }];
      }),
    );
  });
}

function parsed(query: string) {
  try {
    return parse(query);
  } catch {
    return null;
  }
}
