"""Live updates of a client: an iterator over one WebSocket after the other, each resumed where the last broke off (decision 318)."""

from __future__ import annotations

import random
import ssl
import time
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Callable, Generic, Iterator, TypeVar

import anyio

from ._async import AsyncBase
from ._errors import CovenantError, LiveEnded, NoAnswer
from ._live import PAUSES, LivePlace, LiveShape, Lost, Silence, address_of, live_backoff, name_of, origin_of, read_live
from ._sockets import AsyncSocket

T = TypeVar("T")

ANSWER_WITHIN = 10.0


class AsyncLiveUpdates(Generic[T]):
    """Updates in order, over any number of connections. Use it in a `with` statement, or close it."""

    def __init__(
        self,
        client: AsyncBase,
        shape: LiveShape,
        *,
        after: tuple[str, int] | None,
        origin: str | None,
        idle: float,
        context: ssl.SSLContext | None,
        on_reconnect: Callable[[int, str, float], None] | None,
    ) -> None:
        self._client = client
        self._shape = shape
        self._origin = origin_of(client._base_url) if origin is None else origin
        self._idle = idle
        self._context = context
        self._on_reconnect = on_reconnect
        self._place = LivePlace(after)
        self._socket: AsyncSocket | None = None
        self._is_closed = False
        self._is_resuming = False
        self._until = 0.0
        self._token: str | None = None
        self._refreshes = 0
        self._failures = 0
        self._was_answered = False
        self._was_refused = False

    async def __aenter__(self) -> AsyncLiveUpdates[T]:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __aiter__(self) -> AsyncLiveUpdates[T]:
        return self

    async def __anext__(self) -> T:
        # The user's own work between two updates is no silence of the service.
        self._expect()
        while not self._is_closed:
            try:
                message = await self._next()
            except CovenantError:
                await self.aclose()
                raise
            if message is not None:
                result: T = message
                return result
        raise StopAsyncIteration

    async def acknowledge(self, notice_id: str) -> None:
        """This notice, and those before it, were shown: none of them comes again on any connection of the user."""
        self._place.acknowledged = notice_id
        socket = self._socket
        if socket is not None:
            try:
                await self._resume(socket)
            except Lost:
                # The next connection sends it.
                pass

    async def aclose(self) -> None:
        """Ends the iteration and the connection."""
        self._is_closed = True
        await self._drop()

    async def _next(self) -> Any:
        try:
            return await self._receive(await self._open() if self._socket is None else self._socket)
        except Lost as lost:
            await self._drop()
            if not self._is_closed:
                await self._recover(lost)
            return None

    async def _open(self) -> AsyncSocket:
        client = self._client
        self._refreshes = client._refreshes
        with self._tokens():
            self._token = await client._current_token()
        headers = dict(client._headers)
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        address = address_of(client._base_url, self._shape)
        self._socket = await AsyncSocket.open(address, headers, self._origin, self._context, ANSWER_WITHIN)
        await self._resume(self._socket)
        return self._socket

    async def _resume(self, socket: AsyncSocket) -> None:
        """From where the follower is; the answer brings what it lacks."""
        self._is_resuming = True
        self._expect()
        await socket.send(self._place.resume)

    def _expect(self) -> None:
        self._until = time.monotonic() + (ANSWER_WITHIN if self._is_resuming else self._idle)

    async def _receive(self, socket: AsyncSocket) -> Any:
        try:
            text = await socket.receive(self._until - time.monotonic())
        except Silence:
            if self._is_resuming:
                raise Lost(1006, f"no answer within {ANSWER_WITHIN:g} s") from None
            await self._resume(socket)
            return None
        message = read_live(self._shape, text)
        self._failures, self._was_answered, self._was_refused = 0, True, False
        if message is None:
            return None
        found = self._place.take(message)
        if found == "gap" and not self._is_resuming:
            await self._resume(socket)
        elif found != "gap" and message["type"] != "notice":
            self._is_resuming = False
        if not self._is_resuming:
            self._expect()
        return message if found == "new" else None

    async def _recover(self, lost: Lost) -> None:
        operation = self._shape.operation
        why = name_of(self._shape, lost.code)
        if why == "session_ended" and not self._was_refused:
            try:
                self._was_refused = await self._has_new_token()
            except Lost as without_token:
                return await self._recover(without_token)
            if self._was_refused:
                return
        if why not in PAUSES:
            raise LiveEnded(operation, why, lost.code, lost.reason)
        # The service has never answered: the address is wrong, or nothing listens there.
        if not self._was_answered and self._failures >= self._client._retries:
            raise NoAnswer(operation, address_of(self._client._base_url, self._shape), lost.reason or str(lost.code))
        pause = PAUSES[why] + live_backoff(self._failures, random.random())
        self._failures += 1
        if self._on_reconnect is not None:
            self._on_reconnect(lost.code, lost.reason, pause)
        await anyio.sleep(pause)

    async def _has_new_token(self) -> bool:
        """A connection lives as long as its token; the next one needs another."""
        with self._tokens():
            now = await self._client._current_token()
            if now is not None and now != self._token:
                return True
            if self._client._refresh is None:
                return False
            return await self._client._new_token(self._refreshes, self._token) is not None

    @contextmanager
    def _tokens(self) -> Iterator[None]:
        """Before the first connection an error is a wrong set-up; later, the identity provider may be restarting with the platform."""
        try:
            yield
        except Exception as error:
            if not self._was_answered:
                raise
            raise Lost(1006, f"no token: {error!r}") from error

    async def _drop(self) -> None:
        socket, self._socket = self._socket, None
        self._is_resuming = False
        if socket is not None:
            await socket.close()
