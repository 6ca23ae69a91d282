import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  cellOutDir,
  inOrder,
  manifestSha256,
  manifestText,
  pathFault,
  printable,
  refusedBelow,
  syncDirectory
} from "./collect-local-tree.shared.mjs";
import {
  holdsToHashOnly,
  matchRoster
} from "./job-roster.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  fetchFor
} from "./host-proxied-fetch.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  CONDITIONS
} from "./stores-box-store.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  inParallel
} from "./host-limit.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  costing
} from "./lease-comes-back.shared.mjs";

// src/course/store.ts
import { join as join5 } from "node:path";

// src/collect/afar.ts
import { lstatSync } from "node:fs";
import { mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";

// src/collect/box-questions.ts
import { StringDecoder } from "node:string_decoder";
var HASH_SCRIPT = `
cd -- "$1" 2>/dev/null || exit 0
shift
names() { if [ $# = 0 ]; then cat; else printf '%s\\n' "$@"; fi; }
echo "now $(date +%s)"
looks=$(mktemp) || exit 4
trap 'rm -f "$looks"' EXIT
names "$@" | sed 's|^|./|' | tr '\\n' '\\000' | xargs -0 stat -c '%f %s %Y %n' -- 2>/dev/null | grep '^8... ' >"$looks"
[ -s "$looks" ] || exit 0
cat "$looks"
echo listed
if openssl dgst -sha256 -r /dev/null >/dev/null 2>&1; then hash='openssl dgst -sha256 -r'; else hash='sha256sum --'; fi
sed 's|^8... [0-9]* [-0-9]* ||' "$looks" | tr '\\n' '\\000' | xargs -0 $hash
exit 0
`;
async function hashOnBox(channel, dir, paths, { bytes = 0, signal, onListed } = {}) {
  const reader = new LookReader(new Set(paths), onListed);
  let room = 65536 + paths.reduce((sum, path) => sum + 160 + 2 * Buffer.byteLength(path), 0);
  const sink = (chunk) => {
    room -= chunk.length;
    if (room < 0) throw new TransportFailed("the box says far more than it was asked", "closed");
    reader.push(chunk);
  };
  const { exitCode, stderr } = await channel.stream(
    ["sh", "-c", HASH_SCRIPT, "sh", dir, ...asWords(paths)],
    sink,
    {
      stdin: asLines(paths),
      timeoutSeconds: patienceSeconds(bytes),
      ...signal ? { signal } : {}
    }
  );
  if (exitCode !== 0) {
    throw new TransportFailed(`the box could not hash its files: ${oneLine(stderr, 200)}`, "short");
  }
  return reader.look();
}
var LookReader = class {
  #asked;
  #onListed;
  #files = /* @__PURE__ */ new Map();
  #decoder = new StringDecoder("utf8");
  #boxTime = 0;
  #rest = "";
  constructor(asked, onListed) {
    this.#asked = asked;
    this.#onListed = onListed;
  }
  push(chunk) {
    const lines = (this.#rest + this.#decoder.write(Buffer.from(chunk))).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#line(line);
  }
  /** Those without a hash vanished meanwhile or cannot be read. */
  look() {
    for (const [path, file] of this.#files) if (file.sha256 === "") this.#files.delete(path);
    return { files: this.#files, boxTime: this.#boxTime };
  }
  #line(line) {
    if (line[4] === " " && line.startsWith("8")) this.#stated(line);
    const [, sha256, path] = HASHED.exec(line) ?? [];
    const file = path === void 0 ? void 0 : this.#files.get(path);
    if (file !== void 0 && sha256 !== void 0) file.sha256 = sha256;
    else if (line === "listed")
      this.#onListed?.([...this.#files].map(([name, { bytes }]) => ({ path: name, bytes })));
    else if (/^now \d{1,12}$/.test(line)) this.#boxTime = Number(line.slice(4));
  }
  #stated(line) {
    const [, bytes, modified, path] = STATED.exec(line) ?? [];
    if (path === void 0 || !this.#asked.has(path)) return;
    this.#files.set(path, { bytes: Number(bytes), modifiedAt: Number(modified), sha256: "" });
  }
};
var STATED = /^8[0-9a-f]{3} (\d{1,15}) (-?\d{1,12}) \.\/(.+)$/;
var HASHED = /^([0-9a-f]{64}) [ *]\.\/(.+)$/;
var STAT_SCRIPT = `
cd -- "$1" 2>/dev/null || exit 0
shift
if [ $# = 0 ]; then cat; else printf '%s\\n' "$@"; fi | while IFS= read -r f; do [ -f "./$f" ] && [ ! -L "./$f" ] && [ -r "./$f" ] && stat -c '%s %n' -- "./$f"; done
exit 0
`;
async function sizesOnBox(channel, dir, paths) {
  const answer = await channel.exec(["sh", "-c", STAT_SCRIPT, "sh", dir, ...asWords(paths)], {
    stdin: asLines(paths),
    timeoutSeconds: 60 + paths.length / 100,
    maxOutputBytes: 65536 + paths.reduce((sum, path) => sum + 32 + Buffer.byteLength(path), 0)
  });
  const sizes = /* @__PURE__ */ new Map();
  for (const line of answer.stdout.split("\n")) {
    const [, bytes, path] = /^(\d{1,15}) \.\/(.+)$/.exec(line) ?? [];
    if (path !== void 0) sizes.set(path, Number(bytes));
  }
  return sizes;
}
var areFew = (paths) => paths.length > 0 && paths.join("").length < 8192;
var asWords = (paths) => areFew(paths) ? paths : [];
var asLines = (paths) => Buffer.from(areFew(paths) ? "" : paths.map((path) => `${path}
`).join(""));
var patienceSeconds = (bytes) => 120 + Math.ceil(bytes / 2e4);
var TRIES_WHEN_MIXED = 3;
async function unmixed(get) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await get();
    } catch (error) {
      const mayHelp = error instanceof TransportFailed && error.reason === "noise";
      if (!mayHelp || attempt === TRIES_WHEN_MIXED) throw error;
    }
  }
}

// src/collect/box-upload.ts
var WHICH = `
if command -v curl >/dev/null 2>&1; then echo curl
elif command -v wget >/dev/null 2>&1 && wget --help 2>&1 | grep -q -e --body-file; then echo wget
elif command -v python3 >/dev/null 2>&1; then echo python3
fi
`;
async function uploaderOf(channel) {
  const { stdout } = await channel.exec(["sh", "-c", WHICH]);
  return ["curl", "wget", "python3"].find((name) => name === stdout.trim());
}
var MIB = 1024 ** 2;
var SEND = 'cd -- "$1" && shift && exec "$@"';
var SEND_PART = `
cd -- "$1" || exit 5
part=./$3
trap 'rm -f -- "$part"' EXIT
trap 'exit 1' HUP TERM INT
dd if="./$2" of="$part" bs=${MIB} skip="$4" count="$5" 2>/dev/null || exit 6
shift 5
"$@"
`;
async function uploadFromBox(channel, uploader, upload) {
  const { part, dir } = upload;
  const sent = part ? { ...upload, path: `.gpu-lease-part-${part.number}` } : upload;
  const { argv, stdin, statusIn } = COMMANDS[uploader](sent);
  const run = part ? [SEND_PART, dir, upload.path, sent.path, String(part.at / MIB), String(Math.ceil(part.bytes / MIB))] : [SEND, dir];
  const [script, ...words] = run;
  const { exitCode, stdout, stderr } = await channel.exec(["sh", "-c", script, "sh", ...words, ...argv], {
    stdin: Buffer.from(stdin),
    timeoutSeconds: patienceSeconds(part?.bytes ?? upload.bytes),
    maxOutputBytes: 65536,
    signal: upload.signal
  });
  const status = Number((statusIn === "stdout" ? stdout : stderr).match(STATUS)?.at(-1)?.slice(-3));
  const said = oneLine(withoutQueries(stderr), 200);
  return { status: status >= 200 ? status : void 0, why: `${uploader} ended with ${exitCode}: ${said}` };
}
var STATUS = /(?:^|HTTP\/[0-9.]+ )[1-5][0-9]{2}(?![0-9])/gm;
var withoutQueries = (text) => text.replaceAll(/\?[^\s'"]*/g, "?...");
var COMMANDS = {
  curl: ({ path, link }) => ({
    // Without the user's own settings, which might log or send elsewhere.
    argv: ["curl", "-q", "-K", "-"],
    stdin: [
      `url = ${quoted(link.url)}`,
      `upload-file = ${quoted(`./${path}`)}`,
      ...headerLines(link).map((line) => `header = ${quoted(line)}`),
      "globoff",
      "silent",
      "show-error",
      'output = "/dev/null"',
      'write-out = "%{http_code}"',
      "connect-timeout = 30",
      "speed-limit = 1000",
      "speed-time = 120",
      ""
    ].join("\n"),
    statusIn: "stdout"
  }),
  wget: ({ path, link }) => ({
    argv: [
      "wget",
      "--no-config",
      "--no-hsts",
      "--method=PUT",
      `--body-file=./${path}`,
      ...headerLines(link).map((line) => `--header=${line}`),
      "--tries=1",
      "--timeout=120",
      "--no-verbose",
      "--server-response",
      "--output-document=/dev/null",
      "--input-file=-"
    ],
    stdin: `${link.url}
`,
    statusIn: "stderr"
  }),
  python3: ({ path, link }) => ({
    argv: ["python3", "-I", "-c", PYTHON],
    stdin: JSON.stringify({ url: link.url, headers: link.headers, path: `./${path}` }),
    statusIn: "stdout"
  })
};
var PYTHON = `
import json, os, sys, urllib.error, urllib.request
told = json.loads(sys.stdin.buffer.read().decode("utf-8"))
with open(told["path"], "rb") as content:
    headers = dict(told["headers"])
    headers["Content-Length"] = str(os.fstat(content.fileno()).st_size)
    headers["Content-Type"] = "application/octet-stream"
    request = urllib.request.Request(told["url"], data=content, headers=headers, method="PUT")
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            print(answer.status)
    except urllib.error.HTTPError as error:
        print(error.code)
    except Exception as error:
        sys.exit(type(error).__name__ + ": " + str(getattr(error, "reason", "")))
`;
var headerLines = ({ headers }) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
var quoted = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

// src/collect/collect-problems.ts
var strangeHere = (run, cell, paths) => new Problem({
  code: "not-plain-here",
  kind: "failed",
  what: `Something that is no plain file lies among the artifacts of cell ${cell}: ${paths.slice(0, 5).join(", ")}.`,
  next: 'Take it away, then run "gpu-lease collect" again.',
  costing: costing(run)
});
var hostileNames = (run, cell, refused) => new Problem({
  code: "unsafe-names",
  kind: "failed",
  what: `The box lists files of cell ${cell} that cannot be pulled safely: ${refused.slice(0, 5).join(", ")}.`,
  next: 'Rename them on the box (plain names below the output directory), then run "gpu-lease collect" again.',
  costing: costing(run)
});
function notPulled(run, cell, bad) {
  const list = bad.slice(0, 10).map((file) => `- ${file.path}: ${file.outcome}${file.why ? `, ${file.why}` : ""}`);
  return new Problem({
    code: "not-pulled",
    kind: "failed",
    what: `${bad.length} file(s) of cell ${cell} could not be pulled whole:
${list.join("\n")}`,
    next: 'The box still has them. Run "gpu-lease collect" again; it continues where this one stopped.',
    costing: costing(run)
  });
}
function notSealable(run, obstacles) {
  const list = obstacles.slice(0, 20).map((each) => `- ${each.cell}/${each.path}: ${each.code}: ${each.what}`);
  return new Problem({
    code: "not-sealable",
    kind: "failed",
    what: `The run cannot be sealed; the box is held with everything on it:
${list.join("\n")}`,
    next: `Look at the files. Correct the roster for the next run, or give these up with "gpu-lease abandon ${run.id}".`,
    costing: costing(run)
  });
}
var fitsNowhere = (run, bytes, freeBytes, refusals) => new Problem({
  code: "fits-nowhere",
  kind: "refused",
  what: `The artifacts have ${bytes} bytes, this machine has ${freeBytes} free, and the box cannot send them to a store:
${refusals.map((each) => `- ${each}`).join("\n")}`,
  next: 'The box is held with everything on it and nothing was moved. Free space here or collect on a larger runner, or give the missing key to this step, then run "gpu-lease collect" again.',
  costing: costing(run)
});
var notSent = (run, place, why) => new Problem({
  code: "not-sent",
  kind: "failed",
  what: `${why.length} file(s) did not get from the box to ${place}:
${why.slice(0, 10).map((each) => `- ${each}`).join("\n")}`,
  next: 'The box still has them. Run "gpu-lease collect" again; what arrived is not sent twice.',
  costing: costing(run)
});
var storeDiffers = (run, place, list) => new Problem({
  code: "store-differs",
  kind: "failed",
  what: `What lies in ${place} is not what the box has:
${list.slice(0, 20).map((each) => `- ${each}`).join("\n")}`,
  next: 'Nothing is sealed and nothing there was touched. Remove it there and run "gpu-lease collect" again; the box still has everything.',
  costing: costing(run)
});

// src/collect/send-files.ts
var LANES = 3;
var TRIES = 4;
var THERE_ALREADY = [409, 412];
var CONDITION_REFUSED = [400, 501];
var nameInFolder = ({ cell, path }) => `${cell}/${path}`;
async function sendFiles(dispatch, files) {
  const { face } = dispatch.world;
  const there = new Set((await dispatch.folder.list()).map(({ name }) => name));
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  const sending = new Sending(dispatch);
  const failed = [];
  let done = 0;
  const one = async (file) => {
    const name = nameInFolder(file);
    const why = there.has(name) ? void 0 : await sending.send(file);
    if (why !== void 0) failed.push(`${name}: ${why}`);
    done += file.bytes;
    face.progress("send", { label: "box to store", done, total, unit: "bytes", note: name });
  };
  await inParallel(files, LANES, one).finally(() => face.settle("send"));
  return failed;
}
async function differingSizes(folder, files) {
  const there = new Map((await folder.list()).map(({ name, bytes }) => [name, bytes]));
  return files.flatMap((file) => {
    const name = nameInFolder(file);
    const bytes = there.get(name);
    if (bytes === file.bytes) return [];
    return [`${name} ${bytes === void 0 ? "is missing" : `has ${bytes} bytes, not ${file.bytes}`}`];
  });
}
var Sending = class {
  #dispatch;
  #condition = CONDITIONS[0];
  constructor(dispatch) {
    this.#dispatch = dispatch;
  }
  /** @returns why it was not sent */
  async send(file) {
    const { folder } = this.#dispatch;
    const inParts = folder.inParts({ path: nameInFolder(file), bytes: file.bytes });
    if (!inParts) return this.#sendWhole(file);
    const upload = await inParts();
    const whys = await inParallel(
      upload.lacking,
      LANES,
      (part) => this.#tried(async () => {
        const link = { url: await upload.link(part), headers: {} };
        return this.#once(file, { link, part });
      })
    );
    const why = whys.find((each) => each !== void 0);
    if (why === void 0) await upload.complete();
    return why;
  }
  /** @returns why it was not sent */
  async #tried(once) {
    const { clock, signal } = this.#dispatch.world;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const { status, why } = await once();
      if (status !== void 0 && status < 300) return void 0;
      const mayHelp = status === void 0 || status >= 500 || status === 429;
      if (!mayHelp || attempt >= TRIES) return status === void 0 ? why : `HTTP ${status}`;
      await clock.sleep(backoff(attempt, { first: 0.5 }), signal);
    }
  }
  async #sendWhole(file) {
    const { clock, signal } = this.#dispatch.world;
    let condition = this.#condition;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const asked = { path: nameInFolder(file), sha256: file.sha256 };
      const link = await this.#dispatch.folder.link(asked, condition);
      const { status, why } = await this.#once(file, { link });
      if (status !== void 0 && (status < 300 || THERE_ALREADY.includes(status))) {
        this.#condition = condition;
        return void 0;
      }
      const easier = CONDITIONS[CONDITIONS.indexOf(condition) + 1];
      if (status !== void 0 && CONDITION_REFUSED.includes(status) && easier !== void 0) {
        condition = easier;
        attempt -= 1;
        continue;
      }
      const mayHelp = status === void 0 || status >= 500 || status === 429;
      if (!mayHelp || attempt >= TRIES) return status === void 0 ? why : `HTTP ${status}`;
      await clock.sleep(backoff(attempt, { first: 0.5 }), signal);
    }
  }
  async #once(file, sent) {
    const { world, channel, uploader, dirOf } = this.#dispatch;
    return uploadFromBox(channel, uploader, {
      dir: dirOf(file.cell),
      path: file.path,
      bytes: file.bytes,
      ...sent,
      signal: world.signal
    });
  }
};

// src/collect/whole-source.ts
import { createHash } from "node:crypto";
var READ_BYTES = 8 * 1024 ** 2;
async function* rangesOf(source, signal) {
  try {
    for (let at = 0; at < source.sizeBytes; at += READ_BYTES) {
      signal.throwIfAborted();
      yield await source.read(at, Math.min(READ_BYTES, source.sizeBytes - at));
    }
  } finally {
    await source.close();
  }
}
async function sha256OfSource(source, signal) {
  const hash = createHash("sha256");
  for await (const piece of rangesOf(source, signal)) hash.update(piece);
  return hash.digest("hex");
}
var wholeOf = (source) => source.read(0, source.sizeBytes).finally(() => source.close());
var sourceOf = (label, bytes) => ({
  label,
  sizeBytes: bytes.length,
  read: async (offset, length) => bytes.slice(offset, offset + length),
  close: async () => {
  }
});

// src/collect/afar.ts
var MARGIN_BYTES = 1024 ** 3;
async function freeBytesOf(dir) {
  await mkdir(dir, { recursive: true });
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}
async function sendAfar(gathering, listed, { stores, freeBytes }) {
  const { world, run, box, store } = gathering;
  const files = [...listed].flatMap(([cell, entries]) => entries.map((entry) => ({ ...entry, cell })));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const free = await freeBytes(store.root);
  const fits = bytes - alreadyHere(store, files) + MARGIN_BYTES <= free;
  const candidates = stores.filter(({ isWished }) => isWished || !fits);
  if (candidates.length === 0) return void 0;
  const uploader = await uploaderOf(box.channel);
  const refusals = [];
  for (const each of candidates) {
    const why = uploader ? each.refusal(files) : "the box has neither curl, wget nor python3";
    if (why === void 0 && uploader) {
      const because = each.isWished ? "as the job says" : `${bytes} bytes do not fit here, with ${free} free`;
      world.face.line(`from the box straight to ${each.describe()}: ${because}`);
      const folder = each.folder(run.id, manifestSha256(run.id, files));
      const dirOf = (cell) => cellOutDir(box.dir.base, cell);
      await copyKept(gathering, { store: each, folder }, files);
      const failed = await sendFiles({ world, channel: box.channel, uploader, folder, dirOf }, files);
      if (failed.length > 0) throw notSent(run, folder.place, failed);
      return sentTo(world, run, folder, files);
    }
    refusals.push(`${each.describe()}: ${why}`);
    world.face.line(`not from the box to ${each.describe()}: ${why}`);
  }
  if (!fits) throw fitsNowhere(run, bytes, free, refusals);
  return void 0;
}
async function copyKept({ world, run }, { store, folder }, files) {
  const kept = /* @__PURE__ */ new Map();
  for (const { id, cells } of run.keptSets.values())
    for (const { cell, copies } of store.at(id) ? cells : [])
      for (const { path, sha256 } of copies) kept.set(sha256, { id, path: nameInFolder({ cell, path }) });
  const there = kept.size > 0 ? new Set((await folder.list()).map(({ name }) => name)) : /* @__PURE__ */ new Set();
  for (const file of files) {
    const from = kept.get(file.sha256);
    if (!from || file.bytes === 0 || there.has(nameInFolder(file))) continue;
    await folder.copy(from, nameInFolder(file)).catch((error) => {
      world.signal.throwIfAborted();
      if (!(error instanceof Problem)) throw error;
      world.face.line(`${nameInFolder(file)} is sent again: ${error.what}`);
    });
  }
}
var alreadyHere = (store, files) => files.reduce((sum, { cell, path, bytes }) => {
  const size = lstatSync(join(store.cellDir(cell), path), { throwIfNoEntry: false })?.size ?? 0;
  return sum + (size === bytes ? bytes : 0);
}, 0);
async function sentTo(world, run, folder, files) {
  const differing = await differingSizes(folder, files);
  if (differing.length > 0) throw storeDiffers(run, folder.place, differing);
  const open2 = (cell, path) => folder.open(`${cell}/${path}`);
  return {
    files,
    place: folder.place,
    open: open2,
    async compareOthers(verified) {
      const others = files.filter((file) => !verified.has(nameInFolder(file)) && file.bytes > 0);
      const changed = [];
      for (const file of others)
        if (await sha256OfSource(await open2(file.cell, file.path), world.signal) !== file.sha256)
          changed.push(`${nameInFolder(file)} is changed`);
      if (changed.length > 0) throw storeDiffers(run, folder.place, changed);
    }
  };
}

// src/collect/parcel.ts
import { createHash as createHash3 } from "node:crypto";
import { readdir as readdir2, readFile as readFile2 } from "node:fs/promises";
import { join as join4 } from "node:path";

// src/collect/sealed-level.ts
function sealedLevel(files) {
  const loaded = files.filter(({ entries }) => !entries.every(holdsToHashOnly));
  const opaque = files.length - loaded.length;
  if (loaded.length === 0) return { level: lower("L1", lowest(files.map(({ level }) => level))), opaque };
  const promised = loaded.map(({ entries }) => highest(entries.map(({ requiredLevel }) => requiredLevel)));
  const shortfalls = loaded.flatMap(({ level }, at) => level < promised[at] ? [level] : []);
  return { level: lowest([highest(promised), ...shortfalls]), opaque };
}
var lower = (a, b) => a < b ? a : b;
var lowest = (levels) => [...levels].sort()[0] ?? "L0";
var highest = (levels) => [...levels].sort().at(-1) ?? "L0";

// src/collect/seal.ts
var FORMAT = "gpu-lease-seal/1";
function seal(input) {
  const { matched, missing, zeroByte, duplicate } = matchRoster(input.roster, input.manifest);
  const verdicts = /* @__PURE__ */ new Map();
  for (const row of input.verdicts) verdicts.set(keyOf(row), [...verdicts.get(keyOf(row)) ?? [], row]);
  const obstacles = [
    ...missing.map(
      ({ entry, found }) => obstacle("missing", entry, `${found} of at least ${entry.min} files`)
    ),
    ...zeroByte.map((file) => obstacle("zero-byte", file, "holds nothing")),
    ...duplicate.map((file) => obstacle("duplicate", file, "is listed more than once")),
    ...input.manifest.flatMap((file) => {
      const fault = pathFault(file.path);
      return fault === void 0 ? [] : [obstacle("unsafe-path", file, fault)];
    }),
    ...matched.flatMap(
      ({ entry, files }) => files.flatMap((file) => proofObstacles(entry, file, verdicts.get(keyOf(file)) ?? []))
    )
  ];
  const counted = new Set(matched.flatMap(({ files }) => files.map(keyOf)));
  if (obstacles.length === 0 && counted.size === 0) {
    const what = "no artifact was promised and found, so nothing can be proven";
    obstacles.push({ code: "nothing-verified", cell: "", path: "", what });
  }
  if (obstacles.length > 0) return { sealed: false, obstacles };
  const document = documentOf(input);
  return {
    sealed: true,
    seal: digestOf(document),
    document,
    verified: counted.size,
    roster: counted.size,
    rows: matched.map(
      ({ entry, files }) => files.filter((file) => proofObstacles(entry, file, verdicts.get(keyOf(file)) ?? []).length === 0).length
    ),
    bytes: input.manifest.filter((file) => counted.has(keyOf(file))).reduce((sum, file) => sum + file.bytes, 0),
    ...sealedLevel(countedFiles(matched, verdicts))
  };
}
function proofObstacles(entry, file, rows) {
  const [row] = rows;
  if (row === void 0) return [obstacle("unverified", file, "was never load-verified")];
  if (rows.length > 1) return [obstacle("duplicate", file, "has more than one verdict")];
  if (row.sha256 !== file.sha256 || row.bytes !== file.bytes) {
    return [
      obstacle(
        "verified-other-bytes",
        file,
        `the verdict is of ${row.sha256}, the manifest says ${file.sha256}`
      )
    ];
  }
  const why = row.reasons.length > 0 ? `: ${row.reasons.join("; ")}` : "";
  if (row.verdict === "pass-degraded") {
    return entry.allowDegraded ? [] : [obstacle("degraded", file, `verified only as far as its format allows${why}`)];
  }
  if (row.verdict !== "pass") return [obstacle("not-passed", file, `${row.verdict}${why}`)];
  if (row.level < entry.requiredLevel) {
    return [obstacle("level-too-low", file, `verified to ${row.level}, ${entry.requiredLevel} is needed`)];
  }
  return [];
}
var obstacle = (code, { cell, path }, what) => ({
  code,
  cell,
  path,
  what
});
var keyOf = ({ cell, path }) => `${cell}/${path}`;
function countedFiles(matched, verdicts) {
  const entriesOf = /* @__PURE__ */ new Map();
  for (const { entry, files } of matched)
    for (const key of files.map(keyOf)) entriesOf.set(key, [...entriesOf.get(key) ?? [], entry]);
  return [...entriesOf].map(([key, entries]) => ({ level: verdicts.get(key)?.[0]?.level ?? "L0", entries }));
}
function documentOf({ run, roster, manifest, verdicts, place, data = [] }) {
  return {
    format: FORMAT,
    run,
    place,
    roster: roster.map(({ cell, path, role, keep, min, contains, allowDegraded, requiredLevel }) => ({
      cell,
      path,
      role,
      keep,
      min,
      contains,
      allowDegraded,
      requiredLevel
    })),
    manifestSha256: manifestSha256(run, manifest),
    // Seals of jobs without data are what they always were.
    ...data.length > 0 && { data: data.map((each) => ({ ...each })) },
    files: inOrder(manifest).map(({ cell, path, bytes, sha256 }) => ({ cell, path, bytes, sha256 })),
    verdicts: inOrder(verdicts).map((row) => {
      const { cell, path, role, bytes, sha256, verdict, level, reasons } = row;
      return { cell, path, role, bytes, sha256, verdict, level, reasons };
    })
  };
}
function sealedFiles(document) {
  if (typeof document !== "object" || document === null) return void 0;
  const { format, files } = document;
  if (format !== FORMAT || !Array.isArray(files)) return void 0;
  const rows = files;
  const sound = rows.every(
    (row) => typeof row?.cell === "string" && pathFault(row.path) === void 0 && typeof row.sha256 === "string"
  );
  return sound ? rows : void 0;
}
function liesIn(document) {
  const { place } = document ?? {};
  return typeof place === "string" ? /^(s3:\/\/\S+) at \S+$/.exec(place)?.[1] : void 0;
}
function checkSeal(document, current) {
  const files = sealedFiles(document);
  if (files === void 0) return { seal: "unreadable", problems: [] };
  return {
    seal: digestOf(document),
    problems: files.flatMap((file) => {
      const problem = changeOf(file, current(file.cell, file.path));
      return problem === void 0 ? [] : [{ path: keyOf(file), problem }];
    })
  };
}
function changeOf(file, now) {
  if (now === void 0) return "missing";
  if (now.bytes === file.bytes && now.sha256 === file.sha256) return void 0;
  if (now.bytes === 0) return "zero-byte";
  return now.bytes < file.bytes ? "truncated" : "changed";
}

// src/collect/store.ts
import { lstatSync as lstatSync3, readdirSync, readFileSync as readFileSync2 } from "node:fs";
import { mkdir as mkdir3, readFile, rename as rename2, rm as rm2 } from "node:fs/promises";
import { dirname, join as join3 } from "node:path";

// src/collect/disk-worker.ts
import { Worker } from "node:worker_threads";
var PROGRAM = `
const { parentPort } = require('node:worker_threads');
const { closeSync, openSync, readSync, renameSync, writeSync } = require('node:fs');
const { createHash } = require('node:crypto');
const buffer = Buffer.allocUnsafeSlow(1 << 20);
const open = new Map();
function drop(id) {
  const file = open.get(id);
  open.delete(id);
  if (file) closeSync(file.fd);
}
const programs = {
  hash({ id, path, upTo, last }) {
    let file = open.get(id);
    if (!file) open.set(id, (file = { fd: openSync(path, 'r'), hash: createHash('sha256'), at: 0 }));
    while (file.at < upTo) {
      const read = readSync(file.fd, buffer, 0, Math.min(buffer.length, upTo - file.at), file.at);
      if (read === 0) throw new Error(path + ' ends at ' + file.at + ', before ' + upTo);
      file.hash.update(buffer.subarray(0, read));
      file.at += read;
    }
    if (!last) return undefined;
    drop(id);
    return file.hash.digest('hex');
  },
  drop({ id }) {
    drop(id);
  },
  publish({ list, root, temporary, bytes }) {
    let n = 0;
    return list.split('\\n').filter((line) => {
      const [start, end, sha256, path] = line.split('\\t');
      const content = bytes.subarray(+start, +end);
      if (createHash('sha256').update(content).digest('hex') !== sha256) return false;
      const name = temporary + n++;
      const fd = openSync(name, 'wx', 0o600);
      try {
        for (let at = 0; at < content.length; ) at += writeSync(fd, content, at);
      } finally {
        closeSync(fd);
      }
      renameSync(name, root + path);
      return true;
    }).map((line) => line.slice(line.lastIndexOf('\\t') + 1)).join('\\n');
  },
};
parentPort.on('message', (order) => {
  try {
    const value = programs[order.program](order);
    if (value !== undefined) parentPort.postMessage({ id: order.id, value });
  } catch (error) {
    drop(order.id);
    parentPort.postMessage({ id: order.id, error: { message: String(error.message), code: error.code } });
  }
});
`;
var DiskWorker = class {
  #worker;
  #nextId = 0;
  #waiting = /* @__PURE__ */ new Map();
  /** A digest that can follow a file while it grows. */
  follow(path) {
    const id = this.#nextId++;
    return {
      advance: (upTo) => this.#post({ program: "hash", id, path, upTo }),
      finish: (bytes) => this.#ask({ program: "hash", id, path, upTo: bytes, last: true }),
      drop: () => this.#post({ program: "drop", id })
    };
  }
  hash(path, bytes) {
    return this.follow(path).finish(bytes);
  }
  /**
   * Writes files below `root`, whose directories exist, by way of temporary files whose names begin with `temporary`.
   * Takes the bytes over. Resolves with the paths that are published; the others had another content.
   */
  async publish(files, bytes, { root, temporary }) {
    const list = files.map(({ start, end, sha256, path }) => `${start}	${end}	${sha256}	${path}`).join("\n");
    const order = { program: "publish", id: this.#nextId++, list, root: `${root}/`, temporary, bytes };
    const published = await this.#ask(order, [bytes.buffer]);
    return published === "" ? [] : published.split("\n");
  }
  async close() {
    await this.#worker?.terminate();
    this.#worker = void 0;
  }
  #ask(order, transfer = []) {
    return new Promise((resolve, reject) => {
      this.#waiting.set(order.id, { resolve, reject });
      this.#post(order, transfer);
    });
  }
  #post(order, transfer = []) {
    this.#worker ??= this.#start();
    this.#worker.postMessage(order, transfer);
  }
  #start() {
    const worker = new Worker(PROGRAM, { eval: true, execArgv: [], env: {}, name: "disk" });
    worker.on("message", ({ id, value, error }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === void 0) waiting?.resolve(value);
      else waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
    });
    worker.on("error", (error) => {
      for (const waiting of this.#waiting.values()) waiting.reject(error);
      this.#waiting.clear();
    });
    return worker;
  }
};

// src/collect/partial-file.ts
import { createHash as createHash2 } from "node:crypto";
import { constants, existsSync, lstatSync as lstatSync2, readFileSync, rmSync } from "node:fs";
import {
  mkdir as mkdir2,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  writeFile
} from "node:fs/promises";
import { join as join2 } from "node:path";

// src/collect/spans.ts
var Spans = class {
  #spans = [];
  constructor(spans = []) {
    for (const span of spans) this.add(span);
  }
  add({ start, end }) {
    if (end <= start) return;
    let first = 0;
    while (first < this.#spans.length && this.#spans[first].end < start) first++;
    let after = first;
    while (after < this.#spans.length && this.#spans[after].start <= end) after++;
    const met = this.#spans.slice(first, after);
    const merged = {
      start: Math.min(start, ...met.map((span) => span.start)),
      end: Math.max(end, ...met.map((span) => span.end))
    };
    this.#spans.splice(first, after - first, merged);
  }
  get bytes() {
    return this.#spans.reduce((sum, span) => sum + span.end - span.start, 0);
  }
  /** How far the file is complete from its start. */
  get prefix() {
    const first = this.#spans[0];
    return first?.start === 0 ? first.end : 0;
  }
  /** What lacks below `length`, in order, cut into pieces of at most `pieceBytes`. */
  missing(length, pieceBytes) {
    const pieces = [];
    let at = 0;
    for (const span of [...this.#spans, { start: length, end: length }]) {
      for (; at < span.start; at += pieceBytes) {
        pieces.push({ start: at, end: Math.min(at + pieceBytes, span.start) });
      }
      at = span.end;
    }
    return pieces;
  }
  toJSON() {
    return this.#spans.map(({ start, end }) => [start, end]);
  }
};

// src/collect/partial-file.ts
var RECORD_EVERY_BYTES = 16 * 1024 * 1024;
var ROOM_BYTES = 8192;
var PartialDir = class _PartialDir {
  path;
  #names = 0;
  constructor(path) {
    this.path = path;
  }
  /** Removes the temporaries that a killed pull left; what can be continued stays. */
  static async open(dir) {
    await mkdir2(dir, { recursive: true });
    const path = await realpath(dir);
    for (const name of await readdir(path))
      if (/^small-|\.tmp$/.test(name)) await rm(join2(path, name), { force: true });
    return new _PartialDir(path);
  }
  /** Stem of an entry's files here: depends on the path alone, so that the next pull finds it. */
  stemOf(path) {
    return join2(this.path, createHash2("sha256").update(path).digest("hex").slice(0, 32));
  }
  /** Begins the names of small files that are written in one go; unique among processes that run at once. */
  temporaryStem() {
    return `${this.path}/small-${process.pid}-${this.#names++}-`;
  }
  /** Removes the directory when nothing waits in it. */
  async tidy() {
    await rmdir(this.path).catch(() => void 0);
  }
};
var PartialFile = class _PartialFile {
  partPath;
  done;
  #recordPath;
  #roomPath;
  #entry;
  #handle;
  #unrecordedBytes = 0;
  #recording = Promise.resolve();
  constructor(stem, entry, done) {
    this.#entry = entry;
    this.partPath = `${stem}.part`;
    this.#recordPath = `${stem}.json`;
    this.#roomPath = `${stem}.room`;
    this.done = done;
  }
  /** Continues what an earlier pull of the very same content left; anything else there is discarded. */
  static resume(dir, entry) {
    const stem = dir.stemOf(entry.path);
    const done = trustedSpans(stem, entry);
    if (done === void 0) for (const kind of ["json", "part"]) rmSync(`${stem}.${kind}`, { force: true });
    return new _PartialFile(stem, entry, done ?? new Spans());
  }
  /** Whether an earlier pull left something of that path. */
  static isBegun(dir, path) {
    return existsSync(`${dir.stemOf(path)}.part`);
  }
  /** The hash of a file that was begun without it: from now on a later pull can continue it. */
  async identify(sha256) {
    this.#entry = { ...this.#entry, sha256 };
    this.#unrecordedBytes++;
    await this.record();
  }
  async write(offset, chunks) {
    const handle = await this.#open();
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const { bytesWritten } = await handle.writev(chunks, offset);
    if (bytesWritten < bytes) await writeRest(handle, chunks, offset, bytesWritten);
    this.done.add({ start: offset, end: offset + bytes });
    this.#unrecordedBytes += bytes;
    if (this.#unrecordedBytes >= RECORD_EVERY_BYTES) await this.record();
  }
  /** Makes the bytes durable, then says so in the record: never the other way round. */
  record() {
    const next = this.#recording.then(async () => {
      if (this.#unrecordedBytes === 0 || this.#handle === void 0) return;
      this.#unrecordedBytes = 0;
      const text = this.#text();
      const handle = await this.#handle;
      await handle.datasync();
      await writeDurably(this.#recordPath, text).catch(async (error) => {
        if (error.code !== "ENOSPC") throw error;
        await rm(this.#roomPath, { force: true });
        await writeDurably(this.#recordPath, text);
      });
    });
    this.#recording = next.catch(() => void 0);
    return next;
  }
  /** Every byte is there: makes them durable and lets go of the file, which stays at `partPath`. */
  async seal() {
    const handle = await this.#open();
    await this.#recording;
    await handle.sync();
    await this.close();
  }
  async close() {
    await this.#recording;
    const handle = await this.#handle;
    this.#handle = void 0;
    await handle?.close();
  }
  /** The part was published or is no good: nothing of it may be continued. */
  async forget() {
    await this.close();
    for (const path of [this.#recordPath, this.#roomPath, this.partPath]) await rm(path, { force: true });
  }
  #open() {
    this.#handle ??= this.#create();
    return this.#handle;
  }
  async #create() {
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
    const part = await open(this.partPath, O_RDWR | O_CREAT | O_NOFOLLOW, 384);
    if (!existsSync(this.#recordPath)) await writeFile(this.#recordPath, this.#text());
    if (this.#entry.bytes > ROOM_BYTES) await writeFile(this.#roomPath, Buffer.alloc(ROOM_BYTES, " "));
    return part;
  }
  #text() {
    const { path, bytes, sha256 } = this.#entry;
    return JSON.stringify({ path, bytes, sha256, done: this.done.toJSON() });
  }
};
async function writeRest(handle, chunks, offset, skip) {
  const rest = Buffer.concat(chunks);
  for (let at = skip; at < rest.length; ) {
    const { bytesWritten } = await handle.write(rest, at, rest.length - at, offset + at);
    at += bytesWritten;
  }
}
function trustedSpans(stem, entry) {
  const part = lstatSync2(`${stem}.part`, { throwIfNoEntry: false });
  if (!part?.isFile()) return void 0;
  try {
    const record = JSON.parse(readFileSync(`${stem}.json`, "utf8"));
    const same = record.path === entry.path && record.bytes === entry.bytes && record.sha256 === entry.sha256;
    if (!same || !record.done.every(([start, end]) => isSpan(start, end))) return void 0;
    const reach = Math.min(part.size, entry.bytes);
    return new Spans(record.done.map(([start, end]) => ({ start, end: Math.min(end, reach) })));
  } catch {
    return void 0;
  }
}
var isSpan = (start, end) => Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0;
async function writeDurably(path, text) {
  const temporary = `${path}.${process.pid}.tmp`;
  const handle = await open(temporary, "w", 384);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
}

// src/collect/store.ts
var EVIDENCE = "+evidence";
var QUARANTINE = "+quarantine";
var RunStore = class {
  root;
  run;
  /** @throws RangeError for names that could leave the directory */
  constructor(dir, run) {
    this.run = safeName(run);
    this.root = join3(dir, run);
  }
  cellDir(cell) {
    return join3(this.root, safeName(cell));
  }
  /** @throws Problem `sealed` when the run is sealed: nothing may be pulled over it */
  requireUnsealed() {
    const seal2 = this.readSeal();
    if (seal2 === void 0) return;
    throw new Problem({
      code: "sealed",
      kind: "refused",
      what: `Run ${this.run} is sealed as ${seal2.seal.slice(0, 8)}; its artifacts in ${this.root} are write-once.`,
      next: "Start another run for other results. If an artifact is damaged, the check before the release breaks the seal and says so."
    });
  }
  /** Compares a cell's directory with the manifest: every file, whatever it is called. */
  exactRoster(cell, paths) {
    const expected = new Set(paths);
    const found = { exact: false, missing: [], unexpected: [], notPlain: [] };
    const dir = this.cellDir(cell);
    for (const [path, plain] of filesBelow(dir)) {
      if (!plain) found.notPlain.push(path);
      else if (!expected.delete(path)) found.unexpected.push(path);
      if (!plain) expected.delete(path);
    }
    found.missing = [...expected].sort();
    found.exact = [found.missing, found.unexpected, found.notPlain].every((list) => list.length === 0);
    return found;
  }
  /** Puts a rejected file aside with its reason; nothing ever empties that place. Returns where it is now. */
  async quarantine(cell, path, attempt, reason) {
    this.requireUnsealed();
    if (pathFault(path) !== void 0) throw new RangeError(`${printable(path)} ${pathFault(path)}`);
    const place = join3(this.root, QUARANTINE, safeName(cell), safeName(attempt), path);
    let aside = place;
    for (let n = 2; lstatSync3(aside, { throwIfNoEntry: false }) !== void 0; n++) aside = `${place}~${n}`;
    await mkdir3(dirname(aside), { recursive: true });
    await writeDurably(
      `${aside}.reason.json`,
      `${JSON.stringify({ run: this.run, cell, path, attempt, reason })}
`
    );
    await rename2(join3(this.cellDir(cell), path), aside);
    syncDirectory(dirname(aside));
    return aside;
  }
  async writeManifest(rows) {
    this.requireUnsealed();
    await this.#write("manifest.json", manifestText(this.run, rows));
  }
  /** What the box had installed, as `pip freeze` says it; no login that stands in an address. */
  async writeInstalled(text) {
    this.requireUnsealed();
    await this.#write("installed.txt", text.replaceAll(/\/\/[^\s/@]*@/g, "//"));
  }
  async writeVerdicts(rows) {
    this.requireUnsealed();
    await this.#write(
      "verdicts.json",
      `${JSON.stringify({ run: this.run, verdicts: rows }, void 0, 2)}
`
    );
  }
  /**
   * Stores a seal with the evidence it was made from. The same seal again is fine.
   *
   * @throws Problem `sealed` when another one is there
   */
  async writeSeal(input, sealing) {
    if (this.readSeal()?.seal === sealing.seal) return;
    this.requireUnsealed();
    await this.writeManifest(input.manifest);
    await this.writeVerdicts(input.verdicts);
    await this.#write("seal.json", `${JSON.stringify({ seal: sealing.seal, document: sealing.document })}
`);
  }
  readSeal() {
    const path = join3(this.root, EVIDENCE, "seal.json");
    if (lstatSync3(path, { throwIfNoEntry: false }) === void 0) return void 0;
    try {
      const { seal: seal2, document } = JSON.parse(readFileSync2(path, "utf8"));
      return { seal: String(seal2), document };
    } catch {
      return { seal: "unreadable", document: null };
    }
  }
  /** Hashes every sealed artifact again. Without a stored seal there is nothing that could match the ledger's. */
  async checkSeal() {
    const stored = this.readSeal();
    if (stored === void 0) return { seal: "none", problems: [] };
    const now = /* @__PURE__ */ new Map();
    const disk = new DiskWorker();
    try {
      for (const { cell, path } of sealedFiles(stored.document) ?? [])
        now.set(`${cell}/${path}`, await this.#hash(disk, cell, path));
    } finally {
      await disk.close();
    }
    return checkSeal(stored.document, (cell, path) => now.get(`${cell}/${path}`));
  }
  /** The seal no longer holds: it is put aside with the reason, so that no later look takes it for proof (D-06). */
  async breakSeal(why) {
    const stored = this.readSeal();
    if (stored === void 0) return;
    const aside = join3(this.root, QUARANTINE, `${EVIDENCE}-${stored.seal.slice(0, 8)}.json`);
    await mkdir3(dirname(aside), { recursive: true });
    await writeDurably(aside, `${JSON.stringify({ ...stored, broken: why })}
`);
    await rm2(join3(this.root, EVIDENCE, "seal.json"));
    syncDirectory(join3(this.root, EVIDENCE));
  }
  async readVerdicts() {
    const text = await readFile(join3(this.root, EVIDENCE, "verdicts.json"), "utf8");
    return JSON.parse(text).verdicts;
  }
  async #hash(disk, cell, path) {
    let at = this.cellDir(cell);
    for (const name of path.split("/").slice(0, -1)) {
      at = join3(at, name);
      if (!lstatSync3(at, { throwIfNoEntry: false })?.isDirectory()) return void 0;
    }
    const file = join3(this.cellDir(cell), path);
    const stats = lstatSync3(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return void 0;
    return { bytes: stats.size, sha256: await disk.hash(file, stats.size) };
  }
  async #write(name, text) {
    const dir = join3(this.root, EVIDENCE);
    try {
      await mkdir3(dir, { recursive: true });
      await writeDurably(join3(dir, name), text);
      syncDirectory(dir);
    } catch (error) {
      await refusedBelow(this.root, error);
    }
  }
};
function safeName(name) {
  if (!/^[A-Za-z0-9._-]{1,200}$/.test(name) || name === "." || name === "..") {
    throw new RangeError(`${JSON.stringify(printable(name))} cannot name a directory`);
  }
  return name;
}
function filesBelow(dir, above = "") {
  if (!lstatSync3(dir, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(dir, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1).flatMap((entry) => {
    const path = `${above}${entry.name}`;
    return entry.isDirectory() ? filesBelow(join3(dir, entry.name), `${path}/`) : [[path, entry.isFile()]];
  });
}

// src/collect/parcel.ts
async function parcelOf(storeDir, run) {
  const store = new RunStore(storeDir, run.id);
  const sealed = store.readSeal();
  const files = sealedFiles(sealed?.document);
  if (!run.seal || sealed?.seal !== run.seal.seal || !files) return void 0;
  const cells = [...new Set(files.map(({ cell }) => cell))];
  const evidence = join4(store.root, EVIDENCE);
  const lies = liesIn(sealed.document);
  return {
    run: run.id,
    means: "sealed",
    seal: sealed.seal,
    directories: [...cells.map((cell) => store.cellDir(cell)), evidence],
    ...lies !== void 0 && { lies },
    files: [
      ...files.map(({ cell, path, bytes, sha256 }) => ({
        path: `${cell}/${path}`,
        ...lies === void 0 && { from: join4(store.cellDir(cell), path) },
        bytes,
        sha256
      })),
      ...await Promise.all((await readdir2(evidence)).sort().map((name) => evidenceFile(evidence, name)))
    ]
  };
}
async function evidenceFile(dir, name) {
  const from = join4(dir, name);
  const bytes = await readFile2(from);
  const sha256 = createHash3("sha256").update(bytes).digest("hex");
  return { path: `${EVIDENCE}/${name}`, from, bytes: bytes.length, sha256 };
}

// src/course/store.ts
async function storeSealed(world, run, job, uploading) {
  const parcel = await parcelOf(world.storeDir, run);
  if (!parcel) {
    world.face.line(
      `what is sealed as ${shortSeal(run)} is not on this machine; the one that sealed it stores it`
    );
    return [];
  }
  world.face.heading("store");
  const { ladderOf, openStore } = await import("./stores-registry.mjs");
  const { storeParcel } = await import("./stores-ladder.mjs");
  const storeWorld = storeWorldOf(world, run, uploading.step);
  const outcome = await storeParcel(
    ladderOf(job).map((rung) => openStore(rung, storeWorld)),
    parcel,
    {
      say: (line) => world.face.line(line),
      onProgress: (done, total) => world.face.progress("read back", { label: "read back", done, total, unit: "bytes" }),
      signal: world.signal,
      costing: costing(run)
    }
  );
  world.face.settle("read back");
  if ("upload" in outcome) {
    uploading.wish = { ...outcome.upload, of: "sealed" };
    world.face.line(`the next step uploads ${outcome.upload.name}; it counts once it was read back`);
    return [];
  }
  const { files, place, keptUntil } = outcome.stored;
  const until = keptUntil === void 0 ? "" : `, which is kept until ${keptUntil}`;
  world.face.line(`stored: ${files} files in ${place}, read back and equal${until}`);
  return [{ type: "stored", ...outcome.stored }];
}
var shortSeal = (run) => (run.seal?.seal ?? "").slice(0, 8);
async function unseal(world, run, seal2) {
  if (await parcelOf(world.storeDir, run)) return [];
  return [{ type: "unsealed", seal: seal2, why: "it was sealed on a machine that is gone, before it was stored" }];
}
async function afarOf(world, run, job) {
  if (!run.opened?.needsStore) return void 0;
  const { ladderOf } = await import("./stores-registry.mjs");
  const rungs = ladderOf(job).filter((rung) => rung.kind === "s3");
  if (rungs.length === 0) return void 0;
  const { s3BoxStore } = await import("./stores-box-store.mjs");
  const storeWorld = storeWorldOf(world, run, void 0);
  return { stores: rungs.map((rung) => s3BoxStore(rung, storeWorld)), freeBytes: freeBytesOf };
}
var storesOf = (world, run) => async (stored) => {
  const { storesFor } = await import("./stores-registry.mjs");
  return storesFor(stored, run.opened?.document ?? {}, storeWorldOf(world, run, void 0));
};
var restoringOf = (world, run, job) => ({
  world,
  run,
  storesFor: storesOf(world, run),
  afar: () => afarOf(world, run, job)
});
function storeWorldOf(world, run, uploads) {
  const hubUrl = world.secret("HF_ENDPOINT");
  return {
    github: world.github,
    uploads,
    // `+` is in no cell's name, and so in nothing that is stored.
    scratchDir: join5(world.storeDir, run.id, "+readback"),
    secret: (name) => world.secret(name),
    identity: world.identity,
    clock: world.clock,
    signal: world.signal,
    ...hubUrl && { hubUrl },
    fetch: viaProxy()
  };
}
function viaProxy() {
  const known = /* @__PURE__ */ new Map();
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const own = known.get(url.host) ?? fetchFor(url);
    known.set(url.host, own);
    return (await own)(input, init);
  };
}
function uploadStepOf(env, outcome) {
  const workflowRun = Number(env["GITHUB_RUN_ID"]);
  if (env["GITHUB_ACTIONS"] !== "true" || env["GPU_LEASE_UPLOADS"] !== "true" || !workflowRun) return;
  const attempt = env["GITHUB_RUN_ATTEMPT"] ?? "1";
  const job = (env["GITHUB_JOB"] ?? "job").replace(/[^A-Za-z0-9._-]/g, "-");
  return { workflowRun, nameEnd: `${workflowRun}.${attempt}-${job}`, ...outcome && { outcome } };
}
function uploadOutcome(env) {
  const artifact = Number(env["GPU_LEASE_ARTIFACT_ID"]);
  const ended = env["GPU_LEASE_UPLOAD_OUTCOME"] ?? "";
  if (ended !== "success" || !Number.isSafeInteger(artifact) || artifact <= 0)
    return { failed: ended || "unknown" };
  return { artifact, digest: env["GPU_LEASE_ARTIFACT_DIGEST"] ?? "" };
}

export {
  hashOnBox,
  sizesOnBox,
  patienceSeconds,
  unmixed,
  uploaderOf,
  strangeHere,
  hostileNames,
  notPulled,
  notSealable,
  nameInFolder,
  sendFiles,
  differingSizes,
  rangesOf,
  sha256OfSource,
  wholeOf,
  sourceOf,
  MARGIN_BYTES,
  freeBytesOf,
  sendAfar,
  DiskWorker,
  PartialDir,
  PartialFile,
  writeDurably,
  seal,
  sealedFiles,
  liesIn,
  checkSeal,
  EVIDENCE,
  RunStore,
  storeSealed,
  unseal,
  afarOf,
  storesOf,
  restoringOf,
  storeWorldOf,
  viaProxy,
  uploadStepOf,
  uploadOutcome
};
