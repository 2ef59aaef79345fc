import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLSchema,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { pageSizeLimit } from '../../core/page-input.ts';
import { fragmentsOf, isFielded } from '../plans/fragments-of.ts';
import type { FieldPlan } from '../plans/field-plan.ts';
import type { Variables } from '../plans/plan.ts';
import { collectFields, type Selected, type Selections } from './limit-selections.ts';

/** The rows of a list without pages, such as the bids of an auction, unless its field declares them. */
const unpagedRows = 100;

/** The arguments that name a page's size. */
export const sizeArguments = ['limit', 'first', 'last'];

/**
 * Counts the rows that an operation may read, by its page sizes: 100 auctions with their bids are 100 + 100 * 100.
 *
 * @param variables `null`: not known yet, so each page counts as the largest
 */
export function countRows(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables | null,
): number {
  const fragments = fragmentsOf(document);

  /** Counts the rows for one object. The selections know the page size of the connection around them. */
  function inside(selections: readonly Selections<number | null>[]): number {
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
  function ofField(selected: readonly Selected<number | null>[]): number {
    const [{ node, type: parent, around: page }] = selected as [Selected<number | null>];
    const field = parent?.getFields()[node.name.value];
    const type = field === undefined ? null : getNamedType(field.type);
    if (field === undefined || !isFielded(type)) return 0;
    const inner = (around: number | null) =>
      inside(selected.flatMap(({ node: { selectionSet: set } }) => (set === undefined ? [] : [{ set, type, around }])));
    const size = pageSize(field, node, variables);
    if (!isListType(getNullableType(field.type))) {
      return searchedRows(field, node, variables) + inner(size ?? page);
    }
    const rows = size ?? page ?? (field.extensions as FieldPlan).rows ?? unpagedRows;
    return rows + rows * inner(null);
  }

  const type = schema.getRootType(operation.operation);
  return type == null ? 0 : inside([{ set: operation.selectionSet, type, around: null }]);
}

/**
 * Returns the page size of a field.
 *
 * @returns `null` for a field without pages
 */
function pageSize(
  { args }: GraphQLField<unknown, unknown>,
  { arguments: given = [] }: FieldNode,
  variables: Variables | null,
): number | null {
  if (!args.some(({ name }) => sizeArguments.includes(name))) return null;
  const sizes = given
    .filter(({ name }) => sizeArguments.includes(name.value))
    .map(({ value }) => valueFromASTUntyped(value, variables))
    .filter((size) => typeof size === 'number');
  return Math.min(pageSizeLimit, ...sizes.map((size) => Math.max(0, size)));
}

/** Returns the number of rows that a connection searches. A variable that is not known yet counts as given. */
function searchedRows(
  { extensions }: GraphQLField<unknown, unknown>,
  { arguments: given = [] }: FieldNode,
  variables: Variables | null,
): number {
  const { rowsSearched } = extensions as FieldPlan;
  if (rowsSearched === undefined) return 0;
  const isUnknown = (value: ValueNode) => value.kind === Kind.VARIABLE && variables === null;
  const args = given.map(({ name, value }) => [
    name.value,
    isUnknown(value) ? true : valueFromASTUntyped(value, variables),
  ]);
  return rowsSearched(Object.fromEntries(args) as never);
}

/** Checks whether `@include` or `@skip` leave a selection out. */
function isLeftOut({ directives = [] }: SelectionNode, variables: Variables | null): boolean {
  return directives.some(({ name, arguments: given = [] }) => {
    const [condition] = given.map(({ value }) => valueFromASTUntyped(value, variables));
    return condition === (name.value === 'skip') && ['skip', 'include'].includes(name.value);
  });
}
