"""Sends requests, and repeats those whose answer is lost or says to come back later."""

import json
import random
import re
import ssl
import time
import uuid
from collections.abc import Mapping
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from typing import Any, NamedTuple, cast
from urllib.error import URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPErrorProcessor, Request, build_opener

from .errors import NoAnswerError, ProblemError, UnexpectedAnswerError
from .v1 import Problem

# Too many requests; the service, or a proxy before it, is not ready.
LATER_STATUSES = frozenset({429, 502, 503, 504})

# A longer wait is the caller's decision: the answer is returned.
MAX_WAIT_SECONDS = 60.0

MAX_TEXT_LENGTH = 2_000


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


class AnyStatus(HTTPErrorProcessor):
    """Returns every answer, whatever its status. A redirect is not followed: it could send the API key to another host."""

    def http_response(self, request: Request, response: HTTPResponse) -> HTTPResponse:
        return response

    https_response = http_response


class Sender:
    def __init__(self, base_url: str, api_key: str, *, retries: int, timeout_seconds: float) -> None:
        url = urlsplit(base_url)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError(f"base_url must be a URL such as https://auctions.example, not {base_url!r}.")
        api_key = api_key.strip()
        # Without the key itself: an error message may be logged.
        if not re.fullmatch(r"[\x21-\x7e]+", api_key):
            raise ValueError("api_key is empty, or has characters that no API key has.")
        self._base_url = base_url.rstrip("/")
        self._headers = {
            "Authorization": f"Bearer {api_key}",
            "User-Agent": "auction-client-python",
            "Accept": "application/graphql-response+json, application/json, application/problem+json",
        }
        self._retries = retries
        self._timeout_seconds = timeout_seconds
        self._opener = build_opener(AnyStatus)

    def read(self, path: str, query: Mapping[str, str | int | bool | None]) -> tuple[Any, Message]:
        """Returns the body of a GET and its headers.

        Raises ProblemError, UnexpectedAnswerError or NoAnswerError.
        """
        given = {name: _text_of(value) for name, value in query.items() if value is not None}
        url = self._base_url + path + ("?" + urlencode(given) if given else "")
        return self._send(Request(url, headers=self._headers), None)

    def change(
        self,
        method: str,
        path: str,
        body: object | None,
        idempotency_key: str | None,
        if_match: str | None = None,
    ) -> Any:
        """Returns the body of the answer to a POST, PATCH or DELETE.

        The request carries the same `Idempotency-Key` each time: it is done once.

        Raises ProblemError, UnexpectedAnswerError or NoAnswerError.
        """
        key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
        headers = {**self._headers, "Idempotency-Key": key}
        if if_match is not None:
            headers["If-Match"] = if_match
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = Request(self._base_url + path, data=data, headers=headers, method=method)
        return self._send(request, key)[0]

    def _send(self, request: Request, key: str | None) -> tuple[Any, Message]:
        for attempt in range(self._retries):
            try:
                answer = self._exchange(request)
            except (OSError, HTTPException) as error:
                if _is_certificate_error(error):
                    raise NoAnswerError(_reason_of(error), key) from error
                time.sleep(_backoff_seconds(attempt))
                continue
            retry_after = _retry_after_seconds(answer)
            wait_seconds = _backoff_seconds(attempt) if retry_after is None else retry_after
            if not _is_later(answer) or wait_seconds > MAX_WAIT_SECONDS:
                return _result_of(answer, key)
            time.sleep(wait_seconds)
        try:
            return _result_of(self._exchange(request), key)
        except (OSError, HTTPException) as error:
            raise NoAnswerError(_reason_of(error), key) from error

    def _exchange(self, request: Request) -> Answer:
        with self._opener.open(request, timeout=self._timeout_seconds) as response:
            return Answer(response.status, response.headers, response.read())


def _text_of(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _is_later(answer: Answer) -> bool:
    if answer.status in LATER_STATUSES:
        return True
    # The same request is still on its way; every other conflict stays one.
    return answer.status == 409 and b'"idempotency_key_in_use"' in answer.body


def _retry_after_seconds(answer: Answer) -> float | None:
    text = answer.headers.get("Retry-After", "")
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None


def _backoff_seconds(attempt: int) -> float:
    # Twice as long each time, and never at the same instant as other clients.
    return min(2**attempt * random.uniform(0.25, 0.5), MAX_WAIT_SECONDS)


def _result_of(answer: Answer, key: str | None) -> tuple[Any, Message]:
    content_type = answer.headers.get_content_type()
    if content_type == "application/graphql-response+json":
        # The body has the errors, whatever the status.
        return json.loads(answer.body), answer.headers
    if 200 <= answer.status < 300 and content_type == "application/json":
        return json.loads(answer.body), answer.headers
    problem = _problem_of(answer)
    if problem is not None:
        raise ProblemError(problem, key)
    text = answer.body[:MAX_TEXT_LENGTH].decode(errors="replace")
    raise UnexpectedAnswerError(answer.status, text, key)


def _problem_of(answer: Answer) -> Problem | None:
    if answer.headers.get_content_type() != "application/problem+json":
        return None
    try:
        body: Any = json.loads(answer.body)
    except ValueError:
        return None
    # A proxy may have problem documents of its own.
    if not isinstance(body, dict) or not Problem.__required_keys__ <= body.keys():
        return None
    return cast(Problem, body)


def _is_certificate_error(error: Exception) -> bool:
    # A wrong certificate stays wrong.
    return isinstance(error, URLError) and isinstance(error.reason, ssl.SSLCertVerificationError)


def _reason_of(error: Exception) -> str:
    reason = error.reason if isinstance(error, URLError) else error
    return f"{type(reason).__name__}: {reason}"
