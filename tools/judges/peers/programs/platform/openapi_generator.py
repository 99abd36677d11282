import os
import time

from openapi_client import ApiClient, Configuration, LabsApi, StartRequest, StopRequest

url, token, lab_id = (os.environ[f"COVENANT_{name}"] for name in ("URL", "TOKEN", "LAB"))
lab = f"lab_id: {lab_id}\nname: A generated client\ncontainers: {{main: {{image: '{{registry_url}}/covenant/labs/shell:v1.0'}}}}\n"


def reached(state: str) -> None:
    while True:
        [instance] = labs.list_lab_instances(lab_id).items
        if instance.state.value == state:
            return print(instance.student_id, instance.state.value)
        assert instance.state.value != "failed", instance.advice
        time.sleep(0.5)


with ApiClient(Configuration(host=url, access_token=token)) as client:
    labs = LabsApi(client)
    labs.upload_lab(("lab.yaml", lab.encode()))
    labs.start_lab(lab_id, StartRequest(student_ids=["anna"]))
    reached("running")
    labs.stop_lab(lab_id, stop_request=StopRequest())
    reached("stopped")
