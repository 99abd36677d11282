import os

from covenant.platform import Client, LiveEnded

url, token = os.environ["COVENANT_URL"], os.environ["COVENANT_TOKEN"]
states: dict[str, str] = {}

with Client(url, token=token) as client, client.live_updates(origin=os.environ.get("COVENANT_ORIGIN")) as updates:
    try:
        for update in updates:
            if update["type"] == "notice":
                print(update["message"])
                continue
            if update["type"] == "snapshot":
                states.clear()
            for each in update["instances"]:
                if each["lab_id"] == "net-intro":
                    states[each["instance_id"]] = each["state"]
                    print(each["student_id"], each["state"])
            if states and all(state == "running" for state in states.values()):
                break
    except LiveEnded as error:
        print("ended:", error.why)
