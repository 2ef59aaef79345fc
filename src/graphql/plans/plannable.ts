import type { Shown } from '../../auctions/shown-auction.ts';
import type { Config } from '../../config.ts';
import type { Scope, Viewer } from '../../core/viewer.ts';
import type { Source } from '../../db/source.ts';
import type { Deps } from '../../deps.ts';

// What a field says of itself, in its extensions, so that a whole selection can be read by one statement. A field that says
// nothing is left to its resolver, and so is the operation that asks for it.

/** A text made of constants and of properties of the row. */
export type MadeText = readonly (string | { readonly property: string })[];

/** An auction that was created or changed. */
export interface ChangedAuction {
  readonly auctionId: string;
  /** The envelope with what was selected of it. */
  readonly json: string;
}

export interface Plannable {
  readonly scope?: Scope;
  /** Of a field of Query: the rows it reads. */
  readonly source?: (viewer: Viewer, args: never) => Source;
  /** Of a field of Mutation: makes the change, and answers with what is wanted of the auction, in one statement. */
  readonly change?: (deps: Deps, viewer: Viewer, args: never, shown: Shown<ChangedAuction>) => Promise<ChangedAuction>;
  /** Of an envelope's field: what it holds of them. */
  readonly part?: 'items' | 'item' | 'hasNext' | 'done';
  /** Of a list of an object's: its rows, from `from` on. */
  readonly from?: string;
  /** Of a single value: its SQL, where it is no property of the row. */
  readonly value?: string;
  readonly made?: (config: Pick<Config, 'publicUrl'>) => MadeText;
}

export function partOfAnswer(part: NonNullable<Plannable['part']>) {
  return { extensions: { part } };
}

export function madeOf(made: NonNullable<Plannable['made']>) {
  return { extensions: { made } };
}
