import type { FieldNode } from 'graphql';
import type { JsonProjection } from './field-plan.ts';

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
  /**
   * Runs the statement.
   *
   * @throws as the host's `read`, and as the change
   */
  readonly run: (request: Request, variables: Variables) => Promise<FieldAnswer>;
  /** For a field without connections: SQL of its JSON. */
  readonly projection?: JsonProjection;
}

/** The result of a root field. */
export interface FieldAnswer {
  /** In pieces, because V8 would copy a long text to prepend another. */
  readonly json: readonly string[];
  /** True if more items follow this page; `null` if the field is no list. */
  readonly hasNext: boolean | null;
  /** The id of the created or changed row. */
  readonly id: string | null;
}

/** Returns the name of a field in the answer: its alias, or else its own name. */
export function keyOf({ alias, name }: FieldNode): string {
  return alias?.value ?? name.value;
}
