import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  DiskWorker,
  writeDurably
} from "./collect-disk-worker.shared.mjs";
import {
  refusedBelow,
  syncDirectory
} from "./collect-local-tree.shared.mjs";
import {
  inOrder,
  manifestSha256,
  manifestText,
  pathFault,
  printable
} from "./collect-manifest.shared.mjs";
import {
  holdsToHashOnly,
  matchRoster
} from "./job-roster.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

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
function documentOf({
  run,
  roster,
  manifest,
  verdicts,
  place,
  data = [],
  logs = [],
  from,
  ...more
}) {
  return {
    format: FORMAT,
    run,
    place,
    ...more.in && { in: { ...more.in } },
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
    // Seals without a beginning, data or logs are what they always were.
    ...from && { from: { run: from.run, seal: from.seal, digest: from.digest } },
    ...data.length > 0 && { data: data.map((each) => ({ ...each })) },
    ...logs.length > 0 && { logs: logs.map(({ file, bytes, sha256 }) => ({ file, bytes, sha256 })) },
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
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
var EVIDENCE = "+evidence";
var QUARANTINE = "+quarantine";
var RunStore = class {
  root;
  run;
  /** @throws RangeError for names that could leave the directory */
  constructor(dir, run) {
    this.run = safeName(run);
    this.root = join(dir, run);
  }
  get evidenceDir() {
    return join(this.root, EVIDENCE);
  }
  cellDir(cell) {
    return join(this.root, safeName(cell));
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
    const place = join(this.root, QUARANTINE, safeName(cell), safeName(attempt), path);
    let aside = place;
    for (let n = 2; lstatSync(aside, { throwIfNoEntry: false }) !== void 0; n++) aside = `${place}~${n}`;
    await mkdir(dirname(aside), { recursive: true });
    await writeDurably(
      `${aside}.reason.json`,
      `${JSON.stringify({ run: this.run, cell, path, attempt, reason })}
`
    );
    await rename(join(this.cellDir(cell), path), aside);
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
  /** The keeper's rows of memory over time. */
  async writeMemory(text) {
    this.requireUnsealed();
    await this.#write("memory.tsv", text);
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
  /** What the seal attests, by file name: it speaks of the seal, and is no part of it. */
  async writeStatements(texts) {
    for (const [name, text] of Object.entries(texts)) await this.#write(name, text);
  }
  readSeal() {
    const path = join(this.root, EVIDENCE, "seal.json");
    if (lstatSync(path, { throwIfNoEntry: false }) === void 0) return void 0;
    try {
      const { seal: seal2, document } = JSON.parse(readFileSync(path, "utf8"));
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
    const aside = join(this.root, QUARANTINE, `${EVIDENCE}-${stored.seal.slice(0, 8)}.json`);
    await mkdir(dirname(aside), { recursive: true });
    await writeDurably(aside, `${JSON.stringify({ ...stored, broken: why })}
`);
    await rm(join(this.root, EVIDENCE, "seal.json"));
    syncDirectory(join(this.root, EVIDENCE));
  }
  async readVerdicts() {
    const text = await readFile(join(this.root, EVIDENCE, "verdicts.json"), "utf8");
    return JSON.parse(text).verdicts;
  }
  async #hash(disk, cell, path) {
    let at = this.cellDir(cell);
    for (const name of path.split("/").slice(0, -1)) {
      at = join(at, name);
      if (!lstatSync(at, { throwIfNoEntry: false })?.isDirectory()) return void 0;
    }
    const file = join(this.cellDir(cell), path);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return void 0;
    return { bytes: stats.size, sha256: await disk.hash(file, stats.size) };
  }
  async #write(name, text) {
    const dir = join(this.root, EVIDENCE);
    try {
      await mkdir(dir, { recursive: true });
      await writeDurably(join(dir, name), text);
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
  if (!lstatSync(dir, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(dir, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1).flatMap((entry) => {
    const path = `${above}${entry.name}`;
    return entry.isDirectory() ? filesBelow(join(dir, entry.name), `${path}/`) : [[path, entry.isFile()]];
  });
}

export {
  seal,
  sealedFiles,
  liesIn,
  checkSeal,
  EVIDENCE,
  RunStore
};
