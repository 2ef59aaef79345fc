import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import { fragmentsOf } from './fragments-of.ts';
import type { Variables } from './plan.ts';

/** Returns the names of an operation's root fields in the answer, in the order in which they run, without `__typename`. */
export function rootKeys(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): string[] {
  const root = schema.getRootType(operation.operation)!;
  const fields = collectFields(schema, fragmentsOf(document), variables, root, operation.selectionSet);
  return [...fields].filter(([, [node]]) => node!.name.value !== '__typename').map(([key]) => key);
}
