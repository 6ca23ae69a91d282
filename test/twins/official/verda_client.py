"""Rents and gives back one instance through Verda's own SDK, pointed at an address on loopback: BASE ID SECRET."""

import json
import sys

from verda import VerdaClient

base, client_id, client_secret = sys.argv[1:]
client = VerdaClient(client_id, client_secret, base_url=base)

types = client.instance_types.get()
spot = client.instances.get_availabilities(is_spot=True)
available = client.instances.is_available('1H100.80S.30V', location_code='FIN-01')
image = client.images.get('1H100.80S.30V')[0].image_type
key = client.ssh_keys.create('official', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 official')
script = client.startup_scripts.create('official', '#!/bin/sh')
made = client.instances.create(
    instance_type='1H100.80S.30V',
    image=image,
    hostname='official',
    description='by the official client',
    ssh_key_ids=[key.id],
    startup_script_id=script.id,
    location='FIN-01',
    os_volume={'name': 'official-os', 'size': 60},
    wait_for_status='running',
    initial_interval=0.1,
    max_wait_time=20,
)
listed = [each.hostname for each in client.instances.get()]
client.instances.action(made.id, client.constants.instance_actions.SHUTDOWN)
stopped = client.instances.get_by_id(made.id).status
client.instances.action(made.id, client.constants.instance_actions.START)
volumes = [each.name for each in client.volumes.get()]
client.instances.action(made.id, 'delete', volume_ids=[made.os_volume_id], delete_permanently=True)
client.ssh_keys.delete_by_id(key.id)
client.startup_scripts.delete_by_id(script.id)
prices = {each.type: each.price_per_month_per_gb for each in client.volume_types.get()}
print(
    json.dumps(
        {
            'price': next(each.price_per_hour for each in types if each.instance_type == '1H100.80S.30V'),
            'spot': sorted(place['location_code'] for place in spot),
            'available': available,
            'disk': prices['NVMe'],
            'status': made.status,
            'listed': listed,
            'stopped': stopped,
            'volumes': volumes,
            'left': [each.hostname for each in client.instances.get()],
            'left_volumes': [each.name for each in client.volumes.get() + client.volumes.get_in_trash()],
        }
    )
)
