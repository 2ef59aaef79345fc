import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as it came. */
export interface Received {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a receiver does with a request. */
export type Reply = (response: ServerResponse, received: Received) => void;

/** A server that receives webhooks, on an address of this machine; each path may behave in its own way. */
export interface Receiver extends AsyncDisposable {
  readonly port: number;
  readonly received: Received[];
  at(path: string): Received[];
  url(path?: string): string;
}

export const ok: Reply = (response) => void response.writeHead(204).end();
export const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(code, headers).end();
export const hang: Reply = () => undefined;

export async function startReceiver(
  replies: Record<string, Reply> | Reply = ok,
  host = '127.0.0.1',
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { url: path = '', method = '', headers } = request;
      const entry = { path, method, headers, body: await text(request) };
      received.push(entry);
      const reply = typeof replies === 'function' ? replies : (replies[path] ?? ok);
      reply(response, entry);
    })();
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    at: (path) => received.filter((entry) => entry.path === path),
    url: (path = '/') => `http://${host}:${port}${path}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
