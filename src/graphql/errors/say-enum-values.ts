import { type ExecutionResult, type GraphQLError, type GraphQLSchema, isEnumType } from 'graphql';
import { withMessage } from './with-message.ts';

const wrongEnumValue =
  /(?:does not exist in "(\w+)" enum|Enum "(\w+)" cannot represent [^.]*)\.(?: Did you mean .*\?)?$/s;

/** Adds the values of an enum to an error about a value that the enum does not have, as `/v1` lists them. */
export function sayEnumValues(result: ExecutionResult, schema: GraphQLSchema): ExecutionResult {
  if (result.errors === undefined) return result;
  return { ...result, errors: result.errors.map((error) => withValues(error, schema)) };
}

function withValues(error: GraphQLError, schema: GraphQLSchema): GraphQLError {
  const match = wrongEnumValue.exec(error.message);
  const type = schema.getType(match?.[1] ?? match?.[2] ?? '');
  if (!isEnumType(type)) return error;
  const values = type.getValues().map(({ name }) => name);
  return withMessage(error, `${error.message.replace(/ Did you mean .*\?$/s, '')} Give one of ${values.join(', ')}.`);
}
