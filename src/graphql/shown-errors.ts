import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { showErrors } from './show-errors.ts';

/** Every result leaves with errors that a client may see: an operation's, each of a stream's, and the server's own. */
export function shownErrors(log: Logger): Plugin<object, { requestId: string }> {
  return {
    onResultProcess({ result, setResult, serverContext: { requestId } }) {
      const show = (each: ExecutionResult) => showErrors(each, { log, requestId });
      // Batches are refused, so a result is one, or a stream of them.
      const one = result as ExecutionResult | AsyncIterable<ExecutionResult>;
      setResult(isAsyncIterable(one) ? mapAsyncIterator(one, show) : show(one));
    },
  };
}
