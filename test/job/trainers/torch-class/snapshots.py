import glob
import os

import torch


def newest(folder):
    """Where snapshots lie is asked before one is loaded."""
    return max(glob.glob(os.path.join(folder, "snapshot-*.pt")), default=None)


def write(state, name, prefix):
    torch.save(state, prefix + name + ".tmp")
    os.replace(prefix + name + ".tmp", prefix + name)
