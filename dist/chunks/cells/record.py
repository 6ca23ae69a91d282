def record_of(fault):
    """How the session ended and what it leaves, written last: `gpu-lease kaggle` holds every file against it."""
    known = globals()
    out, done, results = known.get("OUT", {}), known.get("DONE", {}), known.get("RESULTS", {})
    stopped = [name for name, code in results.items() if code == known.get("STOPPED")]
    cells = []
    for cell in JOB["cells"]:
        name = cell["name"]
        code = None if name in stopped else results.get(name)
        saved = next(iter(set_ids(DRIVE / "sets" / name)), None) if "set_ids" in known else None
        row = {"name": name, "exitCode": code, "from": known.get("RESUMED", {}).get(name), "saved": saved}
        ran = name in out and (out[name].parent / "log").is_file()
        cells.append({**row, "ran": ran, "kept": name in done})
    rows = [
        {"cell": name, "path": path, "bytes": size, "sha256": sha256}
        for name, entries in sorted(done.items())
        for path, (sha256, size) in sorted(entries.items())
    ]
    record = {"format": "gpu-lease-kaggle/1", **{each: JOB[each] for each in ("run", "job", "commit", "configHash")}}
    gpus = [name for name, _ in known["cards"]()] if "cards" in known else []
    record.update(session=ATTEMPT, began=int(BEGAN), ended=int(time.time()), gpus=gpus, fault=fault, cells=cells, files=rows)
    return record


RECORD = record_of(FAULT)
sums = [f"{row['sha256']}  cells/{row['cell']}/files/{row['path']}\n" for row in RECORD["files"]]
write_text(DRIVE / "SHA256SUMS", "".join(sums))
write_text(DRIVE / "run.json", json.dumps(RECORD, indent=1) + "\n")
