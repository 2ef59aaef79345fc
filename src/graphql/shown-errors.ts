import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { showErrors } from './show-errors.ts';

/** Every result leaves with errors that a client may see: an operation's, each of a stream's, and the server's own. */
export function shownErrors(log: Logger): Plugin<object, { requestId: string }> {
  return {
    onResultProcess({ result, setResult, serverContext: { requestId } }) {
      const show = (each: object) => showErrors(each as ExecutionResult, { log, requestId });
      setResult(isAsyncIterable<object>(result) ? mapAsyncIterator(result, show) : show(result));
    },
  };
}
