"""Ends while one of gloo's threads lets go of a tensor: torchrun --standalone --nproc_per_node=2 exit.py [destroy] [_exit].

The thread asks for Python's lock, and Python ends threads that do so once it is being closed, which ends the process. In a training
that is a race of a few milliseconds. Here the lock is held from the last line of the script until the interpreter is being closed.
"""

import atexit
import ctypes
import os
import sys
import time

hold_the_lock = ctypes.PyDLL(None).usleep  # a PyDLL's functions keep the lock while they run
hold_the_lock.argtypes = [ctypes.c_uint]
atexit.register(hold_the_lock, 1_000_000)  # the first that is registered runs last

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
group = dist.distributed_c10d._get_default_group()
ctypes.pythonapi.Py_IncRef(ctypes.py_object(group))  # as the hooks of FSDP hold it
dist.barrier()
if rank == 0:
    dist.all_reduce(torch.ones(4), async_op=True)
    if "destroy" in sys.argv:
        dist.destroy_process_group()
    if "_exit" in sys.argv:
        os._exit(0)
else:
    time.sleep(0.5)
    try:
        dist.all_reduce(torch.ones(4))
    except RuntimeError as error:
        print("rank 0 is gone:", type(error).__name__)
    os._exit(0)
