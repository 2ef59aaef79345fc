import { type FieldNode, type GraphQLField, isNonNullType, Kind } from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import type { Variables } from './plan.ts';

/** Reads the arguments of a field, as GraphQL's `getArgumentValues` does. */
export type ArgumentReader = (variables: Variables) => Readonly<Record<string, unknown>>;

/**
 * Makes the reader of a field's arguments. Where each argument is a variable, which GraphQL or a route has coerced, the reader only
 * copies the variables: coercing them again takes as long as validating a short body.
 */
export function argumentReader(definition: GraphQLField<unknown, unknown>, node: FieldNode): ArgumentReader {
  const coerced: ArgumentReader = (variables) => getArgumentValues(definition, node, variables);
  const given = (node.arguments ?? []).map(({ name, value }) => ({ name: name.value, value }));
  const copied = definition.args.map((argument) => {
    const { value } = given.find(({ name }) => name === argument.name) ?? {};
    return {
      name: argument.name,
      variable: value?.kind === Kind.VARIABLE ? value.name.value : null,
      isLiteral: value !== undefined && value.kind !== Kind.VARIABLE,
      isNonNull: isNonNullType(argument.type),
      otherwise: argument.defaultValue,
    };
  });
  if (copied.some(({ isLiteral }) => isLiteral)) return coerced;
  return (variables) => {
    const values: Record<string, unknown> = {};
    for (const { name, variable, isNonNull, otherwise } of copied) {
      const value = variable !== null && Object.hasOwn(variables, variable) ? variables[variable] : otherwise;
      // GraphQL reports the error.
      if (value == null && isNonNull) return coerced(variables);
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}
