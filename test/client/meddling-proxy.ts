import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What becomes of an answer: it is passed on, or lost after the service gave it, or another one takes its place. */
export type Meddling = 'pass' | 'lose' | { status: number; headers?: Record<string, string>; body?: string };

export interface MeddlingProxy extends AsyncDisposable {
  readonly url: string;
  /** The headers of each request, in order. */
  readonly sent: IncomingHttpHeaders[];
}

/** @param meddle hears the number of the request, from 1 */
export async function startMeddlingProxy(
  target: string,
  meddle: (attempt: number) => Meddling,
): Promise<MeddlingProxy> {
  const sent: IncomingHttpHeaders[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const attempt = sent.push(request.headers);
    const body = await buffer(request);
    const meddling = meddle(attempt);
    if (typeof meddling === 'object') {
      response.writeHead(meddling.status, meddling.headers).end(meddling.body ?? '');
      return;
    }
    const headers = new Headers();
    for (const name of ['authorization', 'content-type', 'idempotency-key']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const { method = 'GET' } = request;
    const passed = await fetch(target + request.url, { method, headers, ...(body.length > 0 && { body }) });
    const text = await passed.text();
    if (meddling === 'lose') {
      request.socket.destroy();
      return;
    }
    const kept = ['content-type', 'link', 'idempotent-replayed'].flatMap((name) => {
      const value = passed.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(passed.status, Object.fromEntries(kept)).end(text);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
