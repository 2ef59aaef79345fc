import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { inSpan } from '../tracing/span.ts';

/**
 * Makes a span of each field of `Query` and `Mutation`, in place. Subscriptions get none, because they last until the client
 * leaves.
 */
export function tracedRootFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    if (type != null) traceFields(type);
  }
  return schema;
}

function traceFields(type: GraphQLObjectType): void {
  for (const field of Object.values(type.getFields())) {
    const { resolve } = field;
    if (resolve !== undefined) field.resolve = traced(`${type.name}.${field.name}`, resolve);
  }
}

/**
 * Makes a span of each run.
 *
 * @param work of a field of Query or Mutation
 */
export function traced<Args extends unknown[], Result>(
  field: string,
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => inSpan(field, {}, () => work(...args));
}
