require("machine")

OUT = {cell["name"]: BASE / f"attempt-{ATTEMPT}" / cell["name"] / "out" for cell in JOB["cells"]}
SAVERS = {name: Saver(name, out) for name, out in OUT.items()}


def ended_before(name):
    """The artifacts of a cell that an earlier session brought to its end, where all of them are there."""
    place = DRIVE / "cells" / name
    entries = read_manifest(place)
    if entries and (faults := faults_of(place, entries)):
        say(f"{name}: ended in an earlier session, and is not whole on {PLACE}: {told(faults)}")
        return None
    return entries


def put_back(name, place, entries):
    """The marker last, so that it is never older than what it stands for."""
    for path in sorted(entries, key=lambda path: bool(RULE["complete"]) and path.endswith(RULE["complete"])):
        target = OUT[name] / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(place / "files" / path, target)
    if any(sha256_of(OUT[name] / path) != sha256 for path, (sha256, _) in entries.items()):
        raise RuntimeError(f"{name}: {place.name} came back from {PLACE} with another content. Run this cell again.")
    sets = sets_in(listing(OUT[name]))
    SAVERS[name].copied = next(((each, sets[each]) for each in newest_first(sets)), ("", {}))


def restore(name):
    """Puts the newest set of which every file is there, by size and hash, where the command looks for it. Returns its id."""
    place, broken = DRIVE / "sets" / name, []
    for each in set_ids(place):
        entries = read_manifest(place / each)
        faults = faults_of(place / each, entries) if entries else [("its manifest", "is not there or not whole", True)]
        if not faults:
            put_back(name, place / each, entries)
            say(f"{name}: goes on from {each} ({len(entries)} files)")
            return each
        broken.append(each)
        say(f"{name}: {each} is not gone on from: {told(faults)}")
    if broken and not START_OVER:
        raise RuntimeError(
            f"{name}: something was saved, and none of it is whole on {PLACE} now ({', '.join(broken)}). Wait up to "
            f"{DRIVE_LAG_SECONDS // 60} min and run all cells again, or set START_OVER = True in the first one."
        )
    say(f"{name}: begins at the start; nothing is there to go on from")
    return None


DONE = {name: entries for name in OUT if (entries := ended_before(name))}
for old in BASE.glob("attempt-*"):
    shutil.rmtree(old, ignore_errors=True)
RESUMED = {}
for name, out in OUT.items():
    out.mkdir(parents=True)
    RESUMED[name] = None if name in DONE or RULE is None else restore(name)
PASSED.append("resume")
