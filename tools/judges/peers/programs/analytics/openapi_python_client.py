import io
import os

from covenant_analytics_api_client import AuthenticatedClient, Client
from covenant_analytics_api_client.api.authentication import login_user
from covenant_analytics_api_client.api.indices import list_indices
from covenant_analytics_api_client.api.ingest import get_job, upload_file
from covenant_analytics_api_client.models import IndexList, Job, JobAccepted, LoginRequest, TokenPair, UploadForm
from covenant_analytics_api_client.types import File

url, email, password = (os.environ[f"COVENANT_{name}"] for name in ("URL", "EMAIL", "PASSWORD"))
tokens = login_user.sync(client=Client(base_url=url), body=LoginRequest(email=email, password=password))
assert isinstance(tokens, TokenPair), tokens
client = AuthenticatedClient(base_url=url, token=tokens.access_token)

rows = b"period_start,brand,region,model_family,units_sold,stock_units\n2026-09,Toyota,Oslo,Corolla,41,63\n2026-10,Toyota,Oslo,Corolla,38,70\n"
file = File(payload=io.BytesIO(rows), file_name="sales.csv")
form = UploadForm(file=file, dealer_id="fjordbil-oslo", period="2026-09/2026-10")
accepted = upload_file.sync(client=client, body=form)
assert isinstance(accepted, JobAccepted), accepted
job = get_job.sync(accepted.job_id, client=client, wait=1)
while isinstance(job, Job) and job.finished_at is None:
    job = get_job.sync(accepted.job_id, client=client, wait=1)
assert isinstance(job, Job), job
print(job.status)
indices = list_indices.sync(client=client, brand_id=["toyota"])
assert isinstance(indices, IndexList), indices
for each in indices.items:
    if each.date.isoformat() >= "2026-09":
        print(each.date, each.units)
