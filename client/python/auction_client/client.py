"""The seven operations of `/v1` as methods, and the whole lists."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import Message
from typing import Generic, TypeVar
from urllib.parse import parse_qs, quote, urlsplit

from .sender import Sender
from .v1 import (
    Auction,
    AuctionStatus,
    AuctionWithoutBids,
    Bid,
    CancelAuctionResult,
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


class AuctionClient:
    """A client of `/v1`. It holds no connection, and threads may share it.

    A request whose answer is lost, or is 429, 502, 503, 504 or 409 `idempotency_key_in_use`, is sent again: at most
    `retries` times, after as many seconds as `Retry-After` says, or else after a growing random pause. If the wait would
    be more than 60 seconds, the answer is raised instead.

    Each change gets an `Idempotency-Key` and keeps it when it is sent again: it is done once. Pass `idempotency_key` to
    choose the key, such as the number of an order, so that it is done once even if your own program calls twice.

    Every method raises ProblemError when the service refuses the request, NoAnswerError when no answer came, and
    UnexpectedAnswerError when the answer is not the service's own.

    - `base_url`: where the service is, such as `https://auctions.example`
    - `api_key`: a secret that begins with `auc_`
    - `timeout_seconds`: how long an attempt may wait for a connection, and for each part of the answer
    """

    def __init__(self, base_url: str, api_key: str, *, retries: int = 4, timeout_seconds: float = 30.0) -> None:
        self._sender = Sender(base_url, api_key, retries=retries, timeout_seconds=timeout_seconds)

    def create_auction(self, auction: CreateAuction, *, idempotency_key: str | None = None) -> AuctionWithoutBids:
        """Creates an auction."""
        result: CreateAuctionResult = self._sender.change("POST", "/v1/auctions", auction, idempotency_key)
        return result["auction"]

    def get_auction(self, auction_id: str, *, include_bids: bool | None = None) -> Auction:
        """Reads an auction; with its `bids` where `include_bids` is true."""
        result: GetAuctionResult = self._sender.read(_auction_path(auction_id), {"includeBids": include_bids})[0]
        return result["auction"]

    def get_tagged_auction(self, auction_id: str) -> TaggedAuction:
        """Reads an auction and its tag."""
        body, headers = self._sender.read(_auction_path(auction_id), {})
        result: UpdateAuctionResult = body
        return TaggedAuction(result["auction"], headers["ETag"])

    def update_auction(
        self,
        auction_id: str,
        changes: UpdateAuction,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> AuctionWithoutBids:
        """Changes the fields that `changes` has.

        With `if_match`, the tag of `get_tagged_auction`, an auction that has changed since is not changed: the error is
        `precondition_failed`.
        """
        path = _auction_path(auction_id)
        result: UpdateAuctionResult = self._sender.change("PATCH", path, changes, idempotency_key, if_match)
        return result["auction"]

    def cancel_auction(
        self, auction_id: str, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> bool:
        """Cancels an auction for good, without a winner. Returns true; a refusal is raised. `if_match` is as for an update."""
        path = _auction_path(auction_id)
        result: CancelAuctionResult = self._sender.change("DELETE", path, None, idempotency_key, if_match)
        return result["success"]

    def list_auctions(
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

    def get_bid(self, bid_id: str) -> Bid:
        """Reads a bid."""
        result: GetBidResult = self._sender.read(f"/v1/bids/{quote(bid_id, safe='')}", {})[0]
        return result["bid"]

    def list_bids(
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

    def each_auction(
        self,
        *,
        limit: int | None = None,
        status: AuctionStatus | None = None,
        include_bids: bool | None = None,
    ) -> Iterator[Auction]:
        """Yields every auction, newest first; `limit` is the length of a page."""
        return _each_item(
            lambda offset: self.list_auctions(limit=limit, offset=offset, status=status, include_bids=include_bids),
            lambda auction: auction["auctionId"],
        )

    def each_bid(
        self,
        *,
        limit: int | None = None,
        auction_id: str | None = None,
        bidder_id: str | None = None,
    ) -> Iterator[Bid]:
        """Yields every bid, newest first; `limit` is the length of a page."""
        return _each_item(
            lambda offset: self.list_bids(limit=limit, offset=offset, auction_id=auction_id, bidder_id=bidder_id),
            lambda bid: bid["bidId"],
        )


def _auction_path(auction_id: str) -> str:
    return f"/v1/auctions/{quote(auction_id, safe='')}"


def _each_item(read_page: Callable[[int], Page[Item]], id_of: Callable[[Item], str]) -> Iterator[Item]:
    # New items come first and move the others: an item of the page before is not yielded again.
    seen: set[str] = set()
    offset: int | None = 0
    while offset is not None:
        page = read_page(offset)
        yield from (item for item in page.items if id_of(item) not in seen)
        seen = {id_of(item) for item in page.items}
        offset = page.next_offset


def _next_offset(headers: Message) -> int | None:
    # Only the offset: the link names the service by its public address, which may be another one than `base_url`.
    link = re.search(r'<([^>]+)>; *rel="next"', headers.get("Link", ""))
    return None if link is None else int(parse_qs(urlsplit(link[1]).query)["offset"][0])
