import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  UNFINISHED_ERE,
  auditText,
  fetchText,
  getText,
  keeperHash,
  keeperText,
  largestText,
  memoryText,
  namesOneOfFolder,
  nodesText,
  notifyText,
  peerLookText,
  peerWords,
  peersText,
  podsText,
  preflightProgram,
  preflightText,
  setsText,
  settleText
} from "./box-keeper-text.shared.mjs";
import {
  globToEre
} from "./box-keeper-pattern.shared.mjs";
import {
  BLOCK,
  paddingOf
} from "./verify-codec-tar-block.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  compileGlob,
  globFault
} from "./job-glob.shared.mjs";
import {
  nameFault
} from "./job-data-source.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/box/keeper-install.ts
import { gzipSync } from "node:zlib";

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

// src/box/keeper-data.ts
function dataFiles(sources) {
  if (sources.length === 0) return {};
  const rows = rowsOf(sources).map(({ source, file, path }) => {
    const { proof, bytes, url, isSecretUrl } = file;
    const digest = proof.by === "nothing" ? "-" : proof.digest;
    return `${source} ${bytes ?? "-"} ${proof.by} ${digest} ${isSecretUrl ? "@" : url} ${path}
`;
  });
  return {
    "fetch.sh": fetchText(),
    "get.sh": getText(),
    "data.rows": rows.join(""),
    "data.sources": sources.map(({ to, expected }, at) => `${at + 1} ${expected ?? "-"} ${to}
`).join("")
  };
}
function dataSecrets(sources) {
  const links = rowsOf(sources).flatMap(
    ({ file }, at) => file.isSecretUrl ? [`link ${at + 1} ${file.url}`] : []
  );
  const tokens = sources.flatMap(
    ({ token }, at) => token === void 0 ? [] : [`token ${at + 1} ${plainToken(token)}`]
  );
  return [...links, ...tokens].join("\n");
}
function rowsOf(sources) {
  return sources.flatMap(
    ({ to, files }, at) => files.map((file) => ({ source: at + 1, file: checked(file), path: `${to}/${file.path}` }))
  );
}
function checked(file) {
  const isPlain = /^https?:\/\/[^\s"\\@\u0000-\u001f]+$/.test(file.url);
  if (isPlain && nameFault(file.path) === void 0) return file;
  throw new Problem({
    code: "plan-data",
    kind: "usage",
    what: `This cannot be laid down on a box: the data file ${JSON.stringify(file.path)}.`,
    next: "Name another folder of its source."
  });
}
function plainToken(token) {
  if (/^[\u0021-\u007e]+$/.test(token) && !/["\\]/.test(token)) return token;
  throw new Problem({
    code: "plan-token",
    kind: "usage",
    what: "A secret of `data` or `notify` holds a blank, a quote or a control character.",
    next: "Set the secret anew, without line end."
  });
}

// src/box/keeper-plan.ts
import { createHash } from "node:crypto";

// src/box/keeper-nodes.ts
function nodesFiles({
  count: count2,
  least = count2,
  preflight,
  resumes,
  peers
}) {
  const { timeoutSeconds, gbps = 0 } = preflight === "none" ? { timeoutSeconds: 0 } : preflight;
  return {
    "nodes.sh": nodesText(),
    "pods.sh": podsText(),
    "preflight.sh": preflightText(),
    "preflight.py": preflightProgram(),
    nodes: `count=${count2}
least=${least}
preflight_seconds=${Math.ceil(timeoutSeconds)}
preflight_gbps=${gbps}
`,
    ...peers && {
      "peers.sh": peersText(),
      "peer-look.sh": peerLookText(),
      peers: peers.map((peer) => `${peerWords(peer).join(" ")}
`).join("")
    },
    "resume.ere": resumes.map((glob) => `${globToEre(glob, "narrow")}
`).join("")
  };
}

// src/box/keeper-sets.ts
function setsFiles({ path, complete = "" }) {
  const head = (form) => `${form}
${complete}
${UNFINISHED_ERE}
`;
  const rule = Array.isArray(path) ? `${head("list")}${path.map((each) => `${each}
`).join("")}` : `${head(namesOneOfFolder(path) ? "one" : "glob")}${globToEre(path, "narrow")}
`;
  return { "sets.sh": setsText(), sets: rule };
}

// src/box/keeper-plan.ts
function planMembers(plan) {
  refuseBadPlan(plan);
  const setup = setupText(plan);
  const files = {
    settings: settingsText(plan, setup),
    cells: plan.cells.map((cell) => `${cell.name}
`).join(""),
    "vars.env": variableLines(plan),
    "watched.ere": lines(plan.watched.map((glob) => globToEre(glob, "wide"))),
    "scratch.ere": lines(plan.scratch.map((glob) => globToEre(glob, "narrow"))),
    metrics: lines((plan.metrics ?? []).map(sourceLine)),
    "memory.sh": memoryText(),
    "anchors.ere": lines((plan.anchors ?? []).map((glob) => globToEre(glob, "wide")))
  };
  if (setup !== "") files["setup.sh"] = `${NOTE_INSTALLED}
${plan.isRented ? settleText() : ""}${setup}`;
  if (plan.requirements) files["requirements.txt"] = plan.requirements.text;
  Object.assign(files, dataFiles(plan.data ?? []));
  if (plan.diskFloor.bytes > 0) files["largest.sh"] = largestText();
  if (plan.container !== void 0) files["container.sh"] = plan.container;
  if (plan.auditThere) {
    files["audit.sh"] = auditText();
    files["audit.gpu"] = plan.auditThere.withCards ? "1\n" : "0\n";
  }
  if (plan.nodes) Object.assign(files, nodesFiles(plan.nodes));
  if (plan.notify) files["notify.sh"] = notifyText();
  if (plan.durableDir !== void 0 && plan.sets) Object.assign(files, setsFiles(plan.sets));
  for (const kind of ["enter", "leave", "transfer"])
    Object.assign(files, hookFiles(kind, plan.hooks[kind] ?? []));
  for (const [index, cell] of plan.cells.entries()) {
    files[`cell-${index + 1}.sh`] = `${cell.command}
`;
    files[`cell-${index + 1}.env`] = exportLines(cell.vars);
  }
  return Object.entries(files).map(([name, text]) => ({ path: `plan/${name}`, content: Buffer.from(text) }));
}
function sourceLine({ growth, path }) {
  if (growth === "log") return "log - log";
  return /[*?[\]]/.test(path) ? `${growth} ~ ${globToEre(path, "wide")}` : `${growth} = ${path}`;
}
var NOTE_INSTALLED = `trap 'code=$?; python3 -m pip freeze >"$GPU_LEASE_BASE/installed.txt" 2>/dev/null; exit $code' EXIT`;
var lines = (all) => all.map((line) => `${line}
`).join("");
function hookFiles(kind, hooks) {
  if (hooks.length === 0) return {};
  const files = {};
  hooks.forEach((text, index) => {
    files[`${kind}-${index + 1}.sh`] = `${text}
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
    ["sets_bytes", plan.setsBytes === void 0 ? void 0 : Math.ceil(plan.setsBytes)],
    ["setup_key", key.digest("hex").slice(0, 16)],
    ["log_max_bytes", plan.logMaxBytes],
    ["boot_env", plan.bootEnv ? 1 : 0],
    ["still_seconds", plan.stillSeconds === void 0 ? void 0 : Math.ceil(plan.stillSeconds)],
    ["self_stop", plan.selfStop],
    ["park_line", plan.parksItself?.line],
    ["park_after_seconds", plan.parksItself && Math.ceil(plan.parksItself.afterSeconds)],
    ["notify", plan.notify?.on.join(",")],
    ["tensorboard_dir", plan.tensorboardDir],
    ["tasks", plan.isTasks ? plan.cells.length : void 0]
  ];
  return lines(settings.flatMap(([name, value]) => value === void 0 ? [] : [`${name}=${value}`]));
}
function exportLines(values) {
  return lines(Object.entries(values).map(([name, value]) => `export ${name}=${singleQuoted(value)}`));
}
var variableLines = (plan) => placeLines(plan) + exportLines(plan.vars);
function placeLines({ places = {}, pathDir }) {
  const exported = Object.entries(places).map(([name, value]) => `export ${name}=${homeQuoted(value)}`);
  return lines(
    pathDir === void 0 ? exported : [...exported, `export PATH=${homeQuoted(pathDir)}:"$PATH"`]
  );
}
var homeQuoted = (path) => path.startsWith("~/") ? `"$HOME"${singleQuoted(path.slice(1))}` : singleQuoted(path);
var singleQuoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
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
  refusePlaces(plan);
  if (plan.durableDir !== void 0) refuseDurableDir(plan.durableDir);
  if (plan.workDir !== void 0 && !isPlainAbsolute(plan.workDir))
    throw unusable("work-dir", `the directory ${plan.workDir}`);
  refuseSelfStop(plan.selfStop);
  refuseSelfStop(plan.parksItself?.line);
  for (const { growth, path } of plan.metrics ?? [])
    if (growth !== "log" && globFault(path))
      throw unusable("metrics", `the metrics path ${JSON.stringify(path)}`);
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
function refusePlaces({ places = {}, pathDir, tensorboardDir }) {
  const values = [
    ...Object.entries(places),
    ["PATH", pathDir ?? "/"],
    ["TensorBoard", tensorboardDir ?? "/"]
  ];
  for (const [name, value] of values) {
    const isOdd = !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || SHELL_NAMES.has(name);
    if (isOdd || /[\u0000-\u001f]/.test(value))
      throw unusable("place", `${JSON.stringify(value)} as ${name}`);
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
function refuseSelfStop(line) {
  if (line === void 0 || line.trim() !== "" && !/[\u0000-\u001f]/.test(line)) return;
  throw unusable("self-stop", `${JSON.stringify(line)} as the one line that ends the box's meter`, {
    next: "Write `rent.self-stop.line` of the platform's profile as one line of shell."
  });
}
var isPlainAbsolute = (dir) => dir.startsWith("/") && !/[\u0000-\u001f]/.test(dir) && !dir.split("/").includes("..");
function refuseCarriageReturns(plan) {
  const texts = [
    ["setup", plan.setup],
    ...plan.hooks.enter.map((text, i) => [`enter hook ${i + 1}`, text]),
    ...(plan.hooks.transfer ?? []).map((text, i) => [`transfer hook ${i + 1}`, text]),
    ...plan.hooks.leave.map((text, i) => [`leave hook ${i + 1}`, text]),
    ...plan.cells.map((cell) => [`the command of cell ${cell.name}`, cell.command])
  ];
  const where = texts.filter(([, text]) => text?.includes("\r")).map(([name]) => name);
  if (where.length === 0) return;
  throw new Problem({
    code: "crlf",
    kind: "usage",
    what: `Windows line ends (CRLF) in ${where.slice(0, 5).join(", ")}: a shell on the box would read the carriage return as a part of the last word (U26).`,
    next: "Save the file with LF line ends; in git: `* text=auto eol=lf` in .gitattributes."
  });
}
var unusable = (code, what, { next } = { next: "Correct it in the job file." }) => new Problem({
  code: `plan-${code}`,
  kind: "usage",
  what: `This cannot be laid down on a box: ${what}.`,
  next
});

// src/box/tar-writer.ts
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
function longText(type, text) {
  const content = Buffer.from(`${text}\0`);
  return [rawHeader({ name: "././@LongLink", type, size: content.length }), content, padding(content.length)];
}
function header({ path, link, executable }, size) {
  return rawHeader({ name: path, type: link === void 0 ? "0" : "2", size, link, executable });
}
function rawHeader({ name, type, size, executable, link = "" }) {
  const block = Buffer.alloc(BLOCK);
  const octal = (value, at, width) => block.write(`${value.toString(8).padStart(width - 1, "0")}\0`, at, "latin1");
  Buffer.from(name).copy(block, 0, 0, 100);
  octal(executable ? 493 : 420, 100, 8);
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
var padding = (size) => Buffer.alloc(paddingOf(size));

// src/box/keeper-install.ts
var LEAST_INODES = 50;
var BASE = `umask 077; base=$1; [ -n "$base" ] || base=$HOME/.gpu-lease; base=$base/$2
lack() {
  while [ ! -d "$base" ]; do base=$(dirname "$base"); done
  echo "GPU-LEASE room $(stat -f -c '%S %b %a %c %d' "$base" 2>/dev/null) $base"
  exit 5
}
mkdir -p "$base" || lack`;
var INSTALL = `${BASE}
tmp=$(mktemp -d "$base/.install.XXXXXX") || lack
trap 'rm -rf "$tmp"' EXIT
trap 'exit 5' HUP INT TERM
gzip -dc | tar -xf - -C "$tmp" || lack
sh "$tmp/keeper.sh" install "$base" "$3" "$tmp" || { code=$?; [ "$code" -ne 5 ] || lack; exit "$code"; }`;
var SECRETS = `${BASE}
text=$(cat)
case $text in *'# complete') ;; *) exit 5 ;; esac
[ ! -d "$base/attempts/$3" ] || { echo 'GPU-LEASE secrets late'; exit 0; }
if [ -f "$base/private.$3" ]; then
  read -r old <"$base/private.$3"
  case $old in */gpu-lease.*/secrets) rm -rf "\${old%/secrets}" ;; esac
fi
if [ -n "$6" ]; then
  printf '%s\\n' "$6" >"$base/private.$3" || exit 5
  echo 'GPU-LEASE secrets kept'
  exit 0
fi
if [ "$5" = elsewhere ]; then
  private=$base/gpu-lease.shared
  mkdir -p "$private" && printf '%s\\n' "$text" >"$private/secrets.new" && mv -f "$private/secrets.new" "$private/secrets" &&
    printf '%s\\n' "$private/secrets" >"$base/private.$3" || exit 5
  echo 'GPU-LEASE secrets kept'
  exit 0
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
async function install(channel, plan, keep) {
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
    pushSecrets(channel, plan, { where, keep })
  ]);
  return installedFrom(laid, plan);
}
function installedFrom(laid, plan) {
  const answers = answersOf(laid);
  const base = answers.find((line) => line.startsWith("base /"))?.slice(5);
  if (laid.exitCode !== 0 || base === void 0 || !answers.includes("installed")) {
    throw noRoom(laid) ?? unusableAnswer("Laying down the run", laid);
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
function noRoom(laid) {
  if (!/No space left|Disk quota exceeded/i.test(laid.stderr)) return void 0;
  const line = answersOf(laid).find((each) => each.startsWith("room ")) ?? "";
  const [, numbers, dir] = /^room ((?:\d{1,16} ){5})(\/.*)$/.exec(line) ?? [];
  if (numbers === void 0 || dir === void 0) return void 0;
  const [block = 0, blocks = 0, free = 0, inodes = 0, freeInodes = 0] = numbers.split(" ").map(Number);
  const isInodes = inodes > 0 && freeInodes < LEAST_INODES && block * free > 0;
  return new Problem({
    code: isInodes ? "no-inodes-on-box" : "disk-full-on-box",
    kind: "unfit",
    what: `Laying down the run failed on the box: ${isInodes ? "no inodes are left" : "the disk is full"} on the file system of ${oneLine(dir, 200)}: ${block * free} of ${block * blocks} bytes and ${freeInodes} of ${inodes} inodes are free (${oneLine(laid.stderr, 200)}). Nothing was started.`,
    next: `${isInodes ? "Delete or archive small files there (more bytes do not help)" : "Free space there (model caches below ~/.cache are the usual hog)"}, then run the same command again; verified copies are untouched.`
  });
}
async function pushSecrets(channel, plan, { where, keep }) {
  const own = ownSecrets(plan);
  if (Object.keys(plan.secrets).length === 0 && own === "") return;
  const text = `${exportLines(plan.secrets)}${own}`;
  const at = await keep?.(`${text}# complete
`);
  const how = [plan.durableDir ?? "", plan.isElsewhere ? "elsewhere" : "", at ?? ""];
  const kept = await channel.exec(["sh", "-c", SECRETS, "sh", ...where, ...how], {
    stdin: Buffer.from(`${at === void 0 ? text : ""}# complete`)
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
function ownSecrets({ data = [], notify, setupSecrets = {} }) {
  const ofSetup = exportLines(setupSecrets);
  const opening = dataSecrets(data);
  const told = notify ? `url ${plainToken(notify.url)}${notify.key === void 0 ? "" : `
key ${plainToken(notify.key)}`}` : "";
  return [
    ...ofSetup === "" ? [] : [`setup_env=${singleQuoted(ofSetup)}
`],
    ...opening === "" ? [] : [`at_source=${singleQuoted(opening)}
`],
    ...told === "" ? [] : [`told_at=${singleQuoted(told)}
`]
  ].join("");
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

// src/box/keeper-probe.ts
var MAX_CELLS = 1e4;
var MOST_SOURCES = 8;
var MOST_PIECE_BYTES = 2 ** 17;
async function probe(channel, dir, word2, known) {
  const words = ["probe", dir.base, ...word2 === void 0 ? [] : [word2]];
  if (known) words.push(...word2 === void 0 ? [""] : [], known.over, "known");
  const result = await callKeeper(channel, dir, words, {
    maxOutputBytes: 16 * 1024 * 1024,
    ...known && { stdin: Buffer.from(known.ended.map((name) => `${name}
`).join("")) }
  });
  if (result.exitCode === KEEPER_GONE) return nothingThere();
  const lines2 = result.stdout.split("\n");
  const line = lines2.findLast((each) => each.startsWith('{"gpuLease":1,'));
  if (result.exitCode !== 0 || line === void 0) throw unusableAnswer("Looking at the run", result, dir);
  const seen = readProbe(line);
  return seen.tasks ? { ...seen, cells: cellsOfTasks(lines2, seen.boxTime) } : seen;
}
function cellsOfTasks(lines2, boxTime) {
  const cells = /* @__PURE__ */ new Map();
  for (const line of lines2) {
    if (!line.startsWith('{"gpuLeaseTask":1,') || cells.size >= MAX_CELLS) continue;
    const raw = parsed(line);
    const [cell] = readCell(raw["cell"]);
    if (!cell) continue;
    const agoSeconds = Math.max(0, boxTime - (count(raw["at"]) ?? boxTime));
    const task = count(raw["task"]) ?? cells.get(cell.name)?.task;
    const audited = count(raw["audited"]);
    const isLost = cells.get(cell.name)?.state === "lost";
    cells.set(cell.name, {
      ...older(cell, agoSeconds),
      ...audited !== null && { audited },
      ...isLost && { state: "lost" },
      ...task !== void 0 && { task }
    });
  }
  return [...cells.values()];
}
function parsed(line) {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return {};
  }
}
var older = (cell, seconds) => ({
  ...cell,
  heartbeatAgeSeconds: later(cell.heartbeatAgeSeconds, seconds),
  changedAgoSeconds: later(cell.changedAgoSeconds, seconds),
  quietSeconds: later(cell.quietSeconds, seconds)
});
var later = (age, seconds) => age === null ? null : age + seconds;
function readProbe(line) {
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
    ...top["audited"] === true && { audited: true },
    ...count(top["takenAwayAt"]) !== null && { takenAwayAt: count(top["takenAwayAt"]) ?? 0 },
    ...count(top["parkedAt"]) !== null && { parkedAt: count(top["parkedAt"]) ?? 0 },
    ...count(top["parkExit"]) !== null && { parkExit: count(top["parkExit"]) ?? 0 },
    ...top["setup"] !== void 0 && { setup: earlyOf(top["setup"]) },
    ...top["data"] !== void 0 && { data: dataOf(top["data"]) },
    ...tasksOf(top["tasks"]),
    cells: Array.isArray(top["cells"]) ? top["cells"].slice(0, MAX_CELLS).flatMap(readCell) : [],
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
function tasksOf(value) {
  const { planned, over } = asObject(value);
  const [all, ended] = [count(planned), count(over)];
  return all === null || ended === null ? {} : { tasks: { planned: all, over: ended } };
}
function endOf(top) {
  const queueExitCode = count(top["queueExitCode"]);
  if (queueExitCode === null) return {};
  return { queueExitCode, queueReason: textOf(bytesOf(top["queueReasonHex"], 1e3)) };
}
function earlyOf(value) {
  const early = asObject(value);
  const state = oneOf(early["state"], ["running", "exited", "lost"], "lost");
  return { state, exitCode: count(early["exitCode"]), logTail: textOf(bytesOf(early["logTailHex"], 4096)) };
}
function dataOf(value) {
  const data = asObject(value);
  const lines2 = textOf(bytesOf(data["resultHex"], 16384)).split("\n");
  const fetched = lines2.flatMap((line) => {
    const [, files, bytes, sha256] = /^\d{1,3} (\d{1,6}) (\d{1,15}) ([0-9a-f]{64})$/.exec(line) ?? [];
    return sha256 === void 0 ? [] : [{ files: Number(files), bytes: Number(bytes), sha256 }];
  });
  return { ...earlyOf(value), bytes: count(data["bytes"]) ?? 0, fetched };
}
function readCell(value) {
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
      ...durableOf(cell),
      startedAt: count(cell["startedAt"]),
      endedAt: count(cell["endedAt"]),
      heartbeatAgeSeconds: atLeastZero(cell["heartbeatAgeSeconds"]),
      logBytes: count(cell["logBytes"]) ?? 0,
      logTail: textOf(bytesOf(cell["logTailHex"], 4096)),
      metrics: Array.isArray(cell["metrics"]) ? cell["metrics"].slice(0, MOST_SOURCES).flatMap((sent) => readSource(asObject(sent))) : readOldSource(cell),
      background: count(cell["background"]) ?? 0,
      changedAfterEnd: count(cell["changedAfterEnd"]) ?? 0,
      changedAgoSeconds: atLeastZero(cell["changedAgoSeconds"]),
      quietSeconds: atLeastZero(cell["quietSeconds"]),
      watched: readWatched(bytesOf(cell["watchedHex"], 1e6)),
      ...cell["more"] === true && { more: true }
    }
  ];
}
var REASONS = [
  "exited",
  "disk-gate",
  "hook",
  "signal",
  "node-lost",
  "taken",
  "dead-man",
  "background",
  "unknown"
];
var DURABLE_FAILURES = ["no-room", "not-there", "changed", "differs", "copy-failed", "unknown"];
function durableOf(cell) {
  const durable = asObject(cell["durable"]);
  const [id, files, bytes] = [word(durable["id"], 40), count(durable["files"]), count(durable["bytes"])];
  const why = cell["durableFailure"];
  return {
    // Its first number is a time, and a box may say anything.
    .../^\d{1,11}-\d{1,9}$/.test(id) && files !== null && bytes !== null && { durable: { id, name: textOf(bytesOf(durable["nameHex"], 1024)), files, bytes } },
    ...why !== void 0 && { durableFailure: oneOf(why, DURABLE_FAILURES, "unknown") }
  };
}
function readWatched(bytes) {
  return textOf(bytes).split("\n").flatMap((line) => {
    const [, modifiedAt, size, path] = /^(\d{1,12}) (\d{1,15}) \.\/(.+)$/.exec(line) ?? [];
    if (path === void 0) return [];
    return [{ path, bytes: Number(size), modifiedAt: Number(modifiedAt) }];
  });
}
function readSource(sent) {
  const source = count(sent["source"]);
  const start = bytesOf(sent["startHex"], 16384);
  const head = pieceOf(sent["headHex"], sent["headAt"], start);
  const ofHead = head?.at === 0 ? Buffer.from(head.bytes) : start;
  const tail = pieceOf(sent["tailHex"], sent["tailAt"], start.length > 0 ? start : ofHead);
  const path = textOf(bytesOf(sent["pathHex"], 4096));
  return source === null || !tail ? [] : [{ source, tail, ...head && { head }, ...path && { path } }];
}
function pieceOf(hex, at, start) {
  const bytes = bytesOf(hex, MOST_PIECE_BYTES);
  if (bytes.length === 0) return;
  return { bytes, at: count(at) ?? 0, ...start.length > 0 && { start } };
}
function readOldSource(cell) {
  const [head, tail] = [bytesOf(cell["metricsHeadHex"], 8192), bytesOf(cell["metricsTailHex"], 8192)];
  if (tail.length === 0) return [];
  return [
    { source: 0, tail: { bytes: tail, at: 0 }, ...head.length > 0 && { head: { bytes: head, at: 0 } } }
  ];
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

// src/box/keeper-manifest.ts
var HASHING_SECONDS = 3600;
async function manifest(channel, dir, cell, globs) {
  if (globs.length === 0) return { entries: [], refused: [] };
  const patterns = globs.map((glob) => globToEre(glob, "wide"));
  const result = await callKeeper(channel, dir, ["manifest", dir.base, cell, ...patterns], {
    timeoutSeconds: HASHING_SECONDS,
    maxOutputBytes: 512 * 1024 * 1024
  });
  const answers = answersOf(result);
  if (result.exitCode !== 0 || result.truncated || answers[0] !== "manifest" || !answers.at(-1)?.startsWith("end ")) {
    throw unusableAnswer(`Listing the files of cell ${cell}`, result, dir);
  }
  return readManifestLines(result.stdout, globs);
}
function readManifestLines(text, globs) {
  const matchers = globs.map(compileGlob);
  const sizes = /* @__PURE__ */ new Map();
  const hashes = /* @__PURE__ */ new Map();
  const refused = [];
  for (const line of text.split("\n")) {
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

export {
  writeTar,
  callKeeper,
  answersOf,
  unusableAnswer,
  plainToken,
  exportLines,
  variableLines,
  singleQuoted,
  install,
  sumsOf,
  proveCode,
  codeDiffers,
  manifest,
  probe
};
