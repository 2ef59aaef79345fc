import {
  type FieldNode,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLType,
  isObjectType,
} from 'graphql';
import { type Arguments, type PageSql, rowKey } from './field-plan.ts';
import type { ArgumentReader } from './argument-reader.ts';
import type { PageSource } from './source.ts';

/** The input of planning, and its results. */
export interface Planning {
  /** The environment of the host. */
  readonly environment: unknown;
  readonly subfields: Subfields;
  /**
   * `answer`: JSON that is sent as it is; a field with a resolver refuses the plan. `rows`: JSON that resolvers read.
   * Columns have the names of their properties there, other values those of `rowKey`, and fields with resolvers are
   * left out.
   */
  readonly form: 'answer' | 'rows';
  /** Collects the connections in the selection, the outer ones first: their pages depend on arguments. */
  readonly connections: Connection[];
}

/** Returns the selected fields of a type, merged, by their names in the answer. */
export type Subfields = (
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
) => ReadonlyMap<string, readonly FieldNode[]>;

/** Returns the object type of a field, or of the items of its list. */
export function objectTypeIn(type: GraphQLType): GraphQLObjectType {
  const named = getNamedType(type);
  if (!isObjectType(named)) throw new Error(`${named.name} is no object type.`);
  return named;
}

/** A connection, of an object or at the root. */
export interface Connection {
  readonly argumentsOf: ArgumentReader;
  readonly sql: PageSql<Arguments>;
}

/** The values that a statement is composed for. */
export interface Composing {
  /** SQL of the present instant. */
  readonly now: string;
  readonly pageOf: (connection: Connection) => PageSource;
}

export type Sql = (composing: Composing) => string;

/** SQL in pieces, which are concatenated. */
export type Pieces = (composing: Composing) => readonly string[];

/** Quotes a text as a PostgreSQL string. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Collects SQL of the selected fields of a type.
 *
 * @param nameOf names a value in a row for resolvers
 * @returns `null` if a field needs its resolver, and the form is `answer`
 */
export function membersOf(
  { form, subfields }: Planning,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  piecesOf: (field: GraphQLField<unknown, unknown>, nodes: readonly FieldNode[]) => Pieces | null,
  nameOf = (_: GraphQLField<unknown, unknown>, key: string) => rowKey(key),
): Map<string, Pieces> | null {
  const members = new Map<string, Pieces>();
  for (const [key, fieldNodes] of subfields(type, nodes)) {
    const { value: name } = fieldNodes[0]!.name;
    const field = type.getFields()[name];
    const typename = form === 'answer' ? () => [quoted(`"${type.name}"`)] : null;
    const pieces = field === undefined ? typename : piecesOf(field, fieldNodes);
    if (pieces !== null) members.set(form === 'answer' || field === undefined ? key : nameOf(field, key), pieces);
    else if (form === 'answer') return null;
  }
  return members;
}

/** Returns SQL of a JSON object. */
export function objectOf(members: ReadonlyMap<string, Pieces>): Sql {
  return (composing) =>
    joined([
      quoted('{'),
      ...[...members].flatMap(([key, pieces], index) => [
        quoted(`${index === 0 ? '' : ','}"${key}":`),
        ...pieces(composing),
      ]),
      quoted('}'),
    ]);
}

/**
 * Joins the pieces into one SQL text, and adjacent constants into one. `||` costs PostgreSQL a fifth less than
 * `concat`.
 */
function joined(pieces: readonly string[]): string {
  const merged: string[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last !== undefined && isConstant(last) && isConstant(piece))
      merged[merged.length - 1] = last.slice(0, -1) + piece.slice(1);
    else merged.push(piece);
  }
  return inHalves(merged);
}

/** Joins balanced halves: a chain of `||` would copy the left side again at each step. */
function inHalves(pieces: readonly string[]): string {
  if (pieces.length === 1) return pieces[0]!;
  const middle = Math.floor(pieces.length / 2);
  return `(${inHalves(pieces.slice(0, middle))} || ${inHalves(pieces.slice(middle))})`;
}

function isConstant(sql: string): boolean {
  return /^'(?:[^']|'')*'$/.test(sql);
}
