import type { Context } from 'hono';
import type { Fault, RefusalCode } from '../../core/refusal.ts';
import type { SentForm } from '../../core/read-form.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { DrawnField, FieldFault } from '../form-fields.ts';
import type { Locale } from '../auction/locale.ts';
import type { Html } from '../auction/views/layout.ts';
import type { TestCards } from '../../payments/providers/provider-page.ts';
import type { SellerWords } from '../../../locales/words.ts';

/**
 * A page for sellers: one GraphQL document, which is run with the key of the session, and one view of its answer. Isolation, scopes,
 * limits and the audit log are those of GraphQL.
 *
 * @typeParam Data the `data` of the document's answer; a field that the key has no scope for is null
 */
export interface SellerPage<Data = never> {
  /** The path below `/seller`, as Hono writes it. */
  readonly route: string;
  /** The link of the navigation that leads to this page, or to where this page belongs. */
  readonly place: Place;
  readonly document: string;
  /** The variables of the document, besides the parameters of the route. */
  readonly variables?: (visit: Visit) => Readonly<Record<string, unknown>>;
  readonly view: (visit: Visit, data: Data, sent: Sent) => { readonly title: string; readonly main: Html };
  /** The forms of the page, by the value of their hidden field `form`: see `formOf`. */
  readonly forms?: Readonly<Record<string, SellerForm>>;
}

export type Place = keyof SellerWords['places'];

/** A form: the mutation that it sends. */
export interface SellerForm {
  /** Shown at the foot of the page. */
  readonly document: string;
  /** True: the form may come with files. */
  readonly takesFiles?: boolean;
  /** Does the work. `mutationForm` makes the usual one. */
  readonly send: (visit: Visit, typed: Typed) => Promise<SentOutcome>;
}

/** The outcome of a form. */
export type SentOutcome =
  /** Done: the browser goes on to a page below `/seller`, by default the page of the form, which says so. */
  | { readonly next?: string; readonly done?: keyof SellerWords['done'] }
  /** Done: the page itself shows what it gets once, such as a new key. */
  | { readonly answer: unknown }
  /** Not done yet: the page shows this above the form, with all that was typed. */
  | { readonly preview: Html; readonly typed: Typed }
  /** Refused: the page shows the form again, with all that was typed. */
  | { readonly faults: readonly FieldFault[]; readonly typed?: Typed };

/** The fields of a form as they were typed. */
export type Typed = Pick<SentForm, 'fields' | 'files'>;

/** The fields of a form, by their names. */
export type DrawnFields = ReadonlyMap<string, DrawnField>;

/** A field that has changed since its form was drawn. */
export interface Change {
  readonly field: string;
  readonly label: string | null;
  /** The present value, if the seller has typed another one; `null`: the form shows it, or the label says enough. */
  readonly now: string | null;
}

/** A form that the page shows again, or an answer that it shows once. */
export interface Sent {
  /** The name of the form; `null`: none was sent. */
  readonly form: string | null;
  readonly fields: ReadonlyMap<string, string>;
  readonly faults: readonly FieldFault[];
  readonly answer: unknown;
  /** The data that the form was drawn from, as the form sent it; `null`: the data that the page is drawn from now. */
  readonly proof: string | null;
  /** The changes since the form was drawn. */
  readonly changes: readonly Change[];
}

/** An answer to a document. */
export interface DocumentAnswer<Data = unknown> {
  readonly data: Data | null;
  readonly errors: readonly AnsweredError[];
}

export interface AnsweredError {
  readonly code: RefusalCode;
  readonly message: string;
  readonly faults: readonly Fault[];
}

/** The data of a document whose page is drawn only if these fields are there. */
export type Given<Query, Needed extends keyof Query> = Query & {
  readonly [Name in Needed]: NonNullable<Query[Name]>;
};

/** A request for a page, by a seller who is signed in. */
export interface Visit {
  readonly c: Context;
  readonly viewer: Viewer;
  readonly locale: Locale;
  readonly words: SellerWords;
  /** The path of `/seller` in the browser. */
  readonly base: string;
  /** The path that a proxy puts before that of the service. */
  readonly servicePath: string;
  /** The time zone that the seller reads and types times in. */
  readonly zone: string;
  /** The forms that are drawn by now, by their names. */
  readonly drawn: Map<string, DrawnFields>;
  /**
   * Runs a document with the key of the session.
   *
   * @param once the form's token: the mutation counts once, however often the form is sent
   */
  run<Data>(
    document: string,
    variables: Readonly<Record<string, unknown>>,
    once?: string | null,
  ): Promise<DocumentAnswer<Data>>;
  /** Stores a picture of a form, or says in the language of the page why not. */
  storePicture(file: File): Promise<{ readonly pictureId: string } | { readonly fault: string }>;
  /** The cards of a provider for trying it out; `null`: real cards only. */
  testCards(): TestCards | null;
  /** Remembers a zone for the pages to come. */
  rememberZone(zone: string): void;
  /** True: the page shows its GraphQL documents. */
  readonly seesDocuments: boolean;
  /** Remembers whether the pages to come show theirs. */
  rememberDocuments(isWanted: boolean): void;
  /** A parameter of the route. */
  param(name: string): string;
  /** A parameter of the query, `null` when absent or empty. */
  query(name: string): string | null;
  /** Writes an instant of an answer in the seller's zone. */
  time(instant: string): Html;
  /** Writes the same with the name of the zone. */
  timeWithZone(instant: string): Html;
}
