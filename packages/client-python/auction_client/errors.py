"""The errors that the client raises."""

from typing import Any

from .v1 import Fault, Problem, ProblemCode


class AuctionClientError(Exception):
    """The base class of the errors of this package."""


class ProblemError(AuctionClientError):
    """The service refused the request. `code` says why, and never changes its meaning."""

    def __init__(self, problem: Problem, idempotency_key: str | None = None) -> None:
        # Exactly the arguments, so that the error can be pickled.
        super().__init__(problem, idempotency_key)
        self.problem: Problem = problem
        """The problem document (RFC 9457)."""
        self.code: ProblemCode = problem["code"]
        self.status: int = problem["status"]
        self.errors: list[Fault] = problem.get("errors", [])
        """Every fault of the request; empty where no field or parameter is at fault."""
        self.request_id: str = problem["requestId"]
        self.idempotency_key: str | None = idempotency_key
        """The key of a change; `None` for a read."""

    def __str__(self) -> str:
        faults = "".join(f"\n  {fault['pointer'] or 'body'}: {fault['detail']}" for fault in self.errors)
        return f"{self.code}: {self.problem['detail']} (request {self.request_id}){faults}"


class GraphqlError(AuctionClientError):
    """The service answered a GraphQL document with errors."""

    def __init__(self, errors: list[dict[str, Any]], data: dict[str, Any] | None = None) -> None:
        super().__init__(errors, data)
        self.errors: list[dict[str, Any]] = errors
        self.code: str | None = errors[0].get("extensions", {}).get("code") if errors else None
        """The code of the first error."""
        self.data: dict[str, Any] | None = data
        """The data beside the errors."""

    def __str__(self) -> str:
        return "\n".join(str(error.get("message")) for error in self.errors)


class UnexpectedAnswerError(AuctionClientError):
    """The answer is not the service's own: a proxy refused or redirected the request, or `base_url` is wrong."""

    def __init__(self, status: int, text: str, idempotency_key: str | None = None) -> None:
        super().__init__(status, text, idempotency_key)
        self.status: int = status
        self.text: str = text
        """The beginning of the body."""
        self.idempotency_key: str | None = idempotency_key

    def __str__(self) -> str:
        return f"Unexpected answer with status {self.status}: {self.text[:200]!r}"


class NoAnswerError(AuctionClientError):
    """No answer came, also not after the retries: whether the change was made is unknown.

    Calling again with `idempotency_key` gets the answer of the first call, and changes nothing twice.
    """

    def __init__(self, reason: str, idempotency_key: str | None = None) -> None:
        super().__init__(reason, idempotency_key)
        self.reason: str = reason
        self.idempotency_key: str | None = idempotency_key

    def __str__(self) -> str:
        return f"No answer: {self.reason}"
