import type { ExecutionResult } from 'graphql';
import { withMessage } from './with-message.ts';

const suggestion = / Did you mean .*\?$/s;

/** Removes the suggestions for misspelt names if the caller may not introspect the schema. */
export function hideSuggestions(result: ExecutionResult): ExecutionResult {
  if (result.errors === undefined) return result;
  return {
    ...result,
    errors: result.errors.map((error) =>
      suggestion.test(error.message) ? withMessage(error, error.message.replace(suggestion, '')) : error,
    ),
  };
}
