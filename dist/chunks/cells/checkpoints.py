RULE = JOB["checkpoint"]  # None: the job cannot resume.
NAMED = re.compile(RULE["pattern"]) if RULE and RULE["form"] != "list" else None
OF_SETS = [re.compile(each) for each in RULE["below"]] if RULE else []
WATCHED = [re.compile(each) for each in JOB["watched"]]
UNFINISHED = re.compile(JOB["unfinished"])


def fits(patterns, path):
    return any(each.fullmatch(path) for each in patterns)


def folders_above(path):
    parts = path.split("/")[:-1]
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]


def sets_in(seen):
    """{name: {path: stat}}: a folder with all that lies in it, a file, or the files that only together are one."""
    if RULE["form"] == "list":
        wanted = RULE["paths"] + ([RULE["complete"]] if RULE["complete"] else [])
        is_begun = any(path in seen for path in RULE["paths"])
        return {RULE["paths"][0]: {path: seen[path] for path in wanted if path in seen}} if is_begun else {}
    sets = {}
    for path in seen:
        folder = next((each for each in folders_above(path) if NAMED.fullmatch(each)), None)
        if folder or NAMED.fullmatch(path):
            sets.setdefault(folder or path, {})[path] = seen[path]
    if RULE["form"] == "one":  # The file stands for its folder.
        for anchor in [name for name in sets if name in seen]:
            folder = os.path.dirname(anchor) + "/"
            inside = [path for path in seen if path.startswith(folder) and fits(WATCHED, path)]
            sets[anchor] = {path: seen[path] for path in inside}
    return sets


def written_at(files):
    return max(int(seconds) for seconds, _, _ in files.values())


def number_of(name):
    digits = re.findall(r"\d+", name)
    return int(digits[-1]) if digits else 0


def newest_first(sets):
    """By when they were written, then by the number in the name; where a clock was ahead, by the number first."""
    soon = time.time() + STILL_SECONDS
    there = [name for name in sets if sets[name]]
    is_ahead = any(written_at(sets[name]) > soon for name in there)

    def rank(name):
        written = written_at(sets[name])
        written = 0 if written > soon else written
        return ((number_of(name), written) if is_ahead else (written, number_of(name))) + (name,)

    return sorted(there, key=rank, reverse=True)


def is_whole(name, files, seen, before, is_over):
    """By its marker, where the job names one; else once it lies still."""
    if any(UNFINISHED.search(path) or not is_plain(path) for path in [name, *files]):
        return False
    if RULE["form"] == "list" and not all(path in files for path in RULE["paths"]):
        return False
    if RULE["complete"]:  # A marker that is older than what it stands for speaks of an earlier content.
        marker = seen.get(RULE["complete"] if name in seen else f"{name}/{RULE['complete']}")
        return marker is not None and int(marker[0]) >= written_at(files)
    return is_over or time.time() - written_at(files) >= STILL_SECONDS or before.get(name) == files
