"""Messages of Covenant: typed, validated in and out, each handled once. Kinds of messages are in `covenant_messages.analytics` and `covenant_messages.lab`."""

from .consumer import Consumer, Dead, Handler, on
from .decoding import InvalidMessage
from .definition import Definition, Message
from .messages import Messages, PublishFailed, open_messages
from .store import MemoryStore, Store
from .topology import TopologyConflict, TopologyMissing

__all__ = [
    "Consumer",
    "Dead",
    "Definition",
    "Handler",
    "InvalidMessage",
    "MemoryStore",
    "Message",
    "Messages",
    "PublishFailed",
    "Store",
    "TopologyConflict",
    "TopologyMissing",
    "on",
    "open_messages",
]
