import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  diffTensors
} from "./verify-tensor-diff.shared.mjs";
import {
  EPOCHS,
  STEPS,
  findsItsFiles
} from "./job-init-reading-option-names.shared.mjs";
import {
  smokeEvidence
} from "./smoke-evidence.shared.mjs";
import {
  tellingFix
} from "./cli-bind-job.shared.mjs";
import {
  OutputWatch,
  ownPlace
} from "./crash-frames.shared.mjs";
import {
  refuseBesideSecrets
} from "./cli-beside-secrets.shared.mjs";
import {
  numbersByStep,
  readMetrics
} from "./metrics-series.shared.mjs";
import {
  loadedSetIn,
  tensorsIn
} from "./collect-load-verify.shared.mjs";
import {
  watchedGlobs
} from "./job-watched.shared.mjs";
import {
  checkpointSets,
  fingerprint,
  isOfSets,
  setGlobs,
  setWords
} from "./box-keeper-text.shared.mjs";
import {
  growthOf,
  markLines,
  recordWord,
  rowsOf
} from "./metrics-csv-table.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  isRunning,
  processIdentity
} from "./host-process-identity.shared.mjs";
import {
  ownEnvironment
} from "./host-own-environment.shared.mjs";
import {
  cellDifferences
} from "./job-cell-differences.shared.mjs";
import {
  lineReader
} from "./metrics-log-pattern.shared.mjs";
import {
  compileGlob
} from "./job-glob.shared.mjs";
import {
  forErrands
} from "./job-keys-of-others.shared.mjs";
import {
  readyApart,
  roleByName,
  verifyFileApart
} from "./verify-apart-apart.shared.mjs";
import {
  openFileSource
} from "./verify-read-file-source.shared.mjs";
import {
  isWrittenOut
} from "./verify-contract-verdict.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  METRICS_FORMATS,
  formatByName,
  isPrinted,
  nameOfSource,
  sourcesOf
} from "./metrics-rule.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";

// src/smoke/report-lines.ts
function smokeLines(report) {
  const { environment } = report;
  return [
    `smoke passed in ${formatSeconds(report.seconds)} on ${environment.os} ${environment.arch}, ${environment.interpreter}`,
    ...measureLines(report.smoke),
    ...report.drill === "none" ? ["resume drill: none"] : drillLines(report.drill),
    ...footprintLines(report.footprint),
    ...report.warnings.flatMap(({ what, next }) => [`warning: ${what}`, `  next: ${next}`])
  ];
}
function measureLines(smoke) {
  const memory = smoke.peakMemoryMb === void 0 ? "memory not measured" : `memory at most ${smoke.peakMemoryMb} MB of ${smoke.memoryLimitMb} (${MEASURE[smoke.memoryMeasure ?? "rss"]}, read every 0.1 s)`;
  const lines = [`  command: exit 0 after ${formatSeconds(smoke.seconds)}, ${memory}`];
  if (smoke.metrics) {
    const { lines: count2, firstLoss, lastLoss } = smoke.metrics;
    lines.push(`  metrics: ${count2} lines, loss ${brief(firstLoss)} to ${brief(lastLoss)}, all finite`);
  }
  return lines;
}
var MEASURE = {
  rss: "RSS of all its processes, shared pages counted more than once",
  pss: "PSS of all its processes"
};
var GOES_ON = "  this drill proves that it goes on, not that it is the same run: optimizer, scheduler, random state or place in the data may not come back; `smoke: {drill: exact}` asks for that";
function drillLines(drill) {
  const { replay } = drill;
  const compared = replay.steps === 0 ? "no step with a loss was done twice, so none could be compared" : replay.differences.length === 0 ? `${count(replay.steps, "step")} done twice, with the same numbers` : `${count(replay.steps, "step")} done twice, with different numbers`;
  return [
    `resume drill passed in ${formatSeconds(drill.seconds)}: killed beside ${drill.checkpoint} of step ${drill.killedAtStep}, the same command went on at step ${drill.resumedAtStep} and reached ${drill.reachedStep}; the checkpoint loads`,
    `  ${compared}`,
    ...drill.equal ? [
      `  ended as a run that was never killed: ${count(drill.equal.losses, "step")} and ${count(drill.equal.tensors, "tensor")} the same`
    ] : [GOES_ON]
  ];
}
var footprintLines = ({ checkpoint, output }) => checkpoint ? [
  `  one checkpoint: ${megabytes(checkpoint.bytes)} in ${count(checkpoint.files, "file")}, all output ${megabytes(output.bytes)}; where the real model is larger, say so under \`checkpoint.size\``
] : [];
var megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e8 ? 3 : 0)} MB`;
var brief = (value) => String(Number(value.toPrecision(4)));
var count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

// src/cli/store-folder.ts
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve } from "node:path";
var GIT_SECONDS = 10;
function ignoreHere(dir) {
  try {
    const git = (...args) => execFileSync("git", ["-C", dir, ...args], {
      env: forErrands(ownEnvironment()),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: GIT_SECONDS * 1e3
    }).trim();
    if (isIgnored(git)) return;
    const inside = relative(realpathSync(git("rev-parse", "--show-toplevel")), realpathSync(dir));
    if (inside === "" || inside.startsWith("..") || isAbsolute(inside)) return;
    const file = resolve(dir, git("rev-parse", "--git-path", "info/exclude"));
    const line = `/${inside.replaceAll(/([\\*?[\]#! ])/g, "\\$1")}/`;
    if (readIfThere(file).split("\n").includes(line)) return;
    mkdirSync(dirname(file), { recursive: true });
    const before = readIfThere(file);
    appendFileSync(file, `${before === "" || before.endsWith("\n") ? "" : "\n"}${line}
`);
  } catch {
  }
}
function isIgnored(git) {
  try {
    git("check-ignore", "--quiet", ".");
    return true;
  } catch {
    return false;
  }
}
function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

// src/cli/last-smoke.ts
import { existsSync, mkdirSync as mkdirSync2, readFileSync as readFileSync2, writeFileSync } from "node:fs";
import { join } from "node:path";
var MOST = 100;
var Finding = external_exports.object({
  code: external_exports.string(),
  what: external_exports.string(),
  next: external_exports.string(),
  at: external_exports.object({ file: external_exports.string(), line: external_exports.number(), column: external_exports.number() }).optional(),
  edits: external_exports.array(
    external_exports.object({
      path: external_exports.array(external_exports.union([external_exports.string(), external_exports.number()])),
      value: external_exports.union([external_exports.string(), external_exports.literal(true)])
    })
  )
});
var LastSmoke = external_exports.object({
  of: external_exports.string(),
  commit: external_exports.string(),
  findings: external_exports.array(Finding).max(MOST)
});
var fileOf = ({ storeDir }) => join(storeDir, "last-smoke.json");
function findingsIn(error, { redactor }) {
  const told = redactor.error(error);
  const problems = told instanceof Problems ? told.all : told instanceof Problem ? [told] : [];
  return problems.filter(({ kind }) => kind === "smoke").map(({ code, what, next, at, edits }) => ({
    code,
    what,
    next,
    ...at && { at },
    edits: edits.map(({ path, value }) => ({ path: [...path], value }))
  }));
}
var digestOfBound = ({ configHash, job }) => digestOf({ configHash, job: JSON.stringify(job) });
function noteFindings(settings, bound, findings) {
  const { code } = bound;
  mkdirSync2(settings.storeDir, { recursive: true });
  ignoreHere(settings.storeDir);
  writeFileSync(
    fileOf(settings),
    `${JSON.stringify({ of: digestOfBound(bound), commit: code.commit, findings }, void 0, 1)}
`
  );
}
function notedFindings(settings, bound) {
  const file = fileOf(settings);
  if (!existsSync(file)) return;
  try {
    const read2 = LastSmoke.safeParse(JSON.parse(readFileSync2(file, "utf8")));
    return read2.success && read2.data.of === digestOfBound(bound) ? read2.data.findings : void 0;
  } catch {
    return;
  }
}

// src/cli/smoke.ts
import { mkdirSync as mkdirSync5, mkdtempSync, realpathSync as realpathSync4, rmSync as rmSync4 } from "node:fs";
import { tmpdir } from "node:os";
import { join as join10, relative as relative2 } from "node:path";

// src/launch/code-checkout.ts
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
async function layOut(code, dir) {
  await mkdir(dir, { recursive: true });
  const tar = spawn("tar", ["-xf", "-", "-C", dir], {
    env: forErrands(ownEnvironment()),
    stdio: ["pipe", "ignore", "pipe"]
  });
  let stderr = "";
  tar.stderr.on("data", (chunk) => {
    stderr = (stderr + chunk.toString("utf8")).slice(-2e3);
  });
  tar.stdin.on("error", () => {
  });
  tar.stdin.end(code.tar);
  const exitCode = await new Promise((resolve2, reject) => {
    tar.on("error", reject);
    tar.on("close", resolve2);
  });
  if (exitCode !== 0) throw new Error(`tar could not lay out the code (${exitCode}): ${stderr.trim()}`);
}

// src/smoke/process-group.ts
import { spawn as spawn2 } from "node:child_process";
import { setImmediate as nextTurn } from "node:timers/promises";

// src/smoke/proc-table.ts
import { readdirSync, readFileSync as readFileSync3 } from "node:fs";
var groupMembers = (group) => allProcesses().filter((each) => each.group === group && each.state !== "Z" && each.state !== "X").map((each) => each.pid);
function groupMemory(group, limitBytes) {
  if (!hasProc()) return void 0;
  const pids = withDescendants(group);
  const rss = sum(pids, rssBytes);
  if (rss <= limitBytes) return { bytes: rss, measure: "rss" };
  const pss = pids.map(pssBytes);
  if (pss.some((bytes) => bytes === void 0)) return { bytes: rss, measure: "rss" };
  return { bytes: sum(pss, (bytes) => bytes ?? 0), measure: "pss" };
}
function withDescendants(group) {
  const living = allProcesses().filter(({ state }) => state !== "Z" && state !== "X");
  const found = new Set(living.filter((each) => each.group === group).map(({ pid }) => pid));
  let before;
  do {
    before = found.size;
    for (const { pid, parent } of living) if (found.has(parent)) found.add(pid);
  } while (found.size > before);
  return [...found];
}
function groupsWithEnvironment(name, matches) {
  const prefix = `${name}=`;
  const isWanted = (entry) => entry.startsWith(prefix) && matches(entry.slice(prefix.length));
  const own = allProcesses().find((each) => each.pid === process.pid)?.group;
  const groups = allProcesses().filter((each) => each.state !== "Z" && each.group !== own && each.group > 1).filter((each) => readText(`/proc/${each.pid}/environ`)?.split("\0").some(isWanted)).map((each) => each.group);
  return [...new Set(groups)];
}
var hasProc = () => readText("/proc/self/stat") !== void 0;
function allProcesses() {
  let names;
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names.filter((name) => /^\d+$/.test(name)).flatMap((name) => parseStat(Number(name)) ?? []);
}
function parseStat(pid) {
  const text = readText(`/proc/${pid}/stat`);
  if (text === void 0) return void 0;
  const [state, parent, group] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { pid, state: state ?? "X", parent: Number(parent), group: Number(group) };
}
var rssBytes = (pid) => kilobytesIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB$/m) ?? 0;
var pssBytes = (pid) => kilobytesIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB$/m);
var kilobytesIn = (path, pattern) => {
  const kilobytes = pattern.exec(readText(path) ?? "")?.[1];
  return kilobytes === void 0 ? void 0 : Number(kilobytes) * 1024;
};
function readText(path) {
  try {
    return readFileSync3(path, "utf8");
  } catch {
    return void 0;
  }
}
var sum = (items, of) => items.reduce((total, item) => total + of(item), 0);

// src/smoke/process-group.ts
var PRELUDE = 'ulimit -c 0; { echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null; exec 2>&1; exec sh -c "$1"';
var systemProcessGroups = {
  start(command, { cwd, env }, onData) {
    const child = spawn2("/bin/sh", ["-c", PRELUDE, "sh", command], {
      cwd,
      env,
      // A session of its own: no terminal, and a process group whose id is the child's pid.
      detached: true,
      stdio: ["ignore", "pipe", "ignore"]
    });
    const exited = new Promise((resolve2, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => resolve2(signal ? { signal } : { code: code ?? 0 }));
    });
    const drained = new Promise((resolve2) => child.stdout.once("close", resolve2));
    child.stdout.on("data", onData);
    child.stdout.on("error", () => {
    });
    const group = child.pid;
    return {
      exited,
      drained,
      signal: (signal) => signalGroup(group, signal),
      alive: () => group !== void 0 && isAlive(group),
      memory: (limitBytes) => group === void 0 ? void 0 : groupMemory(group, limitBytes),
      caughtUp,
      closeOutput: () => child.stdout.destroy()
    };
  },
  killMarked(name, matches) {
    const groups = groupsWithEnvironment(name, matches);
    for (const group of groups) signalGroup(group, "SIGKILL");
    return groups.length;
  },
  self: () => processIdentity(process.pid),
  lives: isRunning
};
async function caughtUp() {
  await nextTurn();
  await nextTurn();
}
function signalGroup(group, signal) {
  if (group === void 0) return;
  try {
    process.kill(-group, signal);
  } catch (error) {
    if (!["ESRCH", "EPERM"].includes(error.code ?? "")) throw error;
  }
}
function isAlive(group) {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  return process.platform !== "linux" || groupMembers(group).length > 0;
}

// src/smoke/smoke.ts
import { createHash } from "node:crypto";
import { mkdirSync as mkdirSync4, realpathSync as realpathSync3, rmSync as rmSync3 } from "node:fs";
import { arch, release, type } from "node:os";
import { join as join9 } from "node:path";

// src/smoke/wrote.ts
import { basename as basename2, dirname as dirname3 } from "node:path/posix";

// src/smoke/bounded-file.ts
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync as readdirSync2,
  readSync,
  realpathSync as realpathSync2,
  writeFileSync as writeFileSync2
} from "node:fs";
import { basename, dirname as dirname2, join as join2 } from "node:path";
var READ_LIMIT_BYTES = 64 * 2 ** 20;
var WALK_LIMIT_ENTRIES = 2e4;
var WALK_LIMIT_DEPTH = 16;
function readRegularFile(folder, path) {
  let file;
  try {
    const place = realpathSync2(dirname2(join2(folder, path)));
    const root = realpathSync2(folder);
    if (place !== root && !place.startsWith(`${root}/`))
      return { found: "unusable", why: "lies behind a symbolic link" };
    file = openSync(
      join2(place, basename(path)),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    );
  } catch (error) {
    const { code } = error;
    if (code === "ENOENT" || code === "ENOTDIR") return { found: "nothing" };
    return { found: "unusable", why: code === "ELOOP" ? "is a symbolic link" : `cannot be opened (${code})` };
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return { found: "unusable", why: "is not a regular file" };
    if (stat.size > READ_LIMIT_BYTES)
      return { found: "unusable", why: `has ${stat.size} bytes, more than 64 MiB` };
    const bytes = Buffer.alloc(stat.size);
    const length = readSync(file, bytes, 0, stat.size, 0);
    return { found: "bytes", bytes: bytes.subarray(0, length) };
  } finally {
    closeSync(file);
  }
}
function overwriteRegularFile(path, text) {
  const file = openSync(path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  try {
    writeFileSync2(file, text);
  } finally {
    closeSync(file);
  }
}
var objectOf = ({ object, identity }) => `${object} ${identity}`;
function filesMatching(folder, matches) {
  const found = [];
  let entries = 0;
  const walk = (prefix, depth) => {
    for (const entry of entriesOf(join2(folder, prefix))) {
      entries += 1;
      if (entries > WALK_LIMIT_ENTRIES) return;
      const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isDirectory() && depth < WALK_LIMIT_DEPTH) walk(path, depth + 1);
      const sighting = entry.isFile() && matches(path) ? sight(folder, path) : void 0;
      if (sighting) found.push(sighting);
    }
  };
  walk("", 0);
  return found;
}
function sight(folder, path) {
  const stat = lstatSync(join2(folder, path), { bigint: true, throwIfNoEntry: false });
  if (!stat?.isFile()) return void 0;
  const { dev, ino, size, mtimeNs, birthtimeNs } = stat;
  return {
    path,
    object: `${ino}:${birthtimeNs}`,
    identity: `${dev}:${ino}:${size}:${mtimeNs}`,
    bytes: Number(size),
    modifiedAt: mtimeNs
  };
}
function entriesOf(folder) {
  try {
    return readdirSync2(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

// src/smoke/wrote.ts
var codeFiles = (dir) => new Map(filesMatching(dir, isNoCache).map(({ path, identity }) => [path, identity]));
var isNoCache = (path) => !/(^|\/)(\.git|__pycache__|\.pytest_cache|node_modules|\.?venv)\//.test(path) && !/\.py[co]$/.test(path);
function wroteSince(before, codeDir, outDir) {
  const changed = [...codeFiles(codeDir)].filter(([path, identity]) => before.get(path) !== identity);
  return { out: filesIn(outDir), beside: changed.map(([path]) => path) };
}
var filesIn = (outDir) => filesMatching(outDir, () => true).flatMap(({ path, bytes }) => bytes > 0 ? [path] : []);
function isCalledAs(glob) {
  const matches = compileGlob(glob);
  const name = basename2(glob);
  const isNamed2 = /^[*?]+$/.test(name) ? () => false : compileGlob(name);
  return (path) => endsOf(path).some(matches) || isNamed2(basename2(path));
}
var endsOf = (path) => {
  const names = path.split("/");
  return names.map((_, at) => names.slice(at).join("/"));
};
function movedGlob(glob, files) {
  const [folder, ...others] = new Set(files.map((path) => dirname3(path)));
  const name = basename2(glob);
  if (folder === void 0 || others.length > 0) return `**/${name}`;
  return folder === "." ? name : `${folder}/${name}`;
}
function someOf(paths, most = 8) {
  const left = paths.length - most;
  return `${paths.slice(0, most).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

// src/smoke/command-edits.ts
var PLAIN = /^[\w./-]+$/;
function broughtHome(job, glob, files, mayStartElsewhere2) {
  if (job.smoke === "none" || !files.every((path) => PLAIN.test(path))) return [];
  const matches = compileGlob(glob);
  if (files.every(matches) && job.run.startsWith(IN_OUTPUT)) return startedInOutput(job, mayStartElsewhere2);
  for (const prefix of commonPrefixes(files)) {
    const target = targetOf(prefix, files, matches);
    const edits2 = target === void 0 ? [] : inCommands(job, (command) => redirected(command, prefix, target));
    if (edits2.length > 0) return edits2;
  }
  const copied = isNeededBefore(job, glob, files) ? void 0 : copyOf(files, matches);
  const edits = copied === void 0 ? [] : inCommands(job, (command) => withCopy(command, copied));
  return edits.length > 0 || !files.every(matches) ? edits : startedInOutput(job, mayStartElsewhere2);
}
var IN_OUTPUT = 'cd "$GPU_LEASE_OUT" && ';
var STARTS_SCRIPT = /^((?:[\w.=/:,+-]+\s+)+?)(?:\.\/)?(\w[\w./-]*\.py)((?:\s[^\n;&|#<>]*)?)$/;
var startedInOutput = (job, mayStartElsewhere2) => inCommands(job, (command) => {
  if (command.startsWith(IN_OUTPUT)) return command;
  const [, starts, script, rest = ""] = STARTS_SCRIPT.exec(command.trim().replace(OUR_COPY, "")) ?? [];
  return starts === void 0 || !mayStartElsewhere2(command) ? void 0 : `${IN_OUTPUT}${starts}"$OLDPWD/${script}"${rest}`;
});
var OUR_COPY = / && cp -R [\w./ -]+ "\$GPU_LEASE_OUT"\/$/;
function isNeededBefore(job, glob, files) {
  const { checkpoint } = job;
  if (checkpoint === void 0 || checkpoint.resume === "none") return false;
  const globs = [checkpoint.path].flat();
  return sourcesOf(job).some(({ path }) => path === glob) || files.some((file) => globs.some((each) => isCalledAs(each)(file)));
}
function commonPrefixes([first = "", ...others]) {
  const names = first.split("/");
  const prefixes = names.map((_, at) => names.slice(0, at + 1).join("/")).reverse();
  return prefixes.filter(
    (prefix) => others.every((path) => path === prefix || path.startsWith(`${prefix}/`))
  );
}
function targetOf(prefix, files, matches) {
  const below = files.map((path) => path.slice(prefix.length + 1));
  if (below.every((path) => path !== "" && matches(path))) return '"$GPU_LEASE_OUT"';
  const name = prefix.slice(prefix.lastIndexOf("/") + 1);
  if (files.every((path) => matches(`${name}${path.slice(prefix.length)}`)))
    return `"$GPU_LEASE_OUT/${name}"`;
  return files.every(matches) ? `"$GPU_LEASE_OUT/${prefix}"` : void 0;
}
function redirected(command, prefix, target) {
  const word = prefix.replaceAll(".", "\\.");
  const named = new RegExp(`(?<=[\\s=])(["']?)(?:\\./)?${word}/?\\1(?=$|[\\s;&|)])`, "g");
  const changed = command.replace(named, target);
  return changed === command ? void 0 : changed;
}
function copyOf(files, matches) {
  const tops = [...new Set(files.map((path) => path.split("/")[0] ?? path))];
  if (files.every(matches)) return `cp -R ${tops.join(" ")} "$GPU_LEASE_OUT"/`;
  const [folder, ...others] = tops;
  const isBelow = files.every((path) => path.includes("/") && matches(path.slice(path.indexOf("/") + 1)));
  return others.length === 0 && isBelow ? `cp -R ${folder}/. "$GPU_LEASE_OUT"/` : void 0;
}
var withCopy = (command, copy) => /[\n;&|#]/.test(command.replaceAll("&&", "")) ? void 0 : `${command.trim()} && ${copy}`;
function inCommands(job, change) {
  const { smoke } = job;
  if (smoke === "none") return [];
  const drilled = smoke.drill !== "none" && smoke.drill.run !== smoke.run ? smoke.drill.run : void 0;
  const commands = [
    { path: ["run"], command: job.run },
    { path: ["smoke", "run"], command: smoke.run },
    ...drilled === void 0 ? [] : [{ path: ["smoke", "drill", "run"], command: drilled }]
  ];
  const edits = commands.flatMap(({ path, command }) => {
    const value = change(command);
    return value === void 0 ? [] : [{ path, value }];
  });
  return edits.length === commands.length ? edits : [];
}

// src/smoke/command-problem.ts
import { constants as constants2 } from "node:os";

// src/smoke/failure-hint.ts
var HINTS = [
  {
    id: "F-E01",
    cause: "a script has Windows line ends",
    pattern: /\$'\\r': command not found|set: -: invalid option|\r: No such file|unexpected token \$'do\\r'|: not found\r/,
    next: "Save the script with LF line ends, and put `*.sh text eol=lf` into .gitattributes."
  },
  {
    id: "F-E09",
    cause: "a Python package is missing here",
    pattern: /^(?:\[[^\]]+\]:?\s?)?(?:ModuleNotFoundError|ImportError)\b/m,
    next: "Install it in `smoke.setup`, for example `pip install -r requirements.txt`."
  },
  {
    id: "F-E09",
    cause: "a conda environment is missing here",
    pattern: /EnvironmentNameNotFound/,
    next: "Create the environment in `smoke.setup`, or run without conda here."
  },
  {
    id: "F-E02",
    cause: "a program is not on the path",
    pattern: /command not found|: not found$/m,
    next: "Install the program in `smoke.setup`, or call the interpreter by name (`python3 train.py`)."
  },
  {
    id: "F-E11",
    cause: "an override names a config node that is not a mapping",
    pattern: /Override path .* is not a mapping/,
    next: "Put the override into a config file of its own instead of dotted keys."
  },
  {
    id: "F-E12",
    cause: "a label lies outside the classes of the model",
    pattern: /device-side assert|Target \d+ is out of bounds/,
    next: "Compare the labels of the data with the number of classes."
  },
  {
    id: "F-E13",
    cause: "samples of one batch have different shapes",
    pattern: /stack expects each tensor to be equal size/,
    next: "Crop, pad, or write a collate function."
  },
  {
    id: "F-E14",
    cause: "batch normalisation met a batch of one",
    pattern: /Expected more than 1 value per channel/,
    next: "Drop the last batch (`drop_last=True`), or use a larger one."
  },
  {
    id: "F-E15",
    cause: "a loader was given both a sampler and shuffle",
    pattern: /sampler option is mutually exclusive with shuffle/,
    next: "Leave out `shuffle`; the sampler decides the order."
  },
  {
    id: "F-E16",
    cause: "a callable given to loader workers cannot be pickled",
    pattern: /Can't pickle local object|Can't get local object/,
    next: 'Define it at the top of a module, and guard the entry point with `if __name__ == "__main__":`.'
  },
  {
    id: "F-E18",
    cause: "the tokenizer has no padding token",
    pattern: /does not have a padding token/,
    next: "Set `tokenizer.pad_token`, for example to its `eos_token`."
  },
  {
    id: "F-E19",
    cause: "the loss does not depend on any parameter",
    pattern: /element 0 of tensors does not require grad/,
    next: "Look for `detach()`, `.item()` or `no_grad()` on the way from the model to the loss."
  },
  {
    id: "F-E21",
    cause: "a download was refused",
    pattern: /\b401 Client Error|GatedRepoError/,
    next: "A smoke is given no secrets: let the smoke command use a small public model or data made on the spot."
  },
  {
    id: "F-E03",
    cause: "the command insists on a GPU",
    pattern: /Found no NVIDIA driver|No CUDA GPUs are available|Torch not compiled with CUDA enabled/,
    next: "Let the smoke command take the CPU when no GPU is visible: they are hidden on purpose."
  },
  {
    id: "F-D01",
    cause: "the disk is full here",
    pattern: /No space left on device|ENOSPC|basic_ios::clear: iostream error/,
    next: "Free space, or make the smoke write less."
  },
  {
    id: "F-E10",
    cause: "the code asks for a name that is not there",
    pattern: /^(?:\[[^\]]+\]:?\s?)?(?:KeyError|AttributeError|NameError)\b/m,
    next: "Correct the code or its configuration; a retry would end alike."
  },
  {
    id: "aborted-at-exit",
    cause: "a thread of a library aborted the process while Python was being closed",
    pattern: /^terminate called without an active exception/m,
    next: "Where its steps were all done, this is PyTorch's gloo, whose threads outlive `destroy_process_group()`. End the script with `dist.barrier()`, `dist.destroy_process_group()`, `sys.stdout.flush()` and `os._exit(0)`."
  }
];
function hintFor(tail, crash) {
  const text = [...crash === void 0 ? [] : [crash], ...tail].join("\n");
  const hint = HINTS.find(({ pattern }) => pattern.test(text));
  return hint && { cause: `${hint.cause} (${hint.id})`, next: hint.next };
}

// src/smoke/command-problem.ts
function smokeProblem(code, what, next, evidence = []) {
  const lines = evidence.length > 0 ? `
Last lines of its output:
${evidence.map((line) => `  ${line}`).join("\n")}` : "";
  return new Problem({ code, kind: "smoke", what: `${what}${lines}`, next });
}
var placed = ({ code, kind, what, next, edits }, at) => new Problem({ code, kind, what, next, edits, ...at ? { at } : {} });
var answeredBy = ({ code, kind, what, next, at }, edits) => new Problem({ code, kind, what, next, edits, ...at ? { at } : {} });
function problemOf(role, result) {
  const { ended, tail, crash, place } = result;
  const took = formatSeconds(result.seconds);
  const it = `The ${role} \`${result.command}\``;
  const hint = hintFor(tail, crash?.line);
  const because = hint ? `: ${hint.cause}` : crash ? `: ${crash.what}: ${crash.line}` : "";
  const failed = (code, what, next) => placed(smokeProblem(code, what, next, tail), place);
  switch (ended.why) {
    case "interrupted":
      return new Problem(interrupted(it, took));
    case "timeout":
      return failed(
        "timeout",
        `${it} had not ended after ${formatSeconds(ended.seconds)} and was killed${because}.`,
        `Make it smaller (one or two batches, one epoch, tiny shapes), or raise its bound, as by \`timeout: ${Math.ceil(4 * ended.seconds)}s\`.`
      );
    case "memory":
      return failed(
        "memory",
        `${it} used ${megabytes2(ended.memory.bytes)} MB (${ended.memory.measure} of all its processes) of ${ended.limitMb} MB after ${took} and was killed.`,
        `Do not build the real model here: use tiny shapes, or raise its bound, as by \`memory: ${2 * Math.max(ended.limitMb, megabytes2(ended.memory.bytes))}MB\` below \`smoke\`.`
      );
    case "signal":
      return failed(
        "signal",
        `${it} was ended by ${ended.signal} after ${took}${because}.`,
        hint?.next ?? signalAdvice(ended.signal)
      );
    case "exit":
      if (ended.code !== 0) {
        const signal = signalBehind(ended.code);
        const code = `exit code ${ended.code}${signal ? ` (${signal})` : ""}`;
        const next = programMeant(ended.code, tail) ?? hint?.next ?? (signal ? signalAdvice(signal) : "Correct it, and try the same command on a CPU at your desk.");
        return failed("exit-code", `${it} ended with ${code} after ${took}${because}.`, next);
      }
      if (!crash) return void 0;
      return failed(
        "traceback",
        `${it} ended with exit code 0, but its log shows a ${crash.what}: ${crash.line}`,
        hint?.next ?? "Let the error end the command, or handle it without printing its stack."
      );
    case "killed":
      return void 0;
  }
}
var PROGRAMS = "python python3 node bash sh torchrun accelerate deepspeed uv conda pip pip3 make git Rscript julia".split(
  " "
);
function programMeant(code, tail) {
  const lacking = code === 127 ? /(?:^|[:\s])([\w.-]+): (?:command )?not found$/m.exec(tail.join("\n"))?.[1] : void 0;
  const near = lacking === void 0 || PROGRAMS.includes(lacking) ? void 0 : nearestOf(lacking, PROGRAMS);
  return near && `Did you mean \`${near}\`? Else install it in \`smoke.setup\`.`;
}
var interrupted = (it, took) => ({
  code: "interrupted",
  kind: "interrupted",
  what: `${it} was stopped after ${took}, because this program was asked to stop.`,
  next: "Run the same command again; a smoke starts over."
});
var signalBehind = (code) => Object.entries(constants2.signals).find(([, number]) => number === code - 128)?.[0];
var signalAdvice = (signal) => signal === "SIGKILL" ? "Something else killed it, most likely this machine ran out of memory: use tiny shapes." : "Run it under a debugger at your desk: a signal means that native code crashed.";
var megabytes2 = (bytes) => Math.ceil(bytes / 1e6);

// src/smoke/determinism-audit.ts
var SEEDS = /\b(?:torch\.manual_seed|torch\.cuda\.manual_seed(?:_all)?|(?:np|numpy)\.random\.seed|random\.seed|tf\.random\.set_seed|(?:pl\.|L\.)?seed_everything|set_seed|set_random_seed)\s*\(/g;
var ALL_FLAGS = /\bdeterministic\s*=\s*(?:True|["']warn["'])|\bfull_determinism\s*=\s*True|\benable_full_determinism\s*\(|\benable_op_determinism\s*\(/;
var WORKERS = /\bnum_workers\s*=\s*(?!0\b)/;
var KNOBS = [
  {
    knob: "torch.use_deterministic_algorithms(True)",
    set: /\buse_deterministic_algorithms\s*\(\s*True/,
    when: /\btorch\b/
  },
  {
    knob: "torch.backends.cudnn.deterministic = True and cudnn.benchmark = False",
    set: /\bcudnn\.deterministic\s*=\s*True[\s\S]*\bcudnn\.benchmark\s*=\s*False|\bcudnn\.benchmark\s*=\s*False|\buse_deterministic_algorithms\s*\(\s*True/,
    when: /\btorch\b/
  },
  {
    knob: "CUBLAS_WORKSPACE_CONFIG=:4096:8 before the first use of CUDA",
    set: /\bCUBLAS_WORKSPACE_CONFIG\b/,
    when: /\btorch\b/
  },
  {
    knob: "DataLoader(worker_init_fn=..., generator=...): workers otherwise inherit one NumPy and random state",
    set: /\bworker_init_fn\s*=\s*(?!None\b)|\bseed_everything\s*\([^)]*workers\s*=\s*True/,
    when: WORKERS
  },
  {
    knob: "seeds of random and numpy.random beside that of torch",
    set: /\b(?:np|numpy)\.random\.(?:seed|default_rng)\s*\(|\bseed_everything\s*\(|\bset_seed\s*\(/,
    when: /\b(?:np|numpy)\.random\b/
  },
  { knob: "tf.config.experimental.enable_op_determinism()", set: ALL_FLAGS, when: /\btensorflow\b/ }
];
function auditDeterminism(sources, vars) {
  const code = [...sources.map((source) => source.code), ...Object.keys(vars)].join("\n");
  const seeds = [...new Set([...code.matchAll(SEEDS)].map(([call]) => call.replace(/\s*\($/, "")))];
  if (seeds.length === 0) return { verdict: "not-declared" };
  const asked = KNOBS.filter(({ when }) => when === void 0 || when.test(code));
  const coveredByOne = ALL_FLAGS.test(code);
  const missing = asked.filter(({ set, when }) => !set.test(code) && !(coveredByOne && when !== WORKERS));
  if (missing.length === 0) return { verdict: "declared-with-knobs", seeds };
  return { verdict: "declared-not-achieved", seeds, missing: missing.map(({ knob }) => knob) };
}
function determinismWarning(audit) {
  if (audit.verdict !== "declared-not-achieved") return void 0;
  return {
    code: "determinism",
    what: `Determinism is declared, not achieved: ${audit.seeds.join(", ")} is called, and nothing sets ${audit.missing.join("; ")}.`,
    next: "Set them, or do not expect two runs with one seed to give the same numbers; other drivers and GPUs still differ."
  };
}

// src/smoke/checkpoint-watch.ts
import { join as join3 } from "node:path";
var STILL_SECONDS = 2;
var CheckpointWatch = class {
  #folder;
  #rule;
  #world;
  #known = /* @__PURE__ */ new Map();
  #lastSights = /* @__PURE__ */ new Map();
  #writtenInPlace;
  constructor(folder, rule, world) {
    this.#folder = folder;
    this.#rule = rule;
    this.#world = world;
  }
  /** The sets that changed since the last look, loaded. What vanished or was replaced meanwhile is left out. */
  async news() {
    const news = [];
    const known = /* @__PURE__ */ new Map();
    for (const set of this.sets()) {
      if (isOneFile(set)) this.#lookHowWritten(set.name);
      const key = `${set.name}\0${fingerprint(set)}`;
      const seen = this.#known.get(key) ?? { since: this.#world.clock.now(), isTold: false };
      const sighting = seen.sighting ?? await this.#load(set);
      if (!sighting) continue;
      const isNews = !seen.isTold && (sighting.state !== "broken" || this.#isStill(seen));
      known.set(key, { since: seen.since, sighting, isTold: seen.isTold || isNews });
      if (isNews) news.push(sighting);
    }
    this.#known = known;
    return news;
  }
  /** A file that got other bytes under its final name: a kill in between leaves neither what it was nor what it was to be. */
  get writtenInPlace() {
    return this.#writtenInPlace;
  }
  /** All that is there. Load afresh, for a moment when nothing writes any more. */
  async all() {
    this.#known.clear();
    const all = [];
    for (const set of this.sets()) {
      if (isOneFile(set)) this.#lookHowWritten(set.name);
      const sighting = await this.#load(set);
      if (sighting) all.push(sighting);
    }
    return all;
  }
  /** The newest first, by their names. */
  sets() {
    const files = filesMatching(this.#folder, isOfSets(this.#rule));
    const seen = files.map((file) => ({
      path: file.path,
      bytes: file.bytes,
      modifiedAt: Number(file.modifiedAt / 1000000000n),
      object: objectOf(file)
    }));
    return checkpointSets(seen, this.#rule);
  }
  /** When the set of this name was last written to, in seconds since 1970 with fractions; 0 where it is gone. */
  lastWriteSeconds(name) {
    const { files = [] } = this.sets().find((set) => set.name === name) ?? {};
    return Math.max(0, ...files.map(({ path }) => Number(sight(this.#folder, path)?.modifiedAt ?? 0n) / 1e9));
  }
  #lookHowWritten(path) {
    const now = sight(this.#folder, path);
    const before = this.#lastSights.get(path);
    if (!now) return;
    if (before?.object === now.object && before.identity !== now.identity) this.#writtenInPlace = path;
    this.#lastSights.set(path, now);
  }
  #isStill({ since }) {
    return secondsBetween(since, this.#world.clock.now()) >= STILL_SECONDS;
  }
  async #load(set) {
    if (isOneFile(set)) {
      const file = sight(this.#folder, set.name);
      return file && this.#loadFile(file, set);
    }
    const path = set.name;
    if (set.ending === "lacking") return { state: "broken", path, why: `it ${set.why}` };
    const verdict = await this.#world.verifySet(this.#folder, set, this.#rule).catch((error) => ({
      isWhole: false,
      path,
      why: error instanceof Error ? error.message : String(error),
      isFinished: false
    }));
    const now = this.sets().find(({ name }) => name === path);
    if (!now || fingerprint(now) !== fingerprint(set)) return;
    if (!verdict.isWhole) return refusedSet(path, verdict);
    const { step, keys } = verdict;
    return step === void 0 ? { state: "stepless", path, keys } : { state: "whole", path, step, keys, set };
  }
  async #loadFile(file, set) {
    const { path } = file;
    let verdict;
    let failure = "";
    try {
      verdict = await this.#world.verify(join3(this.#folder, path), path, this.#rule.stepKey);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    const accepted = verdict?.verdict === "pass" || verdict?.verdict === "pass-degraded";
    if (!verdict || !accepted) return this.#refused(file, verdict, failure);
    const keys = verdict.keys.top;
    const { step } = verdict.facts;
    if (step === void 0) return { state: "stepless", path, keys };
    return { state: "whole", path, step, keys: verdict.keys.total > keys.length ? [] : keys, set };
  }
  /** A whole version counts even when its successor is there by now; a bad one only while it stands. */
  #refused(file, verdict, failure) {
    const { path } = file;
    const now = sight(this.#folder, path);
    if (now?.object !== file.object) return void 0;
    if (!verdict) return { state: "broken", path, why: failure };
    const why = verdict.reasons[0]?.what ?? `verdict ${verdict.verdict}`;
    const unfit2 = now.identity === file.identity && isWrittenOut(verdict);
    return { state: unfit2 ? "unfit" : "broken", path, why };
  }
};
function refusedSet(path, verdict) {
  const why = `${verdict.path} ${verdict.why}`;
  if (verdict.isFinished) return { state: "unfit", path, why };
  return { state: "broken", path, why, ...verdict.lacks && { lacks: verdict.lacks } };
}
var isOneFile = ({ form, files }) => form === "file" && files.length === 1;
function isUnfinished(seen, others) {
  if (seen.state !== "whole" || seen.set.ending !== "unsaid") return false;
  return others.some((other) => other.state === "whole" && other.set.files.length > seen.set.files.length);
}
function newestWhole(sightings2) {
  return sightings2.filter((each) => each.state === "whole").sort((a, b) => b.step - a.step).at(0);
}

// src/smoke/continuation.ts
var LEARNING_RATE_KEYS = ["lr", "learning_rate"];
var TOLERANCE = 1e-3;
function judgeContinuation(previous, lines, checkpointStep, lossKey) {
  const fresh = lines.filter((line) => !line.old);
  const first = fresh[0];
  if (!first) return { verdict: "waiting", firstStep: void 0 };
  if (first.step < checkpointStep) {
    return { verdict: "reset", counter: "step", before: checkpointStep, after: first.step };
  }
  const epochs = epochReset(previous, first, checkpointStep);
  if (epochs) return epochs;
  const reachedStep = Math.max(...fresh.map((line) => line.step));
  if (reachedStep <= checkpointStep) return { verdict: "waiting", firstStep: first.step };
  const replay = compareReplay(previous, fresh, checkpointStep, lossKey);
  return { verdict: "continued", firstStep: first.step, reachedStep, replay };
}
var tellsItsStart = (previous, checkpointStep) => previous.some(({ step }) => step < checkpointStep);
function epochReset(previous, first, step) {
  const before = previous.findLast((line) => line.step <= step)?.numbers.get("epoch");
  const after = first.numbers.get("epoch");
  if (before === void 0 || after === void 0 || after >= before) return void 0;
  return { verdict: "reset", counter: "epoch", before, after };
}
function compareReplay(previous, fresh, checkpointStep, lossKey) {
  const before = numbersByStep(previous.filter((line) => line.step > checkpointStep));
  const compared = [lossKey, ...LEARNING_RATE_KEYS];
  const pairs = [...numbersByStep(fresh)].flatMap(([step, after]) => {
    const twin = before.get(step);
    const isCompared = compared.some((key) => twin?.has(key) && after.has(key));
    return twin && isCompared ? [{ step, before: twin, after }] : [];
  });
  const worst = (key, names) => {
    const name = names.find((each) => pairs.some((pair2) => pair2.before.has(each) && pair2.after.has(each)));
    const found = pairs.map((pair2) => ({
      step: pair2.step,
      before: pair2.before.get(name ?? ""),
      after: pair2.after.get(name ?? "")
    })).filter((pair2) => {
      return pair2.before !== void 0 && pair2.after !== void 0;
    }).map((pair2) => ({ key, ...pair2, gap: relativeGap(pair2.before, pair2.after) })).filter((pair2) => pair2.gap > TOLERANCE).sort((a, b) => b.gap - a.gap).map(({ gap: _, ...pair2 }) => pair2);
    return found.slice(0, 1);
  };
  return {
    steps: pairs.length,
    differences: [...worst("loss", [lossKey]), ...worst("lr", LEARNING_RATE_KEYS)]
  };
}
var relativeGap = (a, b) => Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b), 1e-12);

// src/smoke/full-state.ts
var FULL_STATE = [
  {
    item: "model weights",
    lost: "everything learned",
    names: /\b(model|state_dict|module|net|network|weights?|params)\b/
  },
  {
    item: "optimizer state",
    lost: "momentum: the loss jumps after every resume",
    decides: true,
    names: /\b(optim\w*|opt|param groups|exp_avg\w*|momentum\w*|opt_state)\b/
  },
  {
    item: "LR scheduler",
    lost: "the schedule: warm-up is replayed",
    decides: true,
    names: /\b(lr_)?sched\w*\b/
  },
  {
    item: "global step",
    lost: "the position in the run",
    names: /\b(global_?step|step|iteration|iter(_num)?|num_steps)\b/
  },
  { item: "epoch", lost: "the position in the data", names: /\b(epoch|current_epoch)\b/ },
  {
    item: "RNG (Python, NumPy, torch, all CUDA devices)",
    lost: "shuffling, dropout and augmentation as they would have been",
    decides: true,
    names: /\b\w*(rng|random|generator)\w*\b/
  },
  {
    item: "loader or sampler position",
    lost: "the rest of the epoch: samples are seen twice or never",
    decides: true,
    names: /\b\w*(sampler|loader|dataset|data_state|consumed)\w*\b/
  },
  {
    item: "best so far",
    lost: "the comparison: a worse model replaces the best one",
    names: /\b\w*best\w*\b/
  },
  { item: "AMP gradient scaler", lost: "the loss scale", names: /\b\w*scaler\w*\b/, optional: true },
  {
    item: "EMA or SWA weights",
    lost: "the average",
    names: /\b(\w*ema\w*|swa\w*|averaged\w*)\b/,
    optional: true
  }
];
var describe = ({ item, lost, optional }) => `${item}${optional ? " (if the job uses it)" : ""}: without it you lose ${lost}`;
var fullStateItems = () => FULL_STATE.map(describe);
function missingStateItems(keys) {
  const missing = missingOf(keys);
  return {
    required: missing.filter((item) => !item.optional).map(describe),
    optional: missing.filter((item) => item.optional).map(describe)
  };
}
var missingForTheSame = (keys) => keys.length === 0 ? [] : missingOf(keys).flatMap(({ decides, item }) => decides ? [item] : []);
function missingOf(keys) {
  const text = keys.map((key) => key.replaceAll(/[^A-Za-z0-9_]+/g, " ").toLowerCase()).join(" ");
  return FULL_STATE.filter(({ names }) => !names.test(text));
}

// src/smoke/likely-key.ts
var STEPS2 = [
  "step",
  "global_step",
  "iter_num",
  "iteration",
  "iter",
  "steps",
  "current_step",
  "num_updates",
  "update",
  "n_iter",
  "it",
  "epoch"
];
var LOSSES = ["loss", "train/loss", "train_loss", "loss/train", "training_loss", "train/loss_step", "nll"];
var likelyStep = (keys) => likely(keys, STEPS2);
var likelyLoss = (keys) => likely(keys, LOSSES) ?? keys.find((key) => /loss$/i.test(key) && !/val|test|eval/i.test(key));
function likely(keys, names) {
  const find = (nameOf2) => names.flatMap((name) => keys.find((key) => nameOf2(key) === plain(name)) ?? [])[0];
  return find(plain) ?? find((key) => plain(key.split(/[/.]/).at(-1) ?? key));
}
var plain = (name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");

// src/smoke/exact.ts
var TOLERANCE2 = 1e-6;
var isRate = (key) => /(^|[/._-])(lr|learning_rate)\d{0,3}([/._-]|$)/i.test(key);
function compareEndings(straight, resumed, source) {
  const before = numbersByStep(straight.lines);
  const both = [...numbersByStep(resumed.lines)].flatMap(([step, numbers]) => {
    const twin = before.get(step);
    return twin ? [{ step, straight: twin, resumed: numbers }] : [];
  });
  const lossKey = source?.lossKey ?? "loss";
  const found = firstNumber(both, lossKey);
  const number = found && { ...found, ...source?.stepKey === "epoch" && { isEpoch: true } };
  const diff = diffTensors(straight.tensors, resumed.tensors);
  const others = [...diff.retyped, ...diff.reshaped, ...diff.removed, ...diff.added].map(({ name }) => name);
  const differing = [...diff.changed, ...others].sort();
  const isSameStep = straight.step === resumed.step;
  if (!number && isSameStep && differing.length === 0)
    return {
      equal: {
        losses: both.filter((each) => each.straight.has(lossKey) && each.resumed.has(lossKey)).length,
        tensors: diff.unchanged
      }
    };
  const [first] = differing;
  const counter = diff.changed.filter((name) => countsSteps(name, straight.tensors)).sort()[0];
  return {
    difference: {
      ...number && { number },
      ...isSameStep && first !== void 0 && {
        tensors: {
          first,
          count: differing.length,
          of: differing.length + diff.unchanged,
          ...counter !== void 0 && { counter }
        }
      },
      ...!isSameStep && { steps: { straight: straight.step, resumed: resumed.step } }
    }
  };
}
var countsSteps = (name, rows) => /optim/i.test(name) && (/[./](step|iterations?)$/.test(name) || rows.some((row) => row.name === name && /^[iu]\d+$/.test(row.dtype) && row.shape.length === 0));
function firstNumber(both, lossKey) {
  for (const [at, { step, ...numbers }] of both.entries())
    for (const key of [...[...numbers.straight.keys()].filter(isRate), lossKey]) {
      const [straight, resumed] = [numbers.straight.get(key), numbers.resumed.get(key)];
      if (straight === void 0 || resumed === void 0 || isClose(straight, resumed)) continue;
      return { key, step, straight, resumed, isFirstStep: at === 0 };
    }
  return;
}
var isClose = (a, b) => Math.abs(a - b) <= TOLERANCE2 * Math.max(Math.abs(a), Math.abs(b), 1e-12);

// src/smoke/usual-causes.ts
function usualCauses(difference, keys) {
  const { number, tensors } = difference;
  const missing = missingForTheSame(keys);
  const unsaved = (item, what) => missing.some((each) => each.startsWith(item)) ? [`${what} is not saved: the checkpoint names none`] : [];
  const optimizer = unsaved("optimizer", "the optimizer");
  const random = unsaved("RNG", "the random state");
  const isLater = number?.isFirstStep === false;
  const isExplained = isLater && optimizer.length > 0 || tensors?.counter !== void 0;
  const isRateApart = number !== void 0 && isRate(number.key);
  const causes = [
    ...optimizer.length > 0 ? [] : counterCause(difference),
    // The groups of the optimizer hold the rate that a schedule goes on from.
    ...isRateApart ? optimizer : [],
    ...rateCause(difference, unsaved("LR scheduler", "the LR scheduler")),
    // The first batch and its dropout show a random state that is another; an optimizer shows one step later.
    ...isRateApart ? [] : isLater ? optimizer : [...number ? random : [], ...optimizer],
    ...tensorCauses(difference),
    ...isExplained ? [] : stepCause(difference),
    ...number && (!isLater || isRateApart) ? [] : random
  ];
  return causes.length > 0 ? causes : ["the weights, the optimizer, the scheduler or the random state is not restored"];
}
var counterCause = ({ tensors }) => tensors?.counter === void 0 ? [] : [
  `the optimizer is not restored, or it does steps twice: ${JSON.stringify(tensors.counter)} counts them, and ends at another number`
];
function rateCause({ number }, unsaved) {
  if (!number || !isRate(number.key)) return [];
  return unsaved.length > 0 ? unsaved : ["the LR scheduler is not restored: its state belongs to the checkpoint"];
}
function tensorCauses({ number, tensors }) {
  const name = tensors?.first ?? "";
  return [
    /rng|random/i.test(name) && "the random state is not restored (Python, NumPy, torch, each CUDA device): shuffling and dropout go another way",
    // After another loss or rate its moments are others, too.
    !number && /exp_avg|optim|momentum/i.test(name) && "the optimizer is not restored, or makes a step that the other did not",
    /scaler/i.test(name) && "the loss scaler of mixed precision is not restored"
  ].filter((cause) => cause !== false);
}
function stepCause({ number }) {
  if (!number || isRate(number.key)) return [];
  if (number.isEpoch)
    return [
      "the optimizer, the order of the data or the random state is not restored: an epoch is too long to tell which"
    ];
  return number.isFirstStep ? [
    "the order of the data begins anew, or the random state is not restored: both show in the first step after a resume"
  ] : [
    "the first steps are the same and later ones are not: the optimizer, the scheduler or the loss scaler is not restored"
  ];
}

// src/smoke/drill-problem.ts
var ATOMIC = "Write to a sibling file, flush and fsync it, rename it over the old one, fsync the folder: then a kill leaves the old file or the new one.";
function noCheckpoint(rule, seconds, { tail, left }) {
  const moved = movedTo(rule, left);
  return answeredBy(
    smokeProblem(
      "drill-no-checkpoint",
      `The drill command wrote no checkpoint beyond step 0 that matches \`${setWords(rule)}\` in ${formatSeconds(seconds)}. It wrote ${wroteWords(left)}.`,
      `Let it save every few steps in the drill, correct \`checkpoint.path\`${toWords(moved)}, or raise the timeout of the drill.`,
      tail
    ),
    pathEdit(moved)
  );
}
function tooShort(rule, took, { tail, left, longer }) {
  const isThere = left.some(isOfSets(rule));
  const moved = isThere ? void 0 : movedTo(rule, left);
  const isLonger = moved === void 0 && longer !== void 0;
  return answeredBy(
    smokeProblem(
      "drill-too-short",
      `The drill command ended by itself after ${took}, before it could be killed beside a checkpoint that matches \`${setWords(rule)}\`. It wrote ${wroteWords(left)}.`,
      `Give the drill more steps than lie between two checkpoints${isLonger ? `: \`${longer}\`` : ""}, or correct \`checkpoint.path\`${toWords(moved)}.`,
      tail
    ),
    isLonger ? [{ path: ["smoke", "drill", "run"], value: longer }] : pathEdit(moved)
  );
}
var wroteWords = (left) => left.length === 0 ? "nothing" : someOf(left);
var toWords = (moved) => moved === void 0 ? "" : ` to \`${moved}\``;
var pathEdit = (value) => value === void 0 ? [] : [{ path: ["checkpoint", "path"], value }];
function movedTo({ path }, left) {
  const glob = typeof path === "string" ? path : void 0;
  const moved = glob === void 0 ? [] : left.filter(isCalledAs(glob));
  return glob === void 0 || moved.length === 0 ? void 0 : movedGlob(glob, moved);
}
function stepless(seen, rule, left) {
  const folder = trainersFolder(seen.path, left);
  if (folder)
    return partOfFolder(
      `The checkpoint ${seen.path} loads, but has no step under \`${rule.stepKey}\`.`,
      folder
    );
  const likely2 = likelyStep(seen.keys.filter((key) => key !== rule.stepKey));
  return answeredBy(
    smokeProblem(
      "drill-stepless",
      `The checkpoint ${seen.path} loads, but has no step under \`${rule.stepKey}\`; it has ${list(seen.keys)}.`,
      `Save the global step with the rest of the state, or correct \`checkpoint.step-key\`${likely2 === void 0 ? "" : `: \`${likely2}\` looks like it`}.`
    ),
    likely2 === void 0 ? [] : [{ path: ["checkpoint", "step-key"], value: likely2 }]
  );
}
function unfit(seen, left) {
  const what = `The checkpoint ${seen.path} is written to its end, and the load-verifier does not accept it: ${seen.why}.`;
  const folder = trainersFolder(seen.path, left);
  if (folder) return partOfFolder(what, folder);
  return smokeProblem(
    "drill-checkpoint-unfit",
    what,
    "The release of the box will ask the same of it. Correct what is saved, or save in a format that can be verified."
  );
}
var STATE = "trainer_state.json";
function trainersFolder(path, left) {
  const [, folder, above = ""] = /^((.*\/)?checkpoint-\d+)\/[^/]+$/.exec(path) ?? [];
  return folder !== void 0 && left.includes(`${folder}/${STATE}`) ? `${above}checkpoint-*` : void 0;
}
var partOfFolder = (what, folder) => answeredBy(
  smokeProblem(
    "drill-part-of-set",
    `${what} It is one file of several that a resume reads: beside it lies ${STATE}, which the Trainer writes last.`,
    `Name the whole folder: \`checkpoint.path: ${folder}\` and \`checkpoint.complete: ${STATE}\`.`
  ),
  [
    { path: ["checkpoint", "path"], value: folder },
    { path: ["checkpoint", "complete"], value: STATE }
  ]
);
var lacksState = ({ path, lacks = [] }, tail) => smokeProblem(
  "drill-lacks-state",
  `The checkpoint ${path} is not enough to go on from: ${lacks.join("; ")}. Nothing was written to it any more when it was found so, and every file that is there loads: the rest is not saved.`,
  "Save what is missing with the rest. What usually leaves it out: `save_only_model` (transformers), an optimizer or scheduler that was not given to `accelerator.prepare` (Accelerate), a save that not every rank takes part in, or a folder that not every rank can write to (FSDP, DeepSpeed, distributed checkpoints).",
  tail
);
function nothingToResumeFrom(left, rule, tail) {
  const broken = left.find((each) => each.state === "broken");
  if (!broken) {
    return smokeProblem(
      "drill-checkpoint-lost",
      `A checkpoint was there, and after the kill nothing beyond step 0 matches \`${setWords(rule)}\` any more.`,
      `It was removed before its successor was in place. ${ATOMIC}`,
      tail
    );
  }
  return smokeProblem(
    "drill-not-atomic",
    `After the kill ${broken.path} does not load: ${broken.why}. A preemption at that moment would have cost the whole run.`,
    remedy(rule),
    tail
  );
}
var remedy = ({ path }) => typeof path === "string" && /\.\w+$/.test(path) ? ATOMIC : `Where something is missing that a resume needs, save it with the rest. Where a file is cut short: ${ATOMIC}`;
function reset(judged, anchor, run, tail) {
  const missing = missingStateItems(anchor.keys);
  const required = anchor.keys.length > 0 ? missing.required : fullStateItems();
  const optional = anchor.keys.length > 0 ? missing.optional : [];
  const found = anchor.keys.length > 0 ? `The checkpoint has ${list(anchor.keys)}. ` : "";
  const items = [...required, ...optional].map((item) => `
  - ${item}`).join("");
  const holds = required.length + optional.length > 0 ? `It names nothing for these parts of a full state (C1):${items}` : "It names every part of a full state, so it is most likely not loaded.";
  const did = judged.by === "checkpoint" ? `wrote a checkpoint of step ${judged.after} ${judged.after === judged.before ? "again" : "anew"}` : `went on at ${judged.counter} ${judged.after}`;
  return smokeProblem(
    `drill-${judged.counter}-reset`,
    `After the kill the identical command \`${run}\` ${did}, though ${anchor.path} holds ${judged.counter} ${judged.before}: it does not resume. ${found}${holds}`,
    "Load the newest checkpoint at every start, without a flag, and restore all of its state before the first step.",
    tail
  );
}
var notBeyond = (firstStep, anchor, limits, tail) => smokeProblem(
  "drill-not-beyond",
  `After the restart the metrics ${firstStep === void 0 ? "showed no step" : `stayed at step ${firstStep}`}, and did not pass step ${anchor.step} of ${anchor.path} within the drill's ${formatSeconds(limits.timeoutSeconds)}.`,
  "Raise the timeout of the drill, or let it log every step.",
  tail
);
var endedWithoutStep = (anchor, tail, longer) => answeredBy(
  smokeProblem(
    "drill-too-short",
    `The resumed drill command ended with exit code 0 and did not pass step ${anchor.step} of ${anchor.path}.`,
    `Give the drill more steps than lie between two checkpoints, so that something is left to do after the kill${longer === void 0 ? "" : `: \`${longer}\``}.`,
    tail
  ),
  longer === void 0 ? [] : [{ path: ["smoke", "drill", "run"], value: longer }]
);
function missed(carried, { rule, tail, diedOf, hasGoneOn, because }) {
  const text = [...tail, diedOf ?? ""].join("\n");
  const given = new Set(carried.carried.map(nameOf));
  const named = (paths) => paths.filter((path) => !given.has(nameOf(path)) && isNamed(text, nameOf(path)));
  const [files, inCode] = [named(carried.left), named(carried.leftInCode)];
  const isOldPath = text.split(carried.oldDir).slice(1).some((rest) => !/^[\w-]/.test(rest));
  if (!isOldPath && files.length + inCode.length === 0) return;
  const parts = [
    ...isOldPath ? [`It looks for something below ${carried.oldDir}, where the first attempt wrote.`] : [],
    ...files.length > 0 ? [`Its log names ${list(files)}, which is not of the checkpoint \`${setWords(rule)}\`.`] : [],
    ...inCode.length > 0 ? [
      `Its log names ${list(inCode)}, which the first attempt wrote beside the code and not below GPU_LEASE_OUT.`
    ] : []
  ];
  const problem = smokeProblem(
    isOldPath ? "drill-old-path" : "drill-set-lacks",
    `The second attempt, in a fresh folder, ${hasGoneOn ? "went on from the checkpoint and did not come to its end" : "did not go on from the checkpoint"}. ${parts.join(" ")} It was given what another box would be given: ${list(carried.carried)}.`,
    "Let `checkpoint.path` name everything that a resume reads (a folder names all that lies below it), write it below GPU_LEASE_OUT, and look for the newest checkpoint there and nowhere else.",
    tail
  );
  return placed(problem, because?.at);
}
function failedToLoad(why, anchor) {
  if (!missingForTheSame(anchor.keys).includes("optimizer state")) return why;
  const problem = new Problem({
    code: why.code,
    kind: why.kind,
    what: `The checkpoint ${anchor.path} names no optimizer, and what goes on from it fails. ${why.what}`,
    next: `Save the optimizer with the rest: \`save_weights_only\` (Lightning) and \`save_only_model\` (transformers) leave it out. If that is not it: ${why.next}`
  });
  return placed(problem, why.at);
}
var nameOf = (path) => path.slice(path.lastIndexOf("/") + 1);
var isNamed = (text, name) => text.split(name).some(
  (before, at, all) => at < all.length - 1 && !/[\w.-]$/.test(before) && !/^[\w-]/.test(all[at + 1] ?? "")
);
function notExact(difference, resumed, rule) {
  const { number, tensors, steps } = difference;
  const parts = [
    ...number ? [
      `${number.key} of step ${number.step} is ${number.straight} without the kill and ${number.resumed} after it`
    ] : [],
    ...tensors ? [
      `at the end ${tensors.count} of ${tensors.of} tensors differ, first ${JSON.stringify(tensors.first)}`
    ] : [],
    ...steps ? [
      `it ended at step ${steps.resumed ?? "none"}, and at step ${steps.straight ?? "none"} without the kill`
    ] : []
  ];
  const missing = missingForTheSame(resumed.keys);
  const lacks = missing.length > 0 ? ` The checkpoint names nothing for: ${missing.join(", ")}.` : "";
  return smokeProblem(
    "drill-not-exact",
    `The run that was killed at step ${resumed.killedAtStep} and went on from \`${setWords(rule)}\` is not the run that was never killed: ${parts.join("; ")}.${lacks} What usually makes it: ${usualCauses(difference, resumed.keys).join("; ")}.`,
    "Save and restore what is named, in this order. Where the command differs from itself without a kill, too, fix its seeds or write `drill: {exact: false}`."
  );
}
var nothingToCompare = (rule) => smokeProblem(
  "drill-nothing-to-compare",
  `\`drill: exact\` found no step that both runs logged, and no tensor in \`${setWords(rule)}\`.`,
  "Declare `metrics`, or let the run save tensors at its end; or write `drill: {exact: false}`."
);
var brokenAfterResume = (broken, tail) => smokeProblem(
  "drill-broken-after-resume",
  `The run resumed, and when it was ended again ${broken.path} does not load: ${broken.why}.`,
  ATOMIC,
  tail
);
var notFinite = (rule, fault) => smokeProblem(
  "metrics-not-finite",
  `In the drill ${recordWord(rule)} ${fault.line} of ${nameOfSource(rule)} ${fault.what}.`,
  "Only after a resume means that state is missing from the checkpoint; otherwise check learning rate and data."
);
var crashed = (crash, tail) => smokeProblem(
  "traceback",
  `The drill's log shows a ${crash.what}: ${crash.line}`,
  "Let the error end the command, or handle it without printing its stack.",
  tail
);
var list = (keys) => keys.length === 0 ? "no keys" : `${keys.slice(0, 12).join(", ")}${keys.length > 12 ? ", ..." : ""}`;

// src/smoke/drill-warnings.ts
var incompleteWarning = (broken, anchor) => ({
  code: "incomplete-checkpoint",
  what: `After the kill ${broken.path} did not load (${broken.why}); ${anchor.path} of step ${anchor.step} did.`,
  next: ATOMIC
});
var SAME_DISK = "A box that is replaced is given the last copy that was verified; a start on the same disk (a requeue, a crash, a machine that was stopped) finds what the kill left.";
var cutShort = (broken, { path, step }, rule) => ({
  code: "not-atomic",
  what: (broken ? `The kill met a write in place: after it ${broken.path} did not load (${broken.why}). ` : `The kill came between the removal of a checkpoint and its successor: after it nothing beyond step 0 matched \`${setWords(rule)}\`. `) + `The drill went on from the copy of ${path} that was taken at step ${step}. ${SAME_DISK}`,
  next: ATOMIC
});
var writtenInPlace = (path) => ({
  code: "not-atomic",
  what: `${path} is written in place: a kill while it is written leaves neither the old version nor the new one. ${SAME_DISK}`,
  next: ATOMIC
});
var startNotSeen = ({ step }, { withinSeconds, took }) => ({
  code: "start-not-seen",
  what: `After the restart the log held the numbers of the first attempt up to step ${step} again, and not by a copy of what lay there. Between two looks ${withinSeconds.toFixed(2)} s went by, and the first attempt took ${took.toFixed(2)} s for those steps: the trainer may remember its log, or it began at the start and did them again.`,
  next: "Append to the log, print a line with the step that was restored, or let `smoke.drill` save so seldom that a look comes between two checkpoints."
});
var ignoresSigterm = (seconds) => ({
  code: "ignores-sigterm",
  what: `The command did not end within ${seconds} s of SIGTERM and was killed.`,
  next: "On SIGTERM finish the step, save, and exit: an announced preemption leaves little more time."
});
function replayDiffers(replay, keys) {
  const differences = replay.differences.map(
    ({ key, step, before, after }) => `${key} of step ${step} was ${brief2(before)} and after the resume ${brief2(after)}`
  );
  const missing = keys.length > 0 ? missingStateItems(keys).required : fullStateItems();
  const hint = missing.length > 0 ? ` Not named in the checkpoint: ${missing.join("; ")}.` : "";
  return {
    code: "replay-differs",
    what: `The resumed run continues, but not as the same run: ${differences.join("; ")}.${hint}`,
    next: "Save and restore the full state, and set the flags for determinism if repeatability matters."
  };
}
var brief2 = (value) => String(Number(value.toPrecision(4)));

// src/smoke/environment.ts
var PASSED_ON = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
  "LD_LIBRARY_PATH",
  "VIRTUAL_ENV",
  "CONDA_PREFIX",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NO_PROXY",
  "no_proxy"
];
var PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"];
var LOGGERS_OFF = {
  WANDB_MODE: "disabled",
  WANDB_SILENT: "true",
  COMET_MODE: "disabled",
  NEPTUNE_MODE: "debug",
  CLEARML_OFFLINE_MODE: "1",
  SWANLAB_MODE: "disabled",
  HF_HUB_DISABLE_TELEMETRY: "1",
  DO_NOT_TRACK: "1"
};
var GPUS_HIDDEN = {
  CUDA_VISIBLE_DEVICES: "",
  NVIDIA_VISIBLE_DEVICES: "void",
  HIP_VISIBLE_DEVICES: "-1",
  ROCR_VISIBLE_DEVICES: "-1",
  GPU_DEVICE_ORDINAL: "-1",
  JAX_PLATFORMS: "cpu"
};
var THREAD_LIMITS = [
  "OMP_NUM_THREADS",
  "MKL_NUM_THREADS",
  "OPENBLAS_NUM_THREADS",
  "NUMEXPR_NUM_THREADS",
  "VECLIB_MAXIMUM_THREADS",
  "BLIS_NUM_THREADS",
  "RAYON_NUM_THREADS"
];
var PLAIN2 = {
  PYTHONUNBUFFERED: "1",
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONFAULTHANDLER: "1",
  TOKENIZERS_PARALLELISM: "false",
  MPLBACKEND: "Agg"
};
var SMOKE_MARK = "GPU_LEASE_SMOKE";
function smokeEnvironment(own, vars, limits) {
  const passed = PASSED_ON.flatMap((name) => pair(name, own[name]));
  const proxies = PROXIES.flatMap((name) => pair(name, own[name]?.includes("@") ? void 0 : own[name]));
  const threads = THREAD_LIMITS.map((name) => [name, String(limits.threads)]);
  return {
    ...Object.fromEntries([...passed, ...proxies]),
    ...vars,
    ...PLAIN2,
    ...LOGGERS_OFF,
    ...GPUS_HIDDEN,
    ...Object.fromEntries(threads),
    GPU_LEASE_OUT: limits.outDir,
    [SMOKE_MARK]: limits.mark
  };
}
var pair = (name, value) => value === void 0 ? [] : [[name, value]];

// src/smoke/guarded-command.ts
var LOOK_SECONDS = 0.1;
var LEAVE_SECONDS = 0.5;
var DEATH_SECONDS = 5;
function startGuarded(world, order) {
  const startedAt = world.clock.now();
  const output = new OutputWatch(world.onLine, order.onPlainLine);
  const group = world.groups.start(order.command, order, (chunk) => output.push(chunk));
  let endByUs = () => {
  };
  const endedByUs = new Promise((resolve2) => {
    endByUs = resolve2;
  });
  let running = true;
  const guard = new Guard(world, group, order, startedAt);
  const result = (async () => {
    const ended = await Promise.race([guard.watch(), endedByUs]);
    guard.done.abort();
    const leftProcesses2 = ended.why === "exit" && !await goneWithin(world.clock, group, LEAVE_SECONDS);
    group.signal("SIGKILL");
    await goneWithin(world.clock, group, DEATH_SECONDS);
    if (ended.why !== "exit") await endSessions(world, order.env[SMOKE_MARK]);
    await drain(world.clock, group);
    output.end();
    running = false;
    const seconds = secondsBetween(startedAt, world.clock.now());
    const { bytes: outputBytes, tail, crash } = output;
    return {
      command: order.command,
      ended,
      seconds,
      peak: guard.peak,
      leftProcesses: leftProcesses2,
      outputBytes,
      tail,
      crash,
      place: ownPlace(output.frames, order.cwd)
    };
  })();
  return {
    result,
    running: () => running && !guard.done.signal.aborted,
    async crash() {
      await group.caughtUp();
      return output.crash;
    },
    async kill() {
      endByUs({ why: "killed" });
      group.signal("SIGKILL");
      return result;
    },
    async stop(graceSeconds) {
      guard.stopping = true;
      group.signal("SIGTERM");
      const obeyed = await goneWithin(world.clock, group, graceSeconds);
      endByUs({ why: "killed" });
      return { result: await result, obeyed };
    }
  };
}
var Guard = class {
  done = new AbortController();
  stopping = false;
  peak;
  #world;
  #group;
  #order;
  #startedAt;
  constructor(world, group, order, startedAt) {
    this.#world = world;
    this.#group = group;
    this.#order = order;
    this.#startedAt = startedAt;
  }
  async watch() {
    const exited = this.#group.exited.then(endedBy);
    for (; ; ) {
      const broken = this.#brokenBound();
      if (broken) return broken;
      const pause = this.#world.clock.sleep(LOOK_SECONDS, this.done.signal);
      const ended = await Promise.race([exited, pause.then(() => void 0)]);
      if (this.stopping) return new Promise(() => {
      });
      if (ended) return ended;
      if (this.done.signal.aborted) return { why: "killed" };
    }
  }
  #brokenBound() {
    if (this.#world.signal?.aborted) return { why: "interrupted" };
    const { seconds, memoryMb } = this.#order.limits;
    if (secondsBetween(this.#startedAt, this.#world.clock.now()) > seconds)
      return { why: "timeout", seconds };
    const memory = this.#group.memory(memoryMb * 1e6);
    if (memory && memory.bytes > (this.peak?.bytes ?? -1)) this.peak = memory;
    if (memory && memory.bytes > memoryMb * 1e6) return { why: "memory", memory, limitMb: memoryMb };
    return void 0;
  }
};
var endedBy = (exit) => "code" in exit ? { why: "exit", code: exit.code } : { why: "signal", signal: exit.signal };
async function goneWithin(clock, group, seconds) {
  const since = clock.now();
  while (group.alive()) {
    if (secondsBetween(since, clock.now()) > seconds) return false;
    await clock.sleep(0.02);
  }
  return true;
}
async function endSessions({ clock, groups }, mark) {
  const since = clock.now();
  while (mark !== void 0 && groups.killMarked(SMOKE_MARK, (each) => each === mark) > 0) {
    if (secondsBetween(since, clock.now()) > DEATH_SECONDS) return;
    await clock.sleep(0.02);
  }
}
async function drain(clock, group) {
  const stop = new AbortController();
  await Promise.race([group.drained, clock.sleep(1, stop.signal)]);
  stop.abort();
  group.closeOutput();
}

// src/smoke/metrics-files.ts
import { join as join4 } from "node:path";

// src/smoke/nudge.ts
var DECIMAL = /(?<![\w.+-])-?\d+\.\d+(?:[eE][+-]?\d+)?(?![\w.])/g;
var LEAST_DIGITS = 4;
var CHANGED_DIGIT = 6;
var nudged = (line, loss) => line.replaceAll(DECIMAL, (number) => Number(number) === loss ? nudgedNumber(number) : number);
function nudgedNumber(number) {
  const end = number.search(/[eE]/);
  const digits = end < 0 ? number : number.slice(0, end);
  const places = [...digits].flatMap((each, at2) => /\d/.test(each) ? [at2] : []);
  const significant = places.slice(
    Math.max(
      0,
      places.findIndex((at2) => digits[at2] !== "0")
    )
  );
  const at = significant[Math.min(CHANGED_DIGIT, significant.length - 1)];
  if (significant.length < LEAST_DIGITS || at === void 0 || at < digits.indexOf(".")) return number;
  const other = digits[at] === "9" ? "8" : String(Number(digits[at]) + 1);
  return `${digits.slice(0, at)}${other}${number.slice(at + 1)}`;
}

// src/smoke/metrics-files.ts
function metricsFiles(outDir, { path }) {
  return sightings(outDir, path).map((file) => file.path);
}
function sightings(outDir, path) {
  const found = /[*?[\]]/.test(path) ? filesMatching(outDir, compileGlob(path)) : [sight(outDir, path) ?? []].flat();
  return found.sort((a, b) => Number(a.modifiedAt - b.modifiedAt));
}
var DrilledMetrics = class {
  rule;
  #outDir;
  #printed;
  #restart;
  #withoutAt;
  #rewritten;
  #clock;
  constructor(outDir, rule, { printed, clock }) {
    this.#outDir = outDir;
    this.#printed = printed;
    this.#clock = clock;
    this.rule = rule;
  }
  /** `undefined` where there is nothing to read. */
  read() {
    if (isPrinted(this.rule)) return readMetrics(this.#printed.rowsOf(this.rule), this.rule);
    const files = sightings(this.#outDir, this.rule.path);
    const growth = growthOf(this.rule);
    if (growth === "whole" && this.#restart) return this.#readHistories(files, this.#restart);
    if (growth === "records") return this.#readRecords(files);
    if (growth === "pages") return this.#readPages(files);
    const newest = files.at(-1);
    const metrics = newest && this.#readFile(newest.path);
    return metrics && this.#restart ? this.#withOwnHistory(metrics, this.#restart) : metrics;
  }
  /** How the lines of the first attempt came to be written anew, so that no mark tells them from those of a start at step 1. */
  get rewritten() {
    return this.#rewritten;
  }
  /** Whether anything was logged so far. */
  isBegun() {
    if (isPrinted(this.rule)) return (this.read()?.lines.length ?? 0) > 0;
    return sightings(this.#outDir, this.rule.path).some(({ bytes }) => bytes > 0);
  }
  /**
   * A trainer that cuts its file back to the checkpoint may write the lines that it keeps once more. They are a history, not a start,
   * where they are those that lay there. Where the same numbers are there that the first attempt logged, the trainer may remember them, or
   * have done the steps again since the look before: then a start is seen at its first steps only by who looks in time.
   */
  #withOwnHistory(metrics, { history, laid }) {
    const begins = (known) => known.length > 0 && known.every((line, at) => isSameLine(line, metrics.lines[at]));
    const isLaid = begins(laid);
    const now = this.#clock.now();
    if (!isLaid && !begins(history)) {
      this.#withoutAt = now;
      return metrics;
    }
    this.#rewritten ??= {
      isCopy: isLaid && !laid.every((line, at) => isSameLine(line, history[at])),
      withinSeconds: this.#withoutAt ? secondsBetween(this.#withoutAt, now) : 0
    };
    return {
      ...metrics,
      lines: metrics.lines.map((line, at) => at < history.length ? { ...line, old: true } : line)
    };
  }
  /** From here on, what is written is the second attempt's, which is to go on from that step. */
  mark(resumedFrom) {
    if (isPrinted(this.rule)) return;
    const files = sightings(this.#outDir, this.rule.path);
    const lines = this.read()?.lines ?? [];
    const history = lines.filter(({ step }) => step <= resumedFrom);
    const before = new Map(files.map((file) => [file.path, file]));
    const growth = growthOf(this.rule);
    if (growth === "lines" || growth === "table") {
      for (const { path } of files) this.#markFile(path, path === files.at(-1)?.path ? history : []);
    }
    this.#withoutAt = this.#clock.now();
    this.#restart = {
      resumedFrom,
      lastRow: lines.at(-1)?.line ?? -1,
      history,
      laid: (this.read()?.lines ?? []).filter(({ step }) => step <= resumedFrom).map((line) => ({ ...line, old: false })),
      before
    };
  }
  #markFile(path, history) {
    const file = readRegularFile(this.#outDir, path);
    if (file.found !== "bytes") return;
    const losses = new Map(history.map(({ line, numbers }) => [line, numbers.get(this.rule.lossKey)]));
    const lines = file.bytes.toString("utf8").split("\n");
    const laid = lines.map((line, at) => {
      const loss = losses.get(at + 1);
      return loss === void 0 ? line : nudged(line, loss);
    });
    overwriteRegularFile(join4(this.#outDir, path), markLines(laid.join("\n")));
  }
  #readFile(path) {
    const file = readRegularFile(this.#outDir, path);
    return file.found === "bytes" ? this.#metricsIn({ bytes: file.bytes, at: 0 }) : void 0;
  }
  #metricsIn(piece) {
    return readMetrics(rowsOf(piece, this.rule), this.rule);
  }
  /** A file that ends before the checkpoint's step was written by an attempt that began at the start: all of it is new. */
  #readHistories(files, { resumedFrom, before }) {
    const changed = files.filter(({ path, identity }) => before.get(path)?.identity !== identity);
    const read2 = changed.flatMap(({ path }) => this.#readFile(path) ?? []);
    const inOrder = read2.sort((a, b) => lastStep(a.lines) - lastStep(b.lines));
    return together(
      inOrder.map((metrics) => {
        const goesOn = lastStep(metrics.lines) > resumedFrom;
        return { metrics, isOld: ({ step }) => goesOn && step <= resumedFrom };
      })
    );
  }
  /** Rows are numbered, and a restart goes on counting. The same row may be in the database and in its log. */
  #readPages(files) {
    const read2 = files.flatMap(({ path }) => this.#readFile(path) ?? []);
    const rows = new Map(read2.flatMap(({ lines: lines2 }) => lines2).map((line) => [line.line, line]));
    const lines = [...rows.values()].sort((a, b) => a.line - b.line);
    const lastRow = this.#restart?.lastRow ?? -1;
    return together([
      ...read2.map((metrics) => ({ metrics: { ...metrics, lines: [] }, isOld: () => false })),
      { metrics: { lines, faults: [], oddKeys: [], torn: false }, isOld: ({ line }) => line <= lastRow }
    ]);
  }
  /** What a file had at the restart is old; what stands behind that, and in files that were not there, is new. */
  #readRecords(files) {
    return together(
      files.flatMap(({ path }) => {
        const file = readRegularFile(this.#outDir, path);
        if (file.found !== "bytes") return [];
        const { bytes } = file;
        const known = this.#restart?.before.get(path)?.bytes ?? 0;
        const old = { bytes: bytes.subarray(0, known), at: 0 };
        const fresh = { bytes: bytes.subarray(known), at: known, start: old.bytes };
        return [
          { metrics: this.#metricsIn(old), isOld: () => true },
          { metrics: this.#metricsIn(fresh), isOld: () => false }
        ];
      })
    );
  }
};
function together(parts) {
  const all = { lines: [], faults: [], oddKeys: [], torn: false };
  for (const { metrics, isOld } of parts) {
    for (const line of metrics.lines) all.lines.push({ ...line, old: isOld(line) });
    all.faults.push(...metrics.faults.slice(0, 1e3));
  }
  return all;
}
var lastStep = (lines) => lines.reduce((most, { step }) => Math.max(most, step), -1);
var isSameLine = (one, other) => other !== void 0 && !other.old && other.step === one.step && other.numbers.size === one.numbers.size && [...one.numbers].every(
  ([key, value]) => Math.abs(value - (other.numbers.get(key) ?? Number.NaN)) <= 1e-12 * Math.abs(value)
);

// src/smoke/printed-metrics.ts
var MOST_ROWS = 1e6;
var PrintedMetrics = class {
  #sources;
  #line = 0;
  constructor(sources) {
    const printed = sources.filter(isPrinted);
    this.#sources = printed.map((rule) => ({ rule, read: lineReader(rule.pattern ?? ""), rows: [] }));
  }
  take = (line) => {
    this.#line += 1;
    for (const { read: read2, rows } of this.#sources) {
      const record = rows.length < MOST_ROWS ? read2(line) : void 0;
      if (record) rows.push({ kind: "record", at: this.#line, record, marked: false });
    }
  };
  /** From here on another command prints. */
  mark() {
    for (const source of this.#sources) source.rows = source.rows.map((row) => ({ ...row, marked: true }));
  }
  rowsOf(rule) {
    return this.#sources.find((source) => source.rule === rule)?.rows ?? [];
  }
};

// src/smoke/exact-run.ts
async function requireExact(order, resumed, world) {
  const { job, straight } = order;
  const printed = new PrintedMetrics(sourcesOf(job));
  const result = await startGuarded(world, {
    command: order.command,
    cwd: world.workDir,
    env: straight.env,
    limits: order.limits,
    onPlainLine: printed.take
  }).result;
  const failed = problemOf("uninterrupted drill command", result);
  if (failed) throw failed;
  const { source } = resumed;
  const lines = source && new DrilledMetrics(straight.outDir, source, { printed, clock: world.clock }).read()?.lines;
  const ends = {
    straight: await endOf(order, straight.outDir, world),
    resumed: await endOf(order, resumed.outDir, world)
  };
  const tensors = renamed(ends.resumed.tensors, [
    [`${ends.resumed.file}: `, `${ends.straight.file}: `],
    [resumed.outDir, straight.outDir]
  ]);
  const compared = compareEndings(
    { lines: lines ?? [], ...ends.straight },
    { lines: resumed.lines, step: ends.resumed.step, tensors },
    source
  );
  if ("difference" in compared) throw notExact(compared.difference, resumed, order.checkpoint);
  if (compared.equal.losses + compared.equal.tensors === 0) throw nothingToCompare(order.checkpoint);
  return compared.equal;
}
async function endOf({ checkpoint }, outDir, world) {
  const watch = new CheckpointWatch(outDir, checkpoint, world);
  const newest = newestWhole(await watch.all());
  const set = newest && watch.sets().find(({ name }) => name === newest.path);
  return {
    step: newest?.step,
    tensors: set ? await world.tensorsOf(outDir, set) : [],
    ...set?.form === "file" && { file: set.name }
  };
}
var renamed = (rows, names) => rows.map((row) => ({
  ...row,
  name: names.reduce((name, [from, to]) => name.replaceAll(from, to), row.name)
}));

// src/smoke/footprint.ts
function footprintOf(outDir, rule) {
  const files = filesMatching(outDir, () => true).map(({ path, bytes, modifiedAt }) => ({
    path,
    bytes,
    modifiedAt: Number(modifiedAt / 1000000000n)
  }));
  const isOfSet = rule && isOfSets(rule);
  const sets = rule && isOfSet ? checkpointSets(
    files.filter(({ path }) => isOfSet(path)),
    rule
  ) : [];
  const [largest] = sets.filter(({ ending }) => ending !== "lacking").map(sizeOf).sort((a, b) => b.bytes - a.bytes);
  return { ...largest && { checkpoint: largest }, output: sizeOf({ files }) };
}
var sizeOf = ({ files }) => ({
  bytes: files.reduce((sum2, { bytes }) => sum2 + bytes, 0),
  files: files.length
});

// src/smoke/fresh-folder.ts
import { copyFileSync, existsSync as existsSync2, mkdirSync as mkdirSync3, renameSync, rmSync, utimesSync } from "node:fs";
import { basename as basename3, dirname as dirname4, join as join5 } from "node:path";
var filesBelow = (dir) => new Set(codeFiles(dir).keys());
function layOutFresh({ job, oldDir, freshDir, set, codeDir, codeBefore }) {
  const all = filesMatching(oldDir, () => true).map(({ path }) => path);
  const carried = carriedOf(job, set, oldDir);
  for (const path of carried) copyWithTime(path, oldDir, freshDir);
  const leftInCode = [...filesBelow(codeDir)].filter((path) => !codeBefore.has(path));
  const aside = join5(dirname4(oldDir), `${basename3(oldDir)}-code`);
  for (const path of leftInCode) move(join5(codeDir, path), join5(aside, path));
  rmSync(oldDir, { recursive: true, force: true });
  const isCarried = new Set(carried);
  return { oldDir, carried, left: all.filter((path) => !isCarried.has(path)), leftInCode };
}
function carriedOf(job, set, dir) {
  const rule = job.checkpoint;
  const isOfSet = rule ? isOfSets(rule) : () => false;
  const globs = new Set(rule ? setGlobs(rule) : []);
  const kept = watchedGlobs(job).filter((glob) => !globs.has(glob)).map(compileGlob);
  const beside = filesMatching(dir, (path) => kept.some((matches) => matches(path)));
  const metrics = sourcesOf(job).flatMap(
    (source) => isPrinted(source) ? [] : metricsFiles(dir, source).slice(-1)
  );
  const inSet = set.files.map(({ path }) => path);
  const others = [...beside.map(({ path }) => path), ...metrics].filter((path) => !isOfSet(path));
  return [.../* @__PURE__ */ new Set([...inSet, ...others])];
}
function copyWithTime(path, fromDir, toDir) {
  const to = join5(toDir, path);
  mkdirSync3(dirname4(to), { recursive: true });
  copyFileSync(join5(fromDir, path), to);
  const seconds = Number(sight(fromDir, path)?.modifiedAt ?? 0n) / 1e9;
  utimesSync(to, seconds, seconds);
}
function move(from, to) {
  mkdirSync3(dirname4(to), { recursive: true });
  if (existsSync2(from)) renameSync(from, to);
}

// src/smoke/last-whole.ts
import { renameSync as renameSync2, rmSync as rmSync2 } from "node:fs";
import { join as join6 } from "node:path";
var LastWhole = class {
  #outDir;
  #dir;
  #kept;
  /** @param dir ours alone; made when there is something to keep */
  constructor(outDir, dir) {
    this.#outDir = outDir;
    this.#dir = dir;
  }
  get kept() {
    return this.#kept;
  }
  /** Keeps nothing of a set that was written to since it was listed and loaded: a later look brings it again. */
  take(seen) {
    if (this.#kept && this.#kept.step > seen.step) return;
    const { files } = seen.set;
    const draft = `${this.#dir}.part`;
    try {
      for (const { path } of files) copyWithTime(path, this.#outDir, draft);
    } catch {
    }
    if (files.every(this.#isAsListed)) {
      rmSync2(this.#dir, { recursive: true, force: true });
      renameSync2(draft, this.#dir);
      this.#kept = seen;
    }
    rmSync2(draft, { recursive: true, force: true });
  }
  /** In place of whatever the kill left under the names of its files. */
  putBack() {
    for (const { path } of this.#kept?.set.files ?? []) {
      rmSync2(join6(this.#outDir, path), { force: true });
      copyWithTime(path, this.#dir, this.#outDir);
    }
  }
  forget() {
    rmSync2(this.#dir, { recursive: true, force: true });
  }
  #isAsListed = ({ path, object }) => {
    const now = sight(this.#outDir, path);
    return now !== void 0 && objectOf(now) === object;
  };
};

// src/smoke/longer-command.ts
var plain2 = (name) => name.toLowerCase().replace(/^-+/, "").replaceAll(/[_.]/g, "-");
var NAMES = { steps: new Set(STEPS.names.map(plain2)), epochs: new Set(EPOCHS.names.map(plain2)) };
var TO_ITS_END = 4;
var UNTIL_KILLED = { times: 20, steps: 1e3, epochs: 20 };
function longerCommand(command, isRunToItsEnd) {
  let isLonger = false;
  const longer = command.replace(
    /(?<=^|[\s;&|(])(-{0,2}[A-Za-z][\w.-]*)([= ]+)(\d{1,9})(?=$|[\s;&|)])/g,
    (whole, name, between, digits) => {
      const unit = unitOf(name, between);
      if (unit === void 0) return whole;
      isLonger = true;
      const now = Number(digits);
      const more = isRunToItsEnd ? now * TO_ITS_END : Math.max(now * UNTIL_KILLED.times, UNTIL_KILLED[unit]);
      return `${name}${between}${more}`;
    }
  );
  return isLonger ? longer : void 0;
}
function unitOf(name, between) {
  if (!name.startsWith("-") && between !== "=") return;
  const known = plain2(name);
  if (NAMES.steps.has(known)) return "steps";
  if (NAMES.epochs.has(known)) return "epochs";
  if (/save|log|eval|warm|ckpt|checkpoint|every|accum|decay|val/.test(known)) return;
  const [, word] = /-(steps|iters|iterations|epochs)$/.exec(known) ?? [];
  return word === void 0 ? void 0 : word === "epochs" ? "epochs" : "steps";
}

// src/smoke/drill.ts
var LOOK_SECONDS2 = 0.05;
var OVERLAP_SECONDS = 2;
var GRACE_SECONDS = 5;
var MUCH_SOONER = 0.25;
async function resumeDrill(order, world) {
  const drill = new Drill(order, world);
  const anchor = await drill.untilKilled();
  return drill.untilContinued(anchor);
}
var Drill = class {
  #order;
  #world;
  #startedAt;
  #codeBefore;
  #watch;
  #last;
  #warnings = [];
  #printed;
  #sources;
  #carried;
  #atKill;
  #footprint;
  #begunAt;
  /** What the first attempt took from its first record to the checkpoint, as far as looks tell: not longer than it really was. */
  #loggedSeconds = 0;
  constructor(order, world) {
    this.#order = order;
    this.#world = world;
    this.#startedAt = world.clock.now();
    this.#printed = new PrintedMetrics(sourcesOf(order.job));
    this.#sources = this.#sourcesIn(order.first.outDir);
    this.#watch = new CheckpointWatch(order.first.outDir, order.checkpoint, world);
    this.#last = new LastWhole(order.first.outDir, `${order.first.outDir}-kept`);
    this.#codeBefore = filesBelow(world.workDir);
  }
  /** First attempt. Returns the checkpoint that the second must go on from. */
  async untilKilled() {
    try {
      return await this.#killed();
    } finally {
      this.#last.forget();
    }
  }
  async #killed() {
    const attempt = this.#start(this.#order.first);
    let seen;
    try {
      seen = await this.#firstCheckpoint(attempt);
      if (seen.state === "whole") await this.#oneMoreStep(attempt, seen.step);
    } finally {
      await attempt.kill();
      this.#tellLeft(this.#order.first);
    }
    const result = await attempt.result;
    if (result.ended.why !== "killed") throw await this.#endedTooSoon("drill command", result);
    this.#atKill = this.#progress()?.metrics;
    this.#footprint = footprintOf(this.#order.first.outDir, this.#order.checkpoint);
    const anchor = await this.#anchor(seen, result);
    this.#loggedSeconds = this.#secondsTo(anchor);
    await this.#moveToFreshFolder(anchor);
    return anchor;
  }
  /** What the kill left, or the copy that was taken before: another box is given such a copy, too. */
  async #anchor(seen, { tail }) {
    const left = await this.#watch.all();
    const { kept } = this.#last;
    const unfinished = left.find((each) => isUnfinished(each, [...left, ...kept ? [kept] : []]));
    const whole = newestWhole(left.filter((each) => each !== unfinished));
    const broken = left.find((each) => each.state === "broken") ?? (unfinished && { state: "broken", path: unfinished.path, why: "not all of its files are there" });
    const anchor = kept && kept.step > (whole?.step ?? 0) ? kept : whole;
    if (!anchor || anchor.step === 0) {
      if (seen.state === "broken" && seen.lacks) throw lacksState(seen, tail);
      throw nothingToResumeFrom(left, this.#order.checkpoint, tail);
    }
    if (anchor === kept) {
      this.#last.putBack();
      this.#warnings.push(cutShort(broken, anchor, this.#order.checkpoint));
    } else if (broken) this.#warnings.push(incompleteWarning(broken, anchor));
    else this.#warnOfWritesInPlace();
    return anchor;
  }
  /** By when the checkpoint was written, not when it had been loaded. */
  #secondsTo({ path }) {
    const writtenAt = this.#watch.lastWriteSeconds(path);
    return this.#begunAt ? Math.max(0, writtenAt - Number(this.#begunAt) / 1e3) : 0;
  }
  /** From here on everything is read where the second attempt writes. */
  async #moveToFreshFolder(anchor) {
    const { job, first, second, checkpoint } = this.#order;
    const set = this.#watch.sets().find(({ name }) => name === anchor.path);
    if (!set) throw new Error(`${anchor.path} vanished while nothing runs`);
    this.#carried = layOutFresh({
      job,
      oldDir: first.outDir,
      freshDir: second.outDir,
      set,
      codeDir: this.#world.workDir,
      codeBefore: this.#codeBefore
    });
    this.#watch = new CheckpointWatch(second.outDir, checkpoint, this.#world);
    await this.#watch.news();
    this.#sources = this.#sourcesIn(second.outDir);
    this.#printed.mark();
    for (const source of this.#sources) source.mark(anchor.step);
  }
  #sourcesIn(outDir) {
    return sourcesOf(this.#order.job).map(
      (rule) => new DrilledMetrics(outDir, rule, { printed: this.#printed, clock: this.#world.clock })
    );
  }
  /** Second attempt, of the identical command. */
  async untilContinued(anchor) {
    const attempt = this.#start(this.#order.second);
    let continued;
    try {
      continued = await this.#continuation(attempt, anchor);
    } catch (error) {
      await attempt.kill();
      throw error;
    }
    const crash = await attempt.crash();
    const endedAt = this.#world.clock.now();
    const { result, obeyed } = this.#order.straight ? await this.#toItsEnd(attempt) : await attempt.stop(GRACE_SECONDS);
    this.#tellLeft(this.#order.second);
    if (crash) throw placed(crashed(crash, result.tail), result.place);
    if (!obeyed) this.#warnings.push(ignoresSigterm(GRACE_SECONDS));
    const broken = (await this.#watch.all()).find((each) => each.state === "broken");
    if (broken?.path === anchor.path && !this.#wasBeingWritten(anchor.path, endedAt))
      throw brokenAfterResume(broken, result.tail);
    this.#warnOfWritesInPlace();
    if (continued.replay.differences.length > 0) {
      this.#warnings.push(replayDiffers(continued.replay, anchor.keys));
    }
    const equal = await this.#likeStraight(anchor);
    return {
      killedAtStep: anchor.step,
      resumedAtStep: continued.firstStep,
      reachedStep: continued.reachedStep,
      checkpoint: anchor.path,
      replay: continued.replay,
      ...equal && { equal },
      footprint: this.#footprint ?? footprintOf(this.#order.second.outDir, this.#order.checkpoint),
      seconds: this.#seconds(),
      warnings: this.#warnings
    };
  }
  /** Whether it is we who cut it short. */
  #wasBeingWritten(path, endedAt) {
    if (this.#order.straight) return false;
    return Number(endedAt) / 1e3 - this.#watch.lastWriteSeconds(path) < STILL_SECONDS;
  }
  #warnOfWritesInPlace() {
    const { writtenInPlace: writtenInPlace2 } = this.#watch;
    if (writtenInPlace2 === void 0 || this.#warnings.some(({ code }) => code === "not-atomic")) return;
    this.#warnings.push(writtenInPlace(writtenInPlace2));
  }
  async #toItsEnd(attempt) {
    const result = await attempt.result;
    const why = problemOf("resumed drill command", result);
    if (why) throw this.#missed(result, { hasGoneOn: true, because: why }) ?? why;
    return { result, obeyed: true };
  }
  async #likeStraight({ step, keys }) {
    const { job, checkpoint, run, limits, second, straight } = this.#order;
    if (!straight) return;
    const progress = this.#progress();
    const lines = progress?.metrics.lines.filter(({ old }) => !old) ?? [];
    const seconds = Math.max(1, limits.timeoutSeconds - this.#seconds());
    return requireExact(
      { job, checkpoint, command: run, straight, limits: { seconds, memoryMb: limits.memoryMb } },
      { outDir: second.outDir, lines, killedAtStep: step, keys, ...progress && { source: progress.rule } },
      this.#world
    );
  }
  /** Waits for a checkpoint beyond step 0, or for one that lies half-written: both are the moment to kill. */
  async #firstCheckpoint(attempt) {
    const steps = /* @__PURE__ */ new Set();
    const needed = this.#sources.length > 0 ? 1 : 2;
    for (; ; ) {
      const ended = !attempt.running();
      if (this.#sources.some((source) => source.isBegun())) this.#begunAt ??= this.#world.clock.now();
      for (const each of await this.#watch.news()) {
        const left = () => filesIn(this.#order.first.outDir);
        if (each.state === "stepless") throw stepless(each, this.#order.checkpoint, left());
        if (each.state === "unfit") throw unfit(each, left());
        if (each.state === "broken") return each;
        if (each.step > 0) {
          steps.add(each.step);
          this.#last.take(each);
        }
        if (steps.size >= needed) return each;
      }
      if (ended) throw await this.#endedTooSoon("drill command", await attempt.result);
      await this.#world.clock.sleep(LOOK_SECONDS2);
    }
  }
  async #oneMoreStep(attempt, step) {
    const since = this.#world.clock.now();
    while (attempt.running() && secondsBetween(since, this.#world.clock.now()) < OVERLAP_SECONDS) {
      const lines = this.#progress()?.metrics.lines ?? [];
      if (this.#sources.length === 0 || lines.some((line) => line.step > step)) return;
      await this.#world.clock.sleep(LOOK_SECONDS2);
    }
  }
  async #continuation(attempt, anchor) {
    for (; ; ) {
      const ended = !attempt.running();
      const judged = await this.#judge(anchor);
      if (judged.verdict === "continued") return judged;
      if (judged.verdict === "reset") {
        const result = await attempt.kill();
        throw this.#missed(result) ?? reset(judged, anchor, this.#order.run, result.tail);
      }
      if (ended) throw this.#notBeyond(await attempt.result, judged.firstStep, anchor);
      await this.#world.clock.sleep(LOOK_SECONDS2);
    }
  }
  async #judge(anchor) {
    if (this.#sources.length === 0) return this.#judgeByCheckpoint(anchor);
    for (const source of this.#sources) {
      const nonFinite = source.read()?.faults.find((fault) => fault.code === "not-finite");
      if (nonFinite) throw notFinite(source.rule, nonFinite);
    }
    const progress = this.#progress();
    const before = this.#atKill?.lines ?? [];
    const judged = progress ? judgeContinuation(before, progress.metrics.lines, anchor.step, progress.rule.lossKey) : { verdict: "waiting", firstStep: void 0 };
    const remade = this.#sources.flatMap(
      ({ rewritten }) => rewritten && !rewritten.isCopy ? [rewritten] : []
    );
    const isTold = tellsItsStart(before, anchor.step) && remade.length === 0;
    if (judged.verdict === "reset" || isTold) return judged;
    const again = await this.#writtenAgain(anchor);
    if (again || judged.verdict !== "continued") return again ?? judged;
    const withinSeconds = Math.max(0, ...remade.map((each) => each.withinSeconds));
    if (remade.length > 0 && withinSeconds >= MUCH_SOONER * this.#loggedSeconds)
      this.#warnings.push(startNotSeen(anchor, { withinSeconds, took: this.#loggedSeconds }));
    return judged;
  }
  /** Who begins at the start comes by the step of the checkpoint once more, and saves it. */
  async #writtenAgain(anchor) {
    const steps = (await this.#watch.news()).flatMap((each) => each.state === "whole" ? [each.step] : []);
    const lowest = Math.min(...steps);
    if (lowest > anchor.step) return;
    return { verdict: "reset", counter: "step", before: anchor.step, after: lowest, by: "checkpoint" };
  }
  async #judgeByCheckpoint(anchor) {
    const steps = (await this.#watch.news()).flatMap((each) => each.state === "whole" ? [each.step] : []);
    const lowest = Math.min(...steps);
    if (lowest < anchor.step)
      return { verdict: "reset", counter: "step", before: anchor.step, after: lowest };
    const reachedStep = Math.max(...steps, anchor.step);
    if (reachedStep === anchor.step) return { verdict: "waiting", firstStep: void 0 };
    return { verdict: "continued", firstStep: lowest, reachedStep, replay: { steps: 0, differences: [] } };
  }
  #start({ env }) {
    const { run, limits } = this.#order;
    const seconds = Math.max(1, limits.timeoutSeconds - this.#seconds());
    return startGuarded(this.#world, {
      command: run,
      cwd: this.#world.workDir,
      env,
      limits: { seconds, memoryMb: limits.memoryMb },
      onPlainLine: this.#printed.take
    });
  }
  /** What nobody could be sure of while it was written is seen now that nothing writes any more: it lacks something, or it came too fast. */
  async #endedTooSoon(role, result) {
    const { checkpoint, limits } = this.#order;
    const { tail } = result;
    const left = filesIn(this.#order.first.outDir);
    if (result.ended.why === "timeout")
      return noCheckpoint(checkpoint, limits.timeoutSeconds, { tail, left });
    const why = problemOf(role, result);
    if (why) return why;
    const sets = await this.#watch.all();
    const lacking = sets.find((each) => each.state === "broken" && each.lacks);
    if (lacking?.state === "broken" && !newestWhole(sets)) return lacksState(lacking, tail);
    const longer = this.#longer();
    return tooShort(checkpoint, formatSeconds(result.seconds), { tail, left, longer });
  }
  #longer() {
    return longerCommand(this.#order.run, this.#order.straight !== void 0);
  }
  #tellLeft({ outDir }) {
    this.#order.onLeft?.(filesIn(outDir));
  }
  #notBeyond(result, firstStep, anchor) {
    if (result.ended.why === "timeout")
      return notBeyond(firstStep, anchor, this.#order.limits, result.tail);
    const why = problemOf("resumed drill command", result);
    if (!why) return endedWithoutStep(anchor, result.tail, this.#longer());
    return this.#missed(result, { because: why }) ?? failedToLoad(why, anchor);
  }
  /** The log of the second attempt names something that no other box would have. */
  #missed({ tail, crash }, second = {}) {
    const rule = this.#order.checkpoint;
    return this.#carried && missed(this.#carried, { rule, tail, diedOf: crash?.line, ...second });
  }
  /** Of the first source that has a step. */
  #progress() {
    for (const source of this.#sources) {
      const metrics = source.read();
      if (metrics && metrics.lines.length > 0) return { metrics, rule: source.rule };
    }
  }
  #seconds() {
    return secondsBetween(this.#startedAt, this.#world.clock.now());
  }
};

// src/job/corrected.ts
var correctedJob = (job, edits) => edits.reduce(withValue, job);
function withValue(job, { path, value }) {
  const [first, second, third] = path;
  const { smoke, checkpoint } = job;
  if (value === true) {
    if (first !== "artifacts" || third !== "allow-degraded") throw nothingProposes(path);
    const artifacts = job.artifacts.map(
      (rule, at) => at === second ? { ...rule, allowDegraded: true } : rule
    );
    return { ...job, artifacts };
  }
  if (first === "run") return { ...job, run: value };
  if (first === "smoke" && smoke !== "none") return { ...job, smoke: withCommand(smoke, second, value) };
  if (first === "checkpoint" && checkpoint) {
    if (second === "step-key") return { ...job, checkpoint: { ...checkpoint, stepKey: value } };
    if (second === "path") return { ...job, checkpoint: { ...checkpoint, path: value } };
    if (second === "complete") return { ...job, checkpoint: { ...checkpoint, complete: value } };
  }
  if (first === "artifacts" && third === "path") {
    const artifacts = job.artifacts.map((rule, at) => at === second ? { ...rule, path: value } : rule);
    return { ...job, artifacts };
  }
  if (first === "metrics" && typeof second === "number") return withSource(job, second, String(third), value);
  throw nothingProposes(path);
}
var nothingProposes = (path) => new RangeError(`nothing proposes a value for ${path.join(".")}`);
function withCommand(smoke, key, run) {
  const { drill } = smoke;
  if (key === "drill") return drill === "none" ? smoke : { ...smoke, drill: { ...drill, run } };
  const follows = drill !== "none" && drill.run === smoke.run;
  return { ...smoke, run, ...follows && { drill: { ...drill, run } } };
}
var FIELDS = {
  path: "path",
  "step-key": "stepKey",
  "loss-key": "lossKey"
};
function withSource(job, index, key, value) {
  const field = FIELDS[key];
  const format = key === "format" ? METRICS_FORMATS.find((each) => each === value) : void 0;
  const change = field === void 0 ? format && { format } : { [field]: value };
  if (change === void 0) throw nothingProposes(["metrics", key]);
  const [metrics, ...moreMetrics] = sourcesOf(job).map(
    (rule, at) => at === index ? { ...rule, ...change } : rule
  );
  return { ...job, ...metrics && { metrics }, ...moreMetrics.length > 0 && { moreMetrics } };
}

// src/smoke/findings.ts
var MOST_TRIES = 5;
var Findings = class {
  #found = [];
  #asWritten;
  #tries = 1;
  constructor(job) {
    this.#asWritten = job;
  }
  get job() {
    return correctedJob(this.#asWritten, this.edits);
  }
  /** As its file has it. */
  get asWritten() {
    return this.#asWritten;
  }
  get edits() {
    return this.#found.flatMap(({ edits }) => edits);
  }
  add(...problems) {
    this.#found.push(...problems);
  }
  /**
   * Of something that may be tried again with the answer. Where it was found before, the answer of then did not help.
   *
   * @returns whether there is one that was not tried yet
   */
  addAndTryAgain(problem) {
    const { code, edits } = problem;
    this.#found = this.#found.filter((each) => each.code !== code || !isAnsweredAlike(each, problem));
    this.#tries += 1;
    const isTriedAgain = edits.length > 0 && this.#tries <= MOST_TRIES;
    this.add(isTriedAgain ? problem : answeredBy(problem, []));
    return isTriedAgain;
  }
  /** @throws Problem, or Problems where it is more than one */
  throwAll() {
    const [first, ...more] = this.#found;
    if (first) throw more.length === 0 ? first : new Problems([first, ...more]);
  }
};
var isAnsweredAlike = (one, other) => other.edits.length === 0 ? one.edits.every(({ path }) => path[0] !== "metrics") : one.edits.some((mine) => other.edits.some((theirs) => mine.path.join() === theirs.path.join()));

// src/smoke/main-guard.ts
var GUARD = /^if\s+(?:__name__\s*==\s*["']__main__["']|["']__main__["']\s*==\s*__name__)\s*:/m;
var STARTS_PROCESSES = /\bnum_workers\s*=\s*(?!0\b)|\bmultiprocessing\b[\s\S]*\b(?:Process|Pool)\s*\(|\bProcessPoolExecutor\s*\(|\bmp\.spawn\s*\(/;
function mainGuardWarning(sources) {
  const [entry] = sources;
  if (!entry || GUARD.test(entry.code)) return void 0;
  if (!sources.some(({ code }) => STARTS_PROCESSES.test(code))) return void 0;
  return {
    code: "main-guard",
    what: `${entry.path} starts worker processes and has no \`if __name__ == "__main__":\`.`,
    next: "Put its work into a function and call it below the guard; keep what workers are given at the top of a module."
  };
}

// src/smoke/other-tracker.ts
var LOGGED = [
  { format: "tensorboard", name: /(^|\/)events\.out\.tfevents\.[^/]+$/, glob: "**/events.out.tfevents.*" },
  { format: "csv", name: /(^|\/)metrics\.csv$/, glob: "**/metrics.csv" }
];
function otherTracker(glob, left) {
  const looked = formatByName(glob);
  if (!LOGGED.some(({ format }) => format === looked)) return void 0;
  for (const { format, name, glob: other } of LOGGED) {
    const files = format === looked ? [] : left.filter((path) => name.test(path));
    if (files.length > 0) return { format, glob: other, files };
  }
  return void 0;
}

// src/smoke/metrics-problem.ts
function checkMetrics(left, sources) {
  const outcomes = sources.map((rule, at) => checkSource(left, rule, at));
  const wrong = outcomes.find((each) => !each.ok && each.problem.code !== MISSING);
  const first = wrong ?? outcomes.find((each) => each.ok) ?? outcomes[0];
  if (!first) throw new Error("no source of metrics to check");
  if (!first.ok) return first;
  const warnings = outcomes.flatMap((each) => each.ok ? each.warnings : asWarning(each.problem));
  return { ...first, warnings };
}
var MISSING = "metrics-missing";
var asWarning = ({ code, what, next }) => ({ code, what, next });
function checkSource(left, rule, at) {
  const failed = ({
    code,
    what,
    next,
    keys = {},
    edits = [],
    isElsewhere = false
  }) => ({
    ok: false,
    isElsewhere,
    problem: answeredBy(smokeProblem(code, what, next, left.tail), [
      ...Object.entries(keys).map(([key, value]) => ({ path: ["metrics", at, key], value })),
      ...edits
    ])
  });
  const found = isPrinted(rule) ? () => left.printed.rowsOf(rule) : rowsLeft(left, rule);
  if (typeof found !== "function") return failed(found);
  const metrics = readMetrics(found(), rule);
  const wrong = wrongWith(metrics, found, rule);
  return wrong ? failed(wrong) : { ok: true, rule, metrics, warnings: warningsOf(rule, metrics) };
}
var SEVERAL = ["records", "pages"];
function rowsLeft(left, rule) {
  const { outDir } = left;
  const paths = metricsFiles(outDir, rule);
  const newest = paths.at(-1) ?? rule.path;
  const file = readRegularFile(outDir, newest);
  if (file.found === "nothing") return nowhere(newest, rule, left);
  if (file.found === "unusable") {
    const what = `The metrics file ${newest} ${file.why}.`;
    return { code: "metrics-unusable", what, next: "Write a regular file." };
  }
  const besides = (SEVERAL.includes(growthOf(rule)) ? paths.slice(0, -1) : []).flatMap((path) => {
    const other = readRegularFile(outDir, path);
    return other.found === "bytes" ? [other.bytes] : [];
  });
  return function* () {
    for (const bytes of [...besides, file.bytes]) yield* rowsOf({ bytes, at: 0 }, rule);
  };
}
function nowhere(name, rule, left) {
  const { out, beside } = left.wrote;
  const isIt = isCalledAs(rule.path);
  const [moved, strayed] = [out.filter(isIt), beside.filter(isIt)];
  if (strayed.length > 0) return besideTheCode(name, rule, { left, strayed });
  const there = out.length === 0 ? "nothing" : someOf(out);
  const what = `${wroteNo(name)}; there it wrote ${there}.`;
  const other = moved.length === 0 ? otherTracker(rule.path, out) : void 0;
  if (other) {
    const next2 = `Correct \`metrics.path\` to \`${other.glob}\` and \`metrics.format\` to ${other.format}.`;
    return { code: MISSING, what, next: next2, keys: { path: other.glob, format: other.format } };
  }
  const path = moved.length > 0 && isPlainFile(rule) ? movedGlob(rule.path, moved) : void 0;
  const correct = path === void 0 ? "correct `metrics.path`" : `correct \`metrics.path\` to \`${path}\``;
  const next = `${WRITE[rule.format ?? "jsonl"]} to $GPU_LEASE_OUT/${name}, or ${correct}.`;
  return { code: MISSING, what, next, ...path !== void 0 && { keys: { path } } };
}
var wroteNo = (name) => `The smoke command ended well but wrote no ${name} below $GPU_LEASE_OUT`;
function besideTheCode(name, rule, { left, strayed }) {
  const edits = left.bring(rule.path, strayed);
  const file = readRegularFile(left.codeDir, strayed.at(-1) ?? "");
  const rows = () => file.found === "bytes" ? rowsOf({ bytes: file.bytes, at: 0 }, rule) : [];
  const more = file.found === "bytes" ? wrongWith(readMetrics(rows(), rule), rows, rule) : void 0;
  const how = edits.length > 0 ? 'let the commands name "$GPU_LEASE_OUT", as "gpu-lease fix" shows, or w' : "w";
  const next = `${how}rite to $GPU_LEASE_OUT/${name}.`;
  return {
    code: MISSING,
    isElsewhere: true,
    what: [
      `${wroteNo(name)}: it wrote ${someOf(strayed)} beside the code.`,
      ...more ? [more.what] : []
    ].join(" "),
    next: [next.charAt(0).toUpperCase() + next.slice(1), ...more ? [more.next] : []].join(" "),
    edits,
    ...more?.keys && { keys: more.keys }
  };
}
var isPlainFile = ({ format }) => format === void 0 || format === "csv";
function wrongWith(metrics, rows, rule) {
  const [fault] = metrics.faults;
  if (fault) {
    const what = faultText(rule, fault, metrics.faults.length);
    return { code: `metrics-${fault.code}`, what, next: ADVICE[fault.code] };
  }
  const lacking = lackingKeys(metrics, rule);
  const [first] = lacking;
  if (!first) return;
  if (isPrinted(rule)) {
    const what = `No line that the smoke command printed fits \`${rule.pattern}\` with a ${first.key}.`;
    return { code: MISSING, what, next: "Copy a line of the log, and put `{name}` where its numbers stand." };
  }
  const keys = keysIn(rows());
  const likely2 = lacking.flatMap(({ key, option, like }) => {
    const value = keys.includes(key) ? void 0 : like(keys);
    return value === void 0 ? [] : [[option, value]];
  });
  return lackingWords(rule, { first, keys, likely: likely2 });
}
function lackingWords(rule, {
  first: { called, key, option },
  keys,
  likely: likely2
}) {
  const word = recordWord(rule);
  const seen = keys.length === 0 ? "" : `; it has ${someOf(keys.map(quoted), 12)}`;
  const what = `No ${word} of ${nameOfSource(rule)} has ${called} \`${key}\`${seen}.`;
  const values = likely2.map(([name, value]) => `\`metrics.${name}\` to ${quoted(value)}`);
  const correct = values.length === 0 ? `\`metrics.${option}\`` : values.join(" and ");
  const next = `Write it into every ${word}, or correct ${correct}.`;
  return { code: MISSING, what, next, keys: Object.fromEntries(likely2) };
}
var quoted = (text) => JSON.stringify(text.slice(0, 40));
var WRITE = {
  jsonl: "Write one JSON line a step",
  csv: "Write a table with a header and a row a step",
  "trainer-state": "Let the Trainer save a checkpoint",
  tensorboard: "Let it write events of TensorBoard",
  wandb: 'Let it write its run, for example with WANDB_DIR="$GPU_LEASE_OUT"',
  trackio: 'Let it write its database, for example with TRACKIO_DIR="$GPU_LEASE_OUT/trackio"',
  log: "Let the command write its log"
};
function lackingKeys({ lines }, { stepKey, lossKey }) {
  const loss = { key: lossKey, called: "a number called", option: "loss-key", like: likelyLoss };
  if (lines.length === 0) return [{ key: stepKey, called: "a", option: "step-key", like: likelyStep }, loss];
  return lines.some((line) => line.numbers.has(lossKey)) ? [] : [loss];
}
function keysIn(rows) {
  let last;
  for (const row of rows) if (row.kind === "record") last = row.record;
  return [...last?.keys() ?? []];
}
function faultText(rule, fault, count2) {
  const word = recordWord(rule) === "line" ? "Line" : "Record";
  return `${word} ${fault.line} of ${nameOfSource(rule)} ${fault.what}${count2 > 1 ? `; ${count2} faults in all` : ""}.`;
}
var ADVICE = {
  "not-json": "Write each record whole: one JSON object a line, or one row of the table, with a single write.",
  "not-finite": "The loss is lost within a few steps (F-T01): check learning rate, scaling and the data; the same step every time means data.",
  "not-a-number": "Write numbers as numbers: `float(loss)`, not `str(loss)`.",
  "bad-step": "Write the step as a whole number, counted from 0 or 1."
};
function warningsOf(rule, metrics) {
  const warnings = [];
  if (metrics.torn) {
    warnings.push({
      code: "metrics-torn",
      what: `The last ${recordWord(rule)} of ${nameOfSource(rule)} has no end.`,
      next: "Write each with its end in a single write, and flush; close the writer of a tracker."
    });
  }
  if (metrics.oddKeys.length > 0) {
    warnings.push({
      code: "metrics-odd",
      what: `Not finite in ${nameOfSource(rule)}: ${metrics.oddKeys.slice(0, 8).join(", ")}.`,
      next: "Leave a value out where it is not known."
    });
  }
  const best = rule.best?.key;
  if (best !== void 0 && !metrics.lines.some((line) => line.numbers.has(best))) {
    warnings.push({
      code: "metrics-no-best",
      what: `No ${recordWord(rule)} of ${nameOfSource(rule)} has \`${best}\`, which chooses the best checkpoint.`,
      next: "Let the smoke reach its validation, or correct `metrics.best`."
    });
  }
  return warnings;
}

// src/smoke/promised.ts
var isDue = ({ min, inSmoke }) => min > 0 && inSmoke !== false;
function straysOf({ asWritten, job }, wrote, sources, mayStartElsewhere2) {
  const strays = [];
  let now = job;
  for (const [at, rule] of asWritten.artifacts.entries()) {
    const isIt = isCalledAs(rule.path);
    if (!isDue(rule) || wrote.out.some(isIt)) continue;
    const files = wrote.beside.filter(isIt);
    if (files.length === 0) continue;
    const known = broughtHome(asWritten, rule.path, files, mayStartElsewhere2);
    const isKnown = known.length > 0 && known.every((each) => isIn(now, each));
    const edits = isKnown ? known : broughtHome(now, rule.path, files, mayStartElsewhere2);
    now = correctedJob(now, edits);
    strays.push({ at, problem: besideTheCode2(rule, { files, edits, out: wrote.out, sources }) });
  }
  return strays;
}
var isIn = (job, edit) => JSON.stringify(correctedJob(job, [edit])) === JSON.stringify(job);
function unseenOf(job, out, besides) {
  const unclaimed = unclaimedOf(job, out);
  const unseen = [...job.artifacts.entries()].filter(
    ([at, rule]) => isDue(rule) && !besides.has(at) && !out.some(compileGlob(rule.path))
  );
  const found = unseen.map(([at, rule]) => ({ rule, problem: misnamed(rule, at, unclaimed) }));
  const nowhere2 = found.flatMap(({ rule, problem }) => problem ? [] : [rule]);
  return {
    problems: found.flatMap(({ problem }) => problem ?? []),
    warnings: nowhere2.length === 0 ? [] : [unseenWarning(nowhere2, out)]
  };
}
function unclaimedOf(job, out) {
  const globs = [...job.artifacts, ...sourcesOf(job)].flatMap(({ path }) => path === "" ? [] : [path]);
  const claims = [...globs.map(compileGlob), ...job.checkpoint ? [isOfSets(job.checkpoint)] : []];
  return out.filter((path) => !claims.some((claim) => claim(path)));
}
function misnamed(rule, at, unclaimed) {
  const path = ["artifacts", at, "path"];
  const moved = unclaimed.filter(isCalledAs(rule.path));
  if (moved.length > 0) return renamed2(rule, moved, { path, value: movedGlob(rule.path, moved) });
  const other = otherEnding(rule, unclaimed) ?? (rule.role === "metrics" ? otherTracker(rule.path, unclaimed) : void 0);
  return other && renamed2(rule, other.files, { path, value: other.glob });
}
var renamed2 = (rule, files, edit) => answeredBy(
  smokeProblem(
    "artifact-elsewhere",
    `Nothing that the smoke wrote below GPU_LEASE_OUT fits the artifact \`${rule.path}\`, and no rule of the job names ${someOf(files)}. A run that leaves it so cannot be sealed.`,
    `Correct its \`path\` to \`${edit.value}\`, or what the script calls it. ${ONLY_FULL}`
  ),
  [edit]
);
function besideTheCode2(rule, { files, edits, out, sources }) {
  const there = out.length === 0 ? "nothing" : someOf(out);
  const place = placeOfName(sources, files);
  const line = place ? ` (${place.file}:${place.line} names it)` : "";
  const how = edits.length > 0 ? `Let the commands name "$GPU_LEASE_OUT", as "gpu-lease fix" shows, or let the script write below that folder${line}.` : `Let the script write below the folder that the variable GPU_LEASE_OUT names${line}.`;
  const problem = smokeProblem(
    "artifact-elsewhere",
    `The smoke wrote ${someOf(files)} beside the code, and not below GPU_LEASE_OUT, where the artifact \`${rule.path}\` is looked for. There it wrote ${there}. A run that leaves it so cannot be sealed, whatever it cost.`,
    `${how} ${ONLY_FULL}`
  );
  return answeredBy(placed(problem, place), edits);
}
var ONLY_FULL = "Where that is another file, and only a full training writes the artifact, say `in-smoke: false` of the artifact.";
function otherEnding({ path }, unclaimed) {
  const [, stem, ending] = /^(.*\*)\.(\w+)$/.exec(path) ?? [];
  if (stem === void 0 || ending === void 0) return;
  for (const file of unclaimed) {
    const other = /\.(\w+)$/.exec(file)?.[1];
    if (other === void 0 || !isOneLetterOff(ending, other) || isOfOtherKind(ending, other)) continue;
    const glob = `${stem}.${other}`;
    const files = unclaimed.filter(compileGlob(glob));
    if (files.length > 0) return { files, glob };
  }
  return;
}
function isOfOtherKind(...endings) {
  const [one, other] = endings.map((ending) => roleByName(`x.${ending}`));
  return one !== void 0 && other !== void 0 && one !== other;
}
function isOneLetterOff(one, other) {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long.length - short.length !== 1) return false;
  return [...long].some((_, at) => `${long.slice(0, at)}${long.slice(at + 1)}` === short);
}
function placeOfName(sources, files) {
  for (const file of files) {
    const name = file.slice(file.lastIndexOf("/") + 1);
    for (const { path, code } of sources) {
      const lines = code.split("\n");
      const line = lines.findIndex((text) => text.includes(name));
      if (line >= 0) return { file: path, line: line + 1, column: (lines[line]?.indexOf(name) ?? 0) + 1 };
    }
  }
  return;
}
function unseenWarning(unseen, out) {
  const globs = unseen.map(({ path }) => `\`${path}\``);
  const there = out.length === 0 ? "nothing" : someOf(out);
  return {
    code: "artifact-unseen",
    what: `The smoke wrote nothing that fits ${someOf(globs)}, which the job promises. Below GPU_LEASE_OUT it wrote ${there}.`,
    next: "A run that leaves none of it cannot be sealed: correct `artifacts`, or say `in-smoke: false` of what only a full training writes."
  };
}

// src/smoke/python-sources.ts
import { dirname as dirname5, join as join7, normalize } from "node:path/posix";
var MAX_FILES = 100;
function pythonEntry(command) {
  const script = /(?:^|[\s;&|(])"?(?:\$OLDPWD\/)?((?:\.\/)?[\w./-]+\.py)"?(?=$|[\s;&|)])/.exec(command)?.[1];
  if (script) return [normalize(script)];
  const module = /\bpython[\d.]*\b[^;&|]*?\s-m\s+([\w.]+)/.exec(command)?.[1];
  if (!module) return [];
  const path = module.replaceAll(".", "/");
  return [`${path}.py`, `${path}/__main__.py`];
}
function pythonSources(workDir, command) {
  const sources = /* @__PURE__ */ new Map();
  const entry = pythonEntry(command).find((path) => read(workDir, path) !== void 0);
  const waiting = entry === void 0 ? [] : [entry];
  const roots = [".", ...entry === void 0 ? [] : [dirname5(entry)]];
  while (waiting.length > 0 && sources.size < MAX_FILES) {
    const path = waiting.shift();
    if (path === void 0 || sources.has(path)) continue;
    const code = read(workDir, path);
    if (code === void 0) continue;
    sources.set(path, { path, code });
    waiting.push(...importedFiles(code, [...roots, dirname5(path)]));
  }
  return [...sources.values()];
}
function importedFiles(code, roots) {
  const modules = [
    ...code.matchAll(/^[ \t]*(?:from[ \t]+\.*([\w.]+)[ \t]+import\b|import[ \t]+([\w.]+))/gm)
  ].map(([, from, plain3]) => (from ?? plain3 ?? "").replaceAll(".", "/"));
  return modules.flatMap(
    (module) => [...new Set(roots)].flatMap((root) => [
      normalize(join7(root, `${module}.py`)),
      normalize(join7(root, module, "__init__.py"))
    ])
  );
}
function read(workDir, path) {
  if (path.startsWith("/") || path.startsWith("..")) return void 0;
  const file = readRegularFile(workDir, path);
  return file.found === "bytes" ? withoutComments(file.bytes.toString()) : void 0;
}
var withoutComments = (code) => code.replaceAll(/#[^\n]*/g, "");

// src/smoke/refused-at-seal.ts
import { join as join8 } from "node:path";
var ONLY_IF_SAID = /* @__PURE__ */ new Set(["unsafe-loader", "keras-code"]);
var NEVER = "import-refused";
async function refusedAtSeal({ artifacts, checkpoint }, { dir, out }, verify) {
  const left = new Set(out);
  const problems = [];
  for (const [at, rule] of artifacts.entries()) {
    const files = [...left].filter(compileGlob(rule.path));
    for (const path of files) left.delete(path);
    const [first] = files;
    if (first === void 0 || rule.allowDegraded || rule.role === "opaque") continue;
    const verdict = await verify(join8(dir, first), first, checkpoint?.stepKey ?? "step").catch(
      () => void 0
    );
    const never = verdict?.reasons.find(({ code }) => code === NEVER);
    const reason = verdict?.reasons.find(({ code }) => ONLY_IF_SAID.has(code));
    if (never) problems.push(refusedAlways(first, rule, never));
    else if (reason) problems.push(refused({ rule, at, path: first }, reason));
  }
  return problems;
}
var refusedAlways = (path, rule, { what, found }) => smokeProblem(
  "artifact-refused",
  `${path}: ${what}${found === void 0 ? "" : ` (${found})`}. The seal refuses such a file as the artifact \`${rule.path}\`, whatever it cost to train.`,
  "Save `state_dict()`s, tensors and plain values, and no objects of your own classes; or give the artifact `role: opaque`, which counts by its hash alone."
);
var refused = ({ rule, at, path }, { what, found }) => answeredBy(
  smokeProblem(
    "artifact-degraded",
    `${path} is whole, and ${what}${found === void 0 ? "" : ` (${found})`}. The seal takes such a file only where its artifact says so, and \`${rule.path}\` does not.`,
    "Say `allow-degraded: true` of the artifact, or save plain values and tensors alone, such as `vars(args)` in place of `args`."
  ),
  [{ path: ["artifacts", at, "allow-degraded"], value: true }]
);

// src/smoke/smoke-warnings.ts
var leftProcesses = (role) => ({
  code: "left-processes",
  what: `The ${role} ended and left processes running; they were killed.`,
  next: "Join loader workers and servers before the end: on a rented box they hold GPU memory."
});
var ESCAPED = {
  code: "escaped-processes",
  what: "Processes left their process group and outlived the command; they were killed.",
  next: "Do not detach anything from the training command: on the box it could not be stopped with it."
};
var NO_METRICS = {
  code: "no-metrics",
  what: "The job declares no metrics, so only the exit code and the log were checked: a loss that is NaN passes.",
  next: "Name under `metrics` where the run writes them: JSON lines, metrics.csv, trainer_state.json."
};
var NO_DRILL = {
  code: "no-drill",
  what: "Resuming was not proven: a preemption may cost the whole run.",
  next: "Let the job resume by the same command, and give it a drill."
};
var MEMORY_UNBOUNDED = {
  code: "memory-unbounded",
  what: "Memory was not measured: this system has no /proc. The memory bound did not apply.",
  next: "Trust the smoke on Linux for this."
};

// src/smoke/started-elsewhere.ts
var mayStartElsewhere = (workDir, own) => (command) => {
  const sources = pythonSources(workDir, command).map(({ code }) => ({
    code: own.reduce(asAbsolute, code)
  }));
  const files = [...codeFiles(workDir).keys()].filter((path) => !own.includes(path));
  return sources.length > 0 && findsItsFiles(sources, { files }, command.split(/\s+/));
};
var asAbsolute = (code, path) => code.replaceAll(`'${path}'`, `'/${path}'`).replaceAll(`"${path}"`, `"/${path}"`);

// src/smoke/unread-cells.ts
var TAKES_ALL = /\benviron\s*(?:\.\s*(?:items|copy|keys)\s*\(|\)|$)|\bdict\(\s*os\.environ|BaseSettings|\*\*os\.environ|\benviron\[\s*(?!['"])/m;
function unreadCellsWarning({ cells, vars, run }, sources) {
  const [entry] = sources;
  if (!entry || cells.length < 2 || sources.some(({ code }) => TAKES_ALL.test(code))) return void 0;
  const names = cellDifferences(cells, vars).varied.map(({ name }) => name);
  const texts = [run, ...sources.map(({ code }) => code)];
  const isNamed2 = (name) => texts.some((text) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text));
  const unread = names.filter((name) => !isNamed2(name));
  const [first] = unread;
  if (first === void 0) return void 0;
  const all = unread.length === names.length ? ` All ${cells.length} cells would be the same run.` : "";
  return {
    code: "cells-unread",
    what: `The cells differ in ${unread.join(", ")}, and neither \`run\` nor ${entry.path} or what it imports names ${unread.length === 1 ? "it" : "any of them"}.${all}`,
    next: `Hand it over in the command, such as \`--${first.toLowerCase().replaceAll("_", "-")} "$${first}"\`, or read it: \`os.environ["${first}"]\`.`
  };
}

// src/smoke/smoke.ts
var SETUP_TIMEOUT_SECONDS = 1200;
var VERSION_TIMEOUT_SECONDS = 10;
var DEATH_SECONDS2 = 5;
async function runSmoke(job, world) {
  if (job.smoke === "none") throw waived(job);
  const startedAt = world.clock.now();
  const owner = createHash("sha256").update(world.owner ?? realpathSync3(world.outDir)).digest("hex").slice(0, 16);
  const mark = `${owner}.${world.groups.self()}`;
  await endMarked(
    world,
    (each) => each.startsWith(`${owner}.`) && !world.groups.lives(each.slice(owner.length + 1))
  );
  let escaped = 0;
  const run = new SmokeRun(job, job.smoke, world, mark);
  const report = await run.go(startedAt).finally(async () => {
    escaped = await endMarked(world, (each) => each === mark);
  });
  return escaped === 0 ? report : { ...report, warnings: [...report.warnings, ESCAPED] };
}
async function endMarked(world, isMarked) {
  const since = world.clock.now();
  const found = world.groups.killMarked(SMOKE_MARK, isMarked);
  while (world.groups.killMarked(SMOKE_MARK, isMarked) > 0) {
    if (secondsBetween(since, world.clock.now()) > DEATH_SECONDS2) throw undying();
    await world.clock.sleep(0.02);
  }
  return found;
}
var SmokeRun = class {
  #findings;
  #smoke;
  #world;
  #mark;
  #warnings = [];
  #wrote = { out: [], beside: [] };
  /** They are not where the job says, and nothing tells where they are. */
  #isWithoutMetrics = false;
  /** Artifacts that were written beside the code, by their places in the job. */
  #strayed = /* @__PURE__ */ new Set();
  constructor(job, smoke, world, mark) {
    this.#findings = new Findings(job);
    this.#smoke = smoke;
    this.#world = world;
    this.#mark = mark;
  }
  /** As it is written, with what was proposed so far. */
  get #job() {
    return this.#findings.job;
  }
  async go(startedAt) {
    await this.#setUp();
    const smoke = await this.#runSmokeCommand();
    this.#findStrays();
    const drill = await this.#drillInRounds();
    this.#findUnseen();
    await this.#findRefused();
    this.#findings.throwAll();
    this.#audit();
    return {
      seconds: secondsBetween(startedAt, this.#world.clock.now()),
      environment: { os: `${type()} ${release()}`, arch: arch(), interpreter: await this.#interpreter() },
      smoke,
      drill,
      footprint: this.#footprint(drill),
      warnings: [...this.#warnings, ...drill === "none" ? [] : drill.warnings]
    };
  }
  /** A drill ends beside whole checkpoints; a plain smoke has what it left. */
  #footprint(drill) {
    if (drill !== "none") return drill.footprint;
    return footprintOf(join9(realpathSync3(this.#world.outDir), "smoke"), this.#job.checkpoint);
  }
  async #setUp() {
    const command = this.#smoke.setup;
    if (command === void 0) return;
    const limits = { seconds: SETUP_TIMEOUT_SECONDS, memoryMb: 64e3 };
    const result = await this.#run({ command, limits }, this.#outDir("setup"));
    const problem = problemOf("setup", result);
    if (problem && problem.code !== "traceback") throw problem;
  }
  async #runSmokeCommand() {
    const { run, timeoutSeconds, memoryMb } = this.#smoke;
    const outDir = this.#outDir("smoke");
    const sources = sourcesOf(this.#job);
    const printed = new PrintedMetrics(sources);
    const limits = { seconds: timeoutSeconds, memoryMb };
    const before = codeFiles(this.#world.workDir);
    const result = await this.#run({ command: run, limits, onPlainLine: printed.take }, outDir);
    const measures = this.#measures(result);
    const ended = problemOf("smoke command", result);
    if (ended && ended.code !== "traceback") throw ended;
    if (ended) this.#findings.add(ended);
    if (result.leftProcesses) this.#warnings.push(leftProcesses("smoke command"));
    this.#wrote = wroteSince(before, this.#world.workDir, outDir);
    if (sources.length === 0) {
      this.#warnings.push(NO_METRICS);
      if (ended) this.#findings.throwAll();
      return measures;
    }
    const checked = this.#checkMetrics({
      outDir,
      printed,
      tail: result.tail,
      wrote: this.#wrote,
      codeDir: this.#world.workDir,
      bring: (glob, files) => broughtHome(this.#findings.asWritten, glob, files, this.#mayStartElsewhere())
    });
    if (ended) this.#findings.throwAll();
    if (!checked?.ok) return measures;
    this.#warnings.push(...checked.warnings);
    const { lossKey } = checked.rule;
    const losses = checked.metrics.lines.flatMap((line) => line.numbers.get(lossKey) ?? []);
    const metrics = {
      lines: checked.metrics.lines.length,
      firstLoss: losses[0] ?? 0,
      lastLoss: losses.at(-1) ?? 0
    };
    return { ...measures, metrics };
  }
  /**
   * Under the names that were proposed where those of the job are not there. Numbers that are wrong end the smoke: the drill would
   * only find them again.
   */
  #checkMetrics(left) {
    const first = checkMetrics(left, sourcesOf(this.#job));
    if (first.ok) return first;
    this.#findings.add(first.problem);
    if (first.problem.code !== MISSING) this.#findings.throwAll();
    const { edits } = first.problem;
    this.#isWithoutMetrics = first.isElsewhere ? !edits.some(isOfCommand) : edits.length === 0;
    if (first.isElsewhere || edits.length === 0) return;
    const second = checkMetrics(left, sourcesOf(this.#job));
    if (second.ok) return second;
    this.#findings.add(second.problem);
    if (second.problem.code !== MISSING) this.#findings.throwAll();
    this.#isWithoutMetrics = true;
    return;
  }
  /** What lies beside the code is not below GPU_LEASE_OUT in a drill either, unless its command is another. */
  #findStrays() {
    const sources = pythonSources(this.#world.workDir, this.#job.run);
    const strays = straysOf(this.#findings, this.#wrote, sources, this.#mayStartElsewhere());
    this.#strayed = new Set(strays.map(({ at }) => at));
    this.#findings.add(...strays.map(({ problem }) => problem));
  }
  #mayStartElsewhere() {
    return mayStartElsewhere(this.#world.workDir, this.#wrote.beside);
  }
  #findUnseen() {
    const { problems, warnings } = unseenOf(this.#findings.asWritten, this.#wrote.out, this.#strayed);
    this.#findings.add(...problems);
    this.#warnings.push(...warnings);
  }
  async #findRefused() {
    const dir = join9(realpathSync3(this.#world.outDir), "smoke");
    const { asWritten } = this.#findings;
    const { verify } = this.#world;
    this.#findings.add(...await refusedAtSeal(asWritten, { dir, out: this.#wrote.out }, verify));
  }
  /** Again, with what was proposed, as long as that gets further. */
  async #drillInRounds() {
    if (this.#isDrillVain()) return "none";
    for (; ; ) {
      try {
        return await this.#drill();
      } catch (error) {
        if (!(error instanceof Problem) || error.kind !== "smoke") throw error;
        if (!this.#findings.addAndTryAgain(error)) return "none";
      }
    }
  }
  /** Its checkpoints would lie beside the code, where no box that comes after has them. */
  #isDrillVain() {
    const { checkpoint } = this.#job;
    if (!checkpoint || this.#strayed.size === 0 || this.#findings.edits.some(isOfCommand)) return false;
    const { out, beside } = this.#wrote;
    const globs = [checkpoint.path].flat();
    return !out.some(isOfSets(checkpoint)) && globs.some((glob) => beside.some(isCalledAs(glob)));
  }
  async #drill() {
    const job = this.#isWithoutMetrics ? withoutMetrics(this.#job) : this.#job;
    const { checkpoint, smoke } = job;
    const drill = smoke === "none" ? "none" : smoke.drill;
    if (drill === "none" || checkpoint?.resume === "none") {
      if (checkpoint) this.#warnings.push(NO_DRILL);
      return "none";
    }
    if (!checkpoint) throw drillWithoutCheckpoint(job);
    const { run, timeoutSeconds } = drill;
    const [first, second] = [this.#attempt("drill"), this.#attempt("drill-resumed")];
    const limits = { timeoutSeconds, memoryMb: this.#smoke.memoryMb };
    const onLeft = (paths) => {
      this.#wrote = { ...this.#wrote, out: [.../* @__PURE__ */ new Set([...this.#wrote.out, ...paths])] };
    };
    const order = { job, checkpoint, run, limits, first, second, onLeft };
    const straight = drill.exact && { straight: this.#attempt("drill-straight") };
    return resumeDrill({ ...order, ...straight }, this.#world);
  }
  #attempt(name) {
    const outDir = this.#outDir(name);
    return { outDir, env: this.#env(outDir) };
  }
  #audit() {
    const sources = pythonSources(this.#world.workDir, this.#job.run);
    const vars = { ...this.#job.vars, ...this.#job.cells[0]?.vars };
    const found = [
      determinismWarning(auditDeterminism(sources, vars)),
      mainGuardWarning(sources),
      unreadCellsWarning(this.#job, sources)
    ];
    this.#warnings.push(...found.flatMap((warning) => warning ?? []));
  }
  #run(order, outDir) {
    return startGuarded(this.#world, { ...order, cwd: this.#world.workDir, env: this.#env(outDir) }).result;
  }
  #env(outDir) {
    const vars = { ...this.#job.vars, ...this.#job.cells[0]?.vars };
    return smokeEnvironment(this.#world.env, vars, {
      threads: this.#smoke.threads,
      outDir,
      mark: this.#mark
    });
  }
  /** An empty folder: what an earlier smoke left there must not count for this one. */
  #outDir(name) {
    const path = join9(realpathSync3(this.#world.outDir), name);
    rmSync3(path, { recursive: true, force: true });
    mkdirSync4(path);
    return path;
  }
  #measures(result) {
    if (!result.peak) this.#warnings.push(MEMORY_UNBOUNDED);
    return {
      seconds: result.seconds,
      peakMemoryMb: result.peak && Math.ceil(result.peak.bytes / 1e6),
      memoryMeasure: result.peak?.measure,
      memoryLimitMb: this.#smoke.memoryMb,
      outputBytes: result.outputBytes,
      metrics: void 0
    };
  }
  /** The version of the interpreter that the smoke command names, as found on its own path; else `sh`. */
  async #interpreter() {
    const named = /(?:^|[\s;&|(])((?:[\w./-]*\/)?(?:python[\d.]*|node|julia|Rscript))(?=\s)/.exec(
      this.#smoke.run
    )?.[1];
    if (named === void 0) return "sh";
    const quiet = { ...this.#world, onLine: () => {
    } };
    const order = {
      command: `${named} --version`,
      cwd: this.#world.workDir,
      env: this.#env(this.#world.outDir)
    };
    const limits = { seconds: VERSION_TIMEOUT_SECONDS, memoryMb: this.#smoke.memoryMb };
    const { tail } = await startGuarded(quiet, { ...order, limits }).result;
    const version = tail.at(-1) ?? "unknown version";
    return /^v?\d/.test(version) ? `${named} ${version}` : version;
  }
};
var isOfCommand = ({ path }) => path[0] === "run";
function withoutMetrics({ metrics: _, moreMetrics: __, ...job }) {
  return job;
}
var undying = () => smokeProblem(
  "undying",
  `Processes of this smoke are still there ${DEATH_SECONDS2} s after SIGKILL.`,
  "They hang in the kernel, most likely on a network file system; a restart of this machine ends them."
);
var waived = (job) => new Problem({
  code: "smoke-none",
  kind: "usage",
  what: `The job ${job.name} says \`smoke: none\`, so there is nothing to run.`,
  next: "Give it a smoke command, or launch as it is; the missing smoke is shown wherever the run is."
});
var drillWithoutCheckpoint = (job) => smokeProblem(
  "drill-without-checkpoint",
  `The job ${job.name} has a resume drill and no \`checkpoint\`.`,
  "Name the files that a resume reads under `checkpoint.path`, or write `drill: none`."
);

// src/cli/smoke.ts
async function bindSmoke(world, settings, run, bound) {
  const report = await smokeOf(world, settings, bound, run);
  return smokeEvidence(report, { commit: bound.code.commit, configHash: bound.configHash });
}
async function smokeOf(world, settings, bound, owner) {
  const { job, code, dir: jobDir } = bound;
  refuseBesideSecrets(settings.env, job);
  const dir = mkdtempSync(join10(tmpdir(), "gpu-lease-smoke-"));
  try {
    const workDir = join10(dir, "code");
    const outDir = join10(dir, "out");
    mkdirSync5(outDir);
    await layOut(code, workDir);
    await readyApart();
    const report = await runSmoke(job, {
      workDir,
      outDir,
      owner,
      env: settings.env,
      clock: world.clock,
      groups: systemProcessGroups,
      onLine: (line) => world.face.line(`| ${line}`),
      signal: world.signal,
      verify: (path, name, stepKey) => loadCheckpoint(path, roleOf(job, name), stepKey, world.signal),
      verifySet: (folder, set, checkpoint) => loadedSetIn(folder, { ...job, checkpoint }, set, world.signal),
      tensorsOf: (folder, set) => tensorsIn(folder, job, set, world.signal)
    });
    for (const line of smokeLines(report)) world.face.line(line);
    return report;
  } catch (error) {
    const committed = new Set(code.files.map((file) => file.path));
    const root = rootedAt(settings.env["GITHUB_WORKSPACE"] || settings.cwd, jobDir);
    const told = inRepository(error, committed, root);
    tellOfFix(world.face, settings, bound, findingsIn(told, settings));
    throw inWorkflow(settings) ? told : tellingFix(told);
  } finally {
    rmSync4(dir, { recursive: true, force: true });
  }
}
function tellOfFix(face, settings, bound, findings) {
  if (findings.length === 0 || inWorkflow(settings)) return;
  noteFindings(settings, bound, findings);
  const answered = findings.filter(({ edits }) => edits.length > 0).length;
  if (answered === 0) return;
  face.line(
    `${answered} of ${findings.length} finding${findings.length === 1 ? "" : "s"} can be answered in the job file: "gpu-lease fix" shows how, and "gpu-lease fix --write" does it`
  );
}
function inRepository(error, committed, root) {
  const rooted = (problem) => {
    const { code, kind, what, next, at, edits } = problem;
    if (!at) return problem;
    const place = committed.has(at.file) ? { at: { ...at, file: `${root}${at.file}` } } : {};
    return new Problem({ code, kind, what, next, edits, ...place }, { cause: problem });
  };
  if (error instanceof Problem) return rooted(error);
  if (!(error instanceof Problems)) return error;
  const [first, ...more] = error.all;
  return new Problems([rooted(first), ...more.map(rooted)]);
}
function rootedAt(checkout, jobDir) {
  const path = relative2(realpathSync4(checkout), realpathSync4(jobDir));
  return path === "" || path.startsWith("..") ? "" : `${path}/`;
}
var roleOf = ({ artifacts }, name) => artifacts.find(({ path }) => compileGlob(path)(name))?.role === "config" ? "config" : "checkpoint";
async function loadCheckpoint(path, role, stepKey, signal) {
  const source = await openFileSource(path);
  try {
    return await verifyFileApart(source, {
      role,
      contains: [],
      allowDegraded: true,
      signal,
      expectation: { stepKey }
    });
  } finally {
    await source.close();
  }
}

export {
  smokeLines,
  ignoreHere,
  findingsIn,
  notedFindings,
  bindSmoke,
  smokeOf
};
