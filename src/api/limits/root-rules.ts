import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/**
 * Refuses what the executor would fail at, as a validation rule: an operation of a kind that the schema does not have, and
 * `@skip` and `@include` on the root field of a subscription (GraphQL specification, September 2025, "Single Root Field"),
 * of which nothing might be left.
 */
export function rootRules(context: ValidationContext): ASTVisitor {
  const seen = new Set<string>();

  function check({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      for (const directive of selection.directives ?? []) {
        if (!['skip', 'include'].includes(directive.name.value)) continue;
        const message = `A subscription follows one field, always: "@${directive.name.value}" is for the fields inside.`;
        context.reportError(new GraphQLError(message, { nodes: directive }));
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) check(selection.selectionSet);
      if (selection.kind !== Kind.FRAGMENT_SPREAD || seen.has(selection.name.value)) continue;
      seen.add(selection.name.value);
      const fragment = context.getFragment(selection.name.value);
      if (fragment != null) check(fragment.selectionSet);
    }
  }

  return {
    OperationDefinition(node) {
      if (context.getSchema().getRootType(node.operation) == null) {
        context.reportError(new GraphQLError(`There is no ${node.operation} here.`, { nodes: node }));
      }
      if (node.operation === OperationTypeNode.SUBSCRIPTION) check(node.selectionSet);
    },
  };
}
