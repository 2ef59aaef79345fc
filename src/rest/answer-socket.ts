import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../idempotency/stored-answer.ts';
import { readTarget, type RestRequest } from './rest-request.ts';

/**
 * Answers a request below `/v1` as Node has it, without a `Request` and a `Response` in between: making those costs more
 * than all the rest of a short answer.
 */
export async function answerSocket(
  serve: (request: RestRequest, socketAddress: string) => Promise<Answer>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await serve(requestOf(incoming), incoming.socket.remoteAddress ?? 'unknown');
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(incoming.method === 'HEAD' ? undefined : body);
}

function requestOf(incoming: IncomingMessage): RestRequest {
  return {
    ...readTarget(incoming.url!),
    method: incoming.method!,
    header: (name) => headerOf(incoming, name),
    // A body that is too long is left unread; the answer still has to go out on the same connection.
    body: incoming.iterator({ destroyOnReturn: false }),
  };
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}
