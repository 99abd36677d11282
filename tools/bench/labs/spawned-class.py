"""Starts as many servers at once as asked for by KubeSpawner, without a hub, until the sshd of each answers; prints the seconds.

One line of JSON on standard input: kubeconfig, namespace, image, storage_class (or null), count.
"""

import asyncio
import json
import sys
import time
from unittest.mock import Mock

from kubernetes_asyncio import config
from jupyterhub.objects import Hub
from kubespawner import KubeSpawner

SSHD = "ssh-keygen -q -t ed25519 -N '' -f /tmp/key && exec /usr/sbin/sshd -D -p 2222 -h /tmp/key -o PidFile=none"


def spawner(settings, hub, number):
    name = f"student{number}"
    user = Mock(id=number, url=f"/user/{name}", server=None)
    user.name = user.escaped_name = name
    return KubeSpawner(
        hub=hub,
        user=user,
        api_token="none",
        oauth_client_id="none",
        namespace=settings["namespace"],
        image=settings["image"],
        extra_container_config={"command": ["sh", "-c", SSHD]},  # `cmd` would only be arguments of the image's entrypoint
        port=2222,
        uid=65534,  # nobody: sshd needs a user that the image knows
        fs_gid=65534,
        cpu_guarantee=0.025,
        cpu_limit=0.5,
        mem_guarantee="52M",
        mem_limit="512M",
        storage_pvc_ensure=True,
        storage_capacity="5Gi",
        storage_class=settings["storage_class"],
        storage_access_modes=["ReadWriteOnce"],
        volumes=[{"name": "home", "persistentVolumeClaim": {"claimName": "{pvc_name}"}}],
        volume_mounts=[{"name": "home", "mountPath": "/home/student"}],
        pod_security_context={
            "runAsNonRoot": True,
            "seccompProfile": {"type": "RuntimeDefault"},
        },
        container_security_context={
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
        },
        delete_grace_period=1,
        start_timeout=300,
        events_enabled=False,
    )


async def answered(host, port):
    while True:
        try:
            reader, writer = await asyncio.wait_for(asyncio.open_connection(host, port), 30)
            banner = await asyncio.wait_for(reader.read(4), 30)
            writer.close()
            if banner == b"SSH-":
                return
        except (OSError, asyncio.TimeoutError):
            pass
        await asyncio.sleep(0.5)


async def started(each):
    answer = await each.start()
    host, port = answer.split("//")[-1].split(":") if isinstance(answer, str) else answer
    await answered(host, int(port))


async def main():
    settings = json.loads(sys.stdin.readline())
    await config.load_kube_config(settings["kubeconfig"])
    hub = Hub(public_host="", base_url="/hub/", ip="127.0.0.1", port=8081)
    spawners = [spawner(settings, hub, number) for number in range(settings["count"])]
    began = time.monotonic()
    await asyncio.gather(*[started(each) for each in spawners])
    print(json.dumps({"seconds": time.monotonic() - began}), flush=True)
    await asyncio.gather(*[each.stop(now=True) for each in spawners])
    for each in spawners:
        await each.api.delete_namespaced_persistent_volume_claim(each.pvc_name, each.namespace)


asyncio.run(main())
