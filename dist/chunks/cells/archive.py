ARCHIVE = """
@ARCHIVE@
"""
FOLDER = BASE / "code"


def secret(name):
    """Kaggle's API takes none, so nothing of this script has one."""
    return None


packed = base64.b64decode(ARCHIVE)
tar = gzip.decompress(packed)
if hashlib.sha256(tar).hexdigest() != JOB["archive"]:
    raise RuntimeError("the code in this script is not the one that was pushed")
shutil.rmtree(FOLDER, ignore_errors=True)
with tarfile.open(fileobj=io.BytesIO(tar)) as members:
    kind = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    members.extractall(FOLDER, **kind)
say(f"code: commit {JOB['commit'][:12]}")
PASSED.append("code")
