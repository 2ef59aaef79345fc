import { errorOf } from './errors.ts';
import { sendSafely } from './send-safely.ts';

export interface AuctionClientOptions {
  /** The address of the service, such as `https://auctions.example`. */
  readonly baseUrl: string;
  /** A secret that begins with `auc_`. */
  readonly apiKey: string;
  /** How often a request is sent again at most; 4 by default. */
  readonly retries?: number;
  /** How long an attempt may take, its answer included, in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** In place of the platform's own. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** How a change is sent. */
export interface Change {
  /** The change is done once under this key, such as the number of an order; a random one by default. */
  readonly idempotencyKey?: string;
  /** The `etag` that the auction must still have. */
  readonly ifMatch?: string;
  /** Ends the request early. The change may be done all the same. */
  readonly signal?: AbortSignal;
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The `offset` of the next page; `null` on the last one. */
  readonly nextOffset: number | null;
}

type Query = object & { readonly signal?: AbortSignal; readonly limit?: number; readonly offset?: number };
type Body<Key extends string, Value> = { readonly [K in Key]: Value };

interface Answer<Key extends string, Value> {
  readonly body: Body<Key, Value>;
  readonly headers: Headers;
}

/** Sends the requests of a client and reads their answers. */
export class Sender {
  readonly #baseUrl: string;
  readonly #authorization: string;
  readonly #send: (request: Request) => Promise<Response>;

  constructor({ baseUrl, apiKey, retries = 4, timeoutMs = 30_000, fetch }: AuctionClientOptions) {
    const key = apiKey.trim();
    // Without the key itself: an error message may be logged.
    if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('apiKey is empty, or has characters that no API key has.');
    if (!/^https?:/.test(new URL(baseUrl).protocol)) throw new TypeError('baseUrl must begin with http: or https:.');
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#authorization = `Bearer ${key}`;
    this.#send = sendSafely(fetch ?? ((request) => globalThis.fetch(request)), { retries, timeoutMs });
  }

  async read<Key extends string, Value>(path: string, { signal, ...query }: Query): Promise<Answer<Key, Value>> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return await this.#ask('GET', search === '' ? path : `${path}?${search}`, undefined, {}, signal);
  }

  async change<Key extends string, Value>(
    method: string,
    path: string,
    body: unknown,
    { idempotencyKey = crypto.randomUUID(), ifMatch, signal }: Change,
  ): Promise<Answer<Key, Value>> {
    const headers = { 'idempotency-key': idempotencyKey, ...(ifMatch !== undefined && { 'if-match': ifMatch }) };
    return await this.#ask(method, path, body, headers, signal);
  }

  /** @returns the body of the answer, which has the errors of the document itself */
  async postGraphql(
    body: object,
    { idempotencyKey = crypto.randomUUID(), signal }: Omit<Change, 'ifMatch'>,
  ): Promise<unknown> {
    const headers = { 'idempotency-key': idempotencyKey };
    const answer = await this.#send(this.#requestOf('POST', '/graphql', body, headers, signal));
    if (!/^application\/(graphql-response\+)?json\b/.test(answer.headers.get('content-type') ?? ''))
      throw await errorOf(answer);
    return await answer.json();
  }

  async list<Item>(path: string, name: string, query: Query): Promise<Page<Item>> {
    const { body, headers } = await this.read<string, readonly Item[]>(path, query);
    return { items: body[name]!, nextOffset: offsetOfNext(headers.get('link')) };
  }

  /**
   * Yields every item of a list. A list moves while it is read: new items come first, and items that are changed may
   * leave. So each page begins with the last item of the page before. If it does not, items have left, and the pages
   * before are read again.
   */
  async *each<Item>(path: string, name: string, id: keyof Item, query: Query): AsyncGenerator<Item, void> {
    const limit = Math.max(2, query.limit ?? 100);
    const seen = new Set<unknown>();
    for (let offset = 0; ;) {
      const page: Page<Item> = await this.list<Item>(path, name, { ...query, limit, offset });
      const [first] = page.items;
      if (offset > 0 && (first == null || !seen.has(first[id]))) {
        offset = Math.max(0, offset - limit);
        continue;
      }
      for (const item of page.items) {
        if (seen.has(item[id])) continue;
        seen.add(item[id]);
        yield item;
      }
      if (page.nextOffset === null) return;
      offset += page.items.length - 1;
    }
  }

  async #ask<Key extends string, Value>(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<Answer<Key, Value>> {
    const answer = await this.#send(this.#requestOf(method, path, body, headers, signal));
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    if (!answer.ok || !isJson) throw await errorOf(answer);
    return { body: (await answer.json()) as Body<Key, Value>, headers: answer.headers };
  }

  #requestOf(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Request {
    return new Request(this.#baseUrl + path, {
      method,
      headers: {
        authorization: this.#authorization,
        accept: 'application/graphql-response+json, application/json, application/problem+json',
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
      // A redirect could send the key to another host.
      redirect: 'manual',
    });
  }
}

/** Only the offset: the link names the service by its public address, which need not be the one that is asked here. */
function offsetOfNext(link: string | null): number | null {
  const next = /<([^>]+)>; *rel="next"/.exec(link ?? '')?.[1];
  return next === undefined ? null : Number(new URL(next).searchParams.get('offset'));
}
