import { Kind, type OperationDefinitionNode } from 'graphql';
import { operationDuration } from '../metrics/metrics.ts';
import { inSpan } from '../tracing/span.ts';

/** Measures a query or a mutation, and makes a span of it. */
export function observeOperation<Result>(
  operation: OperationDefinitionNode,
  execute: () => Promise<Result>,
): Promise<Result> {
  const labels = { operation: operation.operation, field: fieldOf(operation) };
  const name = operation.name?.value;
  const attributes = {
    'graphql.operation.type': operation.operation,
    ...(name !== undefined && { 'graphql.operation.name': name }),
  };
  return inSpan(`GraphQL ${operation.operation}`, { attributes }, async () => {
    const end = operationDuration.startTimer(labels);
    try {
      return await execute();
    } finally {
      end();
    }
  });
}

/** Names the root field of a valid operation, so that metrics have only as many labels as the schema has fields. */
function fieldOf({ selectionSet: { selections } }: OperationDefinitionNode): string {
  const [selection, ...more] = selections;
  return selection?.kind === Kind.FIELD && more.length === 0 ? selection.name.value : 'several';
}
