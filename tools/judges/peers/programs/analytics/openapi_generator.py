import os

from openapi_client import ApiClient, AuthenticationApi, Configuration, IndicesApi, IngestApi, LoginRequest

url, email, password = (os.environ[f"COVENANT_{name}"] for name in ("URL", "EMAIL", "PASSWORD"))
configuration = Configuration(host=url)
with ApiClient(configuration) as client:
    tokens = AuthenticationApi(client).login_user(LoginRequest(email=email, password=password))
    configuration.access_token = tokens.access_token

    rows = b"period_start,brand,region,model_family,units_sold,stock_units\n2026-09,Toyota,Oslo,Corolla,41,63\n2026-10,Toyota,Oslo,Corolla,38,70\n"
    ingest = IngestApi(client)
    accepted = ingest.upload_file(("sales.csv", rows), "fjordbil-oslo", "2026-09/2026-10")
    job = ingest.get_job(accepted.job_id, wait=30)
    while job.finished_at is None:
        job = ingest.get_job(accepted.job_id, wait=30)
    print(job.status.value)
    for each in IndicesApi(client).list_indices(brand_id=["toyota"]).items:
        if each.var_date.isoformat() >= "2026-09":
            print(each.var_date, each.units)
