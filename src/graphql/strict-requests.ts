import { createGraphQLError, type Plugin, processRegularResult } from 'graphql-yoga';
import { Refusal } from '../core/refusal.ts';
import type { ServerContext } from './authentication.ts';
import { subscriptionRoot } from './subscription-root.ts';

// What an operation can be answered in; the first two are the usual ones.
const answerTypes = ['application/graphql-response+json', 'application/json', 'text/event-stream', 'multipart/mixed'];

/**
 * Refuses what the server would misread, answer without a body, or run although the answer cannot be given.
 * Bodies are JSON: a form of another site could send the other types that the server knows.
 */
export const strictRequests: Plugin<object, ServerContext> = {
  onRequestParse({ request, requestParser, setRequestParser, serverContext }) {
    if (!accepts(request, answerTypes)) {
      throw noRequest(406, '"Accept" allows neither "application/graphql-response+json" nor "application/json".');
    }
    if (request.method === 'POST' && !/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? '')) {
      throw new Refusal('unsupported_media_type');
    }
    if (requestParser === undefined) return;
    if (request.method === 'POST') {
      setRequestParser(async () => {
        const body = await serverContext.readBody();
        // All that the server asks a request for which it knows to be JSON.
        return requestParser({ json: async (): Promise<unknown> => JSON.parse(body) } as Request);
      });
      return;
    }
    setRequestParser(async (parsed) => {
      try {
        return await requestParser(parsed);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        throw noRequest(400, '"variables" and "extensions" in the address are JSON objects.');
      }
    });
  },
  onValidate({ addValidationRule }) {
    addValidationRule(subscriptionRoot);
  },
  onParams({ params: { operationName } }) {
    if (typeof (operationName ?? '') !== 'string') throw noRequest(400, '"operationName" is a string.');
  },
  onResultProcess({ resultProcessor, setResultProcessor }) {
    if (resultProcessor === undefined) setResultProcessor(processRegularResult, 'application/json');
  },
};

/** What is no request that could be answered: neither the rules nor GraphQL come to see it. */
export function noRequest(status: number, message: string): Error {
  return createGraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status } } });
}

/** Does "Accept" allow one of these media types? */
export function accepts({ headers }: Request, mediaTypes: readonly string[]): boolean {
  const accept = headers.get('accept') ?? '*/*';
  const ranges = accept.split(',').map((range) => range.split(';')[0]!.trim().toLowerCase());
  return ranges.some((range) =>
    mediaTypes.some((type) => range === type || range === '*/*' || range === `${type.split('/')[0]}/*`),
  );
}
