import { getNamedType, type GraphQLArgument, isInputObjectType, isNonNullType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/api/graphql/schema.ts';
import { sharedService } from '../support/service.ts';

// From the schema itself: a new argument of a read that takes null differently than nothing fails here.

const service = await sharedService();
const seller = await service.seller();
const admin = await service.seller({ scopes: ['admin'] });

const fields = Object.values(schema.getQueryType()!.getFields())
  .filter(({ args }) => args.some(isOptional))
  .map((field) => [field.name, field] as const);

function isOptional({ type }: GraphQLArgument): boolean {
  return !isNonNullType(type);
}

/** A value for each required argument. */
const required: Readonly<Record<string, string>> = {
  ID: '"01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11"',
  String: '"somebody"',
  UnixTimestamp: '1',
};

test.each(fields)('%s: null is as good as nothing, also in the fields of an input', async (name, { args }) => {
  const given = args.filter((argument) => !isOptional(argument));
  const known = given.map((argument) => `${argument.name}: ${required[getNamedType(argument.type).name]!}`);
  const nulls = args.filter(isOptional).map((argument) => `${argument.name}: null`);
  const inputs = args.filter(isOptional).flatMap((argument) => {
    const type = getNamedType(argument.type);
    if (!isInputObjectType(type) || argument.name !== 'filter') return [];
    return [
      `filter: { ${Object.keys(type.getFields())
        .map((each) => `${each}: null`)
        .join(', ')} }`,
    ];
  });
  const answers = [];
  for (const more of [[], nulls, inputs]) {
    const list = [...known, ...more].join(', ');
    const document = `{ ${name}${list === '' ? '' : `(${list})`} { __typename } }`;
    const { body } = await seller.graphql(document);
    const isOfAdmins = body.errors?.[0].extensions.code === 'insufficient_scope';
    const { data, errors } = isOfAdmins ? (await admin.graphql(document)).body : body;
    answers.push({ data, codes: (errors ?? []).map(({ extensions }: any) => extensions.code) });
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect(answers[0]!.codes).not.toContain('invalid_request');
});
