# Generated from spec/lab/asyncapi.yaml by npm run generate; do not edit.
from typing import Literal, TypeAlias, TypedDict

from .compatibility import NotRequired
from .definition import Definition, Message, Schemas


class MessageHeaders(TypedDict):
    """The headers of every message except Celery tasks"""

    message_id: str
    """The id of the message. Consumers process each id once"""
    occurred_at: str
    """When the change was committed, in UTC"""
    schema_version: Literal[1]
    """Increases only if consumers of the previous version would misread the message"""
    traceparent: NotRequired[str]
    """The W3C trace context of the request that caused the message"""


# A lab of one student or one group
InstanceId: TypeAlias = str

# A run, that is one start of an instance
RunId: TypeAlias = str

# The lab's id, chosen by the teacher
LabId: TypeAlias = str

# The owner of a per_student instance, otherwise null
StudentOrNull: TypeAlias = str | None

# The owner of a per_group instance, otherwise null
GroupOrNull: TypeAlias = str | None

# One instance per student, or one per group
DeploymentMode: TypeAlias = Literal["per_student", "per_group"]

# Increases with every change of the desired state; work for an older generation is discarded
Generation: TypeAlias = int

# The state of an instance. - `queued`: accepted, not started yet. - `waiting_quota`: waiting for capacity; it starts by itself. - `creating`: being created, restarted or tested. - `running`: ready; a test login over SSH succeeded. - `degraded`: was running and is being repaired, or its home is too full. - `stopping`: being archived and removed. - `stopped`: removed, except possibly for the volume. - `failed`: could not start or stop, for the given reason. Starting it again retries.
InstanceState: TypeAlias = Literal["queued", "waiting_quota", "creating", "running", "degraded", "stopping", "stopped", "failed"]

# The state of the volume with a student's files. - `none`: no volume claim exists yet. - `bound`: the claim exists. - `archiving`: the archive is being written. - `archived`: a verified archive is recorded; the claim may still exist. - `released`: archived, and the claim is deleted. - `quarantined`: the owner of the claim is unknown; it is kept.
VolumeState: TypeAlias = Literal["none", "bound", "archiving", "archived", "released", "quarantined"]

# The reason for the current state, for programs. Null if there is none
Reason: TypeAlias = str | None

# The reason in words, and what to do about it. Null if there is no reason
Advice: TypeAlias = str | None


class LabStatus(TypedDict):
    instance_id: InstanceId
    lab_id: LabId
    deployment_mode: DeploymentMode
    student_id: StudentOrNull
    group_id: GroupOrNull
    run_id: RunId
    generation: Generation
    sequence: int
    """The sequence number of its last change, assigned in the transaction of the change"""
    state: InstanceState
    volume: VolumeState
    reason: Reason
    advice: Advice
    since: str
    """When the instance entered the current state"""
    ends_at: NotRequired[str | None]
    """When a long-running lab will be stopped and archived unless it is started again. Set one day in advance, otherwise null (decision 22)"""


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
                "const": 1,
            },
            "traceparent": {
                "type": "string",
                "pattern": "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}\\Z",
            },
        },
    },
    "InstanceId": {
        "type": "string",
        "format": "uuid",
    },
    "RunId": {
        "type": "string",
        "format": "uuid",
    },
    "LabId": {
        "type": "string",
        "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*\\Z",
        "maxLength": 16,
    },
    "StudentOrNull": {
        "type": ["string", "null"],
        "pattern": "^[a-z0-9]+\\Z",
        "maxLength": 20,
    },
    "GroupOrNull": {
        "type": ["string", "null"],
        "pattern": "^[a-z0-9]+\\Z",
        "maxLength": 20,
    },
    "DeploymentMode": {
        "type": "string",
        "enum": ["per_student", "per_group"],
    },
    "Generation": {
        "type": "integer",
        "format": "int64",
        "minimum": 1,
    },
    "InstanceState": {
        "type": "string",
        "enum": ["queued", "waiting_quota", "creating", "running", "degraded", "stopping", "stopped", "failed"],
    },
    "VolumeState": {
        "type": "string",
        "enum": ["none", "bound", "archiving", "archived", "released", "quarantined"],
    },
    "Reason": {
        "type": ["string", "null"],
    },
    "Advice": {
        "type": ["string", "null"],
        "maxLength": 1000,
    },
    "LabStatus": {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "instance_id": {
                "$ref": "InstanceId",
            },
            "lab_id": {
                "$ref": "LabId",
            },
            "deployment_mode": {
                "$ref": "DeploymentMode",
            },
            "student_id": {
                "$ref": "StudentOrNull",
            },
            "group_id": {
                "$ref": "GroupOrNull",
            },
            "run_id": {
                "$ref": "RunId",
            },
            "generation": {
                "$ref": "Generation",
            },
            "sequence": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
            },
            "state": {
                "$ref": "InstanceState",
            },
            "volume": {
                "$ref": "VolumeState",
            },
            "reason": {
                "$ref": "Reason",
            },
            "advice": {
                "$ref": "Advice",
            },
            "since": {
                "type": "string",
                "format": "date-time",
            },
            "ends_at": {
                "type": ["string", "null"],
                "format": "date-time",
            },
        },
        "required": ["instance_id", "lab_id", "deployment_mode", "student_id", "group_id", "run_id", "generation", "sequence", "state", "volume", "reason", "advice", "since"],
    },
}

LAB_STATUS: Definition[LabStatus] = Definition(
    name="lab.status",
    type="LabStatus",
    exchange="lab.events",
    schema_version=1,
    headers="MessageHeaders",
    payload="LabStatus",
    schemas=_schemas,
)
"""A change of an instance. Contains the complete state of the instance, so the message with the highest sequence number is current"""

LAB_STATUS_SAMPLES: dict[str, Message[LabStatus]] = {
    "running": Message(
        name="lab.status",
        id="c56a4180-65aa-42ec-a945-5fd21dec0538",
        occurred_at="2026-11-21T09:00:04.870Z",
        traceparent=None,
        payload={
            "sequence": 1042,
            "instance_id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
            "run_id": "0f8fad5b-d9cb-469f-a165-70867728950e",
            "generation": 1,
            "lab_id": "linux-basics",
            "deployment_mode": "per_student",
            "student_id": "anna",
            "group_id": None,
            "state": "running",
            "volume": "bound",
            "reason": None,
            "advice": None,
            "since": "2026-11-21T09:00:04.861Z",
        },
    ),
    "failed": Message(
        name="lab.status",
        id="2c1d43b8-e6d7-4b0e-8f0a-37dc5f1b0c9e",
        occurred_at="2026-11-21T09:01:12.020Z",
        traceparent=None,
        payload={
            "sequence": 1043,
            "instance_id": "1b4e28ba-2fa1-41d2-883f-0016d3cca427",
            "run_id": "6fa459ea-ee8a-4ca4-894e-db77e160355e",
            "generation": 3,
            "lab_id": "net-lab",
            "deployment_mode": "per_group",
            "student_id": None,
            "group_id": "red",
            "state": "failed",
            "volume": "none",
            "reason": "image_pull",
            "advice": "The image of role web, net/labs/web:v1.2, is not in the registry. Push it or correct its tag, upload the configuration again, then start the lab again.",
            "since": "2026-11-21T09:01:12.013Z",
        },
    ),
}
