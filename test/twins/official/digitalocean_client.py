"""DigitalOcean's own client at our twin: one life of a GPU droplet. Prints one line per step."""

import os

from azure.core.exceptions import HttpResponseError
from pydo import Client

client = Client(os.environ["TWIN_TOKEN"], endpoint=os.environ["TWIN_URL"])
# The twin is on loopback without TLS, which the client's own base asks to be told.
PLAIN = {"enforce_https": False}

print("offers", len(client.sizes.list(per_page=200, **PLAIN)["sizes"]))
key = client.ssh_keys.create(
    {
        "name": "new-box",
        "public_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHNub3JlbWlwc3Vtc25vcmVtaXBzdW1zbm9yZW1pcHN1 x",
    },
    **PLAIN,
)["ssh_key"]
created = client.droplets.create(
    {
        "name": "new-box",
        "region": "nyc2",
        "size": "gpu-h100x1-80gb",
        "image": "gpu-h100x1-base",
        "ssh_keys": [key["fingerprint"]],
        "tags": ["gpu-lease", "gl-name:new-box"],
    },
    **PLAIN,
)["droplet"]
print("created", created["name"])
print("shown", client.droplets.get(created["id"], **PLAIN)["droplet"]["status"])
print("listed", len(client.droplets.list(type="gpus", per_page=200, **PLAIN)["droplets"]))
client.droplet_actions.post(created["id"], {"type": "power_off"}, **PLAIN)
print(client.droplets.get(created["id"], **PLAIN)["droplet"]["status"])
client.droplets.destroy(created["id"], **PLAIN)
client.ssh_keys.delete(key["fingerprint"], **PLAIN)
print("destroyed")
try:
    gone = client.droplets.get(created["id"], **PLAIN)
    print("gone", 404 if gone.get("id") == "not_found" else gone)
except HttpResponseError as error:
    print("gone", error.status_code)
