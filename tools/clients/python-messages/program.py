import asyncio
import os
import signal

from covenant_messages import Dead, Message, on, open_messages
from covenant_messages.analytics import INGEST_JOB_FINISHED, IngestJobFinished
from covenant_messages.lab import LAB_STATUS, LabStatus


async def job_finished(message: Message[IngestJobFinished]) -> None:
    print("job", message.payload["job_id"], message.payload["status"], flush=True)


async def lab_changed(message: Message[LabStatus]) -> None:
    print("lab", message.payload["lab_id"], message.payload["state"], flush=True)


def dead(letter: Dead) -> None:
    print("dead", letter.reason, letter.detail, flush=True)


async def main() -> None:
    team = os.environ.get("COVENANT_TEAM", "reporting")
    stop = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stop.set)
    async with await open_messages(os.environ["COVENANT_BROKER_URL"], name=f"{team}-reader") as messages:
        await messages.consume(
            f"{team}.python",
            [on(INGEST_JOB_FINISHED, job_finished), on(LAB_STATUS, lab_changed)],
            on_dead=dead,
        )
        print("ready", flush=True)
        await stop.wait()


asyncio.run(main())
