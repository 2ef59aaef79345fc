import { createApp } from '../../src/operations/start/app.ts';
import { makeLive } from '../../src/platform/live/live.ts';
import { readBlocks } from '../support/read-blocks.ts';
import type { Service } from '../support/service.ts';

/** A subscription as a client reads it. */
export interface Subscription extends AsyncDisposable {
  readonly answer: Response;
  /** The next block of the stream, comments included; `null` at its end. */
  nextBlock(): Promise<string | null>;
  /** The next result: what stands behind `event: next`. */
  nextResult(): Promise<any>;
  /** What the field of the next result holds; fails where there are errors. */
  next(): Promise<any>;
  /** What comes until the stream ends. */
  rest(): Promise<string[]>;
}

/** Another process of the service, on the same database: an app with its own connection for what changes. */
export interface OtherProcess extends AsyncDisposable {
  subscribe(key: string | null, query: string, variables?: object, init?: SubscribeOptions): Promise<Subscription>;
  stop(): Promise<void>;
}

export interface SubscribeOptions {
  method?: 'GET' | 'POST';
  accept?: string;
}

export function startProcess(service: Service): OtherProcess {
  const live = makeLive({ db: service.db, log: service.deps.log });
  const app = createApp({ ...service.deps, live });
  return {
    async subscribe(key, query, variables = {}, { method = 'POST', accept = 'text/event-stream' } = {}) {
      const url = new URL('http://localhost/graphql');
      const headers = { accept, ...(key !== null && { authorization: `Bearer ${key}` }) };
      if (method === 'GET') {
        url.searchParams.set('query', query);
        url.searchParams.set('variables', JSON.stringify(variables));
      }
      const post = {
        body: JSON.stringify({ query, variables }),
        headers: { ...headers, 'content-type': 'application/json' },
      };
      const request = new Request(url, { method, headers, ...(method === 'POST' && post) });
      return readSubscription(await app.fetch(request));
    },
    stop: async () => app[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await live[Symbol.asyncDispose]();
    },
  };
}

export function readSubscription(answer: Response): Subscription {
  const { nextBlock, cancel } = readBlocks(answer);
  async function nextResult(): Promise<any> {
    for (;;) {
      const block = await nextBlock();
      if (block === null) throw new Error('The stream has ended.');
      if (block.startsWith('event: next\ndata: ')) return JSON.parse(block.slice('event: next\ndata: '.length));
    }
  }
  return {
    answer,
    nextBlock,
    nextResult,
    async next() {
      const { data, errors } = await nextResult();
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return Object.values(data)[0];
    },
    async rest() {
      const blocks: string[] = [];
      for (let block = await nextBlock(); block !== null; block = await nextBlock()) blocks.push(block);
      return blocks;
    },
    [Symbol.asyncDispose]: cancel,
  };
}
