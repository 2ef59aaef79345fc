import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** Refuses an operation of a kind that the schema does not have, as a validation rule. The executor fails without its root. */
export function operationTypes(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (context.getSchema().getRootType(node.operation) != null) return;
      context.reportError(new GraphQLError(`There is no ${node.operation} here.`, { nodes: node }));
    },
  };
}

/**
 * Refuses `@skip` and `@include` on the root field of a subscription, as a validation rule (GraphQL specification,
 * September 2025, "Single Root Field"). The executor fails if no root field is left.
 */
export function subscriptionRoot(context: ValidationContext): ASTVisitor {
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
    OperationDefinition({ operation, selectionSet }) {
      if (operation === OperationTypeNode.SUBSCRIPTION) check(selectionSet);
    },
  };
}
