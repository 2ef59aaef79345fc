import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** What stands before the processes: sends requests in turn to those that say at `/readyz` that they are ready. */
export interface Balancer extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  /** Returns when it is sent requests. */
  add(process: string): Promise<void>;
  /** It has ended. */
  remove(process: string): void;
}

/** Names, in an answer 502, the process on which the request was lost. */
export const lostOn = 'x-lost-on';

const lookEveryMs = 200;
// Under the five seconds after which the service closes an idle connection, so that both never decide at once.
const idleMs = 1_000;

/**
 * A process that cannot be connected to never saw the request, and another one gets it. Nothing else is tried again: what
 * fails on a process fails for its client.
 */
export async function startBalancer(): Promise<Balancer> {
  const known = new Set<string>();
  const ready = new Set<string>();
  const agent = new Agent({ keepAlive: true, timeout: idleMs, scheduling: 'fifo' });
  let turn = 0;
  const closing = new AbortController();

  async function look(process: string): Promise<void> {
    const answer = await fetch(`${process}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200 && known.has(process)) ready.add(process);
    else ready.delete(process);
  }

  const looking = (async () => {
    while (!closing.signal.aborted) {
      await Promise.all([...known].map(look));
      await delay(lookEveryMs);
    }
  })();

  async function pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const untried = new Set(ready);
    for (;;) {
      const inTurn = [...untried];
      const process = inTurn[(turn += 1) % inTurn.length];
      if (process === undefined) return void answer.writeHead(503).end('No process is ready.');
      untried.delete(process);
      if ((await passTo(process, incoming, body, answer)) === 'passed') return;
      ready.delete(process);
    }
  }

  async function passTo(
    process: string,
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    answer: ServerResponse,
  ): Promise<'passed' | 'not connected'> {
    const { host: _, connection: __, ...kept } = headers;
    // A stream of events lives as long as its process: it gets no connection that others are to use again.
    const passed = ask(process + url, { method: method!, headers: kept, agent: isStream(headers) ? false : agent });
    answer.once('close', () => passed.destroy());
    return new Promise((resolve) => {
      passed.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve('not connected');
        if (!answer.headersSent) answer.writeHead(502, { [lostOn]: process });
        answer.end(error.message);
        resolve('passed');
      });
      passed.once('response', (its) => {
        answer.writeHead(its.statusCode!, its.headers);
        answer.flushHeaders();
        its.once('error', () => answer.destroy());
        its.once('aborted', () => answer.destroy());
        its.pipe(answer);
        its.once('close', () => resolve('passed'));
      });
      passed.end(body);
    });
  }

  const server = createServer((incoming, answer) => void pass(incoming, answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async add(process) {
      known.add(process);
      while (!ready.has(process)) await delay(lookEveryMs / 4);
    },
    remove(process) {
      known.delete(process);
      ready.delete(process);
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await looking;
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

function isStream({ accept }: IncomingMessage['headers']): boolean {
  return accept === 'text/event-stream';
}
