import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { fieldDuration } from '../metrics/metrics.ts';
import { inSpan } from '../tracing/span.ts';

/**
 * Measures the fields of `Query` and `Mutation`, in place, also for changes by `/v1`. Subscriptions are not measured,
 * because they last until the client leaves.
 */
export function timedRootFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    if (type != null) timeFields(type);
  }
  return schema;
}

function timeFields(type: GraphQLObjectType): void {
  for (const field of Object.values(type.getFields())) {
    const { resolve } = field;
    if (resolve !== undefined) field.resolve = timed(`${type.name}.${field.name}`, resolve);
  }
}

/**
 * Measures the work of a field.
 *
 * @param work of a field of Query or Mutation
 */
export function timed<Args extends unknown[], Result>(
  field: string,
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    const beganAtMs = performance.now();
    const end = (outcome: 'resolved' | 'failed') =>
      fieldDuration.observe({ field, outcome }, (performance.now() - beganAtMs) / 1_000);
    try {
      const result = inSpan(field, {}, () => work(...args));
      if (result instanceof Promise) {
        result.then(
          () => end('resolved'),
          () => end('failed'),
        );
      } else end('resolved');
      return result;
    } catch (error) {
      end('failed');
      throw error;
    }
  };
}
