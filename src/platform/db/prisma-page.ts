import { columnsOf, type OrderColumn } from '#one-statement/keyset.ts';
import { type KeysetPage, propertyOf } from '../../core/cursor-page.ts';

/** The part of `findMany` that reads a page. */
interface PrismaPage<Args extends { where?: unknown; orderBy?: unknown }> {
  readonly AND: NonNullable<Args['where']>[];
  readonly orderBy: Extract<Args['orderBy'], unknown[]>;
  readonly take: number;
  readonly isDescending: boolean;
}

/**
 * Returns a page as Prisma reads it, for an order whose columns have the same direction.
 *
 * The first column is compared by itself, too: an index serves that condition, and PostgreSQL checks the other one row by row.
 */
export function prismaPage<Args extends { where?: unknown; orderBy?: unknown }>({
  order,
  from,
  backwards,
  limit,
}: KeysetPage): PrismaPage<Args> {
  const columns = columnsOf(order);
  const isDescending = order.runs[0]!.descending !== backwards;
  const beyond = isDescending ? 'lt' : 'gt';
  const values = columns.map(({ type }, index) => (from === null ? null : valueOf(type, from[index]!)));
  const [first, second] = columns.map(({ column }) => propertyOf(column));
  const after =
    second === undefined
      ? [{ [first!]: { [beyond]: values[0] } }]
      : [
          { [first!]: { [`${beyond}e`]: values[0] } },
          { OR: [{ [first!]: { [beyond]: values[0] } }, { [second]: { [beyond]: values[1] } }] },
        ];
  return {
    AND: from === null ? [] : after,
    orderBy: columns.map(({ column }) => ({
      [propertyOf(column)]: isDescending ? 'desc' : 'asc',
    })) as PrismaPage<Args>['orderBy'],
    take: limit,
    isDescending,
  };
}

function valueOf(type: OrderColumn['type'], text: string): Date | bigint | string {
  if (type === 'timestamptz') return new Date(text);
  return type === 'bigint' ? BigInt(text) : text;
}
