import { type ExecutionResult, GraphQLError } from 'graphql';

const suggestion = / Did you mean .*\?$/s;

/** Removes the suggestions for misspelt names if the caller may not introspect the schema. */
export function hideSuggestions(result: ExecutionResult): ExecutionResult {
  if (result.errors === undefined) return result;
  return { ...result, errors: result.errors.map(withoutSuggestion) };
}

function withoutSuggestion(error: GraphQLError): GraphQLError {
  if (!suggestion.test(error.message)) return error;
  const { nodes, source, positions, path, originalError, extensions } = error;
  const message = error.message.replace(suggestion, '');
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions,
  });
}
