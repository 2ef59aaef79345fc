import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { type Answer, readAnswer } from '../../test/support/answer.ts';

/** The result of one row of the bench. */
export interface Tally {
  sent: number;
  /** The answers by status; 0: the connection broke. */
  readonly statuses: Record<number, number>;
  slowestMs: number;
}

export interface Sender {
  readonly send: (path: string, init?: RequestInit) => Promise<Answer>;
}

/** A sender at an address of its own on this machine. */
export function senderAt(port: number, localAddress: string, connections: number): Sender & Disposable {
  const dispatcher = new Agent({ localAddress, connections });
  return {
    async send(path, { method = 'GET', headers, body } = {}) {
      const sent = {
        headers: Object.fromEntries(new Headers(headers)),
        body: (body ?? null) as string | Buffer | null,
      };
      const answer = await request(`http://127.0.0.1:${port}${path}`, { dispatcher, method, ...sent });
      const bytes = await answer.body.arrayBuffer();
      const received = new Headers();
      for (const [name, value] of Object.entries(answer.headers)) {
        for (const each of [value ?? []].flat()) received.append(name, each);
      }
      const { statusCode: status } = answer;
      return readAnswer(new Response([204, 304].includes(status) ? null : bytes, { status, headers: received }));
    },
    [Symbol.dispose]: () => void dispatcher.destroy(),
  };
}

/** Sends at a steady rate until the signal, with at most `atOnce` requests under way. */
export async function steadily(
  { perSecond, atOnce, signal }: { perSecond: number; atOnce: number; signal: AbortSignal },
  send: (index: number) => Promise<Answer>,
): Promise<Tally> {
  const tally: Tally = { sent: 0, statuses: {}, slowestMs: 0 };
  let underWay = 0;
  const begun = performance.now();
  for (let index = 0; !signal.aborted; index += 1) {
    await delay(Math.max(1, begun + (index * 1_000) / perSecond - performance.now()));
    if (underWay >= atOnce) continue;
    underWay += 1;
    tally.sent += 1;
    const at = performance.now();
    const count = (status: number) => {
      underWay -= 1;
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - at);
    };
    send(index).then(
      ({ status }) => count(status),
      () => count(0),
    );
  }
  return tally;
}

/** Keeps `count` connections open until the signal, which send `text` and read no answer to it; a closed one without a text is opened again. */
export async function holdOpen(
  { port, localAddress, count, signal }: { port: number; localAddress: string; count: number; signal: AbortSignal },
  text: string,
): Promise<Tally> {
  const tally: Tally = { sent: 0, statuses: {}, slowestMs: 0 };
  const open = new Set<Socket>();
  while (!signal.aborted) {
    while (open.size < count) {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      open.add(socket);
      tally.sent += 1;
      socket.on('error', () => undefined);
      socket.once('connect', () => void (text === '' ? socket.resume() : socket.pause()).write(text));
      socket.once('close', () => {
        open.delete(socket);
        tally.statuses[0] = (tally.statuses[0] ?? 0) + 1;
      });
    }
    await delay(1_000);
  }
  for (const socket of open) socket.destroy();
  return tally;
}
