import type { AnswersInFlight } from '../../limits/answers-in-flight.ts';
import { type FieldNode, type GraphQLField, isNonNullType, Kind } from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import type { Precondition } from '../../auctions/change-auction.ts';
import type { Scope, Viewer } from '../../core/viewer.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../core/refusal.ts';
import { limits } from '../limits/operation-limits.ts';

/** Variables as GraphQL coerces them. */
export type Variables = Readonly<Record<string, unknown>>;

/**
 * How an operation is answered. `planned`: by one statement for each root field, whose JSON is the answer.
 * `planned_in_part`: GraphQL runs, and planned root fields read their rows by one statement each. `resolved`: by
 * resolvers alone.
 */
export type Way = 'planned' | 'planned_in_part' | 'resolved';

export interface Plan {
  readonly way: Way;
  /** The planned root fields, by their names in the answer. */
  readonly fields: ReadonlyMap<string, PlannedField>;
  /** Every root field, with the scopes that it and all fields below it need. */
  readonly selected: readonly Pick<PlannedField, 'node' | 'scopes'>[];
  /** True if every root field is planned: then its statement checks the key. */
  readonly checksKey: boolean;
}

export interface PlannedField {
  readonly node: FieldNode;
  readonly scopes: ReadonlySet<Scope>;
  /** The number of characters of its SQL. */
  readonly length: number;
  /**
   * Runs the statement.
   *
   * @param route of a change by a route of `/v1`, which has checked the arguments; absent: they are checked here
   * @throws Refusal `invalid_api_key` if the viewer's key is not active, and those of the read or change
   */
  readonly run: (
    deps: Deps,
    viewer: Viewer,
    variables: Variables,
    route?: { readonly precondition: Precondition | null },
  ) => Promise<FieldAnswer>;
  /** For a read of one object: the SQL of the answer's JSON. */
  readonly representation?: Pick<Precondition, 'name' | 'representation'>;
}

/** The result of a root field. */
export interface FieldAnswer {
  /** Long ones are in pieces, because V8 would copy a long text to prepend another. */
  readonly json: string | readonly string[];
  /** True if more items follow this page; `null` if the field is no list. */
  readonly hasNext: boolean | null;
  /** The id of the created or changed auction. */
  readonly auctionId: string | null;
}

/**
 * Refuses an answer that is too long to be sent, and counts any other one as in flight.
 *
 * @param isChange true if the answer says what was changed: then it is sent, however much is in flight
 * @throws Refusal `invalid_request`; as `AnswersInFlight.check`
 */
export function takeAnswers(inFlight: AnswersInFlight, answers: readonly FieldAnswer[], isChange: boolean): void {
  const characters = answers.reduce((sum, answer) => sum + lengthOf(answer), 0);
  if (characters > limits.answerCharacters) {
    const detail = 'The answer is too large: ask for smaller pages, for fewer fields, or in several requests.';
    throw new Refusal('invalid_request', { detail });
  }
  if (!isChange) inFlight.check(characters);
  inFlight.count(characters);
}

/** Returns the number of characters of JSON in pieces. */
function lengthOf({ json }: FieldAnswer): number {
  if (typeof json === 'string') return json.length;
  let length = 0;
  for (const piece of json) length += piece.length;
  return length;
}

export function textOf({ json }: FieldAnswer): string {
  return typeof json === 'string' ? json : json.join('');
}

/** Returns the name of a field in the answer: its alias, or else its own name. */
export function keyOf({ alias, name }: FieldNode): string {
  return alias?.value ?? name.value;
}

/** Reads the arguments of a field, as GraphQL's `getArgumentValues` does. */
export type ArgumentReader = (variables: Variables) => Readonly<Record<string, unknown>>;

/**
 * Makes the reader of a field's arguments. If each argument is a variable, which GraphQL or a route has coerced, the reader only
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
