"""The register of the zoo: each maker lets one framework write what it writes by default, and says what it needs for that."""

import importlib.util
import json
import os
import sys
import time
import traceback
from pathlib import Path

MAKERS = []
# Another one is another run of the same.
SEED = int(os.environ.get("ZOO_SEED", "7"))


def maker(kind, name, *needs):
    """kind: `files` (each file is judged alone) or `folder` (judged as a whole). The function gets an empty folder."""

    def register(make):
        MAKERS.append((kind, name, needs, make))
        return make

    return register


def has_card():
    """A card that the makers may use: they are not shown it unless ZOO_CARD is set, for what is written then differs with the machine."""
    if not os.environ.get("ZOO_CARD"):
        return False
    import torch

    return torch.cuda.is_available()


def is_there(module):
    if module == "a card":
        return has_card()
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def say(**line):
    print(json.dumps(line), flush=True)


def make_all(out, families, only):
    """One line of JSON for each maker: made, absent (what it needs) or failed (why)."""
    for kind, name, needs, make in MAKERS:
        if make.__module__ not in families:
            continue
        if only and not any(word in name for word in only):
            continue
        absent = [module for module in needs if not is_there(module)]
        if absent:
            say(maker=name, kind=kind, absent=absent)
            continue
        place = Path(out) / kind / name
        place.mkdir(parents=True)
        before = os.getcwd()
        started = time.monotonic()
        # What a framework prints of itself is no line of ours.
        stdout = os.dup(1)
        os.dup2(2, 1)
        why = None
        try:
            os.chdir(place)
            make(place)
        except BaseException as error:  # noqa: BLE001: one that fails must not keep the others from being made
            if isinstance(error, KeyboardInterrupt):
                raise
            traceback.print_exc()
            why = f"{type(error).__name__}: {error}"[:300]
        finally:
            sys.stdout.flush()
            os.dup2(stdout, 1)
            os.close(stdout)
            os.chdir(before)
        seconds = round(time.monotonic() - started, 1)
        if why is None:
            say(maker=name, kind=kind, made=sum(len(files) for _, _, files in os.walk(place)), seconds=seconds)
        else:
            say(maker=name, kind=kind, failed=why, seconds=seconds)
