import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  compileGlob,
  external_exports,
  require_dist
} from "./chunk-66KBGZBA.mjs";
import {
  oneLine
} from "./chunk-ZX5UCFYF.mjs";
import {
  runState
} from "./chunk-LC3LL5FN.mjs";
import {
  usdSoFar
} from "./chunk-QEXAT76E.mjs";
import {
  TransportFailed
} from "./chunk-FB3EQ6MM.mjs";
import {
  nearestOf
} from "./chunk-4X7WQNKK.mjs";
import {
  installedDir
} from "./chunk-H5FEDLG3.mjs";
import {
  hostKey,
  loginKey,
  newSecret
} from "./chunk-5FQNGORP.mjs";
import {
  Problem,
  Problems
} from "./chunk-NH4MOYHC.mjs";
import {
  __toESM
} from "./chunk-OPQ6Q3N2.mjs";

// src/job/roster.ts
var REQUIRED = {
  checkpoint: "L3",
  model: "L3",
  optimizer: "L3",
  adapter: "L3",
  metrics: "L2",
  config: "L2",
  log: "L2",
  dataset: "L2",
  archive: "L2",
  opaque: "L1"
};
function expandRoster(job) {
  return job.cells.flatMap(
    (cell) => job.artifacts.map((rule) => ({
      ...rule,
      cell: cell.name,
      requiredLevel: REQUIRED[rule.role]
    }))
  );
}
function matchRoster(roster, listing) {
  const { files, duplicate } = withoutDuplicates(listing);
  const filesOf = groupByCell(files);
  const claimed = /* @__PURE__ */ new Set();
  const matchers = /* @__PURE__ */ new Map();
  const matched = roster.map((entry) => {
    const matches = matchers.get(entry.path) ?? compileGlob(entry.path);
    matchers.set(entry.path, matches);
    const named = (filesOf.get(entry.cell) ?? []).filter(({ path }) => staysInside(path) && matches(path));
    for (const file of named) claimed.add(file);
    return { entry, files: named.filter(holdsSomething) };
  });
  return {
    matched,
    missing: matched.filter(({ entry, files: counting }) => counting.length < entry.min).map(({ entry, files: counting }) => ({ entry, found: counting.length })),
    undeclared: files.filter((file) => !claimed.has(file)),
    zeroByte: files.filter((file) => claimed.has(file) && !holdsSomething(file)),
    duplicate
  };
}
var holdsSomething = ({ bytes }) => Number.isSafeInteger(bytes) && bytes > 0;
var staysInside = (path) => !/[\u0000-\u001f\u007f\\]/.test(path) && path.split("/").every((name) => !["", ".", ".."].includes(name));
function withoutDuplicates(listing) {
  const seen = /* @__PURE__ */ new Set();
  const files = [];
  const duplicate = [];
  for (const file of listing) {
    const key = JSON.stringify([file.cell, file.path]);
    (seen.has(key) ? duplicate : files).push(file);
    seen.add(key);
  }
  return { files, duplicate };
}
function groupByCell(files) {
  const groups = /* @__PURE__ */ new Map();
  for (const file of files) {
    const group = groups.get(file.cell);
    if (group) group.push(file);
    else groups.set(file.cell, [file]);
  }
  return groups;
}

// src/box/keeper-call.ts
var KEEPER_GONE = 66;
var CALL = `[ -f "$1" ] || exit ${KEEPER_GONE}; exec sh "$@"`;
var callKeeper = (channel, dir, words, options) => channel.exec(["sh", "-c", CALL, "sh", dir.keeper, ...words], options);
var answersOf = (result) => result.stdout.split("\n").flatMap((line) => line.startsWith("GPU-LEASE ") ? [line.slice(10)] : []);
function unusableAnswer(doing, result, dir) {
  if (result.exitCode === KEEPER_GONE) {
    return new Problem({
      code: "keeper-gone",
      kind: "unfit",
      what: `${doing}: ${dir?.keeper ?? "the keeper"} is no longer on the box. It was reset, or it is another box.`,
      next: "Look at the platform whether the box was recreated; `gpu-lease resume` lays everything down again."
    });
  }
  if (result.exitCode === 0) {
    return new TransportFailed(
      `${doing}: the box's answer is not complete (${result.stdout.length} characters)`,
      "short"
    );
  }
  return new Problem({
    code: "keeper-failed",
    kind: "unfit",
    what: `${doing} failed on the box (exit ${result.exitCode}): ${oneLine(result.stderr.slice(-2e3)) || "it said nothing"}`,
    next: "Correct what it names (often a full disk or a directory without write permission) and run the same command again."
  });
}

// src/box/keeper-probe.ts
var MAX_CELLS = 1e4;
async function probe(channel, dir, watched) {
  const result = await callKeeper(channel, dir, ["probe", dir.base], { maxOutputBytes: 16 * 1024 * 1024 });
  if (result.exitCode === KEEPER_GONE) return nothingThere();
  const line = result.stdout.split("\n").findLast((each) => each.startsWith('{"gpuLease":1,'));
  if (result.exitCode !== 0 || line === void 0) throw unusableAnswer("Looking at the run", result, dir);
  return readProbe(line, watched);
}
function readProbe(line, watched) {
  let raw;
  try {
    raw = JSON.parse(line);
  } catch (cause) {
    throw new TransportFailed("the box answered something that is no JSON", "short", { cause });
  }
  const top = asObject(raw);
  const disk = asObject(top["disk"]);
  const memory = asObject(top["memory"]);
  const gpu = bytesOf(top["gpuHex"], 4096);
  return {
    boxTime: count(top["boxTime"]) ?? 0,
    bootId: word(top["bootId"], 64),
    uptimeSeconds: count(top["uptimeSeconds"]) ?? 0,
    attempt: count(top["attempt"]) ?? 0,
    queue: oneOf(top["queue"], ["absent", "running", "ended", "lost"], "lost"),
    ...endOf(top),
    ...setupOf(top["setup"]),
    cells: Array.isArray(top["cells"]) ? top["cells"].slice(0, MAX_CELLS).flatMap((cell) => readCell(cell, watched)) : [],
    disk: {
      freeBytes: count(disk["freeBytes"]) ?? 0,
      totalBytes: count(disk["totalBytes"]) ?? 0,
      freeInodes: count(disk["freeInodes"]),
      totalInodes: count(disk["totalInodes"])
    },
    memory: {
      usedBytes: count(memory["usedBytes"]),
      maxBytes: count(memory["maxBytes"]),
      oomKills: count(memory["oomKills"])
    },
    gpu: gpu.length > 0 ? textOf(gpu).replace(/;$/, "") : null
  };
}
function endOf(top) {
  const queueExitCode = count(top["queueExitCode"]);
  if (queueExitCode === null) return {};
  return { queueExitCode, queueReason: textOf(bytesOf(top["queueReasonHex"], 1e3)) };
}
function setupOf(value) {
  if (value === void 0) return {};
  const setup = asObject(value);
  const state = oneOf(setup["state"], ["running", "exited", "lost"], "lost");
  return {
    setup: { state, exitCode: count(setup["exitCode"]), logTail: textOf(bytesOf(setup["logTailHex"], 4096)) }
  };
}
function readCell(value, watched) {
  const cell = asObject(value);
  const name = word(cell["name"], 100);
  if (name === "") return [];
  const reason = cell["reason"] || void 0;
  return [
    {
      name,
      state: oneOf(cell["state"], ["waiting", "running", "exited", "lost"], "lost"),
      attempt: count(cell["attempt"]) ?? 0,
      exitCode: count(cell["exitCode"]),
      ...reason === void 0 ? {} : { reason: oneOf(reason, REASONS, "unknown") },
      syncExitCode: count(cell["syncExitCode"]),
      startedAt: count(cell["startedAt"]),
      endedAt: count(cell["endedAt"]),
      heartbeatAgeSeconds: atLeastZero(cell["heartbeatAgeSeconds"]),
      logBytes: count(cell["logBytes"]) ?? 0,
      logTail: textOf(bytesOf(cell["logTailHex"], 4096)),
      metricsFirst: firstLine(bytesOf(cell["metricsHeadHex"], 8192)),
      metricsLast: lastLine(bytesOf(cell["metricsTailHex"], 8192)),
      quietSeconds: atLeastZero(cell["quietSeconds"]),
      watched: readWatched(bytesOf(cell["watchedHex"], 1e6), watched)
    }
  ];
}
var REASONS = ["exited", "disk-gate", "hook", "signal", "dead-man", "unknown"];
function readWatched(bytes, globs) {
  const matchers = globs?.map(compileGlob);
  return textOf(bytes).split("\n").flatMap((line) => {
    const [, modifiedAt, size, path] = /^(\d{1,12}) (\d{1,15}) \.\/(.+)$/.exec(line) ?? [];
    if (path === void 0 || matchers && !matchers.some((matches) => matches(path))) return [];
    return [{ path, bytes: Number(size), modifiedAt: Number(modifiedAt) }];
  });
}
function firstLine(bytes) {
  const lines2 = textOf(bytes).split("\n").slice(0, -1);
  return lines2.slice(0, 2).find(isJsonObject) ?? lines2[0] ?? null;
}
function isJsonObject(line) {
  try {
    return line.startsWith("{") && typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}
function lastLine(bytes) {
  const end = bytes.lastIndexOf(10);
  if (end < 0) return null;
  const before = end === 0 ? -1 : bytes.lastIndexOf(10, end - 1);
  if (before < 0 && bytes.length >= 8192) return null;
  return textOf(bytes.subarray(before + 1, end));
}
var nothingThere = () => ({
  boxTime: 0,
  bootId: "",
  uptimeSeconds: 0,
  attempt: 0,
  queue: "absent",
  cells: [],
  disk: { freeBytes: 0, totalBytes: 0, freeInodes: null, totalInodes: null },
  memory: { usedBytes: null, maxBytes: null, oomKills: null },
  gpu: null
});
var asObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
var count = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
var atLeastZero = (value) => typeof value === "number" && Number.isSafeInteger(value) ? Math.max(0, value) : null;
var word = (value, maxLength) => typeof value === "string" && value.length <= maxLength && /^[A-Za-z0-9._-]*$/.test(value) ? value : "";
function oneOf(value, known, otherwise) {
  return known.find((each) => each === value) ?? otherwise;
}
function bytesOf(value, maxBytes) {
  if (typeof value !== "string" || !/^(?:[0-9a-f]{2})*$/.test(value)) return Buffer.alloc(0);
  return Buffer.from(value.slice(0, 2 * maxBytes), "hex");
}
var decoder = new TextDecoder("utf-8");
var textOf = (bytes) => decoder.decode(bytes);

// src/box/keeper-install.ts
import { gzipSync } from "node:zlib";

// src/box/keeper-plan.ts
import { createHash } from "node:crypto";

// src/box/keeper-pattern.ts
function globToEre(glob2, bias) {
  const segments = glob2.split("/");
  let ere = "^";
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === "**") ere += isLast ? ".+" : "(.+/)?";
    else ere += segmentToEre(segment, bias) + (isLast ? "" : "/");
  }
  return `${ere}$`;
}
function segmentToEre(segment, bias) {
  const one = bias === "wide" ? "[^/]{1,4}" : "[ -.0-~]";
  if (/^\*+$/.test(segment)) return "[^/]+";
  return segment.replace(/\[[^\]]*\]|[^[]/gu, (part) => {
    if (part === "*") return "[^/]*";
    if (part === "?") return one;
    if (part.length > 1 && part.startsWith("[")) return setToEre(part, bias, one);
    return /[\\^$.|+(){}]/.test(part) ? `\\${part}` : part;
  });
}
function setToEre(set, bias, one) {
  const inside = set.slice(1, -1);
  const negated = inside.startsWith("!");
  const plain = /^[A-Za-z0-9_-]+$/.test(negated ? inside.slice(1) : inside);
  if (!negated && plain) return set;
  if (bias === "wide") return one;
  return negated && plain ? `[^/${inside.slice(1)}]` : "($^)";
}

// src/box/keeper-plan.ts
function planMembers(plan) {
  refuseBadPlan(plan);
  const setup = setupText(plan);
  const files = {
    settings: settingsText(plan, setup),
    cells: plan.cells.map((cell) => `${cell.name}
`).join(""),
    "vars.env": exportLines(plan.vars),
    "watched.ere": lines(plan.watched.map((glob2) => globToEre(glob2, "wide"))),
    "scratch.ere": lines(plan.scratch.map((glob2) => globToEre(glob2, "narrow")))
  };
  if (setup !== "") files["setup.sh"] = setup;
  if (plan.requirements) files["requirements.txt"] = plan.requirements.text;
  Object.assign(files, hookFiles("enter", plan.hooks.enter), hookFiles("leave", plan.hooks.leave));
  for (const [index, cell] of plan.cells.entries()) {
    files[`cell-${index + 1}.sh`] = `${cell.command}
`;
    files[`cell-${index + 1}.env`] = exportLines(cell.vars);
  }
  return Object.entries(files).map(([name, text2]) => ({ path: `plan/${name}`, content: Buffer.from(text2) }));
}
var lines = (all) => all.map((line) => `${line}
`).join("");
function hookFiles(kind, hooks) {
  if (hooks.length === 0) return {};
  const files = {};
  hooks.forEach((text2, index) => {
    files[`${kind}-${index + 1}.sh`] = `${text2}
`;
  });
  files[`${kind}.sh`] = lines(hooks.map((_, index) => `. "$1/${kind}-${index + 1}.sh" || exit 97`));
  return files;
}
function setupText(plan) {
  const steps = [];
  if (plan.requirements) steps.push(`${plan.requirements.install} || exit`);
  if (plan.setup !== void 0 && plan.setup.trim() !== "") steps.push(plan.setup);
  return lines(steps);
}
function settingsText(plan, setup) {
  const key = createHash("sha256").update(
    JSON.stringify([setup, plan.requirements?.text ?? "", plan.code.hash])
  );
  const settings = [
    ["code", plan.code.hash],
    ["durable_dir", plan.durableDir],
    ["dead_man_seconds", Math.ceil(plan.deadManSeconds)],
    ["heartbeat_seconds", Math.max(1, Math.ceil(plan.heartbeatSeconds))],
    ["floor_bytes", Math.ceil(plan.diskFloor.bytes)],
    ["floor_inodes", Math.ceil(plan.diskFloor.inodes)],
    ["metrics", plan.metrics?.path],
    ["setup_key", key.digest("hex").slice(0, 16)],
    ["log_max_bytes", plan.logMaxBytes],
    ["boot_env", plan.bootEnv ? 1 : 0]
  ];
  return lines(settings.flatMap(([name, value]) => value === void 0 ? [] : [`${name}=${value}`]));
}
function exportLines(values) {
  return lines(
    Object.entries(values).map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'`)
  );
}
var SHELL_NAMES = new Set(
  "BASHOPTS BASH_ENV BASH_VERSINFO ENV EUID GROUPS IFS LINENO OPTARG OPTIND PPID PS4 PWD OLDPWD SHELLOPTS UID _".split(
    " "
  )
);
function refuseBadPlan(plan) {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(plan.run))
    throw unusable("run", `the run id ${JSON.stringify(plan.run)}`);
  if (!Number.isSafeInteger(plan.attempt) || plan.attempt < 1)
    throw unusable("attempt", `the attempt ${plan.attempt}`);
  if (!/^[0-9a-f]{64}$/.test(plan.code.hash))
    throw unusable("code", `the code hash ${JSON.stringify(plan.code.hash)}`);
  if (plan.cells.length === 0) throw unusable("no-cells", "a plan without cells");
  refuseCells(plan);
  refuseNames({ ...plan.vars, ...Object.assign({}, ...plan.cells.map((cell) => cell.vars)) }, "variable");
  refuseNames(plan.secrets, "secret");
  refuseCarriageReturns(plan);
  if (plan.durableDir !== void 0) refuseDurableDir(plan.durableDir);
  if (plan.workDir !== void 0 && !isPlainAbsolute(plan.workDir))
    throw unusable("work-dir", `the directory ${plan.workDir}`);
  const metrics = plan.metrics?.path ?? "metrics";
  if (/[\r\n]/.test(metrics) || metrics.startsWith("/") || metrics.split("/").includes("..")) {
    throw unusable("metrics", `the metrics path ${JSON.stringify(metrics)}`);
  }
}
function refuseCells(plan) {
  const seen = /* @__PURE__ */ new Set();
  for (const { name } of plan.cells) {
    if (!/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(name))
      throw unusable("cell-name", `the cell name ${JSON.stringify(name)}`);
    if (seen.has(name)) throw unusable("cell-twice", `two cells named ${JSON.stringify(name)}`);
    seen.add(name);
  }
}
function refuseNames(values, what) {
  for (const [name, value] of Object.entries(values)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || SHELL_NAMES.has(name) || name.startsWith("GPU_LEASE_")) {
      throw unusable("variable-name", `the ${what} name ${JSON.stringify(name)}`);
    }
    if (value.includes("\0"))
      throw unusable("variable-value", `the ${what} ${name}: its value holds a NUL byte`);
  }
}
function refuseDurableDir(dir) {
  if (dir === "") {
    throw new Problem({
      code: "durable-dir-empty",
      kind: "usage",
      what: 'The durable directory is set and empty. Empty is a value: it does not mean "none", and it is no path.',
      next: "Leave it out to run without a durable tier, or name an absolute directory on the box."
    });
  }
  if (!isPlainAbsolute(dir)) throw unusable("durable-dir", `the durable directory ${JSON.stringify(dir)}`);
}
var isPlainAbsolute = (dir) => dir.startsWith("/") && !/[\u0000-\u001f]/.test(dir) && !dir.split("/").includes("..");
function refuseCarriageReturns(plan) {
  const texts2 = [
    ["setup", plan.setup],
    ...plan.hooks.enter.map((text2, i) => [`enter hook ${i + 1}`, text2]),
    ...plan.hooks.leave.map((text2, i) => [`leave hook ${i + 1}`, text2]),
    ...plan.cells.map((cell) => [`the command of cell ${cell.name}`, cell.command])
  ];
  const where = texts2.filter(([, text2]) => text2?.includes("\r")).map(([name]) => name);
  if (where.length === 0) return;
  throw new Problem({
    code: "crlf",
    kind: "usage",
    what: `Windows line ends (CRLF) in ${where.slice(0, 5).join(", ")}: a shell on the box would read the carriage return as a part of the last word (U26).`,
    next: "Save the file with LF line ends; in git: `* text=auto eol=lf` in .gitattributes."
  });
}
var unusable = (code, what) => new Problem({
  code: `plan-${code}`,
  kind: "usage",
  what: `This cannot be laid down on a box: ${what}.`,
  next: "Correct it in the job file."
});

// src/box/keeper-text.ts
import { createHash as createHash2 } from "node:crypto";
import { readFileSync } from "node:fs";
var keeperText = () => read("keeper.sh");
var auditText = () => read("audit.sh");
var keeperHash = () => createHash2("sha256").update(keeperText()).digest("hex");
var texts = /* @__PURE__ */ new Map();
function read(name) {
  const known = texts.get(name);
  if (known !== void 0) return known;
  const text2 = readFileSync(new URL(`./${name}`, import.meta.url), "utf8").replaceAll("\r\n", "\n");
  texts.set(name, text2);
  return text2;
}

// src/box/tar-writer.ts
var BLOCK = 512;
var MODIFIED_AT = 1e9;
function writeTar(members) {
  const parts = [];
  for (const member of members) {
    if (Buffer.byteLength(member.path) > 100) parts.push(...longText("L", member.path));
    if (member.link !== void 0 && Buffer.byteLength(member.link) > 100)
      parts.push(...longText("K", member.link));
    const content = member.link === void 0 ? Buffer.from(member.content) : Buffer.alloc(0);
    parts.push(header(member, content.length), content, padding(content.length));
  }
  parts.push(Buffer.alloc(2 * BLOCK));
  return Buffer.concat(parts);
}
function longText(type, text2) {
  const content = Buffer.from(`${text2}\0`);
  return [rawHeader("././@LongLink", type, content.length, 420, ""), content, padding(content.length)];
}
function header(member, size) {
  const mode = member.executable ? 493 : 420;
  return rawHeader(member.path, member.link === void 0 ? "0" : "2", size, mode, member.link ?? "");
}
function rawHeader(name, type, size, mode, link) {
  const block = Buffer.alloc(BLOCK);
  const octal = (value, at, width) => block.write(`${value.toString(8).padStart(width - 1, "0")}\0`, at, "latin1");
  Buffer.from(name).copy(block, 0, 0, 100);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(MODIFIED_AT, 136, 12);
  block.write(type, 156, "latin1");
  Buffer.from(link).copy(block, 157, 0, 100);
  block.write("ustar  \0", 257, "latin1");
  block.fill(32, 148, 156);
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7
  );
  block[155] = 32;
  return block;
}
var padding = (size) => Buffer.alloc((BLOCK - size % BLOCK) % BLOCK);

// src/box/keeper-install.ts
var BASE = 'umask 077; base=$1; [ -n "$base" ] || base=$HOME/.gpu-lease; base=$base/$2; mkdir -p "$base" || exit 5';
var INSTALL = `${BASE}
tmp=$(mktemp -d "$base/.install.XXXXXX") || exit 5
trap 'rm -rf "$tmp"' EXIT
trap 'exit 5' HUP INT TERM
gzip -dc | tar -xf - -C "$tmp" || exit 5
sh "$tmp/keeper.sh" install "$base" "$3" "$tmp"`;
var SECRETS = `${BASE}
text=$(cat)
case $text in *'# complete') ;; *) exit 5 ;; esac
[ ! -d "$base/attempts/$3" ] || { echo 'GPU-LEASE secrets late'; exit 0; }
if [ -f "$base/private.$3" ]; then
  read -r old <"$base/private.$3"
  case $old in */gpu-lease.*/secrets) rm -rf "\${old%/secrets}" ;; esac
fi
durable=\${4%/}/
for dir in /dev/shm "\${XDG_RUNTIME_DIR:-}" "\${TMPDIR:-/tmp}" "$base"; do
  [ -n "$dir" ] && [ -d "$dir" ] && [ -w "$dir" ] || continue
  if [ -n "$4" ]; then case $dir/ in "$durable"*) continue ;; esac; fi
  case $(stat -f -c %T "$dir" 2>/dev/null) in
    nfs* | cifs | smb* | fuse* | lustre | ceph | gpfs | beegfs | afs | v9fs | 9p | ocfs2 | gfs*) continue ;;
  esac
  private=$(mktemp -d "$dir/gpu-lease.XXXXXX") || continue
  if printf '%s\\n' "$text" >"$private/secrets" && printf '%s\\n' "$private/secrets" >"$base/private.$3"; then
    echo 'GPU-LEASE secrets kept'
    exit 0
  fi
  rm -rf "$private"
done
exit 9`;
async function install(channel, plan) {
  const members = planMembers(plan);
  const stream = gzipSync(
    writeTar([
      { path: "keeper.sh", content: Buffer.from(keeperText()) },
      { path: "code.hash", content: Buffer.from(`${plan.code.hash}
`) },
      { path: "code.sums", content: Buffer.from(sumsOf(plan.code.files)) },
      { path: "code.tar", content: plan.code.tar },
      ...members,
      { path: "complete", content: Buffer.alloc(0) }
    ])
  );
  const where = [plan.workDir ?? "", plan.run, String(plan.attempt)];
  const [laid] = await Promise.all([
    channel.exec(["sh", "-c", INSTALL, "sh", ...where], {
      stdin: stream,
      timeoutSeconds: 120 + Math.ceil(stream.length / 2e4)
    }),
    pushSecrets(channel, plan, where)
  ]);
  return installedFrom(laid, plan);
}
function installedFrom(laid, plan) {
  const answers = answersOf(laid);
  const base = answers.find((line) => line.startsWith("base /"))?.slice(5);
  if (laid.exitCode !== 0 || base === void 0 || !answers.includes("installed")) {
    throw unusableAnswer("Laying down the run", laid);
  }
  const hash = keeperHash();
  if (!answers.includes(`keeper ${hash}`))
    throw unusableAnswer("Laying down the keeper", { ...laid, exitCode: 0 });
  const differing = differingIn(answers);
  if (differing.length > 0) throw codeDiffers(plan.code.hash, differing);
  return {
    dir: { base, keeper: `${base}/keeper-${hash.slice(0, 12)}.sh` },
    keeperHash: hash,
    codeHash: plan.code.hash
  };
}
async function pushSecrets(channel, plan, where) {
  if (Object.keys(plan.secrets).length === 0) return;
  const kept = await channel.exec(["sh", "-c", SECRETS, "sh", ...where, plan.durableDir ?? ""], {
    stdin: Buffer.from(`${exportLines(plan.secrets)}# complete`)
  });
  if (kept.exitCode === 0 && answersOf(kept).some((line) => line.startsWith("secrets "))) return;
  if (kept.exitCode !== 9) throw unusableAnswer("Handing over the secrets", { ...kept, stdout: "" });
  throw new Problem({
    code: "no-private-place",
    kind: "unfit",
    what: "The box has no place for secrets: /dev/shm, XDG_RUNTIME_DIR, /tmp and the run directory are missing, not writable or shared file systems.",
    next: "Give the box a writable /dev/shm or /tmp of its own, or remove the secrets from the job."
  });
}
function sumsOf(files) {
  return [...files].sort((a, b) => a.path < b.path ? -1 : 1).map(
    (file) => `${file.sha256} ${file.link !== void 0 ? "l" : file.executable ? "x" : "f"} ${file.path}
`
  ).join("");
}
async function proveCode(channel, dir, expectedHash) {
  const result = await callKeeper(channel, dir, ["prove", dir.base], { timeoutSeconds: 600 });
  const answers = answersOf(result);
  if (result.exitCode !== 0 || result.truncated || !answers.includes("proven")) {
    throw unusableAnswer("Proving the code", result, dir);
  }
  const codeHashes = answers.flatMap((line) => /^code ([0-9a-f]{64})$/.exec(line)?.[1] ?? []);
  const differing = differingIn(answers);
  if (expectedHash !== void 0 && !codeHashes.includes(expectedHash))
    differing.unshift(`code/${expectedHash}`);
  if (codeHashes.length === 0 && differing.length === 0) differing.push("code");
  return { codeHashes, differing };
}
var differingIn = (answers) => answers.flatMap((line) => line.startsWith("differs D ") ? [oneLine(line.slice(10))] : []);
function codeDiffers(codeHash, differing) {
  const named = differing.slice(0, 10).join(", ");
  const more = differing.length > 10 ? ` and ${differing.length - 10} more` : "";
  return new Problem({
    code: "code-differs",
    kind: "unfit",
    what: `The code on the box is not the code that was bound (${codeHash.slice(0, 12)}): ${named}${more} (U42).`,
    next: "Nothing on the box is overwritten. Remove the directory `code/` of this run on the box and run the same command again."
  });
}

// src/box/keeper-manifest.ts
async function manifest(channel, dir, cell, globs, options = {}) {
  if (globs.length === 0) return { entries: [], refused: [] };
  const patterns = globs.map((glob2) => globToEre(glob2, "wide"));
  const result = await callKeeper(channel, dir, ["manifest", dir.base, cell, ...patterns], {
    timeoutSeconds: options.timeoutSeconds ?? 3600,
    maxOutputBytes: 512 * 1024 * 1024,
    ...options.signal ? { signal: options.signal } : {}
  });
  const answers = answersOf(result);
  if (result.exitCode !== 0 || result.truncated || answers[0] !== "manifest" || !answers.at(-1)?.startsWith("end ")) {
    throw unusableAnswer(`Listing the files of cell ${cell}`, result, dir);
  }
  return readManifestLines(result.stdout, globs);
}
function readManifestLines(text2, globs) {
  const matchers = globs.map(compileGlob);
  const sizes = /* @__PURE__ */ new Map();
  const hashes = /* @__PURE__ */ new Map();
  const refused = [];
  for (const line of text2.split("\n")) {
    const [, bytes, sized] = /^S (\d{1,15}) \.\/(.+)$/.exec(line) ?? [];
    if (bytes !== void 0 && sized !== void 0) sizes.set(sized, Number(bytes));
    const [, sha256, hashed] = /^H ([0-9a-f]{64}) {2}\.\/(.+)$/.exec(line) ?? [];
    if (sha256 !== void 0 && hashed !== void 0) hashes.set(hashed, sha256);
    const [, hex] = /^R ([0-9a-f]{2,8192})$/.exec(line) ?? [];
    if (hex !== void 0) refused.push(oneLine(Buffer.from(hex, "hex").toString().replace(/^\.\//, "")));
  }
  const entries = [];
  for (const [path, bytes] of sizes) {
    if (!matchers.some((matches) => matches(path))) continue;
    const sha256 = hashes.get(path);
    if (sha256 === void 0 || path.includes("\uFFFD")) refused.push(oneLine(path));
    else entries.push({ path, bytes, sha256 });
  }
  return { entries: entries.sort((a, b) => a.path < b.path ? -1 : 1), refused };
}

// src/launch/keeper-launcher.ts
function keeperLauncher(id) {
  return {
    id,
    async start(channel, dir, attempt) {
      const result = await callKeeper(channel, dir, ["start", dir.base, String(attempt), id]);
      const answer = answersOf(result).at(-1)?.split(" ") ?? [];
      const [outcome, detail] = answer;
      if (result.exitCode === 0 && (outcome === "started" || outcome === "already")) {
        return { outcome, heartbeat: detail === "true" };
      }
      if (outcome === "busy") throw stillRunning(attempt, detail ?? "?");
      if (outcome === "no-plan") throw notInstalled(attempt, dir);
      throw unusableAnswer(`Starting attempt ${attempt} with ${id}`, result, dir);
    },
    async signal(channel, dir, graceSeconds) {
      const grace = String(Math.max(0, Math.ceil(graceSeconds)));
      const result = await callKeeper(channel, dir, ["signal", dir.base, grace], {
        timeoutSeconds: Number(grace) + 30
      });
      if (result.exitCode !== 0 || !answersOf(result).includes("signalled")) {
        throw unusableAnswer("Ending the run on the box", result, dir);
      }
    }
  };
}
var stillRunning = (attempt, other) => new Problem({
  code: "still-running",
  kind: "refused",
  what: `Attempt ${other} of this run is still alive on the box; attempt ${attempt} would write the same files.`,
  next: "Wait for it (`gpu-lease watch`), or end it first."
});
var notInstalled = (attempt, dir) => new Problem({
  code: "not-installed",
  kind: "unfit",
  what: `Attempt ${attempt} was never laid down in ${dir.base}.`,
  next: "Run the same command again; it lays down what is missing."
});

// src/launch/setsid.ts
var setsid = keeperLauncher("setsid");

// src/launch/tmux.ts
var tmux = keeperLauncher("tmux");

// src/launch/registry.ts
var launchers = Object.assign(/* @__PURE__ */ Object.create(null), { tmux, setsid });
function launcherFor(id) {
  const launcher = launchers[id];
  if (launcher) return launcher;
  throw new Problem({
    code: "no-launcher",
    kind: "usage",
    what: `There is no launcher ${JSON.stringify(id)} in this version.`,
    next: `Use one of: ${Object.keys(launchers).join(", ")}.`
  });
}

// src/launch/requirements.ts
import { posix } from "node:path";
var KEPT_BY_IMAGE = /* @__PURE__ */ new Set(["torch", "torchvision", "torchaudio"]);
function filterRequirements(text2, torch, {
  path = "requirements.txt",
  read: read2 = () => void 0
} = {}) {
  const result = { text: "", dropped: [], unread: [] };
  const included = /* @__PURE__ */ new Set([path]);
  const take = (content, from) => {
    for (const logical of logicalLines(content)) {
      const requirement = withoutComment(logical.replace(/\\\n/g, " ")).trim();
      const other = includeOf(requirement, from);
      const inner = other?.kind === "r" && !included.has(other.path) ? read2(other.path) : void 0;
      if (other?.kind === "c") {
        result.text += `-c \${GPU_LEASE_CODE}/${other.path}
`;
      } else if (other && inner !== void 0) {
        included.add(other.path);
        take(inner, other.path);
      } else if (other) {
        if (included.has(other.path)) continue;
        result.unread.push(other.path);
        result.text += `-r \${GPU_LEASE_CODE}/${other.path}
`;
      } else if (torch === "keep-image" && KEPT_BY_IMAGE.has(nameOf(requirement) ?? "")) {
        result.dropped.push(requirement);
      } else {
        result.text += `${logical}
`;
      }
    }
  };
  take(text2, path);
  return result;
}
function includeOf(requirement, from) {
  const [, flag, target] = /^(-r|--requirement|-c|--constraint)(?:[ =]\s*|(?=\S))(\S+)/.exec(requirement) ?? [];
  if (flag === void 0 || target === void 0 || /^[a-z+]+:\/\//.test(target) || target.startsWith("/"))
    return void 0;
  return {
    kind: flag === "-r" || flag === "--requirement" ? "r" : "c",
    path: posix.join(posix.dirname(from), target)
  };
}
var installCommand = (interpreter = "python3") => `${interpreter} -m pip install --disable-pip-version-check -r "$GPU_LEASE_REQUIREMENTS"`;
function describeDropped(dropped) {
  if (dropped.length === 0) return void 0;
  return `The image's own PyTorch is kept: left out ${dropped.join(", ")} (say \`torch: as-pinned\` to install them).`;
}
function logicalLines(text2) {
  const lines2 = [];
  let open2;
  for (const line of text2.replace(/^\ufeff/, "").replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n")) {
    const joined = open2 === void 0 ? line : `${open2}
${line}`;
    open2 = line.endsWith("\\") && !line.trimStart().startsWith("#") ? joined : void 0;
    if (open2 === void 0) lines2.push(joined);
  }
  if (open2 !== void 0) lines2.push(open2);
  return lines2;
}
var withoutComment = (line) => line.replace(/(^|\s)#.*$/, "");
function nameOf(requirement) {
  const editable = requirement.replace(/^(?:-e|--editable)[ =]\s*/, "");
  const egg = /[#&]egg=([A-Za-z0-9._-]+)/.exec(editable)?.[1];
  if (egg !== void 0) return normal(egg);
  if (/^[a-z+]+:\/\/|^\.{0,2}\//.test(editable)) {
    return normal(/([A-Za-z0-9._]+)-\d[^/]*\.(?:whl|tar\.gz|zip)(?:[#?;]|\s|$)/.exec(editable)?.[1] ?? "");
  }
  if (editable.startsWith("-")) return void 0;
  return normal(/^[A-Za-z0-9][A-Za-z0-9._-]*/.exec(editable)?.[0] ?? "");
}
var normal = (name) => name.toLowerCase().replace(/[-_.]+/g, "-");

// src/launch/start.ts
var DISK_FLOOR = { bytes: 2e8, inodes: 1e3 };
var HEARTBEAT_SECONDS = 10;
async function start(world, order) {
  const { run, lease, code, attempt } = order;
  refuseOtherCode(run, code);
  const channel = await world.channel(lease);
  const installed = await install(channel, boxPlan(world, order));
  const freshBox = lease.started === void 0;
  const from = freshBox ? await order.pushBack(channel, installed.dir) : onTheBox(run);
  const [launcher, first] = await Promise.all([
    startDetached(channel, installed.dir, attempt, order.launchers),
    probe(channel, installed.dir)
  ]);
  world.face.line(`${lease.name}: attempt ${attempt} runs detached (${launcher})`);
  return [
    {
      type: "started",
      lease: lease.name,
      attempt,
      configHash: run.opened?.configHash ?? "",
      codeHash: installed.codeHash,
      keeper: installed.keeperHash,
      dir: installed.dir,
      launcher,
      bootId: first.bootId,
      oomKills: first.memory.oomKills,
      from
    }
  ];
}
async function startDetached(channel, dir, attempt, launchers2) {
  let last;
  for (const id of launchers2) {
    try {
      await launcherFor(id).start(channel, dir, attempt);
      return id;
    } catch (error) {
      if (!(error instanceof Problem && error.kind === "unfit")) throw error;
      last = error;
    }
  }
  throw last;
}
var onTheBox = (run) => [...run.cells.values()].flatMap(
  (cell) => cell.verifiedStep === void 0 ? [] : [{ cell: cell.name, step: cell.verifiedStep, source: "durable-tier" }]
);
function boxPlan(world, order) {
  const { run, job, code, attempt, hooks } = order;
  const unfinished = job.cells.filter((cell) => run.cells.get(cell.name)?.ended === void 0);
  return {
    run: run.id,
    attempt,
    code,
    ...requirementsOf(world, order),
    ...job.setup === void 0 ? {} : { setup: job.setup },
    cells: unfinished.map((cell) => ({ name: cell.name, command: job.run, vars: cell.vars })),
    vars: job.vars,
    secrets: secretsOf(world, job),
    hooks,
    ...job.metrics ? { metrics: { path: job.metrics.path, stepKey: job.metrics.stepKey } } : {},
    watched: watchedGlobs(job),
    scratch: [],
    diskFloor: DISK_FLOOR,
    deadManSeconds: Math.ceil(job.budget.hours * 3600),
    heartbeatSeconds: HEARTBEAT_SECONDS
  };
}
function requirementsOf(world, { job, requirements }) {
  if (!job.requirements || requirements === void 0) return {};
  const { text: text2, dropped } = filterRequirements(requirements, job.requirements.torch);
  const said = describeDropped(dropped);
  if (said) world.face.line(said);
  return { requirements: { text: text2, install: installCommand() } };
}
var watchedGlobs = (job) => [
  .../* @__PURE__ */ new Set([
    ...job.checkpoint ? [job.checkpoint.path] : [],
    ...job.artifacts.filter((rule) => rule.keep !== "evidence").map((rule) => rule.path)
  ])
];
function secretsOf(world, job) {
  const missing = missingSecrets(world, job);
  if (missing.length > 0) {
    throw new Problem({
      code: "secret-unset",
      kind: "usage",
      what: `The job names secrets that are not set here: ${missing.join(", ")}.`,
      next: 'Set them in the environment of this command; in a workflow pass them under "env:" from secrets.'
    });
  }
  return Object.fromEntries(job.secrets.map((name) => [name, world.secret(name) ?? ""]));
}
var missingSecrets = (world, job) => job.secrets.filter((name) => world.secret(name) === void 0);
function refuseOtherCode(run, code) {
  const bound = run.opened;
  if (!bound || bound.codeHash === code.hash) return;
  throw new Problem({
    code: "code-changed",
    kind: "refused",
    what: `This run is bound to code ${bound.codeHash.slice(0, 12)} (commit ${bound.commit.slice(0, 8)}); what is here now is ${code.hash.slice(0, 12)}.`,
    next: "Check the bound commit out, or start a new run for the new code. A retry runs the identical configuration only."
  });
}

// src/rent/choose.ts
function choose(job, run, offered) {
  const declined = [];
  for (const { candidate, offers } of offered) {
    if (offers.length === 0)
      declined.push({ candidate, why: "nothing that meets the constraint is offered now" });
    const byPrice = [...offers].sort((a, b) => a.usdPerHour - b.usdPerHour);
    for (const offer of byPrice) {
      const why = whyNot(job, run, candidate, offer);
      if (!why) return { choice: { candidate, offer }, declined };
      declined.push({ candidate, offer, why });
    }
  }
  return { choice: void 0, declined };
}
function whyNot(job, run, candidate, offer) {
  if (offer.usdPerHour > job.budget.usdPerHour) {
    return `${offer.usdPerHour} USD/h is over budget.usdPerHour ${job.budget.usdPerHour}`;
  }
  const market = candidate.market ?? "any";
  if (market !== "any" && offer.market !== market) return `${offer.market}, the job wants ${market}`;
  const refusals = run.leases.filter(
    (lease) => lease.state === "refused" && lease.platform === offer.platform && lease.offer === offer.id
  );
  if (refusals.length > 0) return "could not be rented earlier in this run";
  return;
}

// src/profile/first-contact.ts
function firstContact(profile) {
  const inClocks = new Set(profile.clocks.map((clock) => clock.id));
  const dangers = [
    ...profile.surface.dangers.filter((each) => !each.clock || !inClocks.has(each.clock)).map((each) => each.says),
    ...profile.clocks.map((clock) => `${clock.says}${unsettled(clock)}`),
    ...dearerWhenStopped(
      profile,
      profile.meters.map((meter) => meter.id)
    ),
    ...profile.teardown.never.map((each) => `Never: ${each.what}. ${each.why}`),
    ...profile.meters.filter((meter) => meter.unstoppable).map((meter) => `${meter.id}: ${meter.unstoppable}`)
  ];
  return { conveniences: [...profile.surface.conveniences], dangers: [...new Set(dangers)] };
}
function unsettled({ verified, contested }) {
  if (contested) return ` (contested: ${contested.map((each) => each.says).join("; ")})`;
  return verified === null ? " (never verified)" : "";
}
var dearerWhenStopped = (profile, meterIds) => profile.meters.flatMap(({ id, prices }) => {
  const running = prices.find((price) => price.while === "running");
  const stopped = prices.find((price) => price.while === "stopped");
  if (!meterIds.includes(id) || !running || !stopped || stopped.per !== running.per) return [];
  if (stopped.amount <= running.amount) return [];
  const unit = `${stopped.currency} per ${stopped.per}`;
  return [`${id} costs more while stopped: ${stopped.amount} instead of ${running.amount} ${unit}`];
});

// src/profile/survival.ts
var EVENTS = [
  /** Our connection ends; the box does not notice. */
  "ssh-drop",
  /** The trainer's process or container starts again on the same box. */
  "process-restart",
  "reboot",
  /** A stop that can be undone. */
  "stop",
  /** Started again after a stop. */
  "restart",
  /** The box is given up: terminate, destroy, return, delete. */
  "release",
  /** Taken away by the platform: outbid, preempted. */
  "evict",
  /** The platform moves the box to another host. */
  "migrate",
  /** We start again on another host. */
  "reschedule",
  "job-end",
  "session-end",
  /** The account has nothing left. */
  "balance-zero"
];
var OUTCOMES = ["kept", "kept-billed", "reset-to-image", "lost", "unknown", "n/a"];
var DURATION_PATTERN = /^~?\d{1,6}(?:\.\d{1,2})?(?:s|min|h|d|w)$/;
var UNIT_SECONDS = { s: 1, min: 60, h: 3600, d: 86400, w: 604800 };
function parseDuration(text2) {
  const [, about, amount, unit] = /^(~?)([\d.]+)([a-z]+)$/.exec(DURATION_PATTERN.test(text2) ? text2 : "") ?? [];
  const unitSeconds = UNIT_SECONDS[unit ?? ""];
  if (amount === void 0 || unitSeconds === void 0) throw new RangeError(`not a duration: ${text2}`);
  return { text: text2, seconds: Number(amount) * unitSeconds, approximate: about === "~" };
}
var isDestroyed = (outcome) => outcome === "lost" || outcome === "reset-to-image";
var outcomeText = (outcome) => typeof outcome === "string" ? outcome : `kept for ${outcome["kept-for"].text}, then lost`;

// src/profile/placement.ts
function outcomeOfVerb(tier2, verb) {
  if (verb.event) return tier2.survival[verb.event] ?? "unknown";
  return verb.destroys.includes(tier2.id) ? "lost" : "kept";
}
function tiersAt(profile, path, options = {}) {
  const wanted = segmentsOf(path, options.home);
  if (!wanted) return [];
  const matches = profile.tiers.filter((tier2) => !options.present || options.present.includes(tier2.id)).flatMap(
    (tier2) => [tier2.path, ...tier2.also ?? []].flatMap((mount) => {
      const mounted = mount === null ? void 0 : segmentsOf(mount, options.home);
      return mounted && isPrefix(mounted, wanted) ? [{ tier: tier2, depth: mounted.length }] : [];
    })
  );
  const deepest = Math.max(0, ...matches.map((match) => match.depth));
  return [...new Set(matches.filter((match) => match.depth === deepest).map((match) => match.tier))];
}
function segmentsOf(path, home) {
  const absolute = path.replace(/^(?:\$HOME|~)(?=\/|$)/, home ?? "~");
  const parts = absolute.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..") || /[\x00-\x1f]/.test(path)) return void 0;
  if (absolute.startsWith("/")) return ["/", ...parts];
  return /^(?:~|\$[A-Z_]+|<[^>]+>)$/.test(parts[0] ?? "") ? parts : void 0;
}
var isPrefix = (mount, path) => mount.length <= path.length && mount.every((part, index) => part === path[index] || /^<.*>$/.test(part) && path[index] !== void 0);
function survivalTable(profile) {
  const events = EVENTS.filter((event) => profile.tiers.some((tier2) => tier2.survival[event] !== void 0));
  const rows = profile.tiers.map((tier2) => ({
    tier: tier2.id,
    name: tier2.name ?? tier2.id,
    path: tier2.path,
    outcomes: events.map((event) => outcomeText(tier2.survival[event] ?? "unknown"))
  }));
  return { events, rows };
}

// src/profile/facts.ts
var COSTLY = /* @__PURE__ */ new Set(["verbs", "teardown", "clocks", "meters", "tiers", "durable", "scratch", "spot"]);
function stampedFacts(profile) {
  return walk(profile, [], []);
}
function walk(value, path, names) {
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) {
    return value.flatMap(
      (each, index) => walk(each, [...path, index], [...names, nameOf2(each) ?? String(index)])
    );
  }
  const members = Object.entries(value).flatMap(
    ([key, member]) => walk(member, [...path, key], [...names, key])
  );
  if (!isStamped(value)) return members;
  const risk = COSTLY.has(String(path[0])) ? "money-or-data" : "other";
  const { verified, source, confidence, contested, note } = value;
  return [
    { path, name: names.join("."), risk, stamp: { verified, source, confidence, contested, note } },
    ...members
  ];
}
var isStamped = (value) => "verified" in value && "source" in value;
function nameOf2(value) {
  return value !== null && typeof value === "object" && "id" in value ? String(value.id) : void 0;
}

// src/profile/staleness.ts
var DEFAULT_LIMIT_MONTHS = 6;
function ageInMonths(verified, now) {
  const [year = 0, month2 = 0] = verified.split("-").map(Number);
  return now.getUTCFullYear() * 12 + now.getUTCMonth() + 1 - (year * 12 + month2);
}

// src/profile/teardown-warnings.ts
function parkWarnings(profile, verbs) {
  const note = profile.teardown["park-note"];
  const dearer = verbs.flatMap((verb) => dearerWhenStopped(profile, verb.leaves));
  const clocks = verbs.length > 0 ? profile.clocks.filter((clock) => clock.while === "stopped") : [];
  return [...note ? [note] : [], ...clocks.map((clock) => clock.says), ...dearer];
}
function verbWarnings(profile, verbs, held) {
  return [
    ...verbs.flatMap((verb) => [
      ...verb.catch ? [`${verb.id}: ${verb.catch}`] : [],
      ...keptForAWhile(profile, verb),
      ...(verb.contested ?? []).map((other) => `${verb.id}: another source says: ${other.says}`)
    ]),
    ...billsBeside(verbs, held)
  ];
}
var keptForAWhile = (profile, verb) => profile.tiers.flatMap((tier2) => {
  const outcome = outcomeOfVerb(tier2, verb);
  if (typeof outcome === "string") return [];
  return [
    `${tier2.path ?? tier2.id} is kept for ${outcome["kept-for"].text} after "${verb.id}" and then lost`
  ];
});
function billsBeside(verbs, held) {
  const accounted = /* @__PURE__ */ new Set([
    ...held.map((each) => each.profileMeter),
    ...verbs.flatMap((verb) => verb.stops)
  ]);
  const left = [...new Set(verbs.flatMap((verb) => verb.leaves))].filter((meter) => !accounted.has(meter));
  return left.map(
    (meter) => `${meter} is not ended by this: if one exists beside what is held, it goes on billing`
  );
}
function staleVerbs(verbs, { now, limitMonths = DEFAULT_LIMIT_MONTHS }) {
  return verbs.flatMap(({ id, verified, source }) => {
    const ageMonths = verified !== null && now ? ageInMonths(verified, now) : null;
    const isStale = verified === null || ageMonths !== null && ageMonths > limitMonths;
    return isStale ? [{ verb: id, verified, ageMonths, source }] : [];
  });
}
var staleWarnings = (stale) => stale.map(
  ({ verb, verified, ageMonths, source }) => verified === null ? `what "${verb}" does was never verified (${source.join(", ")}): read it up before approving` : `what "${verb}" does was last verified ${verified}, ${ageMonths} months ago (${source.join(", ")}): read it up again before approving`
);
var unknownMeters = (held) => held.filter((each) => each.profileMeter === void 0 && each.kind !== "none").map((each) => `the profile knows no meter "${each.meter}" (${each.kind}, ${each.resource})`);
function unknownOutcomes(profile, verbs) {
  return verbs.flatMap((verb) => [
    ...profile.tiers.filter((tier2) => outcomeOfVerb(tier2, verb) === "unknown").map((tier2) => `what "${verb.id}" does to the tier "${tier2.id}"${tier2.path ? ` (${tier2.path})` : ""}`),
    ...verb.reversible === "unknown" ? [`whether "${verb.id}" can be undone`] : []
  ]);
}

// src/profile/teardown.ts
function teardownPlan(profile, held, goal, options = {}) {
  const known = held.map((each) => ({ ...each, profileMeter: profileMeterOf(profile, each) }));
  const verbs = (goal === "park" ? parkVerbs(profile, known) : zeroVerbs(profile, known)).filter(
    (verb) => targetsOf(profile, verb, known).length > 0
  );
  const { steps, running } = stepsOf(profile, verbs, known);
  const stale = staleVerbs(verbs, options);
  const leftBilling = running.map((each) => ({
    meter: each.meter,
    resource: each.resource,
    why: whyLeft(profile, each, goal, steps.length)
  }));
  return {
    platform: profile.id,
    goal,
    steps,
    leftBilling,
    clocks: goal === "park" && steps.length > 0 ? parkedClocks(profile) : [],
    warnings: [
      ...goal === "park" ? parkWarnings(profile, verbs) : [],
      ...verbWarnings(profile, verbs, known),
      ...staleWarnings(stale)
    ],
    stale,
    unknown: [...unknownMeters(known), ...unknownOutcomes(profile, verbs)]
  };
}
function profileMeterOf(profile, held) {
  const has = (id) => profile.meters.some((meter) => meter.id === id);
  if (has(held.meter)) return held.meter;
  const stem = held.meter.split(":")[0] ?? "";
  if (has(stem)) return stem;
  const ofKind = profile.meters.filter((meter) => meter.kind === held.kind);
  return ofKind.length === 1 ? ofKind[0]?.id : void 0;
}
var stopsHeld = (verb, held) => held.profileMeter !== void 0 && verb.stops.includes(held.profileMeter);
function parkVerbs(profile, held) {
  const verb = profile.verbs.find((each) => each.id === profile.teardown.park);
  if (!verb) return [];
  const compute = held.filter((each) => each.kind === "gpu" || each.kind === "cpu");
  return compute.length > 0 && compute.every((each) => stopsHeld(verb, each)) ? [verb] : [];
}
function zeroVerbs(profile, held) {
  const byId = (id) => profile.verbs.find((verb) => verb.id === id);
  const wanted = /* @__PURE__ */ new Set();
  const want = (id) => {
    if (wanted.has(id)) return;
    wanted.add(id);
    for (const earlier of byId(id)?.after ?? []) want(earlier);
  };
  for (const id of profile.teardown.zero) {
    const verb = byId(id);
    if (verb && held.some((each) => stopsHeld(verb, each))) want(id);
  }
  return profile.teardown.zero.flatMap((id) => wanted.has(id) ? byId(id) ?? [] : []);
}
function stepsOf(profile, verbs, held) {
  let open2 = held;
  const running = () => open2.filter((each) => each.kind !== "none");
  const steps = verbs.flatMap(
    (verb) => targetsOf(profile, verb, held).map((resource) => {
      const ends = (each) => stopsHeld(verb, each) && (each.resource === resource || !isOwn(profile, verb, each));
      const stops = open2.filter(ends);
      open2 = open2.filter((each) => !ends(each));
      return stepOf(verb, resource, stops.map(label), running().map(label));
    })
  );
  return { steps, running: running() };
}
var label = (held) => held.meter;
var isOwn = (profile, verb, held) => profile.meters.find((meter) => meter.id === held.profileMeter)?.of === verb.resource;
function targetsOf(profile, verb, held) {
  const own = held.filter((each) => isOwn(profile, verb, each));
  const stopped = own.filter((each) => stopsHeld(verb, each));
  return [...new Set((stopped.length > 0 ? stopped : own).map((each) => each.resource))];
}
function stepOf(verb, resource, stops, leavesBilling) {
  const { reversible, confirm } = verb;
  return {
    verb: verb.id,
    ...verb.native !== void 0 && { native: verb.native },
    resource,
    stops,
    destroys: [...verb.destroys],
    leavesBilling,
    reversible: typeof reversible === "string" ? reversible : {
      untilSeconds: reversible.until.seconds,
      ...reversible.clock !== void 0 && { clock: reversible.clock }
    },
    ...verb.catch !== void 0 && { catch: verb.catch },
    safe: mayUndo(verb) && verb.destroys.length === 0,
    surface: verb.surface,
    ...verb.call !== void 0 && { call: verb.call },
    ...verb.console !== void 0 && { consoleStep: verb.console },
    ...confirm && {
      confirm: { ask: confirm.ask, proof: confirm.proof, withinSeconds: confirm.within.seconds }
    },
    stamp: stampOf(verb)
  };
}
var mayUndo = (verb) => verb.reversible === "yes" || typeof verb.reversible === "object";
var stampOf = ({ verified, source, confidence, contested, note }) => ({
  verified,
  source,
  ...confidence !== void 0 && { confidence },
  ...contested !== void 0 && { contested },
  ...note !== void 0 && { note }
});
function whyLeft(profile, held, goal, stepCount) {
  const meter = profile.meters.find((each) => each.id === held.profileMeter);
  if (!meter) return `${profile.name}'s profile knows no meter "${held.meter}" of kind ${held.kind}`;
  if (goal === "park" && stepCount === 0) return profile.teardown["park-note"] ?? "there is no park";
  if (goal === "park") return "a park keeps it, and what is kept costs";
  return meter.unstoppable ?? "no verb of the profile stops it";
}
function parkedClocks(profile) {
  return profile.clocks.filter((clock) => clock.while === "stopped").map((clock) => ({
    id: clock.id,
    afterSeconds: clock.after?.seconds ?? null,
    effect: clock.effect,
    says: clock.says
  }));
}

// src/cli/world.ts
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync as readFileSync2, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// src/platforms/registry.ts
var DRIVERS = {
  local: async (_platform, { clock, localRoot, selfCommand: selfCommand2 }) => (await import("./local-TKPIIUUA.mjs")).local({
    clock,
    root: localRoot,
    daemon: [...selfCommand2, "__local-box"]
  }),
  ssh: async (platform) => (await import("./generic-ssh-R7KSWFOI.mjs")).genericSsh({ platform })
};
var DRIVER_OF = { local: "local", "generic-ssh": "ssh" };
async function driverFor(platform, context, driver = Object.hasOwn(DRIVER_OF, platform) ? DRIVER_OF[platform] : void 0) {
  const make = driver !== void 0 && Object.hasOwn(DRIVERS, driver) ? DRIVERS[driver] : void 0;
  if (make) return make(platform, context);
  throw new Problem({
    code: "unknown-platform",
    kind: "usage",
    what: `There is no driver for the platform ${JSON.stringify(platform.slice(0, 80))}.`,
    next: `Use one of ${Object.keys(DRIVER_OF).join(", ")}; a box of any other provider can be attached with "generic-ssh".`
  });
}

// src/yaml-problems.ts
var import_yaml = __toESM(require_dist(), 1);

// src/schema-keys.ts
function keysAllowedAt(schema, path) {
  let level = open(schema);
  for (const step of path) level = level.flatMap((each) => stepInto(each, step)).flatMap(open);
  const keys = level.flatMap((each) => {
    const def = each._zod.def;
    return def.type === "object" ? Object.keys(def.shape) : [];
  });
  return [...new Set(keys)].sort();
}
function open(schema) {
  const def = schema._zod.def;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return open(def.innerType);
    case "pipe":
      return open(def.in);
    case "lazy":
      return open(def.getter());
    case "union":
      return def.options.flatMap(open);
    default:
      return [schema];
  }
}
function stepInto(schema, step) {
  const def = schema._zod.def;
  if (def.type === "array") return [def.element];
  if (def.type === "record") return [def.valueType];
  if (def.type === "object") {
    const shape = def.shape;
    const member = Object.hasOwn(shape, step) ? shape[step] : void 0;
    return member ? [member] : [];
  }
  return [];
}

// src/yaml-problems.ts
var DEFAULT_MAX_BYTES = 1024 * 1024;
function parseStrictYaml(text2, fileName, schema, options) {
  const lines2 = new import_yaml.LineCounter();
  const { doc, data } = parseOne(text2, fileName, lines2, options);
  const lineOf = (path) => positionOf(doc, path, lines2, fileName);
  const refuse = (faults2) => {
    if (faults2.length === 0) return;
    throw inFileOrder(faults2.map((fault2) => problemOf(fault2, lineOf(fault2.path))));
  };
  const parsed = schema.safeParse(data);
  if (parsed.success) return { value: parsed.data, doc, lineOf, refuse };
  const faults = parsed.error.issues.flatMap((issue) => faultsOf(issue, [], schema, data, options));
  throw inFileOrder(
    faults.map((fault2) => {
      const key = fault2.code === "unknown-key" ? keyPosition(doc, fault2.path, lines2, fileName) : void 0;
      return problemOf(fault2, key ?? lineOf(fault2.path));
    })
  );
}
function parseOne(text2, file, lines2, options) {
  const whole = { file, line: 1, column: 1 };
  const refusal = (code, what, next, at = whole) => inFileOrder([problemOf({ path: [], code, what, next }, at)]);
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  if (Buffer.byteLength(text2) > maxBytes) {
    throw refusal(
      "too-large",
      `the ${options.what} is larger than ${maxBytes} bytes`,
      "Give the right file."
    );
  }
  const documents = (0, import_yaml.parseAllDocuments)(text2, { lineCounter: lines2, prettyErrors: false, strict: true });
  const [doc, second] = "empty" in documents ? [] : documents;
  if (!doc || doc.contents === null) {
    throw refusal("empty-file", `the ${options.what} is empty`, `Write one; ${options.docs} shows how.`);
  }
  if (second) {
    const at = positionAt(second.range[0], lines2, file);
    throw refusal("many-documents", "a second document begins here", "Keep one document per file.", at);
  }
  if (doc.errors.length > 0) {
    throw inFileOrder(
      doc.errors.map(
        (error) => problemOf(
          { path: [], code: "yaml-syntax", what: error.message, next: "Correct the YAML at this place." },
          positionAt(error.pos[0], lines2, file)
        )
      )
    );
  }
  try {
    return { doc, data: doc.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    throw refusal(
      "yaml-aliases",
      `its aliases cannot be followed: ${String(error)}`,
      "Write the values out."
    );
  }
}
function faultsOf(issue, base, schema, data, options) {
  const path = [...base, ...issue.path];
  const name = path.length > 0 ? path.join(".") : `the ${options.what}`;
  const value = valueAt(data, path);
  if (issue.code === "unrecognized_keys") {
    const allowed2 = keysAllowedAt(schema, path);
    return issue.keys.map((key) => ({
      path: [...path, key],
      code: "unknown-key",
      what: `unknown key ${shown(key)}${path.length > 0 ? ` in ${name}` : ""}`,
      next: suggestion(key, allowed2) ?? `Allowed here: ${allowed2.join(", ") || "nothing"}. See ${options.docs}.`
    }));
  }
  if (issue.code === "invalid_union") {
    const branch = likeliestBranch(issue.errors);
    if (branch.length > 0) return branch.flatMap((each) => faultsOf(each, path, schema, data, options));
  }
  if (value === void 0) {
    const next2 = `Add it; see ${options.docs}.`;
    return [{ path, code: "missing", what: `${name} is missing`, next: next2 }];
  }
  const allowed = issue.code === "invalid_value" ? issue.values.map(String) : [];
  const near = typeof value === "string" ? suggestion(value, allowed) : void 0;
  const next = near ?? `Correct it; see ${options.docs}.`;
  return [{ path, code: "bad-value", what: `${name} is ${shown(value)}: ${issue.message}`, next }];
}
function likeliestBranch(branches) {
  const depth = (branch) => Math.max(0, ...branch.map((issue) => issue.path.length));
  const keyed = (branch) => branch.filter((each) => each.code === "unrecognized_keys").length;
  const sorted = [...branches].sort(
    (a, b) => depth(b) - depth(a) || keyed(b) - keyed(a) || a.length - b.length
  );
  return sorted[0] ?? [];
}
function suggestion(word2, allowed) {
  const near = nearestOf(word2, allowed);
  return near === void 0 ? void 0 : `Did you mean ${shown(near)}?`;
}
function valueAt(data, path) {
  let at = data;
  for (const step of path) {
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, step)) return void 0;
    at = at[step];
  }
  return at;
}
function positionOf(doc, path, lines2, file) {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? doc.contents : doc.getIn(path.slice(0, length), true);
    if ((0, import_yaml.isNode)(node) && node.range) {
      const key = length < path.length ? keyPosition(doc, path.slice(0, length), lines2, file) : void 0;
      return key ?? positionAt(node.range[0], lines2, file);
    }
  }
  return { file, line: 1, column: 1 };
}
function keyPosition(doc, path, lines2, file) {
  const parent = path.length > 1 ? doc.getIn(path.slice(0, -1), true) : doc.contents;
  if (!(0, import_yaml.isMap)(parent)) return void 0;
  const last = String(path.at(-1));
  const pair = parent.items.find(
    (item) => (0, import_yaml.isPair)(item) && (0, import_yaml.isScalar)(item.key) && String(item.key.value) === last
  );
  const range = pair && (0, import_yaml.isNode)(pair.key) ? pair.key.range : void 0;
  return range ? positionAt(range[0], lines2, file) : void 0;
}
function positionAt(offset, lines2, file) {
  const { line, col } = lines2.linePos(offset);
  return { file, line: Math.max(1, line), column: Math.max(1, col) };
}
function problemOf(fault2, at) {
  const what = `${at.file}:${at.line}:${at.column}: ${fault2.what}`;
  return new Problem({ code: fault2.code, kind: "usage", what, next: fault2.next, at });
}
function inFileOrder(problems) {
  const place = (problem) => (problem.at?.line ?? 0) * 1e6 + (problem.at?.column ?? 0) + (problem.code === "unknown-key" ? 0 : 0.5);
  const [first, ...rest] = [...problems].sort((a, b) => place(a) - place(b));
  if (!first) throw new Error("no problem to report");
  return new Problems([first, ...rest]);
}
function shown(value) {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 80 ? `${json.slice(0, 77)}...` : json;
}

// src/profile/faults/access.ts
var CARRIES = {
  ssh: ["tmux", "setsid", "onstart", "sbatch"],
  "kube-exec": ["kube-job"],
  none: ["kaggle-commit"]
};
function accessFaults(profile) {
  const { drive, ssh, automation } = profile;
  const found = [];
  for (const [index, launcher] of drive.launchers.entries()) {
    if (CARRIES[drive.channel].includes(launcher)) continue;
    const what = `the launcher "${launcher}" cannot work over the channel "${drive.channel}"`;
    const next = `Over it go: ${CARRIES[drive.channel].join(", ")}.`;
    found.push({ path: ["drive", "launchers", index], code: "bad-drive", what, next });
  }
  if (drive.launchers.length === 0 && automation !== "instructions") {
    const next = "Name one, or write automation: instructions.";
    found.push({ path: ["drive", "launchers"], code: "bad-drive", what: "there is no launcher", next });
  }
  if (drive.driver === "none" && automation !== "instructions") {
    const next = "Name a driver, or write automation: instructions.";
    found.push({ path: ["drive", "driver"], code: "bad-drive", what: "nothing drives this platform", next });
  }
  if (drive.channel === "ssh" && ssh === null) {
    const next = "Describe ssh, or choose another channel.";
    found.push({ path: ["ssh"], code: "bad-drive", what: "the channel is ssh and ssh is null", next });
  }
  if (ssh && !ssh.flavours.some((flavour) => flavour.bulk)) {
    const next = "Name the flavour by which scp and sftp work; without one no artifact can be pulled.";
    found.push({
      path: ["ssh", "flavours"],
      code: "no-bulk",
      what: "no flavour of ssh moves bulk data",
      next
    });
  }
  return [...found, ...hookFaults(profile)];
}
function hookFaults(profile) {
  return profile.hooks.flatMap(
    (hook, index) => hook.hosts && hook.leave.length === 0 ? [
      {
        path: ["hooks", index, "leave"],
        code: "no-way-back",
        what: `the hook "${hook.id}" cuts off every host but ${hook.hosts.length} and nothing undoes it`,
        next: "Write the lines that leave it."
      }
    ] : []
  );
}

// src/profile/faults/references.ts
function referenceFaults(profile) {
  const known = {
    tier: profile.tiers.map((each) => each.id),
    verb: profile.verbs.map((each) => each.id),
    meter: profile.meters.map((each) => each.id),
    clock: profile.clocks.map((each) => each.id),
    source: Object.keys(profile.sources)
  };
  const dangling = [...namedReferences(profile), ...sourceReferences(profile, [])].filter(
    ({ kind, id }) => !known[kind].includes(id)
  );
  return [...twice(profile), ...dangling.map((each) => danglingFault(each, known[each.kind]))];
}
function danglingFault({ kind, id, path }, known) {
  const near = nearestOf(id, known);
  return {
    path,
    code: "unknown-reference",
    what: `${path.join(".")} names the ${kind} "${id}", which this profile does not define`,
    next: near ? `Did you mean "${near}"?` : `Defined are: ${known.join(", ") || "none"}.`
  };
}
function twice(profile) {
  const lists = ["tiers", "verbs", "meters", "clocks", "hooks", "gotchas"];
  return lists.flatMap((list) => {
    const seen = /* @__PURE__ */ new Set();
    return profile[list].flatMap(({ id }, index) => {
      if (!seen.has(id)) {
        seen.add(id);
        return [];
      }
      const what = `${list} holds "${id}" twice`;
      return [{ path: [list, index, "id"], code: "twice", what, next: "Give each its own id." }];
    });
  });
}
function namedReferences(profile) {
  const found = [];
  const add = (kind, ids, ...path) => {
    const list = typeof ids === "string" ? [ids] : ids ?? [];
    for (const [index, id] of list.entries()) {
      found.push({ kind, id, path: typeof ids === "string" ? path : [...path, index] });
    }
  };
  for (const [index, tier2] of profile.tiers.entries()) {
    add("meter", tier2.meter, "tiers", index, "meter");
    add("tier", tier2["instead-of"], "tiers", index, "instead-of");
    add("tier", tier2.excludes, "tiers", index, "excludes");
  }
  for (const [index, verb] of profile.verbs.entries()) {
    add("meter", verb.stops, "verbs", index, "stops");
    add("meter", verb.leaves, "verbs", index, "leaves");
    add("tier", verb.destroys, "verbs", index, "destroys");
    add("verb", verb.after, "verbs", index, "after");
    if (typeof verb.reversible === "object")
      add("clock", verb.reversible.clock, "verbs", index, "reversible", "clock");
  }
  for (const [index, clock] of profile.clocks.entries()) {
    add("tier", clock.tiers, "clocks", index, "tiers");
    add("meter", clock.meters, "clocks", index, "meters");
  }
  add("verb", profile.teardown["gpu-stop"], "teardown", "gpu-stop");
  add("verb", profile.teardown.park, "teardown", "park");
  add("verb", profile.teardown.zero, "teardown", "zero");
  if (profile.durable.strategy !== "off-box") add("tier", profile.durable.tier, "durable", "tier");
  add("tier", profile.scratch?.under, "scratch", "under");
  for (const [index, danger] of profile.surface.dangers.entries()) {
    add("verb", danger.verb, "surface", "dangers", index, "verb");
    add("meter", danger.meter, "surface", "dangers", index, "meter");
    add("clock", danger.clock, "surface", "dangers", index, "clock");
  }
  return found;
}
function sourceReferences(value, path) {
  if (Array.isArray(value)) return value.flatMap((each, index) => sourceReferences(each, [...path, index]));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const here = [...path, key];
    if (key !== "source") return sourceReferences(member, here);
    const tags = Array.isArray(member) ? member : [member];
    return tags.filter((tag) => typeof tag === "string").map((id) => ({ kind: "source", id, path: here }));
  });
}

// src/profile/faults/stamps.ts
function stampFaults(profile) {
  const uncheckable = (tag) => {
    const kind = profile.sources[tag]?.kind;
    return kind === "inferred" || kind === "unstamped";
  };
  return stampedFacts(profile).flatMap(({ path, name, stamp: stamp2 }) => {
    const unbacked = stamp2.source.every(uncheckable);
    if (unbacked && stamp2.verified !== null) {
      const what = `${name} says verified ${stamp2.verified}, but nothing it names can be looked up (${stamp2.source.join(", ")})`;
      return [
        {
          path,
          code: "unbacked-stamp",
          what,
          next: "Name the page it was read on, or write verified: null."
        }
      ];
    }
    if (!unbacked && stamp2.verified === null) {
      const what = `${name} names ${stamp2.source.join(", ")} and says that nobody verified it`;
      const next = "Compare it with that source and write the month, or give a source of kind unstamped.";
      return [{ path, code: "unverified-source", what, next }];
    }
    return [];
  });
}

// src/profile/faults/storage.ts
function storageFaults(profile) {
  return [
    ...missingOutcomes(profile),
    ...durableFaults(profile),
    ...scratchFaults(profile),
    ...secretFaults(profile)
  ];
}
function missingOutcomes(profile) {
  const events = [...new Set(profile.verbs.flatMap((verb) => verb.event ? [verb.event] : []))];
  return profile.tiers.flatMap(
    (tier2, index) => events.filter((event) => tier2.survival[event] === void 0).map((event) => ({
      path: ["tiers", index, "survival"],
      code: "missing-outcome",
      what: `the tier "${tier2.id}" does not say what "${event}" does to it`,
      next: "Write kept, lost, reset-to-image, kept-billed, {kept-for: 24h}, n/a or unknown."
    }))
  );
}
function durableFaults(profile) {
  const { durable } = profile;
  if (durable.strategy === "off-box") return [];
  const tier2 = profile.tiers.find((each) => each.id === durable.tier);
  if (!tier2) return [];
  const ownLife = /* @__PURE__ */ new Set(["volume", "filesystem", "snapshot"]);
  const killers = profile.verbs.filter(
    (verb) => profile.teardown.zero.includes(verb.id) && verb.destroys.includes(tier2.id) && !ownLife.has(verb.resource)
  );
  const dies = killers.map((verb) => ({
    path: ["durable", "tier"],
    code: "durable-dies",
    what: `the durable tier "${tier2.id}" is destroyed by "${verb.id}", which a full teardown needs`,
    next: "Name a tier that outlives the box, or the strategy off-box."
  }));
  if (tiersAt(profile, durable.path).some((each) => each.id === tier2.id)) return dies;
  const what = `durable.path ${durable.path} does not lie on the tier "${tier2.id}" (${tier2.path ?? "no path"})`;
  return [...dies, { path: ["durable", "path"], code: "wrong-tier", what, next: "Correct one of them." }];
}
function scratchFaults(profile) {
  const anchors = profile["resume-anchors"] ?? [];
  return (profile.scratch?.delete ?? []).flatMap(
    (glob2, index) => anchors.includes(glob2) ? [
      {
        path: ["scratch", "delete", index],
        code: "prunes-anchor",
        what: `scratch deletes ${glob2}, which a resume starts from`,
        next: "Leave it out; the resume anchor is never pruned."
      }
    ] : []
  );
}
function secretFaults(profile) {
  const file = profile.overrides["cred-file"];
  if (!file) return [];
  const shared = tiersAt(profile, file).filter(
    (tier2) => tier2.shared !== "no" || !isDestroyed(tier2.survival.release ?? "lost")
  );
  return shared.map((tier2) => ({
    path: ["overrides", "cred-file"],
    code: "shared-secret",
    what: `the secret file ${file} lies on "${tier2.id}", which others can read or which outlives the box`,
    next: 'Put it on the disk that dies with the box, or write "" for none.'
  }));
}

// src/profile/faults/teardown.ts
function teardownFaults(profile) {
  return [
    ...profile.verbs.flatMap((verb, index) => verbFaults(profile, verb, index)),
    ...parkFaults(profile),
    ...zeroFaults(profile),
    ...profile.clocks.flatMap(
      (clock, index) => ["wipe", "delete-all"].includes(clock.effect) && clock.tiers.length === 0 ? [
        fault(
          ["clocks", index, "tiers"],
          "empty-wipe",
          `the clock "${clock.id}" wipes nothing`,
          "Name the tiers."
        )
      ] : []
    )
  ];
}
function verbFaults(profile, verb, index) {
  const at = (key) => ["verbs", index, key];
  const found = [];
  const both = verb.stops.filter((meter) => verb.leaves.includes(meter));
  if (both.length > 0) {
    found.push(
      fault(
        at("leaves"),
        "stops-and-leaves",
        `"${verb.id}" both stops and leaves ${both.join(", ")}`,
        "Decide."
      )
    );
  }
  if (verb.surface === "console" && !verb.console) {
    const next = "Write the steps that a person takes.";
    found.push(
      fault(
        at("surface"),
        "no-console-step",
        `"${verb.id}" is a person's work and does not say what to do`,
        next
      )
    );
  }
  if (!["automatic", "none"].includes(verb.surface) && !verb.confirm) {
    const next = "Write confirm: what to ask, what proves it, within which time.";
    found.push(fault(at("id"), "no-proof", `nothing proves that "${verb.id}" has happened`, next));
  }
  if (mayPark(verb) && verb.leaves.length > 0 && !profile.surface.dangers.some((each) => each.verb === verb.id)) {
    const what = `"${verb.id}" looks like a stop and leaves ${verb.leaves.join(", ")} billing, and surface.dangers is silent`;
    found.push(fault(at("leaves"), "silent-bill", what, `Add a danger with verb: ${verb.id}.`));
  }
  return [...found, ...destroysFaults(profile, verb, index)];
}
function destroysFaults(profile, verb, index) {
  const event = verb.event;
  if (!event) return [];
  const byTiers = profile.tiers.filter((tier2) => isDestroyed(tier2.survival[event] ?? "unknown")).map((tier2) => tier2.id);
  const silent = byTiers.filter((tier2) => !verb.destroys.includes(tier2));
  const alone = verb.destroys.filter((tier2) => !byTiers.includes(tier2));
  const path = ["verbs", index, "destroys"];
  return [
    ...silent.map(
      (tier2) => fault(
        path,
        "disagrees",
        `the tier "${tier2}" is lost on "${event}", and "${verb.id}" does not list it`,
        "Add it, or correct the tier."
      )
    ),
    ...alone.map(
      (tier2) => fault(
        path,
        "disagrees",
        `"${verb.id}" destroys "${tier2}", and that tier survives "${event}"`,
        "Remove it, or correct the tier."
      )
    )
  ];
}
function parkFaults(profile) {
  const { park } = profile.teardown;
  const path = ["teardown", "park"];
  if (park === null) {
    if (profile.teardown["park-note"]) return [];
    return [
      fault(
        path,
        "no-park-note",
        "there is no park and no park-note says why",
        "Write what a longer pause needs."
      )
    ];
  }
  const verb = profile.verbs.find((each) => each.id === park);
  if (!verb) return [];
  const found = [];
  if (!mayPark(verb)) found.push(fault(path, "bad-park", `"${park}" cannot be undone`, "Write null."));
  const left = profile.meters.filter((meter) => meter.kind === "gpu" && !verb.stops.includes(meter.id));
  if (left.length > 0) {
    found.push(
      fault(
        path,
        "bad-park",
        `"${park}" leaves ${left.map((each) => each.id).join(", ")} running`,
        "Write null."
      )
    );
  }
  const durable = profile.durable.strategy === "off-box" ? void 0 : profile.durable.tier;
  if (durable && verb.destroys.includes(durable)) {
    found.push(fault(path, "bad-park", `"${park}" destroys the durable tier "${durable}"`, "Write null."));
  }
  return found;
}
function zeroFaults(profile) {
  const zero = profile.teardown.zero.flatMap((id) => profile.verbs.filter((verb) => verb.id === id));
  const unstopped = profile.meters.flatMap((meter, index) => {
    const ends = zero.some((verb) => verb.stops.includes(meter.id));
    if (ends === (meter.unstoppable === void 0)) return [];
    const what = ends ? `the meter "${meter.id}" is called unstoppable and a verb of teardown.zero stops it` : `no verb of teardown.zero stops the meter "${meter.id}"`;
    return [
      fault(
        ["meters", index, "id"],
        "never-stops",
        what,
        "Add the verb, or say under unstoppable why there is none."
      )
    ];
  });
  const disorder = zero.flatMap(
    (verb, index) => (verb.after ?? []).filter((id) => !zero.slice(0, index).some((earlier) => earlier.id === id)).map(
      (id) => fault(["teardown", "zero", index], "disorder", `"${verb.id}" needs "${id}" before it`, "Reorder.")
    )
  );
  const automatic = zero.flatMap(
    (verb, index) => verb.surface === "automatic" ? [
      fault(
        ["teardown", "zero", index],
        "not-ours",
        `nobody can carry out "${verb.id}": it happens by itself`,
        "Leave it out."
      )
    ] : []
  );
  return [...unstopped, ...disorder, ...automatic];
}
var mayPark = (verb) => verb.reversible === "yes" || typeof verb.reversible === "object";
var fault = (path, code, what, next) => ({
  path,
  code,
  what,
  next
});

// src/profile/schema/stamp.ts
var text = external_exports.string().trim().min(1).max(800).regex(/^[^\x00-\x08\x0b-\x1f\x7f]*$/, "holds a control character");
var identifier = external_exports.string().regex(/^[a-z0-9][a-z0-9-]{0,47}$/, "use lower-case letters, digits and dashes");
var tri = external_exports.enum(["yes", "no", "unknown"]);
var duration = external_exports.string().regex(DURATION_PATTERN, "write a number and s, min, h, d or w, such as 15d, 24h or ~90min").transform(parseDuration);
var month = external_exports.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, "write a month, such as 2026-06, or null");
var stamp = {
  verified: month.nullable(),
  source: external_exports.union([identifier.transform((tag) => [tag]), external_exports.array(identifier).min(1).max(8)]),
  confidence: external_exports.enum(["high", "medium", "low"]).optional(),
  /** Another source says otherwise; both are kept until someone settles it. */
  contested: external_exports.array(external_exports.strictObject({ says: text, source: identifier })).min(1).optional(),
  note: text.optional()
};
var Stamp = external_exports.strictObject(stamp);
var UNCHECKABLE = ["inferred", "unstamped"];
var Source = external_exports.strictObject({
  kind: external_exports.enum([
    "vendor-doc",
    "vendor-staff",
    "vendor-spec",
    "community",
    "observed",
    "author-use",
    "own-code",
    ...UNCHECKABLE
  ]),
  /** URL without scheme, file of this repository, or words when there is no address. */
  where: text,
  note: text.optional()
});

// src/profile/schema/access.ts
var changesOn = external_exports.array(external_exports.enum(EVENTS));
var Ssh = external_exports.strictObject({
  user: text,
  /** Shape of the host name, with `<placeholders>`. */
  host: text,
  auth: external_exports.array(external_exports.enum(["key", "password"])).min(1),
  flavours: external_exports.array(
    external_exports.strictObject({
      id: identifier,
      /** scp, sftp and rsync work and are not throttled. */
      bulk: external_exports.boolean(),
      forwarding: tri,
      "max-gb": external_exports.number().positive().optional(),
      needs: text.optional()
    })
  ).min(1),
  port: external_exports.strictObject({
    assigned: external_exports.enum(["fixed-22", "at-create", "random", "provider"]),
    "changes-on": changesOn
  }),
  address: external_exports.strictObject({ stable: tri, "changes-on": changesOn }),
  /** Who can vouch for the host key before first contact. */
  "host-key": external_exports.enum(["installed-at-create", "platform", "first-contact", "user"]),
  ...stamp
});
var LAUNCHERS = ["tmux", "setsid", "onstart", "sbatch", "kube-job", "kaggle-commit"];
var Drive = external_exports.strictObject({
  driver: external_exports.enum([
    "local",
    "ssh",
    "autodl",
    "runpod",
    "vastai",
    "lambda",
    "paperspace",
    "kaggle",
    "kubernetes",
    "slurm",
    "none"
  ]),
  channel: external_exports.enum(["ssh", "kube-exec", "none"]),
  /** In this order; the first that works on the box is taken. */
  launchers: external_exports.array(external_exports.enum(LAUNCHERS))
});
var Detach = external_exports.strictObject({
  /** How a missing launcher is had: `tmux: sudo apt-get install -y tmux`. */
  install: external_exports.partialRecord(external_exports.enum(LAUNCHERS), text).optional(),
  survives: external_exports.partialRecord(external_exports.enum(EVENTS), tri),
  done: external_exports.enum(["marker", "scheduler-state", "job-condition", "version-status", "session-end"]),
  caveats: external_exports.array(text).optional(),
  ...stamp
});
var Spot = external_exports.strictObject({
  available: tri,
  mechanism: external_exports.enum(["auction", "interruptible", "preemption", "walltime", "session", "none"]),
  /** Time between the warning and the end; `null` where no box is taken away. */
  notice: duration.nullable(),
  signal: external_exports.enum(["SIGTERM", "none", "unknown"]),
  "on-evict": external_exports.enum(["pause", "stop", "kill", "requeue", "reschedule", "unknown", "n/a"]),
  "bid-changeable": tri.optional(),
  detect: external_exports.array(text),
  /** What really ends runs here, eviction or not. */
  "other-losses": external_exports.array(text).optional(),
  ...stamp
});

// src/profile/schema/clocks.ts
var CLOCK_STATES = [
  "running",
  "stopped",
  "idle",
  "released",
  "evicted",
  "low-balance",
  "arrears",
  "unpaid-invoice",
  "commitment"
];
var Clock = external_exports.strictObject({
  id: identifier,
  /** It runs while the box or the account is so, from the moment it became so. */
  while: external_exports.enum(CLOCK_STATES),
  /** `null`: it exists and nobody has said how long it is. Counts as due at once. */
  after: duration.nullable(),
  /** Time of day at the platform, where it matters. */
  "at-time": text.optional(),
  effect: external_exports.enum([
    "stop",
    "release",
    "wipe",
    "delete-all",
    "end-job",
    "end-session",
    "bill",
    "lose-reservation"
  ]),
  /** Tiers that are gone then; for `wipe` and `delete-all` at least one. */
  tiers: external_exports.array(identifier),
  meters: external_exports.array(identifier).optional(),
  editable: external_exports.enum(["api", "console", "at-create", "no", "unknown"]),
  /** One sentence for the plan that a person reads before the first cent is spent. */
  says: text,
  ...stamp
});

// src/profile/schema/environment.ts
var shellLine = external_exports.string().min(1).max(400).regex(/^[^\x00-\x1f\x7f]*$/, "must be one line");
var Hook = external_exports.strictObject({
  id: identifier,
  purpose: external_exports.enum(["proxy", "env", "modules"]),
  /** `transfer`: only around a pull or an install. */
  scope: external_exports.enum(["shell", "job", "transfer"]),
  enter: external_exports.array(shellLine).min(1),
  leave: external_exports.array(shellLine),
  /** The only hosts that are reachable while it is entered. */
  hosts: external_exports.array(text).optional(),
  /** A failing line stops the launch; otherwise it is said and work goes on. */
  required: external_exports.boolean(),
  ...stamp
});
var Network = external_exports.strictObject({
  "behind-firewall": tri,
  egress: external_exports.strictObject({
    billing: external_exports.enum(["free", "metered", "host-priced", "unknown"]),
    ...stamp
  }),
  ports: external_exports.strictObject({
    mode: external_exports.enum(["tunnel", "declared-at-create", "random-map", "fixed", "own-firewall", "none", "unknown"]),
    max: external_exports.number().int().positive().optional(),
    "proxy-timeout-seconds": external_exports.number().positive().optional(),
    ...stamp
  }),
  mirrors: external_exports.record(identifier, text).optional()
});
var Environment = external_exports.strictObject({
  kind: external_exports.enum(["prebuilt-base", "prebuilt-named", "image", "vendor-stack", "host", "modules", "notebook"]),
  /** Whether we may make an environment of our own, or have to use the one that is there. */
  "may-create": external_exports.boolean(),
  "auto-activated": tri.optional(),
  python3: tri,
  /** Packages that a requirements file must not replace. */
  keep: external_exports.array(text),
  cuda: external_exports.enum(["image", "host-driver", "vendor-stack", "modules", "unknown"]),
  rules: external_exports.array(text).optional(),
  ...stamp
});
var override = external_exports.string().max(300).nullable().optional();
var Overrides = external_exports.strictObject({
  "data-dir": override,
  "durable-dir": override,
  "cache-dir": override,
  "hf-home": override,
  "hf-endpoint": override,
  "pip-cache-dir": override,
  "cred-file": override,
  python: override,
  "tensorboard-dir": override,
  env: external_exports.record(external_exports.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/), external_exports.string().max(400)).optional(),
  ...stamp
});

// src/profile/pattern.ts
var MAX_LENGTH = 200;
var ORDINARY = [
  "",
  " ",
  "epoch 3/20 step 1200 loss 0.3141 lr 3.0e-4",
  "validation: relative Error 0.02, accuracy 0.91",
  "saved checkpoint to out/step-1200.safetensors",
  "Error rate dropped; warning count 0"
];
function whyNotAPattern(source) {
  if (source.length < 4 || source.length > MAX_LENGTH) return `must have 4 to ${MAX_LENGTH} characters`;
  try {
    new RegExp(source, "iu");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const fault2 = whyUnbounded(source);
  if (fault2) return fault2;
  const ordinary = ORDINARY.find((line) => compilePattern(source).test(line));
  return ordinary === void 0 ? void 0 : `matches an ordinary line: ${JSON.stringify(ordinary)}`;
}
var compilePattern = (source) => new RegExp(source, "iu");
var MAX_WAYS = 1e4;
function whyUnbounded(source) {
  let ways = 1;
  let inClass = false;
  for (let i = 0; i < source.length; i++) {
    const rest = source.slice(i);
    const before = source[i - 1];
    if (rest.startsWith("\\")) {
      if (/^\\(?:\d|k<)/.test(rest)) return "must not refer back to a group";
      i++;
    } else if (inClass || rest.startsWith("[")) {
      inClass = !inClass || !rest.startsWith("]");
    } else if (/^(?:[*+]|\{\d+,\})/.test(rest)) {
      return "repeats without a bound: write {0,80} instead of *";
    } else if (rest.startsWith("{")) {
      if (before === ")") return "repeats a group: write it out";
      ways *= Math.max(1, Number(/^\{(?:\d+,)?(\d+)\}/.exec(rest)?.[1] ?? 1));
    } else if (rest.startsWith("?") && before !== "(") {
      ways *= 2;
    }
    if (ways > MAX_WAYS)
      return `can be tried in more than ${MAX_WAYS} ways: use fewer and smaller repetitions`;
  }
  return void 0;
}

// src/profile/schema/gotchas.ts
var pattern = external_exports.string().superRefine((value, context) => {
  const why = whyNotAPattern(value);
  if (why) context.addIssue({ code: "custom", message: why });
});
var Gotcha = external_exports.strictObject({
  id: external_exports.string().regex(/^[A-Z0-9][A-Za-z0-9-]{1,15}$/, "use the catalogue form, such as RP7"),
  /** Ids of other catalogues for the same thing. */
  aliases: external_exports.array(external_exports.string().max(16)).optional(),
  symptom: text,
  cause: text,
  fix: text,
  phases: external_exports.array(external_exports.enum(["preflight", "launch", "run", "poll", "pull", "teardown"])).min(1),
  risk: external_exports.enum(["money", "data", "time", "secret"]),
  match: external_exports.array(external_exports.strictObject({ in: external_exports.enum(["log", "setup", "ssh", "api", "scheduler", "probe"]), pattern })).optional(),
  ...stamp
});
var Surface = external_exports.strictObject({
  conveniences: external_exports.array(text),
  /** Beyond the clocks, which are always shown. */
  dangers: external_exports.array(
    external_exports.strictObject({
      says: text,
      verb: identifier.optional(),
      meter: identifier.optional(),
      clock: identifier.optional()
    })
  )
});

// src/profile/schema/meters.ts
var RESOURCES = [
  "instance",
  "disk",
  "volume",
  "filesystem",
  "ip",
  "snapshot",
  "job",
  "node-pool",
  "account"
];
var Price = external_exports.strictObject({
  amount: external_exports.number().nonnegative().finite(),
  currency: external_exports.enum(["USD", "CNY"]),
  per: external_exports.enum(["s", "min", "h", "month", "GB", "GB-h", "GB-month", "GiB-month"]),
  /** In which state of the box it holds. */
  while: external_exports.enum(["running", "stopped", "always"]),
  /** What must be true besides: "above 1 TB". */
  when: text.optional(),
  ...stamp
});
var Meter = external_exports.strictObject({
  id: identifier,
  kind: external_exports.enum(["gpu", "cpu", "disk", "volume", "ip", "snapshot", "bandwidth", "none"]),
  /** The thing whose end ends this meter. */
  of: external_exports.enum(RESOURCES),
  /** Smallest billed step: "second", "hour". */
  granularity: text.optional(),
  prices: external_exports.array(Price),
  /** No verb of the platform ends it; why, and what a person can do. */
  unstoppable: text.optional(),
  ...stamp
});

// src/profile/schema/rent.ts
var secretName = external_exports.string().regex(/^[A-Z][A-Z0-9_]{2,63}$/, "give the name of an environment variable");
var Rent = external_exports.strictObject({
  entries: external_exports.array(
    external_exports.strictObject({
      type: external_exports.enum(["console", "rest", "graphql", "cli", "sdk", "ssh", "manifest", "notebook", "own"]),
      base: text.optional(),
      auth: external_exports.strictObject({
        scheme: external_exports.enum(["bearer", "raw-header", "basic-key", "ssh-key", "kubeconfig", "none"]),
        secret: secretName.optional()
      }).optional(),
      /** The platform has said that this ends on that day. */
      "retires-on": external_exports.iso.date().optional(),
      ...stamp
    })
  ),
  /** What a person has to do, in order, where no program can. */
  human: external_exports.array(text),
  "fixed-at-create": external_exports.array(
    external_exports.enum([
      "ports",
      "disk-size",
      "network-volume",
      "filesystem",
      "firewall",
      "ssh-keys",
      "region",
      "market",
      "ip-type",
      "image"
    ])
  ),
  capacity: external_exports.strictObject({
    signal: external_exports.enum(["api", "search", "console", "queue", "none"]),
    field: text.optional(),
    ...stamp
  }),
  /** How a box is found again after a lost answer. */
  find: external_exports.strictObject({
    by: external_exports.enum(["name", "label", "tag", "job-name", "slug", "none"]),
    unique: tri,
    call: text.optional(),
    ...stamp
  })
});

// src/profile/schema/storage.ts
var boxPath = external_exports.string().max(300).regex(
  /^(?:\/|~(?:\/|$)|\$[A-Z_]+(?:\/|$)|<[A-Za-z0-9 -]+>(?:\/|$))[^\x00-\x1f\x7f]*$/,
  "must be absolute, or begin with ~, $NAME or <name>"
).refine((path) => !path.split("/").includes(".."), 'must not contain ".."');
var Outcome = external_exports.union([external_exports.enum(OUTCOMES), external_exports.strictObject({ "kept-for": duration })]);
var Tier = external_exports.strictObject({
  id: identifier,
  name: text.optional(),
  /** Where it is mounted; `null` for what is no place on the box (a snapshot, an object store). */
  path: boxPath.nullable(),
  also: external_exports.array(boxPath).optional(),
  role: external_exports.enum(["system", "scratch", "durable", "shared", "archive"]),
  medium: external_exports.enum(["nvme", "ssd", "block", "nfs", "overlay", "object", "memory", "unknown"]),
  size: text.optional(),
  resize: external_exports.enum(["grow", "both", "none", "unknown"]).optional(),
  /** A documented cap. Everything else is measured on the box and never carried from one platform to another. */
  inodes: external_exports.union([external_exports.number().int().positive(), external_exports.enum(["none", "undocumented", "host-dependent"])]),
  /** How far it reaches: what must be the same for two boxes to see the same bytes. */
  scope: external_exports.enum([
    "instance",
    "machine",
    "zone",
    "region",
    "datacenter",
    "cluster",
    "team",
    "account",
    "job",
    "session"
  ]),
  shared: tri,
  /** Can be had only when the box is created. */
  "at-create": external_exports.boolean().optional(),
  /** May be absent; the audit finds out. */
  optional: external_exports.boolean().optional(),
  /** Takes the same path as these: a box has one of them. */
  "instead-of": external_exports.array(identifier).optional(),
  /** Holds a copy of nothing that is on these tiers (a snapshot that leaves a mount out). */
  excludes: external_exports.array(identifier).optional(),
  meter: identifier.optional(),
  survival: external_exports.partialRecord(external_exports.enum(EVENTS), Outcome),
  ...stamp
});
var tier = identifier;
var durableBase = { ...stamp, "when-absent": external_exports.enum(["pull", "cloud-sync", "refuse"]).optional() };
var Durable = external_exports.discriminatedUnion("strategy", [
  external_exports.strictObject({ strategy: external_exports.literal("path"), tier, path: boxPath, ...durableBase }),
  external_exports.strictObject({ strategy: external_exports.literal("volume-at-create"), tier, path: boxPath, ...durableBase }),
  external_exports.strictObject({ strategy: external_exports.literal("scheduler-fs"), tier, path: boxPath, ...durableBase }),
  external_exports.strictObject({
    strategy: external_exports.literal("pvc"),
    tier,
    path: boxPath,
    access: external_exports.enum(["one-node", "many-nodes", "unknown"]),
    ...durableBase
  }),
  external_exports.strictObject({
    strategy: external_exports.literal("drive"),
    tier,
    path: boxPath,
    "flushed-within": duration,
    ...durableBase
  }),
  external_exports.strictObject({ strategy: external_exports.literal("platform-output"), tier, path: boxPath, ...durableBase }),
  /** Nothing on the box lasts: copies leave it while the job runs. */
  external_exports.strictObject({
    strategy: external_exports.literal("off-box"),
    via: external_exports.array(external_exports.enum(["pull", "cloud-sync", "copy"])).min(1),
    ...stamp
  })
]);
var glob = external_exports.string().max(200).refine(
  (value) => !value.startsWith("/") && !value.startsWith("~") && !value.split("/").includes(".."),
  "must stay below its tier"
).refine((value) => !/^[.*/]*$/.test(value), "would match everything");
var Scratch = external_exports.strictObject({ under: identifier, delete: external_exports.array(glob).min(1), ...stamp });
var resumeAnchors = external_exports.array(glob);

// src/profile/schema/verbs.ts
var Confirm = external_exports.strictObject({
  /** What is asked, and of whom: `GET /v2/pods/{id}`. */
  ask: text,
  /** The answers that prove it; an acknowledgement of the call is never one of them. */
  proof: external_exports.array(text).min(1),
  /** A bound, always: whatever has not been proven by then is a debt. */
  within: duration.refine((value) => value.seconds > 0, "must be more than nothing")
});
var Reversible = external_exports.union([
  external_exports.enum(["yes", "no", "unknown"]),
  external_exports.strictObject({ until: duration, clock: identifier.optional() })
]);
var Verb = external_exports.strictObject({
  id: identifier,
  /** The platform's own word for it. */
  native: text.optional(),
  resource: external_exports.enum(RESOURCES),
  /** What it is to the box's storage. Without one, it touches only the tiers in `destroys`. */
  event: external_exports.enum(EVENTS).optional(),
  /** Must have been carried out and proven before. */
  after: external_exports.array(identifier).optional(),
  stops: external_exports.array(identifier),
  /** Meters that run on, or begin, once this is done. */
  leaves: external_exports.array(identifier),
  /** Tiers; must agree with what the tiers say about `event`, so that a slip in either is found. */
  destroys: external_exports.array(identifier),
  reversible: Reversible,
  /** What can keep an undo from working, although the verb is reversible. */
  catch: text.optional(),
  surface: external_exports.enum(["api", "cli", "ssh", "kubectl", "console", "automatic", "none"]),
  call: text.optional(),
  /** For a person: where to click, or what to do when there is no surface of any kind. */
  console: text.optional(),
  confirm: Confirm.optional(),
  ...stamp
});
var Teardown = external_exports.strictObject({
  /** Ends the GPU meter in the ordinary course. */
  "gpu-stop": identifier.nullable(),
  /** Reversible, keeps the durable tier, stops every GPU meter; `null` where the platform has none. */
  park: identifier.nullable(),
  /** Why there is no park, or what a longer pause needs. Shown to whoever asks to park. */
  "park-note": text.optional(),
  /** In this order everything ends. A plan takes the ones that the held resources need. */
  zero: external_exports.array(identifier),
  /** Looks like a stop and is none. */
  never: external_exports.array(external_exports.strictObject({ what: text, why: text, ...stamp }))
});

// src/profile/schema.ts
var ProfileSchema = external_exports.strictObject({
  /** Raised when a meaning changes. */
  schema: external_exports.literal(1),
  id: identifier,
  name: text,
  "native-name": text.optional(),
  family: identifier.optional(),
  kind: external_exports.enum([
    "loopback",
    "attached",
    "rental",
    "marketplace",
    "cloud",
    "scheduler",
    "kubernetes",
    "notebook"
  ]),
  /** Who does what: `full` = the program rents and releases, `attach` = a person does, `instructions` = we only explain. */
  automation: external_exports.enum(["full", "attach", "scheduler", "cluster", "batch", "instructions"]),
  status: external_exports.enum(["supported", "experimental", "draft"]),
  drive: Drive,
  sources: external_exports.record(identifier, Source),
  rent: Rent.describe("Ways in, what a person must do, what is fixed at creation, how a box is found again."),
  ssh: Ssh.nullable().describe("How a box is reached, and which events change its address. null: no SSH."),
  environment: Environment.describe("What is installed, and what must not be replaced."),
  tiers: external_exports.array(Tier).min(1).describe("Every place that holds data, and what each event leaves of it."),
  durable: Durable.describe("Where artifacts outlive the box."),
  scratch: Scratch.optional().describe("What may be deleted after a verified success."),
  "resume-anchors": resumeAnchors.optional().describe("Globs of the files a resume starts from; never pruned."),
  meters: external_exports.array(Meter).describe("Everything that costs money while it exists."),
  verbs: external_exports.array(Verb).describe(
    "What can be done to a box: which meters it stops, which tiers it destroys, whether it can be undone, how it is proven."
  ),
  teardown: Teardown.describe(
    "Which verb pauses, which verbs in which order end everything, what only looks like a stop."
  ),
  clocks: external_exports.array(Clock).describe("Timers that destroy data or cost money. All are shown before the first cent is spent."),
  spot: Spot.describe("How boxes are taken away, and with what warning."),
  detach: Detach.describe("What detached work survives, and how its end shows."),
  network: Network.describe("Egress, ports, mirrors."),
  hooks: external_exports.array(Hook).describe("Shell lines around work, with their way back."),
  overrides: Overrides.describe(
    'Paths and variables. Absent or null: nothing said. "": deliberately none. Else the value.'
  ),
  gotchas: external_exports.array(Gotcha).describe("Symptom, cause and fix of what goes wrong here, with the line it shows by."),
  surface: Surface.describe("What a person is told up front, besides the clocks.")
});

// src/profile/load.ts
function parseProfile(text2, fileName) {
  const yaml = parseStrictYaml(text2, fileName, ProfileSchema, { what: "profile", docs: "docs/profiles.md" });
  const profile = yaml.value;
  yaml.refuse([
    ...nameFault(profile, fileName),
    ...referenceFaults(profile),
    ...stampFaults(profile),
    ...storageFaults(profile),
    ...teardownFaults(profile),
    ...accessFaults(profile)
  ]);
  return profile;
}
function nameFault(profile, fileName) {
  const stem = fileName.replace(/^.*[/\\]/, "").replace(/\.ya?ml$/, "");
  if (stem === profile.id) return [];
  const what = `the profile "${profile.id}" stands in a file called "${stem}"`;
  return [{ path: ["id"], code: "file-name", what, next: `Call the file ${profile.id}.yml.` }];
}

// src/cli/world.ts
function openWorld(settings, ledger, face, signal) {
  const profiles = /* @__PURE__ */ new Map();
  const drivers = /* @__PURE__ */ new Map();
  const channels = /* @__PURE__ */ new Map();
  const secret = settings.secret ?? ownSecret(settings.stateDir);
  const world = {
    clock: settings.clock,
    ledger,
    who: settings.who,
    face,
    storeDir: settings.storeDir,
    repoDir: settings.cwd,
    signal,
    profile: (platform) => once(profiles, platform, async () => loadProfile(platform)),
    driver: (platform) => once(drivers, platform, async () => {
      const { drive } = await world.profile(platform);
      return driverFor(platform, platformContext(settings), drive.driver);
    }),
    channel: (lease) => once(channels, lease.name, () => connect(world, lease)),
    async hangUp(lease) {
      const channel = channels.get(lease);
      channels.delete(lease);
      await channel?.then((open2) => open2.close()).catch(() => {
      });
    },
    loginKey: async (run) => loginKey(secret, run),
    hostKey: async (lease) => hostKey(secret, lease),
    secret: (name) => settings.env[name],
    async close() {
      await Promise.all([...channels.keys()].map((lease) => world.hangUp(lease)));
    }
  };
  return world;
}
function once(known, key, make) {
  const had = known.get(key);
  if (had) return had;
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}
var platformContext = (settings) => ({
  clock: settings.clock,
  localRoot: join(settings.stateDir, "local"),
  selfCommand: selfCommand()
});
function selfCommand() {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  if (existsSync(main)) return [process.execPath, "--import", import.meta.resolve("tsx"), main];
  return [process.execPath, fileURLToPath(new URL("dist/gpu-lease.mjs", installedDir()))];
}
function loadProfile(platform) {
  const file = new URL(`profiles/${platform}.yml`, installedDir());
  if (!/^[a-z0-9-]{1,60}$/.test(platform) || !existsSync(file)) {
    throw new Problem({
      code: "no-profile",
      kind: "usage",
      what: `There is no profile for platform "${platform}".`,
      next: 'Use a platform that has one (see "gpu-lease plan"), or attach any box with the platform "generic-ssh".'
    });
  }
  return parseProfile(readFileSync2(file, "utf8"), `profiles/${platform}.yml`);
}
async function connect(world, lease) {
  const { openSession } = await import("./ssh-session-ENL6BJ64.mjs");
  const driver = await world.driver(lease.platform);
  const endpoint = async () => {
    const { endpoint: where, state } = await driver.describe(lease.boxId ?? "");
    if (where) return where;
    const { TransportFailed: TransportFailed2 } = await import("./channel-LMRSUMKX.mjs");
    throw new TransportFailed2(
      `${lease.platform} gives no address for ${lease.name}: it is ${state}`,
      state === "gone" ? "gone" : "closed"
    );
  };
  const options = lease.intent.attach === void 0 ? await rentedOptions(world, lease) : await ownOptions(lease);
  return openSession({ ...options, endpoint, clock: world.clock, signal: world.signal });
}
async function rentedOptions(world, lease) {
  const run = lease.name.replace(/-\d+$/, "");
  const { privateOpenSsh } = await world.loginKey(run);
  const profile = await world.profile(lease.platform);
  const login = { keys: [{ text: privateOpenSsh, label: "the key derived for this run" }] };
  if (lease.pin) return { login, pin: { sha256: lease.pin.sha256, by: "first-contact" } };
  if (profile.ssh?.["host-key"] !== "installed-at-create") return { login, pin: "first-contact" };
  return { login, pin: { sha256: (await world.hostKey(lease.name)).sha256, by: "derived" } };
}
async function ownOptions(lease) {
  const { ownSshWorld, resolveSshTarget } = await import("./ssh-user-config-CR24GOYA.mjs");
  const target = await resolveSshTarget(lease.intent.attach ?? "", ownSshWorld());
  const known = target.pin ? { ...target.pin, by: "user" } : "first-contact";
  const pin = lease.pin ? { sha256: lease.pin.sha256, by: "first-contact" } : known;
  return { login: target.login, pin, ...target.jump ? { jump: target.jump } : {} };
}
function ownSecret(stateDir) {
  const file = join(stateDir, "secret");
  if (!existsSync(file)) {
    mkdirSync(stateDir, { recursive: true, mode: 448 });
    const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
    writeFileSync(draft, newSecret(), { mode: 384 });
    publishOnce(draft, file);
  }
  return readFileSync2(file, "utf8").trim();
}
function publishOnce(draft, file) {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    unlinkSync(draft);
  }
}

// src/lease/summary.ts
var summarise = (run, now) => ({
  run: run.id,
  job: run.opened?.job ?? "",
  state: runState(run),
  usd: Number(usdSoFar(run, now).toFixed(6)),
  updatedAt: run.updatedAt ?? now.toISOString(),
  leases: run.leases.map((lease) => `${lease.name} ${lease.platform} ${lease.state}`)
});

export {
  expandRoster,
  matchRoster,
  auditText,
  writeTar,
  sumsOf,
  proveCode,
  codeDiffers,
  manifest,
  probe,
  launcherFor,
  DISK_FLOOR,
  start,
  secretsOf,
  missingSecrets,
  summarise,
  choose,
  isDestroyed,
  firstContact,
  survivalTable,
  teardownPlan,
  openWorld
};
