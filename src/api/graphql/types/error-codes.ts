import {
  DirectiveLocation,
  GraphQLDirective,
  type GraphQLEnumType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLSchema,
} from 'graphql';
import { refusalCodes, refusalDetails, refusalsOfAny, refusalsOfKeyedChanges } from '../../../core/refusal.ts';
import { builder } from '../builder.ts';

builder.enumType('ErrorCode', {
  description: 'Why a request or a field is refused: the `code` in the `extensions` of an error.',
  values: Object.fromEntries(refusalCodes.map((code) => [code, { value: code, description: refusalDetails[code] }])),
});

const list = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(', ');

/** Adds the directives that say which scope each field needs, and what it may be refused with. The plugin oneStatement applies them. */
export function withDirectives(schema: GraphQLSchema): GraphQLSchema {
  const listOf = (name: string) =>
    new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(schema.getType(name) as GraphQLEnumType)));
  const refuses = new GraphQLDirective({
    name: 'refuses',
    description: `The codes of refusals of this field, in addition to those of any field: ${list(refusalsOfAny)}; and a mutation with an Idempotency-Key ${list(refusalsOfKeyedChanges)}.`,
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: { codes: { type: listOf('ErrorCode') } },
  });
  const scopes = new GraphQLDirective({
    name: 'scopes',
    description: 'The scopes of which a key needs one to read this field. Without it the field alone is null.',
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: { anyOf: { type: listOf('Scope') } },
  });
  const config = schema.toConfig();
  return new GraphQLSchema({ ...config, directives: [...config.directives, refuses, scopes] });
}
