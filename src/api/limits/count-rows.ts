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
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { pageSizeLimit } from '../../core/page-input.ts';
import { type Fielded, fragmentsOf, isFielded, typeOfFragment } from '../plans/fragments-of.ts';
import type { FieldPlan } from '../plans/field-plan.ts';
import type { Variables } from '../plans/plan.ts';

/**
 * The rows of a list without pages, such as the bids of an auction, unless its field declares `rows` in its
 * extensions.
 */
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
  // Caches each fragment's count: fragments that spread one another twice would double the work each time.
  const known = new Map<string, number>();

  /** Counts the rows for one object of the type. */
  function inside({ selections }: SelectionSetNode, type: Fielded, page: number | null): number {
    return selections.reduce((sum, selection) => {
      if (isLeftOut(selection, variables)) return sum;
      if (selection.kind === Kind.FIELD) return sum + ofField(selection, type, page);
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        return sum + inside(selection.selectionSet, typeOfFragment(schema, selection, type), page);
      }
      const place = `${selection.name.value} ${type.name} ${page}`;
      const fragment = fragments[selection.name.value];
      const rows =
        known.get(place) ??
        (fragment === undefined ? 0 : inside(fragment.selectionSet, typeOfFragment(schema, fragment, type), page));
      known.set(place, rows);
      return sum + rows;
    }, 0);
  }

  function ofField(node: FieldNode, parent: Fielded, page: number | null): number {
    const field = parent.getFields()[node.name.value];
    const type = field === undefined ? null : getNamedType(field.type);
    if (field === undefined || !isFielded(type) || node.selectionSet === undefined) return 0;
    const size = pageSize(field, node, variables);
    if (!isListType(getNullableType(field.type))) {
      return searchedRows(field, node, variables) + inside(node.selectionSet, type, size ?? page);
    }
    const rows = size ?? page ?? (field.extensions['rows'] as number | undefined) ?? unpagedRows;
    return rows + rows * inside(node.selectionSet, type, null);
  }

  const root = schema.getRootType(operation.operation);
  return root == null ? 0 : inside(operation.selectionSet, root, null);
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
    .map(({ value }) => valueOf(value, variables))
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
  const args = given.map(({ name, value }) => [name.value, isUnknown(value) ? true : valueOf(value, variables)]);
  return rowsSearched(Object.fromEntries(args) as never);
}

/** Checks whether `@include` or `@skip` leave a selection out. */
function isLeftOut({ directives = [] }: SelectionNode, variables: Variables | null): boolean {
  return directives.some(({ name, arguments: given = [] }) => {
    const [condition] = given.map(({ value }) => valueOf(value, variables));
    return condition === (name.value === 'skip') && ['skip', 'include'].includes(name.value);
  });
}

function valueOf(value: ValueNode, variables: Variables | null): unknown {
  if (value.kind === Kind.INT) return Number(value.value);
  if (value.kind === Kind.BOOLEAN) return value.value;
  if (value.kind === Kind.VARIABLE) return variables?.[value.name.value];
  if (value.kind === Kind.ENUM || value.kind === Kind.STRING) return value.value;
  return value.kind === Kind.NULL ? null : true;
}
