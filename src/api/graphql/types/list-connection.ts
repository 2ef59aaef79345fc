import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';

/**
 * Names the types of a connection.
 *
 * @param name the type of its items
 * @param items their plural, for descriptions
 */
export function connectionOf(name: string, items: string) {
  return [
    { name: `${name}Connection`, description: `One page of ${items}.` },
    { name: `${name}Edge`, description: 'An item and its place in the connection.' },
  ] as const;
}

/**
 * Returns the columns and relations that the items of a connection need, for Prisma.
 *
 * @param columns those of its order
 */
export function selectionOf<Columns extends Readonly<Record<string, true>>>(
  context: Context,
  info: GraphQLResolveInfo,
  columns: Columns,
) {
  return queryFromInfo({ context, info, select: { ...columns }, paths: [['nodes'], ['edges', 'node']] });
}
