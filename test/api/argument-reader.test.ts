import { buildSchema, type FieldNode, type OperationDefinitionNode, parse } from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import { expect, test } from 'vitest';
import { argumentReader } from '../../src/api/plans/plan.ts';

const schema = buildSchema(`
  input Period { start: Int!, end: Int! }
  type Query { field(id: ID!, title: String, limit: Int = 20, size: Int! = 5, period: Period): String }`);
const definition = schema.getQueryType()!.getFields()['field']!;

const copied =
  'query ($a: ID!, $b: String, $c: Int, $d: Int, $e: Period) { field(id: $a, title: $b, limit: $c, size: $d, period: $e) }';

const named = (query: string) =>
  (parse(query).definitions[0] as OperationDefinitionNode).selectionSet.selections[0] as FieldNode;

test.each([
  ['all variables', copied, { a: '1', b: 'x', c: 3, d: 4, e: { start: 1, end: 2 } }],
  ['absent variables, of which some have defaults', copied, { a: '1' }],
  ['null variables', copied, { a: '1', b: null, c: null, e: null }],
  ['absent arguments', 'query ($a: ID!) { field(id: $a) }', { a: '1' }],
  ['literals', '{ field(id: "1", title: null, period: { start: 1, end: 2 }) }', {}],
  [
    'a literal next to a variable',
    'query ($s: Int!) { field(id: "1", limit: 7, period: { start: $s, end: 2 }) }',
    { s: 1 },
  ],
  [
    'a variable that is called as a method of objects',
    'query ($toString: String) { field(id: "1", title: $toString) }',
    {},
  ],
  [
    'the same with variables alone',
    'query ($a: ID!, $toString: String) { field(id: $a, title: $toString) }',
    { a: '1' },
  ],
])('arguments are read as GraphQL reads them: %s', (_, query, variables) => {
  const node = named(query);
  expect(argumentReader(definition, node)(variables)).toEqual(getArgumentValues(definition, node, variables));
});

test.each([{}, { a: null }, { a: '1', d: null }])(
  'a missing argument is refused as GraphQL refuses it: %j',
  (variables) => {
    const node = named(copied);
    const read = () => argumentReader(definition, node)(variables);
    expect(read).toThrow(/must not be null|was not provided/);
  },
);
