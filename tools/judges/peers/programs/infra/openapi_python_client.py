import os
import time

from backend_infrastructure_client import AuthenticatedClient
from backend_infrastructure_client.api.deployments import delete_lab, deploy_lab, get_deployment
from backend_infrastructure_client.models import DeleteRequest, Deployment, DeployRequest, Problem

url, token, lab_id = (os.environ[f"COVENANT_{name}"] for name in ("URL", "TOKEN", "LAB"))
client = AuthenticatedClient(base_url=url, token=token)


def finish(answer: Deployment | Problem | None) -> None:
    assert isinstance(answer, Deployment), answer
    deployment = answer
    while deployment.finished_at is None:
        time.sleep(0.5)
        followed = get_deployment.sync(deployment.deployment_id, client=client)
        assert isinstance(followed, Deployment), followed
        deployment = followed
    for result in deployment.results:
        print(result.student_id, result.state)


finish(deploy_lab.sync(client=client, body=DeployRequest(lab_id=lab_id, student_ids=["anna"])))
finish(delete_lab.sync(client=client, body=DeleteRequest(lab_id=lab_id)))
