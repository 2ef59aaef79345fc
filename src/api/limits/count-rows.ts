import { type Arguments, planOf } from '#one-statement/field-plan.ts';
import { fragmentsOf } from '#one-statement/plan-operation.ts';
import { isOfConnection } from '#one-statement/plugin.ts';
import type { Variables } from '#one-statement/plan.ts';
import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLSchema,
  isListType,
  type OperationDefinitionNode,
  type SelectionNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { maxTotalCount } from '../../core/cursor-page.ts';
import { pageSizeLimit } from '../../core/page-input.ts';
import { collectFields, isFielded, type Selected, type Selections } from './limit-selections.ts';

/** The rows of a list without pages, such as the bids of an auction, unless its field declares them. */
const unpagedRows = 100;

/** The arguments that name a page's size. */
const sizeArguments = ['limit', 'first', 'last'];

/** An offset counts up to this many rows: no seller is expected to have more. */
const maxSkipped = 1_000_000;

/** The rows that an operation may read. */
export interface Reads {
  readonly rows: number;
  /** The index entries that the offsets of its lists pass over, which cost far less than rows. */
  readonly skipped: number;
}

/** The facts about a connection that its inner fields need. */
interface Around {
  /** The size of its page. */
  readonly page: number | null;
  /** The number of rows that its `totalCount` may read. */
  readonly counted: number;
}

const nothingAround: Around = { page: null, counted: 0 };

/**
 * Counts the rows that an operation may read, by its page sizes: 100 auctions with their bids are 100 + 100 * 100.
 *
 * @param variables `null`: not known yet, so each page and each offset count as the largest
 */
export function countRows(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables | null,
): Reads {
  const fragments = fragmentsOf(document);
  let skipped = 0;

  /** Counts the rows for one object. */
  function inside(selections: readonly Selections<Around>[]): number {
    const collected = collectFields(
      schema,
      (name) => fragments[name],
      selections,
      (node) => isLeftOut(node, variables),
    );
    return [...collected.values()]
      .flatMap((selected) => [...Map.groupBy(selected, ({ type }) => type).values()])
      .reduce((sum, selected) => sum + ofField(selected), 0);
  }

  /** Counts the rows of a field that may be selected several times. */
  function ofField(selected: readonly Selected<Around>[]): number {
    const [{ node, type: parent, around: outer }] = selected as [Selected<Around>];
    const field = parent?.getFields()[node.name.value];
    const type = field === undefined ? null : getNamedType(field.type);
    if (field === undefined) return 0;
    const { sql } = planOf(field);
    if (sql !== null && 'counts' in sql) return outer.counted;
    if (!isFielded(type)) return 0;
    const given = argumentsOf(node, variables);
    skipped += skippedRows(given, variables);
    const inner = (around: Around) =>
      inside(selected.flatMap(({ node: { selectionSet: set } }) => (set === undefined ? [] : [{ set, type, around }])));
    const size = pageSize(field, given);
    if (!isListType(getNullableType(field.type))) {
      const { rowsSearched, rowsCounted } = countsOf(field);
      const counted = rowsBy(rowsCounted, node, variables);
      return rowsBy(rowsSearched, node, variables) + inner(size === null ? outer : { page: size, counted });
    }
    const rows = size ?? outer.page ?? mostRows(field);
    return rows + rows * inner(nothingAround);
  }

  const type = schema.getRootType(operation.operation);
  const rows = type == null ? 0 : inside([{ set: operation.selectionSet, type, around: nothingAround }]);
  return { rows, skipped };
}

/** Returns how a connection counts its rows. */
function countsOf(field: GraphQLField<unknown, unknown>) {
  const { sql } = planOf(field);
  if (sql !== null && 'page' in sql) return sql;
  // A connection that code reads counts by reading rows.
  const rowsCounted = isOfConnection(getNamedType(field.type).name) ? () => maxTotalCount + 1 : undefined;
  return { rowsSearched: undefined, rowsCounted };
}

/** Returns the number of rows of a list without pages. A field with a resolver declares it in its extensions. */
function mostRows(field: GraphQLField<unknown, unknown>): number {
  const { sql } = planOf(field);
  if (sql !== null && 'from' in sql) return sql.most ?? unpagedRows;
  const rows = field.extensions['rows'];
  return typeof rows === 'number' ? rows : unpagedRows;
}

/** Returns the arguments that a field is given; `undefined` for a variable that is not known. */
function argumentsOf({ arguments: given = [] }: FieldNode, variables: Variables | null): Arguments {
  return Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]));
}

/**
 * Returns the page size of a field.
 *
 * @returns `null` for a field without pages
 */
function pageSize({ args }: GraphQLField<unknown, unknown>, given: Arguments): number | null {
  if (!args.some(({ name }) => sizeArguments.includes(name))) return null;
  const sizes = sizeArguments.map((name) => given[name]).filter((size) => typeof size === 'number');
  return Math.min(pageSizeLimit, ...sizes.map((size) => Math.max(0, size)));
}

/** Returns the number of rows that the offset of a list passes over. */
function skippedRows(given: Arguments, variables: Variables | null): number {
  const { offset } = given;
  if ('offset' in given && offset === undefined && variables === null) return maxSkipped;
  return typeof offset === 'number' ? Math.min(maxSkipped, Math.max(0, offset)) : 0;
}

/** Returns the number of rows that a connection reads for these arguments; without end if a variable that is not known yet decides. */
function rowsBy(rows: ((args: Arguments) => number) | undefined, node: FieldNode, variables: Variables | null): number {
  if (rows === undefined) return 0;
  if (variables === null && variablesIn(node.arguments ?? []).length > 0) return Infinity;
  return rows(argumentsOf(node, variables));
}

/** Returns the names of the variables in nodes of a document. */
export function variablesIn(nodes: readonly ASTNode[]): string[] {
  const names: string[] = [];
  for (const node of nodes) visit(node, { Variable: ({ name }) => void names.push(name.value) });
  return names;
}

/** Checks whether `@include` or `@skip` leave a selection out. */
function isLeftOut({ directives = [] }: SelectionNode, variables: Variables | null): boolean {
  return directives.some(({ name, arguments: given = [] }) => {
    const [condition] = given.map(({ value }) => valueFromASTUntyped(value, variables));
    return condition === (name.value === 'skip') && ['skip', 'include'].includes(name.value);
  });
}
