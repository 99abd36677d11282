"""How a client sends a request: one refresh for many 401s, attempts under their timeout, retries where they are safe."""

from __future__ import annotations

import random
import time
from typing import Any, Awaitable, Callable, Mapping, Sequence, Union

import anyio
import httpx

from ._errors import NoAnswer, UnexpectedAnswer, WaitTimeout
from ._request import (
    ABSENT,
    LONGEST_PAUSE,
    SHOWN,
    Absent,
    Outgoing,
    Reply,
    Shape,
    Values,
    backoff,
    is_file_of,
    is_json,
    is_retried,
    media_type,
    outgoing,
    read,
    retry_after,
)
from ._uploads import Progress

Token = Union[str, Callable[[], Awaitable[Union[str, None]]], None]
Refresh = Callable[[], Awaitable[Union[str, None]]]


class AsyncBase:
    """What the clients of all contracts share."""

    def __init__(
        self,
        base_url: str,
        *,
        token: Token = None,
        refresh: Refresh | None = None,
        headers: Mapping[str, str] | None = None,
        retries: int = 3,
        timeout: float | None = 60.0,
        http: httpx.AsyncClient | None = None,
        on_request: Callable[[str, httpx.Request], None] | None = None,
        on_response: Callable[[str, int | None, float], None] | None = None,
    ) -> None:
        """Connects to `base_url`, which ends with the version prefix.

        `token` is an access token or a function that is asked before each request. After a 401, `refresh` is called once
        for all requests that wait for it, and each is sent again. `timeout` bounds each attempt, in seconds. `http` is an
        httpx client of your own, such as one with a proxy; you close it. `on_request(operation, request)` and
        `on_response(operation, status, seconds)` are called for each attempt; the status is None where no answer came.
        """
        self._base_url = base_url.rstrip("/")
        self._token = token
        self._refresh = refresh
        self._headers = dict(headers or {})
        self._retries = retries
        self._timeout = timeout
        self._http = httpx.AsyncClient(follow_redirects=False) if http is None else http
        self._is_own = http is None
        self._on_request = on_request
        self._on_response = on_response
        self._lock = anyio.Lock()
        self._refreshed: str | None = None
        self._stale: str | None = None
        self._refreshes = 0

    async def aclose(self) -> None:
        """Closes the connections, unless they belong to a client of yours."""
        if self._is_own:
            await self._http.aclose()

    async def _call(
        self,
        shape: Shape,
        *,
        path: Values = {},
        query: Values = {},
        headers: Values = {},
        more_headers: Mapping[str, str] | None = None,
        body: object = ABSENT,
        form: Values | Absent | None = ABSENT,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        on_progress: Progress | None = None,
    ) -> Reply[Any]:
        request = outgoing(
            self._base_url,
            shape,
            path=path,
            query=query,
            headers={**self._headers, **headers, **(more_headers or {})},
            body=body,
            form=form,
            idempotency_key=idempotency_key,
            timeout=self._timeout if timeout is None else timeout,
            on_progress=on_progress,
        )
        if shape.public:
            return read(shape, *await self._send(shape, request))
        refreshes = self._refreshes
        request.token = given = await self._current_token()
        answer, content = await self._send(shape, request)
        if answer.status_code != 401 or self._refresh is None or _is_used_up(request):
            return read(shape, answer, content)
        request.token = await self._new_token(refreshes, given)
        if request.token is None:
            return read(shape, answer, content)
        return read(shape, *await self._send(shape, request))

    async def _current_token(self) -> str | None:
        given = await self._token() if callable(self._token) else self._token
        return self._refreshed if self._refreshed is not None and given in (self._stale, self._refreshed) else given

    async def _new_token(self, refreshes: int, given: str | None) -> str | None:
        """One refresh for all that wait for it: those that come later find that it is done."""
        async with self._lock:
            if self._refreshes == refreshes and self._refresh is not None:
                if self._refreshed is None or given != self._refreshed:
                    self._stale = given
                self._refreshed = None
                try:
                    self._refreshed = await self._refresh()
                finally:
                    # Only now: a request that begins meanwhile still has the old token.
                    self._refreshes += 1
            return self._refreshed

    async def _send(self, shape: Shape, request: Outgoing) -> tuple[httpx.Response, bytes]:
        tried = 0
        while True:
            is_last = not request.repeatable or tried >= self._retries
            try:
                answer, content = await self._attempt(shape, request)
            except httpx.TransportError as error:
                if is_last or request.guarded or _is_used_up(request):
                    reason = str(error) or type(error).__name__
                    raise NoAnswer(shape.operation, self._base_url, reason) from error
                pause = backoff(tried, random.random())
            else:
                if is_last or not is_retried(request, answer) or _is_used_up(request):
                    return answer, content
                asked = retry_after(answer.headers)
                pause = backoff(tried, random.random()) if asked is None else asked
                # Minutes of silence are for the caller to decide about.
                if pause > LONGEST_PAUSE:
                    return answer, content
            await anyio.sleep(pause)
            tried += 1

    async def _attempt(self, shape: Shape, outgoing: Outgoing) -> tuple[httpx.Response, bytes]:
        headers = dict(outgoing.headers)
        if outgoing.token is not None:
            headers["Authorization"] = f"Bearer {outgoing.token}"
        content: Any = outgoing.content
        if outgoing.form is not None:
            content = outgoing.form.async_chunks()
            if outgoing.form.length is not None:
                headers["Content-Length"] = str(outgoing.form.length)
        request = self._http.build_request(
            shape.method, outgoing.url, headers=headers, content=content, timeout=httpx.Timeout(outgoing.timeout)
        )
        if self._on_request is not None:
            self._on_request(shape.operation, request)
        began = time.monotonic()
        status: int | None = None
        try:
            answer = await self._http.send(request, stream=True, follow_redirects=False)
            status = answer.status_code
            try:
                return answer, await self._body(shape, answer, outgoing.timeout)
            finally:
                await answer.aclose()
        finally:
            if self._on_response is not None:
                self._on_response(shape.operation, status, time.monotonic() - began)

    async def _body(self, shape: Shape, answer: httpx.Response, timeout: float | None) -> bytes:
        """A file may take its time; all else ends within the timeout, however slowly it drips. Of a foreign page only
        the beginning is read."""
        type_ = media_type(answer)
        is_file = is_file_of(shape, answer.status_code, type_)
        is_whole = is_file or is_json(type_)
        end = None if timeout is None or is_file else time.monotonic() + timeout
        chunks: list[bytes] = []
        try:
            async for chunk in answer.aiter_bytes():
                chunks.append(chunk)
                if not is_whole and sum(map(len, chunks)) >= SHOWN:
                    break
                if end is not None and time.monotonic() > end:
                    raise httpx.ReadTimeout(f"the body did not end within {timeout:g} s", request=answer.request)
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.DecodingError) as error:
            reason = f"whose body was cut short ({error})"
            raise UnexpectedAnswer(shape.operation, answer.status_code, reason) from error
        return b"".join(chunks)

    async def _poll(
        self,
        operation: str,
        ask: Callable[[], Awaitable[Reply[Any]]],
        states: Sequence[str],
        final: Sequence[str],
        on_progress: Callable[[Any], None] | None,
        every: float,
        deadline: float | None,
    ) -> Any:
        end = None if deadline is None else time.monotonic() + deadline
        while True:
            reply = await ask()
            body = reply.body
            if body["status"] not in states:
                raise UnexpectedAnswer(operation, reply.status, f"whose status {body['status']!r} is unknown here")
            if on_progress is not None:
                on_progress(body)
            if body["status"] in final:
                return body
            asked = retry_after(reply.headers)
            pause = every if asked is None else asked
            if end is not None and time.monotonic() + pause > end:
                raise WaitTimeout(operation, deadline or 0, body)
            await anyio.sleep(pause)


def _is_used_up(request: Outgoing) -> bool:
    """An iterator of bytes that was read cannot be sent again."""
    return request.form is not None and request.form.is_sent_once and request.form.is_begun
