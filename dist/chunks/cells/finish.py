require("run")


def write_record():
    """What is done, written last: `gpu-lease colab collect` holds every file against it."""
    rows = [
        {"cell": name, "path": path, "bytes": size, "sha256": sha256}
        for name, entries in sorted(DONE.items())
        for path, (sha256, size) in sorted(entries.items())
    ]
    sums = [f"{row['sha256']}  cells/{row['cell']}/files/{row['path']}\n" for row in rows]
    cells = [
        {"name": name, "exitCode": RESULTS.get(name), "from": RESUMED[name], "kept": name in DONE} for name in OUT
    ]
    record = {"format": "gpu-lease-colab/1", **{each: JOB[each] for each in ("run", "job", "commit", "configHash")}}
    record.update(attempt=ATTEMPT, ended=int(time.time()), cells=cells, files=rows)
    write_text(DRIVE / "SHA256SUMS", "".join(sums))
    write_text(DRIVE / "run.json", json.dumps(record, indent=1) + "\n")
    return record


def faults_on_drive(record):
    """Listed and hashed again, as Drive has it now."""
    try:
        is_same = json.loads((DRIVE / "run.json").read_text(encoding="utf-8")) == record
    except (OSError, ValueError):
        is_same = False
    faults = [] if is_same else [("run.json", "is not there as it was written", True)]
    for name, entries in DONE.items():
        faults += faults_of(DRIVE / "cells" / name, entries)
    return faults


mount()
record = write_record()
if drive:
    say("waiting until Drive has everything; that may take minutes")
    drive.flush_and_unmount()
    try:
        mount()
    except Exception as why:
        raise RuntimeError(
            f"Drive was flushed, and could not be mounted again to look at what it has ({why}). At home gpu-lease colab collect "
            "looks at every file."
        )
until = time.time() + DRIVE_LAG_SECONDS
while faults := faults_on_drive(record):
    say(f"not on Drive: {told(faults)}")
    if time.time() > until or not all(may_come for _, _, may_come in faults):
        raise RuntimeError("Drive does not have everything. Keep this machine, and run this cell again.")
    time.sleep(min(60, BEAT_SECONDS))
say(f"Drive has the {len(record['files'])} files of {len(DONE)} of {len(OUT)} cells. At home: gpu-lease colab collect FOLDER")
if len(DONE) < len(OUT):
    raise RuntimeError(f"Not done: exit codes {RESULTS}. Run all cells again: what has ended well does not run again.")
