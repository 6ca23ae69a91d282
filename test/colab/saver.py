"""What the notebook's own code does where Drive, or the trainer, behaves in a way that no test can wait for: saver.py CELLS JOB FOLDER"""
import json
import os
import shutil
import sys
from pathlib import Path

cells, job, folder = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
os.environ["GPU_LEASE_DRIVE"], os.environ["GPU_LEASE_WORK"] = str(folder / "drive"), str(folder / "work")
for name in ["job", "files", "checkpoints", "saver", "drive"]:
    exec(compile((cells / f"{name}.py").read_text().replace("@JOB@", job), name, "exec"))

out = folder / "out"
(out / "checkpoint-1").mkdir(parents=True)
(out / "checkpoint-1" / "model.pt").write_bytes(b"a model")
(out / "checkpoint-1" / "done").write_bytes(b"")
sources = {path: out / path for path in ["checkpoint-1/model.pt", "checkpoint-1/done"]}
entries = {path: (sha256_of(at), at.stat().st_size) for path, at in sources.items()}
place = DRIVE / "sets" / "main" / "5-1"
told_of, copyfile, replace = {}, shutil.copyfile, Path.replace


def attempt(name, **how):
    told_of[name] = [keep_copy(sources, entries, place, **how), read_manifest(place) is not None]
    told_of[name] += [sorted(each.name for each in place.parent.iterdir() if each.name.endswith(".part"))]


shutil.copyfile = lambda source, target: copyfile(source, target) and Path(target).write_bytes(b"a mudel"[: Path(source).stat().st_size])
attempt("another content")
shutil.copyfile = lambda source, target: copyfile(source, target) and os.truncate(target, 0)
attempt("lost")
shutil.copyfile = lambda source, target: (_ for _ in ()).throw(OSError(28, "No space left on device"))
attempt("full")
shutil.copyfile = copyfile
attempt("written to", is_unchanged=lambda: False)
DEVICE += 1
attempt("not mounted")
DEVICE -= 1
Path.replace = lambda self, target: (_ for _ in ()).throw(OSError(5, "Input/output error"))
attempt("no manifest")
Path.replace = replace
saver = Saver("main", out)
told_of["counted then"] = saver.complete()
attempt("well")
told_of["counted at last"] = [each for each, _ in saver.complete()]

# The ages of what is whole, and what of it stays: twice as old as Drive may lag, older, and younger.
for age in [4000, 3000, 2000, 1000, 500, 100, 50]:
    shutil.copytree(place, place.parent / f"{int(time.time()) - age}-1")
shutil.rmtree(place)
torn = place.parent / f"{int(time.time()) - 5000}-1"
shutil.copytree(place.parent / sorted(os.listdir(place.parent))[0], torn)
(torn / "files" / "checkpoint-1" / "model.pt").write_bytes(b"")
saver.prune()
told_of["ages that stay"] = sorted(round((time.time() - by_age(each)[0]) / 10) * 10 for each in set_ids(place.parent))
print(json.dumps(told_of))
