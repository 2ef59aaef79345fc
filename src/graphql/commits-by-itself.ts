import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/**
 * Marks a mutation that cannot be a part of a transaction around it, because it asks payment providers or commits step by
 * step: `...committingByItself(needs('auctions:write'))`.
 */
export function committingByItself<Options extends { extensions: object }>(options: Options) {
  return { ...options, extensions: { ...options.extensions, commitsByItself: true } };
}

/** Whether a document has a field that is marked so. */
export function commitsByItself(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let isMarked = false;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: () => {
        isMarked ||= types.getFieldDef()?.extensions['commitsByItself'] === true;
      },
    }),
  );
  return isMarked;
}
