ATTEMPT = JOB["session"]["number"]


def attempts():
    return [ATTEMPT]


def is_mounted():
    return True


def earlier_outputs():
    """Of sessions of this run, wherever Kaggle puts what it was told to bring."""
    levels = ["*/" * depth for depth in range(1, 5)]
    return sorted({each for level in levels for each in DATA.glob(f"{level}gpu-lease/{JOB['run']}")})


def copy_of(place, target):
    """Nothing of an input is believed before every file of it was hashed: says what is wrong with it, or None."""
    entries = read_manifest(place)
    if not entries:
        return "its manifest is not there or not whole"
    if faults := faults_of(place, entries):
        return told(faults)
    return keep_copy({path: place / "files" / path for path in entries}, entries, target)


def carry(name, outputs):
    """What a cell goes on from, into the output of this session, so that the next one needs this one alone."""
    for output in outputs:
        if (output / "cells" / name).is_dir():
            fault = copy_of(output / "cells" / name, DRIVE / "cells" / name)
            if not fault:
                return
            say(f"{name}: ended in an earlier session, and is not whole in its output: {fault}")
    sets = [each for output in outputs for each in set_places(output / "sets" / name)]
    torn = []
    for place in sorted(sets, key=lambda each: [int(part) for part in each.name.split("-")], reverse=True):
        fault = copy_of(place, DRIVE / "sets" / name / place.name)
        if not fault:
            return
        torn.append(place.name)
        say(f"{name}: {place.name} is not gone on from: {fault}")
    if torn and not START_OVER:
        raise RuntimeError(f"{name}: something was saved, and none of it is whole now ({', '.join(torn)})")


def set_places(folder):
    names = os.listdir(folder) if folder.is_dir() else []
    return [folder / each for each in names if re.fullmatch(r"\d{1,12}-\d{1,9}", each)]


DRIVE.mkdir(parents=True, exist_ok=True)
BASE.mkdir(parents=True, exist_ok=True)
begun = {"run": JOB["run"], "commit": JOB["commit"], "began": int(BEGAN)}
write_text(DRIVE / "attempts" / f"{ATTEMPT}.json", json.dumps(begun))
OUTPUTS = earlier_outputs()
if JOB["goes_on"] and not OUTPUTS:
    raise RuntimeError("the output of the session before is not among the inputs; nothing was trained, rather than begun anew")
for cell in JOB["cells"]:
    carry(cell["name"], OUTPUTS)
say(f"session {ATTEMPT} of {JOB['run']}; it goes on from {len(OUTPUTS)} earlier output(s)")
