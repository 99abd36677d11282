"""A message of the contract, and one that has been received."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Schema = Mapping[str, Any]
Schemas = Mapping[str, Schema]
Payload = TypeVar("Payload")


@dataclass(frozen=True)
class Definition(Generic[Payload]):
    """A kind of message: `name` is its routing key, `type` the AMQP property."""

    name: str
    type: str
    exchange: str
    schema_version: int
    headers: str
    payload: str
    schemas: Schemas


@dataclass(frozen=True)
class Message(Generic[Payload]):
    """A message that is valid. `id` is the same for each delivery; `occurred_at` is RFC 3339; `traceparent` is the W3C Trace Context of the sender."""

    name: str
    id: str
    occurred_at: str
    traceparent: str | None
    payload: Payload
