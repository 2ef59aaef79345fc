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
type Query = object & {
    readonly signal?: AbortSignal;
    readonly limit?: number;
    readonly offset?: number;
};
type Body<Key extends string, Value> = {
    readonly [K in Key]: Value;
};
interface Answer<Key extends string, Value> {
    readonly body: Body<Key, Value>;
    readonly headers: Headers;
}
/** Sends the requests of a client and reads their answers. */
export declare class Sender {
    #private;
    constructor({ baseUrl, apiKey, retries, timeoutMs, fetch }: AuctionClientOptions);
    read<Key extends string, Value>(path: string, { signal, ...query }: Query): Promise<Answer<Key, Value>>;
    change<Key extends string, Value>(method: string, path: string, body: unknown, { idempotencyKey, ifMatch, signal }: Change): Promise<Answer<Key, Value>>;
    /** @returns the body of the answer, which has the errors of the document itself */
    postGraphql(body: object, { idempotencyKey, signal }: Omit<Change, 'ifMatch'>): Promise<unknown>;
    list<Item>(path: string, name: string, query: Query): Promise<Page<Item>>;
    /**
     * Yields every item of a list. A list moves while it is read: new items come first, and items that are changed may
     * leave. So each page begins with the last item of the page before. If it does not, items have left, and the pages
     * before are read again.
     */
    each<Item>(path: string, name: string, id: keyof Item, query: Query): AsyncGenerator<Item, void>;
}
export {};
