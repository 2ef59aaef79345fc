import type { Precondition } from '../../auctions/precondition.ts';
import type { Projection } from '../../auctions/projection.ts';
import type { Config } from '../../config.ts';
import type { Scope, Viewer } from '../../core/viewer.ts';
import type { Source } from '../../db/source.ts';
import type { Deps } from '../../deps.ts';

// A field declares in its extensions how to read it, so that one statement can read a whole selection. A field
// without a declaration runs its resolver, and so does every operation that selects the field.

/** A text composed of constants and of properties of the row. */
export type TemplateText = readonly (string | { readonly property: string })[];

/** An auction after its creation or change. */
export interface ChangedAuction {
  /** The envelope with the selected fields, as JSON. */
  readonly json: string;
}

export interface FieldPlan {
  readonly scope?: Scope;
  /** For a field of Query: the rows it reads. */
  readonly source?: (viewer: Viewer, args: never) => Source;
  /** For a field of Mutation: makes the change and returns the selected fields of the auction, in one statement. */
  readonly change?: (
    deps: Deps,
    viewer: Viewer,
    args: never,
    projection: Projection<ChangedAuction>,
    precondition: Precondition | null,
  ) => Promise<ChangedAuction & { readonly auctionId?: string }>;
  /** For a field of an envelope: its part of the rows. */
  readonly part?: 'items' | 'item' | 'hasNext' | 'done';
  /** For a list of an object: SQL of its rows, from `from` on. */
  readonly from?: string;
  /** For a single value that is no property of the row: its SQL, given SQL of the seller's instant. */
  readonly value?: (now: string) => string;
  /** For a text that is composed of properties. */
  readonly template?: (config: Pick<Config, 'publicUrl'>) => TemplateText;
  /**
   * For a field of Mutation that cannot be part of an outer transaction, because it calls payment providers or commits
   * step by step.
   */
  readonly commitsByItself?: true;
}
