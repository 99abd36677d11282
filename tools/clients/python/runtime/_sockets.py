"""A WebSocket of the package `websockets`, in both forms. Each end of a connection is `Lost`, whatever ended it."""

from __future__ import annotations

import ssl
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterator, Mapping

import anyio

from ._live import Lost, Silence

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection as AsyncConnection
    from websockets.sync.client import ClientConnection

# A snapshot of all labs of a large school has about a megabyte.
MOST_BYTES = 64 * 1024 * 1024
CLOSE_WITHIN = 1.0
# The service pings, and joins the changes of an instance for one that reads slowly.
OPTIONS: dict[str, Any] = {"max_size": MOST_BYTES, "close_timeout": CLOSE_WITHIN, "ping_interval": None}
MISSING = "live updates need the package websockets: pip install 'covenant[live]'"


class AsyncSocket:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    @classmethod
    async def open(
        cls, url: str, headers: Mapping[str, str], origin: str, context: ssl.SSLContext | None, timeout: float
    ) -> AsyncSocket:
        try:
            from websockets.asyncio.client import connect
        except ImportError as error:
            raise ImportError(MISSING) from error

        class Connect(connect):
            def process_redirect(self, exc: Exception) -> Exception | str:
                """A redirect is the page of another service, which must not get the token."""
                return exc

        # `ssl=None` would be no TLS at all, even for wss.
        options = OPTIONS if context is None else {**OPTIONS, "ssl": context}
        with _losses():
            return cls(
                await Connect(
                    url, origin=_origin(origin), additional_headers=headers, open_timeout=timeout, **options
                )
            )

    async def send(self, text: str) -> None:
        with _losses():
            await self._connection.send(text)

    async def receive(self, timeout: float) -> str | bytes:
        with _losses():
            try:
                with anyio.fail_after(max(0.0, timeout)):
                    return await self._connection.recv()
            except TimeoutError as error:
                raise Silence() from error

    async def close(self) -> None:
        await self._connection.close()


class Socket:
    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    @classmethod
    def open(
        cls, url: str, headers: Mapping[str, str], origin: str, context: ssl.SSLContext | None, timeout: float
    ) -> Socket:
        try:
            from websockets.sync.client import connect
        except ImportError as error:
            raise ImportError(MISSING) from error

        with _losses():
            return cls(
                connect(
                    url,
                    origin=_origin(origin),
                    additional_headers=headers,
                    open_timeout=timeout,
                    ssl=context,
                    **OPTIONS,
                )
            )

    def send(self, text: str) -> None:
        with _losses():
            self._connection.send(text)

    def receive(self, timeout: float) -> str | bytes:
        with _losses():
            try:
                return self._connection.recv(max(0.0, timeout))
            except TimeoutError as error:
                raise Silence() from error

    def close(self) -> None:
        self._connection.close()


def _origin(text: str) -> Any:
    return text


@contextmanager
def _losses() -> Iterator[None]:
    from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

    try:
        yield
    except ConnectionClosed as error:
        close = error.rcvd
        raise Lost(1006 if close is None else close.code, "" if close is None else close.reason) from error
    except InvalidStatus as error:
        raise Lost(1006, f"the handshake was answered with {error.response.status_code}") from error
    except (WebSocketException, OSError, EOFError) as error:
        raise Lost(1006, str(error) or type(error).__name__) from error
