import type { FieldNode, GraphQLField } from 'graphql';
import type { Scope } from '../../core/viewer.ts';
import type { Selection } from './read-statement.ts';

/** A root field that may be planned. */
export interface RootField {
  readonly node: FieldNode;
  /** The name with its type: `Query.auctions`. */
  readonly name: string;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly selection: Selection;
  readonly scopes: ReadonlySet<Scope>;
}
