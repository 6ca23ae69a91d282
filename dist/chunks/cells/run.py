require("resume")

RESULTS = {name: 0 for name in DONE}
STOPPED, TAKEN_OVER = -1, -2


def output_of(process):
    """What a command prints, in whole lines, also of what it left in the background; that is not waited for once it is silent."""
    rest, heard = b"", time.time()
    while True:
        if not select.select([process.stdout], [], [], 1)[0]:
            if process.poll() is not None and time.time() - heard > STILL_SECONDS:
                break
            yield ""
            continue
        piece, heard = os.read(process.stdout.fileno(), 65536), time.time()
        if not piece:
            break
        rest += piece
        end = max(rest.rfind(b"\n"), rest.rfind(b"\r")) + 1
        yield rest[:end].decode("utf-8", "replace")
        rest = rest[end:]
    yield rest.decode("utf-8", "replace")


def time_is_up():
    return DEADLINE is not None and time.time() > DEADLINE


def follow(process, show):
    """Until it ends: its exit code, or why it is not to go on."""
    looked = time.time()
    try:
        for text in output_of(process):
            show(text)
            if time_is_up():
                say("the session is about to end: the command is asked to end, and a checkpoint that is whole is saved")
                return STOPPED
            if time.time() - looked > BEAT_SECONDS:
                looked = time.time()
                if attempts()[-1:] > [ATTEMPT]:
                    say("another session has begun on this folder: this one ends, so that not both write there")
                    return TAKEN_OVER
        return process.wait()
    except KeyboardInterrupt:
        say("stopped by you: the command is asked to end, and a checkpoint that is whole is saved")
        return STOPPED


def end_all(process, is_asked, show):
    """The command with whatever it started. Who is asked has half a minute to save."""
    try:
        if is_asked:
            os.killpg(process.pid, signal.SIGTERM)
            until = time.time() + 30
            for text in output_of(process):
                show(text)
                if time.time() > until:
                    break
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def keep_log(name):
    with open(OUT[name].parent / "log", "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - 10_000_000))
        write_text(DRIVE / "logs" / f"{name}-{ATTEMPT}.txt", file.read().decode("utf-8", "replace"))


def run_cell(name, cell_variables):
    """Its exit code, or STOPPED, or TAKEN_OVER."""
    env = {**variables(), **cell_variables, "GPU_LEASE_CELL": name, "GPU_LEASE_OUT": str(OUT[name])}
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    process = subprocess.Popen(["sh", "-c", JOB["command"]], cwd=FOLDER, env=env, start_new_session=True, **pipes)
    saver = SAVERS[name]
    thread = threading.Thread(target=saver.watch, daemon=True)
    thread.start()
    code = STOPPED
    with open(OUT[name].parent / "log", "w", encoding="utf-8") as log:

        def show(text):
            print(hidden(text), end="", flush=True)
            log.write(hidden(text))

        try:
            code = follow(process, show)
        finally:
            end_all(process, code in (STOPPED, TAKEN_OVER), show)
            saver.done.set()
            thread.join()
    if code != TAKEN_OVER:
        saver.look(is_over=True)
        keep_log(name)
    return code


def keep_artifacts(name):
    """What the job declares, once its command has ended well."""
    declared = [re.compile(each) for each in JOB["artifacts"]]
    found = [path for path in listing(OUT[name]) if fits(declared, path)]
    if odd := [path for path in found if not is_plain(path)]:
        say(f"{name}: not kept, because no manifest can hold such a name: {odd}")
    sources = {path: OUT[name] / path for path in found if is_plain(path)}
    entries = {path: (sha256_of(at), at.stat().st_size) for path, at in sources.items()}
    fault = keep_copy(sources, entries, DRIVE / "cells" / name) if entries else "left none of the job's artifacts"
    if fault:
        say(f"{name}: {fault}")
    else:
        DONE[name] = entries


for cell in JOB["cells"]:
    name = cell["name"]
    if name in DONE:
        say(f"{name}: ended in an earlier session, and is whole on {PLACE}")
        continue
    if time_is_up():
        break
    RESULTS[name] = run_cell(name, cell["vars"])
    say(f"{name}: ended with exit code {RESULTS[name]}")
    if RESULTS[name] == 0:
        keep_artifacts(name)
    if RESULTS[name] in (STOPPED, TAKEN_OVER):
        break
if TAKEN_OVER in RESULTS.values():
    raise RuntimeError("Another session works on this folder; look there.")
PASSED.append("run")
