import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  surelyNoRefs
} from "./ledger-no-refs.shared.mjs";
import {
  BadLine,
  newestFirst,
  noLines,
  readLines,
  readRunJson,
  runJson,
  writeLines
} from "./ledger-event-lines.shared.mjs";
import {
  ARCHIVE,
  RUNS,
  STRAY_NOTES,
  TICK_NOTES,
  archivePattern,
  archiveRef,
  onePerRun,
  parseRefs,
  runRef
} from "./ledger-refs.shared.mjs";
import {
  GUARDED,
  OFFLINE
} from "./host-guarded-git.shared.mjs";
import {
  holdFile
} from "./host-hold-file.shared.mjs";
import {
  appendUnclear,
  copyUnusable,
  distrusted,
  faultOf,
  foreignRecord,
  gitProblem,
  isPassing,
  newerVersion,
  noGit,
  notARecord,
  otherOwner,
  problemOf,
  restoreContended,
  rewritten,
  runArchived,
  secretNeeded
} from "./ledger-git-problems.shared.mjs";
import {
  isAttended
} from "./lease-endings.shared.mjs";
import {
  isRepository,
  ledgerLocation,
  localPlace,
  ownsAll,
  recordsDir
} from "./cli-ledger-place.shared.mjs";
import {
  ATTEMPTS,
  PASSING,
  summarise
} from "./lease-summary.shared.mjs";
import {
  ownerAndName,
  sharedRepositoryOf
} from "./ledger-repository-name.shared.mjs";
import {
  forErrands,
  forPrograms
} from "./job-keys-of-others.shared.mjs";
import {
  ownEnvironment
} from "./host-own-environment.shared.mjs";
import {
  macKey
} from "./secret-keys.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  fold
} from "./lease-fold.shared.mjs";
import {
  subjectOf
} from "./lease-breaker.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/cli/ledger-opening.ts
import { createHash as createHash2 } from "node:crypto";
import { join as join6 } from "node:path";

// src/ledger/git-ledger.ts
import { randomUUID } from "node:crypto";
import { join as join5 } from "node:path";

// src/ledger/git-objects.ts
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
var absentOid = (format) => "0".repeat(format === "sha1" ? 40 : 64);
var EMPTY_TREE_SHA1 = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
function gitObject(type, content, format) {
  const bytes = Buffer.from(content);
  const oid = createHash(format).update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
  return { type, content: bytes, oid };
}
function treeOf(files, format) {
  const entries = Object.entries(files).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))).flatMap(([name, { oid }]) => [Buffer.from(`100644 ${name}\0`), Buffer.from(oid, "hex")]);
  return gitObject("tree", Buffer.concat(entries), format);
}
var AUTHOR = "gpu-lease <noreply@gpu-lease.invalid>";
function commitOf(commit, format) {
  const seconds = Math.floor(commit.at.getTime() / 1e3);
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parent === null ? [] : [`parent ${commit.parent}`],
    `author ${AUTHOR} ${seconds} +0000`,
    `committer ${AUTHOR} ${seconds} +0000`,
    "",
    commit.message
  ];
  return gitObject("commit", lines.join("\n"), format);
}
function parentsOf(commit) {
  const header = commit.toString("utf8").split("\n\n", 1)[0] ?? "";
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? "");
}
var PACK_TYPE = { commit: 1, tree: 2, blob: 3 };
function packOf(objects, format) {
  const header = Buffer.alloc(12);
  header.write("PACK");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  const body = objects.flatMap(({ type, content }) => [
    packEntryHeader(PACK_TYPE[type], content.length),
    // Git deflates again when it stores the object, so time spent on squeezing here would be wasted.
    deflateSync(content, { level: 1 })
  ]);
  const pack = Buffer.concat([header, ...body]);
  return Buffer.concat([pack, createHash(format).update(pack).digest()]);
}
function packEntryHeader(type, sizeBytes) {
  const bytes = [type << 4 | sizeBytes & 15];
  for (let rest = Math.floor(sizeBytes / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}

// src/ledger/object-reader.ts
var MAX_OBJECT_BYTES = 64 * 1024 * 1024;
var ReaderBroke = class extends Error {
  constructor(stderr, exitCode) {
    super(`git cat-file ended with ${exitCode}: ${stderr.trim()}`);
    this.stderr = stderr;
    this.exitCode = exitCode;
  }
  stderr;
  exitCode;
  name = "ReaderBroke";
};
var ObjectTooLarge = class extends Error {
  name = "ObjectTooLarge";
};
var ObjectReader = class {
  #git;
  #chunks;
  #pending = Buffer.alloc(0);
  constructor(git) {
    this.#git = git;
    this.#chunks = git.stdout[Symbol.asyncIterator]();
  }
  /**
   * @param name anything git understands as one object (`<oid>:run.json`); without a newline
   * @returns null when there is no such object here
   */
  async get(name) {
    const [found] = await this.getAll([name]);
    return found ?? null;
  }
  /** Asks for all before it reads the first answer, so that neither side waits for the other. */
  async getAll(names) {
    if (names.length === 0) return [];
    this.#git.stdin.write(names.map((name) => `${name}
`).join(""));
    const found = [];
    for (const _ of names) found.push(await this.#answer());
    return found;
  }
  async close() {
    await this.#git.close();
  }
  async #answer() {
    const header = await this.#line();
    const [, oid, type, size] = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/.exec(header) ?? [];
    if (oid === void 0 || type === void 0) return null;
    const sizeBytes = Number(size);
    if (sizeBytes > MAX_OBJECT_BYTES) throw new ObjectTooLarge(`${oid} has ${sizeBytes} bytes`);
    const content = await this.#bytes(sizeBytes + 1);
    return { oid, type, content: content.subarray(0, sizeBytes) };
  }
  async #line() {
    let end = this.#pending.indexOf(10);
    while (end < 0) {
      await this.#more(1);
      end = this.#pending.indexOf(10);
    }
    const line = this.#pending.toString("utf8", 0, end);
    this.#pending = this.#pending.subarray(end + 1);
    return line;
  }
  async #bytes(count) {
    if (this.#pending.length < count) await this.#more(count - this.#pending.length);
    const bytes = this.#pending.subarray(0, count);
    this.#pending = this.#pending.subarray(count);
    return bytes;
  }
  /** Reads until at least `count` bytes have come, and joins them once. */
  async #more(count) {
    const chunks = [this.#pending];
    let missing = count;
    while (missing > 0) {
      const next = await this.#chunks.next().catch(() => void 0);
      if (!next || next.done) {
        const { stderr, exitCode } = await this.#git.close();
        throw new ReaderBroke(stderr, exitCode);
      }
      chunks.push(next.value);
      missing -= next.value.length;
    }
    this.#pending = Buffer.concat(chunks);
  }
};

// src/ledger/record-history.ts
var MAX_COMMITS = 2e4;
var OddHistory = class extends Error {
  constructor(message, commit) {
    super(message);
    this.commit = commit;
  }
  commit;
  name = "OddHistory";
};
async function commitsOf(reader, tip) {
  const commits = [];
  let next = tip;
  while (next !== void 0) {
    const commit = await reader.get(next);
    if (commit?.type !== "commit") break;
    commits.push(commit.oid);
    const [parent, ...more] = parentsOf(commit.content);
    if (more.length > 0) throw new OddHistory("a merge of two records", commit.oid);
    if (commits.length >= MAX_COMMITS) throw new OddHistory(`more than ${MAX_COMMITS} commits`, commit.oid);
    next = parent;
  }
  return commits;
}
async function checkOnlyGrows(objects, reader, tip) {
  const commits = await commitsOf(reader, tip);
  const names = commits.map((commit) => `${commit}:events.jsonl
`).join("");
  const args = ["cat-file", "--batch-check=%(objectsize)"];
  const sizes = (await objects.mustRun("check the history of the ledger", args, { stdin: Buffer.from(names) })).split("\n");
  for (const [index, commit] of commits.entries()) {
    const sizeBytes = Number(sizes[index]);
    const parentBytes = index + 1 < commits.length ? Number(sizes[index + 1]) : 0;
    if (!(sizeBytes > parentBytes)) throw new OddHistory("it takes away events that were there", commit);
  }
}
async function commitThatBrought(reader, tip, index) {
  const lineAt = async (commit) => (await reader.get(`${commit}:events.jsonl`))?.content.toString("utf8").split("\n")[index];
  const line = await lineAt(tip);
  let brought = tip;
  for (const commit of await commitsOf(reader, tip).catch(() => [tip])) {
    if (await lineAt(commit) !== line) break;
    brought = commit;
  }
  return brought;
}
async function textAt(run, reader, commit) {
  const events = await reader.get(`${commit}:events.jsonl`).catch((error) => {
    throw error instanceof ObjectTooLarge ? notARecord(run, error.message, commit) : error;
  });
  if (!events) throw notARecord(run, "it has no events.jsonl", commit);
  return events.content.toString("utf8");
}

// src/ledger/belief.ts
function keyOf({ secret }, run, first) {
  return secret ? macKey(secret, run, repositoryOf(first)?.name) : void 0;
}
async function checkedLines(grounds, run, { objects, reader, tip, text }, seen) {
  try {
    const key = keyOf(grounds, run, seen?.events[0] ?? firstEventOf(text));
    const lines = readLines(text, key, seen);
    if (!seen) refuseForeign(grounds, run, lines);
    if (key && !seen) await checkOnlyGrows(objects, reader, tip);
    return lines;
  } catch (error) {
    if (error instanceof OddHistory) throw rewritten(run, error.message, error.commit);
    if (!(error instanceof BadLine)) throw error;
    const commit = await commitThatBrought(reader, tip, error.line);
    const why = `event ${error.line}: ${error.message}`;
    if (error.fault === "corrupt") throw notARecord(run, why, commit);
    if (error.fault === "newer-version") throw newerVersion(run, why);
    throw distrusted(run, error.fault, why, commit);
  }
}
function copiedLines(grounds, run, copy) {
  try {
    const lines = readLines(copy, keyOf(grounds, run, firstEventOf(copy)));
    refuseForeign(grounds, run, lines);
    return lines.events[0]?.type === "run-opened" ? lines : void 0;
  } catch (error) {
    if (error instanceof BadLine || error instanceof Problem) return void 0;
    throw error;
  }
}
function refuseForeign({ repository }, run, { events: [first] }) {
  if (first?.type === "run-opened" && first.run !== void 0 && first.run !== run)
    throw foreignRecord(run, `run ${first.run}`);
  const theirs = repositoryOf(first);
  const ours = theirs && repository?.();
  if (!theirs || !ours || ours.names.length === 0) return;
  if (theirs.id !== void 0 && theirs.id === ours.id) return;
  if (ours.names.some((name) => name.toLowerCase() === theirs.name.toLowerCase())) return;
  throw foreignRecord(run, `repository ${theirs.name}; this is ${ours.names.join(" or ")}`);
}
var repositoryOf = (first) => first?.type === "run-opened" ? first.repository : void 0;
function firstEventOf(text) {
  try {
    const first = JSON.parse(text.slice(0, Math.max(0, text.indexOf("\n"))));
    const name = Object(Object(first).repository).name;
    return typeof name === "string" ? first : void 0;
  } catch {
    return void 0;
  }
}

// src/ledger/git-notes.ts
var FILE = "note.json";
var GitNotes = class {
  #refs;
  #ref;
  #world;
  constructor(refs, ref, world) {
    this.#refs = refs;
    this.#ref = ref;
    this.#world = world;
  }
  async read() {
    const name = await this.#refs.bringNotes(this.#ref);
    if (name === null) return { text: "", tip: null };
    return this.#refs.objects.reading(async (reader) => {
      const commit = await reader.get(name);
      if (!commit) return { text: "", tip: null };
      const file = await reader.get(`${commit.oid}:${FILE}`);
      return { text: file?.content.toString("utf8") ?? "", tip: commit.oid };
    });
  }
  async write(text, tip) {
    await this.#refs.prepare();
    const commit = await this.#store(text, tip);
    for (let attempt = 1; ; attempt++) {
      const swap = await this.#refs.swap(this.#ref, commit, tip);
      if (swap.outcome === "swapped") return "written";
      if (swap.outcome === "lost") return (await this.read()).tip === commit ? "written" : "lost-race";
      if (!isPassing(swap.fault) || attempt >= ATTEMPTS)
        throw gitProblem(swap.fault, `write ${this.#ref}`, this.#refs.where, swap.stderr);
      await this.#world.clock.sleep(backoff(attempt, PASSING, this.#world.random()));
    }
  }
  /** Writes blob, tree and commit; nothing points at them yet. */
  async #store(text, parent) {
    const format = parent === null ? await this.#refs.objectFormat() : parent.length === 40 ? "sha1" : "sha256";
    const file = gitObject("blob", text, format);
    const tree = treeOf({ [FILE]: file }, format);
    const message = `${this.#ref.slice("refs/gpu-lease/".length)}
`;
    const commit = commitOf({ tree: tree.oid, parent, message, at: this.#world.clock.now() }, format);
    await this.#refs.objects.write([file, tree, commit], format);
    return commit.oid;
  }
};

// src/ledger/git-process.ts
import { spawn } from "node:child_process";
var GitMissing = class extends Error {
  name = "GitMissing";
};
var DEFAULT_TIMEOUT_SECONDS = 60;
var MAX_STDERR_CHARACTERS = 64 * 1024;
function systemGit(environment, program = "git") {
  const alone = quietEnvironment(forErrands(environment));
  const helped = quietEnvironment(forPrograms(environment));
  const start = (call) => {
    const base = call.needsHelp ? helped : alone;
    return new Running(program, call, { ...base, ...numberedConfig(base, call.env ?? {}) });
  };
  return {
    async run(call) {
      const running = start(call);
      const chunks = [];
      running.child.stdout?.on("data", (chunk) => chunks.push(chunk));
      running.child.stdin?.end(call.stdin);
      const ended = await running.ended;
      return { ...ended, stdout: Buffer.concat(chunks) };
    },
    open(call) {
      const running = start(call);
      const { stdin, stdout } = running.child;
      if (!stdin || !stdout) throw new GitMissing(program);
      return {
        stdin,
        stdout,
        close() {
          stdin.end();
          stdout.resume();
          return running.ended;
        }
      };
    }
  };
}
var Running = class {
  child;
  ended;
  constructor(program, call, env) {
    this.child = spawn(program, call.args, { cwd: call.cwd, env, stdio: "pipe", detached: true });
    this.ended = this.#watch(program, call.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS);
    this.ended.catch(() => {
    });
  }
  #watch(program, timeoutSeconds) {
    const { child } = this;
    return new Promise((resolve2, reject) => {
      let stderr = "";
      let timedOut = false;
      let harder;
      const bound = setTimeout(() => {
        timedOut = true;
        endGroup(child, "SIGTERM");
        harder = setTimeout(() => endGroup(child, "SIGKILL"), 2e3);
      }, timeoutSeconds * 1e3);
      child.stderr?.on("data", (chunk) => {
        if (stderr.length < MAX_STDERR_CHARACTERS) stderr += chunk.toString("utf8");
      });
      child.stdin?.on("error", () => {
      });
      child.on("error", (cause) => {
        clearTimeout(bound);
        reject(new GitMissing(`${program}: ${cause.message}`, { cause }));
      });
      child.on("close", (code, signal) => {
        clearTimeout(bound);
        clearTimeout(harder);
        resolve2({ exitCode: code ?? 128, stderr: stderr || (signal ? `ended by ${signal}` : ""), timedOut });
      });
    });
  }
};
function endGroup(child, signal) {
  try {
    if (child.pid !== void 0) process.kill(-child.pid, signal);
  } catch {
  }
}
var NOT_INHERITED = /^GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|QUARANTINE_PATH|TRACE.*|CURL_VERBOSE)$/;
function quietEnvironment(environment) {
  const inherited = Object.entries(environment).filter(([name]) => !NOT_INHERITED.test(name));
  return {
    // A remote that accepts the connection and then says nothing ends long before our own bound.
    GIT_HTTP_LOW_SPEED_LIMIT: "1",
    GIT_HTTP_LOW_SPEED_TIME: "30",
    ...Object.fromEntries(inherited),
    // Its messages are matched, so they must not be translated.
    LC_ALL: "C",
    LANGUAGE: "C",
    GIT_TERMINAL_PROMPT: "0",
    GCM_INTERACTIVE: "never",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
    // Only reflogs would carry it, where somebody has them on for all refs.
    GIT_COMMITTER_NAME: "gpu-lease",
    GIT_COMMITTER_EMAIL: "noreply@gpu-lease.invalid"
  };
}
function numberedConfig(base, env) {
  const already = Number(base["GIT_CONFIG_COUNT"] ?? 0);
  let count = Number.isInteger(already) && already > 0 ? already : 0;
  const numbered = {};
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith("config:")) {
      numbered[name] = value;
      continue;
    }
    numbered[`GIT_CONFIG_KEY_${count}`] = name.slice("config:".length).replace(/#\d+$/, "");
    numbered[`GIT_CONFIG_VALUE_${count}`] = value;
    count += 1;
  }
  if (count > 0) numbered["GIT_CONFIG_COUNT"] = String(count);
  return numbered;
}

// src/ledger/local-refs.ts
import { resolve } from "node:path";

// src/ledger/repository.ts
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
var LOCAL_TIMEOUT_SECONDS = 60;
var SETTINGS = [
  // An intent must survive a power cut, or the box it announces is forgotten: loose objects are not synced by default.
  ["core.fsync", "committed,loose-object,reference"],
  // No collection in the background: it would outlive us and hold locks. `tidy` does it where the repository is ours.
  ["gc.auto", "0"],
  ["maintenance.auto", "false"]
].flatMap(([key, value]) => ["-c", `${key}=${value}`]);
var Repository = class {
  /** @param found the directory that was found with it, and perhaps not made by us: git is asked whether it would use it */
  constructor(git, gitDir, found) {
    this.git = git;
    this.gitDir = gitDir;
    this.found = found;
  }
  git;
  gitDir;
  found;
  #judged;
  exists() {
    return isRepository(this.gitDir);
  }
  /** Makes it, bare. Two at once do no harm: `git init` of what is there changes nothing. */
  async init() {
    try {
      mkdirSync(dirname(this.gitDir), { recursive: true });
    } catch (cause) {
      throw gitProblem("permission", "make the directory of the ledger", this.gitDir, String(cause));
    }
    const args = ["init", "--bare", "--quiet", "--template=", "--", this.gitDir];
    const made = await started(
      this.git.run({
        args,
        cwd: dirname(this.gitDir),
        // Whatever this user's default is: the copy of a remote must speak what remotes speak.
        env: { GIT_DEFAULT_HASH: "sha1" },
        timeoutSeconds: LOCAL_TIMEOUT_SECONDS
      })
    );
    if (made.exitCode !== 0) throw this.#problem("make the ledger", made);
  }
  async run(args, options = {}) {
    await this.#trusted();
    return started(
      this.git.run({
        timeoutSeconds: LOCAL_TIMEOUT_SECONDS,
        ...options,
        env: { ...this.#guard(), ...options.env },
        // The git directory is named, never searched for: no other repository, no `safe.bareRepository` in the way.
        args: [`--git-dir=${this.gitDir}`, ...GUARDED, ...SETTINGS, ...args],
        cwd: dirname(this.gitDir)
      })
    );
  }
  /** Our own copy of a remote needs the network; one that was found here never does. */
  #guard() {
    return this.found === void 0 ? {} : OFFLINE;
  }
  /** Naming the git directory switches git's own look at its owner off, so it is asked once without that. */
  #trusted() {
    if (this.found === void 0 || !this.exists()) return Promise.resolve();
    this.#judged ??= ownsAll([this.found, this.gitDir]) ? Promise.resolve() : this.#askGit(this.found);
    return this.#judged;
  }
  async #askGit(dir) {
    const args = ["-C", dir, ...GUARDED, "rev-parse", "--absolute-git-dir"];
    const judged = await started(
      this.git.run({ args, cwd: dir, env: OFFLINE, timeoutSeconds: LOCAL_TIMEOUT_SECONDS })
    );
    if (judged.exitCode !== 0 && /dubious ownership/.test(judged.stderr))
      throw otherOwner(dir, judged.stderr);
  }
  /** The same, where a non-zero exit is a Problem. */
  async mustRun(doing, args, options) {
    const result = await this.run(args, options);
    if (result.exitCode !== 0) throw this.#problem(doing, result);
    return result.stdout.toString("utf8");
  }
  /** One `cat-file --batch` process for as many objects as `use` asks for. */
  async reading(use) {
    await this.#trusted();
    const args = [`--git-dir=${this.gitDir}`, ...GUARDED, "cat-file", "--batch"];
    const conversation = this.git.open({
      args,
      // Reading never needs the network: what our copy lacks is fetched by name.
      env: OFFLINE,
      cwd: dirname(this.gitDir),
      timeoutSeconds: LOCAL_TIMEOUT_SECONDS
    });
    const reader = new ObjectReader(conversation);
    try {
      return await use(reader);
    } catch (error) {
      if (error instanceof GitMissing) throw noGit(error);
      if (error instanceof ReaderBroke) {
        throw gitProblem(faultOf(error.stderr, false), "read the ledger", this.gitDir, error.stderr);
      }
      throw error;
    } finally {
      await reader.close().catch(() => {
      });
    }
  }
  async write(objects, format) {
    await this.mustRun("write to the ledger", ["unpack-objects", "-q"], { stdin: packOf(objects, format) });
  }
  async objectFormat() {
    const format = await this.mustRun("look at the ledger", ["rev-parse", "--show-object-format"]);
    return format.trim() === "sha256" ? "sha256" : "sha1";
  }
  /** Packs what has piled up; for repositories that are ours alone. In the foreground, and of no consequence when it fails. */
  async tidy() {
    await this.run(["-c", "gc.auto=2000", "-c", "gc.autoDetach=false", "gc", "--auto", "--quiet"]);
  }
  /** For the turns of this machine's writers. */
  get turnsDir() {
    return join(this.gitDir, "gpu-lease", "turns");
  }
  #problem(doing, result) {
    return gitProblem(faultOf(result.stderr, result.timedOut), doing, this.gitDir, result.stderr);
  }
};
async function started(result) {
  try {
    return await result;
  } catch (error) {
    throw error instanceof GitMissing ? noGit(error) : error;
  }
}

// src/ledger/stale-lock.ts
import { statSync, unlinkSync } from "node:fs";
var STALE_SECONDS = 60;
function removeStaleRefLock(stderr, clock) {
  const [, path] = /Unable to create '([^'\n]*\/refs\/gpu-lease\/[^'\n]*\.lock)': File exists/.exec(stderr) ?? [];
  if (path === void 0 || path.includes("/../")) return;
  try {
    if (clock.now().getTime() - statSync(path).mtimeMs > STALE_SECONDS * 1e3) unlinkSync(path);
  } catch {
  }
}

// src/ledger/local-refs.ts
var LocalRefs = class {
  where;
  objects;
  #dir;
  #create;
  #clock;
  constructor(git, dir, create, clock) {
    this.#clock = clock;
    this.#dir = resolve(dir);
    this.#create = create;
    const place = localPlace({ dir, create });
    this.objects = new Repository(git, place.gitDir, place.dir);
    this.where = place.words;
  }
  async prepare() {
    if (this.objects.exists()) return;
    if (!this.#create) throw this.#noRepository();
    await this.objects.init();
  }
  objectFormat() {
    return this.objects.objectFormat();
  }
  async bring(run) {
    const ref = runRef(run);
    return this.#isThere() ? ref : null;
  }
  async bringArchived(run) {
    if (!this.#isThere()) return null;
    const [found] = await this.#list([archivePattern(run)]);
    return found?.oid ?? null;
  }
  async tip(ref) {
    if (!this.#isThere()) return null;
    const found = await this.objects.run(["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]);
    return found.exitCode === 0 ? found.stdout.toString("utf8").trim() : null;
  }
  async bringNotes(ref) {
    return this.#isThere() ? ref : null;
  }
  async refs(archived) {
    const prefixes = archived ? [RUNS, ARCHIVE] : [RUNS];
    return this.#isThere() && !surelyNoRefs(this.objects.gitDir, prefixes) ? this.#list(prefixes) : [];
  }
  async bringAll() {
  }
  async bringThese() {
  }
  async swap(ref, next, old) {
    const absent = absentOid(next.length === 40 ? "sha1" : "sha256");
    const result = await this.objects.run(["update-ref", "--no-deref", ref, next, old ?? absent]);
    if (result.exitCode !== 0) removeStaleRefLock(result.stderr, this.#clock);
    return swapOutcome(result);
  }
  async move(from, to, oid) {
    const transaction = `create ${to} ${oid}
delete ${from} ${oid}
`;
    const moved = swapOutcome(
      await this.objects.run(["update-ref", "--stdin"], { stdin: Buffer.from(transaction) })
    );
    if (moved.outcome === "swapped" && this.#create) await this.objects.tidy();
    return moved;
  }
  async #list(patterns) {
    const args = ["for-each-ref", "--format=%(objectname) %(refname)", ...patterns];
    return parseRefs(await this.objects.mustRun("list the runs", args));
  }
  #isThere() {
    if (this.objects.exists()) return true;
    if (this.#create) return false;
    throw this.#noRepository();
  }
  #noRepository() {
    return new Problem({
      code: "no-repository",
      kind: "ledger",
      what: `There is no git repository at ${this.#dir} to keep the ledger in.`,
      next: "Name an existing one, or make it with `git init --bare`."
    });
  }
};
function swapOutcome(result) {
  if (result.exitCode === 0) return { outcome: "swapped" };
  const { stderr, timedOut } = result;
  const notWhereWeThought = /is at [0-9a-f]+ but expected|reference already exists|unable to resolve reference/;
  if (notWhereWeThought.test(stderr)) return { outcome: "lost" };
  return { outcome: "failed", fault: faultOf(stderr, timedOut), stderr };
}

// src/ledger/machine-copies.ts
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync as mkdirSync2,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync as statSync2,
  writeFileSync
} from "node:fs";
import { dirname as dirname2, join as join2 } from "node:path";
function machineCopies(dir) {
  const fileOf = (run) => join2(dir, `${run}.jsonl`);
  const closedFile = join2(dir, "closed");
  return {
    read(run) {
      try {
        return parseCopy(readFileSync(fileOf(run), "utf8"));
      } catch {
        return void 0;
      }
    },
    runs() {
      if (!existsSync(dir)) return [];
      const names = readdirSync(dir, { encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
      return names.map((name) => name.slice(0, -".jsonl".length));
    },
    write(run, copy) {
      const head = { gpuLease: "copy", metAt: copy.metAt };
      const text = `${JSON.stringify(head)}
${copy.text}`;
      if (sizeOf(fileOf(run)) < Buffer.byteLength(text)) replace(fileOf(run), text);
    },
    closed() {
      try {
        return new Set(readFileSync(closedFile, "utf8").split("\n").filter(Boolean));
      } catch {
        return /* @__PURE__ */ new Set();
      }
    },
    rememberClosed: (commits) => replace(closedFile, commits.map((commit) => `${commit}
`).join(""))
  };
}
function replace(file, text) {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    mkdirSync2(dirname2(file), { recursive: true, mode: 448 });
    try {
      writeFileSync(draft, text, { mode: 384 });
      renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch {
  }
}
function sizeOf(file) {
  return statSync2(file, { throwIfNoEntry: false })?.size ?? -1;
}
function parseCopy(content) {
  const end = content.indexOf("\n");
  const head = Object(JSON.parse(content.slice(0, end)));
  if (head.gpuLease !== "copy" || !Number.isSafeInteger(head.metAt)) return;
  return { text: content.slice(end + 1), metAt: head.metAt };
}

// src/ledger/record-commit.ts
async function storeRecord(objects, { parent, text, run, subject, nonce, at }, format) {
  const events = gitObject("blob", text, format);
  const snapshot = gitObject("blob", run, format);
  const tree = treeOf({ "events.jsonl": events, "run.json": snapshot }, format);
  const commit = commitOf({ tree: tree.oid, parent, message: `${subject}

Nonce: ${nonce}
`, at }, format);
  const all = [events, snapshot, tree, commit];
  await objects.write(all, format);
  return commit.oid;
}

// src/ledger/remote-patience.ts
var CALL_SECONDS = 90;
var LAST_WORDS_SECONDS = 10;
var KNOWN_SILENT_SECONDS = 2;
var RemotePatience = class {
  #endsAt;
  #clock;
  #isSilent = false;
  /** @param endsAt the bound of the command; none: every call has its full time */
  constructor(endsAt, clock) {
    this.#endsAt = endsAt;
    this.#clock = clock;
  }
  /**
   * Whether the remote let the last call pass in silence: nothing is asked of it again for the sake of a try. Whoever has the
   * patience waits where it can be told, and not inside of one call after the other.
   */
  get isOver() {
    return this.#isSilent;
  }
  callSeconds() {
    if (this.#endsAt === void 0) return CALL_SECONDS;
    const left = secondsBetween(this.#clock.now(), this.#endsAt);
    const least = this.#isSilent ? KNOWN_SILENT_SECONDS : LAST_WORDS_SECONDS;
    return Math.min(CALL_SECONDS, Math.max(left, least));
  }
  note({ timedOut }) {
    this.#isSilent = timedOut;
  }
};

// src/ledger/remote-refs.ts
import { join as join3 } from "node:path";
var REFS_A_FETCH = 100;
var MOST_MOVES = 3;
var RemoteRefs = class {
  where;
  objects;
  /** Changes where its server says that it has another name there now. */
  #url;
  #login;
  #world;
  #patience;
  constructor(git, remote, world, patience = new RemotePatience(void 0, world.clock)) {
    this.#url = checkedUrl(remote.url);
    this.#login = remote.token ? loginWith(this.#url, remote.token) : { env: {} };
    this.#world = world;
    this.#patience = patience;
    this.objects = new Repository(git, join3(remote.scratchDir, "ledger-copy.git"));
    this.where = `refs/gpu-lease at ${this.#url}`;
  }
  async prepare() {
    if (!this.objects.exists()) await this.objects.init();
  }
  /** Of our copy, as `init` makes it; a SHA-256 remote refuses to talk to it by name. */
  async objectFormat() {
    return "sha1";
  }
  async bring(run) {
    const ref = runRef(run);
    const fetched = await this.#network("read the ledger", this.#fetch([`+${ref}:${ref}`]), [noSuchRef]);
    return fetched.exitCode === 0 ? ref : null;
  }
  async bringArchived(run) {
    const [found] = await this.#lsRemote([archivePattern(run)]);
    if (!found) return null;
    const year = Number(found.ref.slice(ARCHIVE.length).split("/")[0]);
    const ref = archiveRef(run, year);
    await this.#mustFetch([`+${ref}:${ref}`]);
    return ref;
  }
  async tip(ref) {
    const [found] = await this.#lsRemote([ref]);
    return found?.oid ?? null;
  }
  async bringNotes(ref) {
    const fetched = await this.#network(`read ${ref}`, this.#fetch([`+${ref}:${ref}`]), [noSuchRef]);
    return fetched.exitCode === 0 ? ref : null;
  }
  async refs(archived) {
    return this.#lsRemote(archived ? [`${RUNS}*`, `${ARCHIVE}*`] : [`${RUNS}*`]);
  }
  async bringAll(archived) {
    const listed = [`+${RUNS}*:refs/gpu-lease/listed/runs/*`];
    if (archived) listed.push(`+${ARCHIVE}*:refs/gpu-lease/listed/archive/*`);
    await this.#mustFetch(listed, ["--prune"]);
  }
  async bringThese(refs) {
    for (let from = 0; from < refs.length; from += REFS_A_FETCH) {
      const some = refs.slice(from, from + REFS_A_FETCH);
      await this.#mustFetch(
        some.map(({ ref }) => `+${ref}:refs/gpu-lease/listed/${ref.slice("refs/gpu-lease/".length)}`)
      );
    }
  }
  swap(ref, next, old) {
    return this.#push([`--force-with-lease=${ref}:${old ?? ""}`], [`${next}:${ref}`]);
  }
  async move(from, to, oid) {
    const leases = [`--force-with-lease=${from}:${oid}`, `--force-with-lease=${to}:`];
    const moved = await this.#push(["--atomic", ...leases], [`${oid}:${to}`, `:${from}`]);
    if (moved.outcome === "swapped") await this.objects.tidy();
    return moved;
  }
  /** One try: the caller looks before it tries again. */
  async #push(options, refspecs) {
    const args = [
      "push",
      "--porcelain",
      "--no-progress",
      "--no-verify",
      "--no-signed",
      ...options,
      "--",
      this.#url,
      ...refspecs
    ];
    const { result: pushed, saying } = await this.#call(args);
    if (pushed.exitCode === 0) return { outcome: "swapped" };
    const said = `${pushed.stderr}
${pushed.stdout.toString("utf8")}`;
    if (said.includes("(stale info)")) return { outcome: "lost" };
    const fault = faultOf(said, pushed.timedOut);
    const stderr = pushed.timedOut || fault === "moved" ? saying : rejectionFirst(said);
    return { outcome: "failed", fault, stderr };
  }
  async #lsRemote(patterns) {
    await this.prepare();
    const listed = await this.#network("list the runs", ["ls-remote", "--", this.#url, ...patterns]);
    return parseRefs(listed.stdout.toString("utf8"));
  }
  /** Not quiet: that would hide why a ref was refused. */
  #fetch(refspecs, options = []) {
    return [
      "fetch",
      "--no-progress",
      "--no-tags",
      "--no-recurse-submodules",
      ...options,
      "--",
      this.#url,
      ...refspecs
    ];
  }
  async #mustFetch(refspecs, options) {
    await this.#network("read the ledger", this.#fetch(refspecs, options));
  }
  async #call(args) {
    const known = this.#url;
    for (let moves = 0; ; moves += 1) {
      const { result, saying } = await this.#callOnce(
        args.map((word) => word === known ? this.#url : word)
      );
      const { authorization } = this.#login;
      const sentAway = result.exitCode !== 0 && faultOf(result.stderr, result.timedOut) === "moved";
      if (!sentAway || authorization === void 0 || moves >= MOST_MOVES) return { result, saying };
      const { movedTo } = await import("./ledger-moved-remote.mjs");
      const moved = await movedTo(this.#url, authorization);
      if (moved === void 0) return { result, saying };
      if ("elsewhere" in moved) return { result, saying: `It is now at ${moved.elsewhere}.
${saying}` };
      this.#url = moved.url;
    }
  }
  /** Git that was ended by us at its time has nothing to say for itself. */
  async #callOnce(args) {
    const timeoutSeconds = this.#patience.callSeconds();
    const { env, authorization } = this.#login;
    const needsHelp = authorization === void 0 && !/^(?:file:\/)?\//i.test(this.#url);
    const result = await this.objects.run(args, { env, needsHelp, timeoutSeconds });
    this.#patience.note(result);
    const silence = `no whole answer in ${Math.round(timeoutSeconds)} s`;
    return { result, saying: result.timedOut ? `${silence}
${result.stderr}` : result.stderr };
  }
  /** Reading may be tried again freely; only what may pass by itself is. */
  async #network(doing, args, expected = []) {
    await this.prepare();
    for (let attempt = 1; ; attempt++) {
      const { result, saying } = await this.#call(args);
      if (result.exitCode === 0 || expected.some((words) => words.test(result.stderr))) return result;
      const fault = readFault(result);
      if (!isPassing(fault) || attempt >= ATTEMPTS || this.#patience.isOver)
        throw gitProblem(fault, doing, this.where, saying);
      await this.#world.clock.sleep(backoff(attempt, PASSING, this.#world.random()));
    }
  }
};
var noSuchRef = /couldn't find remote ref/i;
function readFault(result) {
  return faultOf(result.stderr, result.timedOut);
}
function rejectionFirst(said) {
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !/^(To |Done$)/.test(line));
  return [
    ...lines.filter((line) => line.startsWith("!")),
    ...lines.filter((line) => !line.startsWith("!"))
  ].join("\n");
}
function checkedUrl(url) {
  const withLogin = /^https?:\/\/[^/]*@/i.test(url);
  if (withLogin || url === "" || url.startsWith("-") || /[\p{Cc}]/u.test(url)) {
    throw new Problem({
      code: "bad-remote",
      kind: "usage",
      what: withLogin ? "The address of the ledger carries a login." : `${JSON.stringify(url)} is no address of a git remote.`,
      next: "Give the plain address, and the token by its own input or environment variable."
    });
  }
  return url;
}
function loginWith(url, token) {
  const { origin, protocol, hostname } = URL.canParse(url) ? new URL(url) : { origin: "", protocol: "", hostname: "" };
  if (protocol !== "https:" && protocol !== "http:") return { env: {} };
  if (protocol === "http:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) {
    throw new Problem({
      code: "token-in-the-clear",
      kind: "usage",
      what: `The token of the ledger would travel unencrypted to ${url}.`,
      next: "Use its https:// address."
    });
  }
  const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  return {
    authorization,
    env: {
      "config:credential.helper": "",
      [`config:http.${origin}/.extraHeader`]: "",
      [`config:http.${origin}/.extraHeader#2`]: `Authorization: ${authorization}`,
      // Git would take the header along to where it is sent, whatever server that is.
      [`config:http.${origin}/.followRedirects`]: "false"
    }
  };
}

// src/ledger/run-list.ts
async function listRuns(store, archived) {
  const refs = onePerRun(await store.refs(archived));
  if (refs.length === 0) return [];
  const found = await summaries(store, refs);
  const absent = refs.filter((_, index) => found[index] === null);
  if (absent.length > 0) {
    await store.bringAll(archived);
    const later = await summaries(store, absent);
    for (const [index, ref] of absent.entries()) found[refs.indexOf(ref)] = later[index] ?? null;
  }
  return newestFirst(refs.map((ref, index) => readRunJson(found[index] ?? null, ref.run, ref.archived)));
}
var summaries = ({ objects }, refs) => objects.reading(async (reader) => {
  const found = await reader.getAll(refs.map(({ oid }) => `${oid}:run.json`));
  return found.map((object) => object?.content.toString("utf8") ?? null);
});
async function askedAgain(records, read) {
  for (const [run, record] of records) {
    if (!(record instanceof Problem) || record.code !== "history-rewritten") continue;
    const again = await read(run).catch((error) => {
      if (error instanceof Problem) return error;
      throw error;
    });
    records.set(run, again);
  }
  return records;
}

// src/ledger/seen-here.ts
var SeenHere = class {
  #copies;
  #known = /* @__PURE__ */ new Map();
  /** How many events of a run came before this machine met it, and could have been more. */
  #metAt = /* @__PURE__ */ new Map();
  /** @param copies none: nothing outlives this process */
  constructor(copies) {
    this.#copies = copies;
  }
  /** What this machine knew of the run before this process asked; read once. */
  of(run) {
    if (!this.#known.has(run)) this.#known.set(run, this.#copies?.read(run));
    return this.#known.get(run);
  }
  /** A record that is being written at this very time is met in time: nothing can have been taken from its end. */
  meet(run, { events }, now) {
    if (!this.#metAt.has(run)) this.#metAt.set(run, isAttended(fold(run, events), now) ? 0 : events.length);
  }
  remember(run, text) {
    const known = this.of(run);
    if (!this.#copies || known && known.text.length >= text.length) return;
    const copy = { text, metAt: known?.metAt ?? this.#metAt.get(run) ?? 0 };
    this.#copies.write(run, copy);
    this.#known.set(run, copy);
  }
  /**
   * Against what this machine remembers: a chain of signatures does not show that its end was cut off.
   *
   * @throws Problem `history-rewritten`
   */
  refuseShorter(run, { text, events }, tip) {
    const known = this.of(run)?.text;
    if (known === void 0 || text.startsWith(known)) return;
    const count = known.split("\n").length - 1;
    const why = known.startsWith(text) ? `it has ${events.length} events, and this machine has seen ${count}` : `it is not what this machine has seen of it (${count} events)`;
    throw rewritten(run, why, tip);
  }
};
var wroteOnMeanwhile = (seen, known, answer) => seen !== known && seen.text.startsWith(answer) && answer.startsWith(known?.text ?? "");

// src/ledger/standing.ts
var nothing = { ...noLines, tip: null, archived: false };
var recordOf = (run, { tip, events, nonces, archived }) => ({
  run,
  tip,
  events: [...events],
  nonces: [...nonces],
  archived
});

// src/ledger/story.ts
var MAX_SUBJECT = 100;
function storyOf(events, before) {
  const platformOf = (lease) => [...events, ...before].flatMap(
    (event) => event.type === "intended" && event.lease === lease ? [event.platform] : []
  )[0];
  const words = events.map((event) => subjectOf(event, platformOf));
  const subject = words.map(plain).join("; ");
  return subject.length <= MAX_SUBJECT ? subject : `${subject.slice(0, MAX_SUBJECT - 3)}...`;
}
var plain = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");

// src/ledger/turn.ts
import { mkdirSync as mkdirSync3 } from "node:fs";
import { join as join4 } from "node:path";
var LONGEST_WAIT_SECONDS = 30;
var STALE_SECONDS2 = 30;
async function takeTurn(dir, run, world) {
  const file = join4(dir, run);
  const endMs = world.clock.now().getTime() + LONGEST_WAIT_SECONDS * 1e3;
  try {
    mkdirSync3(dir, { recursive: true });
    for (let tries = 0; ; tries++) {
      const held = holdFile(file, STALE_SECONDS2);
      if (typeof held === "function") return held;
      if (world.clock.now().getTime() > endMs) return () => {
      };
      await world.clock.sleep(pollSeconds(tries, world.random()));
    }
  } catch {
    return () => {
    };
  }
}
var pollSeconds = (tries, random) => Math.min(0.04, 4e-3 * 1.3 ** tries) * (0.5 + random);

// src/ledger/git-ledger.ts
function openLedger(where, world) {
  const git = world.git ?? systemGit(ownEnvironment());
  const random = world.random ?? Math.random;
  const clock = world.clock;
  const copies = world.copies ?? (where.kind === "remote" ? machineCopies(join5(where.scratchDir, "records")) : void 0);
  const patience = new RemotePatience(world.endsAt, clock);
  const refs = where.kind === "local-repo" ? new LocalRefs(git, where.dir, where.create ?? false, clock) : new RemoteRefs(git, where, { clock, random }, patience);
  return new GitLedger(refs, { ...world, clock, random, patience, ...copies && { copies } });
}
var GitLedger = class {
  where;
  notes;
  ticks;
  #refs;
  #world;
  /** The newest state of each run that this process has seen: saves reading it again, and nothing may go back behind it. */
  #seen = /* @__PURE__ */ new Map();
  #here;
  #format;
  constructor(refs, world) {
    this.#refs = refs;
    this.#world = world;
    this.#here = new SeenHere(world.copies);
    this.where = refs.where;
    this.notes = new GitNotes(refs, STRAY_NOTES, world);
    this.ticks = new GitNotes(refs, TICK_NOTES, world);
  }
  list({ archived = false } = {}) {
    return listRuns(this.#refs, archived);
  }
  async read(run) {
    return this.#believed(run, await this.#look(run));
  }
  /** @throws Problem `secret-needed` for a signed record that nobody here can verify, unless it is only looked at */
  #believed(run, standing) {
    const trust = this.#world.secret !== void 0 ? "proven" : standing.lastMac === "" ? "plain" : "not-verified";
    if (trust === "not-verified" && this.#world.reading !== "looking") throw secretNeeded(run);
    const metHereAt = this.#here.of(run)?.metAt;
    return { ...recordOf(run, standing), trust, ...metHereAt !== void 0 && { metHereAt } };
  }
  async readOpen() {
    const refs = await this.#refs.refs(false);
    const records = /* @__PURE__ */ new Map();
    const absent = await this.#readEach(refs, records);
    if (absent.length === 0) return askedAgain(records, (run) => this.read(run));
    await this.#refs.bringAll(false);
    await this.#readEach(absent, records);
    return askedAgain(records, (run) => this.read(run));
  }
  /** One reading process for all of them. @returns those whose objects are not here */
  #readEach(refs, into) {
    if (refs.length === 0) return Promise.resolve([]);
    return this.#refs.objects.reading(async (reader) => {
      const absent = [];
      for (const ref of refs) {
        try {
          const standing = await this.#loadWith(reader, ref.run, ref.oid, { archived: false });
          if (standing) into.set(ref.run, this.#believed(ref.run, standing));
          else absent.push(ref);
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          into.set(ref.run, error);
        }
      }
      return absent;
    });
  }
  async append(run, tip, { events, summary, nonce = randomUUID() }) {
    if (events.length === 0) throw new Error(`nothing to append to run ${run}`);
    await this.#refs.prepare();
    const base = await this.#baseOf(run, tip);
    if (base === "moved on") return { outcome: "lost-race" };
    if (base.archived) throw runArchived(run);
    const key = keyOf(this.#world, run, base.events[0] ?? events[0]);
    if (!key && base.lastMac) throw secretNeeded(run);
    const lines = writeLines(base, events, nonce, key);
    const added = lines.events.slice(base.events.length);
    const commit = await this.#store(tip, lines.text, {
      run: runJson(summary),
      subject: storyOf(added, base.events),
      nonce
    });
    const outcome = await this.#swapUntilKnown(run, { commit, tip, nonce });
    if (outcome === "lost") return { outcome: "lost-race" };
    if (outcome === "swapped") {
      this.#seen.set(run, { ...lines, tip: commit, archived: false });
      this.#here.remember(run, lines.text);
    }
    return { outcome: "appended", tip: commit, events: added };
  }
  async text(run) {
    return (await this.#look(run)).text;
  }
  async weigh(run, copy) {
    const seen = this.#seen.get(run)?.text;
    if (seen?.startsWith(copy) && copy.endsWith("\n")) return copy === seen ? "same" : "behind";
    if (!copiedLines(this.#world, run, copy)) return "unreadable";
    const { text } = await this.#look(run);
    if (copy === text) return "same";
    return text.startsWith(copy) ? "behind" : copy.startsWith(text) ? "ahead" : "apart";
  }
  async isCopy(run, text) {
    return copiedLines(this.#world, run, text) !== void 0;
  }
  async peek(run) {
    const tip = await this.#refs.tip(runRef(run));
    if (tip === null) return null;
    return this.#refs.objects.reading(async (reader) => {
      if (!await reader.get(tip)) await this.#refs.bring(run);
      return { tip, text: await textAt(run, reader, tip).catch(() => "") };
    });
  }
  async restore(run, copy, over) {
    const lines = copiedLines(this.#world, run, copy);
    if (!lines || lines.lastMac !== "" && this.#world.secret === void 0) throw copyUnusable(run);
    await this.#refs.prepare();
    const present = await this.peek(run);
    if ((present?.tip ?? null) !== over) throw restoreContended(run);
    const told = {
      run: runJson(summarise(fold(run, lines.events), this.#world.clock.now())),
      subject: `restored, ${lines.events.length} events`,
      nonce: randomUUID()
    };
    const parent = present && copy.startsWith(present.text) ? present.tip : null;
    const commit = await this.#store(parent, lines.text, told);
    const swap = await this.#refs.swap(runRef(run), commit, over);
    if (swap.outcome === "lost") throw restoreContended(run);
    if (swap.outcome === "failed") throw problemOf(swap, run, this.where);
    this.#seen.set(run, { ...lines, tip: commit, archived: false });
    this.#here.remember(run, lines.text);
  }
  async archive(run, year) {
    for (let attempt = 1; ; attempt++) {
      const standing = await this.#look(run);
      if (standing.tip === null || standing.archived) return;
      const moved = await this.#refs.move(runRef(run), archiveRef(run, year), standing.tip);
      if (moved.outcome === "swapped") return void this.#seen.set(run, { ...standing, archived: true });
      const mayPass = moved.outcome === "lost" || isPassing(moved.fault);
      if (!mayPass || attempt >= ATTEMPTS || this.#world.patience.isOver)
        throw problemOf(moved, run, this.where);
      await this.#pause(attempt);
    }
  }
  async hidden(known) {
    const refs = onePerRun(await this.#refs.refs(true)).filter(({ archived }) => archived);
    const unknown = refs.filter(({ oid }) => !known.has(oid));
    const found = /* @__PURE__ */ new Map();
    const closed = refs.filter(({ oid }) => known.has(oid)).map(({ oid }) => oid);
    if (unknown.length > 0) await this.#refs.bringThese(unknown);
    await this.#refs.objects.reading(async (reader) => {
      for (const { run, oid } of unknown) {
        try {
          const standing = await this.#loadWith(reader, run, oid, { archived: true });
          if (!standing) continue;
          if (standing.events.at(-1)?.type === "closed" || fold(run, standing.events).closed)
            closed.push(oid);
          else found.set(run, this.#believed(run, standing));
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          found.set(run, error);
        }
      }
    });
    return { found, closed };
  }
  async unhide(run) {
    const [ref] = (await this.#refs.refs(true)).filter((each) => each.archived && each.run === run);
    if (!ref) return;
    const moved = await this.#refs.move(ref.ref, runRef(run), ref.oid);
    if (moved.outcome !== "swapped") throw problemOf(moved, run, this.where);
    const seen = this.#seen.get(run);
    if (seen) this.#seen.set(run, { ...seen, archived: false });
  }
  turn(run) {
    return takeTurn(this.#refs.objects.turnsDir, run, this.#world);
  }
  #pause(attempt) {
    return this.#world.clock.sleep(backoff(attempt, PASSING, this.#world.random()));
  }
  /** The run as it stands now, wherever it is. */
  async #look(run) {
    this.#here.of(run);
    const known = this.#seen.get(run);
    const found = await this.#find(run, known) ?? (this.#isKnown(run) ? await this.#find(run, known) : null);
    if (found) return found;
    if (this.#isKnown(run)) throw rewritten(run, `it was in ${this.where} before and is gone`, void 0);
    return nothing;
  }
  #isKnown(run) {
    return this.#seen.has(run) || this.#here.of(run) !== void 0;
  }
  async #find(run, known) {
    const open = await this.#refs.bring(run);
    const standing = open === null ? null : await this.#load(run, open, { archived: false, known });
    if (standing) return standing;
    const closed = await this.#refs.bringArchived(run);
    return closed === null ? null : this.#load(run, closed, { archived: true, known });
  }
  /** What stands at `tip`; a tip behind what we have seen has lost already. */
  async #baseOf(run, tip) {
    const seen = this.#seen.get(run);
    if (tip === null) return seen ? "moved on" : nothing;
    if (seen?.tip === tip) return seen;
    const base = await this.#load(run, tip, { archived: false, mayBeOlder: true });
    return base ?? "moved on";
  }
  /** Reads, checks and remembers the record at `name`; null when there is none, or one older than what we have seen and that is allowed. */
  #load(run, name, how) {
    return this.#refs.objects.reading((reader) => this.#loadWith(reader, run, name, how));
  }
  async #loadWith(reader, run, name, { archived, mayBeOlder = false, known }) {
    const commit = await reader.get(name);
    if (!commit) {
      this.#format ??= await reader.get(EMPTY_TREE_SHA1) ? "sha1" : "sha256";
      return null;
    }
    const before = this.#seen.get(run);
    const text = before?.tip === commit.oid ? before.text : await textAt(run, reader, commit.oid);
    const seen = this.#seen.get(run);
    if (seen && !text.startsWith(seen.text)) {
      if (mayBeOlder && seen.text.startsWith(text)) return null;
      if (wroteOnMeanwhile(seen, known, text)) return seen;
      throw rewritten(run, "it no longer starts with what was there before", commit.oid);
    }
    const found = { objects: this.#refs.objects, reader, tip: commit.oid, text };
    const lines = await checkedLines(this.#world, run, found, seen);
    const now = this.#seen.get(run);
    if (now && wroteOnMeanwhile(now, seen, text)) return now;
    this.#here.refuseShorter(run, lines, commit.oid);
    const standing = { ...lines, tip: commit.oid, archived };
    this.#seen.set(run, standing);
    this.#here.meet(run, lines, this.#world.clock.now());
    this.#here.remember(run, text);
    return standing;
  }
  /** @param told `run` is the text of `run.json` */
  async #store(parent, text, told) {
    const format = await this.#formatOf(parent);
    return storeRecord(this.#refs.objects, { ...told, parent, text, at: this.#world.clock.now() }, format);
  }
  async #formatOf(parent) {
    if (parent !== null) return parent.length === 40 ? "sha1" : "sha256";
    this.#format ??= await this.#refs.objectFormat();
    return this.#format;
  }
  /**
   * Swaps, and after any failure that leaves a doubt looks whether our nonce is in the record. Trying again with the same
   * commit cannot double anything: it is the same commit.
   * @returns `landed` when it was written and others have written behind it
   */
  async #swapUntilKnown(run, { commit, tip, nonce }) {
    for (let attempt = 1; ; attempt++) {
      const swap = await this.#refs.swap(runRef(run), commit, tip);
      if (swap.outcome === "swapped") return "swapped";
      if (swap.outcome === "lost" && attempt === 1) return "lost";
      const problem = problemOf(swap, run, this.where);
      const standing = await this.#look(run).catch(ifUnreachable);
      if (standing?.nonces.includes(nonce)) return "landed";
      if (standing && standing.tip !== tip) return "lost";
      if (swap.outcome === "failed" && !isPassing(swap.fault)) throw problem;
      if (attempt >= ATTEMPTS || this.#world.patience.isOver)
        throw problem.kind === "unreachable" ? appendUnclear(run, this.where, problem) : problem;
      await this.#pause(attempt);
    }
  }
};
function ifUnreachable(error) {
  if (error instanceof Problem && error.kind === "unreachable") return;
  throw error;
}

// src/ledger/redacted-ledger.ts
var WORDS = /* @__PURE__ */ new Set(["what", "why", "next", "how", "cause", "declined", "untimed", "lost", "findings"]);
function redactedLedger(ledger, redactor) {
  const { turn } = ledger;
  return {
    list: (options) => ledger.list(options),
    read: (run) => ledger.read(run),
    readOpen: () => ledger.readOpen(),
    append: (run, tip, draft) => ledger.append(run, tip, {
      ...draft,
      events: draft.events.map((event) => withoutSecrets(event, redactor))
    }),
    archive: (run, year) => ledger.archive(run, year),
    text: (run) => ledger.text(run),
    weigh: (run, copy) => ledger.weigh(run, copy),
    hidden: (known) => ledger.hidden(known),
    unhide: (run) => ledger.unhide(run),
    isCopy: (run, text) => ledger.isCopy(run, text),
    peek: (run) => ledger.peek(run),
    restore: (run, copy, over) => ledger.restore(run, copy, over),
    ...turn ? { turn: (run) => turn.call(ledger, run) } : {},
    get notes() {
      return ledger.notes;
    },
    get ticks() {
      return ledger.ticks;
    },
    get where() {
      return ledger.where;
    }
  };
}
var withoutSecrets = (event, redactor) => Object.fromEntries(
  Object.entries(event).map(([field, value]) => [field, WORDS.has(field) ? redactor.deep(value) : value])
);

// src/cli/ledger-opening.ts
async function openLedgerOf(opening, where, reading) {
  const ledger = openLedger(inOwnPlace(where), {
    secret: opening.secret,
    clock: opening.clock,
    ...opening.endsAt && { endsAt: opening.endsAt },
    reading,
    repository: () => repositoriesHere(opening, where),
    copies: machineCopiesOf(opening)
  });
  return redactedLedger(ledger, opening.redactor);
}
function machineCopiesOf(asked) {
  const where = ledgerLocation(asked);
  return machineCopies(join6(recordsDir(asked), placeName(where.kind === "remote" ? where.url : where.dir)));
}
function repositoriesHere({ env, cwd }, where) {
  const own = env["GITHUB_REPOSITORY"] || env["GPU_LEASE_REPOSITORY"] || sharedRepositoryOf(cwd) || "";
  const named = where.kind === "remote" ? ownerAndName(where.url) : void 0;
  const id = env["GITHUB_REPOSITORY_ID"];
  return {
    // A ledger at another address than the code's may hold runs of both.
    names: own === "" ? [] : [own, ...named === void 0 ? [] : [named]],
    ...id === void 0 ? {} : { id }
  };
}
var inOwnPlace = (where) => where.kind === "remote" ? { ...where, scratchDir: join6(where.scratchDir, placeName(where.url)) } : where;
var placeName = (place) => createHash2("sha256").update(place).digest("hex").slice(0, 16);

export {
  openLedgerOf,
  machineCopiesOf
};
