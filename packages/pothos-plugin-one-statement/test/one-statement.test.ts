import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  getOperationAST,
  graphql,
  GraphQLBoolean,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLString,
  isObjectType,
  parse,
  printType,
} from 'graphql';
import SchemaBuilder from '@pothos/core';
import oneStatement from 'pothos-plugin-one-statement/plugin.ts';
import { jsonOfColumn } from 'pothos-plugin-one-statement/json-of-column.ts';
import { planOf } from 'pothos-plugin-one-statement/field-plan.ts';
import type { Variables } from 'pothos-plugin-one-statement/plan.ts';
import { planOperation } from 'pothos-plugin-one-statement/plan-operation.ts';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { databaseForFile } from '../../../test/support/database.ts';
import { type Shop, shopHost } from './shop-host.ts';
import { schema as example } from './readme-example.ts';
import { schema } from './shop-schema.ts';

const database = await databaseForFile();
const client = new Client({ connectionString: database.url, options: '-c search_path=shop -c TimeZone=UTC' });
await client.connect();
afterAll(() => client.end());
await client.query(`
  create schema shop;
  create table shops (shop_id int primary key);
  create table products (product_id int primary key, shop_id int, title text, price_in_cents int);
  create table reviews (review_id int primary key, product_id int, stars int, written_at timestamptz);
  insert into shops values (1), (2);
  insert into products values (1, 1, 'A "desk"', 9000), (2, 1, 'A lamp', 900), (3, 2, 'A chair', 500);
  insert into reviews select n, product_id, stars, timestamptz '2026-11-28 12:00:00.9998Z' - (n - 1) * interval '12345 microseconds'
  from (values (1, 1, 5), (2, 1, 3), (3, 1, 4), (4, 3, 1)) reviews (n, product_id, stars)`);

const statements: string[] = [];

function shop(shopId: number): Shop {
  return {
    shopId,
    async ask(text, values) {
      statements.push(text);
      const { rows } = await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' });
      return rows;
    },
  };
}

/** Runs a document in three ways, which answer the same: by resolvers, as a whole plan, and by resolvers over rows. */
async function ask(source: string, variables: Variables = {}, contextValue = shop(1)) {
  const document = parse(source);
  const byResolvers = await graphql({ schema, source, variableValues: variables, contextValue });
  const plan = planOperation(schema, shopHost, document, getOperationAST(document)!, variables);
  if (byResolvers.errors !== undefined || plan.way !== 'planned') return byResolvers;
  const answers = await Promise.all(
    [...plan.fields].map(async ([key, { run }]) => [
      key,
      JSON.parse((await run(contextValue, variables)).json.join('')) as unknown,
    ]),
  );
  expect(JSON.parse(JSON.stringify(byResolvers.data))).toEqual(Object.fromEntries(answers));
  return byResolvers;
}

test('reads properties, texts, expressions, objects and lists of one row', async () => {
  const { data } = await ask(
    '{ product(productId: 1) { title url isCheap cents: priceInCents reviews { stars } best { stars } } }',
  );
  expect(data).toEqual({
    product: {
      title: 'A "desk"',
      url: 'https://shop.example/1',
      isCheap: false,
      cents: 9000,
      reviews: [{ stars: 5 }, { stars: 3 }, { stars: 4 }],
      best: { stars: 5 },
    },
  });
});

test('rounds instants to milliseconds, of columns and of expressions', async () => {
  const { data } = await ask('{ product(productId: 1) { reviews { writtenAt hiddenAt } } }');
  expect(data).toEqual({
    product: {
      reviews: [
        { writtenAt: '2026-11-28T12:00:01.000+00:00', hiddenAt: '2026-11-29T12:00:01.000+00:00' },
        { writtenAt: '2026-11-28T12:00:00.987+00:00', hiddenAt: '2026-11-29T12:00:00.987+00:00' },
        { writtenAt: '2026-11-28T12:00:00.975+00:00', hiddenAt: '2026-11-29T12:00:00.975+00:00' },
      ],
    },
  });
});

test('reads a list with what is below it in one statement for each run', async () => {
  statements.length = 0;
  const { data } = await ask(
    'query ($limit: Int!) { products(limit: $limit) { title reviews { stars } best { stars } } }',
    { limit: 5 },
  );
  expect(data).toMatchObject({ products: [{ reviews: { length: 3 } }, { title: 'A lamp', reviews: [], best: null }] });
  expect(statements).toHaveLength(2);
});

test('reads rows of a type below a row of the same type', async () => {
  const { data } = await ask('{ products(limit: 5) { title cheaper { title cheaper { title } } } }');
  expect(data).toEqual({
    products: [
      { title: 'A "desk"', cheaper: [{ title: 'A lamp', cheaper: [] }] },
      { title: 'A lamp', cheaper: [] },
    ],
  });
});

test('says whether more rows follow the page of a list', async () => {
  const source = 'query ($limit: Int!) { products(limit: $limit) { title } }';
  const document = parse(source);
  const { fields } = planOperation(schema, shopHost, document, getOperationAST(document)!, {});
  const pages = [1, 2].map(async (limit) => (await fields.get('products')!.run(shop(1), { limit })).hasNext);
  expect(await Promise.all(pages)).toEqual([true, false]);
});

test('reads pages by key set, below a row, with their count', async () => {
  const { data } = await ask(`{ product(productId: 1) {
    reviewPage(first: 2) { totalCount pageInfo { hasNextPage endCursor } edges { cursor node { stars } } }
  } }`);
  expect(data).toMatchObject({
    product: {
      reviewPage: {
        totalCount: 3,
        pageInfo: { hasNextPage: true },
        edges: [{ node: { stars: 5 } }, { node: { stars: 3 } }],
      },
    },
  });
});

test('changes a row, and answers with it, its list and its page', async () => {
  const change = (cents: number, selection: string) =>
    `mutation { changePrice(productId: 2, priceInCents: ${cents}) ${selection} }`;
  expect((await ask(change(800, '{ priceInCents isCheap reviews { stars } }'))).data).toEqual({
    changePrice: { priceInCents: 800, isCheap: true, reviews: [] },
  });
  expect((await ask(change(700, '{ priceInCents reviewPage { totalCount } }'))).data).toEqual({
    changePrice: { priceInCents: 700, reviewPage: { totalCount: 0 } },
  });
});

test('checks the arguments of a change before it is made', async () => {
  const { data, errors } = await ask('mutation { changePrice(productId: 1, priceInCents: 0) { title } }');
  expect(data).toEqual({ changePrice: null });
  expect(errors?.map(({ message }) => message)).toEqual(['too_cheap']);
  expect((await ask('{ product(productId: 1) { priceInCents } }')).data).toEqual({ product: { priceInCents: 9000 } });
});

test('refuses a row that is not there, and a caller without a frame', async () => {
  const messages = async (source: string, contextValue?: Shop) =>
    (await ask(source, {}, contextValue)).errors?.map(({ message }) => message);
  expect(await messages('{ product(productId: 3) { title } }')).toEqual(['Nothing in products.']);
  expect(await messages('{ products(limit: 1) { title } }', shop(9))).toEqual(['There is no such shop.']);
});

test('leaves a field with a resolver to GraphQL, over the rows of the same statement', async () => {
  statements.length = 0;
  const { data } = await ask('{ products(limit: 2) { shout isCheap nextPriceInCents } }');
  expect(data).toEqual({
    products: [
      { shout: 'Product 1!', isCheap: false, nextPriceInCents: 9001 },
      { shout: 'Product 2!', isCheap: true, nextPriceInCents: 701 },
    ],
  });
  expect(statements).toHaveLength(1);
});

test('collects the scopes of a selection, the inner ones first', () => {
  const document = parse('{ product(productId: 1) { best { stars } } products(limit: 1) { title } }');
  const { selected } = planOperation(schema, shopHost, document, getOperationAST(document)!, {});
  expect(selected.map(({ scopes }) => [...scopes])).toEqual([['write', 'read'], ['read']]);
});

test('makes a field nullable that can be refused by itself, and names its refusals', () => {
  expect(printType(schema.getMutationType()!)).toContain('): Product\n');
  expect(printType(schema.getType('Product')!)).toContain('reviews: [Review!]!');
  const product = schema.getType('Product');
  expect(isObjectType(product) && planOf(product.getFields()['url']!).access).toEqual({ public: [] });
  expect(planOf(schema.getMutationType()!.getFields()['changePrice']!).refuses.codes).toEqual(['too_cheap']);
});

test('shows in the README an example that works, and the statement that a list with a list below comes to', async () => {
  const document = parse('{ products(limit: 20) { title reviews { stars } } }');
  const { fields } = planOperation(example, shopHost, document, getOperationAST(document)!, {});
  statements.length = 0;
  await fields.get('products')!.run(shop(1), {});
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const folded = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  expect(folded(readme)).toContain(folded(statements[0]!));
  expect(readme).toContain(await readFile(join(import.meta.dirname, 'readme-example.ts'), 'utf8'));
  const source = '{ products(limit: 1) { label reviews { stars } } }';
  const { data } = await graphql({ schema: example, source, contextValue: shop(1) });
  expect(data).toEqual({ products: [{ label: 'No. 1', reviews: [{ stars: 5 }, { stars: 3 }, { stars: 4 }] }] });
});

test.each<[string, GraphQLOutputType]>([
  ['Int', GraphQLInt],
  [
    "the same, a scalar with `extensions: { oneStatement: { jsonOf: 'Int' } }`",
    new GraphQLScalarType({ name: 'Amount', extensions: { oneStatement: { jsonOf: 'Int' } } }),
  ],
  ['Boolean', GraphQLBoolean],
  ['String', GraphQLString],
  ['ID, UUID, an enum whose names are its values', GraphQLID],
  ['DateTime, rounded to milliseconds', new GraphQLScalarType({ name: 'DateTime' })],
  ['a list of String or of an enum whose names are its values', new GraphQLList(GraphQLString)],
])('shows in the README the JSON of %s', async (name, type) => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const sql = jsonOfColumn(new GraphQLNonNull(type), 'c', 'answer')!.join(' || ');
  expect(readme.replaceAll(/ +/g, ' ')).toContain(`| ${name} | \`${sql}\` |`);
  expect(jsonOfColumn(type, 'c', 'answer')).toEqual([`case when (c) is null then 'null' else ${sql} end`]);
});

/** Makes the builder of a schema that is refused. */
function makeBuilder() {
  return new SchemaBuilder<{ Context: Shop; InferredFieldOptionsKind: 'Resolve' | 'Sql' }>({
    plugins: [oneStatement],
    oneStatement: { host: () => shopHost, request: (context) => context },
  });
}

test('refuses sql that reads nothing where the field stands when the schema is built', () => {
  const ofQuery = makeBuilder();
  ofQuery.queryType({
    fields: (t) => ({ price: t.int({ sql: { expression: () => 'price' } }) }),
  });
  expect(() => ofQuery.toSchema()).toThrow(
    'Query.price has `sql: { expression }`, which reads nothing there. A field of Query needs rows or page.',
  );
  const ofMutation = makeBuilder();
  const row = { name: 'one', table: 'products', from: () => 'from products', limit: null };
  ofMutation.mutationType({
    fields: (t) => ({ price: t.int({ sql: { rows: () => row } }) }),
  });
  expect(() => ofMutation.toSchema()).toThrow(
    'Mutation.price has `sql: { rows }`, which reads nothing there. A field of Mutation needs change.',
  );
});

test('refuses a field with neither sql nor a resolver when the schema is built', () => {
  const builder = makeBuilder();
  builder.queryType({ fields: (t) => ({ price: t.int({}) }) });
  expect(() => builder.toSchema()).toThrow('Query.price has neither sql nor a resolver.');
});

test('refuses a resolver over rows without keys, and a property without a column, when the schema is built', () => {
  const withoutKeys = makeBuilder();
  withoutKeys.objectRef<{ price: number }>('Item').implement({
    sql: { columns: () => ({ price: 'price' }) },
    fields: (t) => ({ double: t.int({ resolve: ({ price }) => price * 2 }) }),
  });
  expect(() => withoutKeys.toSchema()).toThrow(
    'Item.double has a resolver. Name the properties of the row that it reads as `keys` of Item.',
  );
  const withoutColumn = makeBuilder();
  withoutColumn.objectRef<{ price: number }>('Item').implement({
    sql: { columns: () => ({}) },
    fields: (t) => ({ price: t.exposeInt('price', { nullable: true }) }),
  });
  expect(() => withoutColumn.toSchema()).toThrow(
    'Item.price exposes price, for which `sql: { columns }` of Item names no column.',
  );
});

test('refuses arguments of a field below a row when the schema is built, except those of a connection', () => {
  const builder = makeBuilder();
  const item = builder.objectRef<{ price: number }>('Item').implement({
    sql: { columns: () => ({ price: 'price' }) },
    fields: (t) => ({
      totalOf: t.int({ args: { count: t.arg.int() }, sql: { expression: () => 'price * 2' } }),
    }),
  });
  builder.queryType({ fields: (t) => ({ item: t.field({ type: item, resolve: () => ({ price: 1 }) }) }) });
  expect(() => builder.toSchema()).toThrow(
    'Item.totalOf has arguments, which `sql: { expression }` cannot read. Below a row, only `sql: { page }` reads arguments.',
  );
});

test('refuses a type with both sql and select of the plugin for Prisma when the schema is built', () => {
  const builder = makeBuilder();
  const both = { sql: { columns: () => ({ price: 'price' }) }, select: { price: true } };
  const item = builder.objectRef<{ price: number }>('Item').implement({
    ...both,
    fields: (t) => ({ price: t.exposeInt('price', { nullable: true }) }),
  });
  builder.queryType({ fields: (t) => ({ item: t.field({ type: item, resolve: () => ({ price: 1 }) }) }) });
  expect(() => builder.toSchema()).toThrow('Item has both sql and select: name the columns as keys of sql.');
});

test('imports nothing but Pothos, GraphQL and itself', async () => {
  const folder = join(import.meta.dirname, '../src');
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, specifier]) => specifier!);
    const isAllowed = (specifier: string) =>
      /^(?:\.\/[\w-]+\.ts|graphql(?:\/.+)?|@pothos\/core|node:crypto)$/.test(specifier);
    expect(
      imported.filter((specifier) => !isAllowed(specifier)),
      name,
    ).toEqual([]);
  }
});
