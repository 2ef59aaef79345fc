import { createGraphQLError, type Plugin, processRegularResult } from 'graphql-yoga';
import type { ServerContext } from '../transport/server-context.ts';

// The media types of an operation's answer; the first two are the usual ones.
const answerTypes = ['application/graphql-response+json', 'application/json', 'text/event-stream', 'multipart/mixed'];

/** Refuses requests that Yoga would misread, answer without a body, or run although the answer cannot be sent. */
export const strictRequests: Plugin<object, ServerContext> = {
  onRequestParse({ request, requestParser, setRequestParser, serverContext }) {
    if (!accepts(request, answerTypes)) {
      throw noRequest(406, '"Accept" allows neither "application/graphql-response+json" nor "application/json".');
    }
    if (requestParser === undefined) return;
    if (request.method === 'POST') {
      setRequestParser(async () => {
        const { body } = serverContext;
        refuseUnsupported(parsedOf(body));
        // Yoga's parser reads only `json` of a request that is known to be JSON.
        return requestParser({ json: async (): Promise<unknown> => JSON.parse(body) } as Request);
      });
      return;
    }
    setRequestParser(async (parsed) => {
      try {
        refuseUnsupported(paramsOf(parsed.url));
        return await requestParser(parsed);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        throw noRequest(400, '"variables" and "extensions" in the address are JSON objects.');
      }
    });
  },
  onParams({ params, setParams }) {
    const { operationName, ...others } = params;
    if (typeof (operationName ?? '') !== 'string') throw noRequest(400, '"operationName" is a string.');
    // Some clients send an empty name for none.
    if (operationName === '') setParams(others);
  },
  onResultProcess({ resultProcessor, setResultProcessor }) {
    if (resultProcessor === undefined) setResultProcessor(processRegularResult, 'application/json');
  },
};

/**
 * Refuses batches and persisted queries, which clients of other servers send, with an explanation. A client that sends the hash of a
 * document first knows one message, with 200, as Apollo Server has it: it sends the whole document then.
 */
function refuseUnsupported(params: unknown): void {
  if (Array.isArray(params)) {
    throw noRequest(
      400,
      'The body is a list: batches are not supported. Send one operation a request; it may have several fields.',
    );
  }
  const { query, id, documentId, extensions } = (params ?? {}) as Record<string, unknown>;
  if (query != null) return;
  if (typeof extensions === 'object' && extensions !== null && 'persistedQuery' in extensions) {
    throw noRequest(200, 'PersistedQueryNotSupported');
  }
  if (id === undefined && documentId === undefined) return;
  throw noRequest(
    400,
    'Persisted queries are not supported: send the whole document as "query". It is parsed once and cached here.',
  );
}

/** @returns `undefined` for a malformed text, whose error Yoga positions */
function parsedOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Returns the parameters in an address, as a body has them. */
function paramsOf(url: string): Record<string, unknown> {
  const { searchParams } = new URL(url);
  const { extensions, ...others } = Object.fromEntries(searchParams);
  return { ...others, extensions: parsedOf(extensions ?? '') };
}

/** Makes the error of a malformed request: neither the rules nor GraphQL see such a request. */
export function noRequest(status: number, message: string): Error {
  return createGraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status } } });
}

/** Checks whether "Accept" allows one of these media types. */
export function accepts({ headers }: Request, mediaTypes: readonly string[]): boolean {
  const accept = headers.get('accept') ?? '*/*';
  const ranges = accept.split(',').map((range) => range.split(';')[0]!.trim().toLowerCase());
  return ranges.some((range) =>
    mediaTypes.some((type) => range === type || range === '*/*' || range === `${type.split('/')[0]}/*`),
  );
}
