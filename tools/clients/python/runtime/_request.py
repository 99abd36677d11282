"""One request and its answer, without sending: addresses, headers, bodies, and which answers are retried."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Final, Generic, Literal, Mapping, TypeVar
from urllib.parse import quote, urlencode

import httpx

from ._check import mismatch
from ._errors import NotModified, Problem, UnexpectedAnswer
from ._uploads import Form, Progress, empty_list, text_of

T = TypeVar("T")
Kind = Literal["json", "bytes", "nothing"]
Values = Mapping[str, Any]

REFUSED = frozenset({408, 429, 503})
"""The service has not done what it was asked for."""
RETRIED = REFUSED | {502, 504}
LONGEST_PAUSE = 60.0
SHOWN = 400
"""Bytes of a foreign answer that an exception keeps."""


class Absent:
    """The type of `ABSENT`, the body of a call that sends none. `None` is refused: it would ask for all where some were meant."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()


@dataclass(frozen=True)
class Shape:
    """What the contract says of an operation."""

    operation: str
    method: str
    path: str
    replies: Mapping[int, tuple[Kind, object]]
    public: bool = False
    idempotent: bool = False
    body: str | None = None
    lists: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Reply(Generic[T]):
    """A success with its head."""

    status: int
    headers: Mapping[str, str]
    body: T

    @property
    def etag(self) -> str:
        """Send it as `if_match` or `if_none_match`. A KeyError says that the answer has none."""
        return self.headers["etag"]


@dataclass
class Outgoing:
    """A request that may be sent several times."""

    url: str
    headers: dict[str, str]
    content: bytes | None = None
    form: Form | None = None
    repeatable: bool = True
    guarded: bool = False
    """The write may be done although its answer is lost: sent again, it would fail with 412, since the ETag has changed."""
    timeout: float | None = None
    token: str | None = field(default=None, repr=False)


def outgoing(
    base_url: str,
    shape: Shape,
    *,
    path: Values,
    query: Values,
    headers: Values,
    body: object,
    form: Values | Absent | None,
    idempotency_key: str | None,
    timeout: float | None,
    on_progress: Progress | None,
) -> Outgoing:
    url = base_url + _path(shape, path) + _query(shape, query)
    sent = {"Accept": "application/json, */*;q=0.5"}
    sent.update({name: text_of(shape.operation, name, value) for name, value in headers.items() if value is not None})
    key = idempotency_key or (str(uuid.uuid4()) if shape.idempotent else None)
    if key is not None:
        sent["Idempotency-Key"] = key
    repeatable = shape.method not in ("POST", "PATCH") or key is not None
    guarded = "if-match" in map(str.lower, sent) and not shape.idempotent
    request = Outgoing(url, sent, repeatable=repeatable, guarded=guarded, timeout=timeout)
    if body is None or form is None:
        name = "body" if body is None else "form"
        raise ValueError(f"{shape.operation}: {name} is None; leave it out, or give a value")
    if not isinstance(form, Absent):
        request.form = Form(shape.operation, form, on_progress)
        request.headers["Content-Type"] = request.form.content_type
    elif shape.body is not None and not isinstance(body, Absent):
        request.headers["Content-Type"] = shape.body
        request.content = _encoded(shape, shape.body, body)
    return request


def _path(shape: Shape, values: Values) -> str:
    path = shape.path
    for name, value in values.items():
        text = text_of(shape.operation, name, value)
        if text in ("", ".", ".."):
            raise ValueError(f"{shape.operation}: {name} is {text!r}, which would be the address of something else")
        path = path.replace("{" + name + "}", quote(text, safe=""))
    return path


def _query(shape: Shape, values: Values) -> str:
    text = _fields(shape, {name: value for name, value in values.items() if value is not None})
    return f"?{text}" if text else ""


def _fields(shape: Shape, values: Values) -> str:
    """Parameters of a query, or fields of a form: a list is repeated unless it is written with commas."""
    pairs: list[tuple[str, str]] = []
    for name, value in values.items():
        values_of = value if isinstance(value, (list, tuple)) else [value]
        many = [text_of(shape.operation, name, each) for each in values_of]
        if not many:
            raise ValueError(empty_list(shape.operation, name))
        pairs += [(name, ",".join(many))] if name in shape.lists else [(name, each) for each in many]
    return urlencode(pairs)


def _encoded(shape: Shape, media_type: str, body: object) -> bytes:
    if is_json(media_type):
        return json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    if media_type == "application/x-www-form-urlencoded" and isinstance(body, Mapping):
        return _fields(shape, body).encode()
    return body if isinstance(body, bytes) else str(body).encode()


def is_json(type_: str) -> bool:
    return type_.endswith(("/json", "+json"))


def is_retried(request: Outgoing, answer: httpx.Response) -> bool:
    """A 409 that names a time is the first request with this key, still running."""
    return answer.status_code in (REFUSED if request.guarded else RETRIED) or (answer.status_code == 409 and "retry-after" in answer.headers)


def backoff(tried: int, random: float) -> float:
    return min(30.0, 0.25 * 2.0**tried) * (0.5 + random / 2)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds, from either form of the header."""
    text = headers.get("retry-after")
    if text is None:
        return None
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return max(0.0, (moment - datetime.now(timezone.utc)).total_seconds())


def read(shape: Shape, answer: httpx.Response, content: bytes) -> Reply[Any]:
    """A success; a problem and all that the contract does not have is raised."""
    status = answer.status_code
    type_ = media_type(answer)
    if status >= 400:
        raise _problem(shape, answer, type_, content)
    if status == 304 and status in shape.replies:
        raise NotModified(shape.operation, answer.headers.get("etag"))
    kind, expected = shape.replies.get(status, (None, None))
    if kind is None:
        raise UnexpectedAnswer(shape.operation, status, "which the contract does not have", _foreign(type_, content))
    if kind == "nothing":
        return Reply(status, answer.headers, None)
    if is_file_of(shape, status, type_):
        return Reply(status, answer.headers, content)
    if kind == "bytes" or not is_json(type_):
        raise UnexpectedAnswer(shape.operation, status, f"Content-Type {type_ or 'missing'}", _foreign(type_, content))
    body = _json(shape, status, content)
    wrong = mismatch(body, expected)
    if wrong is not None:
        raise UnexpectedAnswer(shape.operation, status, wrong)
    return Reply(status, answer.headers, body)


def media_type(answer: httpx.Response) -> str:
    return str(answer.headers.get("content-type", "")).partition(";")[0].strip().lower()


def is_file_of(shape: Shape, status: int, type_: str) -> bool:
    """A page of a proxy is none."""
    return shape.replies.get(status, ("json", None))[0] == "bytes" and type_ not in ("", "text/html")


def _problem(shape: Shape, answer: httpx.Response, type_: str, content: bytes) -> Exception:
    status = answer.status_code
    if type_ != "application/problem+json":
        return UnexpectedAnswer(shape.operation, status, f"Content-Type {type_ or 'missing'}", _foreign(type_, content))
    body = _json(shape, status, content)
    if not isinstance(body, dict) or not all(isinstance(body.get(name), str) for name in ("type", "title", "detail")):
        return UnexpectedAnswer(shape.operation, status, "which is no problem document")
    from .problems import problem_class

    problem = problem_class(body["type"])(shape.operation, status, body, answer.headers)
    problem.retry_after = retry_after(answer.headers)
    return problem


def _json(shape: Shape, status: int, content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError as error:
        raise UnexpectedAnswer(shape.operation, status, f"whose body is no JSON ({error})") from error


def _foreign(type_: str, content: bytes) -> str:
    """JSON of the service may have tokens and passwords, which do not belong into the text of an exception."""
    return "" if is_json(type_) else content[:SHOWN].decode("utf-8", "replace")
