import type { components, operations } from '../v1.d.ts';
import { type GraphqlDocument, graphqlText, readGraphqlAnswer } from './graphql.ts';
import { type AuctionClientOptions, type Change, type Page, Sender } from './sender.ts';

type Schemas = components['schemas'];
export type Auction = Schemas['Auction'];
export type AuctionWithoutBids = Schemas['AuctionWithoutBids'];
export type Bid = Schemas['Bid'];

type BodyOf<Name extends 'createAuction' | 'updateAuction'> =
  operations[Name]['requestBody']['content']['application/json'];
type QueryOf<Name extends 'listAuctions' | 'getAuction' | 'listBids'> = NonNullable<
  operations[Name]['parameters']['query']
>;

/** Ends a request early. */
interface Reading {
  readonly signal?: AbortSignal;
}

/** An auction, and the tag of this state of it. */
export interface TaggedAuction {
  readonly auction: AuctionWithoutBids;
  /** Pass it as `ifMatch`, to change the auction only while it is as you have read it. */
  readonly etag: string;
}

/**
 * A client of the auction service: the seven operations of `/v1`, whole lists, and GraphQL.
 *
 * A request whose answer is lost, or is 429, 502, 503, 504 or 409 `idempotency_key_in_use`, is sent again. A change gets
 * an `Idempotency-Key` and keeps it, so that it is done once.
 *
 * Each method throws a `ProblemError` if the service refuses the request, an `UnexpectedAnswerError` if a proxy answers,
 * and the error of `fetch` if no answer comes.
 *
 * An API key is a secret: use this in a browser only where its user may have the key.
 */
export class AuctionClient {
  readonly auctions: Auctions;
  readonly bids: Bids;
  readonly #sender: Sender;

  /** @throws TypeError if `apiKey` or `baseUrl` cannot be one */
  constructor(options: AuctionClientOptions) {
    this.#sender = new Sender(options);
    this.auctions = new Auctions(this.#sender);
    this.bids = new Bids(this.#sender);
  }

  /**
   * Runs a GraphQL document: a text, or a typed document of the codegen client preset, gql.tada or Apollo.
   *
   * @returns the data
   * @throws GraphqlError if the answer has errors, also beside data
   */
  async graphql<Result = Record<string, unknown>, Variables = Record<string, unknown>>(
    document: GraphqlDocument<Result, Variables> | string,
    variables?: Variables,
    change: Omit<Change, 'ifMatch'> = {},
  ): Promise<Result> {
    const body = { query: graphqlText(document), variables };
    return readGraphqlAnswer(await this.#sender.postGraphql(body, change)) as Result;
  }
}

class Auctions {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  async create(auction: BodyOf<'createAuction'>, change: Omit<Change, 'ifMatch'> = {}): Promise<AuctionWithoutBids> {
    const { body } = await this.#sender.change<'auction', AuctionWithoutBids>('POST', '/v1/auctions', auction, change);
    return body.auction;
  }

  /** Reads an auction, and its `bids` with `includeBids: true`. */
  async get(auctionId: string, query: QueryOf<'getAuction'> & Reading = {}): Promise<Auction> {
    const { body } = await this.#sender.read<'auction', Auction>(auctionPath(auctionId), query);
    return body.auction;
  }

  async getTagged(auctionId: string, reading: Reading = {}): Promise<TaggedAuction> {
    const { body, headers } = await this.#sender.read<'auction', AuctionWithoutBids>(auctionPath(auctionId), reading);
    return { auction: body.auction, etag: headers.get('etag') ?? '' };
  }

  /** Changes the fields that `changes` has. With `ifMatch`, an auction that has changed since throws `precondition_failed`. */
  async update(auctionId: string, changes: BodyOf<'updateAuction'>, change: Change = {}): Promise<AuctionWithoutBids> {
    const path = auctionPath(auctionId);
    const { body } = await this.#sender.change<'auction', AuctionWithoutBids>('PATCH', path, changes, change);
    return body.auction;
  }

  /** Cancels an auction for good, without a winner. */
  async cancel(auctionId: string, change: Change = {}): Promise<void> {
    await this.#sender.change('DELETE', auctionPath(auctionId), undefined, change);
  }

  /** Reads one page, newest first. */
  list(query: QueryOf<'listAuctions'> & Reading = {}): Promise<Page<Auction>> {
    return this.#sender.list('/v1/auctions', 'auctions', query);
  }

  /** Yields every auction, newest first, however many pages that takes. You may change auctions meanwhile. */
  each(query: Omit<QueryOf<'listAuctions'>, 'offset'> & Reading = {}): AsyncGenerator<Auction, void> {
    return this.#sender.each<Auction>('/v1/auctions', 'auctions', 'auctionId', query);
  }
}

class Bids {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  async get(bidId: string, reading: Reading = {}): Promise<Bid> {
    const { body } = await this.#sender.read<'bid', Bid>(`/v1/bids/${encodeURIComponent(bidId)}`, reading);
    return body.bid;
  }

  /** Reads one page, newest first. */
  list(query: QueryOf<'listBids'> & Reading = {}): Promise<Page<Bid>> {
    return this.#sender.list('/v1/bids', 'bids', query);
  }

  /** Yields every bid, newest first, however many pages that takes. */
  each(query: Omit<QueryOf<'listBids'>, 'offset'> & Reading = {}): AsyncGenerator<Bid, void> {
    return this.#sender.each<Bid>('/v1/bids', 'bids', 'bidId', query);
  }
}

function auctionPath(auctionId: string): string {
  return `/v1/auctions/${encodeURIComponent(auctionId)}`;
}
