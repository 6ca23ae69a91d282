"""As Colab's module of that name: https://github.com/googlecolab/colabtools/blob/main/google/colab/drive.py

Its Drive is the folder STAND_IN_DRIVE. As reported in issues 2607 and 4426, what was written last is empty for a while after a
flush: STAND_IN_LATE_SECONDS long.
"""
import os
import threading
import time
from pathlib import Path

mounted_at = None


def mount(mountpoint, force_remount=False, timeout_ms=120000, readonly=False):
    global mounted_at
    if mounted_at and not force_remount:
        print(f"Drive already mounted at {mountpoint}")
        return
    if os.path.isdir(mountpoint) and os.listdir(mountpoint):
        raise ValueError("Mountpoint must not already contain files")
    os.makedirs(mountpoint, exist_ok=True)
    os.symlink(os.environ["STAND_IN_DRIVE"], f"{mountpoint}/MyDrive")
    mounted_at = mountpoint
    print(f"Mounted at {mountpoint}")


def flush_and_unmount(timeout_ms=24 * 60 * 60 * 1000):
    global mounted_at
    if not mounted_at:
        print("Drive not mounted, so nothing to flush and unmount.")
        return
    os.unlink(f"{mounted_at}/MyDrive")
    mounted_at = None
    files = [path for path in Path(os.environ["STAND_IN_DRIVE"]).glob("*/*/cells/*/files/**/*") if path.is_file()]
    last = max(files, key=lambda path: path.stat().st_mtime_ns)
    content = last.read_bytes()
    last.write_bytes(b"")

    def bring():
        time.sleep(float(os.environ["STAND_IN_LATE_SECONDS"]))
        last.write_bytes(content)

    threading.Thread(target=bring).start()
