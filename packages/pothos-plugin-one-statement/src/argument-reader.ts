import {
  type FieldNode,
  getNullableType,
  type GraphQLField,
  isInputObjectType,
  isNonNullType,
  Kind,
  type ValueNode,
  valueFromAST,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import type { Arguments } from './field-plan.ts';
import { type Inputs, readInputs } from './input-reading.ts';
import type { Variables } from './plan.ts';

/** Reads the arguments of a field, as GraphQL's `getArgumentValues` does, and then by the `InputReading` of each. */
export type ArgumentReader = (variables: Variables) => Arguments;

type Given = readonly { readonly name: { readonly value: string }; readonly value: ValueNode }[];

/** Stands for a value that GraphQL has to read, or whose error it reports. */
const unread = Symbol();

/**
 * Makes the reader of a field's arguments. It copies variables, which are coerced already, and reads literals once: `getArgumentValues` takes as
 * long for a short input as its validation.
 */
export function argumentReader(definition: GraphQLField<unknown, unknown>, node: FieldNode): ArgumentReader {
  const copied = copierOfFields(definition.args, node.arguments ?? []);
  return (variables) => {
    const values = copied(variables);
    const args = values === unread ? getArgumentValues(definition, node, variables) : values;
    return readInputs(definition.args, args);
  };
}

function copierOfFields(declared: Inputs, given: Given): (variables: Variables) => Arguments | typeof unread {
  const fields = declared.map((input) => {
    const value = given.find(({ name }) => name.value === input.name)?.value;
    return { name: input.name, copied: copierOf(input, value) };
  });
  return (variables) => {
    const values: Record<string, unknown> = {};
    for (const { name, copied } of fields) {
      const value = copied(variables);
      if (value === unread) return unread;
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}

function copierOf(
  { type, defaultValue }: Inputs[number],
  value: ValueNode | undefined,
): (variables: Variables) => unknown {
  if (value === undefined || value.kind === Kind.VARIABLE) {
    const name = value?.name.value;
    const isRequired = isNonNullType(type);
    return (variables) => {
      const its = name !== undefined && Object.hasOwn(variables, name) ? variables[name] : defaultValue;
      return its == null && isRequired ? unread : its;
    };
  }
  const inner = getNullableType(type);
  if (value.kind === Kind.OBJECT && isInputObjectType(inner) && !inner.isOneOf) {
    return copierOfFields(Object.values(inner.getFields()), value.fields);
  }
  // These may have variables in them.
  if (value.kind === Kind.OBJECT || value.kind === Kind.LIST) return () => unread;
  const literal: unknown = valueFromAST(value, type);
  return () => literal;
}
