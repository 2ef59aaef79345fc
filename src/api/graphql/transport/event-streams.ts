import { randomInt } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import type { Logger } from 'pino';
import { openEventStreams } from '../../../platform/metrics/metrics.ts';

interface Client {
  readonly apiKeyId: string;
  /** Streams are counted by it: the key, or the address of somebody with a public key. */
  readonly owner: string;
  /** Makes the last message after its key was revoked or has expired. */
  readonly keyHasDied: () => ExecutionResult;
}

interface OpenStream extends Pick<Client, 'apiKeyId' | 'owner'> {
  /** Sends the reason and the end of the stream. */
  refuse(): void;
  /** Ends the stream so that the client reconnects. */
  interrupt(): void;
}

export interface StreamOptions {
  readonly log: Logger;
  readonly findActiveKeys: (apiKeyIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The interval of heartbeats: proxies cut idle connections, mostly after a minute. */
  readonly heartbeatMs?: number;
  /** The maximum time for which a revoked key still gets events. */
  readonly checkKeysEveryMs?: number;
}

// After a restart clients reconnect at different instants.
const soonestReconnectMs = 500;
const latestReconnectMs = 4_000;

/**
 * Serves subscriptions as server-sent events, one connection each: the protocol of graphql-sse in "distinct
 * connections" mode. https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md
 * Each stream is read as fast as its client reads, and no faster.
 */
export function makeEventStreams({ log, findActiveKeys, heartbeatMs = 15_000, checkKeysEveryMs = 900 }: StreamOptions) {
  const encoder = new TextEncoder();
  const streams = new Set<OpenStream>();

  async function refuseDeadKeys(): Promise<void> {
    if (streams.size === 0) return;
    const checked = new Set([...streams].map(({ apiKeyId }) => apiKeyId));
    const active = await findActiveKeys([...checked]);
    for (const stream of streams) {
      // A stream that was opened during the check has just proved its key.
      if (checked.has(stream.apiKeyId) && !active.has(stream.apiKeyId)) stream.refuse();
    }
  }
  const checking = setInterval(() => {
    refuseDeadKeys().catch((error: unknown) =>
      log.warn({ err: error }, 'The keys of event streams could not be checked.'),
    );
  }, checkKeysEveryMs);
  checking.unref();

  function open(
    { apiKeyId, owner, keyHasDied }: Client,
    results: AsyncIterable<ExecutionResult>,
  ): ReadableStream<Uint8Array> {
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
            owner,
            refuse: () => end(next(keyHasDied()) + complete),
            interrupt: () => end(`retry: ${randomInt(soonestReconnectMs, latestReconnectMs)}\n\n`),
          };
          close = () => {
            // An ended stream with unread events may still be cancelled.
            if (!streams.delete(stream)) return;
            isClosed = true;
            clearInterval(heartbeat);
            openEventStreams.dec({ kind: 'subscription' });
            void iterator.return?.();
          };
          streams.add(stream);
          openEventStreams.inc({ kind: 'subscription' });
          // The first bytes are sent at once: some clients treat the answer as begun only then.
          send(`retry: ${latestReconnectMs}\n\n`);
        },
        async pull(controller) {
          const result = await iterator.next().catch((error: unknown) => {
            log.warn({ err: error }, 'A subscription failed.');
            return null;
          });
          if (isClosed) return;
          if (result !== null && result.done !== true) {
            controller.enqueue(encoder.encode(next(result.value)));
            return;
          }
          close();
          // Without `complete` the client reconnects.
          if (result !== null) controller.enqueue(encoder.encode(complete));
          controller.close();
        },
        cancel: () => close(),
      },
      { highWaterMark: 1 },
    );
  }

  return {
    /** Checks whether the owner may open one more stream. */
    hasRoom: (owner: string, most: number) => [...streams].filter((stream) => stream.owner === owner).length < most,
    open,
    [Symbol.dispose]: () => {
      clearInterval(checking);
      for (const stream of streams) stream.interrupt();
    },
  };
}

const complete = 'event: complete\ndata:\n\n';

/** Returns a whole stream of one result. */
export function streamOf(result: ExecutionResult): string {
  return next(result) + complete;
}

function next({ data, errors }: ExecutionResult): string {
  // The HTTP status was sent at the beginning, if at all.
  const shown = errors?.map((error) => ({ ...error.toJSON(), extensions: { ...error.extensions, http: undefined } }));
  return `event: next\ndata: ${JSON.stringify({ data, errors: shown })}\n\n`;
}
