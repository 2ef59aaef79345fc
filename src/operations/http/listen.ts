import { getRequestListener } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createListener,
  type ListenOptions,
  type Server as Listener,
  type Socket,
} from 'node:net';
import { Counter } from 'prom-client';
import type { Config } from '../../platform/config.ts';
import { CannotStart } from '../../core/cannot-start.ts';
import { addressOf } from '../../core/request-headers.ts';
import type { LoadShedder } from '../shedding/load-shedder.ts';
import type { App } from './routes.ts';

/**
 * Requests in flight get this long to be answered once the service stops: longer than any call to a payment provider
 * may take.
 */
const drainLimitMs = 17_000;

const usualTimes = {
  /**
   * A client gets 30 seconds to send the headers of a request: one that sends a byte now and then would hold its connection for
   * longer. Node checks for slow requests only at intervals.
   */
  headersTimeout: 25_000,
  /** A reader of a body asks for a least rate of it: see `readBodyWithin`. This ends bodies that nothing reads. */
  requestTimeout: 3_600_000,
  connectionsCheckingInterval: 5_000,
  /** A connection that neither reads nor writes a byte for so long during a request is closed. Live streams send heartbeats. */
  silenceMs: 60_000,
};

/** Load balancers probe with any Host header, and over HTTP/1.0 with none. */
const probePath = /^\/(?:healthz|readyz)(?:\?|$)/;

export const refusedConnections = new Counter({
  name: 'auction_connections_refused_total',
  help: 'Connections that were closed at once, because their address or the process had as many as it may have.',
  labelNames: ['limit'] as const,
});

/**
 * Connections that the system accepts before the process does: the system drops further ones, and their clients retry
 * after a second. The system's own limit, 4096 on Linux, applies as well.
 */
const maxUnaccepted = 4_096;

/**
 * Node accepts one connection of a listener in each turn of its event loop. A turn takes tens of milliseconds under attack: with one
 * listener, a thousand connections of strangers would keep a bidder's waiting for a minute. The system spreads the connections to a port
 * over all listeners that share it.
 */
const listeners = 64;

/** The errors of a system that cannot spread them, such as macOS or a Linux without `SO_REUSEPORT`. It gets one listener. */
const cannotSpread = ['ENOTSUP', 'ENOPROTOOPT'];

type ListenConfig = Pick<
  Config,
  'host' | 'port' | 'trustedProxies' | 'maxConnections' | 'maxConnectionsPerAddress' | 'keepAliveMs'
>;

/** Answers HTTP until disposed of; requests in flight finish first. */
export async function listen(
  config: ListenConfig,
  app: App,
  shedder: LoadShedder,
  { silenceMs, ...times } = usualTimes,
) {
  const { host, port } = config;
  // The application answers its own errors: this handler gets only errors from before the application.
  const answer = getRequestListener((request, env) => shedder.inHand(() => app.fetch(request, env)), {
    errorHandler: () => app.refuseMalformed('The target and the Host header name no URL.'),
  });
  const refuseTwoHosts = getRequestListener(() => app.refuseMalformed('The request has more than one Host header.'));
  let isRetired = false;
  const server = createServer(times, (incoming, outgoing) => {
    if (isRetired) outgoing.shouldKeepAlive = false;
    if (shedder.sheds(incoming, outgoing)) return;
    if (probePath.test(incoming.url!)) incoming.headers.host = 'localhost';
    else if (hasTwoHosts(incoming.rawHeaders)) return void refuseTwoHosts(incoming, outgoing);
    void answer(incoming, outgoing);
  });
  server.timeout = silenceMs;
  server.keepAliveTimeout = config.keepAliveMs;
  const sockets = limitConnections(server, config);
  const others = Array.from({ length: listeners - 1 }, () =>
    createListener({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit('connection', socket)),
  );
  try {
    // Programs that share a port do not notice each other: this listener does not share it.
    const first = createListener();
    await open(first, { port, host });
    const { port: its } = first.address() as AddressInfo;
    await closed(first);
    const options = { port: its, host, backlog: maxUnaccepted };
    try {
      for (const each of [server, ...others]) await open(each, { ...options, reusePort: true });
    } catch (error) {
      if (!cannotSpread.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await open(server, options);
    }
  } catch (error) {
    for (const each of [server, ...others]) each.close();
    throw new CannotStart(whyNot(error as NodeJS.ErrnoException, { host, port }), { cause: error });
  }
  const retire = () => void (isRetired = true);
  return {
    /** Makes every later answer the last one of its connection, so that clients reconnect to another process. */
    retire,
    [Symbol.asyncDispose]: () => {
      retire();
      return close(server, others, sockets);
    },
  };
}

async function open(listener: Listener, options: ListenOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(options, resolve);
  });
}

/** Stops listening, and waits until all connections of the listener are closed. */
async function closed(listener: Listener): Promise<void> {
  await new Promise<void>((resolve) => listener.close(() => resolve()));
}

/** Two servers on the way of a request could each believe another of its Host headers (RFC 9112, 3.2). */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/**
 * Limits the connections of an address and of the process. Behind a proxy all connections have the proxy's address: then
 * the proxy limits those of an address.
 *
 * @returns the open connections
 */
function limitConnections(
  server: Server,
  { maxConnections, maxConnectionsPerAddress, trustedProxies }: ListenConfig,
): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const openOf = new Map<string, number>();
  server.on('connection', (socket) => {
    if (sockets.size >= maxConnections) {
      refusedConnections.inc({ limit: 'process' });
      socket.destroy();
      // Those that wait for no answer make room for the next.
      server.closeIdleConnections();
      return;
    }
    const address = addressOf(null, socket.remoteAddress ?? 'unknown', 0);
    const open = (openOf.get(address) ?? 0) + 1;
    if (trustedProxies === 0 && open > maxConnectionsPerAddress) {
      refusedConnections.inc({ limit: 'address' });
      socket.destroy();
      return;
    }
    openOf.set(address, open);
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      const left = openOf.get(address)! - 1;
      if (left === 0) openOf.delete(address);
      else openOf.set(address, left);
    });
  });
  return sockets;
}

async function close(server: Server, others: readonly Listener[], sockets: ReadonlySet<Socket>): Promise<void> {
  const ended = Promise.all([server, ...others].map(closed));
  // Browsers open connections before they need them: these carry no request, and Node would wait for one.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  const impatience = setTimeout(() => server.closeAllConnections(), drainLimitMs);
  await ended;
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
