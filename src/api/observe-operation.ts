import { Kind, type OperationDefinitionNode } from 'graphql';
import { setOperation } from '../core/request-context.ts';
import { operationDuration } from '../metrics/metrics.ts';
import { inSpan } from '../tracing/span.ts';
import type { Way } from './plans/plan.ts';

/** Measures the runs of a query or a mutation, and the way in which each is answered. */
export type ObserveOperation = <Result>(way: Way, execute: () => Promise<Result>) => Promise<Result>;

/** Makes the function that measures an operation, and makes a span of each run. */
export function observeOperation(operation: OperationDefinitionNode): ObserveOperation {
  const field = fieldOf(operation);
  const labels = { operation: operation.operation, field };
  const name = operation.name?.value;
  const attributes = {
    'graphql.operation.type': operation.operation,
    ...(name !== undefined && { 'graphql.operation.name': name }),
  };
  const spanName = `GraphQL ${operation.operation}`;
  return (way, execute) => {
    setOperation(field);
    return inSpan(spanName, { attributes: { ...attributes, 'auction.way': way } }, () => {
      const beganAtMs = performance.now();
      const end = () => operationDuration.observe({ ...labels, way }, (performance.now() - beganAtMs) / 1_000);
      const result = execute();
      result.then(end, end);
      return result;
    });
  };
}

/** Names the root field of a valid operation, so that metrics have only as many labels as the schema has fields. */
function fieldOf({ selectionSet: { selections } }: OperationDefinitionNode): string {
  const [selection, ...more] = selections;
  return selection?.kind === Kind.FIELD && more.length === 0 ? selection.name.value : 'several';
}
