"""What the clients do with a server that misbehaves. Prints each promise, and exits with 1 when one is not kept."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import io
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable

from covenant import NoAnswer, NotModified, Problem, UnexpectedAnswer, WebhookRefused, verify_webhook
from covenant.analytics import AsyncClient, Client, problems

JOB = "01a1fd49-b8f6-7280-b5de-fe310728dd32"
requests: list[tuple[str, dict[str, str], bytes]] = []
answers: list[Callable[[Server], None]] = []


class Server(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(headers.get("content-length", 0)))
        if headers.get("transfer-encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size + 2)[:-2]
            self.rfile.readline()
        requests.append((self.path, headers, body))
        (answers.pop(0) if len(answers) > 1 else answers[0])(self)

    do_GET = do_POST = do_DELETE = answer

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def send(self, status: int, body: bytes, type_: str = "application/json", length: int | None = None, **more: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": type_, "Content-Length": str(length or len(body)), **more}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)
        if length is not None:
            self.close_connection = True


def sends(status: int, value: object, type_: str = "application/json", **more: Any) -> Callable[[Server], None]:
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    return lambda server: server.send(status, body, type_, **more)


def problem(status: int, slug: str, **more: Any) -> Callable[[Server], None]:
    document = {"type": f"https://covenant.example/problems/{slug}", "title": slug, "status": status, "detail": "No."}
    return sends(status, {**document, "instance": "urn:request:1", "limit_name": "rows"}, "application/problem+json", **more)


def foreign(**more: Any) -> Callable[[Server], None]:
    """A problem of another service, with the members that RFC 9457 recommends."""
    return sends(403, {"type": "about:blank", "title": "Forbidden", "detail": "No.", **more}, "application/problem+json")


def drips(type_: str, piece: bytes) -> Callable[[Server], None]:
    def drip(server: Server) -> None:
        server.send_response(200)
        server.send_header("Content-Type", type_)
        server.send_header("Content-Length", "1000000")
        server.end_headers()
        server.close_connection = True
        try:
            for _ in range(100):
                server.wfile.write(piece)
                time.sleep(0.05)
        except OSError:
            pass

    return drip


def token(value: str) -> Callable[[Server], None]:
    """401 for every other token."""
    good, bad = sends(200, {"items": [], "next_cursor": None}), problem(401, "unauthenticated")
    return lambda server: (good if server.headers["Authorization"] == f"Bearer {value}" else bad)(server)


PAIR = {"access_token": "a", "refresh_token": "r", "token_type": "Bearer", "expires_in": 300}
CASES: list[tuple[str, list[Callable[[Server], None]], str, tuple[Any, ...], type[Exception] | None]] = [
    ("a page of a proxy", [sends(200, b"<html>", "text/html")], "list_jobs", (), UnexpectedAnswer),
    ("a body that is cut short", [sends(200, b'{"items": [', length=500)], "list_jobs", (), UnexpectedAnswer),
    ("half a JSON document", [sends(200, b'{"items": [')], "list_jobs", (), UnexpectedAnswer),
    ("a status that the contract does not have", [sends(299, {})], "list_jobs", (), UnexpectedAnswer),
    ("a body without a promised member", [sends(200, {"items": []})], "list_jobs", (), UnexpectedAnswer),
    ("a member of another type", [sends(200, {"items": 1, "next_cursor": None})], "list_jobs", (), UnexpectedAnswer),
    ("an error page", [sends(500, b"<html>", "text/html")], "list_jobs", (), UnexpectedAnswer),
    ("an error that is no problem document", [sends(500, {}, "application/problem+json")], "list_jobs", (), UnexpectedAnswer),
    ("a problem with a list instead of a document", [sends(403, [], "application/problem+json")], "list_jobs", (), UnexpectedAnswer),
    ("a problem of another service", [foreign()], "list_jobs", (), Problem),
    ("errors that are an object", [foreign(errors={"name": ["is required"]})], "list_jobs", (), Problem),
    ("errors that are texts", [foreign(errors=["is required", None])], "list_jobs", (), Problem),
    ("an answer that drips", [drips("application/json", b" ")], "list_jobs", (), NoAnswer),
    ("a page that drips instead of a file", [drips("text/html", b" ")], "get_template", (), NoAnswer),
    ("a page without an end", [drips("Text/HTML ; a=b", b"x" * 400)], "list_jobs", (), UnexpectedAnswer),
    ("a problem", [problem(404, "not-found")], "get_job", (JOB,), problems.NotFound),
    ("a problem of a later version", [problem(409, "quite-new")], "get_job", (JOB,), Problem),
    ("not modified", [sends(304, b"", ETag='"1"')], "list_brands", (), NotModified),
    ("an upload whose iterator is used up", [problem(503, "unavailable", Retry_After="0")], "upload_file", ({"dealer_id": "d", "period": "2026-09", "file": iter([b"x"])},), problems.Unavailable),
    ("two retries", [problem(503, "unavailable", Retry_After="0")] * 2 + [sends(200, PAIR | {"later": 1})], "get_scope", (), UnexpectedAnswer),
    ("a later member", [sends(200, {"items": [], "next_cursor": None, "later": [1]})], "list_jobs", (), None),
]
failed = 0


def promise(what: str, kept: bool, found: object = "") -> None:
    global failed
    failed += not kept
    print(f"{'kept' if kept else 'BROKEN'}: {what}{'' if kept else f': {found!r}'}")


def check(form: str, call: Callable[..., Any]) -> None:
    for what, given, method, args, expected in CASES:
        answers[:] = given
        began = time.monotonic()
        try:
            found: object = call(method, *args)
        except Exception as error:
            found = error
        kept = not isinstance(found, Exception) if expected is None else type(found) is expected
        named = not isinstance(found, Exception) or method.replace("_", "") in str(found).lower()
        promise(f"{form}, {what}", kept and named and time.monotonic() - began < 5, found)
    requests.clear()
    answers[:] = [problem(503, "unavailable", Retry_After="0"), sends(202, {"job_id": JOB, "status": "queued"})]
    sent: list[int] = []
    file = io.BytesIO(b"x" * 200_000)
    form_data = {"dealer_id": "d", "period": "2026-09", "file": file}
    call("upload_file", form_data, on_progress=lambda so_far, total: sent.append(so_far))
    keys = {headers["idempotency-key"] for _, headers, _ in requests}
    whole = all(body.count(b"x" * 200_000) == 1 for _, _, body in requests)
    promise(f"{form}, a retried upload has one key and the whole file", len(requests) == 2 and len(keys) == 1 and whole)
    promise(f"{form}, progress ends with all bytes", sent[-1] == len(requests[-1][2]), sent[-1])


def check_jobs(url: str) -> None:
    answers[:] = [sends(200, {"status": "dreaming"})]
    shape: Any = {"status": "dreaming"}
    with Client(url, token="t", retries=0) as client:
        try:
            client.wait_for_job(JOB)
        except UnexpectedAnswer as error:
            shape = error
    promise("a wait ends at a status that it does not know", isinstance(shape, UnexpectedAnswer), shape)


def check_secrets(url: str) -> None:
    whole = json.dumps({"access_token": "SECRET", "refresh_token": "SECRET"}).encode()
    for what, status, body in (("without a member", 200, whole), ("that is cut off", 200, whole[:-1]), ("that is unknown", 299, whole)):
        answers[:] = [sends(status, body)]
        found: object = None
        with Client(url, retries=0) as client:
            try:
                client.refresh_token({"refresh_token": "r"})
            except UnexpectedAnswer as error:
                found = str(error) + error.text
        promise(f"the tokens of an answer {what} are in no exception", isinstance(found, str) and "SECRET" not in found, found)
    answers[:] = [sends(502, b"<html>gateway", "text/html")]
    with Client(url, retries=0) as client:
        try:
            client.get_job(JOB)
        except UnexpectedAnswer as error:
            found = str(error)
    promise("the page of a proxy is shown", isinstance(found, str) and "gateway" in found, found)


def check_paths(url: str) -> None:
    requests.clear()
    refused = 0
    nothing: Any = None
    with Client(url, token="t", retries=0) as client:
        for id in ("", ".", "..", nothing):
            try:
                client.get_job(id)
            except (ValueError, TypeError):
                refused += 1
    promise("an id that is a step in a path, or none, is refused", refused == 4 and requests == [], (refused, requests))


def check_forms(url: str) -> None:
    answers[:] = [sends(202, {"job_id": JOB, "status": "queued"})]
    with Client(url, token="t", retries=0) as client:
        for content in (bytearray(b"a,b\n"), memoryview(b"a,b\n")):
            requests.clear()
            client.upload_file({"dealer_id": "d", "period": "2026-09", "file": content})
            promise(f"a {type(content).__name__} is a file", b"\r\n\r\na,b\n\r\n" in requests[-1][2], requests)
        found = ""
        file: Any = {"a": 1}
        try:
            client.upload_file({"dealer_id": "d", "period": "2026-09", "file": file})
        except TypeError as error:
            found = str(error)
    promise("an object that is no file is refused", found == "uploadFile: file is no file", found)


def cuts(server: Server) -> None:
    """The request was received, and the answer is lost."""
    server.close_connection = True


def check_guarded(url: str) -> None:
    for what, first, expected, count in (
        ("whose answer is lost is not sent again", cuts, NoAnswer, 1),
        ("that a gateway gave up is not sent again", problem(504, "gateway", Retry_After="0"), Problem, 1),
        ("that was refused is sent again", problem(503, "unavailable", Retry_After="0"), type(None), 2),
    ):
        answers[:] = [first, sends(204, b"")]
        requests.clear()
        found: object = None
        with Client(url, token="t") as client:
            try:
                client.delete_grant("fjordbil-oslo", "user:ann", if_match='"1"')
            except Exception as error:
                found = error
        kept = isinstance(found, expected) and len(requests) == count
        promise(f"a write with If-Match {what}", kept, (found, len(requests)))


def check_pieces(url: str) -> None:
    answers[:] = [sends(202, {"job_id": JOB, "status": "queued"})]
    requests.clear()
    with Client(url, token="t", retries=0) as client:
        client.upload_file({"dealer_id": "d", "period": "2026-09", "file": [b"a,b\n", b"1,2\n"]})
    body = requests[-1][2]
    promise("a list of bytes is one file", b"a,b\n1,2\n" in body and body.count(b"filename=") == 1, body)


def check_refresh(url: str) -> None:
    answers[:] = [token("new")]
    asked: list[int] = []

    def refresh() -> str:
        asked.append(1)
        time.sleep(0.1)
        return "new"

    with Client(url, token="old", refresh=refresh) as client:
        threads = [threading.Thread(target=client.list_jobs) for _ in range(8)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    promise("threads with a 401 share one refresh", len(asked) == 1, len(asked))

    async def many() -> int:
        count = 0

        async def renew() -> str:
            nonlocal count
            count += 1
            await asyncio.sleep(0.1)
            return "new"

        async with AsyncClient(url, token="old", refresh=renew) as client:
            await asyncio.gather(*(client.list_jobs() for _ in range(8)))
        return count

    found = asyncio.run(many())
    promise("tasks with a 401 share one refresh", found == 1, found)


def check_pages(url: str) -> None:
    brand = {"brand_id": "toyota", "name": "Toyota", "aliases": []}
    answers[:] = [sends(200, {"items": [brand], "next_cursor": "b"}), sends(200, {"items": [brand], "next_cursor": None})]
    requests.clear()
    with Client(url, token="t") as client:
        found = [each["brand_id"] for each in client.iter_brands(limit=1)]
    promise("an iterator follows the cursors", found == ["toyota"] * 2 and "cursor=b" in requests[-1][0], (found, requests))


def check_webhooks() -> None:
    # The example of the Standard Webhooks specification.
    secret, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", b'{"test": 2432232314}'
    headers = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    event = {"type": "ingest.job.finished", "timestamp": "2026-09-01T00:00:00Z", "data": None}
    for what, signed, expected in (
        ("an event", json.dumps(event).encode(), ""),
        ("bytes that are no JSON", b"\xff", "The body is no event."),
        ("a list", b"[]", "The body is no event."),
        ("a type that is a number", json.dumps(event | {"type": 1}).encode(), "The body is no event."),
        ("no data", json.dumps({"type": "a", "timestamp": "b"}).encode(), "The body is no event."),
    ):
        key = base64.b64decode(secret.removeprefix("whsec_"))
        digest = hmac.new(key, b"msg_1.1614265330." + signed, hashlib.sha256).digest()
        signature = {"webhook-id": "msg_1", "webhook-signature": f"v1,{base64.b64encode(digest).decode()}"}
        try:
            verify_webhook(signed, headers | signature, secret, now=1614265330.0)
            found = ""
        except WebhookRefused as error:
            found = str(error)
        promise(f"webhook, {what} with a signature", found == expected, found)
    for what, now, given, expected in (
        ("a genuine request that is no event", 1614265330.0, body, "The body is no event."),
        ("an old request", 1614269330.0, body, "The time of the request is not within the tolerance."),
        ("another body", 1614265330.0, b"{}", "No signature of the request is valid."),
    ):
        try:
            verify_webhook(given, headers, secret, now=now)
            found = ""
        except WebhookRefused as error:
            found = str(error)
        promise(f"webhook, {what}", found == expected, found)


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    with Client(url, token="t", timeout=0.5) as client:
        check("Client", lambda method, *args, **more: getattr(client, method)(*args, **more))

    def awaited(method: str, *args: Any, **more: Any) -> Any:
        async def call() -> Any:
            async with AsyncClient(url, token="t", timeout=0.5) as each:
                return await getattr(each, method)(*args, **more)

        return asyncio.run(call())

    for _, _, _, args, _ in CASES:
        for each in args:
            if isinstance(each, dict):
                each["file"] = iter([b"x"])
    check("AsyncClient", awaited)
    check_secrets(url)
    check_paths(url)
    check_pieces(url)
    check_guarded(url)
    check_forms(url)
    check_refresh(url)
    check_pages(url)
    check_jobs(url)
    check_webhooks()


if __name__ == "__main__":
    main()
    sys.exit(1 if failed else 0)
