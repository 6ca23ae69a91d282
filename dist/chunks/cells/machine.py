require("code")

SECRETS = {name: secret(name) for name in JOB["secrets"]}
if lacking := [name for name, value in SECRETS.items() if value is None]:
    raise RuntimeError(f"The job's secrets {', '.join(lacking)} are not set. Add them under the key in the side bar.")


def hidden(text):
    """What a command prints is kept with the notebook: no secret stays in it."""
    for value in SECRETS.values():
        text = text.replace(value, "***") if len(value) > 3 else text
    return text


def cards():
    """[(name, MiB)], asked of the driver before anything is installed: Colab gives a machine without one where none is free."""
    try:
        words = ["nvidia-smi", "--query-gpu=name,memory.total", "--format=csv,noheader,nounits"]
        asked = subprocess.run(words, capture_output=True, text=True)
    except OSError:
        return []
    rows = [line.rsplit(", ", 1) for line in asked.stdout.splitlines()] if asked.returncode == 0 else []
    return [(row[0], int(row[1])) for row in rows if len(row) == 2 and row[1].isdigit()]


def gpu_fault(names, count, memory_gb):
    there = cards()
    if len(there) < count:
        return f"has {len(there)} GPUs of {count}"
    if smaller := [size for _, size in there if size * 1024**2 < memory_gb * 0.93e9]:
        return f"has a GPU of {smaller[0]} MiB, and the job asks for {memory_gb} GB"
    if names and not any(name.lower() in there[0][0].lower() for name in names):
        say(f"it has {there[0][0]}, and the job asks for {' or '.join(names)}; {PLATFORM} promises no card")
    return None


if JOB["gpu"] and (fault := gpu_fault(**JOB["gpu"])):
    raise RuntimeError(f"This machine {fault}. {OTHER_MACHINE}")


def variables():
    env = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}  # The notebook's own.
    ours = {"RUN": JOB["run"], "MARK": JOB["run"], "ATTEMPT": str(ATTEMPT), "CODE": str(FOLDER), "BASE": str(BASE)}
    ours["DATA"] = str(DATA)
    env.update(PYTHONUNBUFFERED="1", **{f"GPU_LEASE_{name}": value for name, value in ours.items()})
    return {**env, **SECRETS, **JOB["vars"]}


def prepare(what, script, env):
    say(what)
    asked = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "errors": "replace"}
    asked["timeout"] = max(1, DEADLINE - time.time()) if DEADLINE else None
    done = subprocess.run(["sh", "-c", script], cwd=FOLDER, env=env, stdin=subprocess.DEVNULL, **asked)
    print(hidden(done.stdout[-20_000:]), end="")
    if done.returncode != 0:
        raise RuntimeError(f"{what} ended with exit code {done.returncode}; nothing was trained.")


def index_variables(index):
    """pip and uv read it from the environment: no argument and no file has the token."""
    if not index:
        return {}
    token = secret(index["token"]) if index["token"] else None
    url = index["url"].replace("://", f"://__token__:{token}@", 1) if token else index["url"]
    return {"PIP_INDEX_URL": url, "UV_DEFAULT_INDEX": url}


DATA.mkdir(exist_ok=True)
if JOB["requirements"]:
    wanted = BASE / "requirements.txt"
    wanted.write_text(JOB["requirements"]["text"], encoding="utf-8")
    more = {"GPU_LEASE_DURABLE": "", "GPU_LEASE_REQUIREMENTS": str(wanted), **index_variables(JOB["requirements"]["index"])}
    prepare("installing what the job requires", JOB["requirements"]["install"], {**variables(), **more})
if JOB["setup"]:
    prepare("running the setup of the job", JOB["setup"], variables())
if JOB["gpu"]:
    asks = "import importlib.util as u; assert not u.find_spec('torch') or __import__('torch').cuda.is_available(), 'no CUDA'"
    prepare("asking PyTorch, where there is one, for CUDA", f'python3 -c "{asks}"', variables())
PASSED.append("machine")
