import {
  type ArgumentNode,
  type FieldNode,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  isInputObjectType,
  isNonNullType,
  Kind,
  type ObjectFieldNode,
  type ValueNode,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import type { Arguments } from './field-plan.ts';
import { readInputs } from './input-reading.ts';

/** Variables as GraphQL coerces them. */
export type Variables = Readonly<Record<string, unknown>>;

/**
 * How an operation is answered. `planned`: by one statement for each root field, whose JSON is the answer.
 * `planned_in_part`: GraphQL runs, and planned root fields read their rows by one statement each. `resolved`: by
 * resolvers alone.
 */
export type Way = 'planned' | 'planned_in_part' | 'resolved';

export interface Plan<Request> {
  readonly way: Way;
  /** The planned root fields, by their names in the answer. */
  readonly fields: ReadonlyMap<string, PlannedField<Request>>;
  /** Every root field, with the scopes that it and all fields below it need. */
  readonly selected: readonly Pick<PlannedField<Request>, 'node' | 'scopes'>[];
  /** True if every root field is planned: then its statement checks the caller. */
  readonly checksCaller: boolean;
}

export interface PlannedField<Request> {
  readonly node: FieldNode;
  readonly scopes: ReadonlySet<string>;
  /** The number of characters of its SQL. */
  readonly length: number;
  /**
   * Runs the statement.
   *
   * @throws as the host's `read`, and as the change
   */
  readonly run: (request: Request, variables: Variables) => Promise<FieldAnswer>;
  /** For a read of one object: the SQL of the answer's JSON. */
  readonly representation?: Representation;
}

/** SQL of the JSON of an object. */
export interface Representation {
  /** Distinguishes representations. */
  readonly name: string;
  readonly representation: (now: string) => string;
}

/** The result of a root field. */
export interface FieldAnswer {
  /** Long ones are in pieces, because V8 would copy a long text to prepend another. */
  readonly json: string | readonly string[];
  /** True if more items follow this page; `null` if the field is no list. */
  readonly hasNext: boolean | null;
  /** The id of the created or changed row. */
  readonly id: string | null;
}

export function textOf({ json }: FieldAnswer): string {
  return typeof json === 'string' ? json : json.join('');
}

/** Returns the name of a field in the answer: its alias, or else its own name. */
export function keyOf({ alias, name }: FieldNode): string {
  return alias?.value ?? name.value;
}

/** Reads the arguments of a field, as GraphQL's `getArgumentValues` does, and then by the `InputReading` of each. */
export type ArgumentReader = (variables: Variables) => Arguments;

/**
 * Makes the reader of a field's arguments. If each argument is a variable, or an input object of variables, which GraphQL or a route has
 * coerced, the reader only copies them: coercing them again takes as long as validating a short body.
 */
export function argumentReader(definition: GraphQLField<unknown, unknown>, node: FieldNode): ArgumentReader {
  // GraphQL reports the error of a null that must not be.
  const coerced: ArgumentReader = (variables) => getArgumentValues(definition, node, variables);
  const copy = copier(definition.args, node.arguments ?? []);
  return (variables) => readInputs(definition.args, copy?.(variables) ?? coerced(variables));
}

/** Returns the values of arguments, or of the fields of an input object; `null` if one must not be null and is. */
type Copier = (variables: Variables) => Arguments | null;

/** @returns `null` if a value needs coercion */
function copier(
  declared: readonly (GraphQLArgument | GraphQLInputField)[],
  given: readonly (ArgumentNode | ObjectFieldNode)[],
): Copier | null {
  const copied = declared.map((input) => {
    const value = given.find(({ name }) => name.value === input.name)?.value;
    return {
      name: input.name,
      isNonNull: isNonNullType(input.type),
      read: readerOf(input, value),
    };
  });
  if (copied.some(({ read }) => read === null)) return null;
  return (variables) => {
    const values: Record<string, unknown> = {};
    for (const { name, isNonNull, read } of copied) {
      const value = read!(variables);
      if (value == null && isNonNull) return null;
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}

function readerOf(
  { type, defaultValue }: GraphQLArgument | GraphQLInputField,
  value: ValueNode | undefined,
): ((variables: Variables) => unknown) | null {
  if (value === undefined) return () => defaultValue;
  if (value.kind === Kind.VARIABLE) {
    const name = value.name.value;
    return (variables) => (Object.hasOwn(variables, name) ? variables[name] : defaultValue);
  }
  const inner = getNullableType(type);
  if (value.kind !== Kind.OBJECT || !isInputObjectType(inner) || inner.isOneOf) return null;
  return copier(Object.values(inner.getFields()), value.fields);
}
