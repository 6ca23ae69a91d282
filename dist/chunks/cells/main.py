# Whatever goes wrong, this script ends well: of a version that fails Kaggle may keep no output, and with it no checkpoint.
import traceback

FAULT = None
try:
    for name, cell_source in CELLS.items():
        exec(compile(cell_source, f"<{name}>", "exec"), globals())
except (Exception, KeyboardInterrupt) as why:
    traceback.print_exc()
    FAULT = f"{type(why).__name__}: {why}"[:2000]
exec(compile(RECORD_CELL, "<record>", "exec"), globals())
say(f"session over: {FAULT or [(each['name'], each['exitCode']) for each in RECORD['cells']]}")
