"""Live updates without a connection: what the contract says of the socket, and where a follower is, so that it gives nothing twice and no gap is missed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, Mapping
from urllib.parse import urlsplit

from ._check import mismatch
from ._errors import UnexpectedAnswer

# The service sends at most the newest 20 notices again.
MOST_NOTICES = 100

PAUSES = {"silent": 0.0, "restart": 0.0, "too_many_messages": 60.0}
"""Seconds to wait at least before the next connection, after the closes that do not end the updates."""


@dataclass(frozen=True)
class LiveShape:
    """What the contract says of a socket."""

    operation: str
    path: str
    closes: Mapping[int, str]
    messages: Mapping[str, object]


class Lost(Exception):
    """The connection has ended."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason


class Silence(Exception):
    """No message came in time."""


class LivePlace:
    """The last position that was given to the user, and the notices."""

    def __init__(self, after: tuple[str, int] | None) -> None:
        self.acknowledged: str | None = None
        self._epoch: str | None = None if after is None else after[0]
        self._sequence: int | None = None if after is None else after[1]
        self._notices: dict[str, None] = {}

    @property
    def resume(self) -> str:
        """What a connection sends first, and after a gap."""
        position = {"type": "resume", "epoch": self._epoch, "after": self._sequence}
        return json.dumps(position if self.acknowledged is None else {**position, "acknowledged": self.acknowledged})

    def take(self, message: Mapping[str, Any]) -> Literal["new", "known", "gap"]:
        """Whether the message is new to the user, is known or has nothing in it, or comes after a gap."""
        if message["type"] == "notice":
            return self._take_notice(message["notice_id"])
        is_delta = message["type"] == "delta"
        if is_delta and (message["epoch"], message["previous"]) != (self._epoch, self._sequence):
            return "gap"
        self._epoch, self._sequence = message["epoch"], message["sequence"]
        return "known" if is_delta and not message["labs"] and not message["instances"] else "new"

    def _take_notice(self, id_: str) -> Literal["new", "known"]:
        if id_ in self._notices:
            return "known"
        self._notices[id_] = None
        if len(self._notices) > MOST_NOTICES:
            del self._notices[next(iter(self._notices))]
        return "new"


def read_live(shape: LiveShape, text: str | bytes) -> Any:
    """None for a message of a later contract."""
    try:
        message = json.loads(text)
    except ValueError as error:
        raise UnexpectedAnswer(shape.operation, 101, f"whose message is no JSON ({error})", _shown(text)) from error
    type_ = message.get("type") if isinstance(message, dict) else None
    if not isinstance(type_, str):
        raise UnexpectedAnswer(shape.operation, 101, "whose message has no type")
    if type_ not in shape.messages:
        return None
    wrong = mismatch(message, shape.messages[type_])
    if wrong is not None:
        raise UnexpectedAnswer(shape.operation, 101, wrong)
    return message


def name_of(shape: LiveShape, code: int) -> str:
    """What breaks connections anywhere, such as 1006, is as good as a restart."""
    return shape.closes.get(code, "unknown" if code >= 4000 else "restart")


def address_of(base_url: str, shape: LiveShape) -> str:
    """`base_url` ends with the version prefix, which the path of the contract has as well."""
    return "ws" + base_url.removeprefix("http") + "/" + shape.path.rpartition("/")[2]


def origin_of(base_url: str) -> str:
    parts = urlsplit(base_url)
    return f"{parts.scheme}://{parts.netloc}"


def live_backoff(failures: int, random: float) -> float:
    return min(30.0, 0.5 * 2.0 ** min(failures, 10)) * (0.5 + random / 2)


def _shown(text: str | bytes) -> str:
    return text if isinstance(text, str) else text[:400].decode("utf-8", "replace")
