import os
from covenant.analytics import Client, problems

url, email, password = (os.environ[f"COVENANT_{name}"] for name in ("URL", "EMAIL", "PASSWORD"))
with Client(url) as login:
    token = login.login_user({"email": email, "password": password})["access_token"]

with Client(url, token=token) as client:
    file = b"period_start,brand,region,model_family,units_sold\n2026-09,Toyota,Oslo,Corolla,41\n"
    accepted = client.upload_file({"dealer_id": "fjordbil-oslo", "period": "2026-09", "file": file})
    job = client.wait_for_job(accepted["job_id"], on_progress=lambda job: print(job["progress"], "%"))
    if job["status"] != "succeeded":
        raise SystemExit(f"The job {job['status']}.")

    for index in client.iter_indices(brand_id=["toyota"]):
        print(index["date"], index["units"])

    try:
        client.upload_file({"dealer_id": "fjordbil-oslo", "period": "2026-13", "file": file})
    except problems.InvalidRequest as problem:
        print(problem.operation, problem.errors[0].get("pointer"))
