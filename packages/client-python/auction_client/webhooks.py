"""Verification of webhooks, by the rules of Standard Webhooks (https://www.standardwebhooks.com)."""

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping

from .errors import AuctionClientError
from .v1 import WebhookEvent


class WebhookVerificationError(AuctionClientError):
    """The request does not come from the service, or is an old copy: answer it with 400."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Iterable[str],
    *,
    tolerance_seconds: int = 300,
) -> WebhookEvent:
    """Returns the event of a webhook's request once a signature of it is proven.

    `body` is the body exactly as it was received. The names of `headers` may be in upper or lower case. `secrets` is one
    `whsec_…` or several: while a secret is rotated, the old one and the new one. A request whose timestamp is further
    than `tolerance_seconds` from now is refused.

    An event may come more than once, with the same `webhook-id`: act on each id once.

    Raises WebhookVerificationError; ValueError if a secret is malformed or missing.
    """
    keys = [_key_of(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("secrets is empty.")
    lowercase = {name.lower(): value for name, value in headers.items()}
    message_id = _header(lowercase, "webhook-id")
    timestamp = _header(lowercase, "webhook-timestamp")
    signatures = _header(lowercase, "webhook-signature").encode(errors="replace").split()

    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("webhook-timestamp is not a number of seconds.")
    if abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(
            "webhook-timestamp is too far from now: the request is an old copy, or a clock is wrong."
        )

    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode(errors="replace") + content
    expected = [b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)) for key in keys]
    # Every pair is compared in constant time, so that the time tells nothing about a signature.
    if not any([hmac.compare_digest(a, b) for a in expected for b in signatures]):
        raise WebhookVerificationError("No signature matches: the secret is another one, or the body was changed.")
    return json.loads(content)


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if not key:
        # Without the secret itself: an error message may be logged.
        raise ValueError("A webhook secret must be whsec_ and then base64.")
    return key


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if value is None:
        raise WebhookVerificationError(f"The header {name} is missing.")
    return value
