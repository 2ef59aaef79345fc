import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { PageSource } from 'pothos-plugin-one-statement/source.ts';
import { nameOfWay, rowsBehind, statementName } from 'pothos-plugin-one-statement/keyset.ts';
import type { Parameters } from 'pothos-plugin-one-statement/parameters.ts';
import oneStatement, { bySql } from 'pothos-plugin-one-statement/plugin.ts';
import { type Shop, shopHost } from './shop-host.ts';

// Three tables: shops have products, and products have reviews.

interface Product {
  readonly productId: number;
  readonly title: string;
  readonly priceInCents: number;
}

interface Review {
  readonly reviewId: number;
  readonly stars: number;
  readonly writtenAt: string;
}

export const builder = new SchemaBuilder<{
  Context: Shop;
  DefaultFieldNullability: false;
  InferredFieldOptionsKind: 'Resolve' | 'Sql';
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Scalars: { DateTime: { Input: string; Output: string } };
  OneStatement: { Request: Shop; Environment: { site: string }; Scope: 'read' | 'write'; Refusal: 'too_cheap' };
}>({
  plugins: [oneStatement, RelayPlugin],
  defaultFieldNullability: false,
  relay: { edgesFieldOptions: { nullable: false }, nodeFieldOptions: { nullable: false } },
  oneStatement: { host: () => shopHost, request: (context) => context },
});

builder.scalarType('DateTime', { serialize: String });

const ReviewRef = builder.objectRef<Review>('Review').implement({
  sql: { columns: () => ({ reviewId: 'review_id', stars: 'stars', writtenAt: 'written_at' }) },
  fields: (t) => ({
    stars: t.exposeInt('stars'),
    writtenAt: t.expose('writtenAt', { type: 'DateTime' }),
    hiddenAt: t.field({ type: 'DateTime', sql: { expression: () => `written_at + interval '1 day'` } }),
  }),
});

const byReview = {
  name: 'reviews',
  runs: [{ descending: false, columns: [{ column: 'review_id', type: 'int' }] }],
} as const;

function reviewPage({ first }: { first?: number | null | undefined }, parameter: Parameters): PageSource {
  const limit = parameter((first ?? 10) + 1);
  const keyset = { order: byReview, backwards: false, from: null };
  const ofProduct = 'reviews where reviews.product_id = products.product_id';
  return {
    name: statementName('reviews', nameOfWay(keyset)),
    table: 'reviews',
    keyset,
    limit,
    rows: () => rowsBehind(keyset, ofProduct, limit),
    count: () => `select count(*)::int as total, true as is_exact from ${ofProduct}`,
  };
}

const ProductRef = builder.objectRef<Product>('Product');

ProductRef.implement({
  sql: {
    columns: () => ({ productId: 'product_id', title: 'title', priceInCents: 'price_in_cents' }),
    keys: ['productId', 'priceInCents'],
  },
  fields: (t) => ({
    title: t.exposeString('title'),
    priceInCents: t.exposeInt('priceInCents'),
    url: t.string({
      sql: { text: ({ site }) => [`${site}/`, { property: 'productId' }] },
      access: { public: [] },
    }),
    isCheap: t.boolean({ sql: { expression: () => 'price_in_cents < 1000' } }),
    shout: t.string({ resolve: ({ productId }) => `Product ${productId}!` }),
    nextPriceInCents: t.int({ resolve: ({ priceInCents }) => priceInCents + 1 }),
    reviews: t.field({
      type: [ReviewRef],
      sql: { from: 'from reviews where reviews.product_id = products.product_id' },
    }),
    best: t.field({
      type: ReviewRef,
      nullable: true,
      access: { scope: 'write' },
      sql: {
        from: 'from (select * from reviews where reviews.product_id = products.product_id order by stars desc limit 1) reviews',
      },
    }),
    cheaper: t.field({
      type: [ProductRef],
      sql: {
        from: `from (select other.* from products other
          where other.shop_id = products.shop_id and other.price_in_cents < products.price_in_cents order by other.product_id) products`,
      },
    }),
    reviewPage: t.connection({ type: ReviewRef, sql: { page: reviewPage }, resolve: bySql }),
  }),
});

builder.globalConnectionField('totalCount', (t) => t.int({ sql: { counts: true } }));

const one = (productId: unknown, parameter: Parameters) => {
  const id = parameter(productId);
  return {
    name: 'product',
    table: 'products',
    from: () => `from products where shop_id = $1 and product_id = ${id}::int`,
    limit: null,
  };
};

builder.queryType({
  fields: (t) => ({
    product: t.field({
      type: ProductRef,
      args: { productId: t.arg.int({ required: true }) },
      access: { scope: 'read', public: ['productId'] },
      sql: { rows: ({ productId }, parameter) => one(productId, parameter) },
    }),
    products: t.field({
      type: [ProductRef],
      args: { limit: t.arg.int({ required: true }) },
      access: { scope: 'read' },
      sql: {
        rows({ limit }, parameter) {
          const most = parameter(limit + 1);
          return {
            name: 'products',
            table: 'products',
            from: () => `from (select * from products where shop_id = $1 order by product_id limit ${most}) products`,
            limit: parameter(limit),
          };
        },
      },
    }),
  }),
});

builder.mutationType({
  fields: (t) => ({
    changePrice: t.field({
      type: ProductRef,
      args: { productId: t.arg.int({ required: true }), priceInCents: t.arg.int({ required: true }) },
      access: { scope: 'write' },
      refuses: {
        codes: ['too_cheap'],
        async check(_, { priceInCents }) {
          if (priceInCents <= 0) throw new Error('too_cheap');
        },
      },
      sql: {
        async change({ shopId, ask }, { productId, priceInCents }, { columns }) {
          const { json } = columns('now()');
          const text = `update products set price_in_cents = $3 where shop_id = $1 and product_id = $2 returning ${json} as json`;
          const [row] = await ask(text, [shopId, productId, priceInCents]);
          if (row === undefined) throw new Error('There is no such product.');
          return { json: String(row[0]) };
        },
        changed: { key: 'product_id::text', row: one },
      },
    }),
  }),
});

export const schema = builder.toSchema();
