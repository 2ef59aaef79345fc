import type { IncomingMessage, ServerResponse } from 'node:http';
import { piecesOf, type RestAnswer } from './rest-answer.ts';
import { readTarget, type RestRequest } from './rest-request.ts';

/**
 * Answers a request below `/v1` directly on Node's objects: making a `Request` and a `Response` costs more than the
 * rest of a short answer.
 */
export async function answerSocket(
  serve: (request: RestRequest, socketAddress: string) => Promise<RestAnswer>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await serve(requestOf(incoming), incoming.socket.remoteAddress ?? 'unknown');
  // A 304 has no body, so it has no length.
  const pieces = piecesOf(body);
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  outgoing.writeHead(status, status === 304 ? headers : { ...headers, 'content-length': length });
  const sent = incoming.method === 'HEAD' ? [] : pieces;
  // All pieces are sent together with the last.
  for (const piece of sent.slice(0, -1)) outgoing.write(piece);
  outgoing.end(sent.at(-1));
  // Reads the rest of a body that is too long, so that the connection can serve the next request.
  incoming.resume();
}

function requestOf(incoming: IncomingMessage): RestRequest {
  const { pathname, query } = readTarget(incoming.url!);
  return {
    method: incoming.method!,
    pathname,
    query,
    header: (name) => headerOf(incoming, name),
    // A body that is too long stays unread; the answer still has to be sent on the same connection.
    body: () =>
      hasCome(incoming) ? (incoming.read() as Buffer | null) : incoming.iterator({ destroyOnReturn: false }),
  };
}

/** Checks whether the whole body has arrived. Node sets `complete` only after a waiting reader has continued. */
function hasCome({ complete, headers, readableLength }: IncomingMessage): boolean {
  return complete || Number(headers['content-length']) === readableLength;
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}
