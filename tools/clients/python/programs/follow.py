import asyncio
import os
from pathlib import Path

from covenant.analytics import AsyncClient, NoAnswer, Problem, UnexpectedAnswer

url, email, password = (os.environ[f"COVENANT_{name}"] for name in ("URL", "EMAIL", "PASSWORD"))


async def main() -> None:
    async with AsyncClient(url) as login:
        pair = await login.login_user({"email": email, "password": password})

        async def refresh() -> str | None:
            nonlocal pair
            pair = await login.refresh_token({"refresh_token": pair["refresh_token"]})
            return pair["access_token"]

        async with AsyncClient(url, token="expired", refresh=refresh) as client:
            brands, jobs = await asyncio.gather(client.list_brands(), client.list_jobs(limit=5))
            print(len(brands["items"]) > 0, len(jobs["items"]) > 0)

            file = Path("sales.csv")
            file.write_text("period_start,brand,units_sold\n2026-08,Toyota,40\n")
            accepted = await client.upload_file(
                {"dealer_id": "fjordbil-oslo", "period": "2026-08", "file": file},
                on_progress=lambda sent, total: print(f"{sent} of {total} bytes") if sent == total else None,
            )
            job = await client.wait_for_job(accepted["job_id"], wait=10, deadline=60)
            print(job["status"])
            try:
                await client.get_job("01a1fd49-b8f6-7280-b5de-fe310728dd32")
            except Problem as problem:
                print(problem.slug, problem.status, problem.request_id is not None)
            except (NoAnswer, UnexpectedAnswer) as error:
                print("Not an answer of the service:", error)


asyncio.run(main())
