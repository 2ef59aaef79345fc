import { cursorOf } from '../../core/cursor.ts';
import type { CursorPage } from '../../core/cursor-page.ts';
import type { ListOrder } from '../../core/list-order.ts';

/** The source of a connection's fields. */
export interface Connection<Row> {
  readonly edges: { cursor: string; node: Row }[];
  readonly pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  /** Counts the items when it is called. */
  readonly count: () => Promise<number>;
}

export function connectionOf<Row>(
  { items, hasNext, hasPrevious }: CursorPage<Row>,
  order: ListOrder<Row>,
  count: () => Promise<number>,
): Connection<Row> {
  const edges = items.map((node) => ({ cursor: cursorOf(order, node), node }));
  const pageInfo = {
    hasNextPage: hasNext,
    hasPreviousPage: hasPrevious,
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  };
  return { edges, pageInfo, count };
}
