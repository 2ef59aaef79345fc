import type { components, operations } from '../v1.d.ts';
import { type GraphqlDocument } from './graphql.ts';
import { type AuctionClientOptions, type Change, type Page, Sender } from './sender.ts';
type Schemas = components['schemas'];
export type Auction = Schemas['Auction'];
export type AuctionWithoutBids = Schemas['AuctionWithoutBids'];
export type Bid = Schemas['Bid'];
type BodyOf<Name extends 'createAuction' | 'updateAuction'> = operations[Name]['requestBody']['content']['application/json'];
type QueryOf<Name extends 'listAuctions' | 'getAuction' | 'listBids'> = NonNullable<operations[Name]['parameters']['query']>;
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
export declare class AuctionClient {
    #private;
    readonly auctions: Auctions;
    readonly bids: Bids;
    /** @throws TypeError if `apiKey` or `baseUrl` cannot be one */
    constructor(options: AuctionClientOptions);
    /**
     * Runs a GraphQL document: a text, or a typed document of the codegen client preset, gql.tada or Apollo.
     *
     * @returns the data
     * @throws GraphqlError if the answer has errors, also beside data
     */
    graphql<Result = Record<string, unknown>, Variables = Record<string, unknown>>(document: GraphqlDocument<Result, Variables> | string, variables?: Variables, change?: Omit<Change, 'ifMatch'>): Promise<Result>;
}
declare class Auctions {
    #private;
    constructor(sender: Sender);
    create(auction: BodyOf<'createAuction'>, change?: Omit<Change, 'ifMatch'>): Promise<AuctionWithoutBids>;
    /** Reads an auction, and its `bids` with `includeBids: true`. */
    get(auctionId: string, query?: QueryOf<'getAuction'> & Reading): Promise<Auction>;
    getTagged(auctionId: string, reading?: Reading): Promise<TaggedAuction>;
    /** Changes the fields that `changes` has. With `ifMatch`, an auction that has changed since throws `precondition_failed`. */
    update(auctionId: string, changes: BodyOf<'updateAuction'>, change?: Change): Promise<AuctionWithoutBids>;
    /** Cancels an auction for good, without a winner. */
    cancel(auctionId: string, change?: Change): Promise<void>;
    /** Reads one page, newest first. */
    list(query?: QueryOf<'listAuctions'> & Reading): Promise<Page<Auction>>;
    /** Yields every auction, newest first, however many pages that takes. You may change auctions meanwhile. */
    each(query?: Omit<QueryOf<'listAuctions'>, 'offset'> & Reading): AsyncGenerator<Auction, void>;
}
declare class Bids {
    #private;
    constructor(sender: Sender);
    get(bidId: string, reading?: Reading): Promise<Bid>;
    /** Reads one page, newest first. */
    list(query?: QueryOf<'listBids'> & Reading): Promise<Page<Bid>>;
    /** Yields every bid, newest first, however many pages that takes. */
    each(query?: Omit<QueryOf<'listBids'>, 'offset'> & Reading): AsyncGenerator<Bid, void>;
}
export {};
