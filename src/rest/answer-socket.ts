import type { IncomingMessage, ServerResponse } from 'node:http';
import { piecesOf, type RestAnswer } from './rest-answer.ts';
import { readTarget, type RestRequest } from './rest-request.ts';

/**
 * Answers a request below `/v1` as Node has it, without a `Request` and a `Response` in between: making those costs more
 * than all the rest of a short answer.
 */
export async function answerSocket(
  serve: (request: RestRequest, socketAddress: string) => Promise<RestAnswer>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await serve(requestOf(incoming), incoming.socket.remoteAddress ?? 'unknown');
  // What has not changed has no body of its own to tell the length of.
  const pieces = piecesOf(body);
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  outgoing.writeHead(status, status === 304 ? headers : { ...headers, 'content-length': length });
  const sent = incoming.method === 'HEAD' ? [] : pieces;
  // All of them go out together with the last.
  for (const piece of sent.slice(0, -1)) outgoing.write(piece);
  outgoing.end(sent.at(-1));
  // What was left of a body that is too long: the connection is there for what comes behind it.
  incoming.resume();
}

function requestOf(incoming: IncomingMessage): RestRequest {
  const { pathname, query } = readTarget(incoming.url!);
  return {
    method: incoming.method!,
    pathname,
    query,
    header: (name) => headerOf(incoming, name),
    // A body that is too long is left unread; the answer still has to go out on the same connection.
    body: () =>
      hasCome(incoming) ? (incoming.read() as Buffer | null) : incoming.iterator({ destroyOnReturn: false }),
  };
}

/** Has all of the body come? Node says so only after whoever was waiting for a part of it has gone on. */
function hasCome({ complete, headers, readableLength }: IncomingMessage): boolean {
  return complete || Number(headers['content-length']) === readableLength;
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}
