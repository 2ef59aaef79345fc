import { type ExecutionArgs, getOperationAST, Kind, type OperationDefinitionNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { operationDuration } from '../metrics/metrics.ts';
import { inSpan } from '../tracing/span.ts';

/** Times each query and mutation, however it is executed, and makes a span of it. */
export const observedOperations: Plugin = {
  onExecute({ executeFn, setExecuteFn, args }) {
    const { document, operationName } = args as ExecutionArgs;
    const operation = getOperationAST(document, operationName);
    if (operation == null) return;
    const execute = executeFn as (args: ExecutionArgs) => unknown;
    const labels = { operation: operation.operation, field: fieldOf(operation) };
    const name = operation.name?.value;
    const attributes = {
      'graphql.operation.type': operation.operation,
      ...(name !== undefined && { 'graphql.operation.name': name }),
    };
    setExecuteFn((its: ExecutionArgs) =>
      inSpan(`GraphQL ${operation.operation}`, { attributes }, async () => {
        const end = operationDuration.startTimer(labels);
        try {
          return await execute(its);
        } finally {
          end();
        }
      }),
    );
  },
};

/** Of valid documents, so that there are as many names as the schema has. */
function fieldOf({ selectionSet: { selections } }: OperationDefinitionNode): string {
  const [selection, ...more] = selections;
  return selection?.kind === Kind.FIELD && more.length === 0 ? selection.name.value : 'several';
}
