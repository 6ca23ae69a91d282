import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  hashOnBox,
  patienceSeconds
} from "./collect-box-questions.shared.mjs";
import {
  audit,
  recognize,
  wordsOfRecognized
} from "./box-audit.shared.mjs";
import {
  drivenBy
} from "./lease-driven.shared.mjs";
import {
  fitsNowhere,
  notSent,
  storeDiffers
} from "./collect-collect-problems.shared.mjs";
import {
  cellOutDir
} from "./collect-places.shared.mjs";
import {
  EVIDENCE,
  RunStore,
  checkSeal,
  liesIn,
  sealedFiles
} from "./collect-seal.shared.mjs";
import {
  manifestSha256
} from "./collect-manifest.shared.mjs";
import {
  installerOf
} from "./job-requirements-file.shared.mjs";
import {
  auditPeers,
  setGlobs
} from "./box-keeper-text.shared.mjs";
import {
  fullPlan
} from "./profile-deadlines.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  compareStored,
  textOf
} from "./stores-compare.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  CONDITIONS
} from "./stores-box-store.shared.mjs";
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
  emptyRun
} from "./lease-capacity.shared.mjs";
import {
  costing
} from "./lease-run.shared.mjs";
import {
  isQueued
} from "./lease-fold-queue.shared.mjs";
import {
  fetchFor
} from "./host-proxied-fetch.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  inParallel
} from "./host-limit.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

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
  const own = await of.deadMan?.(channel);
  const {
    fit: isFitAlone,
    findings: seen,
    measured,
    said
  } = await audit(channel, {
    ...isQueued(lease) ? placeOf(job, wanted) : expectationOf(job, profile, wanted),
    ...roomAsked({ job, run, lease, budget })
  });
  const placed = placedOn(wanted, measured);
  const peers = isFitAlone ? await peersOf(job, candidate, channel, placed) : [];
  const fit = isFitAlone && peers.every(({ level }) => level !== "fail");
  const routes = fit && !lease.started ? await of.routes?.(channel, placed) : void 0;
  const findings = [...seen, ...own?.findings ?? [], ...peers, ...routes ?? []];
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
      placed,
      ...own?.endsItselfAt !== void 0 && { endsItselfAt: own.endsItselfAt }
    },
    ...known.map(({ event }) => event)
  ];
}
async function auditCandidate(channel, { job, profile, candidate }) {
  const wanted = wantedPlaces(job, profile, candidate);
  const budget = diskBudget({ job, profile, candidate, known: emptyRun("plan") });
  const expected = expectationOf(job, profile, wanted);
  const report = await audit(channel, {
    ...expected,
    ...expected.python && { framework: { module: "torch", required: false } },
    ...roomAtFirst(job, budget)
  });
  return { ...report, placed: placedOn(wanted, report.measured) };
}
async function peersOf({ resources: { leastNodes: least } }, { peers }, channel, { work = "" }) {
  if (!peers) return [];
  return auditPeers(channel, { work, peers, ...least !== void 0 && { least } });
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
  if (lease.started) {
    const asked = (job.resources.diskGb?.min ?? 0) * 1e9;
    const { floor } = cellGate(job, run);
    return { diskBytes: Math.max(floor.bytes, asked), inodes: floor.inodes };
  }
  return roomAtFirst(job, budget);
}
function roomAtFirst({ resources }, budget) {
  const asked = (resources.diskGb?.min ?? 0) * 1e9;
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

// src/course/store.ts
import { join as join3 } from "node:path";

// src/collect/afar.ts
import { lstatSync } from "node:fs";
import { mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";

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
    else if (!there.has(name)) dispatch.world.traffic?.add(dispatch.lease, { fromBoxBytes: file.bytes });
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
      const failed = await sendFiles(
        { world, channel: box.channel, lease: gathering.lease.name, uploader, folder, dirOf },
        files
      );
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
  const { state } = await (await world.driver(drivenBy(lease))).describe(lease.boxId ?? "");
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
  uploaderOf,
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
  auditCandidate,
  candidateOf,
  parcelOf,
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
