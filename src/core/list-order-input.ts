import { z } from 'zod';

export const directions = ['ASC', 'DESC'] as const;

export type Direction = (typeof directions)[number];

/** The input of an order: a field and a direction. `null` is the default order. */
export function orderInput<const Field extends string>(fields: readonly Field[]) {
  return z.strictObject({ field: z.enum(fields), direction: z.enum(directions) }).nullish();
}

const nameInput = z.object({ field: z.string(), direction: z.enum(directions) });

/** Returns the order that an input names, by its key in a table of orders; the default for any other input. */
export function orderNamed<Orders extends object>(orders: Orders, raw: unknown, otherwise: keyof Orders): keyof Orders {
  const named = nameInput.safeParse((raw as { orderBy?: unknown }).orderBy);
  const name = named.success ? `${named.data.field}_${named.data.direction}` : '';
  return Object.hasOwn(orders, name) ? (name as keyof Orders) : otherwise;
}
