import SchemaBuilder from '@pothos/core';
import oneStatement from 'pothos-plugin-one-statement/plugin.ts';
import { type Shop, shopHost } from './shop-host.ts';

const builder = new SchemaBuilder<{
  Context: Shop;
  DefaultFieldNullability: false;
  InferredFieldOptionsKind: 'Resolve' | 'Sql';
  OneStatement: { Request: Shop; Environment: {}; Scope: 'read'; Refusal: string };
}>({
  plugins: [oneStatement],
  defaultFieldNullability: false,
  oneStatement: { host: () => shopHost, request: (context) => context },
});

const ReviewRef = builder.objectRef<{ stars: number }>('Review').implement({
  sql: { columns: () => ({ stars: 'stars' }) },
  fields: (t) => ({ stars: t.exposeInt('stars') }),
});

const ProductRef = builder.objectRef<{ productId: number; title: string }>('Product').implement({
  sql: { columns: () => ({ productId: 'product_id', title: 'title' }), keys: ['productId'] },
  fields: (t) => ({
    title: t.exposeString('title'),
    label: t.string({ resolve: ({ productId }) => `No. ${productId}` }),
    reviews: t.field({
      type: [ReviewRef],
      sql: { from: 'from reviews where reviews.product_id = products.product_id' },
    }),
  }),
});

builder.queryType({});
builder.queryField('products', (t) =>
  t.field({
    type: [ProductRef],
    args: { limit: t.arg.int({ required: true }) },
    sql: {
      rows({ limit }, parameter) {
        const most = parameter(limit + 1);
        const from = () =>
          `from (select * from products where shop_id = $1 order by product_id limit ${most}) products`;
        return { name: 'products', table: 'products', from, limit: parameter(limit) };
      },
    },
  }),
);

export const schema = builder.toSchema();
