import { graphqlText, readGraphqlAnswer } from './graphql.js';
import { Sender } from './sender.js';
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
    auctions;
    bids;
    #sender;
    /** @throws TypeError if `apiKey` or `baseUrl` cannot be one */
    constructor(options) {
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
    async graphql(document, variables, change = {}) {
        const body = { query: graphqlText(document), variables };
        return readGraphqlAnswer(await this.#sender.postGraphql(body, change));
    }
}
class Auctions {
    #sender;
    constructor(sender) {
        this.#sender = sender;
    }
    async create(auction, change = {}) {
        const { body } = await this.#sender.change('POST', '/v1/auctions', auction, change);
        return body.auction;
    }
    /** Reads an auction, and its `bids` with `includeBids: true`. */
    async get(auctionId, query = {}) {
        const { body } = await this.#sender.read(auctionPath(auctionId), query);
        return body.auction;
    }
    async getTagged(auctionId, reading = {}) {
        const { body, headers } = await this.#sender.read(auctionPath(auctionId), reading);
        return { auction: body.auction, etag: headers.get('etag') ?? '' };
    }
    /** Changes the fields that `changes` has. With `ifMatch`, an auction that has changed since throws `precondition_failed`. */
    async update(auctionId, changes, change = {}) {
        const path = auctionPath(auctionId);
        const { body } = await this.#sender.change('PATCH', path, changes, change);
        return body.auction;
    }
    /** Cancels an auction for good, without a winner. */
    async cancel(auctionId, change = {}) {
        await this.#sender.change('DELETE', auctionPath(auctionId), undefined, change);
    }
    /** Reads one page, newest first. */
    list(query = {}) {
        return this.#sender.list('/v1/auctions', 'auctions', query);
    }
    /** Yields every auction, newest first, however many pages that takes. You may change auctions meanwhile. */
    each(query = {}) {
        return this.#sender.each('/v1/auctions', 'auctions', 'auctionId', query);
    }
}
class Bids {
    #sender;
    constructor(sender) {
        this.#sender = sender;
    }
    async get(bidId, reading = {}) {
        const { body } = await this.#sender.read(`/v1/bids/${encodeURIComponent(bidId)}`, reading);
        return body.bid;
    }
    /** Reads one page, newest first. */
    list(query = {}) {
        return this.#sender.list('/v1/bids', 'bids', query);
    }
    /** Yields every bid, newest first, however many pages that takes. */
    each(query = {}) {
        return this.#sender.each('/v1/bids', 'bids', 'bidId', query);
    }
}
function auctionPath(auctionId) {
    return `/v1/auctions/${encodeURIComponent(auctionId)}`;
}
