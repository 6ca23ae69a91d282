import base64, gzip, hashlib, io, json, os, re, select, shutil, signal, stat, subprocess, tarfile, threading, time
from pathlib import Path

BEGAN = time.time()
JOB = json.loads(r"""@JOB@""")

START_OVER = JOB["start_over"]  # True: begin at the start although nothing of what was saved can be read.
BEAT_SECONDS = 20  # How often checkpoints are looked for.
STILL_SECONDS = 60  # A checkpoint that nobody touched for so long lies still.
DRIVE_LAG_SECONDS = 0  # What was written to this disk is there.

ROOT = Path(os.environ.get("GPU_LEASE_KAGGLE") or "/kaggle").absolute()
DRIVE = ROOT / "working" / "gpu-lease" / JOB["run"]  # Kept as the output of this version, where it ends well.
BASE = ROOT / "temp" / "gpu-lease" / JOB["run"]  # Scratch.
DATA = ROOT / "input"

PLATFORM, PLACE = "Kaggle", "the output"
OTHER_MACHINE = 'Name another under "accelerator", or see whether the account may use it.'
DEADLINE = BEGAN + JOB["session"]["seconds"] - JOB["session"]["stop"]


def say(text):
    print(f"[gpu-lease {time.strftime('%H:%M:%S')}] {text}", flush=True)


def asked_to_end(*_):
    raise KeyboardInterrupt


signal.signal(signal.SIGTERM, asked_to_end)
PASSED = []


def require(cell):
    if cell not in PASSED:
        raise RuntimeError(f"{cell} did not end well")
