"""Drives the twin of CompShare with UCloud's own client: argv is its address, public and private key, and a name."""

import json
import sys
import time

from ucloud.client import Client

base, public, private, name = sys.argv[1:5]
settings = {"region": "cn-wlcb", "base_url": base, "public_key": public, "private_key": private}
service = Client(settings).ucompshare()
zone = {"Region": "cn-wlcb", "Zone": "cn-wlcb-01"}
disks = [{"IsBoot": True, "Type": "CLOUD_SSD", "Size": 100}]

types = service.describe_available_comp_share_instance_types(dict(zone))["AvailableInstanceTypes"]
images = service.invoke("DescribeCompShareImages", dict(zone))["ImageSet"]
image = images[0]["CompShareImageId"]
price = service.invoke(
    "GetCompShareInstancePrice",
    {**zone, "GpuType": "4090", "Gpu": 1, "Cpu": 16, "Memory": 65536, "ChargeType": "Postpay"},
)
made = service.invoke(
    "CreateCompShareInstance",
    {
        **zone, "MachineType": "G", "CompShareImageId": image, "GPU": 1, "GpuType": "4090", "CPU": 16,
        "Memory": 65536, "ChargeType": "Postpay", "Name": name, "Disks": disks,
    },
)["UHostIds"][0]
one = {**zone, "UHostIds": [made]}


def shown():
    rows = service.describe_comp_share_instance(dict(one))["UHostSet"]
    return rows[0]["State"] if rows else "gone"


seen = [shown()]
project = service.invoke("GetProjectList")["ProjectSet"][0]["ProjectId"]
service.invoke(
    "UpdateCompShareStopScheduler",
    {**zone, "ProjectId": project, "UHostId": made, "SchedulerStopTime": int(time.time()) + 3600},
)
service.stop_comp_share_instance({**zone, "UHostId": made})
seen.append(shown())
service.terminate_comp_share_instance({**zone, "UHostId": made})
seen.append(shown())
print(json.dumps({"types": [each["Name"] for each in types], "price": price["PriceDetails"][0]["Instance"], "seen": seen}))
