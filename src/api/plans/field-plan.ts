import type { GraphQLResolveInfo } from 'graphql';
import type { Precondition } from '../../auctions/change-auction.ts';
import type { Projection } from '../../auctions/projection.ts';
import type { Config } from '../../config.ts';
import type { Fault, RefusalCode } from '../../core/refusal.ts';
import type { Scope, Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../db/database.ts';
import type { PageSource, Source } from '../../db/source.ts';
import type { Parameters } from '../../db/sql.ts';
import type { Deps } from '../../deps.ts';

// A field is planned or has a resolver. A planned field declares in its extensions how SQL reads it, so that one
// statement reads a whole selection. An operation that also selects fields with resolvers runs GraphQL over the rows of
// the same statements: `fromStatement` picks the planned values up.

/** An auction after its creation or change. */
export interface ChangedAuction {
  /** The selected fields, as JSON. */
  readonly json: string;
}

export interface FieldPlan {
  readonly scope?: Scope;
  /** Marks a field that public keys see, with those of its arguments that they may use. A field or an argument without it is not there for them. */
  readonly public?: readonly string[];
  /** The reasons for which it may be refused, in addition to those of any field: `refusalsOfAny`. */
  readonly refusals?: readonly RefusalCode[];
  /** For a field of Query: the rows it reads. */
  readonly source?: (args: never, parameter: Parameters) => Source;
  /** For a connection: the page it reads. */
  readonly page?: (args: never, parameter: Parameters) => PageSource;
  /** For a connection: the number of rows that it may search for a page, in addition to those of the page. */
  readonly rowsSearched?: (args: never) => number;
  /** For a connection: the number of rows that its `totalCount` may read. */
  readonly rowsCounted?: (args: never) => number;
  /** Marks the fields of a connection that count its rows. */
  readonly isCount?: true;
  /** For a change: returns every fault of its arguments. A route of `/v1` has found those of its body before, with its others. */
  readonly faults?: (connection: Connection, viewer: Viewer, args: never) => Promise<readonly Fault[]>;
  /** For a field of Mutation: makes the change and returns the selected fields of the auction, in one statement. */
  readonly change?: (
    deps: Deps,
    viewer: Viewer,
    args: never,
    projection: Projection<ChangedAuction>,
    precondition: Precondition | null,
  ) => Promise<ChangedAuction & { readonly auctionId?: string }>;
  /** For a list without pages: the number of rows that it may have, 100 unless declared. */
  readonly rows?: number;
  /** For an object, or a list of objects: SQL of its rows, from `from` on; empty for the row itself. */
  readonly from?: string;
  /** For a single value that is no property of the row: its SQL, given SQL of the seller's instant. */
  readonly value?: (now: string) => string;
  /** For the `id` of a type: the property that it is made of. */
  readonly identity?: string;
  /** For a text that is composed of constants and of properties of the row. */
  readonly template?: (config: Pick<Config, 'publicUrl'>) => readonly (string | { readonly property: string })[];
  /** For a change that goes on after its first statement: checks whether the selected fields are read at its end. */
  readonly isReadAfter?: (args: never) => boolean;
  /**
   * For a field of Mutation that cannot be part of an outer transaction, because it calls payment providers or commits
   * step by step.
   */
  readonly commitsByItself?: true;
}

/** Returns the name of a planned value in a row for resolvers. No property and no alias has such a name. */
export function rowKey(responseKey: string): string {
  return `:${responseKey}`;
}

/** The resolver of every planned field that is no property of a row. Its type is that of the schema. */
export function fromStatement(row: object, _: unknown, __: unknown, info: GraphQLResolveInfo): never {
  const value = plannedValue(row, info);
  if (value === undefined) throw new Error(`No statement has read ${info.parentType.name}.${info.fieldName}.`);
  return value as never;
}

/** Returns what a statement has read for a field; `undefined` if none has. */
export function plannedValue(row: object, { path }: GraphQLResolveInfo): unknown {
  return (row as Readonly<Record<string, unknown>>)[rowKey(String(path.key))];
}
