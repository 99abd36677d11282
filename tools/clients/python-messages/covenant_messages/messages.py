"""A connection to the broker: consumers and publishers of the messages that the contracts share."""

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import datetime, timezone
from types import TracebackType
from typing import Any
from uuid import uuid4

import aio_pika
from aio_pika import DeliveryMode
from aio_pika.abc import AbstractRobustConnection
from aio_pika.exceptions import DeliveryError

from .consumer import CHANNEL_LOST, Consumer, Dead, Handler, Options, traceparent_in_hand
from .decoding import check_outgoing
from .definition import Definition, Message, Payload
from .store import MemoryStore, Store
from .topology import check_exchanges, declare

PUBLISH_SECONDS = 30.0


class PublishFailed(Exception):
    """The broker did not confirm the message. Publish it again with the same id: consumers drop the second one."""

    def __init__(self, name: str, message_id: str, reason: str) -> None:
        super().__init__(f"{name} {message_id} was not published: {reason}")
        self.id = message_id


async def open_messages(url: str, *, name: str) -> "Messages":
    """`url` is `amqp://user:password@host:5672/vhost`, `amqps:` for TLS; `name` is shown in the broker's list of connections.

    Raises when the broker does not answer. A connection that is lost later is replaced, with its queues and consumers.
    """
    connection = await aio_pika.connect_robust(url, client_properties={"connection_name": name})
    return Messages(connection, url)


class Messages:
    """Made by `open_messages`; `async with` closes it."""

    def __init__(self, connection: AbstractRobustConnection, url: str) -> None:
        self._connection = connection
        self._url = url
        self._consumers: list[Consumer] = []
        self._publishing: aio_pika.abc.AbstractChannel | None = None
        self._opening = asyncio.Lock()

    async def __aenter__(self) -> "Messages":
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def consume(
        self,
        queue: str,
        handlers: Sequence[Handler[Any]],
        *,
        store: Store | None = None,
        attempts: int = 5,
        retry_seconds: float = 1.0,
        prefetch: int = 1,
        on_dead: Callable[[Dead], None] | None = None,
        on_error: Callable[[Exception, Message[Any], int], None] | None = None,
    ) -> Consumer:
        """Declares the queue, whose name begins with the name of your team and a dot, and consumes it.

        `store` keeps the ids of handled messages, by default in memory. A handler that raises is tried again after
        `retry_seconds`, doubled each time up to a minute; after `attempts` the message is a dead letter in
        `<queue>.dead`. `prefetch` messages are handled at a time: with more than one, later ones pass one that is
        tried again. Raises TopologyConflict and TopologyMissing.
        """
        definitions = [each.definition for each in handlers]
        if not definitions:
            raise ValueError("consume needs a handler: on(LAB_STATUS, handle)")
        # On a connection of its own: a robust one would open the channel again that the broker closes with a refusal.
        async with await aio_pika.connect(self._url) as checking:
            await check_exchanges(checking, definitions)
            async with checking.channel() as first:
                await declare(first, queue, definitions)
        channel = await self._connection.channel()
        await channel.set_qos(prefetch_count=prefetch)
        declared = await declare(channel, queue, definitions)
        options = Options(handlers, MemoryStore() if store is None else store, attempts, retry_seconds, on_dead, on_error)
        consumer = Consumer(channel, declared, options)
        await consumer.start()
        self._consumers.append(consumer)
        return consumer

    async def publish(
        self,
        definition: Definition[Payload],
        payload: Payload,
        *,
        id: str | None = None,
        occurred_at: datetime | None = None,
        traceparent: str | None = None,
    ) -> str:
        """Returns the id when the broker has the message in a queue. Within a handler, the trace context of its message is passed on.

        Raises InvalidMessage and PublishFailed.
        """
        message_id = id or str(uuid4())
        headers = _headers(definition, message_id, occurred_at, traceparent or traceparent_in_hand.get())
        check_outgoing(definition, headers, payload)
        message = aio_pika.Message(
            json.dumps(payload, ensure_ascii=False, allow_nan=False).encode(),
            headers=headers,
            content_type="application/json",
            content_encoding="utf-8",
            delivery_mode=DeliveryMode.PERSISTENT,
            message_id=message_id,
            correlation_id=message_id,
            timestamp=datetime.now(timezone.utc),
            type=definition.type,
        )
        try:
            await asyncio.wait_for(self._send(definition, message), PUBLISH_SECONDS)
        except DeliveryError:
            raise PublishFailed(definition.name, message_id, "no queue is bound for it") from None
        except (*CHANNEL_LOST, asyncio.TimeoutError) as error:
            raise PublishFailed(definition.name, message_id, f"the broker did not confirm it ({error})") from error
        return message_id

    async def close(self) -> None:
        """Stops all consumers, waits for what is in hand, and closes the connection."""
        try:
            await asyncio.gather(*(each.stop() for each in self._consumers))
        finally:
            await self._connection.close()

    async def _send(self, definition: Definition[Any], message: aio_pika.Message) -> None:
        async with self._opening:
            if self._publishing is None:
                self._publishing = await self._connection.channel(publisher_confirms=True, on_return_raises=True)
        exchange = await self._publishing.get_exchange(definition.exchange, ensure=False)
        await exchange.publish(message, routing_key=definition.name, mandatory=True)


def _headers(
    definition: Definition[Any], message_id: str, occurred_at: datetime | None, traceparent: str | None
) -> dict[str, Any]:
    at = occurred_at or datetime.now(timezone.utc)
    if at.tzinfo is None:
        raise ValueError("occurred_at needs a time zone: datetime.now(timezone.utc)")
    headers: dict[str, Any] = {
        "message_id": message_id,
        "occurred_at": at.isoformat(),
        "schema_version": definition.schema_version,
    }
    if traceparent is not None:
        headers["traceparent"] = traceparent
    return headers
