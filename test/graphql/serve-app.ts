import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from '../../src/operations/start/app.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';

export interface ServedApp extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
}

/** The service behind a real socket, for whoever only speaks HTTP: audits and browsers. */
export async function serveApp(deps: ProcessDeps): Promise<ServedApp> {
  const server = createAdaptorServer({ fetch: (request) => app.fetch(request) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  // Forms count only from the pages of this address.
  const app = createApp({ ...deps, config: { ...deps.config, publicUrl: url } });
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
