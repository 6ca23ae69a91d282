import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
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
  surelyNoRefs
} from "./ledger-no-refs.shared.mjs";
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
  holdFile
} from "./host-hold-file.shared.mjs";
import {
  summarise
} from "./lease-summary.shared.mjs";
import {
  ownerAndName,
  sharedRepositoryOf
} from "./ledger-repository-name.shared.mjs";
import {
  EMPTY_TREE_SHA1,
  GitRemote,
  ObjectTooLarge,
  RemotePatience,
  Repository,
  absentOid,
  commitOf,
  gitObject,
  parentsOf,
  systemGit,
  treeOf
} from "./ledger-git-objects.shared.mjs";
import {
  appendUnclear,
  copyUnusable,
  distrusted,
  faultOf,
  foreignRecord,
  gitProblem,
  isPassing,
  newerVersion,
  notARecord,
  problemOf,
  restoreContended,
  rewritten,
  runArchived,
  secretNeeded
} from "./ledger-git-problems.shared.mjs";
import {
  ATTEMPTS,
  PASSING
} from "./ledger-tries.shared.mjs";
import {
  ledgerLocation,
  localPlace,
  recordsDir
} from "./cli-ledger-place.shared.mjs";
import {
  isAttended
} from "./lease-next.shared.mjs";
import {
  ownEnvironment
} from "./host-own-environment.shared.mjs";
import {
  macKey
} from "./secret-keys.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  subjectOf
} from "./lease-bound-anew.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/ledger-opening.ts
import { createHash } from "node:crypto";
import { join as join5 } from "node:path";

// src/ledger/git-ledger.ts
import { randomUUID } from "node:crypto";
import { join as join4 } from "node:path";

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

// src/ledger/local-refs.ts
import { resolve } from "node:path";

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
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync as statSync2,
  writeFileSync
} from "node:fs";
import { dirname, join } from "node:path";
function machineCopies(dir) {
  const fileOf = (run) => join(dir, `${run}.jsonl`);
  const closedFile = join(dir, "closed");
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
    mkdirSync(dirname(file), { recursive: true, mode: 448 });
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

// src/ledger/remote-refs.ts
import { join as join2 } from "node:path";
var REFS_A_FETCH = 100;
var RemoteRefs = class {
  where;
  objects;
  #remote;
  constructor(git, remote, world, patience = new RemotePatience(void 0, world.clock)) {
    this.objects = new Repository(git, join2(remote.scratchDir, "ledger-copy.git"));
    this.#remote = new GitRemote(this.objects, remote, world, patience);
    this.where = `refs/gpu-lease at ${this.#remote.url}`;
  }
  async prepare() {
    await this.#remote.prepare();
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
      this.#remote.url,
      ...refspecs
    ];
    const { result: pushed, saying } = await this.#remote.call(args);
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
    const listed = await this.#network("list the runs", ["ls-remote", "--", this.#remote.url, ...patterns]);
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
      this.#remote.url,
      ...refspecs
    ];
  }
  async #mustFetch(refspecs, options) {
    await this.#network("read the ledger", this.#fetch(refspecs, options));
  }
  /** Reading may be tried again freely; only what may pass by itself is. */
  #network(doing, args, expected = []) {
    return this.#remote.read(
      args,
      ({ fault, stderr }) => gitProblem(fault, doing, this.where, stderr),
      expected
    );
  }
};
var noSuchRef = /couldn't find remote ref/i;
function rejectionFirst(said) {
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !/^(To |Done$)/.test(line));
  return [
    ...lines.filter((line) => line.startsWith("!")),
    ...lines.filter((line) => !line.startsWith("!"))
  ].join("\n");
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
import { mkdirSync as mkdirSync2 } from "node:fs";
import { join as join3 } from "node:path";
var LONGEST_WAIT_SECONDS = 30;
var STALE_SECONDS2 = 30;
async function takeTurn(dir, run, world) {
  const file = join3(dir, run);
  const endMs = world.clock.now().getTime() + LONGEST_WAIT_SECONDS * 1e3;
  try {
    mkdirSync2(dir, { recursive: true });
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
  const copies = world.copies ?? (where.kind === "remote" ? machineCopies(join4(where.scratchDir, "records")) : void 0);
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
  async readOpen({
    archived = false
  } = {}) {
    const refs = onePerRun(await this.#refs.refs(archived));
    const records = /* @__PURE__ */ new Map();
    const absent = await this.#readEach(refs, records);
    if (absent.length === 0) return askedAgain(records, (run) => this.read(run));
    await this.#refs.bringAll(archived);
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
          const standing = await this.#loadWith(reader, ref.run, ref.oid, { archived: ref.archived });
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
var WORDS = /* @__PURE__ */ new Set([
  "what",
  "why",
  "next",
  "how",
  "cause",
  "declined",
  "untimed",
  "lost",
  "findings",
  "curves"
]);
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
  return machineCopies(join5(recordsDir(asked), placeName(where.kind === "remote" ? where.url : where.dir)));
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
var inOwnPlace = (where) => where.kind === "remote" ? { ...where, scratchDir: join5(where.scratchDir, placeName(where.url)) } : where;
var placeName = (place) => createHash("sha256").update(place).digest("hex").slice(0, 16);

export {
  openLedgerOf,
  machineCopiesOf
};
