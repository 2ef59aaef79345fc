import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type ListenOptions, Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import type { Config } from '../../src/platform/config.ts';
import { makeLoadShedder } from '../../src/operations/shedding/load-shedder.ts';
import { listen } from '../../src/operations/http/listen.ts';
import { freePort } from '../support/free-port.ts';
import { insertAuction, ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();

const usual = {
  headersTimeout: 25_000,
  requestTimeout: 3_600_000,
  connectionsCheckingInterval: 100,
  silenceMs: 60_000,
};

/** The service behind a real port. */
async function serve(more: Partial<Config> = {}, times: Partial<typeof usual> = {}) {
  const closing = new AsyncDisposableStack();
  const port = await freePort();
  const config = { ...service.deps.config, ...more, port };
  const app = createApp({ ...service.deps, config });
  closing.use(await listen(config, app, makeLoadShedder(service.deps, app), { ...usual, ...times }));
  closing.use(app);
  return { port, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

/** The longest file of `/docs`, 1.4 MB. */
const script = await (async () => {
  const page = await service.request('/docs/api');
  return /docs\/files\/swagger-ui\.js\?v=[\w-]+/.exec(page.text)![0];
})();

/** Opens connections that stay open until the service closes them. */
async function open(port: number, count: number, localAddress = '127.0.0.1'): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }));
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on('error', () => undefined);
      await once(socket, 'connect');
    }),
  );
  return sockets;
}

const areOpen = (sockets: readonly Socket[]) => sockets.filter((socket) => !socket.closed).length;
/** Reads, as a connection whose end is never read is never seen to close. */
const flowing = (sockets: readonly Socket[]) => sockets.forEach((socket) => socket.resume());

const probe = (port: number, localAddress: string) =>
  new Promise<number | string | undefined>((resolve) => {
    const options = { port, host: '127.0.0.1', path: '/healthz', localAddress, agent: false };
    get(options, (answer) => resolve(answer.resume().statusCode)).on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code),
    );
  });

test('an address has so many connections and no more, and another address has its own', async () => {
  await using served = await serve({ maxConnectionsPerAddress: 10 });
  const sockets = await open(served.port, 12);
  flowing(sockets);
  await vi.waitFor(() => expect(areOpen(sockets)).toBe(10));
  expect(await probe(served.port, '127.0.0.1')).toBe('ECONNRESET');
  expect(await probe(served.port, '127.0.0.2')).toBe(200);
  sockets.forEach((socket) => socket.destroy());
  await vi.waitFor(async () => expect(await probe(served.port, '127.0.0.1')).toBe(200));
});

test.runIf(process.platform === 'linux')(
  'accepts many connections of strangers in a turn of the event loop, before that of a bidder',
  async () => {
    await using served = await serve();
    // The system accepts them at once. The process of this test has not had a turn yet.
    const strangers = Array.from({ length: 640 }, () => connect({ port: served.port, host: '127.0.0.1' }));
    strangers.forEach((socket) => socket.on('error', () => undefined));
    let turns = 0;
    const turn = () => void ((turns += 1), (counting = setImmediate(turn)));
    let counting = setImmediate(turn);
    expect(await probe(served.port, '127.0.0.2')).toBe(200);
    expect(turns).toBeLessThan(200);
    clearImmediate(counting);
    strangers.forEach((socket) => socket.destroy());
  },
);

test('behind a proxy all connections are the proxy’s, and only the process limits them', async () => {
  await using served = await serve({ maxConnectionsPerAddress: 10, trustedProxies: 1 });
  const sockets = await open(served.port, 15);
  flowing(sockets);
  expect(await probe(served.port, '127.0.0.1')).toBe(200);
  expect(areOpen(sockets)).toBe(15);
  sockets.forEach((socket) => socket.destroy());
});

test('a process has so many connections and no more; an idle one makes room for the next', async () => {
  await using served = await serve({ maxConnections: 10 });
  const silent = await open(served.port, 9);
  const [idle] = await open(served.port, 1, '127.0.0.2');
  idle!.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(idle!, 'data');
  expect(await probe(served.port, '127.0.0.3')).toBe('ECONNRESET');
  await vi.waitFor(async () => expect(await probe(served.port, '127.0.0.3')).toBe(200));
  silent.forEach((socket) => socket.destroy());
});

test('a reader who takes nothing of an answer is cut off, and a live stream goes on', async () => {
  await using served = await serve({}, { silenceMs: 5_000 });
  const seller = await service.seller();
  const { auctionId } = await insertAuction(service.db, seller, ongoing);
  const [stuck, live] = (await open(served.port, 2)) as [Socket, Socket];
  // More than the buffers of the system hold between the two.
  for (let request = 0; request < 30; request += 1) stuck.write(`GET /${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  live.write(`GET /auctions/${auctionId}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  live.resume();
  await once(live, 'data');
  stuck.pause();
  await delay(11_000);
  expect(live.closed).toBe(false);
  // What the system has buffered comes, and then the end.
  let bytes = 0;
  stuck.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume();
  await once(stuck, 'close');
  expect(bytes).toBeLessThan(30 * 1_000_000);
  live.destroy();
});

test('a connection without a request stays open for longer than a proxy keeps it, as the setting says', async () => {
  await using served = await serve({ keepAliveMs: 75_000 });
  const [socket] = await open(served.port, 1);
  socket!.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [answer] = (await once(socket!, 'data')) as [Buffer];
  expect(String(answer)).toMatch(/keep-alive: timeout=75\r\n/i);
  socket!.destroy();
  await using short = await serve({ keepAliveMs: 200 });
  const [other] = await open(short.port, 1);
  other!.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  other!.resume();
  await once(other!, 'close');
});

test.each([
  ['HTTP/1.0 without Host', 'HTTP/1.0\r\n\r\n'],
  ['HTTP/1.0 with another Host', 'HTTP/1.0\r\nHost: elsewhere.example\r\n\r\n'],
  ['a Host that is no host', 'HTTP/1.1\r\nHost: my pod\r\nConnection: close\r\n\r\n'],
  ['an empty Host', 'HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
])('the probes answer %s', async (_, rest) => {
  await using served = await serve();
  for (const path of ['/healthz', '/readyz']) {
    const [socket] = await open(served.port, 1);
    let answer = '';
    socket!.on('data', (chunk) => (answer += String(chunk)));
    socket!.write(`GET ${path} ${rest}`);
    await once(socket!, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  }
});

test('a hundred silent readers of a file share its bytes', async () => {
  await using served = await serve();
  const before = process.memoryUsage();
  const sockets = await open(served.port, 100);
  for (const socket of sockets) socket.write(`GET /${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  // Each answer has begun, and nobody reads on.
  await Promise.all(sockets.map((socket) => once(socket, 'readable')));
  const after = process.memoryUsage();
  // The file has 1.4 MB: a copy for each reader would be 140 MB.
  expect(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(30_000_000);
  sockets.forEach((socket) => socket.destroy());
});

test.each(['ENOTSUP', 'ENOPROTOOPT'])('a system that answers %s to a shared port gets one listener', async (code) => {
  const { listen: really } = Server.prototype;
  using _ = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given: unknown[]) {
    if ((given[0] as ListenOptions).reusePort !== true) return Reflect.apply(really, this, given) as Server;
    setImmediate(() => this.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
    return this;
  });
  await using served = await serve();
  expect(await probe(served.port, '127.0.0.1')).toBe(200);
});
