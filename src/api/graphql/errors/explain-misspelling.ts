import { type GraphQLSchema, isEnumType } from 'graphql';

const suggestion = / Did you mean .*\?$/s;

const wrongEnumValue =
  /(?:does not exist in "(\w+)" enum|Enum "(\w+)" cannot represent [^.]*)\.(?: Did you mean .*\?)?$/s;

/** Removes the suggestions for a misspelt name from a message: the caller may not introspect the schema. */
export function withoutSuggestions(message: string): string {
  return message.replace(suggestion, '');
}

/** Removes the suggestions from a message if they name a field, an argument or a type that is not for the caller. */
export function withoutSuggested(message: string, names: ReadonlySet<string>): string {
  const suggested = suggestion.exec(message)?.[0].matchAll(/"(\w+)"/g) ?? [];
  return [...suggested].some(([, name]) => names.has(name!)) ? withoutSuggestions(message) : message;
}

/** Adds the values of an enum to a message about a value that the enum does not have, as `/v1` lists them. */
export function withEnumValues(message: string, schema: GraphQLSchema): string {
  const match = wrongEnumValue.exec(message);
  const type = schema.getType(match?.[1] ?? match?.[2] ?? '');
  if (!isEnumType(type)) return message;
  const values = type.getValues().map(({ name }) => name);
  return `${withoutSuggestions(message)} Give one of ${values.join(', ')}.`;
}
