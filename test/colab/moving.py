"""A trainer that replaces its one file before every look: moving.py CELLS JOB FOLDER"""
import json
import os
import sys
from pathlib import Path

cells, job, folder = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
os.environ["GPU_LEASE_DRIVE"], os.environ["GPU_LEASE_WORK"] = str(folder / "drive"), str(folder / "work")
for name in ["job", "files", "checkpoints", "saver", "drive"]:
    exec(compile((cells / f"{name}.py").read_text().replace("@JOB@", job), name, "exec"))

out = folder / "moving" / "out"
out.mkdir(parents=True)
saver = Saver("moving", out)
for version in range(5):
    (out / "last.pt.tmp").write_text(f"version {version}")
    (out / "last.pt.tmp").replace(out / "last.pt")
    saver.rests_until = 0
    saver.look()
seen = [(saver.place / each / "files" / "last.pt").read_text() for each, _ in saver.complete()]
saver.look(is_over=True)
newest, _ = saver.complete()[0]
print(json.dumps([seen, (saver.place / newest / "files" / "last.pt").read_text()]))
