# Generated from spec/analytics/asyncapi.yaml by npm run generate; do not edit.
from typing import Literal, TypedDict

from .compatibility import NotRequired
from .definition import Definition, Message, Schemas


class MessageHeaders(TypedDict):
    message_id: str
    """The id of the message, the same in each delivery. Also the AMQP property message-id."""
    occurred_at: str
    """When the event occurred."""
    schema_version: int
    """Increases when the meaning of a field changes, not when a field is added."""
    traceparent: NotRequired[str]
    """The W3C trace context of the event."""



class IngestJobFinished(TypedDict):
    job_id: str
    """The job."""
    kind: NotRequired[Literal["upload", "deletion", "reversal"]]
    """What the job did: load a file, delete a period, or revert a revision."""
    dealer_id: str
    """The dealer of the job."""
    period: str
    """The period of the job."""
    period_type: Literal["day", "week", "month", "quarter"]
    """The length of the period of each row."""
    status: Literal["succeeded", "failed", "cancelled"]
    """How the job ended."""
    dry_run: bool
    """Whether the job was a dry run."""
    revision: int | None
    """The revision that the job created. Null if it created none."""
    rows_accepted: int
    """Rows without errors."""
    rows_rejected: int
    """Rows with errors."""
    error_count: int
    """The total number of errors."""
    problem_type: str | None
    """The type of the problem that caused the job to fail."""
    finished_at: str
    """When the job ended."""



class SubscriptionChanged(TypedDict):
    dealer_id: str
    """The dealer of the subscription."""
    plan: str
    """The current plan."""
    status: Literal["trialing", "active", "past_due", "expired", "cancelled"]
    """The current status."""
    previous_status: Literal["trialing", "active", "past_due", "expired", "cancelled", None]
    """The previous status. Null for a new subscription."""
    expires_at: str | None
    """When the subscription ends unless it is renewed."""
    cause: Literal["administrator", "time"]
    """What caused the change."""



class AuthRefreshTokenReused(TypedDict):
    family_id: str
    """The id of the login that was ended."""
    principal: str
    """The principal of the login."""
    generation: int
    """The number of the reused token within the login."""
    address: str
    """The client address that sent the token."""
    reused_at: str
    """When the token was reused."""



class WebhookDisabled(TypedDict):
    webhook_id: str
    """The webhook."""
    principal: str
    """The owner of the webhook."""
    reason: Literal["failing", "gone"]
    """Why: `failing`: an event failed for a whole day, and no other one succeeded in that time; `gone`: the receiver answered 410."""
    disabled_at: str
    """When the webhook was disabled."""


IndicesRevised = TypedDict(
    "IndicesRevised",
    {
        "dealer_id": str,
        "revision": int,
        "cause": Literal["upload", "deletion", "reversal"],
        "job_id": str,
        "from": str,
        "to": str,
        "revised_at": str,
    },
)


class ForecastPublished(TypedDict):
    dealer_id: str
    """The dealer."""
    revision: int
    """The revision of the data, as in the message `indices.revised`."""
    horizon_days: int
    """How far they reach."""
    forecasts: int
    """How many were computed: of all sales of the dealer, of its brands and regions, and of brands in a region."""
    complete: bool
    """False: others are computed when they are requested, because the dealer has more than 200 such series, or they took too long."""
    published_at: str
    """When the last one was computed."""



class SessionRevoked(TypedDict):
    family_id: str
    """The id of the login."""
    principal: str
    """The principal of the login."""
    reason: Literal["logout", "refresh_token_reused", "ended_by_provider"]
    """Why: `ended_by_provider`: the identity provider no longer accepts the session, for example after a change of the password; this is noticed at the next refresh."""
    revoked_at: str
    """When the login was ended."""


_schemas: Schemas = {
    "MessageHeaders": {
        "type": "object",
        "additionalProperties": False,
        "required": ["message_id", "occurred_at", "schema_version"],
        "properties": {
            "message_id": {
                "type": "string",
                "format": "uuid",
            },
            "occurred_at": {
                "type": "string",
                "format": "date-time",
            },
            "schema_version": {
                "type": "integer",
                "format": "int32",
                "minimum": 1,
            },
            "traceparent": {
                "type": "string",
                "pattern": "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}\\Z",
            },
        },
    },
    "IngestJobFinished": {
        "type": "object",
        "additionalProperties": False,
        "required": ["job_id", "dealer_id", "period", "period_type", "status", "dry_run", "revision", "rows_accepted", "rows_rejected", "error_count", "problem_type", "finished_at"],
        "properties": {
            "job_id": {
                "type": "string",
                "format": "uuid",
            },
            "kind": {
                "type": "string",
                "enum": ["upload", "deletion", "reversal"],
            },
            "dealer_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 63,
            },
            "period": {
                "type": "string",
                "minLength": 7,
                "maxLength": 21,
            },
            "period_type": {
                "type": "string",
                "enum": ["day", "week", "month", "quarter"],
            },
            "status": {
                "type": "string",
                "enum": ["succeeded", "failed", "cancelled"],
            },
            "dry_run": {
                "type": "boolean",
            },
            "revision": {
                "type": ["integer", "null"],
                "format": "int64",
                "minimum": 1,
            },
            "rows_accepted": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
            },
            "rows_rejected": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
            },
            "error_count": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
            },
            "problem_type": {
                "type": ["string", "null"],
                "format": "uri",
            },
            "finished_at": {
                "type": "string",
                "format": "date-time",
            },
        },
    },
    "SubscriptionChanged": {
        "type": "object",
        "additionalProperties": False,
        "required": ["dealer_id", "plan", "status", "previous_status", "expires_at", "cause"],
        "properties": {
            "dealer_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 63,
            },
            "plan": {
                "type": "string",
                "minLength": 1,
                "maxLength": 63,
            },
            "status": {
                "type": "string",
                "enum": ["trialing", "active", "past_due", "expired", "cancelled"],
            },
            "previous_status": {
                "type": ["string", "null"],
                "enum": ["trialing", "active", "past_due", "expired", "cancelled", None],
            },
            "expires_at": {
                "type": ["string", "null"],
                "format": "date-time",
            },
            "cause": {
                "type": "string",
                "enum": ["administrator", "time"],
            },
        },
    },
    "AuthRefreshTokenReused": {
        "type": "object",
        "additionalProperties": False,
        "required": ["family_id", "principal", "generation", "address", "reused_at"],
        "properties": {
            "family_id": {
                "type": "string",
                "format": "uuid",
            },
            "principal": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
            },
            "generation": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
            },
            "address": {
                "type": "string",
                "minLength": 1,
                "maxLength": 64,
            },
            "reused_at": {
                "type": "string",
                "format": "date-time",
            },
        },
    },
    "WebhookDisabled": {
        "type": "object",
        "additionalProperties": False,
        "required": ["webhook_id", "principal", "reason", "disabled_at"],
        "properties": {
            "webhook_id": {
                "type": "string",
                "format": "uuid",
            },
            "principal": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
            },
            "reason": {
                "type": "string",
                "enum": ["failing", "gone"],
            },
            "disabled_at": {
                "type": "string",
                "format": "date-time",
            },
        },
    },
    "IndicesRevised": {
        "type": "object",
        "additionalProperties": False,
        "required": ["dealer_id", "revision", "cause", "job_id", "from", "to", "revised_at"],
        "properties": {
            "dealer_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 63,
            },
            "revision": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
            },
            "cause": {
                "type": "string",
                "enum": ["upload", "deletion", "reversal"],
            },
            "job_id": {
                "type": "string",
                "format": "uuid",
            },
            "from": {
                "type": "string",
                "format": "date",
            },
            "to": {
                "type": "string",
                "format": "date",
            },
            "revised_at": {
                "type": "string",
                "format": "date-time",
            },
        },
    },
    "ForecastPublished": {
        "type": "object",
        "additionalProperties": False,
        "required": ["dealer_id", "revision", "horizon_days", "forecasts", "complete", "published_at"],
        "properties": {
            "dealer_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 63,
            },
            "revision": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
            },
            "horizon_days": {
                "type": "integer",
                "format": "int32",
                "minimum": 1,
                "maximum": 365,
            },
            "forecasts": {
                "type": "integer",
                "format": "int32",
                "minimum": 0,
            },
            "complete": {
                "type": "boolean",
            },
            "published_at": {
                "type": "string",
                "format": "date-time",
            },
        },
    },
    "SessionRevoked": {
        "type": "object",
        "additionalProperties": False,
        "required": ["family_id", "principal", "reason", "revoked_at"],
        "properties": {
            "family_id": {
                "type": "string",
                "format": "uuid",
            },
            "principal": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
            },
            "reason": {
                "type": "string",
                "enum": ["logout", "refresh_token_reused", "ended_by_provider"],
            },
            "revoked_at": {
                "type": "string",
                "format": "date-time",
            },
        },
    },
}

INGEST_JOB_FINISHED: Definition[IngestJobFinished] = Definition(
    name="ingest.job.finished",
    type="IngestJobFinished",
    exchange="analytics.events",
    schema_version=1,
    headers="MessageHeaders",
    payload="IngestJobFinished",
    schemas=_schemas,
)
"""Upload job finished. An upload job has ended, successfully or not."""

INGEST_JOB_FINISHED_SAMPLES: dict[str, Message[IngestJobFinished]] = {
    "succeeded": Message(
        name="ingest.job.finished",
        id="0193497e-84c1-7a20-8c8e-1b1a7c9d0e52",
        occurred_at="2026-11-21T07:41:14Z",
        traceparent="00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        payload={
            "job_id": "0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11",
            "kind": "upload",
            "dealer_id": "fjordbil-oslo",
            "period": "2007-01/2017-01",
            "period_type": "month",
            "status": "succeeded",
            "dry_run": False,
            "revision": 2,
            "rows_accepted": 4366,
            "rows_rejected": 0,
            "error_count": 0,
            "problem_type": None,
            "finished_at": "2026-11-21T07:41:14Z",
        },
    ),
    "failed": Message(
        name="ingest.job.finished",
        id="0193497f-1d30-7e11-9a4b-6d5c4b3a2918",
        occurred_at="2026-11-21T07:43:03Z",
        traceparent=None,
        payload={
            "job_id": "0193497f-10aa-7b1c-8f3e-2c9d4e5f6a70",
            "kind": "upload",
            "dealer_id": "fjordbil-oslo",
            "period": "2007-01/2017-01",
            "period_type": "month",
            "status": "failed",
            "dry_run": False,
            "revision": None,
            "rows_accepted": 4375,
            "rows_rejected": 2,
            "error_count": 2,
            "problem_type": "https://covenant.example/problems/bad-file",
            "finished_at": "2026-11-21T07:43:03Z",
        },
    ),
}

SUBSCRIPTION_CHANGED: Definition[SubscriptionChanged] = Definition(
    name="subscription.changed",
    type="SubscriptionChanged",
    exchange="analytics.events",
    schema_version=1,
    headers="MessageHeaders",
    payload="SubscriptionChanged",
    schemas=_schemas,
)
"""Subscription changed. The plan, status or end of a subscription has changed."""

SUBSCRIPTION_CHANGED_SAMPLES: dict[str, Message[SubscriptionChanged]] = {
    "past-due": Message(
        name="subscription.changed",
        id="01934a00-2b6c-7d15-8e90-3f4a5b6c7d8e",
        occurred_at="2026-11-21T10:02:00Z",
        traceparent=None,
        payload={
            "dealer_id": "fjordbil-oslo",
            "plan": "standard",
            "status": "past_due",
            "previous_status": "active",
            "expires_at": "2027-11-21T00:00:00Z",
            "cause": "administrator",
        },
    ),
}

AUTH_REFRESH_TOKEN_REUSED: Definition[AuthRefreshTokenReused] = Definition(
    name="auth.refresh_token.reused",
    type="AuthRefreshTokenReused",
    exchange="analytics.events",
    schema_version=1,
    headers="MessageHeaders",
    payload="AuthRefreshTokenReused",
    schemas=_schemas,
)
"""Refresh token reused. A refresh token was reused after its successor."""

AUTH_REFRESH_TOKEN_REUSED_SAMPLES: dict[str, Message[AuthRefreshTokenReused]] = {
    "reused": Message(
        name="auth.refresh_token.reused",
        id="01934a01-5e4d-7b3c-9f80-7a6b5c4d3e2f",
        occurred_at="2026-11-21T10:05:31Z",
        traceparent=None,
        payload={
            "family_id": "01934800-9a8b-7c6d-8e5f-4a3b2c1d0e9f",
            "principal": "5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9",
            "generation": 7,
            "address": "203.0.113.24",
            "reused_at": "2026-11-21T10:05:31Z",
        },
    ),
}

WEBHOOK_DISABLED: Definition[WebhookDisabled] = Definition(
    name="webhook.disabled",
    type="WebhookDisabled",
    exchange="analytics.events",
    schema_version=1,
    headers="MessageHeaders",
    payload="WebhookDisabled",
    schemas=_schemas,
)
"""Webhook disabled. A webhook was disabled."""

WEBHOOK_DISABLED_SAMPLES: dict[str, Message[WebhookDisabled]] = {
    "failing": Message(
        name="webhook.disabled",
        id="01934a20-5e4d-7b3c-9f80-7a6b5c4d3e2f",
        occurred_at="2026-11-22T07:41:14Z",
        traceparent=None,
        payload={
            "webhook_id": "01934a10-7b5d-7c3e-9d57-5f0a6f3d2b11",
            "principal": "5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9",
            "reason": "failing",
            "disabled_at": "2026-11-22T07:41:14Z",
        },
    ),
}

INDICES_REVISED: Definition[IndicesRevised] = Definition(
    name="indices.revised",
    type="IndicesRevised",
    exchange="analytics.events",
    schema_version=1,
    headers="MessageHeaders",
    payload="IndicesRevised",
    schemas=_schemas,
)
"""Indices revised. The stored sales of a dealer have changed."""

INDICES_REVISED_SAMPLES: dict[str, Message[IndicesRevised]] = {
    "upload": Message(
        name="indices.revised",
        id="0193497e-84c1-7a20-8c8e-1b1a7c9d0e53",
        occurred_at="2026-11-21T07:41:14Z",
        traceparent=None,
        payload={
            "dealer_id": "fjordbil-oslo",
            "revision": 2,
            "cause": "upload",
            "job_id": "0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11",
            "from": "2007-01-01",
            "to": "2017-01-31",
            "revised_at": "2026-11-21T07:41:14Z",
        },
    ),
}

FORECAST_PUBLISHED: Definition[ForecastPublished] = Definition(
    name="forecast.published",
    type="ForecastPublished",
    exchange="analytics.events",
    schema_version=1,
    headers="MessageHeaders",
    payload="ForecastPublished",
    schemas=_schemas,
)
"""Forecasts published. The forecasts of a dealer were computed from its newest sales."""

FORECAST_PUBLISHED_SAMPLES: dict[str, Message[ForecastPublished]] = {
    "after-upload": Message(
        name="forecast.published",
        id="0193497e-9d5c-7b31-8c8e-1b1a7c9d0e54",
        occurred_at="2026-11-21T07:41:17Z",
        traceparent=None,
        payload={
            "dealer_id": "fjordbil-oslo",
            "revision": 2,
            "horizon_days": 90,
            "forecasts": 41,
            "complete": True,
            "published_at": "2026-11-21T07:41:17Z",
        },
    ),
}

SESSION_REVOKED: Definition[SessionRevoked] = Definition(
    name="session.revoked",
    type="SessionRevoked",
    exchange="analytics.events",
    schema_version=1,
    headers="MessageHeaders",
    payload="SessionRevoked",
    schemas=_schemas,
)
"""Session revoked. A login was ended."""

SESSION_REVOKED_SAMPLES: dict[str, Message[SessionRevoked]] = {
    "logout": Message(
        name="session.revoked",
        id="01934a02-5e4d-7b3c-9f80-7a6b5c4d3e30",
        occurred_at="2026-11-21T10:05:31Z",
        traceparent=None,
        payload={
            "family_id": "01934800-9a8b-7c6d-8e5f-4a3b2c1d0e9f",
            "principal": "5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9",
            "reason": "logout",
            "revoked_at": "2026-11-21T10:05:31Z",
        },
    ),
}
