def mount():
    global DEVICE
    if drive and not os.path.isdir(f"{MOUNT}/MyDrive"):
        drive.mount(MOUNT)
    DRIVE.mkdir(parents=True, exist_ok=True)
    DEVICE = os.stat(DRIVE).st_dev


def is_mounted():
    """A mount that is gone leaves a folder behind, on the disk that the machine takes with it."""
    return DRIVE.is_dir() and os.stat(DRIVE).st_dev == DEVICE


def attempts():
    return sorted(int(each.stem) for each in (DRIVE / "attempts").glob("*.json") if each.stem.isdigit())


def left_running():
    """Processes of a notebook that was killed on this machine."""
    marks = {f"GPU_LEASE_MARK={JOB['run']}".encode(), f"GPU_LEASE_BASE={BASE}".encode()}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if marks <= set((entry / "environ").read_bytes().split(b"\0")):
                yield int(entry.name)
        except OSError:
            pass


mount()
BASE.mkdir(parents=True, exist_ok=True)
for pid in left_running():
    say(f"ending process {pid}, which an earlier session left running")
    os.kill(pid, signal.SIGKILL)
ATTEMPT = max([0, *attempts()]) + 1
begun = {"run": JOB["run"], "commit": JOB["commit"], "began": int(time.time())}
write_text(DRIVE / "attempts" / f"{ATTEMPT}.json", json.dumps(begun))
say(f"attempt {ATTEMPT} of {JOB['run']}; what is kept lies in {DRIVE}")
PASSED.append("drive")
