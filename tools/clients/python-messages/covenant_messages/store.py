"""Which messages have been handled. A broker delivers each at least once."""

from collections import OrderedDict
from typing import Protocol


class Store(Protocol):
    """Keeps ids as long as a message can come again: some days. Where the effect is in a database, `add` is a row of the same transaction."""

    async def has(self, message_id: str) -> bool: ...

    async def add(self, message_id: str) -> None: ...


class MemoryStore:
    """The last ids, until the process ends: enough for effects that may be repeated after a restart."""

    def __init__(self, size: int = 100_000) -> None:
        self._size = size
        self._ids: OrderedDict[str, None] = OrderedDict()

    async def has(self, message_id: str) -> bool:
        return message_id in self._ids

    async def add(self, message_id: str) -> None:
        self._ids[message_id] = None
        while len(self._ids) > self._size:
            self._ids.popitem(last=False)
