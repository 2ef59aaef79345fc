import type { GraphQLField, GraphQLObjectType } from 'graphql';
import type { Parameters } from './parameters.ts';
import type { PageSource, Source } from './source.ts';

/** The arguments of any field. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A column of JSON: the selected fields of a row, or the key of a changed row. */
export interface JsonProjection {
  /** Distinguishes the statements of projections. */
  readonly name: string;
  readonly columns: (now: string) => { readonly json: string };
}

/** A row after its creation or change. */
export interface Changed {
  /** The JSON of the projection. */
  readonly json: string;
  /** The id of the row, for the caller. */
  readonly id?: string;
}

/** For a field of Query: the rows it reads. */
export interface RowsSql<Args> {
  rows(args: Args, parameter: Parameters): Source;
}

/** For a connection, at the root or of an object. */
export interface PageSql<Args> {
  page(args: Args, parameter: Parameters): PageSource;
  /** The number of rows that it may search for a page, in addition to those of the page. */
  rowsSearched?(args: Args): number;
  /** The number of rows that its `totalCount` may read. */
  rowsCounted?(args: Args): number;
}

/** For a field of Mutation: makes the change, and returns the projection of the changed row in the same statement. */
export interface ChangeSql<Args, Request> {
  change(request: Request, args: Args, projection: JsonProjection): Promise<Changed>;
  /** For a change that goes on after its first statement: checks whether the selected fields are read at its end. */
  isReadAfter?(args: Args): boolean;
  /** The way in which the row is read again, also if connections of it are selected: their pages have parameters of their own. */
  readonly changed: {
    /** SQL of the text of its key. */
    readonly key: string;
    row(key: string, parameter: Parameters): Source;
  };
}

/** For an object, or a list of objects, below a row. */
export interface FromSql {
  /** SQL of its rows, from `from` on; empty for the row itself. */
  readonly from: string;
  /** The number of rows that a list may have, 100 unless declared. */
  readonly most?: number;
}

/** For a single value that is no column. */
export interface ExpressionSql {
  /** @param now SQL of the present instant */
  expression(now: string): string;
}

/** For a text of constants and columns. */
export interface TextSql<Environment> {
  text(environment: Environment): readonly (string | { readonly property: string })[];
}

/** For the `id` of Relay: the property that it is made of. */
export interface IdentitySql {
  readonly identity: string;
}

/** For a value that is the same for every row. */
export interface ConstantSql {
  readonly constant: unknown;
}

/** For the fields of a connection that count its rows. */
export interface CountSql {
  readonly counts: true;
}

/** The way in which SQL reads a field. A field that exposes a property of its row needs none. */
export type FieldSql<Args = Arguments, Request = unknown, Environment = unknown> =
  | RowsSql<Args>
  | PageSql<Args>
  | ChangeSql<Args, Request>
  | FromSql
  | ExpressionSql
  | TextSql<Environment>
  | IdentitySql
  | ConstantSql
  | CountSql;

/** The callers that may read a field. */
export interface FieldAccess<Scope extends string = string> {
  /** The scope that it needs. */
  readonly scope?: Scope;
  /** Another scope that opens it. */
  readonly or?: Scope;
  /** Marks a field that everybody sees, with those of its arguments that everybody may use. */
  readonly public?: readonly string[];
}

/** The reasons for which a field may be refused. */
export interface FieldRefusals<Args = Arguments, Request = unknown, Code extends string = string> {
  readonly codes?: readonly Code[];
  /**
   * Checks the arguments of a change before it is made, and may return those that the change gets in their place. A change by a resolver
   * checks them itself: for it, this finds the faults beside malformed values.
   */
  check?(request: Request, args: Args): Promise<Args | void>;
}

/** The plan of a field, in the field's extensions. */
export class FieldPlan {
  readonly sql: FieldSql | null;
  readonly access: FieldAccess;
  readonly refuses: FieldRefusals;

  constructor(sql: FieldSql | null, access: FieldAccess = {}, refuses: FieldRefusals = {}) {
    this.sql = sql;
    this.access = access;
    this.refuses = refuses;
  }
}

/** The way in which SQL reads the rows of a type. */
export interface TypeSql<Property extends string = string> {
  /** SQL of each property of a row, given SQL of the present instant. */
  columns(now: string): { readonly [Name in Property]?: string };
  /** The properties that resolvers read: a row for resolvers has them as JSON numbers, booleans and texts, whatever is selected. */
  readonly keys?: readonly Property[];
}

/** The plan of an object type, in the type's extensions. */
export class TypePlan {
  readonly sql: TypeSql;

  constructor(sql: TypeSql) {
    this.sql = sql;
  }
}

/** The key of plans in extensions. */
export const extensionKey = 'oneStatement';

const unplanned = new FieldPlan(null);

/** Returns the plan of a field; an empty one for a field that the plugin does not know. */
export function planOf({
  extensions,
}: {
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}): FieldPlan {
  const plan = extensions?.[extensionKey];
  return plan instanceof FieldPlan ? plan : unplanned;
}

/** Returns the way in which SQL reads the rows of an object type; `null`: it reads none. */
export function typeSqlOf({ extensions }: GraphQLObjectType): TypeSql | null {
  const plan = extensions[extensionKey];
  return plan instanceof TypePlan ? plan.sql : null;
}

/** Returns the property that a field exposes, as Pothos' `expose` notes it. */
export function exposedProperty({ extensions }: GraphQLField<unknown, unknown>): string | undefined {
  const property = extensions['pothosExposedField'];
  return typeof property === 'string' ? property : undefined;
}

/** Returns the name of a planned value in a row for resolvers. No property and no alias has such a name. */
export function rowKey(responseKey: string): string {
  return `:${responseKey}`;
}
