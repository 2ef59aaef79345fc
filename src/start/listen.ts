import { getRequestListener } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { CannotStart } from '../core/cannot-start.ts';
import type { LoadShedder } from '../shedding/load-shedder.ts';

/**
 * Requests in flight get this long to be answered once the service stops: longer than any call to a payment provider
 * may take.
 */
const drainLimitMs = 17_000;

/**
 * A client gets 30 seconds to send a whole request: one that sends a byte now and then would hold its connection for
 * longer. Node checks for slow requests only at intervals.
 */
const requestTimes = { requestTimeout: 25_000, connectionsCheckingInterval: 5_000 };

/** A Host header without any unusual character. */
const plainHost = /^[\w.:[\]-]+$/;

/**
 * Connections that the system accepts before the process does: the system drops further ones, and their clients retry
 * after a second. The system's own limit, 4096 on Linux, applies as well.
 */
const maxUnaccepted = 4_096;

export interface Listening extends AsyncDisposable {
  /** Makes every later answer the last one of its connection, so that clients reconnect to another process. */
  retire(): void;
}

/** Answers HTTP until disposed of; requests in flight finish first. */
export async function listen(
  { host, port }: Pick<Config, 'host' | 'port'>,
  app: App,
  shedder: LoadShedder,
  times = requestTimes,
): Promise<Listening> {
  const { answerRest } = app;
  // The application answers its own errors: this handler gets only errors from before the application.
  const answer = getRequestListener((request, env) => shedder.inHand(() => app.fetch(request, env)), {
    errorHandler: () => app.refuseMalformed(),
  });
  let isRetired = false;
  const server = createServer(times, (incoming, outgoing) => {
    if (isRetired) outgoing.shouldKeepAlive = false;
    if (shedder.sheds(incoming, outgoing)) return;
    // Answers `/v1` without making a `Request`, which would cost as much as the answer.
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
      server.listen({ port, host, backlog: maxUnaccepted }, resolve);
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
  // Browsers open connections before they need them: these carry no request, and Node would wait for one.
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
