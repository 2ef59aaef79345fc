import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** Whether a document has a field whose declaration carries an extension of this name that is true. */
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
