"""Lets `--key=value` on the command line, or a file of assignments, replace a setting of the script that executes this one."""

import sys
from ast import literal_eval

for argument in sys.argv[1:]:
    if not argument.startswith("--"):
        print(f"settings from {argument}")
        exec(open(argument).read())
        continue
    key, _, text = argument[2:].partition("=")
    if key not in globals():
        raise ValueError(f"there is no setting {key}")
    try:
        value = literal_eval(text)
    except (SyntaxError, ValueError):
        value = text
    if type(value) is not type(globals()[key]):
        raise ValueError(f"{key} is a {type(globals()[key]).__name__}")
    globals()[key] = value
