import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga';

/** Makes the errors of every result public: of an operation, of each event of a stream, and of the server itself. */
export function shownErrors<Context extends object>(
  show: (result: ExecutionResult, context: Context) => ExecutionResult,
): Plugin<object, Context> {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      const showEach = (each: ExecutionResult) => show(each, serverContext);
      // Batches are refused, so this is one result, or a stream of results.
      const one = result as ExecutionResult | AsyncIterable<ExecutionResult>;
      setResult(isAsyncIterable(one) ? mapAsyncIterator(one, showEach) : showEach(one));
    },
  };
}
