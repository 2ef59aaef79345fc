import type { Host, ReadRow } from 'pothos-plugin-one-statement/host.ts';

/** The shop that sends the request. It sees its own products. */
export interface Shop {
  readonly shopId: number;
  /** Runs a statement, and returns its rows as arrays. */
  ask(text: string, values: readonly unknown[]): Promise<(readonly unknown[])[]>;
}

/** Each statement begins with the shop, and has no row without it. */
export const shopHost: Host<Shop> = {
  now: 'now()',
  firstParameter: 2,
  environment: { site: 'https://shop.example' },
  frame: () => ({ name: '', with: 'with shop as (select from shops where shop_id = $1)', from: 'from shop' }),
  async read({ shopId, ask }, { text, values }) {
    const [row] = await ask(text, [shopId, ...values]);
    if (row === undefined) throw new Error('There is no such shop.');
    const [hasNext, json] = row;
    const read: ReadRow = [typeof hasNext === 'boolean' ? hasNext : null, typeof json === 'string' ? json : null];
    return read;
  },
  notFound: (table) => new Error(`Nothing in ${table}.`),
};
