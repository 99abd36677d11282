import os
import time

from openapi_client import ApiClient, Configuration, DeleteRequest, Deployment, DeploymentsApi, DeployRequest

url, token, lab_id = (os.environ[f"COVENANT_{name}"] for name in ("URL", "TOKEN", "LAB"))


def finish(deployment: Deployment) -> None:
    while deployment.finished_at is None:
        time.sleep(0.5)
        deployment = deployments.get_deployment(deployment.deployment_id)
    for result in deployment.results:
        assert result.state is not None, result.advice
        print(result.student_id, result.state.value)


with ApiClient(Configuration(host=url, access_token=token)) as client:
    deployments = DeploymentsApi(client)
    finish(deployments.deploy_lab(DeployRequest(lab_id=lab_id, student_ids=["anna"])))
    finish(deployments.delete_lab(DeleteRequest(lab_id=lab_id)))
