"""What a call raises. Each error names the operation that failed."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Mapping, TypedDict, cast


class CovenantError(Exception):
    """The base of all errors of this package."""

    def __init__(self, operation: str, message: str) -> None:
        super().__init__(f"{operation}: {message}")
        self.operation = operation


class _Named(TypedDict):
    rule: str
    message: str


class FieldError(_Named, total=False):
    """One invalid value: `pointer` locates it in a body, `parameter` in the rest of the request, `row` and `column` in a file."""

    pointer: str
    parameter: str
    row: int
    column: str
    value: str


class Problem(CovenantError):
    """The service refused. `covenant.problems` has a subclass for each problem; a later one is a plain `Problem`."""

    slug: str = ""
    known: ClassVar[dict[str, type[Problem]]] = {}

    def __init__(self, operation: str, status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        self.status = status
        self.type: str = body["type"]
        self.title: str = body["title"]
        self.detail: str = body["detail"]
        self.errors: list[FieldError] = _places(body.get("errors"))
        self.members: Mapping[str, Any] = body
        """The whole problem document."""
        self.headers = headers
        self.request_id: str | None = headers.get("x-request-id")
        self.retry_after: float | None = None
        """Seconds after which another attempt may succeed."""
        self.slug = slug_of(self.type)
        places = "; ".join(_place(each) for each in self.errors[:5])
        super().__init__(operation, f"{status} {self.title}: {self.detail}{f' ({places})' if places else ''}")

    def __init_subclass__(cls) -> None:
        Problem.known[cls.slug] = cls


def slug_of(type_: str) -> str:
    return type_.rstrip("/").rpartition("/")[2]


def _places(errors: object) -> list[FieldError]:
    """Other services have members of this name in other forms."""
    given = errors if isinstance(errors, list) else [errors]
    return [
        cast(FieldError, each) for each in given if isinstance(each, dict) and isinstance(each.get("message"), str)
    ]


def _place(error: FieldError) -> str:
    where = error.get("pointer") or error.get("parameter") or error.get("row") or ""
    return f"{where} {error.get('message', '')}".strip()


class UnexpectedAnswer(CovenantError):
    """The answer is not one that the contract describes, such as the page of a proxy or half a body."""

    def __init__(self, operation: str, status: int, reason: str, text: str = "") -> None:
        shown = f": {text[:200]}" if text else ""
        super().__init__(operation, f"unexpected answer with status {status}, {reason}{shown}")
        self.status = status
        self.text = text


class NotModified(CovenantError):
    """The resource still has the ETag that was sent as `if_none_match`."""

    def __init__(self, operation: str, etag: str | None) -> None:
        super().__init__(operation, "not modified")
        self.etag = etag


class NoAnswer(CovenantError):
    """The connection failed, or no answer came within `timeout`. The cause is the error of httpx."""

    def __init__(self, operation: str, address: str, reason: str) -> None:
        super().__init__(operation, f"no answer from {address}: {reason}")


class WaitTimeout(CovenantError):
    """What was waited for has not ended in time. It goes on at the service."""

    def __init__(self, operation: str, seconds: float, last: Mapping[str, Any]) -> None:
        super().__init__(operation, f"not ended after {seconds:g} s, status {last.get('status')}")
        self.last = last


LiveEnd = Literal[
    "session_ended", "foreign_origin", "too_many_connections", "too_large", "invalid_message", "unknown"
]
"""Why live updates end: closes of the contract, or `unknown` for a code that this package does not have."""


class LiveEnded(CovenantError):
    """The service has closed the connection for a reason that another connection does not change."""

    def __init__(self, operation: str, why: str, code: int, reason: str) -> None:
        super().__init__(operation, f"closed with {code}: {reason or why}")
        self.why = cast(LiveEnd, why)
        self.code = code
