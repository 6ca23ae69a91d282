def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def sync(path):
    """Makes what was written durable, and lets go of it, so that whoever reads it next asks the disk."""
    at = os.open(path, os.O_RDONLY)
    try:
        os.fsync(at)
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(at, 0, 0, os.POSIX_FADV_DONTNEED)
    except OSError:
        if not os.path.isdir(path):  # Not every mount can do it for a folder.
            raise
    finally:
        os.close(at)


def write_text(path, text):
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".tmp")
    new.write_text(text, encoding="utf-8")
    sync(new)
    new.replace(path)
    sync(path.parent)


def is_plain(path):
    """A name that a manifest can hold, and that stays below its folder."""
    return path.isprintable() and "\\" not in path and all(part not in ("", ".", "..") for part in path.split("/"))


def listing(folder):
    """{path: (seconds, bytes, inode)} of the plain files below a folder. Links are not followed."""
    seen = {}
    for at, _, names in os.walk(folder):
        for name in names:
            try:
                found = os.lstat(os.path.join(at, name))
            except OSError:
                continue
            if stat.S_ISREG(found.st_mode):
                path = os.path.relpath(os.path.join(at, name), folder)
                seen[path] = (found.st_mtime, found.st_size, found.st_ino)
    return seen


def manifest_text(entries):
    """{path: (sha256, bytes)}, a line for each file; without the last line it is not whole."""
    lines = [f"{sha256} {size} {path}\n" for path, (sha256, size) in sorted(entries.items())]
    return "".join(lines) + f"end {len(lines)}\n"


def read_manifest(folder):
    """None where there is none, or none to its end."""
    try:
        *lines, end = (folder / "manifest").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return None
    rows = [re.fullmatch(r"([0-9a-f]{64}) (\d{1,15}) (.+)", line) for line in lines]
    if not lines or end != f"end {len(lines)}" or not all(row and is_plain(row[3]) for row in rows):
        return None
    return {row[3]: (row[1], int(row[2])) for row in rows}


def faults_of(folder, entries):
    """What keeps a copy from being trusted: [(path, what, whether Drive may still bring it)]."""
    faults = []
    for path, (sha256, size) in entries.items():
        file = folder / "files" / path
        there = file.stat().st_size if file.is_file() else None
        if there is None:
            faults.append((path, "is not there", True))
        elif there < size:
            faults.append((path, f"has {there} of {size} bytes", True))
        elif there > size or sha256_of(file) != sha256:
            faults.append((path, "has another content", False))
    return faults


def told(faults):
    is_late = any(may_come for _, _, may_come in faults)
    late = f" (SYNC_FAILED: {PLACE} may bring it within {DRIVE_LAG_SECONDS // 60} min)" if is_late and DRIVE_LAG_SECONDS else ""
    return "; ".join(f"{path} {what}" for path, what, _ in faults[:5]) + late


def keep_copy(sources, entries, place, is_unchanged=lambda: True):
    """
    Copies files, {path: where it lies}, to `place`/files on the platform's store. Nothing counts before it was listed and hashed again there;
    the manifest is written last. Returns what went wrong, or None.
    """
    stage = place.with_name(place.name + ".part")
    try:
        if not is_mounted():
            return f"waits: {PLACE} is not mounted any more"
        shutil.rmtree(stage, ignore_errors=True)
        for path, source in sources.items():
            target = stage / "files" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            sync(target)
        if not is_unchanged():
            return "was written to while it was copied; that copy is thrown away"
        if faults := faults_of(stage, entries):
            return f"is not on {PLACE} as it is here: {told(faults)}"
        shutil.rmtree(place, ignore_errors=True)
        stage.rename(place)
        write_text(place / "manifest", manifest_text(entries))
        if read_manifest(place) != entries or set(listing(place / "files")) != set(entries):
            return f"is not listed on {PLACE} as it was written"
    except OSError as why:
        return f"could not be copied to {PLACE}: {why}"
    finally:
        shutil.rmtree(stage, ignore_errors=True)
    return None
