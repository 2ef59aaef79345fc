import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { corsHeaders, requestIdOf } from '../core/request-headers.ts';
import { Refusal } from '../core/refusal.ts';
import { problem } from '../v1/problem.ts';

const placeholder = '00000000-0000-0000-0000-000000000000';

/**
 * Answers `unavailable` with prepared bytes; only the request id is new.
 *
 * @param bidderPage the answer to bidders, who do not read JSON; `null`: this process serves no pages
 */
export function overloadAnswer(
  config: Config,
  bidderPage: ((incoming: IncomingMessage) => string) | null,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const refusal = new Refusal('unavailable');
  const { status, headers, body } = problem(refusal, { publicUrl: config.publicUrl, requestId: placeholder });
  const [before, after] = body.split(placeholder) as [string, string];

  return (incoming, outgoing) => {
    const requestId = requestIdOf(incoming.headers['x-request-id'] as string | undefined, config);
    const page = incoming.url!.startsWith('/auctions/') ? (bidderPage?.(incoming) ?? null) : null;
    const text = page ?? before + requestId + after;
    outgoing.writeHead(status, {
      ...headers,
      ...(page !== null && { 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Language, Cookie' }),
      ...(page === null && corsHeaders(incoming.headers.origin)),
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(text),
      'x-request-id': requestId,
    });
    outgoing.end(incoming.method === 'HEAD' ? undefined : text);
  };
}
