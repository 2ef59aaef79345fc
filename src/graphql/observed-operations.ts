import { type ExecutionArgs, getOperationAST, Kind, type OperationDefinitionNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { operationDuration } from '../metrics/metrics.ts';
import type { ServerContext } from './authentication.ts';
import { inSpan } from '../tracing/span.ts';

/** Times each query and mutation, however it is executed, and makes a span of it. */
export const observedOperations: Plugin<Pick<ServerContext, 'failure'>> = {
  onExecute({ executeFn, setExecuteFn, args }) {
    const { document, operationName } = args as ExecutionArgs;
    const operation = getOperationAST(document, operationName);
    // What has failed as a known operation was observed there.
    if (operation == null || args.contextValue.failure !== undefined) return;
    const execute = executeFn as (args: ExecutionArgs) => unknown;
    setExecuteFn((its: ExecutionArgs) => observeOperation(operation, async () => execute(its)));
  },
};

/** @param execute comes to `null` where the operation is left to somebody else, who observes it then */
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
      const result = await execute();
      if (result !== null) end();
      return result;
    } catch (error) {
      end();
      throw error;
    }
  });
}

/** Of valid documents, so that there are as many names as the schema has. */
function fieldOf({ selectionSet: { selections } }: OperationDefinitionNode): string {
  const [selection, ...more] = selections;
  return selection?.kind === Kind.FIELD && more.length === 0 ? selection.name.value : 'several';
}
