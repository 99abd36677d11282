"""Clients of Covenant: `covenant.analytics`, `covenant.platform` and `covenant.infra`."""

from ._errors import CovenantError, LiveEnded, NoAnswer, NotModified, Problem, UnexpectedAnswer, WaitTimeout
from ._request import ABSENT, Absent, Reply
from ._uploads import Upload, UploadSource
from ._webhooks import WebhookMessage, WebhookRefused, verify_webhook

__all__ = [
    "ABSENT",
    "Absent",
    "CovenantError",
    "LiveEnded",
    "NoAnswer",
    "NotModified",
    "Problem",
    "Reply",
    "UnexpectedAnswer",
    "Upload",
    "UploadSource",
    "WaitTimeout",
    "WebhookMessage",
    "WebhookRefused",
    "verify_webhook",
]
