import { randomInt } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import type { Logger } from 'pino';
import { openEventStreams } from '../metrics/metrics.ts';

/**
 * Subscriptions as server-sent events, a connection each: the protocol of graphql-sse in "distinct connections" mode.
 * https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md
 */
export interface EventStreams extends Disposable {
  /** May this key have one more open? */
  hasRoom(apiKeyId: string): boolean;
  open(client: Client, results: AsyncIterable<ExecutionResult>): ReadableStream<Uint8Array>;
}

export interface Client {
  readonly apiKeyId: string;
  /** The last that it is told when its key has died. */
  readonly keyHasDied: () => ExecutionResult;
}

interface OpenStream {
  readonly apiKeyId: string;
  /** Tells why, and that there will be no more. */
  refuse(): void;
  /** Tells the client to come back. */
  interrupt(): void;
}

export interface StreamOptions {
  readonly log: Logger;
  readonly findLivingKeys: (apiKeyIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly mostPerKey?: number;
  /** Proxies cut connections on which nothing is said, mostly after a minute. */
  readonly heartbeatMs?: number;
  /** How long a revoked key goes on being answered. */
  readonly checkKeysEveryMs?: number;
}

// After a restart not everybody comes back in the same instant.
const soonestReconnectMs = 500;
const latestReconnectMs = 4_000;

/** Each stream is read as fast as its client takes it, and no faster. */
export function makeEventStreams({
  log,
  findLivingKeys,
  mostPerKey = 100,
  heartbeatMs = 15_000,
  checkKeysEveryMs = 2_000,
}: StreamOptions): EventStreams {
  const encoder = new TextEncoder();
  const streams = new Set<OpenStream>();

  async function refuseDeadKeys(): Promise<void> {
    if (streams.size === 0) return;
    const asked = new Set([...streams].map(({ apiKeyId }) => apiKeyId));
    const living = await findLivingKeys([...asked]);
    for (const stream of streams) {
      // One that was opened meanwhile has just shown its key.
      if (asked.has(stream.apiKeyId) && !living.has(stream.apiKeyId)) stream.refuse();
    }
  }
  const checking = setInterval(() => {
    refuseDeadKeys().catch((error: unknown) => log.warn({ err: error }, 'the keys of streams could not be checked'));
  }, checkKeysEveryMs);
  checking.unref();

  function open({ apiKeyId, keyHasDied }: Client, results: AsyncIterable<ExecutionResult>): ReadableStream<Uint8Array> {
    const iterator = results[Symbol.asyncIterator]();
    let close: () => void = () => undefined;
    let isClosed = false;

    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const send = (text: string) => controller.enqueue(encoder.encode(text));
          const heartbeat = setInterval(() => {
            if ((controller.desiredSize ?? 0) > 0) send(':\n\n');
          }, heartbeatMs);
          heartbeat.unref();
          const end = (text: string) => {
            close();
            send(text);
            controller.close();
          };
          const stream: OpenStream = {
            apiKeyId,
            refuse: () => end(next(keyHasDied()) + complete),
            interrupt: () => end(`retry: ${randomInt(soonestReconnectMs, latestReconnectMs)}\n\n`),
          };
          close = () => {
            // One that has ended with something unread may still be cancelled.
            if (!streams.delete(stream)) return;
            isClosed = true;
            clearInterval(heartbeat);
            openEventStreams.dec({ kind: 'subscription' });
            void iterator.return?.();
          };
          streams.add(stream);
          openEventStreams.inc({ kind: 'subscription' });
          // Something has to be sent at once: some clients take an answer for begun only then.
          send(`retry: ${latestReconnectMs}\n\n`);
        },
        async pull(controller) {
          const result = await iterator.next().catch((error: unknown) => {
            log.warn({ err: error }, 'a subscription broke off');
            return null;
          });
          if (isClosed) return;
          if (result !== null && result.done !== true) {
            controller.enqueue(encoder.encode(next(result.value)));
            return;
          }
          close();
          // Without the last word, the client comes back.
          if (result !== null) controller.enqueue(encoder.encode(complete));
          controller.close();
        },
        cancel: () => close(),
      },
      { highWaterMark: 1 },
    );
  }

  return {
    hasRoom: (apiKeyId) => [...streams].filter((stream) => stream.apiKeyId === apiKeyId).length < mostPerKey,
    open,
    [Symbol.dispose]: () => {
      clearInterval(checking);
      for (const stream of streams) stream.interrupt();
    },
  };
}

const complete = 'event: complete\ndata:\n\n';

function next({ data, errors }: ExecutionResult): string {
  // A status came with the answer's beginning, if at all.
  const shown = errors?.map((error) => ({ ...error.toJSON(), extensions: { ...error.extensions, http: undefined } }));
  return `event: next\ndata: ${JSON.stringify({ data, errors: shown })}\n\n`;
}
