import createClient, { type Client } from 'openapi-fetch';
import { eachItem } from './each-item.ts';
import { orThrow } from './problem-error.ts';
import { sendSafely } from './send-safely.ts';
import type { components, paths } from './v1.ts';

export { orThrow, ProblemError } from './problem-error.ts';
export { verifyWebhook, type WebhookEvent, type WebhookHeaders, WebhookVerificationError } from './verify-webhook.ts';

type Schemas = components['schemas'];
export type Auction = Schemas['Auction'];
export type Bid = Schemas['Bid'];
export type Problem = Schemas['Problem'];
export type ProblemCode = Schemas['ProblemCode'];

type QueryOf<Path extends '/v1/auctions' | '/v1/bids'> = Omit<
  NonNullable<paths[Path]['get']['parameters']['query']>,
  'offset'
>;

export interface AuctionClientOptions {
  /** The address of the service, such as `https://auctions.example`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** How often a request is sent again, at most, before its answer is taken as it is; 4 by default. */
  readonly retries?: number;
  /** In place of the platform's own. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The seven operations as `GET`, `POST`, `PATCH` and `DELETE`, which answer `{ data, error, response }`, and the whole lists. */
export interface AuctionClient extends Pick<Client<paths>, 'GET' | 'POST' | 'PATCH' | 'DELETE'> {
  /** Every auction, newest first, however many pages that takes. Throws a `ProblemError`. */
  eachAuction(query?: QueryOf<'/v1/auctions'>): AsyncGenerator<Auction, void>;
  /** Every bid, newest first, however many pages that takes. Throws a `ProblemError`. */
  eachBid(query?: QueryOf<'/v1/bids'>): AsyncGenerator<Bid, void>;
}

/**
 * A client of `/v1`. Each POST, PATCH and DELETE gets an `Idempotency-Key` of its own unless it brings one, and is sent
 * again with that key where its answer is lost or says to come back later: it is done once.
 *
 * An API key is a secret: use this in a browser only where its user may have the key.
 */
export function createAuctionClient({ baseUrl, apiKey, retries = 4, fetch }: AuctionClientOptions): AuctionClient {
  const client = createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    fetch: sendSafely(fetch ?? ((request) => globalThis.fetch(request)), retries),
  });
  return {
    GET: client.GET,
    POST: client.POST,
    PATCH: client.PATCH,
    DELETE: client.DELETE,
    eachAuction: (query = {}) =>
      eachItem(async (offset) => {
        const result = await client.GET('/v1/auctions', { params: { query: { ...query, offset } } });
        return { items: orThrow(result).auctions, link: result.response.headers.get('link') };
      }, 'auctionId'),
    eachBid: (query = {}) =>
      eachItem(async (offset) => {
        const result = await client.GET('/v1/bids', { params: { query: { ...query, offset } } });
        return { items: orThrow(result).bids, link: result.response.headers.get('link') };
      }, 'bidId'),
  };
}
