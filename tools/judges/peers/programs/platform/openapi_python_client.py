import io
import os
import time

from lab_platform_client import AuthenticatedClient
from lab_platform_client.api.labs import list_lab_instances, start_lab, stop_lab, upload_lab
from lab_platform_client.models import Lab, LabForm, LabInstanceList, StartAccepted, StartRequest, StopAccepted, StopRequest
from lab_platform_client.types import File

url, token, lab_id = (os.environ[f"COVENANT_{name}"] for name in ("URL", "TOKEN", "LAB"))
client = AuthenticatedClient(base_url=url, token=token)
lab = f"lab_id: {lab_id}\nname: A generated client\ncontainers: {{main: {{image: '{{registry_url}}/covenant/labs/shell:v1.0'}}}}\n"


def reached(state: str) -> None:
    while True:
        listed = list_lab_instances.sync(lab_id, client=client)
        assert isinstance(listed, LabInstanceList), listed
        [instance] = listed.items
        if instance.state == state:
            return print(instance.student_id, instance.state)
        assert instance.state != "failed", instance.advice
        time.sleep(0.5)


file = File(payload=io.BytesIO(lab.encode()), file_name="lab.yaml")
uploaded = upload_lab.sync(client=client, body=LabForm(file=file))
assert isinstance(uploaded, Lab), uploaded
started = start_lab.sync(lab_id, client=client, body=StartRequest(student_ids=["anna"]))
assert isinstance(started, StartAccepted), started
reached("running")
stopped = stop_lab.sync(lab_id, client=client, body=StopRequest())
assert isinstance(stopped, StopAccepted), stopped
reached("stopped")
