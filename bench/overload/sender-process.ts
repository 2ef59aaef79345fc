import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A request, and what answers it rightly. */
export interface MixedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
}

export interface Sending {
  readonly port: number;
  readonly requests: readonly MixedRequest[];
  /** Whether or not anything is answered, from the beginning again when all were sent; `null`: each once, as they are answered. */
  readonly rate: { readonly perSecond: number; readonly seconds: number } | null;
  readonly connections: number;
}

/** What became of the requests. */
export interface Sent {
  readonly requests: number;
  readonly seconds: number;
  /** Answered as wanted within a second of the instant at which they were to be sent. */
  readonly good: number;
  readonly late: number;
  /** 429 or 503, with `Retry-After`. */
  readonly turnedAway: number;
  /** Everything else, such as `500` or `reset`, and how often. */
  readonly others: Readonly<Record<string, number>>;
  /** Of the good ones. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Sender extends AsyncDisposable {
  readonly pid: number;
  send(sending: Sending): Promise<Sent>;
}

/** A process that sends requests, so that a service that is slow makes it no slower. */
export function startSender(): Sender {
  const child = fork(path.join(import.meta.dirname, 'send.ts'));
  const exited = once(child, 'exit');
  return {
    pid: child.pid!,
    send: (sending) =>
      new Promise((resolve, reject) => {
        child.once('message', (sent) => resolve(sent as Sent));
        void exited.then(() => reject(new Error('The sender of requests has ended.')));
        child.send(sending);
      }),
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}
