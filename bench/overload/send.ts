// Sends requests at a rate that does not depend on the answers (an open loop), or as fast as they are answered: told what
// by its parent, it tells what came of it. A request's time counts from the instant at which it was to be sent.
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../percentile.ts';
import { type Connection, openConnection } from './connection.ts';
import type { MixedRequest, Sending, Sent } from './sender-process.ts';

const lateAfterMs = 1_000;
const givenUpAfterMs = 10_000;
const notAnswered = 'not answered in 10 s';
/** The service ends a connection on which nothing was asked for 5 s; nobody should ask just then. */
const idleLimitMs = 4_000;

interface Planned {
  readonly request: WrittenRequest;
  readonly atMs: number;
}

interface WrittenRequest {
  readonly text: string;
  readonly status: number;
}

process.on('message', (sending: Sending) => {
  void run(sending).then((sent) => process.send!(sent));
});

async function run({ port, requests, rate, connections }: Sending): Promise<Sent> {
  const written = requests.map(writeRequest);
  const begin = performance.now();
  const free: { connection: Connection; sinceMs: number }[] = [];
  const waiting: Planned[] = [];
  const times: number[] = [];
  const others: Record<string, number> = {};
  let [open, next, asked, late, turnedAway] = [0, 0, 0, 0, 0];
  const note = (what: string) => void (others[what] = (others[what] ?? 0) + 1);
  const planned = (atMs: number): Planned => ({ request: written[next++ % written.length]!, atMs });

  async function converse(connection: Connection): Promise<void> {
    for (let one = take(); one !== undefined; one = take()) {
      await ask(connection, one);
      if (!connection.isOpen) return replace();
    }
    free.push({ connection, sinceMs: performance.now() });
  }

  function replace(): void {
    open -= 1;
    const next = waiting.shift();
    if (next !== undefined) dispatch(next);
  }

  function take(): Planned | undefined {
    if (rate !== null) return waiting.shift();
    return next < written.length ? planned(performance.now()) : undefined;
  }

  async function ask(connection: Connection, { request, atMs }: Planned): Promise<void> {
    asked += 1;
    const leftMs = atMs + givenUpAfterMs - performance.now();
    if (leftMs < 0) return note(notAnswered);
    const impatience = setTimeout(() => connection.close(), leftMs);
    try {
      const { status, hasRetryAfter } = await connection.ask(request.text);
      const ms = performance.now() - atMs;
      if (status === request.status && ms <= lateAfterMs) times.push(ms);
      else if (status === request.status) late += 1;
      else if ((status === 429 || status === 503) && hasRetryAfter) turnedAway += 1;
      else note(String(status));
    } catch (error) {
      note(performance.now() - atMs >= givenUpAfterMs ? notAnswered : (error as Error).message);
    } finally {
      clearTimeout(impatience);
    }
  }

  function dispatch(one: Planned): void {
    waiting.push(one);
    const connection = freeConnection();
    if (connection !== null) return void converse(connection);
    if (open >= connections) return;
    open += 1;
    void converse(openConnection(port));
  }

  function freeConnection(): Connection | null {
    for (let last = free.pop(); last !== undefined; last = free.pop()) {
      if (performance.now() - last.sinceMs < idleLimitMs) return last.connection;
      last.connection.close();
      open -= 1;
    }
    return null;
  }

  if (rate === null) {
    open = connections;
    await Promise.all(Array.from({ length: connections }, () => converse(openConnection(port))));
  } else {
    const until = begin + rate.seconds * 1_000;
    for (let atMs = begin; atMs < until;) {
      for (; atMs < Math.min(until, performance.now()); atMs += pauseMs(rate.perSecond)) dispatch(planned(atMs));
      await delay(1);
    }
    while (waiting.length > 0 || free.length < open) await delay(10);
  }
  for (const { connection } of free) connection.close();
  const [p50Ms, p99Ms] = [percentile(times, 0.5), percentile(times, 0.99)];
  const seconds = (performance.now() - begin) / 1_000;
  return { requests: asked, seconds, good: times.length, late, turnedAway, others, p50Ms, p99Ms };
}

/** Callers know nothing of one another: the pauses between their requests are distributed exponentially. */
function pauseMs(perSecond: number): number {
  return (-Math.log(1 - Math.random()) * 1_000) / perSecond;
}

function writeRequest({ method, path, headers, body = '', status }: MixedRequest): WrittenRequest {
  const all = { host: 'localhost', ...headers, ...(method !== 'GET' && { 'content-length': Buffer.byteLength(body) }) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return { text: `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`, status };
}
