import { getRequestListener } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { CannotStart } from '../core/cannot-start.ts';

/** Requests in flight get this long to be answered once the service stops. */
const drainLimitMs = 5_000;

/** Answers HTTP until disposed of, which lets the requests in flight finish. */
export async function listen({ host, port }: Pick<Config, 'host' | 'port'>, app: App): Promise<AsyncDisposable> {
  // The application answers for all that goes wrong within it: what the handler hears of never got that far.
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    errorHandler: () => app.refuseMalformed(),
  });
  const server = createServer((request, response) => void answer(request, response));
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    throw new CannotStart(whyNot(error as NodeJS.ErrnoException, { host, port }), { cause: error });
  }
  return { [Symbol.asyncDispose]: () => close(server) };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const impatience = setTimeout(() => server.closeAllConnections(), drainLimitMs);
  await closed;
  clearTimeout(impatience);
}

function whyNot({ code, message }: NodeJS.ErrnoException, { host, port }: Pick<Config, 'host' | 'port'>): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program: stop that one, or choose another port with PORT=${port + 1}.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user: choose one above 1023 with PORT=4000.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is no address of this machine: use 127.0.0.1 for this machine alone, 0.0.0.0 for its network.`;
    default:
      return `The service cannot listen on port ${port} of ${host}: ${message}.`;
  }
}
