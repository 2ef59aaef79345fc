import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from '../../src/app.ts';
import type { ProcessDeps } from '../../src/deps.ts';

export interface ServedApp extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
}

/** The service behind a real socket, for whoever only speaks HTTP: audits and browsers. */
export async function serveApp(deps: ProcessDeps): Promise<ServedApp> {
  const app = createApp(deps);
  const server = createAdaptorServer({ fetch: (request) => app.fetch(request) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
