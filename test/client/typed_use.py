"""What the type checker accepts and refuses in a program that uses the client. Nothing runs this file.

An ignored line must be an error: without one, the checker complains about the comment.
"""

from typing import assert_type

from auction_client import (
    AsyncAuctionClient,
    AuctionClient,
    AuctionWithoutBids,
    Bid,
    BidOfEvent,
    Page,
    ProblemError,
    TaggedAuction,
    WebhookEvent,
)


def use_operations(client: AuctionClient) -> None:
    auction = client.auctions.create(
        {"title": "A walnut desk", "biddingPeriod": {"startTimestamp": 1, "endTimestamp": 2}},
        idempotency_key="order-7",
    )
    assert_type(auction, AuctionWithoutBids)
    assert_type(auction["minimumBidValueInCents"], int)
    assert_type(client.bids.list(limit=10), Page[Bid])
    assert_type(client.auctions.get_tagged(auction["auctionId"]), TaggedAuction)
    client.auctions.cancel(auction["auctionId"], if_match='"a"')
    auction["title2"]  # pyright: ignore[reportGeneralTypeIssues]
    auction["bids"]  # pyright: ignore[reportGeneralTypeIssues]
    client.auctions.create({"title": "A walnut desk"})  # pyright: ignore[reportArgumentType]
    client.auctions.update(auction["auctionId"], {"titel": "A desk"})  # pyright: ignore[reportArgumentType]
    client.auctions.list(status="open")  # pyright: ignore[reportArgumentType]


async def use_async(client: AsyncAuctionClient) -> None:
    assert_type(await client.bids.list(limit=10), Page[Bid])
    async for bid in client.bids.each():
        assert_type(bid, Bid)
    await client.auctions.get(1)  # pyright: ignore[reportArgumentType]


def handle_problem(error: ProblemError) -> bool:
    if error.code == "rate_limit":  # pyright: ignore[reportUnnecessaryComparison]
        return False
    return error.code == "rate_limited"


def handle_event(event: WebhookEvent) -> str | None:
    if event["eventType"] == "auction_completed":
        winner = event["payload"]["winningBid"]
        assert_type(winner, BidOfEvent | None)
        return None if winner is None else winner["bidderId"]
    if event["eventType"] == "capture_failed":
        return event["payload"]["reason"]
    return event["payload"]["winningBid"]  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]
