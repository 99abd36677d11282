"""A queue of a team, its dead letters, and the exchanges of the services that it is bound to."""

from collections.abc import Sequence
from typing import Any

from aio_pika import ExchangeType
from aio_pika.abc import AbstractChannel, AbstractConnection, AbstractQueue
from aio_pika.exceptions import ChannelNotFoundEntity, ChannelPreconditionFailed
from aiormq.exceptions import ChannelAccessRefused

from .definition import Definition


class TopologyConflict(Exception):
    """The broker has something of the same name in another form."""


class TopologyMissing(Exception):
    """The broker lacks an exchange that the services declare, or a queue that this account may not declare."""


async def check_exchanges(connection: AbstractConnection, definitions: Sequence[Definition[Any]]) -> None:
    """Teams may read the exchanges of the services and not declare them. A broker closes the channel with each refusal."""
    for name in {each.exchange for each in definitions}:
        async with connection.channel() as channel:
            try:
                await channel.declare_exchange(name, passive=True)
            except ChannelNotFoundEntity:
                raise TopologyMissing(f'The broker has no exchange "{name}": start the services, which declare it.') from None


async def declare(channel: AbstractChannel, queue: str, definitions: Sequence[Definition[Any]]) -> AbstractQueue:
    """What exists in the same form stays as it is."""
    dead = f"{queue}.dead"
    try:
        exchange = await channel.declare_exchange(dead, ExchangeType.DIRECT, durable=True)
        letters = await channel.declare_queue(dead, durable=True, arguments={"x-queue-type": "quorum"})
        await letters.bind(exchange, dead)
        declared = await channel.declare_queue(queue, durable=True, arguments=_arguments(dead))
        for each in definitions:
            await declared.bind(each.exchange, each.name)
    except ChannelPreconditionFailed as error:
        message = f'Queue "{queue}" or its dead letters exist on the broker in another form. Delete them once they are empty, or choose another name. The broker says: {error}'
        raise TopologyConflict(message) from None
    except ChannelAccessRefused as error:
        message = f'Queue "{queue}" is missing on the broker, and this account may not declare it. The queues of a team begin with the name of its account and a dot. The broker says: {error}'
        raise TopologyMissing(message) from None
    return declared


def _arguments(dead: str) -> dict[str, Any]:
    """Those of `@covenant/messages`, so that consumers in both languages can share a queue."""
    return {
        "x-queue-type": "quorum",
        "x-delivery-limit": 20,
        "x-dead-letter-exchange": dead,
        "x-dead-letter-routing-key": dead,
    }
