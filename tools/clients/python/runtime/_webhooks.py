"""Checks that a request to a webhook is genuine (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, Sequence, TypedDict


class WebhookMessage(TypedDict):
    """An event. `id` is the same in each attempt, `timestamp` is RFC 3339."""

    id: str
    type: str
    timestamp: str
    data: Any


class WebhookRefused(Exception):
    """The request was not made by the service, or long ago. Answer 400."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookMessage:
    """The event of a genuine request.

    `body` is exactly what was received; `secret` is `whsec_…`, several while one is being replaced.
    `tolerance` is how many seconds the time of the attempt may be from `now`.
    """
    given = {name.lower(): value for name, value in headers.items()}
    id_, moment, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (id_ and moment and signatures):
        raise WebhookRefused("A header of the signature is missing.")
    is_number = moment.isascii() and moment.isdigit() and len(moment) <= 12
    if not is_number or abs((time.time() if now is None else now) - int(moment)) > tolerance:
        raise WebhookRefused("The time of the request is not within the tolerance.")
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{id_}.{moment}.".encode() + content
    if not _is_signed(signed, signatures, [secret] if isinstance(secret, str) else secret):
        raise WebhookRefused("No signature of the request is valid.")
    try:
        message = json.loads(content)
    except ValueError:
        message = None
    is_event = isinstance(message, dict) and all(isinstance(message.get(name), str) for name in ("type", "timestamp"))
    if not is_event or "data" not in message:
        raise WebhookRefused("The body is no event.")
    return {"id": id_, "type": message["type"], "timestamp": message["timestamp"], "data": message["data"]}


def _is_signed(signed: bytes, signatures: str, secrets: Sequence[str]) -> bool:
    given = [each[3:].encode() for each in signatures.split(" ") if each.startswith("v1,")][:10]
    keys = [_key(secret) for secret in secrets]
    expected = [base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    return any(hmac.compare_digest(one, other) for one in expected for other in given)


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True) if secret.startswith("whsec_") else b""
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("A secret is whsec_ followed by base64.")
    return key
