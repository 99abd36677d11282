"""Clients of Covenant: `covenant.analytics`, `covenant.platform` and `covenant.infra`."""

from ._errors import CovenantError, NoAnswer, NotModified, Problem, UnexpectedAnswer, WaitTimeout
from ._request import Reply
from ._uploads import Upload, UploadSource
from ._webhooks import WebhookMessage, WebhookRefused, verify_webhook

__all__ = [
    "CovenantError",
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
