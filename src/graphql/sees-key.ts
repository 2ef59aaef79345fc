import { type GraphQLSchema, Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql';

/** Marks a mutation that does nothing unless its own statements see that the key lives: `...seeingKey(needs('auctions:write'))`. */
export function seeingKey<Options extends { extensions: object }>(options: Options) {
  return { ...options, extensions: { ...options.extensions, seesKey: true } };
}

/** Whether an operation is made of such mutations, each of which is run. */
export function fieldsSeeKey(schema: GraphQLSchema, { operation, selectionSet }: OperationDefinitionNode): boolean {
  if (operation !== OperationTypeNode.MUTATION) return false;
  const fields = schema.getMutationType()!.getFields();
  return selectionSet.selections.every(
    (selection) =>
      selection.kind === Kind.FIELD &&
      selection.directives?.length === 0 &&
      fields[selection.name.value]?.extensions['seesKey'] === true,
  );
}
