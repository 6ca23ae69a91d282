"""vast.ai's own client (PyPI `vastai`) against the twin: search, create, list, show, stop, destroy.

Usage: vastai_client.py URL KEY. Prints one JSON object. The command line and the SDK are the same package; the search goes
through the command line, which has checks of its own, the rest through the SDK that the command line is made of.
"""

import json
import subprocess
import sys
import time

from vastai import VastAI
from vastai.utils import VERSION


def command_line(url, key, *words):
    program = "import sys; from vastai.cli.main import main; sys.exit(main())"
    argv = [sys.executable, "-c", program, *words, "--raw", "--url", url, "--api-key", key]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode != 0:
        raise SystemExit(f"vastai {' '.join(words[:2])} ended with {done.returncode}: {done.stderr[-600:]}")
    return json.loads(done.stdout)


def main(url, key):
    sdk = VastAI(api_key=key, server_url=url)
    offers = command_line(url, key, "search", "offers", "num_gpus=1 gpu_name=RTX_4090 direct_port_count>=2")
    made = sdk.create_instance(
        offers[0]["id"], image="ubuntu:22.04", disk=20, label="from-the-official-client", ssh=True, direct=True
    )
    box = made["new_contract"]
    listed = [row["id"] for row in sdk.show_instances()]
    shown = sdk.show_instance(box)
    stopped = sdk.stop_instance(box)
    volumes = sdk.show_volumes()
    destroyed = sdk.destroy_instance(box)
    # Two looks at one instance want two seconds between them, and the client waits less for a 429.
    time.sleep(2.1)
    json.dump(
        {
            "version": VERSION,
            "offers": len(offers),
            "box": box,
            "listed": box in listed,
            "shown": [shown["id"], shown["label"]],
            "stopped": stopped["success"],
            "volumes": len(volumes),
            "destroyed": destroyed["success"],
            "after": sdk.show_instance(box),
        },
        sys.stdout,
    )


main(*sys.argv[1:])
