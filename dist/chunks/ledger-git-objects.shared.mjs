import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  checkedUrl,
  loginWith
} from "./ledger-remote-login.shared.mjs";
import {
  faultOf,
  gitProblem,
  isPassing,
  noGit,
  otherOwner
} from "./ledger-git-problems.shared.mjs";
import {
  ATTEMPTS,
  PASSING
} from "./ledger-tries.shared.mjs";
import {
  isRepository,
  ownsAll
} from "./cli-ledger-place.shared.mjs";
import {
  GUARDED,
  OFFLINE
} from "./host-guarded-git.shared.mjs";
import {
  forErrands,
  forPrograms
} from "./job-keys-of-others.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

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
    return new Promise((resolve, reject) => {
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
        resolve({ exitCode: code ?? 128, stderr: stderr || (signal ? `ended by ${signal}` : ""), timedOut });
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

// src/ledger/git-remote.ts
var MOST_MOVES = 3;
var GitRemote = class {
  #objects;
  /** Changes where its server says that it has another name there now. */
  #url;
  #login;
  #world;
  #patience;
  /** @param remote `holds`: what is there, for errors; default the ledger */
  constructor(objects, { url, token, holds = "the ledger" }, world, patience) {
    this.#objects = objects;
    this.#url = checkedUrl(url, holds);
    this.#login = token ? loginWith(this.#url, token, holds) : { env: {} };
    this.#world = world;
    this.#patience = patience;
  }
  get url() {
    return this.#url;
  }
  async prepare() {
    if (!this.#objects.exists()) await this.#objects.init();
  }
  async call(args) {
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
    const result = await this.#objects.run(args, { env, needsHelp, timeoutSeconds });
    this.#patience.note(result);
    const silence = `no whole answer in ${Math.round(timeoutSeconds)} s`;
    return { result, saying: result.timedOut ? `${silence}
${result.stderr}` : result.stderr };
  }
  /** Reading may be tried again freely; only what may pass by itself is. */
  async read(args, problem, expected = []) {
    await this.prepare();
    for (let attempt = 1; ; attempt++) {
      const { result, saying } = await this.call(args);
      if (result.exitCode === 0 || expected.some((words) => words.test(result.stderr))) return result;
      const fault = faultOf(result.stderr, result.timedOut);
      if (!isPassing(fault) || attempt >= ATTEMPTS || this.#patience.isOver)
        throw problem({ fault, stderr: saying });
      await this.#world.clock.sleep(backoff(attempt, PASSING, this.#world.random()));
    }
  }
};

export {
  absentOid,
  EMPTY_TREE_SHA1,
  gitObject,
  treeOf,
  commitOf,
  parentsOf,
  ObjectTooLarge,
  systemGit,
  Repository,
  RemotePatience,
  GitRemote
};
