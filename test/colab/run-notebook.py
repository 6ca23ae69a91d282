"""Runs the code cells of a notebook in their order, as Jupyter does: run-notebook.py NOTEBOOK plain|stubborn|kernel [NAME=VALUE...]

NAME=VALUE is what a person changes in the first cell. `kernel` uses the kernel of Jupyter, `plain` this very process;
`stubborn` runs the cells after one that failed, too, as the command-line program of Colab does.
"""
import re
import sys

import json

path, how, *changes = sys.argv[1:]


def changed(source):
    for change in changes:
        name, value = change.split("=", 1)
        source, found = re.subn(rf"^{name} = [^#\n]*", f"{name} = {value}  ", source, flags=re.M)
        assert found == 1, f"the first cell has no {name}"
    return source


if how in ("plain", "stubborn"):
    cells = [cell for cell in json.load(open(path, encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    names = {"__name__": "__main__"}
    for at, cell in enumerate(cells):
        source = "".join(cell["source"])
        try:
            exec(compile(changed(source) if at == 0 else source, cell["id"], "exec"), names)
        except Exception as why:
            if how == "plain":
                raise
            print(f"{cell['id']} failed: {why!r}", flush=True)
else:
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    first.source = changed(first.source)

    class Shown(NotebookClient):
        def process_message(self, msg, cell, cell_index):
            if msg["msg_type"] == "stream":
                print(msg["content"]["text"], end="", flush=True)
            return super().process_message(msg, cell, cell_index)

    Shown(notebook, timeout=None, kernel_name="python3").execute()
