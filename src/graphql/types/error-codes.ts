import {
  DirectiveLocation,
  GraphQLDirective,
  type GraphQLEnumType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLSchema,
} from 'graphql';
import { refusalCodes, refusalDetails, refusalsOfAny, refusalsOfKeyedChanges } from '../../core/refusal.ts';
import { builder } from '../builder.ts';

builder.enumType('ErrorCode', {
  description: 'Why a request or a field is refused: the `code` in the `extensions` of an error.',
  values: Object.fromEntries(refusalCodes.map((code) => [code, { value: code, description: refusalDetails[code] }])),
});

const list = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(', ');

/** Adds the directive that says what each field may be refused with: `needs` applies it. */
export function withErrorCodes(schema: GraphQLSchema): GraphQLSchema {
  const codes = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(schema.getType('ErrorCode') as GraphQLEnumType)));
  const refuses = new GraphQLDirective({
    name: 'refuses',
    description: `The codes of refusals of this field, in addition to those of any field: ${list(refusalsOfAny)}; and a mutation with an Idempotency-Key ${list(refusalsOfKeyedChanges)}.`,
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: { codes: { type: codes } },
  });
  const config = schema.toConfig();
  return new GraphQLSchema({ ...config, directives: [...config.directives, refuses] });
}
