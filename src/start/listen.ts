import { getRequestListener } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { CannotStart } from '../core/cannot-start.ts';
import type { LoadShedder } from '../shedding/load-shedder.ts';

/** Requests in flight get this long to be answered once the service stops: longer than any payment provider is waited for. */
const drainLimitMs = 17_000;

/** A Host header that is one without a doubt. */
const plainHost = /^[\w.:[\]-]+$/;

/**
 * Connections that the system opens before the process gets to take them: it forgets those that are more, and a caller tries
 * again after a second. The system's own limit, 4096 on Linux, holds as well.
 */
const mostUnaccepted = 4_096;

export interface Listening extends AsyncDisposable {
  /** From now on every answer is the last one of its connection, so that clients come back elsewhere. */
  retire(): void;
}

/** Answers HTTP until disposed of, which lets the requests in flight finish. */
export async function listen(
  { host, port }: Pick<Config, 'host' | 'port'>,
  app: App,
  shedder: LoadShedder,
): Promise<Listening> {
  const { answerRest } = app;
  // The application answers for all that goes wrong within it: what the handler hears of never got that far.
  const answer = getRequestListener((request, env) => shedder.inHand(() => app.fetch(request, env)), {
    errorHandler: () => app.refuseMalformed(),
  });
  let isRetired = false;
  const server = createServer((incoming, outgoing) => {
    if (isRetired) outgoing.shouldKeepAlive = false;
    if (shedder.sheds(incoming, outgoing)) return;
    // Below /v1 without making a `Request` of it, which would cost as much as the answer.
    const isRest = incoming.url?.startsWith('/v1/') === true && plainHost.test(incoming.headers.host ?? '');
    if (isRest && answerRest !== null) void shedder.inHand(() => answerRest(incoming, outgoing));
    else void answer(incoming, outgoing);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host, backlog: mostUnaccepted }, resolve);
    });
  } catch (error) {
    throw new CannotStart(whyNot(error as NodeJS.ErrnoException, { host, port }), { cause: error });
  }
  const retire = () => void (isRetired = true);
  return {
    retire,
    [Symbol.asyncDispose]: () => {
      retire();
      return close(server, sockets);
    },
  };
}

async function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Browsers open connections ahead of need: nothing was asked on these, and Node would wait for it.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
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
