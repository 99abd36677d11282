"""What the peer python-messages runs: one scenario, named by its argument. Prints a JSON value per line; `ready` when it consumes."""

import asyncio
import json
import os
import signal
import sys

from covenant_messages import Dead, InvalidMessage, Message, PublishFailed, on, open_messages
from covenant_messages.analytics import INGEST_JOB_FINISHED, IngestJobFinished
from covenant_messages.lab import LAB_STATUS, LAB_STATUS_SAMPLES, LabStatus
from covenant_messages.validation import explain


def show(*values: object) -> None:
    print(json.dumps(values), flush=True)


async def consume() -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)

    async def job(message: Message[IngestJobFinished]) -> None:
        show("job", message.id, message.traceparent, message.payload)

    async def lab(message: Message[LabStatus]) -> None:
        if message.payload["lab_id"] == "poison":
            raise RuntimeError("the database is down")
        if message.payload["lab_id"] == "slow":
            show("begun", message.id)
            await stop.wait()
            await asyncio.sleep(0)
        show("lab", message.id, message.traceparent, message.payload)

    def dead(letter: Dead) -> None:
        show("dead", letter.id, letter.reason)

    async with await open_messages(os.environ["BROKER"], name="peer") as messages:
        await messages.consume(
            os.environ["QUEUE"],
            [on(INGEST_JOB_FINISHED, job), on(LAB_STATUS, lab)],
            attempts=3,
            retry_seconds=0.01,
            on_dead=dead,
            on_error=lambda error, message, attempt: show("error", message.id, attempt),
        )
        show("ready")
        await stop.wait()
    show("stopped")


async def publish() -> None:
    sample = LAB_STATUS_SAMPLES["failed"]
    async with await open_messages(os.environ["BROKER"], name="peer") as messages:
        traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        show("published", await messages.publish(LAB_STATUS, sample.payload, id=sample.id, traceparent=traceparent))
        invalid: LabStatus = {**sample.payload, "lab_id": "Not an id"}
        try:
            await messages.publish(LAB_STATUS, invalid)
        except InvalidMessage as error:
            show("refused", error.reason, error.detail)
    async with await open_messages(os.environ["TEAM_BROKER"], name="peer") as messages:
        try:
            await messages.publish(LAB_STATUS, sample.payload, id=sample.id)
        except PublishFailed as error:
            show("failed", error.id)


def judge() -> None:
    """Reads [name, payload] per line; prints whether a receiver and a sender accept it."""
    known = {each.name: each for each in (INGEST_JOB_FINISHED, LAB_STATUS)}
    for line in sys.stdin:
        name, payload = json.loads(line)
        schemas = known[name].schemas
        schema = schemas[known[name].payload]
        show(*(explain(payload, schema, schemas, is_open=is_open) is None for is_open in (True, False)))


if sys.argv[1] == "judge":
    judge()
else:
    asyncio.run({"consume": consume, "publish": publish}[sys.argv[1]]())
