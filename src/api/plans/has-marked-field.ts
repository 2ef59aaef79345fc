import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** Checks whether a document selects a field whose declaration has this extension set to true. */
export function hasMarkedField(schema: GraphQLSchema, document: DocumentNode, mark: string): boolean {
  const types = new TypeInfo(schema);
  let isMarked = false;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: () => {
        isMarked ||= types.getFieldDef()?.extensions[mark] === true;
      },
    }),
  );
  return isMarked;
}
