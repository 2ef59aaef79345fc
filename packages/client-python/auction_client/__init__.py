"""A typed client of the auction service: REST, GraphQL and webhooks. It needs Python 3.11 or newer and nothing else."""

from .async_client import AsyncAuctionClient
from .client import AuctionClient, Page, TaggedAuction
from .errors import AuctionClientError, GraphqlError, NoAnswerError, ProblemError, UnexpectedAnswerError
from .v1 import (
    Auction,
    AuctionStatus,
    AuctionWithoutBids,
    Bid,
    BidOfEvent,
    CreateAuction,
    Fault,
    FaultCode,
    Problem,
    ProblemCode,
    UpdateAuction,
    WebhookEvent,
)
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncAuctionClient",
    "Auction",
    "AuctionClient",
    "AuctionClientError",
    "AuctionStatus",
    "AuctionWithoutBids",
    "Bid",
    "BidOfEvent",
    "CreateAuction",
    "Fault",
    "FaultCode",
    "GraphqlError",
    "NoAnswerError",
    "Page",
    "Problem",
    "ProblemCode",
    "ProblemError",
    "UnexpectedAnswerError",
    "TaggedAuction",
    "UpdateAuction",
    "WebhookEvent",
    "WebhookVerificationError",
    "verify_webhook",
]
