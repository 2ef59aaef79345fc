import type { ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { type FieldPlan, fromStatementOr } from '../../api/plans/field-plan.ts';
import type { Page } from '../../core/page-input.ts';
import { builder, type Types } from '../builder.ts';
import type { Context } from '../context.ts';

/**
 * Declares the type of a page of a list.
 *
 * @param said.field the field of the items, which are described by `of`: "One page of bids."
 * @param said.one one item: "Is there at least one more bid after this page?"
 */
export function pageType<Row>(
  name: string,
  item: ObjectRef<Types, Row>,
  { field, one, of = field, order = 'Newest first.' }: { field: string; one: string; of?: string; order?: string },
) {
  return builder.objectRef<Page<Row>>(name).implement({
    description: `One page of ${of}.`,
    fields: (t) => ({
      [field]: t.field({
        extensions: { part: 'items' } satisfies FieldPlan,
        type: [item],
        description: order,
        resolve: fromStatementOr(({ items }: Page<Row>) => items),
      }),
      hasNext: t.boolean({
        extensions: { part: 'hasNext' } satisfies FieldPlan,
        description: `Is there at least one more ${one} after this page?`,
        resolve: fromStatementOr(({ hasNext }: Page<Row>) => hasNext),
      }),
    }),
  });
}

/**
 * Returns the columns and relations that the operation selects below a field of an envelope, for Prisma.
 *
 * @param key the column to read if the operation selects none
 */
export function selectionOf(field: string, key: string, context: Context, info: GraphQLResolveInfo) {
  const { select = { [key]: true } } = queryFromInfo({ context, info, path: [field] });
  return { select };
}

/** Declares the type of a result that is one object, as a field of this name. */
export function resultType<Row extends object>(
  name: string,
  description: string,
  [field, type, itsDescription]: readonly [field: string, type: ObjectRef<Types, Row>, description: string],
) {
  return builder.objectRef<Row>(name).implement({
    description,
    fields: (t) => ({
      [field]: t.field({
        extensions: { part: 'item' } satisfies FieldPlan,
        type,
        description: itsDescription,
        resolve: fromStatementOr((row: Row) => row),
      }),
    }),
  });
}

/** Declares the type of the result of an operation that returns nothing. */
export function successType(name: string, description: string) {
  return builder.objectRef<{ success: boolean }>(name).implement({
    description,
    fields: (t) => ({
      success: t.boolean({
        extensions: { part: 'done' } satisfies FieldPlan,
        description: 'Always true; a refusal is an error.',
        resolve: fromStatementOr(({ success }: { success: boolean }) => success),
      }),
    }),
  });
}
