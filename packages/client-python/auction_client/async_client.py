"""The client for programs that run on asyncio."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, TypeVar

from .client import MAX_LIMIT, AuctionClient, Auctions, Bids, Page, TaggedAuction
from .v1 import Auction, AuctionStatus, AuctionWithoutBids, Bid, CreateAuction, UpdateAuction

Item = TypeVar("Item")


class AsyncAuctions:
    """The auctions of a seller; each method is as that of `Auctions`."""

    def __init__(self, auctions: Auctions) -> None:
        self._auctions = auctions

    async def create(self, auction: CreateAuction, *, idempotency_key: str | None = None) -> AuctionWithoutBids:
        return await asyncio.to_thread(self._auctions.create, auction, idempotency_key=idempotency_key)

    async def get(self, auction_id: str, *, include_bids: bool | None = None) -> Auction:
        return await asyncio.to_thread(self._auctions.get, auction_id, include_bids=include_bids)

    async def get_tagged(self, auction_id: str) -> TaggedAuction:
        return await asyncio.to_thread(self._auctions.get_tagged, auction_id)

    async def update(
        self,
        auction_id: str,
        changes: UpdateAuction,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> AuctionWithoutBids:
        return await asyncio.to_thread(
            self._auctions.update, auction_id, changes, idempotency_key=idempotency_key, if_match=if_match
        )

    async def cancel(
        self, auction_id: str, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> None:
        await asyncio.to_thread(self._auctions.cancel, auction_id, idempotency_key=idempotency_key, if_match=if_match)

    async def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: AuctionStatus | None = None,
        include_bids: bool | None = None,
    ) -> Page[Auction]:
        return await asyncio.to_thread(
            self._auctions.list, limit=limit, offset=offset, status=status, include_bids=include_bids
        )

    def each(
        self, *, limit: int = MAX_LIMIT, status: AuctionStatus | None = None, include_bids: bool | None = None
    ) -> AsyncIterator[Auction]:
        return _each_in_thread(self._auctions.each(limit=limit, status=status, include_bids=include_bids))


class AsyncBids:
    """The bids on a seller's auctions; each method is as that of `Bids`."""

    def __init__(self, bids: Bids) -> None:
        self._bids = bids

    async def get(self, bid_id: str) -> Bid:
        return await asyncio.to_thread(self._bids.get, bid_id)

    async def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        auction_id: str | None = None,
        bidder_id: str | None = None,
    ) -> Page[Bid]:
        return await asyncio.to_thread(
            self._bids.list, limit=limit, offset=offset, auction_id=auction_id, bidder_id=bidder_id
        )

    def each(
        self, *, limit: int = MAX_LIMIT, auction_id: str | None = None, bidder_id: str | None = None
    ) -> AsyncIterator[Bid]:
        return _each_in_thread(self._bids.each(limit=limit, auction_id=auction_id, bidder_id=bidder_id))


class AsyncAuctionClient:
    """`AuctionClient` for asyncio: each request runs in a thread, so the event loop never waits.

    The arguments and the errors are those of `AuctionClient`. A cancelled call ends at once for its caller, and the
    request that it began may still be done: call again with the same `idempotency_key` to learn of it.
    """

    auctions: AsyncAuctions
    bids: AsyncBids

    def __init__(self, base_url: str, api_key: str, *, retries: int = 4, timeout_seconds: float = 30.0) -> None:
        self._client = AuctionClient(base_url, api_key, retries=retries, timeout_seconds=timeout_seconds)
        self.auctions = AsyncAuctions(self._client.auctions)
        self.bids = AsyncBids(self._client.bids)

    async def graphql(
        self,
        document: str,
        variables: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        """Runs a GraphQL document and returns its data."""
        return await asyncio.to_thread(self._client.graphql, document, variables, idempotency_key=idempotency_key)


async def _each_in_thread(items: Iterator[Item]) -> AsyncIterator[Item]:
    # A page is read on the way to its first item. A StopIteration cannot leave a thread.
    nothing = object()
    while True:
        item = await asyncio.to_thread(next, items, nothing)
        if item is nothing:
            return
        yield item  # type: ignore[misc]
