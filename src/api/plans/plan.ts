import type { FieldNode } from 'graphql';
import type { Precondition } from '../../auctions/precondition.ts';
import type { Scope, Viewer } from '../../core/viewer.ts';
import type { Deps } from '../../deps.ts';

/** Variables as GraphQL coerces them. */
export type Variables = Readonly<Record<string, unknown>>;

/** The plan of an operation: one statement for each root field, which returns the answer as JSON. */
export interface Plan {
  readonly fields: readonly PlannedField[];
  /** The number of characters of its SQL. */
  readonly length: number;
}

export interface PlannedField {
  readonly node: FieldNode;
  /** Every scope that the field and its selection need. */
  readonly scopes: ReadonlySet<Scope>;
  /**
   * Runs the statement.
   *
   * @param precondition of a change of an auction; absent: none
   * @throws Refusal as the field's resolver does; `invalid_api_key` if the statement finds the viewer's key inactive
   */
  readonly run: (
    deps: Deps,
    viewer: Viewer,
    variables: Variables,
    precondition?: Precondition | null,
  ) => Promise<FieldAnswer>;
  /** For a read of one object: the SQL of the answer's JSON. */
  readonly representation?: Pick<Precondition, 'name' | 'representation'>;
}

/** The result of a root field. */
export interface FieldAnswer {
  /** The envelope as JSON. Long ones are in pieces, because V8 would copy a long text to prepend another. */
  readonly json: string | readonly string[];
  /** True if more items follow this page; `null` if the field is no list. */
  readonly hasNext: boolean | null;
  /** The id of the created or changed auction. */
  readonly auctionId: string | null;
}

/** Returns the name of a field in the answer: its alias, or else its own name. */
export function keyOf({ alias, name }: FieldNode): string {
  return alias?.value ?? name.value;
}
