"""What one node of several sees of the others, as lines: gathering alone, the judgement is made by preflight.sh.

preflight.py look RANK WORLD MASTER PORT DIR SECONDS [OUT PATTERNS]   all of it, for the node of that rank
preflight.py reduce RANK WORLD MASTER PORT SECONDS                    the all-reduce by itself (started by look)

DIR holds the lines of every node: one folder that they share. OUT with a file of PATTERNS (extended regular expressions of
paths below it, one a line) is where checkpoints lie. "K name value" states one thing, "L name line" one of several.
Python 3.6 and its own library are enough; torch is used where it is there. Nothing is written but a line in DIR.
"""

import fcntl
import hashlib
import os
import re
import socket
import struct
import subprocess
import sys
import threading
import time
import zipfile

BLOCK = 1 << 20
# A checkpoint that is larger is read at so many places instead of as a whole.
WHOLE_BYTES = 2 << 30
PLACES = 64
SMALL = 512


def k(name, value):
    print("K", name, re.sub(r"[^ -~]", "?", str(value)), flush=True)


def l(name, line):
    print("L", name, re.sub(r"[^ -~]", "?", str(line))[:400], flush=True)


# --- versions ------------------------------------------------------------------------------------------------------------


def versions():
    k("python", sys.version.split()[0])
    k("python.path", sys.executable)
    try:
        import importlib.metadata as metadata

        found = {(each.metadata["Name"] or "?").lower(): each.version for each in metadata.distributions()}
        for name in sorted(found):
            l("package", name + "==" + str(found[name]))
    except Exception as error:  # an unreadable distribution is no reason to end
        k("package.error", repr(error))
    try:
        import torch
    except Exception as error:
        k("torch", "none" if isinstance(error, ImportError) else "broken: " + repr(error)[:200])
        return
    k("torch", torch.__version__)
    k("cuda", torch.version.cuda or "none")
    gpus = torch.cuda.device_count() if torch.cuda.is_available() else 0
    k("torch.gpus", gpus)
    if gpus:
        try:
            k("nccl", ".".join(str(part) for part in torch.cuda.nccl.version()))
        except Exception as error:
            k("nccl", "none: " + repr(error)[:100])


# --- interfaces ----------------------------------------------------------------------------------------------------------


def address_of(name):
    """Of an interface, IPv4; None where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            asked = struct.pack("256s", name.encode()[:15])
            return socket.inet_ntoa(fcntl.ioctl(probe.fileno(), 0x8915, asked)[20:24])  # SIOCGIFADDR
        except OSError:
            return None


def interfaces():
    return sorted(name for _, name in socket.if_nameindex())


def route_to(master):
    """The interface that packets to the master leave by, and for the master itself the one that has the address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((master, 9))
            own = probe.getsockname()[0]
        except OSError:
            return None, None
    for name in interfaces():
        if address_of(name) == own:
            return name, own
    return None, own


def chosen(variable):
    """As NCCL and gloo read it: prefixes, `=` for whole names, `^` for those that are left out. (names, is there a choice)"""
    text = os.environ.get(variable, "")
    if text == "":
        return None
    names = interfaces()
    if text.startswith("^"):
        out = text[1:].lstrip("=").split(",")
        return [name for name in names if not any(name.startswith(each) for each in out) and name != "lo"]
    exact = text.startswith("=") or variable == "GLOO_SOCKET_IFNAME"
    wanted = [each for each in text.lstrip("=").split(",") if each]
    return [name for name in names if any(name == each or (not exact and name.startswith(each)) for each in wanted)]


def pinned(master):
    """The first interface that the collectives are told to use; else that of the route. Says what it sees."""
    via, own = route_to(master)
    k("route.interface", via or "none")
    k("route.address", own or "none")
    for name in interfaces():
        l("interface", name + " " + (address_of(name) or "-"))
    first = None
    for variable in ("NCCL_SOCKET_IFNAME", "GLOO_SOCKET_IFNAME"):
        names = chosen(variable)
        if names is None:
            continue
        k("pinned." + variable.split("_")[0].lower(), os.environ[variable] + " " + (",".join(names) or "none"))
        if names and first is None:
            first = names[0]
    use = first or via
    k("interface", use or "none")
    for what in ("mtu", "speed"):
        try:
            with open("/sys/class/net/%s/%s" % (use, what)) as file:
                k("interface." + what, file.read().strip())
        except OSError:
            pass
    return use


# --- the path to the master ----------------------------------------------------------------------------------------------


class Server(threading.Thread):
    """On the master: answers small and large datagrams, and counts how fast one node after the other sends."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.turn = threading.Lock()
        self.left = set()
        self.tcp = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.tcp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.tcp.bind(("", port))
        self.tcp.listen(256)
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("", port))
        threading.Thread(target=self.answer, daemon=True).start()

    def answer(self):
        while True:
            data, where = self.udp.recvfrom(65535)
            try:
                # The size in words, so that the way back is not what is tried.
                self.udp.sendto(b"%d" % len(data), where)
            except OSError:
                pass

    def run(self):
        while True:
            link, _ = self.tcp.accept()
            threading.Thread(target=self.serve, args=(link,), daemon=True).start()

    def serve(self, link):
        try:
            link.settimeout(60)
            word = link.recv(16).decode().split()
            if word[:1] == ["bye"]:
                self.left.add(word[1])
                link.sendall(b"ok")
            elif word[:1] == ["hello"]:
                link.sendall(b"ok")
            elif word[:1] == ["send"]:
                with self.turn:
                    link.sendall(b"go")
                    link.settimeout(8)
                    link.sendall(b" %d %d" % count(link))
        except OSError:
            pass
        finally:
            link.close()


def count(link):
    """(bytes, microseconds) of what is sent until the other side has ended."""
    total, began, last = 0, None, None
    while True:
        try:
            data = link.recv(BLOCK)
        except socket.timeout:
            break
        if not data:
            break
        last = time.monotonic()
        if began is None:
            began = last
        else:
            total += len(data)
    return total, int(((last or 0) - (began or 0)) * 1e6)


def dial(address, port, interface, seconds):
    link = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    link.settimeout(seconds)
    bind(link, interface)
    link.connect((address, port))
    return link


def bind(link, interface):
    if interface is None:
        return
    try:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, interface.encode() + b"\0")
    except OSError:
        link.bind((address_of(interface) or "", 0))


def says(address, port, words, interface=None, seconds=3):
    try:
        with dial(address, port, interface, seconds) as link:
            link.sendall(words.encode())
            return link.recv(64) == b"ok"
    except OSError:
        return False


def await_master(master, port, until):
    while time.monotonic() < until:
        if says(master, port, "hello"):
            return True
        time.sleep(0.2)
    return False


def speed(address, port, interface, seconds):
    """Gb/s by one stream, as the master counted it; None where nothing came through."""
    try:
        with dial(address, port, interface, 5) as link:
            link.sendall(b"send")
            link.settimeout(45)
            if link.recv(2) != b"go":
                return None
            link.settimeout(5)
            until, block = time.monotonic() + seconds, bytes(BLOCK)
            try:
                while time.monotonic() < until:
                    link.sendall(block)
            except socket.timeout:
                pass
            link.shutdown(socket.SHUT_WR)
            link.settimeout(15)
            total, micro = (int(each) for each in link.recv(64).split())
            return total * 8 / 1000 / micro if micro > 0 and total > 0 else None
    except (OSError, ValueError):
        return None


def echoes(address, port, interface, size):
    """Whether a datagram of that many bytes, headers and all, comes through in one piece."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.settimeout(0.7)
        bind(probe, interface)
        probe.setsockopt(socket.IPPROTO_IP, 10, 2)  # IP_MTU_DISCOVER, IP_PMTUDISC_DO
        for _ in range(3):
            try:
                probe.sendto(bytes(size - 28), (address, port))
                return probe.recv(64) == b"%d" % (size - 28)
            except OSError:
                continue
    return False


def mtu_of(interface):
    try:
        with open("/sys/class/net/%s/mtu" % interface) as file:
            return min(int(file.read()), 65000)
    except OSError:
        return 1500


def path(master, port, use, shared, rank, world):
    """Whether a collective has a chance by it."""
    there, its_mtu = master, "65000"
    # The first node writes it before it answers.
    reached = await_master(master, port, time.monotonic() + 20)
    if os.path.exists(os.path.join(shared, "0.address")):
        with open(os.path.join(shared, "0.address")) as file:
            there, its_mtu = file.read().split()
    k("master.address", there)
    k("net.reach", "yes" if reached else "no")
    if not reached:
        return False
    fits = says(there, port, "hello", use)
    k("net.pinned", "yes" if fits else "no")
    if fits:
        fits = passes(there, port, use, min(mtu_of(use), int(its_mtu)))
    if fits:
        found = speed(there, port, use, max(0.2, min(1.0, 15.0 / world)))
        k("net.gbps", "none" if found is None else "%.3f" % found)
        fits = found is not None
    says(master, port, "bye %d" % rank)
    return fits


def passes(there, port, use, size):
    # Where not even a small one comes back nothing is known of large ones.
    if not echoes(there, port, use, SMALL):
        return True
    large = echoes(there, port, use, size)
    k("net.large", "%d %s" % (size, "yes" if large else "no"))
    return large


# --- all-reduce ----------------------------------------------------------------------------------------------------------


def reduce_apart(rank, world, master, port, seconds):
    """In a process of its own: a collective that hangs cannot be ended from within."""
    words = [sys.executable, os.path.abspath(__file__), "reduce", rank, world, master, port, seconds]
    try:
        done = subprocess.run(
            [str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds + 5
        )
    except subprocess.TimeoutExpired:
        return k("reduce.error", "no answer within %d s" % (seconds + 5))
    sys.stdout.write(done.stdout.decode(errors="replace"))
    if done.returncode != 0:
        told = done.stderr.decode(errors="replace").strip().splitlines()
        k("reduce.error", (told or ["exit %d" % done.returncode])[-1][:300])


def reduce_here(rank, world, master, port, seconds):
    import datetime

    import torch
    import torch.distributed as dist

    cuda = torch.cuda.is_available()
    backend = "nccl" if cuda else "gloo"
    where = torch.device("cuda", 0) if cuda else torch.device("cpu")
    if cuda:
        torch.cuda.set_device(where)
    dist.init_process_group(
        backend,
        init_method="tcp://%s:%d" % (master, port),
        rank=rank,
        world_size=world,
        timeout=datetime.timedelta(seconds=seconds),
    )
    k("reduce.backend", backend)
    size, spent, best = 1 << 18, 0.0, 0.0
    while size <= (1 << 26 if cuda else 1 << 24):
        data = torch.ones(size, device=where)
        dist.all_reduce(data)
        if cuda:
            torch.cuda.synchronize()
        began = time.monotonic()
        dist.all_reduce(data)
        if cuda:
            torch.cuda.synchronize()
        # All decide by the slowest, or one would wait for the others for ever.
        took = torch.tensor([time.monotonic() - began], device=where)
        dist.all_reduce(took, op=dist.ReduceOp.MAX)
        each = max(took.item(), 1e-6)
        if data[0].item() != float(world) ** 2:
            raise RuntimeError("the sum over %d nodes came out as %s" % (world, data[0].item()))
        if world > 1:
            best = max(best, size * 4 * 8 / each * 2 * (world - 1) / world / 1e9)
        spent += 2 * each
        if spent + 8 * each > seconds / 4:
            break
        size *= 4
    k("reduce.gbps", "%.3f" % best if world > 1 else "none")
    sys.stdout.flush()
    # gloo's threads may outlive the group and abort a process that ends in the usual way.
    os._exit(0)


# --- the newest checkpoint -----------------------------------------------------------------------------------------------


def newest(out, patterns):
    """The set that was written last: a file, or what lies in the outermost folder that a pattern names."""
    rules = [re.compile(each) for each in patterns]
    sets = {}
    for folder, _, names in os.walk(out):
        for name in names:
            file = os.path.join(folder, name)
            parts = os.path.relpath(file, out).split(os.sep)
            if re.search(r"\.(partial|tmp|part)$", name):
                continue
            for end in range(1, len(parts) + 1):
                if any(rule.search("/".join(parts[:end])) for rule in rules):
                    # Several names are files that only together are one.
                    sets.setdefault("/".join(parts[:end]) if len(rules) == 1 else "all", []).append(file)
                    break
    written = {name: max(os.stat(each).st_mtime for each in files) for name, files in sets.items()}
    order = sorted(sets.items(), key=lambda item: (written[item[0]], item[0]), reverse=True)
    # One that was never finished, or lacks what a rank wrote, is no checkpoint; whoever resumes goes back behind it.
    for name, files in order:
        lack = lacking(files, out)
        if lack is None:
            return name, files
        l("checkpoint.lacks", "%s %s" % (name, lack))
    return None


RANKS = re.compile(r"(?<![A-Za-z])rank[._-]?([0-9]{1,5})(?![0-9])", re.I)
SHARDS = re.compile(rb"__[0-9]{1,6}_[0-9]{1,6}\.distcp")
KEPT = (".pt", ".pth", ".bin", ".ckpt", ".safetensors", ".pkl", ".npz")


def lacking(files, out):
    """What is not there of a set, as far as names tell; None where nothing is missed."""
    here = set(files)
    for folder in sorted({os.path.dirname(each) for each in files if each.endswith(".distcp")}):
        metadata = os.path.join(folder, ".metadata")
        if metadata not in here:
            return "has no .metadata, which is written last"
        with open(metadata, "rb") as file:
            due = sorted({each.decode() for each in SHARDS.findall(file.read())})
        absent = [each for each in due if os.path.join(folder, each) not in here]
        if absent:
            return "lacks %s, which its .metadata names" % absent[0]
    groups = {}
    for each in (os.path.relpath(each, out) for each in files):
        ranks = tuple(int(rank) for rank in RANKS.findall(each))
        # Only some ranks hold a part of this one.
        if ranks and each.endswith(KEPT) and os.path.basename(each) != "distrib_optim.pt":
            groups.setdefault(RANKS.sub("#", each), set()).add(ranks)
    for name, ranks in sorted(groups.items()):
        extents = [max(each) + 1 for each in zip(*ranks)]
        due = 1
        for extent in extents:
            due *= extent
        if tuple([0] * len(extents)) in ranks and len(ranks) < due:
            return "has %d of %d files %s" % (len(ranks), due, os.path.basename(name))
    return None


def digest(files, out):
    total = sum(os.stat(each).st_size for each in files)
    seen = hashlib.sha256()
    for name in sorted(files):
        size = os.stat(name).st_size
        seen.update(("%s %d\n" % (os.path.relpath(name, out), size)).encode())
        with open(name, "rb") as file:
            if total <= WHOLE_BYTES:
                for data in iter(lambda: file.read(BLOCK), b""):
                    seen.update(data)
            else:
                for at in range(PLACES):
                    file.seek(max(0, size - BLOCK) * at // (PLACES - 1))
                    seen.update(file.read(BLOCK))
    return total, seen.hexdigest()


def load(name):
    """Raises where it cannot be: a torn file, a wrong checksum. What needs code of the job's own is read and no more."""
    if zipfile.is_zipfile(name):
        with zipfile.ZipFile(name) as archive:
            bad = archive.testzip() if os.stat(name).st_size <= WHOLE_BYTES else None
        if bad is not None:
            raise ValueError("the checksum of %s in it is wrong" % bad)
    elif name.endswith((".pt", ".pth", ".ckpt")):
        # Written by an old torch, or a container whose end is missing.
        with open(name, "rb") as file:
            if file.read(2) == b"PK":
                raise ValueError("its end is missing")
    elif name.endswith(".safetensors"):
        with open(name, "rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            import json

            head = json.loads(file.read(length).decode())
        last = max((each["data_offsets"][1] for key, each in head.items() if key != "__metadata__"), default=0)
        if os.stat(name).st_size != 8 + length + last:
            raise ValueError("%d bytes, and its head says %d" % (os.stat(name).st_size, 8 + length + last))


def checkpoint(out, patterns):
    try:
        with open(patterns) as file:
            found = newest(out, [line.rstrip("\n") for line in file if line.strip()])
        if found is None:
            return k("checkpoint", "none")
        name, files = found
        k("checkpoint", name)
        total, seen = digest(files, out)
        k("checkpoint.bytes", total)
        k("checkpoint.sha256", seen)
        for each in files:
            load(each)
        k("checkpoint.loads", "yes")
    except Exception as error:
        k("checkpoint.error", "%s: %s" % (type(error).__name__, error))


def look(rank, world, master, port, shared, seconds, out=None, patterns=None):
    rank, world, port, seconds = int(rank), int(world), int(port), int(seconds)
    use = pinned(master)
    server = None
    if world > 1 and rank == 0:
        with open(os.path.join(shared, "0.address.new"), "w") as file:
            file.write("%s %d" % ((address_of(use) if use else None) or master, mtu_of(use)))
        os.replace(os.path.join(shared, "0.address.new"), os.path.join(shared, "0.address"))
        server = Server(port + 1)
        server.start()
    versions()
    if out and patterns:
        checkpoint(out, patterns)
    if server is None and world > 1 and not path(master, port + 1, use, shared, rank, world):
        return
    until = time.monotonic() + seconds / 2
    while server is not None and len(server.left) < world - 1 and time.monotonic() < until:
        time.sleep(0.05)
    try:
        import torch.distributed as dist

        if dist.is_available():
            reduce_apart(rank, world, master, port + 2, max(5, seconds // 4))
    except ImportError:
        k("reduce.error", "no torch")


if __name__ == "__main__":
    if sys.argv[1] == "reduce":
        reduce_here(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], int(sys.argv[5]), int(sys.argv[6]))
    else:
        look(*sys.argv[2:])
