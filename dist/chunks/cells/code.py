import base64

require("drive")
CODE = BASE / "code" / JOB["commit"]
FOLDER = CODE / JOB["folder"]


def secret(name):
    """From the secrets of Colab (the key in its side bar), else from the environment; None where neither has it."""
    if drive:
        try:
            from google.colab import userdata

            return userdata.get(name)
        except Exception as why:
            say(f"Colab did not give the secret {name}: {type(why).__name__}")
    return os.environ.get(name)


def git(*words, env=None):
    env = {**os.environ, "GIT_TERMINAL_PROMPT": "0", **(env or {})}
    asked = subprocess.run(["git", "-C", CODE, *words], env=env, capture_output=True, text=True, errors="replace")
    return asked.returncode == 0, (asked.stdout + asked.stderr).strip()


def login():
    """For a private repository: the token goes to its own server alone, and into no argument and no address."""
    server = re.match(r"https://[^/]+/", JOB["remote"])
    token = secret("GH_TOKEN") if server else None
    if not token:
        raise RuntimeError(f"{JOB['remote']} cannot be read. A private one needs the secret GH_TOKEN, a token that may read it.")
    basic = base64.b64encode(f"x-access-token:{token}".encode()).decode()
    header = {"KEY_0": f"http.{server[0]}.extraheader", "VALUE_0": f"Authorization: Basic {basic}", "COUNT": "1"}
    return {f"GIT_CONFIG_{name}": value for name, value in header.items()}


def fetch(env=None):
    """The commit alone where the server gives it so, else everything."""
    alone = git("fetch", "--quiet", "--depth=1", "origin", JOB["commit"], env=env)[0]
    return alone or git("fetch", "--quiet", "origin", env=env)[0]


CODE.mkdir(parents=True, exist_ok=True)
if git("rev-parse", "--show-toplevel", "HEAD") != (True, f"{CODE.resolve()}\n{JOB['commit']}"):
    shutil.rmtree(CODE)
    CODE.mkdir()
    git("init", "--quiet")
    git("remote", "add", "origin", JOB["remote"])
    if not fetch() and not fetch(login()):
        raise RuntimeError(f"{JOB['remote']} could not be fetched: {git('fetch', 'origin')[1]}")
    git("checkout", "--quiet", "--detach", JOB["commit"])
is_clean = git("status", "--porcelain", "--untracked-files=no") == (True, "")
if git("rev-parse", "HEAD") != (True, JOB["commit"]) or not is_clean:
    raise RuntimeError(f"{JOB['remote']} does not give commit {JOB['commit']}. Push it, then run this cell again.")
say(f"code: commit {JOB['commit'][:12]} of {JOB['remote']}")
PASSED.append("code")
