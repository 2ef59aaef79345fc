# Generated from docs/openapi.json by `npm run print:schema`.

from typing import Literal, NotRequired, TypedDict


AuctionType = Literal[
    "asynchronous",
    "repeated",
]
"""The type of an auction.

- `asynchronous`: Bidders bid whenever they like during the bidding period.
- `repeated`: Reserved for the future; refused on write."""


AuctionStatus = Literal[
    "upcoming",
    "ongoing",
    "completed",
]
"""The status of an auction, by the service's clock.

- `upcoming`: The bidding period has not begun.
- `ongoing`: The bidding period has begun and the result is not yet final.
- `completed`: Final: sold, unsold or cancelled."""


class Bid(TypedDict):
    """A bid, placed by a bidder on the auction page and backed by a card authorization.
    Bids are only read here: no operation places, changes or retracts one."""

    bidId: str
    """Unique identifier."""

    bidderId: str
    """The bidder, in words shared by the service and the seller: the bidder's e-mail
    address, or the internal identifier that the auction URL carried as its `bidderId`
    query parameter."""

    placedAt: str
    """When the bid was placed and the payment authorized."""

    bidValueInCents: int
    """Gross value of the bid in USD cents, backed by a payment authorization."""

    auctionId: str
    """The auction the bid belongs to."""

    isWinningBid: bool
    """True only for the winning bid once the auction is `completed`. While the auction is
    `ongoing` it is false for every bid, the highest included."""


class Auction(TypedDict):
    """A timed auction of one item."""

    auctionId: str
    """Unique identifier."""

    createdAt: str
    """Creation time."""

    biddingPeriodStartsAt: str
    """Start of the bidding period: the first instant at which a bid is accepted."""

    biddingPeriodEndsAt: str
    """End of the bidding period: the first instant at which no bid is accepted any
    more."""

    type: AuctionType
    """The type of the auction."""

    minimumBidValueInCents: int
    """Minimum bid in USD cents."""

    title: str
    """Title set by the seller."""

    status: AuctionStatus
    """The status of the auction."""

    auctionUrl: str
    """The page where bidders place bids: share it. Add `?bidderId=…` to name a bidder
    yourself."""

    bids: NotRequired[list[Bid]]
    """Every bid on the auction, not sorted in any particular order. Present only with
    `includeBids=true`."""


class AuctionWithoutBids(TypedDict):
    """A timed auction of one item, without its bids."""

    auctionId: str
    """Unique identifier."""

    createdAt: str
    """Creation time."""

    biddingPeriodStartsAt: str
    """Start of the bidding period: the first instant at which a bid is accepted."""

    biddingPeriodEndsAt: str
    """End of the bidding period: the first instant at which no bid is accepted any
    more."""

    type: AuctionType
    """The type of the auction."""

    minimumBidValueInCents: int
    """Minimum bid in USD cents."""

    title: str
    """Title set by the seller."""

    status: AuctionStatus
    """The status of the auction."""

    auctionUrl: str
    """The page where bidders place bids: share it. Add `?bidderId=…` to name a bidder
    yourself."""


class CreateAuctionBiddingPeriod(TypedDict):
    """The period in which bids are accepted. The start lies at least 1 minute in the
    future when the request is processed; the period lasts 1 hour to 7 days."""

    startTimestamp: int
    """Start of the bidding period. An instant as whole seconds since
    1970-01-01T00:00:00Z, also beyond 2038."""

    endTimestamp: int
    """End of the bidding period. An instant as whole seconds since 1970-01-01T00:00:00Z,
    also beyond 2038."""


class CreateAuction(TypedDict):
    biddingPeriod: CreateAuctionBiddingPeriod
    """The period in which bids are accepted. The start lies at least 1 minute in the
    future when the request is processed; the period lasts 1 hour to 7 days."""

    title: str
    """3 to 150 characters (Unicode code points), kept as sent; not blank, and without
    control characters."""

    minimumBidValueInCents: NotRequired[int]
    """Minimum bid in USD cents, 0 (not recommended) to 49999999. Default: `0`."""

    type: NotRequired[Literal["asynchronous"]]
    """Only `asynchronous` is supported. Default: `asynchronous`."""


class UpdateAuctionBiddingPeriod(TypedDict):
    """Only while the auction is `upcoming`. The period in which bids are accepted. The
    start lies at least 1 minute in the future when the request is processed; the period
    lasts 1 hour to 7 days."""

    startTimestamp: int
    """Start of the bidding period. An instant as whole seconds since
    1970-01-01T00:00:00Z, also beyond 2038."""

    endTimestamp: int
    """End of the bidding period. An instant as whole seconds since 1970-01-01T00:00:00Z,
    also beyond 2038."""


class UpdateAuction(TypedDict):
    title: NotRequired[str]
    """3 to 150 characters (Unicode code points), kept as sent; not blank, and without
    control characters."""

    minimumBidValueInCents: NotRequired[int]
    """Minimum bid in USD cents, 0 to 49999999."""

    biddingPeriod: NotRequired[UpdateAuctionBiddingPeriod]
    """Only while the auction is `upcoming`. The period in which bids are accepted. The
    start lies at least 1 minute in the future when the request is processed; the period
    lasts 1 hour to 7 days."""

    type: NotRequired[Literal["asynchronous"]]
    """Only `asynchronous` is supported."""


class BidOfEvent(TypedDict):
    """A bid as it was then."""

    bidId: str
    """The bid."""

    bidderId: str
    """The bidder: the e-mail address, or the `bidderId` that the address of the auction
    carried."""

    placedAt: str
    """When it was placed and its payment authorized."""

    bidValueInCents: int
    """Its value in USD cents, backed by a payment authorization."""

    auctionId: str
    """Its auction."""

    isWinningBid: bool
    """True only for the winning bid of a completed auction."""

    updatedAt: str
    """When the service read this state. Of two payloads of one object, the later one is
    current."""


class AuctionOfEvent(TypedDict):
    """An auction as it was then: the payload of events that tell of an auction."""

    auctionId: str
    """The auction."""

    createdAt: str
    """When it was created."""

    biddingPeriodStartsAt: str
    """The start of its bidding period: the first instant at which a bid is accepted."""

    biddingPeriodEndsAt: str
    """The end of its bidding period: the first instant at which no bid is accepted any
    more."""

    type: AuctionType
    """Its type."""

    minimumBidValueInCents: int
    """Its minimum bid in USD cents."""

    title: str
    """Its title."""

    status: AuctionStatus
    """Its status."""

    auctionUrl: str
    """The page where bidders place bids: share it. Add `?bidderId=…` to name a bidder
    yourself."""

    reference: str | None
    """Your own text; null: you have set none."""

    updatedAt: str
    """When the service read this state. Of two payloads of one object, the later one is
    current."""


class CompletedAuction(TypedDict):
    """An auction whose result is final: the payload of `auction_completed`."""

    auctionId: str
    """The auction."""

    createdAt: str
    """When it was created."""

    biddingPeriodStartsAt: str
    """The start of its bidding period: the first instant at which a bid is accepted."""

    biddingPeriodEndsAt: str
    """The end of its bidding period: the first instant at which no bid is accepted any
    more."""

    type: AuctionType
    """Its type."""

    minimumBidValueInCents: int
    """Its minimum bid in USD cents."""

    title: str
    """Its title."""

    status: AuctionStatus
    """Its status."""

    auctionUrl: str
    """The page where bidders place bids: share it. Add `?bidderId=…` to name a bidder
    yourself."""

    reference: str | None
    """Your own text; null: you have set none."""

    updatedAt: str
    """When the service read this state. Of two payloads of one object, the later one is
    current."""

    winningBid: BidOfEvent | None
    """The bid whose funds were captured; null where nobody won."""


class Transcript(TypedDict):
    """The last line of a transcript. Compare it with the head that others were shown."""

    position: int
    """The position of the line: the number of lines."""

    hash: str
    """SHA-256 of the line, in hex."""


class PlacedBid(TypedDict):
    """A bid, its private link and its line in the transcript: the payload of
    `bid_placed`."""

    bidId: str
    """The bid."""

    bidderId: str
    """The bidder: the e-mail address, or the `bidderId` that the address of the auction
    carried."""

    placedAt: str
    """When it was placed and its payment authorized."""

    bidValueInCents: int
    """Its value in USD cents, backed by a payment authorization."""

    auctionId: str
    """Its auction."""

    isWinningBid: bool
    """True only for the winning bid of a completed auction."""

    updatedAt: str
    """When the service read this state. Of two payloads of one object, the later one is
    current."""

    privateUrl: str | None
    """Shows this bidder how the bids stand, on any device. Everybody who has it sees
    them: send it to the bidder alone. Null where the bid names no browser."""

    transcript: Transcript | None
    """The head of the transcript with this bid: keep it. Null in earlier events."""


class LinkedBid(TypedDict):
    """A bid, and the private link of its bidder: the payload of events that tell of a
    bid."""

    bidId: str
    """The bid."""

    bidderId: str
    """The bidder: the e-mail address, or the `bidderId` that the address of the auction
    carried."""

    placedAt: str
    """When it was placed and its payment authorized."""

    bidValueInCents: int
    """Its value in USD cents, backed by a payment authorization."""

    auctionId: str
    """Its auction."""

    isWinningBid: bool
    """True only for the winning bid of a completed auction."""

    updatedAt: str
    """When the service read this state. Of two payloads of one object, the later one is
    current."""

    privateUrl: str | None
    """Shows this bidder how the bids stand, on any device. Everybody who has it sees
    them: send it to the bidder alone. Null where the bid names no browser."""


class WonBid(TypedDict):
    """The winning bid, and how you know its bidder: the payload of `bid_won`."""

    bidId: str
    """The bid."""

    bidderId: str
    """The bidder: the e-mail address, or the `bidderId` that the address of the auction
    carried."""

    placedAt: str
    """When it was placed and its payment authorized."""

    bidValueInCents: int
    """Its value in USD cents, backed by a payment authorization."""

    auctionId: str
    """Its auction."""

    isWinningBid: bool
    """True only for the winning bid of a completed auction."""

    updatedAt: str
    """When the service read this state. Of two payloads of one object, the later one is
    current."""

    privateUrl: str | None
    """Shows this bidder how the bids stand, on any device. Everybody who has it sees
    them: send it to the bidder alone. Null where the bid names no browser."""

    winnerReference: str | None
    """By this you know the winner, whose page shows it. Tell it to the winner alone."""


class FailedBid(TypedDict):
    """A bid whose funds were not captured: the payload of `capture_failed`."""

    bidId: str
    """The bid."""

    bidderId: str
    """The bidder: the e-mail address, or the `bidderId` that the address of the auction
    carried."""

    placedAt: str
    """When it was placed and its payment authorized."""

    bidValueInCents: int
    """Its value in USD cents, backed by a payment authorization."""

    auctionId: str
    """Its auction."""

    isWinningBid: bool
    """True only for the winning bid of a completed auction."""

    updatedAt: str
    """When the service read this state. Of two payloads of one object, the later one is
    current."""

    reason: str
    """Why its funds were not captured."""


State = Literal[
    "pending",
    "succeeded",
    "failed",
    "inquiry",
    "closed",
    "open",
    "won",
    "lost",
]
"""The state of a refund, dispute or warning of fraud.

- `pending`: A refund that is on its way to the card.
- `succeeded`: A refund that has reached the card.
- `failed`: A refund that did not reach the card: the money came back.
- `inquiry`: A bank asks for information; no money is taken.
- `closed`: An inquiry that ended without a dispute.
- `open`: A dispute that has taken the money until it is decided.
- `won`: A dispute that was won: the money came back.
- `lost`: A dispute that was lost: the money is gone."""


class Payment(TypedDict):
    """A refund or a dispute, and the rest of the captured funds."""

    state: State
    """The state of a refund, dispute or warning of fraud.

    - `pending`: A refund that is on its way to the card.
    - `succeeded`: A refund that has reached the card.
    - `failed`: A refund that did not reach the card: the money came back.
    - `inquiry`: A bank asks for information; no money is taken.
    - `closed`: An inquiry that ended without a dispute.
    - `open`: A dispute that has taken the money until it is decided.
    - `won`: A dispute that was won: the money came back.
    - `lost`: A dispute that was lost: the money is gone."""

    amountInCents: int
    """The amount of the refund or dispute."""

    capturedInCents: int
    """The captured amount."""

    refundedInCents: int
    """The refunded amount."""

    disputedInCents: int
    """The amount of disputes that are open or lost."""

    netInCents: int
    """The rest. It is below zero where refunded funds are disputed, too."""


class ReversedBid(TypedDict):
    """The winning bid, and what became of its captured funds: the payload of
    `payment_refunded` and `payment_disputed`."""

    bidId: str
    """The bid."""

    bidderId: str
    """The bidder: the e-mail address, or the `bidderId` that the address of the auction
    carried."""

    placedAt: str
    """When it was placed and its payment authorized."""

    bidValueInCents: int
    """Its value in USD cents, backed by a payment authorization."""

    auctionId: str
    """Its auction."""

    isWinningBid: bool
    """True only for the winning bid of a completed auction."""

    updatedAt: str
    """When the service read this state. Of two payloads of one object, the later one is
    current."""

    payment: Payment
    """A refund or a dispute, and the rest of the captured funds."""


class Delivery(TypedDict):
    """The name, address and telephone number that the winner of an auction has given to
    its seller."""

    name: str
    """The name of the winner."""

    address: str | None
    """Lines of text; null where you ask for a contact alone."""

    telephone: str
    """A telephone number, as it was typed."""

    givenAt: str
    """When the winner last gave or changed them."""


class BidToDeliver(TypedDict):
    """The winning bid, and what its bidder has given: the payload of
    `delivery_details_given`."""

    bidId: str
    """The bid."""

    bidderId: str
    """The bidder: the e-mail address, or the `bidderId` that the address of the auction
    carried."""

    placedAt: str
    """When it was placed and its payment authorized."""

    bidValueInCents: int
    """Its value in USD cents, backed by a payment authorization."""

    auctionId: str
    """Its auction."""

    isWinningBid: bool
    """True only for the winning bid of a completed auction."""

    updatedAt: str
    """When the service read this state. Of two payloads of one object, the later one is
    current."""

    delivery: Delivery | None
    """The details of the winner; null once the bidder is erased."""


class Shipment(TypedDict):
    """How the item of a sale was sent to its winner, who reads it on the page and in a
    message."""

    carrier: str
    """The carrier, as you wrote it."""

    trackingNumber: str | None
    """The number of the shipment; null if it has none."""

    trackingUrl: str | None
    """The address at which the winner sees where it is: yours, or the page of a known
    carrier for the number; null if there is neither."""

    recordedAt: str
    """When you last recorded or corrected it."""


class ShippedBid(TypedDict):
    """The winning bid, and how its item was sent: the payload of `item_shipped`."""

    bidId: str
    """The bid."""

    bidderId: str
    """The bidder: the e-mail address, or the `bidderId` that the address of the auction
    carried."""

    placedAt: str
    """When it was placed and its payment authorized."""

    bidValueInCents: int
    """Its value in USD cents, backed by a payment authorization."""

    auctionId: str
    """Its auction."""

    isWinningBid: bool
    """True only for the winning bid of a completed auction."""

    updatedAt: str
    """When the service read this state. Of two payloads of one object, the later one is
    current."""

    privateUrl: str | None
    """Shows this bidder how the bids stand, on any device. Everybody who has it sees
    them: send it to the bidder alone. Null where the bid names no browser."""

    shipment: Shipment | None
    """How you have sent the item; null once the bidder is erased."""


Reason = Literal[
    "gone",
    "failing",
]
"""The reason for which no events are sent to an endpoint.

- `gone`: It has answered 410 Gone.
- `failing`: It has failed for three days without a success."""


class DisabledEndpoint(TypedDict):
    """A webhook endpoint that gets no more events: the payload of `endpoint_disabled`."""

    endpointId: str
    """The endpoint."""

    url: str
    """Its address."""

    reason: Reason
    """The reason for which no events are sent to an endpoint.

    - `gone`: It has answered 410 Gone.
    - `failing`: It has failed for three days without a success."""


class IssuedApiKey(TypedDict):
    """An API key that was just issued, without the key itself: the payload of
    `api_key_issued`."""

    apiKeyId: str
    """The new key."""

    prefix: str
    """Its first characters."""

    scopes: list[str]
    """Its scopes."""

    createdAt: str
    """When it was issued."""

    expiresAt: str | None
    """From then on it is refused; null: never."""

    issuedBy: str | None
    """The key that issued it; null: the operator of the service did."""


class SellerEmail(TypedDict):
    """An address for messages to a seller: the payload of `seller_email_given`."""

    email: str
    """The address in your profile, which waits for its confirmation."""


class TestMessage(TypedDict):
    """The payload of `test`."""

    message: str
    """A sentence."""


ProblemCode = Literal[
    "invalid_request",
    "missing_api_key",
    "invalid_api_key",
    "insufficient_scope",
    "seller_suspended",
    "rate_limited",
    "internal_error",
    "unavailable",
    "auction_not_found",
    "idempotency_key_in_use",
    "idempotency_key_reused",
    "payload_too_large",
    "payments_unavailable",
    "unsupported_media_type",
    "precondition_failed",
    "auction_completed",
    "field_locked",
    "auction_settling",
    "bid_not_found",
    "not_found",
    "method_not_allowed",
]
"""Why, in a word that never changes its meaning."""


FaultCode = Literal[
    "required",
    "null_not_allowed",
    "wrong_type",
    "not_an_integer",
    "invalid_value",
    "too_small",
    "too_large",
    "too_short",
    "too_long",
    "blank",
    "control_character",
    "unknown_field",
    "unknown_parameter",
    "repeated_parameter",
    "empty_value",
    "malformed_json",
    "not_an_object",
    "looks_like_milliseconds",
    "start_too_soon",
    "end_not_after_start",
    "duration_too_short",
    "duration_too_long",
    "unsupported_type",
    "field_locked",
]
"""The fault, in a word that never changes its meaning."""


class Fault(TypedDict):
    """One fault of a request."""

    pointer: str
    """The place of the fault: an RFC 6901 pointer into the body, empty for the body
    itself; or the name of a query parameter or header."""

    code: FaultCode
    detail: str
    """The fault, for a person."""


class Problem(TypedDict):
    """Why a request was refused: a problem document (RFC 9457)."""

    type: str
    """The address that explains the code."""

    title: str
    """The code in words."""

    status: int
    """The status of the answer."""

    detail: str
    """The fault of this request, for a person."""

    code: ProblemCode
    errors: NotRequired[list[Fault]]
    """Every fault of the request; absent where no field or parameter is at fault."""

    requestId: str
    """The `X-Request-Id` of the answer."""


class ListAuctionsResult(TypedDict):
    """One page of auctions, newest first."""

    auctions: list[Auction]


class CreateAuctionResult(TypedDict):
    """The auction, in its current state."""

    auction: AuctionWithoutBids


class GetAuctionResult(TypedDict):
    """The auction, in its current state."""

    auction: Auction


class UpdateAuctionResult(TypedDict):
    """The auction, in its current state."""

    auction: AuctionWithoutBids


class CancelAuctionResult(TypedDict):
    """The auction is cancelled."""

    success: bool


class ListBidsResult(TypedDict):
    """One page of bids, newest first."""

    bids: list[Bid]


class GetBidResult(TypedDict):
    """The bid, in its current state."""

    bid: Bid


Mode = Literal[
    "live",
    "test",
]
"""Whether its money is real."""


class AuctionCreatedEvent(TypedDict):
    """You have created an auction."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["auction_created"]
    payload: AuctionOfEvent


class AuctionUpdatedEvent(TypedDict):
    """You have changed an auction: its title, reference, minimum bid, bidding period or
    rules. None where nothing has changed."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["auction_updated"]
    payload: AuctionOfEvent


class AuctionStartedEvent(TypedDict):
    """The bidding period of an auction has begun."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["auction_started"]
    payload: AuctionOfEvent


class AuctionCompletedEvent(TypedDict):
    """An auction has ended and its result is final; the payload has `winningBid`, null
    without a winner. A cancelled auction gets `auction_cancelled` instead."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["auction_completed"]
    payload: CompletedAuction


class AuctionCancelledEvent(TypedDict):
    """You have cancelled an auction."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["auction_cancelled"]
    payload: AuctionOfEvent


class AuctionExtendedEvent(TypedDict):
    """A bid that took the lead shortly before the end has moved the end of an auction
    with a soft close. The payload has the new end."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["auction_extended"]
    payload: AuctionOfEvent


class BidPlacedEvent(TypedDict):
    """A bid was placed, and its amount is held on the card of the bidder. The payload has
    `transcript`, the head of the transcript with this bid."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["bid_placed"]
    payload: PlacedBid


class FirstBidPlacedEvent(TypedDict):
    """An auction has its first bid; the payload is that bid. It follows from
    `bid_placed`."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["first_bid_placed"]
    payload: LinkedBid


class BidOutbidEvent(TypedDict):
    """Another bidder has bid more than the leading bid. The payload is the bid that led
    until then."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["bid_outbid"]
    payload: LinkedBid


class BidWonEvent(TypedDict):
    """The funds of a bid were captured: its bidder has won. The payload has the
    `winnerReference`, by which you know the winner."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["bid_won"]
    payload: WonBid


class BidLostEvent(TypedDict):
    """An auction is completed, and this bidder has not won; the payload is the highest
    bid of the bidder. Its hold is released. None for a cancelled auction."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["bid_lost"]
    payload: LinkedBid


class HoldAtRiskEvent(TypedDict):
    """The hold of a bid lapses before its auction is settled, and is not renewed: its
    card or bank refuses, or five bids rank higher. The bidder takes part by bidding
    again."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["hold_at_risk"]
    payload: LinkedBid


class CaptureFailedEvent(TypedDict):
    """The funds of a bid were definitely not captured; the payload has the `reason`. The
    settlement tries the next highest bid."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["capture_failed"]
    payload: FailedBid


class PaymentRefundedEvent(TypedDict):
    """Captured funds were refunded at the payment provider, wholly or in part, or a
    refund has failed. The auction and its winner stay as they are; the payload has
    `payment`, what is left."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["payment_refunded"]
    payload: ReversedBid


class PaymentDisputedEvent(TypedDict):
    """The cardholder has disputed captured funds, or such a dispute was won or lost. The
    auction and its winner stay as they are; the payload has `payment`, what is left."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["payment_disputed"]
    payload: ReversedBid


class DeliveryDetailsGivenEvent(TypedDict):
    """The winner of an auction has given, on its page, the name, telephone number and
    address that your profile asks for, or has changed them. The payload has
    `delivery`."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["delivery_details_given"]
    payload: BidToDeliver


class ItemShippedEvent(TypedDict):
    """You have recorded how the item of a sale was sent, or have corrected it. The
    payload is the winning bid, with `shipment`."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["item_shipped"]
    payload: ShippedBid


class EndpointDisabledEvent(TypedDict):
    """A webhook endpoint of yours has answered 410, or has failed for three days, and
    gets no more events."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["endpoint_disabled"]
    payload: DisabledEndpoint


class ApiKeyIssuedEvent(TypedDict):
    """One of your keys has issued another one, or has replaced one. The payload is the
    stored part of the new key. Revoke the key that issued it if nobody of yours did."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["api_key_issued"]
    payload: IssuedApiKey


class SellerEmailGivenEvent(TypedDict):
    """Your profile names another address for your messages, or `sendEmailConfirmation`
    was called. The payload is the address. Change it back if nobody of yours did that."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["seller_email_given"]
    payload: SellerEmail


class TestEvent(TypedDict):
    """Sent by hand to try an endpoint out; cannot be subscribed to."""

    id: str
    """The event, at each attempt and replay: the header `webhook-id`."""

    timestamp: str
    """When it happened."""

    mode: Mode
    """Whether its money is real."""

    sequence: int | None
    """The number of the change of its auction. Events that follow from one change have
    its number. A missing number is a change that the endpoint does not subscribe to, or
    whose event is under way. `null` without an auction, and for an event of an earlier
    version."""

    eventType: Literal["test"]
    payload: TestMessage


WebhookEvent = (
    AuctionCreatedEvent
    | AuctionUpdatedEvent
    | AuctionStartedEvent
    | AuctionCompletedEvent
    | AuctionCancelledEvent
    | AuctionExtendedEvent
    | BidPlacedEvent
    | FirstBidPlacedEvent
    | BidOutbidEvent
    | BidWonEvent
    | BidLostEvent
    | HoldAtRiskEvent
    | CaptureFailedEvent
    | PaymentRefundedEvent
    | PaymentDisputedEvent
    | DeliveryDetailsGivenEvent
    | ItemShippedEvent
    | EndpointDisabledEvent
    | ApiKeyIssuedEvent
    | SellerEmailGivenEvent
    | TestEvent
)
"""The body of a webhook: `eventType` says what `payload` is."""
