import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makePageStreams } from '../../src/pages/auction/page-streams.ts';
import type { AuctionState } from '../../src/pages/auction/auction-state.ts';
import { countOpenStreams } from '../support/count-open-streams.ts';

const state = { phase: 'open', title: 'A walnut desk' } as AuctionState;

/** Streams behind a real socket, told by the test; the path of a request is its auction, and its host the address. */
async function serveStreams({ heartbeatMs }: { heartbeatMs?: number } = {}) {
  const watchers = new Set<(state: AuctionState) => void>();
  const streams = makePageStreams(
    {
      watch(_, onState) {
        watchers.add(onState);
        return () => void watchers.delete(onState);
      },
      ...(heartbeatMs !== undefined && { heartbeatMs }),
    },
    { streamsOfBrowser: 3, streamsOfIp: 200 },
  );
  const server = createServer((incoming, outgoing) => {
    const isOpen = streams.open(
      incoming.url!,
      { address: incoming.headers.host!, browserId: (incoming.headers['x-browser'] as string | undefined) ?? null },
      { 'content-type': 'text/event-stream' },
      outgoing,
    );
    if (!isOpen) outgoing.writeHead(429).end();
  });
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    watchers,
    streams,
    sockets,
    tell: (told: AuctionState = state) => watchers.forEach((onState) => onState(told)),
    open: async (address: string, browserId?: string): Promise<IncomingMessage> => {
      const headers = { host: address, ...(browserId !== undefined && { 'x-browser': browserId }) };
      const request = get({ port, host: '127.0.0.1', path: '/a', headers, agent: false });
      request.on('error', () => undefined);
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      answer.on('error', () => undefined);
      return answer;
    },
  };
}

test('a browser with as many streams as it may have open takes none from others at its address', async () => {
  const { open } = await serveStreams();
  const statuses = [];
  for (let count = 0; count < 4; count++) statuses.push((await open('10.0.0.1', 'one')).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await open('10.0.0.1', 'another')).statusCode).toBe(200);
});

test('a state reaches everybody whole, by HTTP/1.1 and by HTTP/1.0, and the end says when to come back', async () => {
  const { open, port, tell, streams, watchers } = await serveStreams();
  const answers = await Promise.all([open('a'), open('b')]);
  const old = connect(port, '127.0.0.1');
  old.write('GET /a HTTP/1.0\r\nHost: c\r\n\r\n');
  await expect.poll(() => watchers.size).toBe(3);
  tell();
  streams.end();
  // Three watch, and two milliseconds each is the time in which their pages ask for what has changed.
  const data = JSON.stringify({ ...state, spreadMs: 6 });
  const told = new RegExp(`^retry: \\d+\n\ndata: ${data}\n\nretry: \\d+\n\n$`);
  for (const answer of answers) expect((await answer.setEncoding('utf8').toArray()).join('')).toMatch(told);
  const text: string = (await old.setEncoding('utf8').toArray()).join('');
  expect(text).not.toContain('chunked');
  expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toMatch(told);
  expect(watchers.size).toBe(0);
});

test('a reader that does not read is cut off, and nothing of it stays', async () => {
  const { open, tell, watchers } = await serveStreams();
  const before = await countOpenStreams('page');
  const unread = await open('10.0.0.1');
  expect(await countOpenStreams('page')).toBe(before + 1);
  unread.pause();
  // The system itself takes some megabytes in before anything waits in the process.
  const long = { ...state, title: 'x'.repeat(100_000) };
  for (let index = 0; index < 1_000 && watchers.size > 0; index += 1) {
    tell({ ...long });
    if (index % 10 === 0) await new Promise(setImmediate);
  }
  await expect.poll(() => watchers.size).toBe(0);
  expect(await countOpenStreams('page')).toBe(before);
});

test('a slow reader holds 16 KiB and one state in the process at most', async () => {
  const { open, tell, sockets } = await serveStreams();
  const unread = await open('10.0.0.1');
  unread.pause();
  const long = { ...state, title: 'x'.repeat(10_000) };
  let most = 0;
  for (let index = 0; index < 10_000 && sockets[0]!.writable; index += 1) {
    tell({ ...long });
    most = Math.max(most, sockets[0]!.writableLength);
    if (index % 10 === 0) await new Promise(setImmediate);
  }
  expect(sockets[0]!.writable).toBe(false);
  expect(most).toBeGreaterThan(16 * 1_024);
  expect(most).toBeLessThan(16 * 1_024 + 11_000);
});

test('a stream that is silent has its heartbeats, and one that is told states needs none', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { open, tell, watchers } = await serveStreams({ heartbeatMs: 400 });
  const answer = (await open('10.0.0.1')).setEncoding('utf8');
  let text = '';
  answer.on('data', (more: string) => (text += more));
  const told = () => text.split('\n').filter((line) => /^event: heartbeat$|"told"/.test(line));
  const beat = 'event: heartbeat';
  vi.advanceTimersByTime(4 * 400);
  for (let ms = 0; ms < 1_200; ms += 50) {
    tell({ ...state, title: 'told' });
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(2 * 400);
  await expect.poll(() => told().at(-1)).toBe(beat);
  const [before, after] = [told().findIndex((line) => line !== beat), told().findLastIndex((line) => line !== beat)];
  // A stream has its turn once in each round, and the first turn may come soon after it has begun.
  expect(before).toBeGreaterThanOrEqual(3);
  expect(told().slice(before, after)).not.toContain(beat);
  expect(after - before).toBe(23);
  answer.destroy();
  await expect.poll(() => watchers.size).toBe(0);
});
