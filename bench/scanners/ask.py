"""Runs commands one after the other and says how each ended, how long all took and the most memory that one of them had.

Reads a JSON list of argument lists; prints {"codes": [...], "seconds", "peakBytes"}, and what the last one printed as "output".
"""
import json
import resource
import subprocess
import sys
import time

commands = json.load(sys.stdin)
began = time.monotonic()
codes, output = [], ""
for command in commands:
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=False)
        codes.append(done.returncode)
        output = done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        codes.append(None)
seconds = time.monotonic() - began
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
print(json.dumps({"codes": codes, "seconds": seconds, "peakBytes": peak, "output": output}))
