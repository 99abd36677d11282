"""What the live updates do with a service that misbehaves. Prints each promise, and exits with 1 when one is not kept."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from http import HTTPStatus
from typing import Any, Awaitable, Callable, Mapping, Union

from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from covenant import CovenantError, LiveEnded, NoAnswer, UnexpectedAnswer
from covenant.platform import AsyncClient, Client

EPOCH = "6fa459ea-ee8a-4ca4-894e-db77e160355e"
# What a connection does with each message that it is sent: it answers, or ends with a code.
Step = Union[dict[str, Any], str, int]
scripts: list[list[list[Step]]] = []
opened: list[Mapping[str, str]] = []
sent: list[dict[str, Any]] = []
failed = 0


class Enough(Exception):
    pass


def snapshot(sequence: int) -> dict[str, Any]:
    return {"type": "snapshot", "epoch": EPOCH, "sequence": sequence, "labs": [], "instances": []}


def delta(previous: int, sequence: int, labs: int = 1) -> dict[str, Any]:
    changed = [{"lab_id": "net-intro", "status": "running"}] * labs
    return {**snapshot(sequence), "type": "delta", "previous": previous, "labs": changed}


def notice(id_: str) -> dict[str, Any]:
    texts = {"kind": "lab_running", "lab_id": "net-intro", "message": "It runs.", "occurred_at": "2026-11-24T12:00:00Z"}
    return {"type": "notice", "notice_id": id_, **texts, "instance_id": None, "advice": None, "due_at": None}


def serves(connection: ServerConnection) -> None:
    assert connection.request is not None
    script = list(scripts[min(len(opened), len(scripts) - 1)])
    opened.append(dict(connection.request.headers.raw_items()))
    for text in connection:
        sent.append(json.loads(text))
        for step in script.pop(0) if script else []:
            if isinstance(step, int):
                connection.close(step, "said so")
                return
            connection.send(step if isinstance(step, str) else json.dumps(step))


def refuses(connection: ServerConnection, request: Request) -> Response | None:
    if request.path.startswith("/gone/"):
        return connection.respond(HTTPStatus.NOT_FOUND, "")
    if request.path.startswith("/moved/"):
        answer = connection.respond(HTTPStatus.FOUND, "")
        answer.headers["Location"] = f"http://localhost:{str(request.headers['Host']).rpartition(':')[2]}/api/v1/live"
        return answer
    return None


def promise(what: str, kept: bool, found: object = "") -> None:
    global failed
    failed += not kept
    print(f"{'kept' if kept else 'BROKEN'}: {what}{'' if kept else f': {found!r}'}")


Follow = Callable[..., list[Union[int, str, Exception]]]


def shown(update: Mapping[str, Any]) -> int | str:
    return str(update["notice_id"]) if update["type"] == "notice" else int(update["sequence"])


def sync_follow(url: str, count: int, given: dict[str, Any], more: dict[str, Any]) -> list[Union[int, str, Exception]]:
    found: list[Union[int, str, Exception]] = []
    acknowledged = more.pop("acknowledge", None)
    try:
        with Client(url, **{"token": "t", **given}) as client, client.live_updates(**more) as updates:
            for update in updates:
                found.append(shown(update))
                if len(found) == count:
                    break
                if acknowledged is not None:
                    updates.acknowledge(acknowledged)
    except (CovenantError, ConnectionError, Enough) as error:
        found.append(error)
    return found


def async_follow(url: str, count: int, given: dict[str, Any], more: dict[str, Any]) -> list[Union[int, str, Exception]]:
    found: list[Union[int, str, Exception]] = []
    acknowledged = more.pop("acknowledge", None)

    def awaited(get: Callable[[], str | None]) -> Callable[[], Awaitable[str | None]]:
        async def got() -> str | None:
            return get()

        return got

    given = {name: awaited(value) if callable(value) else value for name, value in given.items()}

    async def run() -> None:
        async with AsyncClient(url, **{"token": "t", **given}) as client, client.live_updates(**more) as updates:
            async for update in updates:
                found.append(shown(update))
                if len(found) == count:
                    break
                if acknowledged is not None:
                    await updates.acknowledge(acknowledged)

    try:
        asyncio.run(run())
    except (CovenantError, ConnectionError, Enough) as error:
        found.append(error)
    return found


def check(form: str, url: str, follow: Follow) -> None:
    def follows(given: list[list[list[Step]]], count: int = 1, at: str = "/api/v1", client: Any = None, **more: Any) -> list[Union[int, str, Exception]]:
        scripts[:], opened[:], sent[:] = given, [], []
        return follow(url + at, count, client or {}, more)

    found: object = follows([[[snapshot(1)]]])
    first = {name.lower(): value for name, value in opened[0].items()}
    asked = [{"type": "resume", "epoch": None, "after": None}]
    promise(f"{form}, the handshake has token and origin, and the first message asks for all", found == [1] and first["authorization"] == "Bearer t" and first["origin"] == url and sent == asked, (found, first, sent))

    gap: list[list[list[Step]]] = [
        [[snapshot(1), notice("a"), delta(1, 2), delta(3, 4), delta(4, 5)], [delta(2, 5), notice("a"), notice("b"), 1011]],
        [[delta(5, 5, 0), notice("b"), delta(5, 6), notice("c")]],
    ]
    found = follows(gap, 7)
    positions = [(each["epoch"], each["after"]) for each in sent]
    promise(f"{form}, a gap and a lost connection are resumed, and nothing comes twice", found == [1, "a", 2, 5, "b", 6, "c"] and positions == [(None, None), (EPOCH, 2), (EPOCH, 5)], (found, positions))

    found = follows([[[delta(7, 8)]]], after=(EPOCH, 7))
    promise(f"{form}, a later run begins where the one before ended", found == [8] and sent[0]["after"] == 7, (found, sent))

    for code, why in ((4401, "session_ended"), (4403, "foreign_origin"), (4409, "too_many_connections"), (4413, "too_large"), (4422, "invalid_message"), (4999, "unknown")):
        error = follows([[[code]]])[-1]
        promise(f"{form}, a close with {code} is {why}", isinstance(error, LiveEnded) and (error.why, error.code) == (why, code) and "liveUpdates" in str(error), error)

    tokens = ["t2", "t3", "t4"]
    found = follows([[[4401]], [[snapshot(1), 4401]], [[delta(1, 2)]]], 2, client={"refresh": lambda: tokens.pop(0)})
    used = [{name.lower(): value for name, value in each.items()}["authorization"] for each in opened]
    promise(f"{form}, a token that has ended is replaced, once for each connection", found == [1, 2] and used == ["Bearer t", "Bearer t2", "Bearer t3"], (found, used))
    error = follows([[[4401]]], client={"refresh": lambda: "t9"})[-1]
    promise(f"{form}, a service that takes no token ends the updates", isinstance(error, LiveEnded) and len(opened) == 2, (error, len(opened)))

    given_tokens: list[str | None] = ["t", None, "t", None, "t", "t", "t2"]
    lost: list[str] = []

    def token() -> str | None:
        value = given_tokens.pop(0) if given_tokens else None
        if value is None:
            raise ConnectionError("no identity provider")
        return value

    def no_login() -> str | None:
        raise ConnectionError("no login")

    def note(code: int, reason: str, pause: float) -> None:
        lost.append(reason)

    found = follows([[[snapshot(1), 1011]], [[delta(1, 2), 4401]], [[4401]], [[delta(2, 3)]]], 3, client={"token": token, "refresh": no_login}, on_reconnect=note)
    no_token = "no token: ConnectionError('no identity provider')"
    promise(f"{form}, an error of token or refresh after a connection is a lost connection", found == [1, 2, 3] and lost == ["said so", no_token, no_token, "no token: ConnectionError('no login')"], (found, lost))
    found = follows([[[snapshot(1)]]], client={"token": token})
    promise(f"{form}, an error of token before the first connection is raised", isinstance(found[-1], ConnectionError) and opened == [], (found, opened))

    pauses: list[float] = []

    def once(code: int, reason: str, pause: float) -> None:
        pauses.append(pause)
        raise Enough()

    follows([[[snapshot(1), 4429]]], 2, on_reconnect=once)
    promise(f"{form}, too many messages are followed by a minute", len(pauses) == 1 and 60 < pauses[0] < 61, pauses)

    for what, message in (("a page", "<html>"), ("a list", "[]"), ("half a message", '{"type": "snap'), ("a snapshot without a member", json.dumps({**snapshot(1), "labs": None}))):
        error = follows([[[message]]])[-1]
        promise(f"{form}, {what} is an UnexpectedAnswer", isinstance(error, UnexpectedAnswer) and "liveUpdates" in str(error), error)
    found = follows([[[{"type": "greeting"}, {**snapshot(1), "later": 1}]]])
    promise(f"{form}, a message and a member of a later contract are passed over", found == [1], found)

    error = follows([[[snapshot(1)]]], at="/gone", client={"retries": 1})[-1]
    promise(f"{form}, a handshake that is answered with 404 is NoAnswer", isinstance(error, NoAnswer) and "404" in str(error), error)
    follows([[[snapshot(1)]]], at="/moved", client={"retries": 0})
    given = [name for each in opened for name in each if name.lower() == "authorization"]
    promise(f"{form}, a redirect to another origin does not get the token", given == [], opened)
    error = follow("http://127.0.0.1:9", 1, {"retries": 1}, {})[-1]
    promise(f"{form}, an address where nothing listens is NoAnswer", isinstance(error, NoAnswer), error)

    found = follows([[[snapshot(1)], [delta(1, 1, 0)], [delta(1, 2)]]], 2, idle=0.05)
    promise(f"{form}, a silent connection is asked for a sign of life", found == [1, 2] and len(sent) == 3, (found, sent))
    found = follows([[[snapshot(1)], [delta(1, 2)]]], 2, acknowledge="a")
    promise(f"{form}, what was shown is acknowledged", found == [1, 2] and sent[1].get("acknowledged") == "a", (found, sent))


def check_close(url: str) -> None:
    scripts[:], opened[:], sent[:] = [[[snapshot(1)]]], [], []
    with Client(url + "/api/v1", token="t") as client:
        updates = client.live_updates()
        first = next(updates)
        threading.Timer(0.1, updates.close).start()
        began = time.monotonic()
        promise("another thread ends the iteration", first["type"] == "snapshot" and list(updates) == [] and time.monotonic() - began < 5)


def main() -> None:
    with serve(serves, "127.0.0.1", 0, process_request=refuses) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        check("Client", url, sync_follow)
        check("AsyncClient", url, async_follow)
        check_close(url)


if __name__ == "__main__":
    main()
    sys.exit(1 if failed else 0)
