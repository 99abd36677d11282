"""From a delivery to a message, and from a message to what is published."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from aio_pika.abc import AbstractIncomingMessage

from .definition import Definition, Message
from .validation import explain

_JSON = re.compile(r"application/(?:[\w.+-]+\+)?json *(?:;|$)", re.IGNORECASE)


class InvalidMessage(ValueError):
    """A message that the contract does not allow. `reason` is a word for programs, `detail` names places and rules."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


def decode(delivery: AbstractIncomingMessage, definitions: Sequence[Definition[Any]]) -> Message[Any]:
    """The delivery as one of these messages. Raises InvalidMessage. Fields that are not known stay in the payload."""
    if _JSON.match(delivery.content_type or "application/json") is None:
        raise InvalidMessage("unsupported-content-type", delivery.content_type or "")
    definition = _definition_of(delivery, definitions)
    headers: dict[str, Any] = dict(delivery.headers)
    if delivery.message_id is not None:
        headers.setdefault("message_id", delivery.message_id)
    _check("invalid-headers", definition, definition.headers, headers, is_open=True)
    payload = _parsed(delivery.body)
    _check("invalid-payload", definition, definition.payload, payload, is_open=True)
    return Message(
        name=definition.name,
        id=headers["message_id"],
        occurred_at=headers["occurred_at"],
        traceparent=headers.get("traceparent"),
        payload=payload,
    )


def check_outgoing(definition: Definition[Any], headers: Mapping[str, Any], payload: object) -> None:
    """Raises InvalidMessage. Fields that are not known are refused."""
    _check("invalid-headers", definition, definition.headers, dict(headers), is_open=False)
    _check("invalid-payload", definition, definition.payload, payload, is_open=False)


def _check(reason: str, definition: Definition[Any], schema: str, value: object, *, is_open: bool) -> None:
    detail = explain(value, definition.schemas[schema], definition.schemas, is_open=is_open)
    if detail is not None:
        raise InvalidMessage(reason, f"{definition.name} {detail}")


def _definition_of(delivery: AbstractIncomingMessage, definitions: Sequence[Definition[Any]]) -> Definition[Any]:
    # Where a queue carries one kind of message, a sender may leave its type out.
    if len(definitions) == 1:
        return definitions[0]
    for definition in definitions:
        if definition.type == delivery.type:
            return definition
    raise InvalidMessage("unknown-type", delivery.type or 'the property "type" is missing')


def _parsed(body: bytes) -> object:
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_refuse)
    except UnicodeDecodeError:
        raise InvalidMessage("not-json", "the body is not UTF-8") from None
    except (ValueError, RecursionError):
        raise InvalidMessage("not-json", "the body is not JSON") from None


def _refuse(constant: str) -> NoReturn:
    """Python reads NaN and Infinity, which JSON does not have."""
    raise ValueError(constant)
