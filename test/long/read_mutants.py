"""Reads damaged copies of a file with the library whose format it is, and says of each whether it reads as before.

usage: read_mutants.py KIND FILE < lines of "flip OFFSET BIT" or "cut LENGTH"; prints one word a line: same, other, refused or died.
A library that crashes or hangs takes only its own child with it.
"""

import os
import select
import shutil
import signal
import sys
import tempfile

from own_readers import digest

# To begin with a library, and for one file. They read a small file in milliseconds.
BEGIN_SECONDS, SECONDS = 120, 10


def damaged(base, line):
    kind, *numbers = line.split()
    if kind == "cut":
        return base[: int(numbers[0])]
    copy = bytearray(base)
    copy[int(numbers[0])] ^= 1 << int(numbers[1])
    return bytes(copy)


def child(kind, place, path, base, lines, out):
    """Reads them one after the other; the first word is of the undamaged file."""
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    if "READ_MUTANTS_LOUD" not in os.environ:
        os.dup2(silent, 2)
    copy = os.path.join(place, os.path.basename(path))

    def read(content):
        # Another file each time: some libraries keep what they have mapped.
        if os.path.exists(copy):
            os.unlink(copy)
        with open(copy, "wb") as file:
            file.write(content)
        return digest(kind, copy)

    expected = read(base)
    os.write(out, b"same\n" if read(base) == expected else b"unsteady\n")
    for line in lines:
        try:
            word = "same" if read(damaged(base, line)) == expected else "other"
        except BaseException:  # noqa: BLE001: whatever it throws, it did not read the file
            word = "refused"
        os.write(out, f"{word}\n".encode())
    os._exit(0)


def words_of(reading):
    """One after the other, until the child has ended or is silent for too long."""
    rest, seconds = b"", BEGIN_SECONDS
    while True:
        ready, _, _ = select.select([reading], [], [], seconds)
        chunk = os.read(reading, 65536) if ready else b""
        if not chunk:
            return
        *words, rest = (rest + chunk).split(b"\n")
        yield from (word.decode() for word in words)
        seconds = SECONDS


def main():
    kind, path = sys.argv[1:]
    with open(path, "rb") as file:
        base = file.read()
    lines = sys.stdin.read().splitlines()
    at = 0
    with tempfile.TemporaryDirectory() as place:
        for each in os.listdir(os.path.dirname(path)):
            if kind in ("tensorflow", "sharded"):
                shutil.copy(os.path.join(os.path.dirname(path), each), place)
        while at < len(lines):
            reading, writing = os.pipe()
            # Before the library has run anything: threads of its own would not survive.
            process = os.fork()
            if process == 0:
                os.close(reading)
                child(kind, place, path, base, lines[at:], writing)
            os.close(writing)
            words = words_of(reading)
            if next(words, "died") != "same":
                sys.exit("it does not read the undamaged file twice the same")
            for word in words:
                print(word, flush=True)
                at += 1
            os.close(reading)
            if at < len(lines):
                print("died", flush=True)
                at += 1
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


main()
