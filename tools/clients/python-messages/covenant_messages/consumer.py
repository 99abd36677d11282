"""Takes messages from one queue: each handled once, dead after a bounded number of attempts."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Generic, Literal

from aio_pika.abc import AbstractChannel, AbstractIncomingMessage, AbstractQueue, ConsumerTag
from aio_pika.exceptions import AMQPError, ChannelInvalidStateError

from .decoding import InvalidMessage, decode
from .definition import Definition, Message, Payload
from .store import Store

Settlement = Literal["ack", "requeue", "dead-letter"]

LONGEST_RETRY_SECONDS = 60.0
BROKER_SECONDS = 5.0

CHANNEL_LOST = (AMQPError, ConnectionError, ChannelInvalidStateError)
"""What a call on a channel raises when it is gone; the last one is a RuntimeError."""

_log = logging.getLogger("covenant_messages")

traceparent_in_hand: ContextVar[str | None] = ContextVar("covenant_traceparent", default=None)
"""The trace context of the message that is being handled; what is published meanwhile has it, too."""


@dataclass(frozen=True)
class Handler(Generic[Payload]):
    """What is done with one kind of message; made by `on`."""

    definition: Definition[Payload]
    handle: Callable[[Message[Payload]], Awaitable[None]]


def on(definition: Definition[Payload], handle: Callable[[Message[Payload]], Awaitable[None]]) -> Handler[Payload]:
    """`handle` returns when the effect is stored. What it raises makes the message be tried again."""
    return Handler(definition, handle)


@dataclass(frozen=True)
class Dead:
    """Why a message became a dead letter."""

    reason: str
    detail: str
    id: str | None


@dataclass(frozen=True)
class Options:
    """Of a consumer; `Messages.consume` says what they mean."""

    handlers: Sequence[Handler[Any]]
    store: Store
    attempts: int
    retry_seconds: float
    on_dead: Callable[[Dead], None] | None
    on_error: Callable[[Exception, Message[Any], int], None] | None


class Consumer:
    """A queue that is being consumed; made by `Messages.consume`."""

    def __init__(self, channel: AbstractChannel, queue: AbstractQueue, options: Options) -> None:
        self._channel = channel
        self._queue = queue
        self._options = options
        self._handlers = {each.definition.name: each for each in options.handlers}
        self._stopping = asyncio.Event()
        self._deliveries: set[asyncio.Task[None]] = set()
        self._in_hand: dict[str, asyncio.Task[Settlement]] = {}
        self._tag: ConsumerTag | None = None

    async def start(self) -> None:
        self._tag = await self._queue.consume(self._receive)

    async def stop(self) -> None:
        """Takes no new message, lets the handlers in hand finish, and returns what waits for another attempt to the queue."""
        if self._tag is None:
            return
        tag, self._tag = self._tag, None
        self._stopping.set()
        # While the broker is away, both calls wait for a new connection.
        with suppress(*CHANNEL_LOST, asyncio.TimeoutError):
            await asyncio.wait_for(self._queue.cancel(tag), BROKER_SECONDS)
        # A lost channel cancels the deliveries, not the handlers.
        await asyncio.gather(*self._deliveries, *self._in_hand.values(), return_exceptions=True)
        with suppress(*CHANNEL_LOST, asyncio.TimeoutError):
            await asyncio.wait_for(self._channel.close(), BROKER_SECONDS)

    async def _receive(self, delivery: AbstractIncomingMessage) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._deliveries.add(task)
        try:
            await _answer(delivery, await self._result(delivery))
        finally:
            self._deliveries.discard(task)

    async def _result(self, delivery: AbstractIncomingMessage) -> Settlement:
        try:
            return await self._settlement(delivery)
        except Exception:
            # Of on_dead or on_error: the message is not to blame, and comes again.
            _log.exception("A callback of the consumer of %s failed", self._queue.name)
            return "requeue"

    async def _settlement(self, delivery: AbstractIncomingMessage) -> Settlement:
        try:
            message = decode(delivery, [each.definition for each in self._options.handlers])
        except InvalidMessage as error:
            return self._dead(error.reason, error.detail, delivery.message_id)
        # Two deliveries of one message side by side are one piece of work, with one result.
        work = self._in_hand.get(message.id)
        if work is None:
            work = asyncio.create_task(self._handle(message))
            self._in_hand[message.id] = work
            work.add_done_callback(lambda _: self._in_hand.pop(message.id, None))
        return await asyncio.shield(work)

    async def _handle(self, message: Message[Any]) -> Settlement:
        traceparent_in_hand.set(message.traceparent)
        attempt = 0
        while True:
            attempt += 1
            try:
                if not await self._options.store.has(message.id):
                    await self._handlers[message.name].handle(message)
                    await self._options.store.add(message.id)
                return "ack"
            except Exception as error:
                if self._options.on_error is not None:
                    self._options.on_error(error, message, attempt)
                if attempt >= self._options.attempts:
                    return self._dead("delivery-limit", str(error) or type(error).__name__, message.id)
            if await self._stops_within(self._options.retry_seconds * 2 ** (attempt - 1)):
                return "requeue"

    async def _stops_within(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self._stopping.wait(), min(LONGEST_RETRY_SECONDS, seconds))
        except asyncio.TimeoutError:
            return False
        return True

    def _dead(self, reason: str, detail: str, message_id: str | None) -> Settlement:
        if self._options.on_dead is not None:
            self._options.on_dead(Dead(reason, detail, message_id))
        return "dead-letter"


async def _answer(delivery: AbstractIncomingMessage, settlement: Settlement) -> None:
    """On a channel that is gone there is nothing to answer: the broker has given the message out again."""
    with suppress(*CHANNEL_LOST):
        if settlement == "ack":
            await delivery.ack()
        else:
            await delivery.reject(requeue=settlement == "requeue")
