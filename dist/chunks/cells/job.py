import hashlib, json, os, re, select, shutil, signal, stat, subprocess, threading, time
from pathlib import Path

JOB = json.loads(r"""@JOB@""")

try:
    from google.colab import drive
except ImportError:
    drive = None  # Another Jupyter: a plain folder stands in for Drive.

# What you may change.
START_OVER = False  # True: begin at the start although nothing of what was saved can be read.
BEAT_SECONDS = 20  # How often checkpoints are looked for.
STILL_SECONDS = 60  # A checkpoint that nobody touched for so long lies still.
DRIVE_LAG_SECONDS = 1800  # So long Drive may take until a file that was written is there.
MOUNT = "/content/drive"
DRIVE_FOLDER = os.environ.get("GPU_LEASE_DRIVE") or (f"{MOUNT}/MyDrive/gpu-lease" if drive else "gpu-lease-drive")
WORK_FOLDER = os.environ.get("GPU_LEASE_WORK") or ("/content" if drive else "gpu-lease-work")

DRIVE = Path(DRIVE_FOLDER).absolute() / JOB["run"]
BASE = Path(WORK_FOLDER).absolute() / JOB["run"]
DATA = BASE / "data"

# Words and bounds by which the cells below differ from one platform to the other.
PLATFORM, PLACE = "Colab", "Drive"
OTHER_MACHINE = "Choose another under Runtime > Change runtime type, then run all cells again."
DEADLINE = None  # Seconds since 1970; None where nobody knows when the session ends.


def say(text):
    print(f"[gpu-lease {time.strftime('%H:%M:%S')}] {text}", flush=True)


PASSED = []  # Cells that ended well: somebody who runs the next one after an error would train from the wrong place.


def require(cell):
    if cell not in PASSED:
        raise RuntimeError("A cell above did not end well. Run all cells again.")
