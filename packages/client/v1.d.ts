// Generated from docs/openapi.json by `npm run print:schema`.

export interface paths {
    "/v1/auctions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List auctions
         * @description Lists your auctions, newest first.
         *
         *     The key needs the scope `auctions:read`, and `bids:read` where `includeBids` is `true`.
         */
        get: operations["listAuctions"];
        put?: never;
        /**
         * Create an auction
         * @description Creates an `upcoming` auction. Share its `auctionUrl` with bidders.
         *
         *     The key needs the scope `auctions:write`.
         */
        post: operations["createAuction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auctions/{auctionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an auction
         * @description Reads one of your auctions.
         *
         *     The key needs the scope `auctions:read`, and `bids:read` where `includeBids` is `true`.
         */
        get: operations["getAuction"];
        put?: never;
        post?: never;
        /**
         * Cancel an auction
         * @description Cancels an `upcoming` or `ongoing` auction permanently: it completes without a winner, every authorization is released, no funds are captured, and bidders get no message.
         *
         *     The key needs the scope `auctions:write`.
         */
        delete: operations["cancelAuction"];
        options?: never;
        head?: never;
        /**
         * Update an auction
         * @description Changes an `upcoming` auction, or the title, minimum bid and reference of an `ongoing` one: all named fields or none. A raised minimum applies to later bids only.
         *
         *     The key needs the scope `auctions:write`.
         */
        patch: operations["updateAuction"];
        trace?: never;
    };
    "/v1/bids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bids
         * @description Lists the bids on your auctions, newest first. Filters may be combined.
         *
         *     The key needs the scope `bids:read`.
         */
        get: operations["listBids"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bids/{bidId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a bid
         * @description Reads one bid on one of your auctions.
         *
         *     The key needs the scope `bids:read`.
         */
        get: operations["getBid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    auction_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An auction is created
         * @description You have created an auction.
         */
        post: operations["auction_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    auction_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An auction is changed
         * @description You have changed an auction: its title, reference, minimum bid, bidding period or rules. None where nothing has changed.
         */
        post: operations["auction_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    auction_started: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An auction has started
         * @description The bidding period of an auction has begun.
         */
        post: operations["auction_started"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    auction_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An auction is completed
         * @description An auction has ended and its result is final; the payload has `winningBid`, null without a winner. A cancelled auction gets `auction_cancelled` instead.
         */
        post: operations["auction_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    auction_cancelled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An auction is cancelled
         * @description You have cancelled an auction.
         */
        post: operations["auction_cancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    auction_extended: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An auction is extended
         * @description A bid that took the lead shortly before the end has moved the end of an auction with a soft close. The payload has the new end.
         */
        post: operations["auction_extended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    bid_placed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A bid is placed
         * @description A bid was placed, and its amount is held on the card of the bidder. The payload has `transcript`, the head of the transcript with this bid.
         */
        post: operations["bid_placed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    first_bid_placed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The first bid is placed
         * @description An auction has its first bid; the payload is that bid. It follows from `bid_placed`.
         */
        post: operations["first_bid_placed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    bid_outbid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A bid is outbid
         * @description Another bidder has bid more than the leading bid. The payload is the bid that led until then.
         */
        post: operations["bid_outbid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    bid_won: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A bid has won
         * @description The funds of a bid were captured: its bidder has won. The payload has the `winnerReference`, by which you know the winner.
         */
        post: operations["bid_won"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    bid_lost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A bid has not won
         * @description An auction is completed, and this bidder has not won; the payload is the highest bid of the bidder. Its hold is released. None for a cancelled auction.
         */
        post: operations["bid_lost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    hold_at_risk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A hold is at risk
         * @description The hold of a bid lapses before its auction is settled, and is not renewed: its card or bank refuses, or five bids rank higher. The bidder takes part by bidding again.
         */
        post: operations["hold_at_risk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    capture_failed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A capture failed
         * @description The funds of a bid were definitely not captured; the payload has the `reason`. The settlement tries the next highest bid.
         */
        post: operations["capture_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    payment_refunded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment is refunded
         * @description Captured funds were refunded at the payment provider, wholly or in part, or a refund has failed. The auction and its winner stay as they are; the payload has `payment`, what is left.
         */
        post: operations["payment_refunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    payment_disputed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment is disputed
         * @description The cardholder has disputed captured funds, or such a dispute was won or lost. The auction and its winner stay as they are; the payload has `payment`, what is left.
         */
        post: operations["payment_disputed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    delivery_details_given: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A winner has given delivery details
         * @description The winner of an auction has given, on its page, the name, telephone number and address that your profile asks for, or has changed them. The payload has `delivery`.
         */
        post: operations["delivery_details_given"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    item_shipped: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An item is shipped
         * @description You have recorded how the item of a sale was sent, or have corrected it. The payload is the winning bid, with `shipment`.
         */
        post: operations["item_shipped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    endpoint_disabled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An endpoint is disabled
         * @description A webhook endpoint of yours has answered 410, or has failed for three days, and gets no more events.
         */
        post: operations["endpoint_disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    api_key_issued: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A key is issued
         * @description One of your keys has issued another one, or has replaced one. The payload is the stored part of the new key. Revoke the key that issued it if nobody of yours did.
         */
        post: operations["api_key_issued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    seller_email_given: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An address for messages waits for its confirmation
         * @description Your profile names another address for your messages, or `sendEmailConfirmation` was called. The payload is the address. Change it back if nobody of yours did that.
         */
        post: operations["seller_email_given"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test
         * @description Sent by hand to try an endpoint out; cannot be subscribed to.
         */
        post: operations["test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: uuid
         * @description A UUID (RFC 9562), `01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11`.
         */
        UUID: string;
        /**
         * Format: date-time
         * @description An instant: ISO 8601 in UTC with milliseconds and a numeric offset, `2026-11-21T05:11:38.287+00:00`. As input, any offset will do, and `Z`.
         */
        DateTime: string;
        /**
         * @description The type of an auction.
         *
         *     - `asynchronous`: Bidders bid whenever they like during the bidding period.
         *     - `repeated`: Reserved for the future; refused on write.
         * @enum {string}
         */
        AuctionType: "asynchronous" | "repeated";
        /**
         * @description The status of an auction, by the service's clock.
         *
         *     - `upcoming`: The bidding period has not begun.
         *     - `ongoing`: The bidding period has begun and the result is not yet final.
         *     - `completed`: Final: sold, unsold or cancelled.
         * @enum {string}
         */
        AuctionStatus: "upcoming" | "ongoing" | "completed";
        /** @description A bid, placed by a bidder on the auction page and backed by a card authorization. Bids are only read here: no operation places, changes or retracts one. */
        Bid: {
            /** @description Unique identifier. */
            bidId: components["schemas"]["UUID"];
            /** @description The bidder, in words shared by the service and the seller: the bidder's e-mail address, or the internal identifier that the auction URL carried as its `bidderId` query parameter. */
            bidderId: string;
            /** @description When the bid was placed and the payment authorized. */
            placedAt: components["schemas"]["DateTime"];
            /**
             * Format: int32
             * @description Gross value of the bid in USD cents, backed by a payment authorization.
             */
            bidValueInCents: number;
            /** @description The auction the bid belongs to. */
            auctionId: components["schemas"]["UUID"];
            /** @description True only for the winning bid once the auction is `completed`. While the auction is `ongoing` it is false for every bid, the highest included. */
            isWinningBid: boolean;
        };
        /** @description A timed auction of one item. */
        Auction: {
            /** @description Unique identifier. */
            auctionId: components["schemas"]["UUID"];
            /** @description Creation time. */
            createdAt: components["schemas"]["DateTime"];
            /** @description Start of the bidding period: the first instant at which a bid is accepted. */
            biddingPeriodStartsAt: components["schemas"]["DateTime"];
            /** @description End of the bidding period: the first instant at which no bid is accepted any more. */
            biddingPeriodEndsAt: components["schemas"]["DateTime"];
            /** @description The type of the auction. */
            type: components["schemas"]["AuctionType"];
            /**
             * Format: int32
             * @description Minimum bid in USD cents.
             */
            minimumBidValueInCents: number;
            /** @description Title set by the seller. */
            title: string;
            /** @description The status of the auction. */
            status: components["schemas"]["AuctionStatus"];
            /**
             * Format: uri
             * @description The page where bidders place bids: share it. Add `?bidderId=…` to name a bidder yourself.
             */
            auctionUrl: string;
            /** @description Every bid on the auction, not sorted in any particular order. Present only with `includeBids=true`. */
            bids?: components["schemas"]["Bid"][];
        };
        /** @description A timed auction of one item, without its bids. */
        AuctionWithoutBids: {
            /** @description Unique identifier. */
            auctionId: components["schemas"]["UUID"];
            /** @description Creation time. */
            createdAt: components["schemas"]["DateTime"];
            /** @description Start of the bidding period: the first instant at which a bid is accepted. */
            biddingPeriodStartsAt: components["schemas"]["DateTime"];
            /** @description End of the bidding period: the first instant at which no bid is accepted any more. */
            biddingPeriodEndsAt: components["schemas"]["DateTime"];
            /** @description The type of the auction. */
            type: components["schemas"]["AuctionType"];
            /**
             * Format: int32
             * @description Minimum bid in USD cents.
             */
            minimumBidValueInCents: number;
            /** @description Title set by the seller. */
            title: string;
            /** @description The status of the auction. */
            status: components["schemas"]["AuctionStatus"];
            /**
             * Format: uri
             * @description The page where bidders place bids: share it. Add `?bidderId=…` to name a bidder yourself.
             */
            auctionUrl: string;
        };
        CreateAuction: {
            /** @description The period in which bids are accepted. The start lies at least 1 minute in the future when the request is processed; the period lasts 1 hour to 7 days. */
            biddingPeriod: {
                /**
                 * Format: int64
                 * @description Start of the bidding period. An instant as whole seconds since 1970-01-01T00:00:00Z, also beyond 2038.
                 */
                startTimestamp: number;
                /**
                 * Format: int64
                 * @description End of the bidding period. An instant as whole seconds since 1970-01-01T00:00:00Z, also beyond 2038.
                 */
                endTimestamp: number;
            };
            /** @description 3 to 150 characters (Unicode code points), kept as sent; not blank, and without control characters. */
            title: string;
            /** @description Minimum bid in USD cents, 0 (not recommended) to 49999999. Default: `0`. */
            minimumBidValueInCents?: number;
            /**
             * @description Only `asynchronous` is supported. Default: `asynchronous`.
             * @enum {string}
             */
            type?: "asynchronous";
        };
        UpdateAuction: {
            /** @description 3 to 150 characters (Unicode code points), kept as sent; not blank, and without control characters. */
            title?: string;
            /** @description Minimum bid in USD cents, 0 to 49999999. */
            minimumBidValueInCents?: number;
            /** @description Only while the auction is `upcoming`. The period in which bids are accepted. The start lies at least 1 minute in the future when the request is processed; the period lasts 1 hour to 7 days. */
            biddingPeriod?: {
                /**
                 * Format: int64
                 * @description Start of the bidding period. An instant as whole seconds since 1970-01-01T00:00:00Z, also beyond 2038.
                 */
                startTimestamp: number;
                /**
                 * Format: int64
                 * @description End of the bidding period. An instant as whole seconds since 1970-01-01T00:00:00Z, also beyond 2038.
                 */
                endTimestamp: number;
            };
            /**
             * @description Only `asynchronous` is supported.
             * @enum {string}
             */
            type?: "asynchronous";
        };
        /** @description A bid as it was then. */
        BidOfEvent: {
            /** @description The bid. */
            bidId: components["schemas"]["UUID"];
            /** @description The bidder: the e-mail address, or the `bidderId` that the address of the auction carried. */
            bidderId: string;
            /** @description When it was placed and its payment authorized. */
            placedAt: components["schemas"]["DateTime"];
            /**
             * Format: int32
             * @description Its value in USD cents, backed by a payment authorization.
             */
            bidValueInCents: number;
            /** @description Its auction. */
            auctionId: components["schemas"]["UUID"];
            /** @description True only for the winning bid of a completed auction. */
            isWinningBid: boolean;
            /** @description When the service read this state. Of two payloads of one object, the later one is current. */
            updatedAt: components["schemas"]["DateTime"];
        };
        /** @description An auction as it was then: the payload of events that tell of an auction. */
        AuctionOfEvent: {
            /** @description The auction. */
            auctionId: components["schemas"]["UUID"];
            /** @description When it was created. */
            createdAt: components["schemas"]["DateTime"];
            /** @description The start of its bidding period: the first instant at which a bid is accepted. */
            biddingPeriodStartsAt: components["schemas"]["DateTime"];
            /** @description The end of its bidding period: the first instant at which no bid is accepted any more. */
            biddingPeriodEndsAt: components["schemas"]["DateTime"];
            /** @description Its type. */
            type: components["schemas"]["AuctionType"];
            /**
             * Format: int32
             * @description Its minimum bid in USD cents.
             */
            minimumBidValueInCents: number;
            /** @description Its title. */
            title: string;
            /** @description Its status. */
            status: components["schemas"]["AuctionStatus"];
            /**
             * Format: uri
             * @description The page where bidders place bids: share it. Add `?bidderId=…` to name a bidder yourself.
             */
            auctionUrl: string;
            /** @description Your own text; null: you have set none. */
            reference: string | null;
            /** @description When the service read this state. Of two payloads of one object, the later one is current. */
            updatedAt: components["schemas"]["DateTime"];
        };
        /** @description An auction whose result is final: the payload of `auction_completed`. */
        CompletedAuction: {
            /** @description The auction. */
            auctionId: components["schemas"]["UUID"];
            /** @description When it was created. */
            createdAt: components["schemas"]["DateTime"];
            /** @description The start of its bidding period: the first instant at which a bid is accepted. */
            biddingPeriodStartsAt: components["schemas"]["DateTime"];
            /** @description The end of its bidding period: the first instant at which no bid is accepted any more. */
            biddingPeriodEndsAt: components["schemas"]["DateTime"];
            /** @description Its type. */
            type: components["schemas"]["AuctionType"];
            /**
             * Format: int32
             * @description Its minimum bid in USD cents.
             */
            minimumBidValueInCents: number;
            /** @description Its title. */
            title: string;
            /** @description Its status. */
            status: components["schemas"]["AuctionStatus"];
            /**
             * Format: uri
             * @description The page where bidders place bids: share it. Add `?bidderId=…` to name a bidder yourself.
             */
            auctionUrl: string;
            /** @description Your own text; null: you have set none. */
            reference: string | null;
            /** @description When the service read this state. Of two payloads of one object, the later one is current. */
            updatedAt: components["schemas"]["DateTime"];
            /** @description The bid whose funds were captured; null where nobody won. */
            winningBid: components["schemas"]["BidOfEvent"] | null;
        };
        /** @description A bid, its private link and its line in the transcript: the payload of `bid_placed`. */
        PlacedBid: {
            /** @description The bid. */
            bidId: components["schemas"]["UUID"];
            /** @description The bidder: the e-mail address, or the `bidderId` that the address of the auction carried. */
            bidderId: string;
            /** @description When it was placed and its payment authorized. */
            placedAt: components["schemas"]["DateTime"];
            /**
             * Format: int32
             * @description Its value in USD cents, backed by a payment authorization.
             */
            bidValueInCents: number;
            /** @description Its auction. */
            auctionId: components["schemas"]["UUID"];
            /** @description True only for the winning bid of a completed auction. */
            isWinningBid: boolean;
            /** @description When the service read this state. Of two payloads of one object, the later one is current. */
            updatedAt: components["schemas"]["DateTime"];
            /**
             * Format: uri
             * @description Shows this bidder how the bids stand, on any device. Everybody who has it sees them: send it to the bidder alone. Null where the bid names no browser.
             */
            privateUrl: string | null;
            /** @description The head of the transcript with this bid: keep it. Null in earlier events. */
            transcript: {
                /**
                 * Format: int32
                 * @description The position of the line: the number of lines.
                 */
                position: number;
                /** @description SHA-256 of the line, in hex. */
                hash: string;
            } | null;
        };
        /** @description A bid, and the private link of its bidder: the payload of events that tell of a bid. */
        LinkedBid: {
            /** @description The bid. */
            bidId: components["schemas"]["UUID"];
            /** @description The bidder: the e-mail address, or the `bidderId` that the address of the auction carried. */
            bidderId: string;
            /** @description When it was placed and its payment authorized. */
            placedAt: components["schemas"]["DateTime"];
            /**
             * Format: int32
             * @description Its value in USD cents, backed by a payment authorization.
             */
            bidValueInCents: number;
            /** @description Its auction. */
            auctionId: components["schemas"]["UUID"];
            /** @description True only for the winning bid of a completed auction. */
            isWinningBid: boolean;
            /** @description When the service read this state. Of two payloads of one object, the later one is current. */
            updatedAt: components["schemas"]["DateTime"];
            /**
             * Format: uri
             * @description Shows this bidder how the bids stand, on any device. Everybody who has it sees them: send it to the bidder alone. Null where the bid names no browser.
             */
            privateUrl: string | null;
        };
        /** @description The winning bid, and how you know its bidder: the payload of `bid_won`. */
        WonBid: {
            /** @description The bid. */
            bidId: components["schemas"]["UUID"];
            /** @description The bidder: the e-mail address, or the `bidderId` that the address of the auction carried. */
            bidderId: string;
            /** @description When it was placed and its payment authorized. */
            placedAt: components["schemas"]["DateTime"];
            /**
             * Format: int32
             * @description Its value in USD cents, backed by a payment authorization.
             */
            bidValueInCents: number;
            /** @description Its auction. */
            auctionId: components["schemas"]["UUID"];
            /** @description True only for the winning bid of a completed auction. */
            isWinningBid: boolean;
            /** @description When the service read this state. Of two payloads of one object, the later one is current. */
            updatedAt: components["schemas"]["DateTime"];
            /**
             * Format: uri
             * @description Shows this bidder how the bids stand, on any device. Everybody who has it sees them: send it to the bidder alone. Null where the bid names no browser.
             */
            privateUrl: string | null;
            /** @description By this you know the winner, whose page shows it. Tell it to the winner alone. */
            winnerReference: string | null;
        };
        /** @description A bid whose funds were not captured: the payload of `capture_failed`. */
        FailedBid: {
            /** @description The bid. */
            bidId: components["schemas"]["UUID"];
            /** @description The bidder: the e-mail address, or the `bidderId` that the address of the auction carried. */
            bidderId: string;
            /** @description When it was placed and its payment authorized. */
            placedAt: components["schemas"]["DateTime"];
            /**
             * Format: int32
             * @description Its value in USD cents, backed by a payment authorization.
             */
            bidValueInCents: number;
            /** @description Its auction. */
            auctionId: components["schemas"]["UUID"];
            /** @description True only for the winning bid of a completed auction. */
            isWinningBid: boolean;
            /** @description When the service read this state. Of two payloads of one object, the later one is current. */
            updatedAt: components["schemas"]["DateTime"];
            /**
             * @description Why its funds were not captured.
             * @example card_declined
             * @example insufficient_funds
             * @example authorization_expired
             */
            reason: string;
        };
        /** @description The winning bid, and what became of its captured funds: the payload of `payment_refunded` and `payment_disputed`. */
        ReversedBid: {
            /** @description The bid. */
            bidId: components["schemas"]["UUID"];
            /** @description The bidder: the e-mail address, or the `bidderId` that the address of the auction carried. */
            bidderId: string;
            /** @description When it was placed and its payment authorized. */
            placedAt: components["schemas"]["DateTime"];
            /**
             * Format: int32
             * @description Its value in USD cents, backed by a payment authorization.
             */
            bidValueInCents: number;
            /** @description Its auction. */
            auctionId: components["schemas"]["UUID"];
            /** @description True only for the winning bid of a completed auction. */
            isWinningBid: boolean;
            /** @description When the service read this state. Of two payloads of one object, the later one is current. */
            updatedAt: components["schemas"]["DateTime"];
            /** @description A refund or a dispute, and the rest of the captured funds. */
            payment: {
                /**
                 * @description The state of a refund, dispute or warning of fraud.
                 *
                 *     - `pending`: A refund that is on its way to the card.
                 *     - `succeeded`: A refund that has reached the card.
                 *     - `failed`: A refund that did not reach the card: the money came back.
                 *     - `inquiry`: A bank asks for information; no money is taken.
                 *     - `closed`: An inquiry that ended without a dispute.
                 *     - `open`: A dispute that has taken the money until it is decided.
                 *     - `won`: A dispute that was won: the money came back.
                 *     - `lost`: A dispute that was lost: the money is gone.
                 * @enum {string}
                 */
                state: "pending" | "succeeded" | "failed" | "inquiry" | "closed" | "open" | "won" | "lost";
                /**
                 * Format: int32
                 * @description The amount of the refund or dispute.
                 */
                amountInCents: number;
                /**
                 * Format: int32
                 * @description The captured amount.
                 */
                capturedInCents: number;
                /**
                 * Format: int32
                 * @description The refunded amount.
                 */
                refundedInCents: number;
                /**
                 * Format: int32
                 * @description The amount of disputes that are open or lost.
                 */
                disputedInCents: number;
                /**
                 * Format: int32
                 * @description The rest. It is below zero where refunded funds are disputed, too.
                 */
                netInCents: number;
            };
        };
        /** @description The winning bid, and what its bidder has given: the payload of `delivery_details_given`. */
        BidToDeliver: {
            /** @description The bid. */
            bidId: components["schemas"]["UUID"];
            /** @description The bidder: the e-mail address, or the `bidderId` that the address of the auction carried. */
            bidderId: string;
            /** @description When it was placed and its payment authorized. */
            placedAt: components["schemas"]["DateTime"];
            /**
             * Format: int32
             * @description Its value in USD cents, backed by a payment authorization.
             */
            bidValueInCents: number;
            /** @description Its auction. */
            auctionId: components["schemas"]["UUID"];
            /** @description True only for the winning bid of a completed auction. */
            isWinningBid: boolean;
            /** @description When the service read this state. Of two payloads of one object, the later one is current. */
            updatedAt: components["schemas"]["DateTime"];
            /** @description The details of the winner; null once the bidder is erased. */
            delivery: {
                /** @description The name of the winner. */
                name: string;
                /** @description Lines of text; null where you ask for a contact alone. */
                address: string | null;
                /** @description A telephone number, as it was typed. */
                telephone: string;
                /** @description When the winner last gave or changed them. */
                givenAt: components["schemas"]["DateTime"];
            } | null;
        };
        /** @description The winning bid, and how its item was sent: the payload of `item_shipped`. */
        ShippedBid: {
            /** @description The bid. */
            bidId: components["schemas"]["UUID"];
            /** @description The bidder: the e-mail address, or the `bidderId` that the address of the auction carried. */
            bidderId: string;
            /** @description When it was placed and its payment authorized. */
            placedAt: components["schemas"]["DateTime"];
            /**
             * Format: int32
             * @description Its value in USD cents, backed by a payment authorization.
             */
            bidValueInCents: number;
            /** @description Its auction. */
            auctionId: components["schemas"]["UUID"];
            /** @description True only for the winning bid of a completed auction. */
            isWinningBid: boolean;
            /** @description When the service read this state. Of two payloads of one object, the later one is current. */
            updatedAt: components["schemas"]["DateTime"];
            /**
             * Format: uri
             * @description Shows this bidder how the bids stand, on any device. Everybody who has it sees them: send it to the bidder alone. Null where the bid names no browser.
             */
            privateUrl: string | null;
            /** @description How you have sent the item; null once the bidder is erased. */
            shipment: {
                /** @description The carrier, as you wrote it. */
                carrier: string;
                /** @description The number of the shipment; null if it has none. */
                trackingNumber: string | null;
                /**
                 * Format: uri
                 * @description The address at which the winner sees where it is: yours, or the page of a known carrier for the number; null if there is neither.
                 */
                trackingUrl: string | null;
                /** @description When you last recorded or corrected it. */
                recordedAt: components["schemas"]["DateTime"];
            } | null;
        };
        /** @description A webhook endpoint that gets no more events: the payload of `endpoint_disabled`. */
        DisabledEndpoint: {
            /** @description The endpoint. */
            endpointId: components["schemas"]["UUID"];
            /**
             * Format: uri
             * @description Its address.
             */
            url: string;
            /**
             * @description The reason for which no events are sent to an endpoint.
             *
             *     - `gone`: It has answered 410 Gone.
             *     - `failing`: It has failed for three days without a success.
             * @enum {string}
             */
            reason: "gone" | "failing";
        };
        /** @description An API key that was just issued, without the key itself: the payload of `api_key_issued`. */
        IssuedApiKey: {
            /** @description The new key. */
            apiKeyId: components["schemas"]["UUID"];
            /** @description Its first characters. */
            prefix: string;
            /** @description Its scopes. */
            scopes: string[];
            /** @description When it was issued. */
            createdAt: components["schemas"]["DateTime"];
            /** @description From then on it is refused; null: never. */
            expiresAt: components["schemas"]["DateTime"] | null;
            /** @description The key that issued it; null: the operator of the service did. */
            issuedBy: components["schemas"]["UUID"] | null;
        };
        /** @description An address for messages to a seller: the payload of `seller_email_given`. */
        SellerEmail: {
            /** @description The address in your profile, which waits for its confirmation. */
            email: string;
        };
        /** @description The payload of `test`. */
        TestMessage: {
            /** @description A sentence. */
            message: string;
        };
        /** @description Why a request was refused: a problem document (RFC 9457). */
        Problem: {
            /**
             * Format: uri
             * @description The address that explains the code.
             */
            type: string;
            /** @description The code in words. */
            title: string;
            /** @description The status of the answer. */
            status: number;
            /** @description The fault of this request, for a person. */
            detail: string;
            code: components["schemas"]["ProblemCode"];
            /** @description Every fault of the request; absent where no field or parameter is at fault. */
            errors?: components["schemas"]["Fault"][];
            /** @description The `X-Request-Id` of the answer. */
            requestId: string;
        };
        /**
         * @description Why, in a word that never changes its meaning.
         * @enum {string}
         */
        ProblemCode: "invalid_request" | "missing_api_key" | "invalid_api_key" | "insufficient_scope" | "seller_suspended" | "rate_limited" | "internal_error" | "unavailable" | "auction_not_found" | "idempotency_key_in_use" | "idempotency_key_reused" | "payload_too_large" | "payments_unavailable" | "unsupported_media_type" | "precondition_failed" | "auction_completed" | "field_locked" | "auction_settling" | "bid_not_found" | "not_found" | "method_not_allowed";
        /** @description One fault of a request. */
        Fault: {
            /**
             * @description The place of the fault: an RFC 6901 pointer into the body, empty for the body itself; or the name of a query parameter or header.
             * @example /biddingPeriod/startTimestamp
             * @example limit
             */
            pointer: string;
            code: components["schemas"]["FaultCode"];
            /** @description The fault, for a person. */
            detail: string;
        };
        /**
         * @description The fault, in a word that never changes its meaning.
         * @enum {string}
         */
        FaultCode: "required" | "null_not_allowed" | "wrong_type" | "not_an_integer" | "invalid_value" | "too_small" | "too_large" | "too_short" | "too_long" | "blank" | "control_character" | "unknown_field" | "unknown_parameter" | "repeated_parameter" | "empty_value" | "malformed_json" | "not_an_object" | "looks_like_milliseconds" | "start_too_soon" | "end_not_after_start" | "duration_too_short" | "duration_too_long" | "unsupported_type" | "field_locked";
    };
    responses: {
        /** @description `invalid_request`: At least one field or parameter is at fault. "detail" names the first, and "errors" lists every fault of the request, each with a pointer, a code and a sentence. Nothing was changed. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 400;
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /**
         * @description `missing_api_key`: The request has no "Authorization: Bearer <API_KEY>" header, or one of another form. The scheme is case-insensitive.
         *
         *     `invalid_api_key`: The key is unknown, mistyped, revoked or expired. A key is one word that starts with "auc_live_" or "auc_test_", with "auc_admin_" if it is an operator's, with "auc_pub_" if it may be public.
         */
        MissingApiKeyOrInvalidApiKey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 401;
                    /** @enum {string} */
                    code?: "missing_api_key" | "invalid_api_key";
                };
            };
        };
        /**
         * @description `insufficient_scope`: The key is valid, but was issued without the scope that this operation or field needs. Ask for a key with it.
         *
         *     `seller_suspended`: The key is valid, but the operator of the service has suspended its seller: none of its keys works until that is ended. Its auctions go on and settle as they would.
         */
        InsufficientScopeOrSellerSuspended: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                /**
                 * @description With `insufficient_scope`: says so (RFC 6750).
                 * @example Bearer error="insufficient_scope"
                 */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {string} */
                    code?: "insufficient_scope" | "seller_suspended";
                };
            };
        };
        /** @description `rate_limited`: You ask more often than is allowed. "Retry-After" says in how many seconds to try again. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 429;
                    /** @enum {string} */
                    code?: "rate_limited";
                };
            };
        };
        /** @description `internal_error`: A fault of the service. It is logged under the "requestId" of the answer: report that id. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 500;
                    /** @enum {string} */
                    code?: "internal_error";
                };
            };
        };
        /** @description `unavailable`: Something the service depends on, such as its database, is down, or the service is overloaded. Nothing is lost. "Retry-After" says in how many seconds to try again. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 503;
                    /** @enum {string} */
                    code?: "unavailable";
                };
            };
        };
        /**
         * @description `idempotency_key_in_use`: Another request with the same "Idempotency-Key" has not been answered yet. "Retry-After" says in how many seconds to send it again; you then get its answer.
         *
         *     `payments_unavailable`: No bid could be backed. Either the seller is live, and the service is not connected to a payment provider: the operator has to set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET. Or the seller is paid into an account of its own, and no such account takes charges. Finish the onboarding with createPaymentOnboardingLink, or let the operator connect an account. A test seller is concerned only once it has begun an onboarding.
         */
        IdempotencyKeyInUseOrPaymentsUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                /**
                 * @description With `idempotency_key_in_use` and `auction_settling`: after how many seconds to send the same request again.
                 * @example 1
                 */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {string} */
                    code?: "idempotency_key_in_use" | "payments_unavailable";
                };
            };
        };
        /** @description `payload_too_large`: A body may have 64 KiB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 413;
                    /** @enum {string} */
                    code?: "payload_too_large";
                };
            };
        };
        /** @description `unsupported_media_type`: A body is JSON: send "Content-Type: application/json". */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 415;
                    /** @enum {string} */
                    code?: "unsupported_media_type";
                };
            };
        };
        /** @description `idempotency_key_reused`: Something was done under the same "Idempotency-Key" within 24 hours, by a request with another method, path or body. Nothing was changed now. Use a new key for each new request. */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 422;
                    /** @enum {string} */
                    code?: "idempotency_key_reused";
                };
            };
        };
        /** @description `auction_not_found`: You have no auction with this id. Another seller's auction, and an id that is no UUID, look the same. */
        AuctionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {string} */
                    code?: "auction_not_found";
                };
            };
        };
        /**
         * @description `idempotency_key_in_use`: Another request with the same "Idempotency-Key" has not been answered yet. "Retry-After" says in how many seconds to send it again; you then get its answer.
         *
         *     `auction_completed`: The auction is final: sold, unsold or cancelled. It can be read, not changed.
         *
         *     `field_locked`: "errors" points at fields that may be changed only while the auction is "upcoming". While it is "ongoing", change "title" and "minimumBidValueInCents" only. Nothing was changed.
         */
        IdempotencyKeyInUseOrAuctionCompletedOrFieldLocked: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                /**
                 * @description With `idempotency_key_in_use` and `auction_settling`: after how many seconds to send the same request again.
                 * @example 1
                 */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {string} */
                    code?: "idempotency_key_in_use" | "auction_completed" | "field_locked";
                };
            };
        };
        /** @description `precondition_failed`: No tag of "If-Match" is the "ETag" that a GET of the auction has now, with its bids or without them. Somebody has changed the auction, or it has begun or ended. Weak tags, and tags of other answers, match nothing. Bids make no difference. GraphQL: "updatedAt" of the auction is later than "ifUnchangedSince". Nothing was changed. Read the auction again, and decide anew. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 412;
                    /** @enum {string} */
                    code?: "precondition_failed";
                };
            };
        };
        /**
         * @description `idempotency_key_in_use`: Another request with the same "Idempotency-Key" has not been answered yet. "Retry-After" says in how many seconds to send it again; you then get its answer.
         *
         *     `auction_completed`: The auction is final: sold, unsold or cancelled. It can be read, not changed.
         *
         *     `auction_settling`: A capture of funds is under way, and its outcome was not known within 10 seconds. Or somebody has captured a payment of the auction at the payment provider, and the operator decides. Until then the auction cannot be cancelled. Read it again, or cancel it again after the seconds in "Retry-After".
         */
        IdempotencyKeyInUseOrAuctionCompletedOrAuctionSettling: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                /**
                 * @description With `idempotency_key_in_use` and `auction_settling`: after how many seconds to send the same request again.
                 * @example 1
                 */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {string} */
                    code?: "idempotency_key_in_use" | "auction_completed" | "auction_settling";
                };
            };
        };
        /** @description `bid_not_found`: None of your auctions has a bid with this id. An id that is no UUID looks the same. */
        BidNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {string} */
                    code?: "bid_not_found";
                };
            };
        };
    };
    parameters: {
        /**
         * @description The `ETag` of an earlier answer, or several: where it would be the same again, the answer is 304 without a body.
         * @example "Jm0Yf7bQh3v1kJxX2aWc9Q"
         */
        IfNoneMatch: string;
        /**
         * @description The `ETag` of the auction as it was read without `includeBids`, or several tags, or `*` for any: where none is that of the auction as it is now, the answer is 412 and nothing is changed.
         * @example "Jm0Yf7bQh3v1kJxX2aWc9Q"
         */
        IfMatch: string;
        /**
         * @description Makes this request safe to repeat: for 24 hours, the same request with the same key is done once and answered alike. A refused request has done nothing, and leaves its key free. 1 to 255 visible ASCII characters of your choice, such as a UUID, bare or in double quotes; a new one for each new request.
         * @example 7c4a8d09-ca37-4f0e-9f3b-2d1b6f0a9e55
         */
        IdempotencyKey: string;
        /**
         * @description Names the event, in every attempt to deliver it: receive each id once.
         * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
         */
        WebhookId: string;
        /**
         * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
         * @example 1796126400
         */
        WebhookTimestamp: number;
        /**
         * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
        /**
         * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
         * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
         */
        RequestId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this answer; errors repeat it as `requestId`. Tell us this id when something is wrong.
         * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
         */
        "X-Request-Id": string;
        /**
         * @description How many requests (`q`) may come in how many seconds (`w`) with your key (`"key"`) or from your address (`"ip"`), whichever has less left. Absent where the service limits nothing.
         * @example "key";q=6000;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description How many of them are left (`r`), and in how many seconds all will be again (`t`).
         * @example "key";r=5999;t=60
         */
        RateLimit: string;
        /**
         * @description After how many seconds to send the same request again.
         * @example 1
         */
        "Retry-After": number;
        /**
         * @description The fault of the key (RFC 6750): nothing more if the key is missing, else an `error`.
         * @example Bearer error="invalid_token"
         */
        "WWW-Authenticate": string;
        /**
         * @description The address of the new auction.
         * @example https://auctions.example/v1/auctions/01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11
         */
        Location: string;
        /**
         * @description The neighboring pages (RFC 8288): `rel="next"` where more follows, `rel="prev"` from the second page on.
         * @example <https://auctions.example/v1/auctions?offset=100&limit=100>; rel="next"
         */
        Link: string;
        /**
         * @description Stands for this very answer: send it as `If-None-Match` to learn whether it has changed, or as `If-Match` to change only what has not.
         * @example "Jm0Yf7bQh3v1kJxX2aWc9Q"
         */
        ETag: string;
        /**
         * @description `true` where this is the stored answer to an earlier request with the same `Idempotency-Key`.
         * @example true
         */
        "Idempotent-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAuctions: {
        parameters: {
            query?: {
                /** @description The number of items, 1 to 100. */
                limit?: number;
                /** @description The number of items to skip. */
                offset?: number;
                /** @description Only auctions with this status; without it, all. */
                status?: "upcoming" | "ongoing" | "completed";
                /** @description When `true`, each auction carries its `bids`. */
                includeBids?: boolean;
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier answer, or several: where it would be the same again, the answer is 304 without a body.
                 * @example "Jm0Yf7bQh3v1kJxX2aWc9Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of auctions, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        auctions: components["schemas"]["Auction"][];
                    };
                };
            };
            /** @description It is as it was when it was answered with this `ETag`. There is no body. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeOrSellerSuspended"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAuction: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: for 24 hours, the same request with the same key is done once and answered alike. A refused request has done nothing, and leaves its key free. 1 to 255 visible ASCII characters of your choice, such as a UUID, bare or in double quotes; a new one for each new request.
                 * @example 7c4a8d09-ca37-4f0e-9f3b-2d1b6f0a9e55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB of JSON in UTF-8. A field that is not listed is refused. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAuction"];
            };
        };
        responses: {
            /** @description The auction, in its current state. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        auction: components["schemas"]["AuctionWithoutBids"];
                    };
                };
            };
            /** @description `invalid_request`: At least one field or parameter is at fault. "detail" names the first, and "errors" lists every fault of the request, each with a pointer, a code and a sentence. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {string} */
                        code?: "invalid_request";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            /**
             * @description `insufficient_scope`: The key is valid, but was issued without the scope that this operation or field needs. Ask for a key with it.
             *
             *     `seller_suspended`: The key is valid, but the operator of the service has suspended its seller: none of its keys works until that is ended. Its auctions go on and settle as they would.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /**
                     * @description With `insufficient_scope`: says so (RFC 6750).
                     * @example Bearer error="insufficient_scope"
                     */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {string} */
                        code?: "insufficient_scope" | "seller_suspended";
                    };
                };
            };
            409: components["responses"]["IdempotencyKeyInUseOrPaymentsUnavailable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuction: {
        parameters: {
            query?: {
                /** @description When `true`, each auction carries its `bids`. */
                includeBids?: boolean;
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier answer, or several: where it would be the same again, the answer is 304 without a body.
                 * @example "Jm0Yf7bQh3v1kJxX2aWc9Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The auction to read.
                 * @example 019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70
                 */
                auctionId: components["schemas"]["UUID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The auction, in its current state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        auction: components["schemas"]["Auction"];
                    };
                };
            };
            /** @description It is as it was when it was answered with this `ETag`. There is no body. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: At least one field or parameter is at fault. "detail" names the first, and "errors" lists every fault of the request, each with a pointer, a code and a sentence. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {string} */
                        code?: "invalid_request";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeOrSellerSuspended"];
            404: components["responses"]["AuctionNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelAuction: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: for 24 hours, the same request with the same key is done once and answered alike. A refused request has done nothing, and leaves its key free. 1 to 255 visible ASCII characters of your choice, such as a UUID, bare or in double quotes; a new one for each new request.
                 * @example 7c4a8d09-ca37-4f0e-9f3b-2d1b6f0a9e55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` of the auction as it was read without `includeBids`, or several tags, or `*` for any: where none is that of the auction as it is now, the answer is 412 and nothing is changed.
                 * @example "Jm0Yf7bQh3v1kJxX2aWc9Q"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The auction to cancel.
                 * @example 019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70
                 */
                auctionId: components["schemas"]["UUID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The auction is cancelled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            /** @description `invalid_request`: At least one field or parameter is at fault. "detail" names the first, and "errors" lists every fault of the request, each with a pointer, a code and a sentence. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {string} */
                        code?: "invalid_request";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            /**
             * @description `insufficient_scope`: The key is valid, but was issued without the scope that this operation or field needs. Ask for a key with it.
             *
             *     `seller_suspended`: The key is valid, but the operator of the service has suspended its seller: none of its keys works until that is ended. Its auctions go on and settle as they would.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /**
                     * @description With `insufficient_scope`: says so (RFC 6750).
                     * @example Bearer error="insufficient_scope"
                     */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {string} */
                        code?: "insufficient_scope" | "seller_suspended";
                    };
                };
            };
            404: components["responses"]["AuctionNotFound"];
            409: components["responses"]["IdempotencyKeyInUseOrAuctionCompletedOrAuctionSettling"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAuction: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: for 24 hours, the same request with the same key is done once and answered alike. A refused request has done nothing, and leaves its key free. 1 to 255 visible ASCII characters of your choice, such as a UUID, bare or in double quotes; a new one for each new request.
                 * @example 7c4a8d09-ca37-4f0e-9f3b-2d1b6f0a9e55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` of the auction as it was read without `includeBids`, or several tags, or `*` for any: where none is that of the auction as it is now, the answer is 412 and nothing is changed.
                 * @example "Jm0Yf7bQh3v1kJxX2aWc9Q"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The auction to change.
                 * @example 019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70
                 */
                auctionId: components["schemas"]["UUID"];
            };
            cookie?: never;
        };
        /** @description At most 64 KiB of JSON in UTF-8. A field that is not listed is refused. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAuction"];
            };
        };
        responses: {
            /** @description The auction, in its current state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        auction: components["schemas"]["AuctionWithoutBids"];
                    };
                };
            };
            /** @description `invalid_request`: At least one field or parameter is at fault. "detail" names the first, and "errors" lists every fault of the request, each with a pointer, a code and a sentence. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {string} */
                        code?: "invalid_request";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            /**
             * @description `insufficient_scope`: The key is valid, but was issued without the scope that this operation or field needs. Ask for a key with it.
             *
             *     `seller_suspended`: The key is valid, but the operator of the service has suspended its seller: none of its keys works until that is ended. Its auctions go on and settle as they would.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /**
                     * @description With `insufficient_scope`: says so (RFC 6750).
                     * @example Bearer error="insufficient_scope"
                     */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {string} */
                        code?: "insufficient_scope" | "seller_suspended";
                    };
                };
            };
            404: components["responses"]["AuctionNotFound"];
            409: components["responses"]["IdempotencyKeyInUseOrAuctionCompletedOrFieldLocked"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBids: {
        parameters: {
            query?: {
                /** @description The number of items, 1 to 100. */
                limit?: number;
                /** @description The number of items to skip. */
                offset?: number;
                /** @description Only bids on this auction. A UUID (RFC 9562), `01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11`. */
                auctionId?: string;
                /** @description Only bids of this bidder. */
                bidderId?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier answer, or several: where it would be the same again, the answer is 304 without a body.
                 * @example "Jm0Yf7bQh3v1kJxX2aWc9Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of bids, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bids: components["schemas"]["Bid"][];
                    };
                };
            };
            /** @description It is as it was when it was answered with this `ETag`. There is no body. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: At least one field or parameter is at fault. "detail" names the first, and "errors" lists every fault of the request, each with a pointer, a code and a sentence. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {string} */
                        code?: "invalid_request";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            /**
             * @description `insufficient_scope`: The key is valid, but was issued without the scope that this operation or field needs. Ask for a key with it.
             *
             *     `seller_suspended`: The key is valid, but the operator of the service has suspended its seller: none of its keys works until that is ended. Its auctions go on and settle as they would.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /**
                     * @description With `insufficient_scope`: says so (RFC 6750).
                     * @example Bearer error="insufficient_scope"
                     */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {string} */
                        code?: "insufficient_scope" | "seller_suspended";
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBid: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier answer, or several: where it would be the same again, the answer is 304 without a body.
                 * @example "Jm0Yf7bQh3v1kJxX2aWc9Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The bid to read.
                 * @example 019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23
                 */
                bidId: components["schemas"]["UUID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bid, in its current state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bid: components["schemas"]["Bid"];
                    };
                };
            };
            /** @description It is as it was when it was answered with this `ETag`. There is no body. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: At least one field or parameter is at fault. "detail" names the first, and "errors" lists every fault of the request, each with a pointer, a code and a sentence. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {string} */
                        code?: "invalid_request";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            /**
             * @description `insufficient_scope`: The key is valid, but was issued without the scope that this operation or field needs. Ask for a key with it.
             *
             *     `seller_suspended`: The key is valid, but the operator of the service has suspended its seller: none of its keys works until that is ended. Its auctions go on and settle as they would.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /**
                     * @description With `insufficient_scope`: says so (RFC 6750).
                     * @example Bearer error="insufficient_scope"
                     */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {string} */
                        code?: "insufficient_scope" | "seller_suspended";
                    };
                };
            };
            404: components["responses"]["BidNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    auction_created: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "auction_created",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "auctionId": "019ad9c5-6a80-7c3e-9d2b-5f0e4b8a7d11",
                 *         "createdAt": "2026-12-01T09:30:00.250+00:00",
                 *         "biddingPeriodStartsAt": "2026-12-01T12:00:00.000+00:00",
                 *         "biddingPeriodEndsAt": "2026-12-08T12:00:00.000+00:00",
                 *         "type": "asynchronous",
                 *         "minimumBidValueInCents": 5000,
                 *         "title": "A walnut desk, 1962",
                 *         "status": "upcoming",
                 *         "auctionUrl": "https://auctions.example/auctions/019ad9c5-6a80-7c3e-9d2b-5f0e4b8a7d11",
                 *         "reference": "lot-1962",
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "auction_created";
                    payload: components["schemas"]["AuctionOfEvent"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    auction_updated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "auction_updated",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "auctionId": "019ad9c5-6a80-7c3e-9d2b-5f0e4b8a7d11",
                 *         "createdAt": "2026-12-01T09:30:00.250+00:00",
                 *         "biddingPeriodStartsAt": "2026-12-01T12:00:00.000+00:00",
                 *         "biddingPeriodEndsAt": "2026-12-08T12:00:00.000+00:00",
                 *         "type": "asynchronous",
                 *         "minimumBidValueInCents": 5000,
                 *         "title": "A walnut desk, 1962",
                 *         "status": "upcoming",
                 *         "auctionUrl": "https://auctions.example/auctions/019ad9c5-6a80-7c3e-9d2b-5f0e4b8a7d11",
                 *         "reference": "lot-1962",
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "auction_updated";
                    payload: components["schemas"]["AuctionOfEvent"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    auction_started: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "auction_started",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "auctionId": "019ad9c5-6a80-7c3e-9d2b-5f0e4b8a7d11",
                 *         "createdAt": "2026-12-01T09:30:00.250+00:00",
                 *         "biddingPeriodStartsAt": "2026-12-01T12:00:00.000+00:00",
                 *         "biddingPeriodEndsAt": "2026-12-08T12:00:00.000+00:00",
                 *         "type": "asynchronous",
                 *         "minimumBidValueInCents": 5000,
                 *         "title": "A walnut desk, 1962",
                 *         "status": "ongoing",
                 *         "auctionUrl": "https://auctions.example/auctions/019ad9c5-6a80-7c3e-9d2b-5f0e4b8a7d11",
                 *         "reference": "lot-1962",
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "auction_started";
                    payload: components["schemas"]["AuctionOfEvent"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    auction_completed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "auction_completed",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "createdAt": "2026-11-16T18:04:12.512+00:00",
                 *         "biddingPeriodStartsAt": "2026-11-17T08:00:00.000+00:00",
                 *         "biddingPeriodEndsAt": "2026-11-20T20:00:00.000+00:00",
                 *         "type": "asynchronous",
                 *         "minimumBidValueInCents": 0,
                 *         "title": "Twelve hand-printed postcards",
                 *         "status": "completed",
                 *         "auctionUrl": "https://auctions.example/auctions/019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "reference": "lot-1962",
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00",
                 *         "winningBid": {
                 *           "bidId": "019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23",
                 *           "bidderId": "customer-42",
                 *           "placedAt": "2026-11-18T22:03:41.224+00:00",
                 *           "bidValueInCents": 2500,
                 *           "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *           "isWinningBid": true,
                 *           "updatedAt": "2026-11-22T10:00:04.120+00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "auction_completed";
                    payload: components["schemas"]["CompletedAuction"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    auction_cancelled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "auction_cancelled",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "auctionId": "019ad9c5-6a80-7c3e-9d2b-5f0e4b8a7d11",
                 *         "createdAt": "2026-12-01T09:30:00.250+00:00",
                 *         "biddingPeriodStartsAt": "2026-12-01T12:00:00.000+00:00",
                 *         "biddingPeriodEndsAt": "2026-12-08T12:00:00.000+00:00",
                 *         "type": "asynchronous",
                 *         "minimumBidValueInCents": 5000,
                 *         "title": "A walnut desk, 1962",
                 *         "status": "completed",
                 *         "auctionUrl": "https://auctions.example/auctions/019ad9c5-6a80-7c3e-9d2b-5f0e4b8a7d11",
                 *         "reference": "lot-1962",
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "auction_cancelled";
                    payload: components["schemas"]["AuctionOfEvent"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    auction_extended: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "auction_extended",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "auctionId": "019ad9c5-6a80-7c3e-9d2b-5f0e4b8a7d11",
                 *         "createdAt": "2026-12-01T09:30:00.250+00:00",
                 *         "biddingPeriodStartsAt": "2026-12-01T12:00:00.000+00:00",
                 *         "biddingPeriodEndsAt": "2026-12-08T12:00:00.000+00:00",
                 *         "type": "asynchronous",
                 *         "minimumBidValueInCents": 5000,
                 *         "title": "A walnut desk, 1962",
                 *         "status": "ongoing",
                 *         "auctionUrl": "https://auctions.example/auctions/019ad9c5-6a80-7c3e-9d2b-5f0e4b8a7d11",
                 *         "reference": "lot-1962",
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "auction_extended";
                    payload: components["schemas"]["AuctionOfEvent"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    bid_placed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "bid_placed",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "bidId": "019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23",
                 *         "bidderId": "customer-42",
                 *         "placedAt": "2026-11-18T22:03:41.224+00:00",
                 *         "bidValueInCents": 2500,
                 *         "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "isWinningBid": false,
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00",
                 *         "privateUrl": "https://auctions.example/auctions/019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70/follow?key=6f1c2a0e-9b1d-4c57-8a43-0d9e6b7f2c18.GiOar6yx2rSDDRempuKj1WdCFBI4ul6U2aJdxF95s1E",
                 *         "transcript": {
                 *           "position": 12,
                 *           "hash": "3f9a1c0b77de0a4b91e25d07c2f85d07c2f85d07c2f85d07c2f85d07c2f85d07"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "bid_placed";
                    payload: components["schemas"]["PlacedBid"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    first_bid_placed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "first_bid_placed",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "bidId": "019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23",
                 *         "bidderId": "customer-42",
                 *         "placedAt": "2026-11-18T22:03:41.224+00:00",
                 *         "bidValueInCents": 2500,
                 *         "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "isWinningBid": false,
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00",
                 *         "privateUrl": "https://auctions.example/auctions/019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70/follow?key=6f1c2a0e-9b1d-4c57-8a43-0d9e6b7f2c18.GiOar6yx2rSDDRempuKj1WdCFBI4ul6U2aJdxF95s1E"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "first_bid_placed";
                    payload: components["schemas"]["LinkedBid"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    bid_outbid: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "bid_outbid",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "bidId": "019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23",
                 *         "bidderId": "customer-42",
                 *         "placedAt": "2026-11-18T22:03:41.224+00:00",
                 *         "bidValueInCents": 2500,
                 *         "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "isWinningBid": false,
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00",
                 *         "privateUrl": "https://auctions.example/auctions/019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70/follow?key=6f1c2a0e-9b1d-4c57-8a43-0d9e6b7f2c18.GiOar6yx2rSDDRempuKj1WdCFBI4ul6U2aJdxF95s1E"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "bid_outbid";
                    payload: components["schemas"]["LinkedBid"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    bid_won: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "bid_won",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "bidId": "019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23",
                 *         "bidderId": "customer-42",
                 *         "placedAt": "2026-11-18T22:03:41.224+00:00",
                 *         "bidValueInCents": 2500,
                 *         "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "isWinningBid": true,
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00",
                 *         "privateUrl": "https://auctions.example/auctions/019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70/follow?key=6f1c2a0e-9b1d-4c57-8a43-0d9e6b7f2c18.GiOar6yx2rSDDRempuKj1WdCFBI4ul6U2aJdxF95s1E",
                 *         "winnerReference": "K7Q-P3M-XRT"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "bid_won";
                    payload: components["schemas"]["WonBid"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    bid_lost: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "bid_lost",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "bidId": "019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23",
                 *         "bidderId": "customer-42",
                 *         "placedAt": "2026-11-18T22:03:41.224+00:00",
                 *         "bidValueInCents": 2500,
                 *         "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "isWinningBid": false,
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00",
                 *         "privateUrl": "https://auctions.example/auctions/019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70/follow?key=6f1c2a0e-9b1d-4c57-8a43-0d9e6b7f2c18.GiOar6yx2rSDDRempuKj1WdCFBI4ul6U2aJdxF95s1E"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "bid_lost";
                    payload: components["schemas"]["LinkedBid"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    hold_at_risk: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "hold_at_risk",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "bidId": "019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23",
                 *         "bidderId": "customer-42",
                 *         "placedAt": "2026-11-18T22:03:41.224+00:00",
                 *         "bidValueInCents": 2500,
                 *         "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "isWinningBid": false,
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00",
                 *         "privateUrl": "https://auctions.example/auctions/019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70/follow?key=6f1c2a0e-9b1d-4c57-8a43-0d9e6b7f2c18.GiOar6yx2rSDDRempuKj1WdCFBI4ul6U2aJdxF95s1E"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "hold_at_risk";
                    payload: components["schemas"]["LinkedBid"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    capture_failed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "capture_failed",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "bidId": "019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23",
                 *         "bidderId": "customer-42",
                 *         "placedAt": "2026-11-18T22:03:41.224+00:00",
                 *         "bidValueInCents": 2500,
                 *         "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "isWinningBid": false,
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00",
                 *         "reason": "card_declined"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "capture_failed";
                    payload: components["schemas"]["FailedBid"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    payment_refunded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "payment_refunded",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "bidId": "019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23",
                 *         "bidderId": "customer-42",
                 *         "placedAt": "2026-11-18T22:03:41.224+00:00",
                 *         "bidValueInCents": 2500,
                 *         "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "isWinningBid": true,
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00",
                 *         "payment": {
                 *           "state": "succeeded",
                 *           "amountInCents": 1000,
                 *           "capturedInCents": 2500,
                 *           "refundedInCents": 1000,
                 *           "disputedInCents": 0,
                 *           "netInCents": 1500
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "payment_refunded";
                    payload: components["schemas"]["ReversedBid"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    payment_disputed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "payment_disputed",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "bidId": "019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23",
                 *         "bidderId": "customer-42",
                 *         "placedAt": "2026-11-18T22:03:41.224+00:00",
                 *         "bidValueInCents": 2500,
                 *         "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "isWinningBid": true,
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00",
                 *         "payment": {
                 *           "state": "succeeded",
                 *           "amountInCents": 1000,
                 *           "capturedInCents": 2500,
                 *           "refundedInCents": 1000,
                 *           "disputedInCents": 0,
                 *           "netInCents": 1500
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "payment_disputed";
                    payload: components["schemas"]["ReversedBid"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    delivery_details_given: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "delivery_details_given",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "bidId": "019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23",
                 *         "bidderId": "customer-42",
                 *         "placedAt": "2026-11-18T22:03:41.224+00:00",
                 *         "bidValueInCents": 2500,
                 *         "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "isWinningBid": true,
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00",
                 *         "delivery": {
                 *           "name": "Ada Byron",
                 *           "address": "12 St James’s Square\nLondon SW1Y 4LB\nUnited Kingdom",
                 *           "telephone": "+44 20 7946 0018",
                 *           "givenAt": "2026-11-20T20:14:09.310+00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "delivery_details_given";
                    payload: components["schemas"]["BidToDeliver"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    item_shipped: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "item_shipped",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": 7,
                 *       "payload": {
                 *         "bidId": "019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23",
                 *         "bidderId": "customer-42",
                 *         "placedAt": "2026-11-18T22:03:41.224+00:00",
                 *         "bidValueInCents": 2500,
                 *         "auctionId": "019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70",
                 *         "isWinningBid": true,
                 *         "updatedAt": "2026-11-22T10:00:04.120+00:00",
                 *         "privateUrl": "https://auctions.example/auctions/019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70/follow?key=6f1c2a0e-9b1d-4c57-8a43-0d9e6b7f2c18.GiOar6yx2rSDDRempuKj1WdCFBI4ul6U2aJdxF95s1E",
                 *         "shipment": {
                 *           "carrier": "Royal Mail",
                 *           "trackingNumber": "RM123456785GB",
                 *           "trackingUrl": "https://www.royalmail.com/track-your-item#/tracking-results/RM123456785GB",
                 *           "recordedAt": "2026-11-21T09:30:00.000+00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "item_shipped";
                    payload: components["schemas"]["ShippedBid"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endpoint_disabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "endpoint_disabled",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": null,
                 *       "payload": {
                 *         "endpointId": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11",
                 *         "url": "https://shop.example/webhooks",
                 *         "reason": "failing"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "endpoint_disabled";
                    payload: components["schemas"]["DisabledEndpoint"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    api_key_issued: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "api_key_issued",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": null,
                 *       "payload": {
                 *         "apiKeyId": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d12",
                 *         "prefix": "auc_test_Xk3v9Q",
                 *         "scopes": [
                 *           "auctions:read"
                 *         ],
                 *         "createdAt": "2026-11-20T20:14:09.310+00:00",
                 *         "expiresAt": null,
                 *         "issuedBy": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d13"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "api_key_issued";
                    payload: components["schemas"]["IssuedApiKey"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    seller_email_given: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "seller_email_given",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": null,
                 *       "payload": {
                 *         "email": "sales@example.com"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "seller_email_given";
                    payload: components["schemas"]["SellerEmail"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    test: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event, in every attempt to deliver it: receive each id once.
                 * @example 019ada4d-9f00-7d21-b0e6-4c7a9d2f8b15
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in unix seconds. Refuse what is older than five minutes.
                 * @example 1796126400
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint. There are two while a secret is being rotated; one that fits is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The request that caused it, as in the log: a cancellation, a bid. Absent where time alone has passed.
                 * @example 9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d14",
                 *       "eventType": "test",
                 *       "timestamp": "2026-11-22T10:00:04.120+00:00",
                 *       "mode": "live",
                 *       "sequence": null,
                 *       "payload": {
                 *         "message": "This is a test: nothing has happened."
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The event, at each attempt and replay: the header `webhook-id`.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description Whether its money is real.
                     * @enum {string}
                     */
                    mode: "live" | "test";
                    /**
                     * Format: int32
                     * @description The number of the change of its auction. Events that follow from one change have its number. A missing number is a change that the endpoint does not subscribe to, or whose event is under way. `null` without an auction, and for an event of an earlier version.
                     */
                    sequence: number | null;
                    /** @constant */
                    eventType: "test";
                    payload: components["schemas"]["TestMessage"];
                };
            };
        };
        responses: {
            /** @description The endpoint wants no more events, and is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered: this event is not sent to this endpoint again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: it is tried again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
