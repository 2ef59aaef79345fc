"""The seven operations of `/v1` as methods, the whole lists, and GraphQL."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qs, quote, urlsplit

from .errors import GraphqlError
from .sender import Sender
from .v1 import (
    Auction,
    AuctionStatus,
    AuctionWithoutBids,
    Bid,
    CreateAuction,
    CreateAuctionResult,
    GetAuctionResult,
    GetBidResult,
    ListAuctionsResult,
    ListBidsResult,
    UpdateAuction,
    UpdateAuctionResult,
)

Item = TypeVar("Item")

MAX_LIMIT = 100


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a list."""

    items: list[Item]
    next_offset: int | None
    """The `offset` of the next page; `None` on the last one."""


@dataclass(frozen=True)
class TaggedAuction:
    """An auction, and the tag of this state of it."""

    auction: AuctionWithoutBids
    etag: str
    """Pass it as `if_match`, to change the auction only while it is as you have read it."""


class Auctions:
    """The auctions of a seller."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(self, auction: CreateAuction, *, idempotency_key: str | None = None) -> AuctionWithoutBids:
        """Creates an auction."""
        result: CreateAuctionResult = self._sender.change("POST", "/v1/auctions", auction, idempotency_key)
        return result["auction"]

    def get(self, auction_id: str, *, include_bids: bool | None = None) -> Auction:
        """Reads an auction; with its `bids` if `include_bids` is true."""
        result: GetAuctionResult = self._sender.read(_auction_path(auction_id), {"includeBids": include_bids})[0]
        return result["auction"]

    def get_tagged(self, auction_id: str) -> TaggedAuction:
        """Reads an auction and its tag."""
        body, headers = self._sender.read(_auction_path(auction_id), {})
        result: UpdateAuctionResult = body
        return TaggedAuction(result["auction"], headers["ETag"])

    def update(
        self,
        auction_id: str,
        changes: UpdateAuction,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> AuctionWithoutBids:
        """Changes the fields that `changes` has.

        With `if_match`, the tag of `get_tagged`, an auction that has changed since is not changed: the error is
        `precondition_failed`.
        """
        path = _auction_path(auction_id)
        result: UpdateAuctionResult = self._sender.change("PATCH", path, changes, idempotency_key, if_match)
        return result["auction"]

    def cancel(self, auction_id: str, *, idempotency_key: str | None = None, if_match: str | None = None) -> None:
        """Cancels an auction for good, without a winner. `if_match` is as for an update."""
        self._sender.change("DELETE", _auction_path(auction_id), None, idempotency_key, if_match)

    def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: AuctionStatus | None = None,
        include_bids: bool | None = None,
    ) -> Page[Auction]:
        """Reads one page of the auctions, newest first; `limit` is 1 to 100."""
        query = {"limit": limit, "offset": offset, "status": status, "includeBids": include_bids}
        body, headers = self._sender.read("/v1/auctions", query)
        result: ListAuctionsResult = body
        return Page(result["auctions"], _next_offset(headers))

    def each(
        self, *, limit: int = MAX_LIMIT, status: AuctionStatus | None = None, include_bids: bool | None = None
    ) -> Iterator[Auction]:
        """Yields every auction, newest first. You may change auctions meanwhile. `limit` is the length of a page."""
        return _each_item(
            lambda limit, offset: self.list(limit=limit, offset=offset, status=status, include_bids=include_bids),
            lambda auction: auction["auctionId"],
            limit,
        )


class Bids:
    """The bids on a seller's auctions."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def get(self, bid_id: str) -> Bid:
        """Reads a bid."""
        result: GetBidResult = self._sender.read(f"/v1/bids/{quote(bid_id, safe='')}", {})[0]
        return result["bid"]

    def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        auction_id: str | None = None,
        bidder_id: str | None = None,
    ) -> Page[Bid]:
        """Reads one page of the bids, newest first; `limit` is 1 to 100."""
        query = {"limit": limit, "offset": offset, "auctionId": auction_id, "bidderId": bidder_id}
        body, headers = self._sender.read("/v1/bids", query)
        result: ListBidsResult = body
        return Page(result["bids"], _next_offset(headers))

    def each(
        self, *, limit: int = MAX_LIMIT, auction_id: str | None = None, bidder_id: str | None = None
    ) -> Iterator[Bid]:
        """Yields every bid, newest first; `limit` is the length of a page."""
        return _each_item(
            lambda limit, offset: self.list(limit=limit, offset=offset, auction_id=auction_id, bidder_id=bidder_id),
            lambda bid: bid["bidId"],
            limit,
        )


class AuctionClient:
    """A client of the auction service. It holds no connection, and threads may share it.

    A request whose answer is lost, or is 429, 502, 503, 504 or 409 `idempotency_key_in_use`, is sent again: at most
    `retries` times, after the time that `Retry-After` says, or else after a growing random pause. If the wait would be
    more than 60 seconds, the answer is raised instead.

    Each change gets an `Idempotency-Key` and keeps it when it is sent again: it is done once. Pass `idempotency_key` to
    choose the key, such as the number of an order, so that it is done once even if your own program calls twice.

    Every method raises ProblemError when the service refuses the request, NoAnswerError when no answer came, and
    UnexpectedAnswerError when the answer is not the service's own.

    - `base_url`: where the service is, such as `https://auctions.example`
    - `api_key`: a secret that begins with `auc_`
    - `timeout_seconds`: how long an attempt may wait for a connection, and for each part of the answer
    """

    auctions: Auctions
    bids: Bids

    def __init__(self, base_url: str, api_key: str, *, retries: int = 4, timeout_seconds: float = 30.0) -> None:
        self._sender = Sender(base_url, api_key, retries=retries, timeout_seconds=timeout_seconds)
        self.auctions = Auctions(self._sender)
        self.bids = Bids(self._sender)

    def graphql(
        self,
        document: str,
        variables: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        """Runs a GraphQL document and returns its data. Raises GraphqlError if the answer has errors, also beside data."""
        body = {"query": document, "variables": variables}
        answer = self._sender.change("POST", "/graphql", body, idempotency_key)
        if answer.get("errors") or answer.get("data") is None:
            raise GraphqlError(answer.get("errors", []), answer.get("data"))
        data: dict[str, Any] = answer["data"]
        return data


def _auction_path(auction_id: str) -> str:
    return f"/v1/auctions/{quote(auction_id, safe='')}"


def _each_item(
    read_page: Callable[[int, int], Page[Item]], id_of: Callable[[Item], str], limit: int
) -> Iterator[Item]:
    # A list moves while it is read: new items come first, and items that are changed may leave. So each page begins with
    # the last item of the page before. If it does not, items have left, and the pages before are read again.
    length = max(2, limit)
    seen: set[str] = set()
    offset = 0
    while True:
        page = read_page(length, offset)
        if offset > 0 and (not page.items or id_of(page.items[0]) not in seen):
            offset = max(0, offset - length)
            continue
        for item in page.items:
            if id_of(item) not in seen:
                seen.add(id_of(item))
                yield item
        if page.next_offset is None:
            return
        offset += len(page.items) - 1


def _next_offset(headers: Message) -> int | None:
    # Only the offset: the link names the service by its public address, which may be another one than `base_url`.
    link = re.search(r'<([^>]+)>; *rel="next"', headers.get("Link", ""))
    return None if link is None else int(parse_qs(urlsplit(link[1]).query)["offset"][0])
