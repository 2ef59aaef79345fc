"""A typed client of the auction service's `/v1`. It needs Python 3.11 or newer and nothing else."""

from .client import AuctionClient, Page, TaggedAuction
from .errors import AuctionClientError, NoAnswerError, ProblemError, UnexpectedAnswerError
from .v1 import (
    Auction,
    AuctionStatus,
    AuctionWithoutBids,
    Bid,
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
    "Auction",
    "AuctionClient",
    "AuctionClientError",
    "AuctionStatus",
    "AuctionWithoutBids",
    "Bid",
    "CreateAuction",
    "Fault",
    "FaultCode",
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
