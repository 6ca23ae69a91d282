import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  recognize,
  wordsOfRecognized
} from "./lease-recognize.shared.mjs";
import {
  EVIDENCE,
  RunStore,
  checkSeal,
  liesIn,
  sealedFiles
} from "./collect-disk-worker.shared.mjs";
import {
  cellOutDir,
  manifestSha256
} from "./collect-local-tree.shared.mjs";
import {
  installerOf
} from "./job-requirements-file.shared.mjs";
import {
  auditText,
  largestText,
  setGlobs
} from "./box-keeper-text.shared.mjs";
import {
  fullPlan
} from "./profile-deadlines.shared.mjs";
import {
  quoteWord
} from "./box-shell-quote.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  compareStored,
  textOf
} from "./stores-compare.shared.mjs";
import {
  HOME_WORK,
  cellGate,
  diskBudget,
  filledIn,
  needAt,
  outliving,
  overrideOf,
  wantedPlaces
} from "./profile-overrides.shared.mjs";
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
  inParallel
} from "./host-limit.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  isQueued
} from "./lease-fold-queue.shared.mjs";
import {
  costing
} from "./lease-run.shared.mjs";

// src/course/store.ts
import { join as join3 } from "node:path";

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
function noRoomHere({ run, store }, full, files, onTier) {
  const gb = Math.ceil((files.reduce((sum, { bytes }) => sum + bytes, 0) + EVIDENCE_BYTES) / 1e9);
  return new Problem(
    {
      code: full.code,
      kind: "failed",
      what: `${full.what} It cannot be sealed on the durable tier either: ${onTier}. The box is held with everything on it, and paid for until this is sealed.`,
      next: `Make room for ${gb} GB below ${store.root}, or pull to a larger disk with "gpu-lease collect ${run.id} --store DIR". For the next run name a store that the box can send to ("store" with "kind: s3"), or a durable directory that outlives the box.`,
      costing: costing(run)
    },
    { cause: full }
  );
}
var EVIDENCE_BYTES = 64 * 1024 ** 2;
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
    return whys.find((each) => each !== void 0) ?? completed(upload);
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
var completed = (upload) => upload.complete().then(
  () => void 0,
  (error) => {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
);

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
  const open = (cell, path) => folder.open(`${cell}/${path}`);
  return {
    files,
    place: folder.place,
    open,
    async compareOthers(verified) {
      const others = files.filter((file) => !verified.has(nameInFolder(file)) && file.bytes > 0);
      const changed = [];
      for (const file of others)
        if (await sha256OfSource(await open(file.cell, file.path), world.signal) !== file.sha256)
          changed.push(`${nameInFolder(file)} is changed`);
      if (changed.length > 0) throw storeDiffers(run, folder.place, changed);
    }
  };
}

// src/collect/parcel.ts
import { createHash as createHash2 } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join as join2 } from "node:path";
async function parcelOf(storeDir, run) {
  const store = new RunStore(storeDir, run.id);
  const sealed = store.readSeal();
  const files = sealedFiles(sealed?.document);
  if (!run.seal || sealed?.seal !== run.seal.seal || !files) return void 0;
  const cells = [...new Set(files.map(({ cell }) => cell))];
  const evidence = join2(store.root, EVIDENCE);
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
        ...lies === void 0 && { from: join2(store.cellDir(cell), path) },
        bytes,
        sha256
      })),
      ...await Promise.all((await readdir(evidence)).sort().map((name) => evidenceFile(evidence, name)))
    ]
  };
}
async function evidenceFile(dir, name) {
  const from = join2(dir, name);
  const bytes = await readFile(from);
  const sha256 = createHash2("sha256").update(bytes).digest("hex");
  return { path: `${EVIDENCE}/${name}`, from, bytes: bytes.length, sha256 };
}

// src/collect/evidence.ts
import { isAbsolute } from "node:path";
var evidenceNow = (storeDir, run) => new RunStore(storeDir, run.id).checkSeal();
function isSealedElsewhere({ id, seal }, here) {
  if (seal?.machine === void 0) return false;
  if (seal.machine !== here.machine) return true;
  return isAbsolute(seal.place) && seal.place !== new RunStore(here.storeDir, id).root;
}
async function breakIfChanged(storeDir, run) {
  const store = new RunStore(storeDir, run.id);
  const { seal, problems } = await store.checkSeal();
  const isElsewhere = liesIn(store.readSeal()?.document) !== void 0;
  if ((problems.length === 0 || isElsewhere) && seal === run.seal?.seal) return;
  const changes = problems.map(({ path, problem }) => `${path} is ${problem}`);
  const why = changes.length > 0 ? changes.join("; ") : `the evidence in ${store.root} comes to seal ${seal.slice(0, 8)}`;
  await store.breakSeal(why);
  return why;
}

// src/collect/tier-place.ts
var nameOfTier = ({ durable, platform, tier }) => `the durable tier of ${platform} (${tier}), in ${durable}`;
async function evidenceOnTier(storeDir, run, now) {
  const document = new RunStore(storeDir, run.id).readSeal()?.document;
  const sealedIn = run.seal?.in;
  if (document === void 0 || sealedIn === void 0) return { seal: "none", problems: [] };
  const files = sealedFiles(document) ?? [];
  const there = now.is === "mounted" ? await foundThere(now.channel, sealedIn.durable, files) : void 0;
  if (there) return checkSeal(document, (cell, path) => there.get(`${cell}/${path}`));
  const { seal, problems } = checkSeal(
    document,
    (cell, path) => files.find((file) => file.cell === cell && file.path === path)
  );
  if (now.is === "box-gone") return { seal, problems };
  const problem = now.is === "lost-with-box" ? "lost-with-box" : "not-readable";
  return { seal, problems: [{ path: nameOfTier(sealedIn), problem }] };
}
var foundThere = (...asked) => hashedThere(...asked).catch((error) => {
  if (error instanceof TransportFailed) return void 0;
  throw error;
});
async function hashedThere(channel, dir, files) {
  const paths = files.map(({ cell, path }) => `${cell}/${path}`);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (await hashOnBox(channel, dir, paths, { bytes })).files;
}

// src/collect/stored-evidence.ts
var DEEP_BYTES = 256 * 1024 ** 2;
var MOST_SEAL_BYTES = 64 * 1024 ** 2;
async function evidenceOf(world, run, storesFor, tierNow2 = async () => ({ is: "not-reached" })) {
  if (run.seal?.in) return evidenceOnTier(world.storeDir, run, await tierNow2());
  const here = () => evidenceNow(world.storeDir, run);
  if (run.stored.length === 0) return here();
  if (!run.opened?.needsStore) {
    const local = await here();
    if (local.problems.length === 0 && local.seal === run.seal?.seal) return local;
  }
  let found;
  for (const stored of run.stored.toReversed()) {
    const now = await storedEvidence(stored, await storesFor(stored), world.signal);
    if (now.problems.length === 0) return now;
    found ??= now;
  }
  return found ?? { seal: "none", problems: [] };
}
async function storedEvidence(stored, stores, signal) {
  for (const store of stores) {
    const set = await store.open(stored.id);
    if (!set) continue;
    try {
      if (set.digest !== stored.digest)
        return { seal: stored.seal, problems: [{ path: stored.place, problem: "changed" }] };
      if (stored.bytes > DEEP_BYTES) return { seal: stored.seal, problems: [] };
      return await readAgain(store, set, stored, signal);
    } finally {
      await set.close();
    }
  }
  return { seal: stored.seal, problems: [{ path: stored.place, problem: "not-downloadable" }] };
}
async function readAgain(store, set, stored, signal) {
  const document = documentIn(await textOf(set, store.nameOf(`${EVIDENCE}/seal.json`), MOST_SEAL_BYTES));
  const files = sealedFiles(document) ?? [];
  const expected = files.map(({ cell, path, bytes, sha256 }) => ({ path: `${cell}/${path}`, bytes, sha256 }));
  const differences = new Map(
    (await compareStored(store, set, expected, { signal })).map(({ path, problem }) => [path, problem])
  );
  const sealed = new Map(files.map((file) => [`${file.cell}/${file.path}`, file]));
  const now = (cell, path) => {
    const file = sealed.get(`${cell}/${path}`);
    const problem = differences.get(`${cell}/${path}`);
    if (!file || problem === "missing") return void 0;
    if (problem === void 0) return file;
    return {
      bytes: { "zero-byte": 0, truncated: file.bytes - 1 }[problem] ?? file.bytes,
      sha256: ""
    };
  };
  const { seal, problems } = checkSeal(document, now);
  return seal === stored.seal ? { seal, problems } : { seal, problems: [...problems, { path: stored.place, problem: "changed" }] };
}
function documentIn(text) {
  try {
    return JSON.parse(text).document;
  } catch {
    return void 0;
  }
}

// src/box/audit-reading.ts
var MAX_LINES = 2e4;
function readAudit(text) {
  const all = text.split("\n");
  const begin = all.lastIndexOf("GPU-LEASE audit 1");
  if (begin < 0 || !all.includes("GPU-LEASE audited", begin) || all.length > MAX_LINES) return void 0;
  const values = /* @__PURE__ */ new Map();
  const lines = /* @__PURE__ */ new Map();
  for (const line of all.slice(begin + 1)) {
    const [, kind, name, rest] = /^([KL]) ([a-z.]{1,40}) (.*)$/s.exec(line) ?? [];
    if (name === void 0 || rest === void 0) continue;
    const into = kind === "K" ? values : lines;
    into.set(name, [...into.get(name) ?? [], rest]);
  }
  return {
    value: (name) => values.get(name)?.at(-1),
    values: (name) => values.get(name) ?? [],
    lines: (name) => lines.get(name) ?? [],
    number: (name) => wholeNumber(values.get(name)?.at(-1))
  };
}
function wholeNumber(text) {
  if (text === void 0 || !/^\d{1,16}$/.test(text.trim())) return void 0;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : void 0;
}

// src/box/gpu-health.ts
var XID = new Map(
  [
    ["dead", "double-bit ECC error", [48]],
    ["dead", "the GPU fell off the bus", [79]],
    ["application", "fault of the program", [13, 31, 43, 45]],
    ["application", "hang or context fault, often of the program", [8, 68, 69, 109]],
    ["dead", "micro-controller halted", [61, 62, 169]],
    ["degraded", "memory row remapped, takes effect at the next reset", [63]],
    ["dead", "remapping a memory row failed", [64]],
    ["dead-when-linked", "error on a link between GPUs", [74, 121, 136, 144, 145, 146, 147, 148, 149, 150]],
    ["degraded", "many corrected memory errors", [92]],
    ["degraded", "memory error, contained to one program", [94]],
    ["dead", "memory error, not contained", [95, 140]],
    ["dead", "the GPU system processor does not answer", [119, 120]],
    ["dead", "security, initialisation or PCIe fault", [110, 143, 167]],
    ["as-stated", "the driver states a recovery action", [154]]
  ].flatMap(([kind, meaning, codes]) => codes.map((code) => [code, { meaning, class: kind }]))
);
function readXids(lines) {
  return lines.flatMap((line) => {
    const code = /NVRM:\s*Xid\s*\([^)]*\):\s*(\d{1,5})\b/.exec(line)?.[1];
    return code === void 0 ? [] : [{ code: Number(code), line: oneLine(line, 200) }];
  });
}
function judgeGpuHealth(reading, gpuCount) {
  return [...judgeKernel(reading, gpuCount), ...judgeThrottle(reading), ...judgeSamples(reading.samples)];
}
var RE_RENT = "release this box and take another: a tenant cannot reset or replace the card";
function judgeKernel(reading, gpuCount) {
  const total = Number(/^lines (\d+)$/.exec(reading.kernel[0] ?? "")?.[1] ?? 0);
  if (total === 0) {
    const what = reading.kernelExit === "timeout" ? "reading the kernel log did not end in time" : "the kernel log cannot be read";
    const cause = "containers usually may not read it";
    return [
      {
        id: "F-K05",
        level: "warn",
        what: `${what}: past GPU errors are unknown, not absent`,
        cause,
        fix: "nothing to do; a failing card will show later in the log of the run"
      }
    ];
  }
  const xids = readXids(reading.kernel);
  const findings = [...new Map(xids.map((xid) => [xid.code, xid])).values()].map(
    (xid) => judgeXid(xid, xids, gpuCount)
  );
  const fallen = reading.kernel.find((line) => /fallen off the bus/i.test(line));
  if (fallen !== void 0 && !xids.some((xid) => xid.code === 79)) {
    findings.push({
      id: "F-K02",
      level: "fail",
      what: oneLine(fallen, 200),
      cause: "the GPU is gone from the PCIe bus (U22)",
      fix: RE_RENT
    });
  }
  const killed = reading.kernel.find((line) => /oom-kill:|Out of memory: Killed/.test(line));
  if (killed !== void 0) {
    const cause = "a process of this host, not necessarily of this container, ran out of memory before we came";
    findings.push({
      id: "F-K03",
      level: "info",
      what: oneLine(killed, 200),
      cause,
      fix: "nothing to do; our own kills are counted by the cgroup"
    });
  }
  return findings;
}
function judgeXid(xid, all, gpuCount) {
  const known = XID.get(xid.code);
  const times = all.filter((other) => other.code === xid.code).length;
  const what = `Xid ${xid.code}${times > 1 ? ` (${times} times)` : ""}: ${known?.meaning ?? "not in our list"}: ${xid.line}`;
  const dead = known?.class === "dead" || known?.class === "dead-when-linked" && gpuCount > 1 || known?.class === "as-stated" && all.some((other) => other.code === xid.code && /reset|reboot/i.test(other.line));
  if (dead)
    return {
      id: "F-K01",
      level: "fail",
      what,
      cause: "the card is broken; code cannot mend it (U22)",
      fix: RE_RENT
    };
  if (known?.class === "application") {
    const fix2 = "nothing to do unless it comes back with your program";
    return { id: "F-K01", level: "warn", what, cause: "most likely a program that ran here before", fix: fix2 };
  }
  const fix = "watch it: the same code again during the run means another box";
  return { id: "F-K01", level: "warn", what, cause: "the card had trouble since it was booted", fix };
}
var SLOWDOWNS = /^(HW Slowdown|HW Thermal Slowdown|HW Power Brake Slowdown|SW Thermal Slowdown)$/;
function readThrottle(lines) {
  const found = [];
  let gpu = "?";
  for (const line of lines) {
    gpu = /^GPU\s+([0-9A-Fa-f:.]{7,24})\s*$/.exec(line)?.[1] ?? gpu;
    const [, reason, state] = /^\s+((?:HW|SW) [A-Za-z ]+?)\s*:\s*(.+?)\s*$/.exec(line) ?? [];
    if (reason === void 0 || state === void 0 || / us$/.test(state)) continue;
    const known = state === "Active" ? "active" : state === "Not Active" ? "inactive" : "unknown";
    found.push({ gpu, reason, state: known });
  }
  return found;
}
function judgeThrottle(reading) {
  const all = readThrottle(reading.performance);
  const slowdowns = all.filter((entry) => SLOWDOWNS.test(entry.reason));
  const findings = slowdowns.filter((entry) => entry.state === "active").map((entry) => ({
    id: "F-K09",
    level: "fail",
    what: `GPU ${entry.gpu}: ${entry.reason} is active`,
    cause: "heat, the power supply or a fault slows the card; 25 to 40 % are lost without an error (U23)",
    fix: RE_RENT
  }));
  for (const entry of all.filter((each) => each.reason === "SW Power Cap" && each.state === "active")) {
    const fix = "compare the power limit with the card\u2019s own (nvidia-smi -q -d POWER) before a long run";
    findings.push({
      id: "F-K09",
      level: "warn",
      what: `GPU ${entry.gpu}: held by its power cap before anything runs`,
      cause: "the host lowered the power limit",
      fix
    });
  }
  if (slowdowns.length === 0 || slowdowns.some((entry) => entry.state === "unknown")) {
    const why = reading.performanceExit === "timeout" ? "the tool did not answer in time" : "the tool gives no or N/A answers";
    findings.push({
      id: "D-12",
      level: "warn",
      what: `throttling could not be read (${why}): unknown, not healthy`,
      cause: "virtual GPUs and old drivers hide it",
      fix: "watch clock and throughput in the first minutes of the run"
    });
  }
  return findings;
}
var HOT_CELSIUS = 83;
var LOADED_PERCENT = 50;
function readSamples(lines) {
  return lines.flatMap((line) => {
    const cells = line.split(",").map((cell) => cell.trim());
    const number = (at) => /^\d+(\.\d+)?$/.test(cells[at] ?? "") ? Number(cells[at]) : void 0;
    const index = number(0);
    if (index === void 0 || cells.length < 5) return [];
    return [{ index, utilization: number(1), celsius: number(2), clock: number(3), maxClock: number(4) }];
  });
}
function judgeSamples(lines) {
  const samples = readSamples(lines);
  const unknown = {
    id: "D-12",
    level: "warn",
    cause: "virtual GPUs and old drivers hide it",
    fix: "watch clock and throughput in the first minutes of the run"
  };
  if (samples.length === 0)
    return [{ ...unknown, what: "clock and temperature could not be sampled: unknown, not healthy" }];
  return [...new Set(samples.map((sample) => sample.index))].flatMap((index) => {
    const own = samples.filter((sample) => sample.index === index);
    if (own.every((sample) => sample.celsius === void 0))
      return [{ ...unknown, what: `GPU ${index}: no temperature (N/A): unknown, not healthy` }];
    return judgeOne(index, own);
  });
}
function judgeOne(index, own) {
  const hottest = Math.max(...own.map((sample) => sample.celsius ?? 0));
  const loaded = own.filter((sample) => (sample.utilization ?? 0) >= LOADED_PERCENT);
  const slow = loaded.find(
    ({ clock, maxClock }) => clock !== void 0 && maxClock !== void 0 && clock < 0.7 * maxClock
  );
  const hot = hottest >= HOT_CELSIUS;
  if (slow && hot) {
    const what = `GPU ${index}: ${slow.clock} of ${slow.maxClock} MHz under load at ${hottest} C`;
    return [{ id: "F-K10", level: "fail", what, cause: "the card throttles by heat (U23)", fix: RE_RENT }];
  }
  if (hot) {
    const what = `GPU ${index}: ${hottest} C before our job runs`;
    return [
      {
        id: "F-K11",
        level: "warn",
        what,
        cause: "poor cooling or a neighbour\u2019s load",
        fix: "watch its clock; it will throttle near this temperature"
      }
    ];
  }
  if (slow) {
    const what = `GPU ${index}: in use by somebody else, at ${slow.clock} of ${slow.maxClock} MHz`;
    return [
      {
        id: "F-K12",
        level: "warn",
        what,
        cause: "starved or power-capped, not hot",
        fix: "find what runs on the card"
      }
    ];
  }
  return [];
}

// src/box/audit-gpu.ts
function readGpus(lines) {
  return lines.flatMap((line) => {
    const cells = line.split(",").map((cell) => cell.trim());
    const index = wholeNumber(cells[0]);
    if (index === void 0 || cells.length < 6) return [];
    return [
      {
        index,
        name: oneLine(cells[1] ?? "", 80),
        memoryMib: wholeNumber(cells[2]),
        usedMib: wholeNumber(cells[3]),
        driver: oneLine(cells[5] ?? "", 40)
      }
    ];
  });
}
function modelOf(name) {
  const plain = name.toUpperCase().replace(/[^A-Z0-9]+/g, " ");
  const memoryGb = /(?:^| |[A-Z0-9](?=\d{2,3} ?GB))(\d{1,3}) ?GB(?: |$)/.exec(plain)?.[1];
  const sxm = /\bSXM\d?\b/.test(plain) || /\bHBM3E?\b/.test(plain);
  const form = /\bNVL\b/.test(plain) ? "NVL" : /\bPCIE\b/.test(plain) ? "PCIE" : sxm || /\bH200\b/.test(plain) ? "SXM" : void 0;
  const model = plain.replace(/(\d{1,3}) ?GB\b/g, " ").replace(/\b(NVIDIA|TESLA|GEFORCE|QUADRO|GRAPHICS|DEVICE|SXM\d?|PCIE|NVL|HBM\dE?)\b/g, " ").replace(/\b([RG]TX) ?(?=[A-Z0-9])/g, " ").replace(/\s+/g, "");
  return { model, form, memoryGb: memoryGb === void 0 ? void 0 : Number(memoryGb) };
}
function isAsked(seen, asked) {
  const [is, wants] = [modelOf(seen.name), modelOf(asked)];
  if (is.model !== wants.model) return false;
  const namesForm = /SXM|PCIE|NVL/i.test(asked);
  if (namesForm && is.form !== wants.form) return false;
  return wants.memoryGb === void 0 || seen.memoryMib === void 0 || holdsGb(seen.memoryMib, wants.memoryGb);
}
var holdsGb = (memoryMib, gb) => memoryMib * 1048576e-9 >= gb * 0.97;
var exceedsGb = (memoryMib, gb) => memoryMib * 1048576e-9 > gb * 1.1;
function judgeGpus(reading, wanted, measured) {
  const gpus = readGpus(reading.lines("gpu"));
  const exit = reading.value("gpu.exit");
  measured["gpuCount"] = gpus.length;
  if (gpus.length === 0 || exit === "timeout") return [toolFailed(reading, exit, wanted)];
  measured["gpuName"] = [...new Set(gpus.map((gpu) => gpu.name))].join("; ");
  measured["gpuDriver"] = gpus[0]?.driver ?? "";
  const memory = gpus.flatMap((gpu) => gpu.memoryMib ?? []);
  if (memory.length > 0) measured["gpuMemoryMib"] = Math.min(...memory);
  return [
    ...judgeIdentity(gpus, wanted),
    ...gpus.flatMap((gpu) => judgeHolder(gpu)),
    ...judgeGpuHealth(
      {
        kernel: reading.lines("kernel"),
        kernelExit: reading.value("kernel.exit"),
        performance: reading.lines("performance"),
        performanceExit: reading.value("performance.exit"),
        samples: reading.lines("samples")
      },
      wanted.count
    )
  ];
}
function judgeIdentity(gpus, wanted) {
  const findings = [];
  const fix = "do not launch here: release the box and take an offer that names the card, its memory and its form";
  const add = (what, cause) => findings.push({ id: "VAST14", level: "fail", what, cause, fix });
  const strangers = wanted.names.length === 0 ? [] : gpus.filter((gpu) => !wanted.names.some((name) => isAsked(gpu, name)));
  const fitting = gpus.length - strangers.length;
  if (strangers.length > 0 && fitting < wanted.count) {
    const seen = [...new Set(strangers.map((gpu) => `${gpu.name} (${gpu.memoryMib ?? "?"} MiB)`))].join(", ");
    add(
      `${seen} here, ${wanted.names.join(" or ")} asked`,
      "offers name cards coarsely: 40 and 80 GB, SXM, PCIe and NVL share a name"
    );
  } else if (fitting < wanted.count) {
    add(
      `${fitting} GPUs visible, ${wanted.count} asked`,
      "the container got fewer than were rented, or a card fell off the bus"
    );
  }
  const { min, max } = wanted.memoryGb ?? {};
  const unread = gpus.filter((gpu) => gpu.memoryMib === void 0);
  if ((min !== void 0 || max !== void 0) && unread.length > 0) {
    const what = `memory of GPU ${unread.map((gpu) => gpu.index).join(", ")} could not be read`;
    findings.push({
      id: "P0-08",
      level: "warn",
      what,
      cause: "the tool answers N/A",
      fix: "unknown is not a pass: look at the card by hand"
    });
  }
  for (const gpu of gpus) {
    if (gpu.memoryMib === void 0) continue;
    const wrong = min !== void 0 && !holdsGb(gpu.memoryMib, min) || max !== void 0 && exceedsGb(gpu.memoryMib, max);
    if (wrong)
      add(
        `GPU ${gpu.index} (${gpu.name}) has ${gpu.memoryMib} MiB, ${rangeText(wanted.memoryGb)} asked`,
        "a name says nothing certain about memory"
      );
  }
  return findings;
}
var HELD_MIB = 1024;
function judgeHolder(gpu) {
  if (gpu.usedMib === void 0 || gpu.usedMib <= HELD_MIB) return [];
  return [
    {
      id: "U11",
      level: "warn",
      what: `GPU ${gpu.index}: ${gpu.usedMib} MiB in use before anything was started`,
      cause: "another job on the card, or a dead process whose memory is still held",
      fix: "find its holder (nvidia-smi, then restart the container); memory is missing until then"
    }
  ];
}
function toolFailed(reading, exit, wanted) {
  const said = oneLine([...reading.lines("gpu"), ...reading.lines("gpu.err")].join(" "), 200);
  const nodes = reading.number("nodes") ?? 0;
  const asked = `${wanted.count} x ${wanted.names.join(" or ") || "any GPU"} asked`;
  if (exit === "timeout") {
    const cause = "the driver does not answer, which a GPU that died does";
    return {
      id: "F-K08",
      level: "fail",
      what: `nvidia-smi did not answer in time; ${asked}`,
      cause,
      fix: "take another box"
    };
  }
  if (/insufficient permissions|permission denied|not permitted/i.test(said))
    return {
      id: "U31",
      level: "fail",
      what: `this login may not use the GPU (${said}); ${asked}`,
      cause: `the device files are for root or a group that it is not in (\`sudo nvidia-smi\` would work), and nothing is done by sudo here`,
      fix: "on the box put the user into the group that owns /dev/nvidia* (`ls -l /dev/nvidia*`, then `sudo usermod -aG GROUP USER`), or log in by a user who may use it"
    };
  return {
    id: "U31",
    level: "fail",
    what: `no GPU is visible here (${exit === "absent" ? "there is no nvidia-smi" : said || `nvidia-smi exit ${exit ?? "?"}`}); ${asked}`,
    cause: nodes > 0 ? `${nodes} device nodes are there, and the driver's tool does not see them` : "the container was started without GPUs, or the box has none",
    fix: "start the container with the NVIDIA toolkit (--gpus all), or take a box with a GPU: training here would be a hundred times slower without an error"
  };
}
function rangeText(range) {
  if (range?.min !== void 0 && range.max !== void 0) return `${range.min} to ${range.max} GB`;
  return range?.min !== void 0 ? `at least ${range.min} GB` : `at most ${range?.max} GB`;
}

// src/box/audit-places.ts
function roomOf(reading, name) {
  const stats = reading.value(`${name}.statfs`)?.split(" ").map(wholeNumber);
  const [block, blocks, freeBlocks, inodes, freeInodes] = stats ?? [];
  if (block !== void 0 && blocks !== void 0 && freeBlocks !== void 0) {
    const fixed2 = inodes !== void 0 && inodes > 0;
    return {
      freeBytes: block * freeBlocks,
      totalBytes: block * blocks,
      freeInodes: fixed2 ? freeInodes : void 0,
      totalInodes: fixed2 ? inodes : void 0
    };
  }
  const bytes = dfNumbers(reading.lines(`${name}.df`).at(-1));
  if (bytes === void 0) return void 0;
  const counts = dfNumbers(reading.lines(`${name}.dfi`).at(-1));
  const fixed = counts !== void 0 && counts.total > 0;
  return {
    freeBytes: bytes.free * 1024,
    totalBytes: bytes.total * 1024,
    freeInodes: fixed ? counts.free : void 0,
    totalInodes: fixed ? counts.total : void 0
  };
}
function dfNumbers(line) {
  const [, total, free] = /\s(\d{1,16})\s+\d{1,16}\s+(\d{1,16})\s+\d{1,3}%\s/.exec(line ?? "") ?? [];
  return total === void 0 ? void 0 : { total: Number(total), free: Number(free) };
}
function mountOf(reading, name) {
  const [, options, type, point] = /^(\S+) (\S+) (\/.*)$/.exec(reading.lines(`${name}.mount`).at(-1) ?? "") ?? [];
  return options === void 0 || type === void 0 || point === void 0 ? void 0 : { options, type, point };
}
function judgePlaces(reading, expected, measured) {
  return [
    ...judgeWork(reading, expected, measured),
    ...expected.durableDir === void 0 ? [] : durableOrNone(reading, expected, measured),
    ...judgeClosing(reading)
  ];
}
function judgeWork(reading, expected, measured) {
  const path = shown(reading.value("work.path"));
  const mount = mountOf(reading, "work");
  measured["workDir"] = path;
  if (reading.value("data.there") === "1") measured["dataIsThere"] = true;
  if (mount) measured["workMount"] = mount.point;
  const hung = reading.value("work.exit") === "timeout";
  const room = roomOf(reading, "work");
  if (room === void 0) return [unreadable(path, hung)];
  measured["diskFreeBytes"] = room.freeBytes;
  measured["diskTotalBytes"] = room.totalBytes;
  if (room.freeInodes !== void 0) measured["diskFreeInodes"] = room.freeInodes;
  const findings = [
    ...withoutDataDisk(reading, expected, path),
    ...judgeRoom(
      path,
      room,
      (expected.diskBytes ?? 2e8) + besideRun(reading, expected),
      expected.inodes ?? 1e3
    ),
    ...judgeData(reading, expected)
  ];
  if (reading.value("work.writable") !== "1")
    findings.push(notWritable("P0-03", path, mount, ownerOf(reading, "work")));
  return findings;
}
var isOneMount = (reading, one, other) => reading.value(`${one}.device`) !== void 0 && reading.value(`${one}.device`) === reading.value(`${other}.device`);
function besideRun(reading, expected) {
  const { dataBytes = 0, durableBytes = 0 } = expected;
  const ofData = ownPlaceOfData(reading, expected) === void 0 ? dataBytes : 0;
  return ofData + (isOneMount(reading, "durable", "work") ? durableBytes : 0);
}
function ownPlaceOfData(reading, { setsDir }) {
  const place = setsDir === void 0 ? "data" : "sets";
  return roomOf(reading, place) === void 0 || isOneMount(reading, place, "work") ? void 0 : place;
}
function judgeData(reading, expected) {
  const { dataBytes = 0, durableBytes = 0 } = expected;
  const place = ownPlaceOfData(reading, expected);
  if (dataBytes === 0 || place === void 0) return [];
  const room = roomOf(reading, place);
  if (room === void 0) return [];
  const beside = isOneMount(reading, place, "durable") ? durableBytes : 0;
  return judgeRoom(shown(reading.value(`${place}.path`)), room, dataBytes + beside, 0);
}
function withoutDataDisk(reading, { workNeedsData, dataDir }, path) {
  if (!workNeedsData || reading.value("data.there") === "1") return [];
  return [
    {
      id: "P0-03",
      level: "info",
      what: `the data disk ${dataDir} is not on this box; the run lives in ${path}`,
      cause: "not every box of the platform has one",
      fix: "name a directory by `storage.work` of the job file, or take a box with a data disk"
    }
  ];
}
function judgeRoom(path, room, needBytes, needInodes) {
  const findings = [];
  const used = (free, total) => total > 0 ? Math.floor(100 * (total - free) / total) : 0;
  const bytesUsed = used(room.freeBytes, room.totalBytes);
  if (room.freeBytes < needBytes || bytesUsed >= 95) {
    findings.push({
      id: "U7",
      level: room.freeBytes < needBytes ? "fail" : "warn",
      what: `${path}: ${gigabytes(room.freeBytes)} free (${bytesUsed} % used), ${gigabytes(needBytes)} needed${missing(needBytes - room.freeBytes)}`,
      cause: "the disk under the run is full or nearly so; a save would die half-written",
      fix: "free space on that mount (model caches below ~/.cache are the usual hog), or ask for a larger disk",
      ...room.freeBytes < needBytes && room.totalBytes > 0 && { fullAt: path }
    });
  }
  const { freeInodes, totalInodes } = room;
  if (freeInodes === void 0 || totalInodes === void 0) return findings;
  const inodesUsed = used(freeInodes, totalInodes);
  if (freeInodes < needInodes || inodesUsed >= 95) {
    findings.push({
      id: "U7",
      level: freeInodes < needInodes ? "fail" : "warn",
      what: `${path}: ${freeInodes} inodes free (${inodesUsed} % used), ${needInodes} needed, while ${gigabytes(room.freeBytes)} are free`,
      cause: "inodes run out before bytes do where there are many small files",
      fix: "delete or archive small files on that mount; more bytes do not help"
    });
  }
  return findings;
}
var missing = (bytes) => bytes > 0 ? `: ${gigabytes(bytes)} are missing` : "";
function durableOrNone(reading, expected, measured) {
  const findings = judgeDurable(reading, expected, measured);
  const isUsable = findings.every(({ level }) => level !== "fail");
  measured["durableIsUsable"] = isUsable;
  if (isUsable || !expected.durableMayLack) return findings;
  return findings.map(
    (finding) => finding.level === "fail" ? { ...finding, level: "warn", what: `${finding.what}: no durable copies are made on this box` } : finding
  );
}
function judgeDurable(reading, expected, measured) {
  const path = shown(reading.value("durable.path") ?? expected.durableDir);
  const mount = mountOf(reading, "durable");
  measured["durableDir"] = path;
  if (mount) measured["durableMount"] = mount.point;
  const finding = (what, cause, fix) => ({
    id: "P0-13",
    level: "fail",
    what,
    cause,
    fix
  });
  if (reading.value("durable.exit") === "timeout") {
    const fix = "take another box, or mount it again; nothing that is copied there would be safe";
    return [
      finding(`${path} did not answer`, "a network mount whose server is gone hangs every access", fix)
    ];
  }
  if (reading.value("durable.exists") !== "1") {
    const fix = "mount it, or correct the durable directory; some rentals lack the disk they advertise";
    return [finding(`${path} does not exist`, "the durable disk is not attached to this box", fix)];
  }
  const findings = [];
  if (expected.durableIsMount !== false && (mount === void 0 || mount.point === "/")) {
    const where = mount === void 0 ? "its mount could not be read" : "it lies on the root file system";
    const fix = "mount the durable disk there; a directory on the system disk dies with the box";
    findings.push(
      finding(
        `${path} is no mount of its own: ${where}`,
        "the durable disk is not attached to this box",
        fix
      )
    );
  }
  if (reading.value("durable.writable") !== "1")
    findings.push(notWritable("P0-13", path, mount, ownerOf(reading, "durable")));
  const room = roomOf(reading, "durable");
  if (room !== void 0) {
    measured["durableFreeBytes"] = room.freeBytes;
    findings.push(...judgeRoom(path, room, expected.durableBytes ?? 2e8, 100));
  }
  const device = reading.value("durable.device");
  if (device !== void 0 && device !== "" && device === reading.value("work.device")) {
    findings.push({
      id: "P0-02",
      level: "warn",
      what: `${path} and ${shown(reading.value("work.path"))} are one file system`,
      cause: "the copy lies beside the original and shares its fate and its space",
      fix: "name a durable directory on another tier, or leave it out: what is pulled here is safe either way"
    });
  }
  return findings;
}
function judgeClosing(reading) {
  const cells = reading.value("cells.device");
  const work = reading.value("work.device");
  if (!cells || !work || cells === work) return [];
  return [
    {
      id: "P0-14",
      level: "fail",
      what: `the cells' directories are on another file system (device ${cells}) than the run (device ${work})`,
      cause: "something is mounted below the run directory; a rename across mounts is a copy that can stop half-way",
      fix: "unmount it, or name a work directory on one file system"
    }
  ];
}
function ownerOf(reading, name) {
  const said = /^(\S+) ([0-7]{3,4}) (\S+) (\/.*)$/.exec(reading.value(`${name}.owner`) ?? "");
  if (!said) return void 0;
  const [owner, mode, login, dir] = said.slice(1).map((each) => oneLine(each, 200));
  return owner && mode && login && dir ? { owner, mode, login, dir } : void 0;
}
function notWritable(id, path, mount, held) {
  const finding = {
    id,
    level: "fail",
    what: `${path}: a probe file could not be written and read back`
  };
  if (mount?.options.split(",").includes("ro"))
    return { ...finding, cause: `${mount.point} is mounted read-only`, fix: "remount it writable" };
  if (held && held.login !== "root" && held.owner !== held.login)
    return {
      ...finding,
      cause: `${held.dir} belongs to ${held.owner} (mode ${held.mode}) and the login is ${held.login}; nothing is done by sudo here`,
      fix: `on the box run \`sudo install -d -o ${held.login} ${quoteWord(path)}\`, or log in by a user who may write there`
    };
  return {
    ...finding,
    cause: `no permission there, a full disk, or a mount that refuses writes${held ? ` (${held.dir} belongs to ${held.owner}, mode ${held.mode}, and the login is ${held.login})` : ""}`,
    fix: "free space on it, correct its owner, or remount it writable"
  };
}
var unreadable = (path, hung) => ({
  id: "P0-03",
  level: "fail",
  what: `${path}: free space could not be read${hung ? " in time" : ""}`,
  cause: hung ? "a mount whose server is gone hangs every access" : "neither `stat -f` nor `df` gave an answer",
  fix: "name a work directory on a disk that answers, or take another box"
});
var gigabytes = (bytes) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 2 : 0)} GB`;
var shown = (path) => oneLine(path ?? "?", 200);

// src/box/audit-slice.ts
var NO_LIMIT = 2 ** 60;
function sliceOf(lines) {
  const facts = lines.flatMap((line) => {
    const [, file, level2, content] = /^([a-z_.]{1,40}) (\/\S*) (.*)$/.exec(line) ?? [];
    return file === void 0 || level2 === void 0 || content === void 0 ? [] : [{ file, level: level2, content }];
  });
  const contentOf = (file, level2) => facts.find((fact) => fact.file === file && (level2 === void 0 || fact.level === level2))?.content;
  const v2 = contentOf("memory.max") !== void 0;
  const limits = facts.filter((fact) => fact.file === (v2 ? "memory.max" : "memory.limit_in_bytes")).map((fact) => ({ level: fact.level, bytes: limitOf(fact.content) }));
  const set = limits.filter((limit) => limit.bytes !== void 0);
  const tightest = set.reduce(
    (best, limit) => best === void 0 || limit.bytes < best.bytes ? limit : best,
    void 0
  );
  const level = tightest?.level ?? limits[0]?.level;
  const events = facts.filter(
    (fact) => fact.file === (v2 ? "memory.events" : "memory.oom_control") && fact.level === level
  );
  return {
    memoryMaxBytes: tightest?.bytes,
    memoryUsedBytes: wholeNumber(contentOf(v2 ? "memory.current" : "memory.usage_in_bytes", level)),
    oomKills: wholeNumber(events.flatMap((event) => /^oom_kill (\d+)$/.exec(event.content)?.[1] ?? [])[0]),
    cpuQuota: quotaOf(facts)
  };
}
function limitOf(content) {
  const bytes = /^\d{1,19}$/.test(content.trim()) ? Number(content) : void 0;
  return bytes !== void 0 && bytes < NO_LIMIT ? bytes : void 0;
}
function quotaOf(facts) {
  const quotas = facts.flatMap(({ file, level, content }) => {
    const [quota, period] = file === "cpu.max" ? content.split(" ") : file === "cpu.cfs_quota_us" ? [
      content,
      facts.find((fact) => fact.file === "cpu.cfs_period_us" && fact.level === level)?.content
    ] : [];
    const [time, per] = [wholeNumber(quota), wholeNumber(period)];
    return time === void 0 || per === void 0 || per === 0 || time === 0 ? [] : [time / per];
  });
  return quotas.length === 0 ? void 0 : Math.min(...quotas);
}
function judgeSlice(reading, expected, measured) {
  const slice = sliceOf(reading.lines("cgroup"));
  return [
    ...judgeMemory(reading, slice, expected, measured),
    ...judgeCpus(reading, slice, expected, measured),
    ...judgeShm(reading, expected, measured)
  ];
}
function judgeMemory(reading, slice, expected, measured) {
  const hostKb = wholeNumber(/^MemTotal:\s+(\d+) kB/.exec(reading.lines("meminfo")[0] ?? "")?.[1]);
  const host = hostKb === void 0 ? void 0 : hostKb * 1024;
  const max = slice.memoryMaxBytes === void 0 ? host : Math.min(slice.memoryMaxBytes, host ?? Infinity);
  if (max !== void 0) measured["memoryMaxBytes"] = max;
  measured["memoryLimited"] = slice.memoryMaxBytes !== void 0;
  if (slice.oomKills !== void 0) measured["oomKills"] = slice.oomKills;
  const findings = [];
  const asked = expected.memoryGb?.min;
  const fix = "take an offer with more memory for this container; the size of the host does not help";
  if (asked !== void 0 && max === void 0) {
    const what = "the memory limit could not be read";
    findings.push({ id: "P0-07", level: "warn", what, cause: "no cgroup file and no /proc/meminfo", fix });
  } else if (asked !== void 0 && max !== void 0 && max < asked * 1e9 * TOLERANCE) {
    const what = `${inGb(max)} of memory here, at least ${asked} GB asked`;
    const cause = slice.memoryMaxBytes === void 0 ? "the machine has no more" : "the container is limited below its host";
    findings.push({ id: "P0-07", level: "fail", what, cause, fix });
  }
  const { memoryUsedBytes: used, memoryMaxBytes: limit } = slice;
  if (used !== void 0 && limit !== void 0 && used > 0.9 * limit) {
    findings.push({
      id: "P4-07",
      level: "warn",
      what: `${inGb(used)} of the container's ${inGb(limit)} are in use before anything was started`,
      cause: "something else runs in the container, or its page cache counts against it",
      fix: "end what runs there; the kernel kills at the limit without a traceback (U9)"
    });
  }
  return findings;
}
var TOLERANCE = 0.95;
function judgeCpus(reading, slice, expected, measured) {
  const processors = reading.number("processors");
  const cpus = slice.cpuQuota ?? processors;
  if (cpus !== void 0) measured["cpus"] = cpus;
  if (slice.cpuQuota !== void 0) measured["cpuQuota"] = slice.cpuQuota;
  const asked = expected.cpus?.min;
  const findings = [];
  if (asked !== void 0 && cpus !== void 0 && cpus < asked * TOLERANCE) {
    findings.push({
      id: "P0-07",
      level: "fail",
      what: `${cpus} CPUs here, at least ${asked} asked`,
      cause: slice.cpuQuota === void 0 ? "the machine has no more" : `the container's quota is ${slice.cpuQuota} of ${processors ?? "?"} CPUs`,
      fix: "take an offer with more CPUs"
    });
  }
  if (slice.cpuQuota !== void 0 && processors !== void 0 && processors >= 2 * slice.cpuQuota) {
    findings.push({
      id: "U40",
      level: "info",
      what: `quota of ${slice.cpuQuota} CPUs on a host that shows ${processors}`,
      cause: "libraries size their thread pools by the host's CPUs",
      fix: "nothing to do: thread pools are capped to the quota unless the job sets its own"
    });
  }
  return findings;
}
function judgeShm(reading, expected, measured) {
  const room = roomOf(reading, "shm");
  if (room !== void 0) measured["shmBytes"] = room.totalBytes;
  const need = expected.shmBytes ?? (expected.gpu ? 1e9 : 0);
  if (need === 0 || room !== void 0 && room.totalBytes >= need) return [];
  return [
    {
      id: "DP15",
      level: "warn",
      what: room === void 0 ? "/dev/shm could not be read" : `/dev/shm holds ${(room.totalBytes / 1e6).toFixed(0)} MB, ${inGb(need)} wanted`,
      cause: "a container gets 64 MB unless it asks for more; loader workers share batches there and die with a bus error",
      fix: "start the container with --shm-size=8g or host IPC, use the file_system sharing strategy, or no loader workers"
    }
  ];
}
var inGb = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;

// src/box/audit-software.ts
var NEEDED = ["tar", "gzip", "xargs", "stat", "find", "awk", "mktemp"];
function judgeSoftware(reading, expected, measured) {
  return [
    ...judgeBytes(reading),
    ...judgeTools(reading, expected),
    ...expected.conda ? judgeConda(reading) : [],
    ...expected.python === void 0 ? [] : judgePython(reading, expected, expected.python, measured)
  ];
}
var EVERY_BYTE = Buffer.from(
  Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== 10 && byte !== 13)
).toString("utf8");
function judgeBytes(reading) {
  const came = reading.value("bytes");
  if (came === void 0 || came === EVERY_BYTE) return [];
  const kept = [...EVERY_BYTE].filter((sign, at) => came[at] === sign).length;
  const how = came.length === EVERY_BYTE.length ? `${EVERY_BYTE.length - kept} of ${EVERY_BYTE.length} arrived as others` : `${EVERY_BYTE.length} were sent and ${came.length} arrived`;
  return [
    {
      id: "P1-10",
      level: "fail",
      what: `bytes do not come through as they are: ${how}`,
      cause: "something between the command and us alters them: a terminal, a filter or a wrapper of the login",
      fix: "log in by an account, or at a port, whose commands' output nothing touches (look at ForceCommand, `script`, `stty` and the start files); no file could be brought home unharmed"
    }
  ];
}
function judgeTools(reading, expected) {
  const missing2 = new Set(reading.values("missing"));
  const lacking = NEEDED.filter((tool) => missing2.has(tool));
  if (missing2.has("openssl") && missing2.has("sha256sum")) lacking.push("sha256sum");
  if (expected.launcher === "tmux" && missing2.has("tmux")) lacking.push("tmux");
  const findings = [];
  if (lacking.length > 0) {
    findings.push({
      id: "P3-01",
      level: "fail",
      what: `the box lacks ${lacking.join(", ")}`,
      cause: "a minimal image",
      fix: "install them in the image or by its package manager (coreutils, findutils, tar, tmux)"
    });
  }
  if (reading.value("temporary") === "none") {
    findings.push({
      id: "U7",
      level: "fail",
      what: "no temporary file could be made in /tmp, /dev/shm or the home directory",
      cause: "their file systems are full (bytes or inodes) or read-only",
      fix: "free space or inodes there; the GPU and the interpreter were not looked at"
    });
  }
  return findings;
}
function judgeConda(reading) {
  const isConda = reading.value("conda.python") !== void 0;
  if (isConda && reading.value("conda") !== void 0) return [];
  return [
    {
      id: "AD6",
      level: "fail",
      what: isConda ? "the box has neither conda, mamba nor micromamba, and the job installs an environment.yml" : "python3 is none of conda's, and the job installs an environment.yml",
      cause: "an image without conda, or whose conda is not in the PATH of a login that is not interactive",
      fix: "take an image with conda, name its Python (storage.python, such as /opt/conda/bin/python3), or list the packages in a requirements.txt"
    }
  ];
}
function judgePython(reading, expected, python, measured) {
  const path = reading.value("python");
  const version = /^Python (\d+\.\d+\.\d+\S*)/.exec(reading.lines("python")[0] ?? "")?.[1];
  if (version !== void 0) measured["python"] = version;
  if (path) measured["pythonPath"] = oneLine(path, 200);
  if (!path || version === void 0) {
    const hung = reading.value("python.exit") === "timeout";
    return [
      {
        id: "AD6",
        level: "fail",
        what: path ? `${python} is there and ${hung ? "did not answer" : "does not run"}` : `there is no ${python} (exit 127)`,
        cause: "the image's interpreter is elsewhere; a login that is not interactive does not read .bashrc",
        fix: "name the interpreter by its full path, such as /opt/conda/bin/python"
      }
    ];
  }
  return expected.framework ? judgeFramework(reading, expected, expected.framework, measured) : [];
}
function judgeFramework(reading, expected, { module, required }, measured) {
  const exit = reading.value("framework.exit");
  const level = required ? "fail" : "warn";
  const said = oneLine(reading.lines("framework.err").at(-1) ?? "", 200);
  if (exit === "timeout") {
    const cause = "a slow or hanging disk, or a driver that does not answer";
    return [
      {
        id: "F-E09",
        level,
        what: `importing ${module} did not end in time`,
        cause,
        fix: "import it by hand on the box, or take another box"
      }
    ];
  }
  if (exit !== "0") {
    const fix = required ? "use an image that has it, or install it (requirements.torch: as-pinned)" : "nothing to do if the setup installs it";
    return [
      {
        id: "F-E09",
        level,
        what: `${module} cannot be imported: ${said}`,
        cause: "it is not installed for that interpreter, or broken",
        fix
      }
    ];
  }
  const version = /^version (\S{1,60})$/.exec(reading.lines("framework")[0] ?? "")?.[1];
  if (version !== void 0) measured[module] = version;
  const [, cuda, available, count] = /^cuda (\S+) (True|False) (\d+)$/.exec(reading.lines("framework")[1] ?? "") ?? [];
  if (module !== "torch" || cuda === void 0) return [];
  measured["torchCuda"] = cuda;
  measured["torchGpus"] = Number(count);
  if (!expected.gpu || available === "True" && Number(count) >= expected.gpu.count) return [];
  const triangle = /driver on your system is too old|forward compatibility|no kernel image|please update your driver/i.test(
    said
  );
  return [
    {
      id: triangle || cuda === "None" ? "U28" : "U31",
      level,
      what: `torch ${version ?? "?"} (CUDA ${cuda}) sees ${count} GPUs, ${expected.gpu.count} asked${said === "" ? "" : `: ${said}`}`,
      cause: cuda === "None" ? "this torch is built without CUDA" : triangle ? "driver, toolkit and torch do not fit each other; a tenant cannot change the host's driver" : "no GPU reaches this interpreter; training would run a hundred times slower without an error",
      fix: "keep the image's own torch (requirements.torch: keep-image), or choose a box by its CUDA version"
    }
  ];
}

// src/box/audit.ts
async function audit(channel, expected) {
  const { workDir = "", durableDir = "", python = "", framework, toolSeconds = 45 } = expected;
  const words = [
    workDir,
    durableDir,
    python,
    framework?.module ?? "",
    expected.gpu ? "1" : "0",
    String(toolSeconds),
    expected.dataDir ?? "",
    expected.workNeedsData ? "1" : "0",
    expected.pathDir ?? "",
    expected.conda ? "1" : "",
    expected.setsDir ?? ""
  ];
  const result = await channel.exec(["sh", "-c", auditText(), "sh", ...words], {
    timeoutSeconds: toolSeconds + 30
  });
  const reading = readAudit(result.stdout);
  if (reading === void 0) {
    throw new TransportFailed(
      `the audit's answer is not complete: ${oneLine(result.stderr.slice(-500))}`,
      "short"
    );
  }
  const report = judgeAudit(reading, expected);
  const findings = await Promise.all(report.findings.map((each) => withLargest(channel, each)));
  return { ...report, findings, said: linesOf(result.stdout) };
}
async function withLargest(channel, finding) {
  if (finding.fullAt === void 0) return finding;
  const { stdout } = await channel.exec(
    ["sh", "-c", largestText(), "sh", finding.fullAt, String(LARGEST_SECONDS)],
    { timeoutSeconds: LARGEST_SECONDS + 30 }
  );
  const largest = largestIn(stdout);
  if (largest.length === 0) return finding;
  return { ...finding, what: `${finding.what}. The largest on that mount: ${largest.join(", ")}` };
}
var LARGEST_SECONDS = 20;
var largestIn = (text) => text.split("\n").flatMap((line) => {
  const [, bytes, path] = /^LARGEST (\d{1,16}) (\/.*)$/.exec(line) ?? [];
  return path === void 0 ? [] : [`${oneLine(path, 200)} ${bytes} bytes`];
});
var linesOf = (text) => text.split("\n").map((line) => oneLine(line)).join("\n");
function judgeAudit(reading, expected) {
  const measured = {};
  const findings = [
    ...judgePlaces(reading, expected, measured),
    ...judgeSlice(reading, expected, measured),
    ...expected.gpu ? judgeGpus(reading, expected.gpu, measured) : [],
    ...judgeSoftware(reading, expected, measured)
  ].map((finding) => withPlatformsOwn(finding, expected.profileGotchas ?? []));
  return { fit: findings.every((finding) => finding.level !== "fail"), findings, measured };
}
function withPlatformsOwn(finding, gotchas) {
  const own = gotchas.find((gotcha) => gotcha.id === finding.id || gotcha.aliases?.includes(finding.id));
  if (own === void 0 || finding.level === "info") return finding;
  return {
    ...finding,
    id: own.id === finding.id ? own.id : `${finding.id} (${own.id})`,
    cause: own.cause,
    fix: own.fix
  };
}

// src/storage/box-storage.ts
function boxStorage(job, profile, candidate, placed) {
  const { python, tensorboardDir } = job.storage ?? {};
  const pathDir = folderOf(overrideOf(profile, "python", python));
  const tensorboard = overrideOf(profile, "tensorboard-dir", tensorboardDir);
  return {
    ...placed?.work !== void 0 && { workDir: placed.work },
    ...placed?.durable !== void 0 && { durableDir: placed.durable },
    places: placesOf(job, profile, candidate, placed ?? {}),
    ...pathDir !== void 0 && { pathDir },
    ...tensorboard.is === "value" && { tensorboardDir: tensorboard.value },
    ...scratchOf(job, profile),
    ...profile.environment["login-lacks-env"] === "yes" && { bootEnv: true }
  };
}
function placesOf(job, profile, candidate, placed) {
  const { storage } = job;
  const wanted = wantedPlaces(job, profile, candidate);
  const named = [
    ["HF_HOME", overrideOf(profile, "hf-home", storage?.hfHome)],
    ["HF_ENDPOINT", overrideOf(profile, "hf-endpoint", storage?.hfEndpoint)],
    ["PIP_CACHE_DIR", overrideOf(profile, "pip-cache-dir", storage?.pipCache)],
    ["GPU_LEASE_TENSORBOARD", overrideOf(profile, "tensorboard-dir", storage?.tensorboardDir)]
  ];
  const lacked = [
    ...placed.data === void 0 && wanted.data !== void 0 ? [wanted.data] : [],
    ...placed.durable === void 0 && wanted.durable !== void 0 ? [wanted.durable.dir] : []
  ];
  const there = named.flatMap(([name, said]) => {
    const value = said.is === "value" ? filledIn(said.value, job, candidate) : void 0;
    const isLacked = lacked.some((dir) => value === dir || value?.startsWith(`${dir}/`));
    return value === void 0 || isLacked ? [] : [[name, value]];
  });
  const data = dataOf(overrideOf(profile, "data-dir", storage?.data), storage?.data !== void 0, placed);
  return {
    ...profile.overrides.env,
    ...Object.fromEntries(there),
    ...data !== void 0 && { GPU_LEASE_DATA: data },
    ...placed.durable !== void 0 && { GPU_LEASE_DURABLE: placed.durable }
  };
}
function dataOf(said, isOfJob, { data, work }) {
  if (said.is === "empty") return;
  if (said.is === "value" && isOfJob) return said.value;
  return data ?? `${work ?? HOME_WORK}/.data`;
}
var folderOf = (said) => said.is === "value" ? said.value.replace(/\/[^/]*$/, "") || "/" : void 0;
function scratchOf(job, profile) {
  const resumed = profile["resume-anchors"]?.map(byName) ?? [];
  const checkpoints = job.checkpoint ? setGlobs(job.checkpoint) : [];
  const named = job.storage?.scratch ?? profile.scratch?.delete.map(byName) ?? [];
  return {
    scratch: [...new Set(named)],
    anchors: [...job.artifacts.map(({ path }) => path), ...resumed, ...checkpoints]
  };
}
var byName = (glob) => `**/${glob.split("/").at(-1)}`;

// src/storage/placed.ts
function placedOn(wanted, measured) {
  const { work, workNeedsData, data, durable } = wanted;
  const hasData = measured["dataIsThere"] === true;
  const isHome = work === HOME_WORK || workNeedsData && !hasData;
  const workDir = isHome ? void 0 : absolute(work, measured["workDir"]);
  const durableDir = durable && measured["durableIsUsable"] === true ? absolute(durable.dir, measured["durableDir"]) : void 0;
  return {
    ...workDir !== void 0 && { work: workDir },
    ...durableDir !== void 0 && { durable: durableDir },
    ...hasData && data !== void 0 && { data }
  };
}
function absolute(ours, seen) {
  if (ours.startsWith("/")) return ours;
  const isBelowHome = typeof seen === "string" && seen.startsWith("/") && seen.endsWith(ours.slice(1));
  return isBelowHome && !seen.split("/").includes("..") ? seen : void 0;
}

// src/launch/audit-lease.ts
async function auditLease(world, of) {
  const { run, lease, job } = of;
  const channel = await world.channel(lease);
  const profile = await world.profile(lease.platform);
  const candidate = candidateOf(job, lease);
  const wanted = wantedPlaces(job, profile, candidate);
  const budget = diskBudget({ job, profile, candidate, known: run });
  const {
    fit,
    findings: seen,
    measured,
    said
  } = await audit(channel, {
    ...isQueued(lease) ? placeOf(job, wanted) : expectationOf(job, profile, wanted),
    ...roomAsked({ job, run, lease, budget })
  });
  const placed = placedOn(wanted, measured);
  const routes = fit && !lease.started ? await of.routes?.(channel, placed) : void 0;
  const findings = [...seen, ...routes ?? []];
  for (const finding of findings) show(world, lease, finding);
  const known = recognize({ run, lease }, profile, textsOf(findings, said));
  for (const each of known) world.face.warn(wordsOfRecognized(each));
  const goesBack = !fit && lease.intent.attach === void 0 && lease.started === void 0;
  const unfit = `is NOT fit for the job; nothing is started on it${goesBack ? ", and it goes back" : ""}`;
  world.face.line(`${lease.name} ${fit ? "is fit for the job" : unfit}`);
  return [
    {
      type: "audited",
      lease: lease.name,
      fit,
      ...goesBack && { goesBack: true },
      findings: findings.map(({ id, level, what, cause, fix }) => ({
        id,
        level,
        what: level === "info" ? what : `${what} Cause: ${cause} Fix: ${fix}`
      })),
      measured,
      placed
    },
    ...known.map(({ event }) => event)
  ];
}
var textsOf = (findings, said) => [
  { in: "probe", text: said },
  {
    in: "probe",
    text: findings.filter(({ level }) => level !== "info").map(({ what }) => what).join("\n")
  }
];
var candidateOf = (job, { intent, platform }) => job.candidates.find(
  (each, index) => (intent.candidate ?? index) === index && each.platform === platform
) ?? {
  platform
};
function show({ face }, lease, { id, level, what, cause, fix }) {
  if (level === "info") face.line(`audit ${id}: ${what}`);
  else
    face.warn(
      `${lease.name}: ${level === "fail" ? "NOT FIT, " : ""}${id}: ${what} Cause: ${cause} Fix: ${fix}`
    );
}
var placeOf = (job, wanted) => ({
  ...placesAsked(wanted),
  ...job.storage?.data !== void 0 && { setsDir: job.storage.data }
});
function expectationOf(job, profile, wanted) {
  const { gpu, cpus, memoryGb } = job.resources;
  const python = /^\s*(\S*python[\d.]*)\s/.exec(job.run)?.[1];
  const pathDir = folderOf(overrideOf(profile, "python", job.storage?.python));
  const [launcher, fallback] = profile.drive.launchers.filter((each) => each === "tmux" || each === "setsid");
  return {
    ...gpu ? { gpu } : {},
    ...cpus ? { cpus } : {},
    ...memoryGb ? { memoryGb } : {},
    ...placesAsked(wanted),
    ...job.storage?.data !== void 0 && { setsDir: job.storage.data },
    ...python ? { python } : {},
    ...pathDir === void 0 ? {} : { pathDir },
    ...installerOf(job.requirements?.file ?? "") === "conda" && { conda: true },
    // The image's own PyTorch is what `keep-image` counts on; a setup may still bring it.
    ...python && job.requirements?.torch === "keep-image" ? { framework: { module: "torch", required: false } } : {},
    ...launcher && !fallback ? { launcher } : {},
    profileGotchas: profile.gotchas.map(({ id, aliases, cause, fix }) => ({
      id,
      cause,
      fix,
      ...aliases ? { aliases } : {}
    }))
  };
}
function roomAsked({ job, run, lease, budget }) {
  const asked = (job.resources.diskGb?.min ?? 0) * 1e9;
  if (lease.started) {
    const { floor } = cellGate(job, run);
    return { diskBytes: Math.max(floor.bytes, asked), inodes: floor.inodes };
  }
  const [ofRun, ofData, ofDurable] = ["run", "data", "durable"].map(
    (place) => needAt(budget, [place], true)
  );
  return {
    diskBytes: Math.max(ofRun?.bytes ?? 0, asked),
    inodes: ofRun?.inodes ?? 0,
    dataBytes: ofData?.bytes ?? 0,
    ...ofDurable && ofDurable.bytes > 0 && { durableBytes: ofDurable.bytes }
  };
}
var placesAsked = ({ work, workNeedsData, data, durable }) => ({
  workDir: work,
  workNeedsData,
  ...data !== void 0 && { dataDir: data },
  ...durable && { durableDir: durable.dir, durableMayLack: durable.mayLack }
});

// src/course/tier.ts
async function outlivesRelease(world, job, lease, dir) {
  const { steps } = await fullPlan(world, lease, "zero");
  const profile = await world.profile(lease.platform);
  return outliving(
    profile,
    candidateOf(job, lease),
    dir,
    steps.map(({ verb }) => verb)
  );
}
async function tierForSeal(world, run, job) {
  const lease = run.leases.findLast(({ started, boxGone }) => started !== void 0 && !boxGone);
  const durable = lease?.placed?.durable;
  if (!lease || durable === void 0) return { why: "the box has none" };
  const found = await outlivesRelease(world, job, lease, durable);
  return found.outlives ? { durable, tier: found.tier } : { why: found.why };
}
async function tierNow(world, run) {
  const sealedIn = run.seal?.in;
  const lease = run.leases.findLast(
    ({ platform, placed }) => platform === sealedIn?.platform && placed?.durable
  );
  const job = run.opened?.document;
  if (!sealedIn || !lease || !job) return { is: "not-reached" };
  if (!(await outlivesRelease(world, job, lease, sealedIn.durable)).outlives) return { is: "lost-with-box" };
  try {
    return { is: "mounted", channel: await world.channel(lease) };
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
  }
  const { state } = await (await world.driver(lease.intent)).describe(lease.boxId ?? "");
  return { is: state === "gone" ? "box-gone" : "not-reached" };
}

// src/course/store.ts
async function storeSealed(world, run, job, uploading) {
  if (await parcelOf(world.storeDir, run)) await uploading.report?.(run);
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
async function unseal(world, run, seal) {
  if (await parcelOf(world.storeDir, run)) return [];
  return [{ type: "unsealed", seal, why: "it was sealed on a machine that is gone, before it was stored" }];
}
async function afarOf(world, run, job) {
  if (!run.opened?.needsStore)
    return { stores: [], freeBytes: freeBytesOf, tier: () => tierForSeal(world, run, job) };
  const { ladderOf } = await import("./stores-registry.mjs");
  const rungs = ladderOf(job).filter((rung) => rung.kind === "s3");
  if (rungs.length === 0) return void 0;
  const { s3BoxStore } = await import("./stores-box-store.mjs");
  const storeWorld = storeWorldOf(world, run, void 0);
  return { stores: rungs.map((rung) => s3BoxStore(rung, storeWorld)), freeBytes: freeBytesOf };
}
var sealedNow = (world, run) => evidenceOf(world, run, storesOf(world, run), () => tierNow(world, run));
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
    scratchDir: join3(world.storeDir, run.id, "+readback"),
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
  noRoomHere,
  storeDiffers,
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
  boxStorage,
  auditLease,
  candidateOf,
  isSealedElsewhere,
  breakIfChanged,
  nameOfTier,
  hashedThere,
  storeSealed,
  unseal,
  afarOf,
  sealedNow,
  storesOf,
  restoringOf,
  storeWorldOf,
  viaProxy,
  uploadStepOf,
  uploadOutcome
};
