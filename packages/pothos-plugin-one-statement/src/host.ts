import type { Parameters } from './parameters.ts';

/** A statement with its parameters. */
export interface Statement {
  /** The same name always has the same text. */
  readonly name: string;
  readonly text: string;
  /** The parameters from `firstParameter` on. */
  readonly values: readonly unknown[];
}

/** The row of a statement: whether more items follow, `null` if the field is no list; then JSON, without the brackets of a list. */
export type ReadRow = [hasNext: boolean | null, json: string | null];

/** The text around the rows of a statement. */
export interface Frame {
  /** Distinguishes frames; empty for the usual one. */
  readonly name: string;
  /** The `with` before `select`, or an empty text. */
  readonly with: string;
  /** The row that each statement selects from: `from` and the rest, or an empty text. No row means no answer. */
  readonly from: string;
}

/** The owner of the schema, which runs the statements. `Request` tells it who the caller is. */
export interface Host<Request> {
  /** SQL of the present instant, for expressions. */
  readonly now: string;
  /** The number of the first parameter that a statement may use for itself. */
  readonly firstParameter: number;
  /** The settings that texts of fields are composed of. */
  readonly environment: unknown;
  frame(request: Request, parameter: Parameters): Frame;
  /**
   * Runs a statement, and returns its one row.
   *
   * @param isQuick true for the lookup of one thing, which may be sent together with others
   */
  read(request: Request, statement: Statement, isQuick: boolean): Promise<ReadRow>;
  /** Makes the error for an object that is not there. */
  notFound(table: string): Error;
  /** Wraps the work of a planned root field, for example in a span. */
  readonly observe?: <Args extends unknown[], Result>(
    field: string,
    work: (...args: Args) => Result,
  ) => (...args: Args) => Result;
}
