SET_ID = re.compile(r"\d{1,12}-\d{1,9}")
BESIDE = [re.compile(each) for each in JOB["beside"]]
GROWING = [re.compile(each) for each in JOB["growing"]]


def by_age(each):
    return [int(part) for part in each.split("-")]


def set_ids(place):
    """Of what was saved, whole or not, the newest first: SECONDS-ATTEMPT."""
    names = [each.name for each in place.iterdir()] if place.is_dir() else []
    return sorted((name for name in names if SET_ID.fullmatch(name)), key=by_age, reverse=True)


class Saver:
    """Copies each checkpoint of one cell to Drive once it is whole."""

    def __init__(self, cell, out):
        self.cell, self.out, self.place = cell, out, DRIVE / "sets" / cell
        self.before, self.copied, self.held, self.said = {}, ("", {}), None, None
        self.rests_until, self.done = 0, threading.Event()
        for unfinished in self.place.glob("*.part"):
            shutil.rmtree(unfinished, ignore_errors=True)

    def complete(self):
        """[(id, entries)] of what is whole on Drive by its manifest and sizes, the newest first."""
        found = [(each, read_manifest(self.place / each)) for each in set_ids(self.place)]
        return [(each, entries) for each, entries in found if entries and self.has_sizes(each, entries)]

    def has_sizes(self, each, entries):
        sizes = {path: size for path, (_, size, _) in listing(self.place / each / "files").items()}
        return sizes == {path: size for path, (_, size) in entries.items()}

    def is_newer(self, name, files):
        last, known = self.copied
        if not known:
            return True
        is_ahead = written_at(known) > time.time() + STILL_SECONDS
        return files != known and (
            written_at(files) >= written_at(known) or (is_ahead and number_of(name) >= number_of(last))
        )

    def choose(self, is_over):
        """The newest whole one that is newer than what was copied: (name, files, its folder, whether it is unchanged)."""
        held = self.take_held()
        if held and not is_over:
            return held
        seen = listing(self.out)
        sets = sets_in(seen)
        before, self.before = self.before, sets
        for name in newest_first(sets):
            files = sets[name]
            if not self.is_newer(name, files):
                return None
            if is_whole(name, files, seen, before, is_over):
                return name, files, self.out, lambda: sets_in(listing(self.out)).get(name) == files
            if RULE["form"] == "glob" and not RULE["complete"] and name in seen:
                self.hold(name)
        return None

    def hold(self, name):
        """A trainer that replaces its one file at every beat would never have it lie still: a second name keeps its bytes."""
        folder = self.out.parent / "held"
        if self.held:
            return
        shutil.rmtree(folder, ignore_errors=True)
        try:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            os.link(self.out / name, folder / name)
            self.held = (name, listing(folder))
        except OSError:
            pass  # Not every disk can; then it counts once it lies still.

    def take_held(self):
        held, self.held = self.held, None
        folder = self.out.parent / "held"
        if not held or listing(folder) != held[1] or not self.is_newer(*held):
            return None
        return *held, folder, lambda: listing(folder) == held[1]

    def look(self, is_over=False):
        if RULE and (is_over or time.time() >= self.rests_until):
            chosen = self.choose(is_over)
            if chosen:
                self.save(*chosen)

    def beside(self, files):
        """What a trainer goes on from beside its checkpoint, such as its metrics, as it is now: {path: a copy of it}."""
        folder = self.out.parent / "beside"
        shutil.rmtree(folder, ignore_errors=True)
        copies = {}
        for path, at in listing(self.out).items():
            if path in files or fits(OF_SETS, path) or not fits(BESIDE, path) or not is_plain(path):
                continue
            copy = folder / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.out / path, copy)
            if fits(GROWING, path):  # Somebody may just write its last line.
                text = copy.read_bytes()
                copy.write_bytes(text[: text.rfind(b"\n") + 1])
            elif listing(self.out).get(path) != at:
                continue
            copies[path] = copy
        return copies

    def save(self, name, files, source, is_unchanged):
        began = time.time()
        sources = {**{path: source / path for path in files}, **self.beside(files)}
        entries = {path: (sha256_of(at), at.stat().st_size) for path, at in sources.items()}
        if any(entries.items() <= known.items() for _, known in self.complete()):
            self.copied = (name, files)
            return
        newest = max([0, *(by_age(each)[0] for each in set_ids(self.place))])
        place = self.place / f"{max(int(began), newest + 1)}-{ATTEMPT}"
        fault = keep_copy(sources, entries, place, is_unchanged)
        self.rests_until = time.time() + 3 * (time.time() - began)  # Now the disks belong to the trainer.
        if fault:
            if fault != self.said:
                say(f"{self.cell}: {name} {fault}")
            self.said = fault
            return
        self.copied, self.said = (name, files), None
        self.prune()
        size = sum(size for _, size in entries.values())
        say(f"{self.cell}: {name} is on {PLACE} ({place.name}, {len(entries)} files, {size} bytes)")

    def prune(self):
        """
        Only what a newer one that was listed whole makes needless. Drive may lose what it was given last: beside the two newest
        the newest that is older than its lag stays, and the oldest of the others, which is to become that. What Drive has not
        brought after its lag goes, once something newer has lasted as long.
        """
        ids = [each for each, _ in self.complete()]
        settled = [each for each in ids if time.time() - by_age(each)[0] > DRIVE_LAG_SECONDS]
        waiting = [each for each in ids if each not in settled]
        kept = [*ids[:2], *settled[:1], *waiting[-1:]]
        torn = [each for each in set_ids(self.place) if each not in ids and settled and by_age(each) < by_age(settled[0])]
        for each in [*(each for each in ids if each not in kept), *torn]:
            (self.place / each / "manifest").unlink(missing_ok=True)
            shutil.rmtree(self.place / each, ignore_errors=True)

    def watch(self):
        """In a thread of its own, until the command ends."""
        while not self.done.wait(BEAT_SECONDS):
            try:
                self.look()
            except Exception as why:  # Says nothing of the run.
                say(f"{self.cell}: a look for checkpoints failed: {why!r}")
