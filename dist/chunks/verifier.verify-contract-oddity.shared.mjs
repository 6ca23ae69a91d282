import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  BoundedReader,
  Broken,
  COPIED,
  CsvRows,
  DEFAULT_BUDGETS,
  DigestCheck,
  FORMATS,
  Findings,
  HEAD_BYTES,
  JsonScanner,
  LEVEL_NEEDED,
  PART_OF,
  SEPARATORS,
  SET_NOT_WHOLE,
  STEPS_THAT_SHOW,
  VERIFIER_VERSION,
  copyAmong,
  countsAs,
  emptyBooks,
  examineInside,
  hasNoRate,
  holdsTensors,
  isOfSixteenBits,
  quoted,
  sequentialPass,
  settled,
  shown,
  stepFaults,
  systemClock,
  unreadKind,
  verdictOf,
  verifyMember,
  withPool,
  withoutTable
} from "./verifier.clock.shared.mjs";

// src/verify/contract/tree.ts
var folderOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf("/")));
var nameIn = (path) => path.slice(path.lastIndexOf("/") + 1);
var prefixOf = (folder) => folder === "" ? "" : `${folder}/`;
var inFolder = (folder, name) => prefixOf(folder) + name;
var beside = (path, name) => inFolder(folderOf(path), name);
function byFolder(files) {
  const folders = /* @__PURE__ */ new Map();
  for (const file of files) {
    const folder = folderOf(file.path);
    const list = folders.get(folder);
    if (list === void 0) folders.set(folder, [file]);
    else list.push(file);
  }
  return folders;
}

// src/verify/contract/oddity.ts
function strangeness(entry) {
  if (entry.isFile()) return void 0;
  if (entry.isSymbolicLink()) {
    const what = "is a symbolic link; links are never followed, so name what it points to";
    return { code: "symbolic-link", severity: "inconclusive", what };
  }
  return { code: "not-a-file", severity: "fail", what: "is a device, pipe or socket, not a file" };
}
function verdictWithoutReading({ path, code, severity, what }, role) {
  return {
    label: path,
    verdict: severity === "fail" ? "fail" : "inconclusive",
    counts: false,
    level: "L0",
    requiredLevel: LEVEL_NEEDED[role],
    role,
    format: "unknown",
    bytes: 0,
    facts: { scalars: {} },
    keys: { top: [], total: 0 },
    imports: [],
    reasons: [{ code, severity, level: "L0", what }],
    reasonsLeftOut: 0,
    requests: 0,
    bytesRead: 0,
    verifierVersion: VERIFIER_VERSION
  };
}
var verdictGivenUp = ({ path, bytes }, what, role) => ({
  ...verdictWithoutReading({ path, code: "over-budget", severity: "inconclusive", what }, role),
  bytes
});

// src/verify/engine/asked-together.ts
function askedAlone(task) {
  if (task.answeredBy === void 0 || !mayAnswerForStep(task) || task.expectation === void 0) return task;
  const { step: _step, minStep: _minStep, ...expectation } = task.expectation;
  return { ...task, expectation };
}
var mayAnswerForStep = ({ role }) => role !== "metrics";
var STEP = /* @__PURE__ */ Symbol("step");
var AskedTogether = class {
  #files = /* @__PURE__ */ new Map();
  #sets = /* @__PURE__ */ new Map();
  constructor({ files }, taskOf, { sets, verdicts }) {
    const ofSet = /* @__PURE__ */ new Map();
    for (const each of sets)
      for (const path of [...each.set.parts, ...each.set.members]) grow(ofSet, path, each);
    for (const { path } of files) {
      const [task, verdict] = [taskOf(path), verdicts.get(path)];
      if (task?.answeredBy === void 0 || verdict === void 0) continue;
      const own = ofSet.get(path);
      if (own === void 0) grow(this.#files, folderOf(path), { path, task, verdict });
      else
        for (const answer of [verdict, ...own.map((each) => each.verdict)])
          grow(this.#sets, folderOf(path), { role: task.role, verdict: answer });
    }
  }
  /** Whether a file beside a set holds what none of that set does. */
  holdsBeside(path, task, name) {
    if (task.answeredBy === void 0) return false;
    const files = this.#files.get(folderOf(path)) ?? [];
    return files.some((file) => mayAnswer(task, file.task) && answerOf(file, name) !== "no");
  }
  /** Reasons for files that lack what they should hold themselves, and a verdict for each folder in which nobody holds it. */
  judge() {
    const files = /* @__PURE__ */ new Map();
    const folders = [];
    for (const [folder, asked] of this.#files) {
      const findings = new Findings();
      const said = /* @__PURE__ */ new Set();
      for (const file of asked) {
        const reasons = ofOwnStep(file);
        for (const wish of wishesOf(file.task)) {
          const found = this.#lacking(file, wish, asked);
          if (found === void 0) continue;
          if (found.of === "file") reasons.push(found.reason);
          else if (!said.has(wish)) findings.fail("L3", found.reason.code, found.reason.what, found.reason);
          said.add(wish);
        }
        if (reasons.length > 0) files.set(file.path, reasons);
      }
      const [first] = asked;
      if (first !== void 0 && findings.has("fail")) folders.push(ofFolder(folder, first, asked, findings));
    }
    return { files, folders };
  }
  #lacking(file, wish, asked) {
    if (answerOf(file, wish) !== "no") return void 0;
    const { task, path } = file;
    const others = asked.filter((other) => other !== file);
    const like = others.find(
      (other) => seriesOf(other) === seriesOf(file) && answerOf(other, wish) === "yes"
    );
    if (like !== void 0)
      return {
        of: "file",
        reason: reasonOf(wish, task, `, which ${quoted(nameIn(like.path))} does`)
      };
    const sets = this.#sets.get(folderOf(path)) ?? [];
    const isHeld = others.some((other) => mayAnswer(task, other.task) && answerOf(other, wish) !== "no") || sets.some(({ verdict, role }) => mayAnswer(task, { role }) && holds(verdict, wish) === true);
    if (isHeld) return void 0;
    const isOneOfSeveral = others.length + sets.length > 0;
    return task.answeredBy === "folder" && isOneOfSeveral ? { of: "folder", reason: reasonOf(wish, task, " in any of its files") } : { of: "file", reason: reasonOf(wish, task, "") };
  }
};
var mayAnswer = ({ answeredBy, role }, other) => answeredBy === "folder" || other.role !== role;
function wishesOf(task) {
  const { contains, expectation: { step, minStep } = {} } = task;
  const asksStep = mayAnswerForStep(task) && (step !== void 0 || minStep !== void 0);
  return [...contains, ...asksStep ? [STEP] : []];
}
function answerOf({ task, verdict }, wish) {
  if (verdict.lacks === void 0) return "unknown";
  if (wish === STEP && !mayAnswerForStep(task)) return "no";
  return holds(verdict, wish) === true ? "yes" : "no";
}
var holds = ({ facts, lacks }, wish) => wish === STEP ? facts.step !== void 0 : lacks && !lacks.includes(wish);
var seriesOf = ({ path, task }) => `${task.role} ${nameIn(path).replace(/\d+/g, "#")}`;
function ofOwnStep({ task, verdict }) {
  if (!mayAnswerForStep(task) || verdict.facts.step === void 0) return [];
  const { step, minStep } = task.expectation ?? {};
  return stepFaults(verdict.facts, {
    ...step === void 0 ? {} : { step },
    ...minStep === void 0 ? {} : { minStep }
  }).map((fault2) => ({ severity: "fail", level: "L3", ...fault2 }));
}
function reasonOf(wish, { expectation }, end) {
  if (wish !== STEP) {
    const what2 = `does not contain "${wish}"${end}`;
    return { code: "key-missing", severity: "fail", level: "L3", what: what2, expected: wish };
  }
  const [fault2] = stepFaults({}, expectation ?? {});
  const { code = "step-missing", what = "no step", expected = "" } = fault2 ?? {};
  return { code, severity: "fail", level: "L3", what: `${what}${end}`, expected };
}
function ofFolder(folder, { task: { role, allowDegraded } }, asked, findings) {
  return verdictOf(findings, allowDegraded, {
    label: folder,
    level: findings.level("L3"),
    requiredLevel: LEVEL_NEEDED[role],
    role,
    format: "folder",
    bytes: asked.reduce((sum, { verdict }) => sum + verdict.bytes, 0)
  });
}
function grow(lists, key, value) {
  const list = lists.get(key);
  if (list === void 0) lists.set(key, [value]);
  else list.push(value);
}

// src/verify/engine/folder-parts.ts
var KINDS = /* @__PURE__ */ new Set(["hf-trainer-checkpoint", "accelerate-state"]);
var PARTS = {
  weights: /^((pytorch_)?model|adapter_model)(_\d+|-\d+-of-\d+)?\.(safetensors|bin)$/,
  optimizer: /^optimizer(_\d+)?\.(pt|bin)$/
};
function partsOfFolder({ set, verdict: { format } }, verdicts) {
  if (!KINDS.has(format)) return void 0;
  const parts = {};
  for (const part of ["weights", "optimizer"]) {
    const [path, ...more] = set.members.filter((member) => PARTS[part].test(nameIn(member)));
    const verdict = path === void 0 || more.length > 0 ? void 0 : verdicts.get(path);
    if (path !== void 0 && verdict !== void 0) parts[part] = { path, verdict };
  }
  return parts;
}
var FolderFaults = class {
  files = /* @__PURE__ */ new Map();
  sets = /* @__PURE__ */ new Map();
  add(set, path, reason) {
    this.files.set(path, [...this.files.get(path) ?? [], reason]);
    if (reason.severity === "fail")
      this.sets.set(set, [...this.sets.get(set) ?? [], { ...reason, file: path }]);
  }
};

// src/verify/engine/copies-apart.ts
function judgeCopiesApart(sets, verdicts) {
  const faults = new FolderFaults();
  for (const set of sets) {
    const { weights, optimizer } = partsOfFolder(set, verdicts) ?? {};
    if (weights === void 0 || optimizer === void 0) continue;
    const { table = [], facts } = optimizer.verdict;
    const copy = copyAmong(weights.verdict.table ?? [], table, facts.optimizer);
    if (copy !== void 0) faults.add(set, weights.path, { code: COPIED, level: "L3", ...copy });
  }
  return faults;
}

// src/verify/engine/set-contents.ts
function groupsOf(sets) {
  let groups = [];
  for (const each of sets) {
    const own = { paths: /* @__PURE__ */ new Set([...each.set.parts, ...each.set.members]), sets: [each] };
    const touching = groups.filter((group) => isTouching(group, own));
    for (const group of touching) {
      for (const path of group.paths) own.paths.add(path);
      own.sets.unshift(...group.sets);
    }
    groups = [...groups.filter((group) => !touching.includes(group)), own];
  }
  return groups;
}
function isTouching(a, b) {
  const reaches = (group, paths) => {
    const folders = group.sets.flatMap(({ set }) => set.within ?? []);
    return folders.some((folder) => [...paths].some((path) => path.startsWith(`${folder}/`)));
  };
  return [...b.paths].some((path) => a.paths.has(path)) || reaches(a, b.paths) || reaches(b, a.paths);
}
function judgeContents(sets, verdicts, { taskOf, asked }) {
  const faults = { files: /* @__PURE__ */ new Map(), sets: /* @__PURE__ */ new Map() };
  for (const group of groupsOf(sets)) {
    const own = [...group.paths].flatMap((path) => verdicts.get(path) ?? []);
    const all = [...group.sets.map(({ verdict }) => verdict), ...own];
    const readsAll = sets.every(({ set }) => !set.members.some((path) => group.paths.has(path)));
    const hasTensors = readsAll || all.some(({ tensors }) => (tensors?.count ?? 0) > 0);
    for (const path of group.paths) {
      const task = taskOf(path);
      if (task === void 0) continue;
      const ofStep = judgeStep(all, task);
      for (const each of group.sets)
        if (ofStep.length > 0 && each.set.parts.includes(path)) faults.sets.set(each, ofStep);
      const isHeld = (name) => all.some(({ lacks }) => lacks?.includes(name) === false) || asked.holdsBeside(path, task, name);
      const reasons = [...ofStep, ...holdsTensors(task.role) ? judgeNames(isHeld, task, hasTensors) : []];
      if (reasons.length > 0) faults.files.set(path, reasons);
    }
  }
  return faults;
}
function judgeStep(all, { role, expectation }) {
  if (expectation === void 0 || role === "metrics") return [];
  const first = (fact) => all.find(({ facts }) => facts[fact] !== void 0)?.facts[fact];
  const [step, epoch] = [first("step"), first("epoch")];
  const known = { ...step === void 0 ? {} : { step }, ...epoch === void 0 ? {} : { epoch } };
  return stepFaults(known, expectation).map((each) => ({ severity: "fail", level: "L3", ...each }));
}
function judgeNames(isHeld, task, hasTensors) {
  const missing = task.contains.filter((name) => !isHeld(name));
  return [
    ...missing.map(
      (name) => fault("fail", "key-missing", `neither it nor what belongs to it contains "${name}"`, name)
    ),
    ...hasTensors ? [] : [
      fault(
        TENSORLESS[task.roleFrom ?? "declared"],
        "no-tensors",
        `a ${task.role} without a single tensor`
      )
    ]
  ];
}
var TENSORLESS = {
  declared: "fail",
  guessed: "degraded",
  set: "note"
};
var fault = (severity, code, what, expected) => ({
  code,
  severity,
  level: "L3",
  what,
  ...expected === void 0 ? {} : { expected }
});

// src/verify/engine/tree-options.ts
var taskFor = (path, options) => options.taskOf(path) ?? { role: "archive", contains: [], allowDegraded: true, requiredLevel: "L0" };
var FREE_TURNS = { begin() {
}, refusal: () => void 0 };

// src/verify/engine/set-examination.ts
var SetExamination = class {
  #tree;
  #kind;
  #set;
  #options;
  #findings;
  #budgets;
  #parts = /* @__PURE__ */ new Map();
  #opened = /* @__PURE__ */ new Set();
  #subject;
  #proof;
  #contains;
  constructor({ tree, kind, set, options, verdicts }) {
    this.#tree = tree;
    this.#kind = kind;
    this.#set = set;
    this.#options = options;
    this.#budgets = { ...DEFAULT_BUDGETS, ...options.budgets };
    const tasks = [...set.parts, ...set.members].flatMap((path) => options.taskOf(path) ?? []);
    this.#contains = [...new Set(tasks.flatMap(({ contains }) => contains))];
    const expectation = Object.assign({}, ...tasks.map((task) => task.expectation ?? {}));
    this.#subject = {
      tree,
      role: roleOf(tasks),
      roleFrom: "set",
      budgets: this.#budgets,
      expectation,
      allowImports: options.allowImports ?? [],
      allowDegraded: tasks.some((task) => task.allowDegraded),
      digestGiven: set.parts.every((path) => options.taskOf(path)?.sha256 !== void 0),
      ...emptyBooks(),
      scanning: { moments: options.moments === true },
      depth: 0,
      expansion: 1,
      verdictOf: (path) => verdicts.get(path),
      text: (path, mostBytes) => this.#text(path, mostBytes),
      part: (path) => this.#part(path)
    };
    this.#findings = this.#subject.findings;
  }
  async run() {
    try {
      await settled(this.#findings, this.#options.signal, async () => {
        this.#proof = await this.#set.examine(this.#subject);
      });
    } finally {
      for (const source of this.#opened) await source.close();
    }
    const { checksummed = true } = this.#proof ?? {};
    if (!checksummed && !this.#subject.digestGiven) {
      const what = `${this.#kind.name} carries no checksum and no manifest digest was given`;
      this.#findings.degraded("L1", "no-checksum", what);
    }
  }
  /** In the place of `run`, when that had to be ended. */
  giveUp(what) {
    this.#findings.inconclusive("L0", "over-budget", what);
  }
  verdict() {
    const { role, allowDegraded, facts, keys, imports, table } = this.#subject;
    const files = /* @__PURE__ */ new Set([...this.#set.parts, ...this.#set.members]);
    const readers = [...this.#parts.values()].map(({ reader }) => reader);
    const digest = table.digest();
    const count = table.rows.length;
    return verdictOf(this.#findings, allowDegraded, {
      label: this.#set.root,
      level: this.#findings.level(this.#proof?.reaches ?? "L0"),
      requiredLevel: LEVEL_NEEDED[role],
      role,
      format: this.#kind.name,
      bytes: this.#tree.files.reduce(
        (sum, { path, sizeBytes }) => sum + (files.has(path) ? sizeBytes : 0),
        0
      ),
      ...count === 0 ? {} : {
        tensors: {
          count,
          elements: table.rows.reduce(
            (sum, { shape }) => sum + shape.reduce((n, size) => n * size, 1),
            0
          ),
          nonFinite: table.rows.reduce((sum, { nonFinite }) => sum + nonFinite, 0)
        }
      },
      ...digest === void 0 ? {} : { tensorsDigest: digest },
      ...this.#options.table === true ? { table: table.rows } : {},
      lacks: keys.missing(this.#contains),
      facts,
      keys: keys.summary(),
      imports: [...imports].sort(),
      requests: readers.reduce((sum, { requests }) => sum + requests, 0),
      bytesRead: readers.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
    });
  }
  /** What the set says about a file that only it can read. */
  partVerdict(path) {
    const task = taskFor(path, this.#options);
    const part = this.#parts.get(path);
    const findings = part?.findings ?? new Findings();
    const sizeBytes = this.#tree.files.find((file) => file.path === path)?.sizeBytes ?? 0;
    if (part === void 0)
      findings.inconclusive("L1", "part-not-read", "its set could not be read far enough to look at it");
    const sha256 = part?.sha256 ?? task.alreadyHashed?.toLowerCase();
    return verdictOf(findings, task.allowDegraded, {
      label: path,
      level: findings.level(part === void 0 ? "L0" : this.#proof?.reaches ?? "L0"),
      requiredLevel: task.requiredLevel ?? LEVEL_NEEDED[task.role],
      role: task.role,
      format: `${PART_OF}${this.#kind.name}`,
      bytes: sizeBytes,
      ...sha256 === void 0 ? {} : { sha256 },
      requests: part?.reader?.requests ?? 0,
      bytesRead: part?.reader?.bytesRead ?? 0,
      partOf: this.#set.root
    });
  }
  async #text(path, mostBytes = 1024 ** 2) {
    const file = this.#tree.files.find((each) => each.path === path);
    if (file === void 0)
      throw new Broken("L2", "file-missing", `${quoted(path)} is missing`, { file: path });
    if (file.sizeBytes > mostBytes) {
      throw new Broken("L2", "file-too-long", `${quoted(path)} is too long for what it should be`, {
        file: path,
        expected: `at most ${mostBytes} bytes`,
        found: `${file.sizeBytes} bytes`
      });
    }
    const source = await this.#tree.open(path);
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(await source.read(0, file.sizeBytes));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new Broken("L2", "not-utf8", `${quoted(path)} is not UTF-8 text`, { file: path });
    } finally {
      await source.close();
    }
  }
  async #part(path) {
    const file = this.#tree.files.find((each) => each.path === path);
    if (file === void 0)
      throw new Broken("L2", "file-missing", `${quoted(path)} is missing`, { file: path });
    const source = await this.#tree.open(path);
    this.#opened.add(source);
    const { signal, clock = systemClock, chunkBytes = 1024 ** 2 } = this.#options;
    const reader = new BoundedReader(source, this.#budgets, clock, signal);
    const findings = this.#findings.in(path);
    const record = { findings, reader, sha256: void 0 };
    this.#parts.set(path, record);
    const task = this.#options.taskOf(path);
    const head = file.sizeBytes === 0 ? new Uint8Array(0) : await reader.head(HEAD_BYTES);
    const { onProgress: _onProgress, ...same } = this.#options;
    const subject = {
      ...this.#subject,
      label: path,
      reader,
      head,
      sizeBytes: source.sizeBytes,
      findings,
      digestGiven: task?.sha256 !== void 0,
      examine: (inner, inside) => examineInside(subject, inner, inside, same)
    };
    return {
      ...subject,
      pass: async (regions) => {
        const { hash = false } = this.#options;
        const digest = new DigestCheck({ hash, ...task });
        const complete = await sequentialPass(reader, regions[Symbol.iterator](), findings, {
          chunkBytes,
          ...digest.hash === void 0 ? {} : { hash: digest.hash },
          ...this.#options.onProgress === void 0 ? {} : { onProgress: (done, total) => this.#options.onProgress?.(path, done, total) }
        });
        await reader.mustBeUnchanged();
        digest.take();
        digest.judge(findings);
        record.sha256 = digest.found;
        return complete;
      },
      close: async () => {
        if (this.#opened.delete(source)) await source.close();
      }
    };
  }
};
var roleOf = (tasks) => tasks.reduce(
  (role, task) => LEVEL_NEEDED[task.role] > LEVEL_NEEDED[role] ? task.role : role,
  tasks[0]?.role ?? "archive"
);

// src/verify/engine/set-names.ts
var MAY_BE_OF_SET = new RegExp(
  [
    // Shards of any format and data files of TensorFlow, or their index.
    "-[0-9]{5}-of-[0-9]{5}",
    String.raw`\.index(\.json)?$`,
    String.raw`[0-9]{5}\.tar(\.gz|\.zst)?$`,
    // What trainers call their files and folders.
    String.raw`(^|/)(trainer_state\.json|training_args\.bin|rng_state[^/]*|random_states_[^/]*|optimizer\.bin|latest)$`,
    String.raw`_(model|optim)_states\.pt$`,
    "(^|/)(iter_[0-9]{7}|release)/",
    String.raw`(^|/)adapter_(model\.(safetensors|bin)|config\.json)$`,
    String.raw`\.ckpt$`,
    String.raw`(^|/)model_index\.json$|/diffusion_pytorch_model[^/]*$`,
    "[rR][aA][nN][kK][._-]?[0-9]",
    // What libraries do.
    String.raw`_[0-9]{2,}\.npy(\.z)?$`,
    String.raw`\.[oO][nN][nN][xX]$`,
    String.raw`(^|/)(saved_model\.pb|checkpoint|model\.json|weights_manifest\.json)$|\.weights\.bin$`,
    String.raw`\.metadata$|\.distcp$`,
    String.raw`(^|/)(_CHECKPOINT_METADATA|_METADATA|manifest\.ocdbt|commit_success\.txt)$|\.orbax-checkpoint-tmp`,
    String.raw`(^|/)(\.zarray|\.zgroup|\.zattrs|\.zmetadata|zarr\.json)$`
  ].join("|")
);
var mayBeOfSet = (path) => MAY_BE_OF_SET.test(path);

// src/verify/engine/siblings.ts
function judgeSiblings(sets, verdicts) {
  const faults = new FolderFaults();
  for (const series of seriesOf2(sets, verdicts)) {
    for (const [i, later] of series.entries())
      for (const part of ["weights", "optimizer"]) {
        const own = later.parts[part];
        const earlier = series.slice(0, i).findLast((each) => isSame(own, each.parts[part]));
        if (own === void 0 || earlier === void 0) continue;
        const reason = stoodStill(series, part) ? standingStill(part, series.length) : reasonFor(part, own, { earlier, later });
        faults.add(later.set, own.path, reason);
      }
  }
  return faults;
}
function seriesOf2(sets, verdicts) {
  const series = /* @__PURE__ */ new Map();
  for (const set of sets) {
    const parts = partsOfFolder(set, verdicts);
    const name = nameIn(set.set.root);
    const numbers = name.match(/\d+/g) ?? [];
    if (parts === void 0 || numbers.length !== 1) continue;
    const { format, facts } = set.verdict;
    const key = [format, folderOf(set.set.root), name.replace(/\d+/, "#")].join("\n");
    const sibling = { set, number: Number(numbers[0]), step: facts.step, parts };
    series.set(key, [...series.get(key) ?? [], sibling]);
  }
  return [...series.values()].map((list) => list.sort((a, b) => a.number - b.number));
}
var digestOf = (held) => (held?.verdict.tensors?.count ?? 0) > 0 ? held?.verdict.tensorsDigest : void 0;
var isSame = (a, b) => digestOf(a) !== void 0 && digestOf(a) === digestOf(b);
var FEWEST_STANDING = 3;
var stoodStill = (series, part) => series.length >= FEWEST_STANDING && series.every(({ parts }) => isSame(parts[part], series[0]?.parts[part]));
var standingStill = (part, count) => ({
  code: `${part}-of-sibling`,
  severity: "note",
  level: "L3",
  what: `holds the very tensors that all of its ${count - 1} siblings hold: nothing moved from the first to the last`
});
function reasonFor(part, own, { earlier, later }) {
  const other = part === "weights" ? "optimizer" : "weights";
  const [before, after] = [earlier.parts[other], later.parts[other]];
  const otherMoved = digestOf(before) !== void 0 && digestOf(after) !== void 0 && !isSame(before, after);
  const steps = later.step === void 0 || earlier.step === void 0 ? 0 : later.step - earlier.step;
  const mayBeRounded = part === "weights" && steps < STEPS_THAT_SHOW && isOfSixteenBits(own.verdict.table ?? []);
  const isOfNoRate = part === "weights" && hasNoRate(before?.verdict.facts ?? {}, after?.verdict.facts ?? {});
  const isStale = (steps > 0 || otherMoved) && !mayBeRounded && !isOfNoRate;
  const why = isOfNoRate ? ", and its rate is zero in both" : otherMoved ? `, though the ${other} moved` : steps > 0 ? `, though ${steps} steps lie between them` : "";
  return {
    code: `${part}-of-sibling`,
    severity: isStale ? "fail" : "note",
    level: "L3",
    what: `holds the very tensors of ${quoted(earlier.parts[part]?.path ?? "")}${why}${isStale ? ": one of the two is stale" : ""}`
  };
}

// src/verify/engine/verify-tree.ts
async function verifyTree(tree, options) {
  const files = [];
  const onFinal = (index, verdict) => {
    files[index] = verdict;
  };
  const sets = await verifyEach(tree, options, { turns: FREE_TURNS, onFinal });
  return { files: files.filter((verdict) => verdict !== void 0), sets };
}
async function verifyEach(tree, options, watch) {
  const largest = tree.files.reduce((most, { sizeBytes }) => Math.max(most, sizeBytes), 0);
  return await withPool(
    options.jobs,
    largest,
    (workers) => verifyWith({ tree, options, ...watch, workers }),
    options.signal
  );
}
async function verifyWith(work) {
  const { tree, options, turns, onFinal } = work;
  turns.begin(ALL);
  const found = await findSets(tree);
  const partOf = /* @__PURE__ */ new Map();
  for (const each of found) for (const path of each.set.parts) if (!partOf.has(path)) partOf.set(path, each);
  const isWanted = ({ path }) => options.taskOf(path) !== void 0;
  const inSets = new Set(found.flatMap(({ set }) => [...set.parts, ...set.members]));
  const wantedInSets = new Set(
    tree.files.filter((file) => inSets.has(file.path) && isWanted(file)).map(({ path }) => path)
  );
  const touched = found.filter(
    ({ set }) => [...set.parts, ...set.members].some((path) => wantedInSets.has(path))
  );
  const belongs = new Set(touched.flatMap(({ set }) => set.members));
  const verdicts = /* @__PURE__ */ new Map();
  function* items() {
    for (const [index, file] of tree.files.entries()) {
      const { path, sizeBytes } = file;
      if (!(isWanted(file) || belongs.has(path)) || partOf.has(path)) continue;
      const task = taskFor(path, options);
      const ofSet = belongs.has(path) ? { ...task, roleFrom: "set" } : task;
      const isOfSet = inSets.has(path);
      const isAwaited = isOfSet || task.answeredBy !== void 0;
      const own = isOfSet ? ofSet : askedAlone(task);
      yield { index, path, sizeBytes, task: own, isWanted: isWanted(file), isAwaited };
    }
  }
  const settle = (item, verdict) => {
    if (item.isWanted) options.onVerdict?.(verdict);
    if (item.isAwaited)
      verdicts.set(item.path, inSets.has(item.path) ? verdict : withoutTable(verdict, options));
    else onFinal(item.index, shown(verdict, options));
  };
  const verifyHere = async (item) => {
    const { path, sizeBytes, index, task } = item;
    settle(item, await verifyInTurn(work, { kind: "file", path, bytes: sizeBytes, index }, task));
  };
  const left = await work.crew?.take(items, { verifyHere, settle }) ?? items();
  for (const item of left) await verifyHere(item);
  const sets = [];
  for (const each of touched) sets.push(await examineSet(work, each, verdicts, partOf));
  turns.begin(ALL);
  const asked = new AskedTogether(tree, options.taskOf, { sets, verdicts });
  const faults = judgeContents(sets, verdicts, { taskOf: options.taskOf, asked });
  const together2 = asked.judge();
  const beside2 = [judgeSiblings(sets, verdicts), judgeCopiesApart(sets, verdicts)];
  for (const [index, file] of tree.files.entries()) {
    const { path } = file;
    const verdict = isWanted(file) ? verdicts.get(path) : void 0;
    if (verdict === void 0) continue;
    const { allowDegraded } = taskFor(path, options);
    const reasons = [faults, together2, ...beside2].flatMap(({ files }) => files.get(path) ?? []);
    onFinal(index, shown(withFaults(verdict, reasons, allowDegraded), options));
  }
  const ofSets = sets.map(
    (each) => withFaults(
      each.verdict,
      [faults, ...beside2].flatMap((of) => of.sets.get(each) ?? []),
      true
    )
  );
  return [...ofSets, ...together2.folders].map((verdict) => shown(verdict, options));
}
async function examineSet({ tree, options, turns }, { kind, set }, verdicts, partOf) {
  const examination = new SetExamination({ tree, kind, set, options, verdicts });
  const turn = { kind: "set", path: set.root, bytes: bytesOf(tree, set) };
  const refusal = turns.refusal(turn);
  if (refusal !== void 0) examination.giveUp(refusal);
  else {
    turns.begin(turn);
    await examination.run();
  }
  const verdict = examination.verdict();
  for (const path of set.parts)
    if (partOf.get(path)?.set === set) verdicts.set(path, examination.partVerdict(path));
  for (const path of [...set.parts, ...set.members]) {
    const alone = verdicts.get(path);
    if (alone !== void 0) verdicts.set(path, together(alone, verdict, taskFor(path, options)));
  }
  options.onVerdict?.(verdict);
  return { set, verdict };
}
var ALL = { kind: "all", path: "", bytes: 0 };
function bytesOf(tree, { parts, members }) {
  const own = /* @__PURE__ */ new Set([...parts, ...members]);
  return tree.files.reduce((sum, { path, sizeBytes }) => sum + (own.has(path) ? sizeBytes : 0), 0);
}
async function verifyInTurn(work, turn, task) {
  const refusal = work.turns.refusal(turn);
  if (refusal !== void 0) return verdictGivenUp(turn, refusal, task.role);
  work.turns.begin(turn);
  const { tree, options, workers } = work;
  return await verifyMember(await tree.open(turn.path), options, task, { path: turn.path, workers });
}
function withFaults(alone, faults, allowDegraded) {
  if (faults.length === 0) return alone;
  const severities = new Set(faults.map(({ severity }) => severity));
  const worst = severities.has("fail") ? "fail" : severities.has("degraded") ? "pass-degraded" : "pass";
  const verdict = isWorse(worst, alone.verdict) ? worst : alone.verdict;
  const { byItself } = alone;
  const level = severities.has("fail") && alone.level > "L2" ? "L2" : alone.level;
  const counts = countsAs(verdict, allowDegraded);
  return {
    ...alone,
    ...byItself && { byItself: isWorse(worst, byItself) ? worst : byItself },
    ...{ verdict, level, counts },
    reasons: [...faults, ...alone.reasons]
  };
}
async function findSets(tree) {
  if (!tree.files.some(({ path }) => mayBeOfSet(path))) return [];
  const { SETS } = await import("./verifier.verify-engine-sets.mjs");
  const found = [];
  for (const kind of SETS) for (const set of await kind.find(tree)) found.push({ kind, set });
  return found;
}
function together(alone, set, task) {
  const partOf = alone.partOf ?? set.label;
  const { verdict } = set;
  if (!isWorse(verdict, alone.verdict)) return { ...alone, partOf };
  const [first] = set.reasons;
  const severity = verdict === "pass-degraded" ? "degraded" : verdict === "fail" ? "fail" : "inconclusive";
  const level = first?.level ?? "L2";
  const culprit = first?.file === void 0 || first.file === alone.label ? "" : `${quoted(first.file)}: `;
  const what = `belongs to ${set.label || "."} (${set.format}): ${culprit}${first?.what ?? verdict}`;
  const { byItself: known, ...rest } = alone;
  const byItself = severity === "degraded" || isCulprit(set, alone.label) ? void 0 : known ?? foundAlone(alone);
  return {
    ...rest,
    partOf,
    verdict,
    ...byItself && { byItself },
    counts: countsAs(verdict, task.allowDegraded),
    reasons: [
      {
        code: SET_NOT_WHOLE,
        severity,
        level,
        what,
        ...first?.file === void 0 ? {} : { file: first.file }
      },
      ...alone.reasons
    ]
  };
}
var isCulprit = ({ reasons, verdict }, path) => reasons.some(
  ({ file, found, severity }) => file === path && found !== SET_NOT_WHOLE && (severity === "fail" || severity === verdict)
);
var foundAlone = ({ verdict, format, level }) => verdict === "pass" && format.startsWith(PART_OF) && level === "L0" ? "inconclusive" : verdict;
var isWorse = (a, b) => WORSE.indexOf(a) > WORSE.indexOf(b);
var WORSE = ["pass", "pass-degraded", "inconclusive", "fail"];

// src/verify/text/unnamed.ts
var NEWLINE = 10;
var LIMITS = { depth: 512, constantBytes: 1 << 20, keys: 1e6 };
var LINE_BYTES = 1 << 20;
function isFaultless(format, { head, sizeBytes }) {
  const isWhole = head.length === sizeBytes;
  const lines = isWhole ? head : head.subarray(0, head.lastIndexOf(NEWLINE) + 1);
  if (format === "json") return isSound(() => feedDocument(head, isWhole));
  if (format === "jsonl") return isSound(() => feedLines(lines));
  if (format === "csv") return SEPARATORS.some((separator) => isTable(lines, separator));
  return true;
}
function feedDocument(head, isWhole) {
  const scanner = new JsonScanner({ scalar: () => {
  } }, { ...LIMITS, comments: true });
  scanner.feed(head, 0);
  if (isWhole) scanner.end(head.length);
}
function feedLines(lines) {
  const scanner = new JsonScanner({ scalar: () => {
  } }, LIMITS);
  for (let from = 0; from < lines.length; ) {
    const found = lines.indexOf(NEWLINE, from);
    const end = found < 0 ? lines.length : found;
    scanner.feed(lines.subarray(from, end), from);
    if (!scanner.isUntouched && found >= 0) scanner.end(end);
    scanner.reset();
    from = end + 1;
  }
}
function isTable(lines, separator) {
  const counts = /* @__PURE__ */ new Set();
  let rows = 0;
  const rowsOf = new CsvRows(separator, LINE_BYTES, (cells) => {
    counts.add(cells.length);
    rows += 1;
  });
  const isWhole = isSound(() => {
    rowsOf.feed(lines, 0);
    rowsOf.end();
  });
  return isWhole && rows >= 2 && counts.size === 1 && !counts.has(1);
}
function isSound(read) {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof Broken) return false;
    throw error;
  }
}

// src/verify/engine/role-by-content.ts
var BY_FORMAT = {
  safetensors: "checkpoint",
  "torch-legacy": "checkpoint",
  jsonl: "metrics",
  csv: "metrics",
  json: "config",
  text: "log",
  // Many a log begins like a mapping.
  yaml: "log"
};
function roleByContent(head, sizeBytes) {
  if (unreadKind({ head, sizeBytes }) !== void 0) return "opaque";
  const known = (role) => FORMATS.find((each) => {
    const probe = { head, sizeBytes, role };
    return each.recognises(probe) && isFaultless(each.name, probe);
  });
  const format = known("archive") ?? known("config");
  const isText = format?.name !== "text" || !head.includes(0);
  return format === void 0 || !isText ? "opaque" : BY_FORMAT[format.name] ?? "archive";
}
var HEAD_BYTES2 = 64 * 1024;
async function roleOfSource(source) {
  return roleByContent(await source.read(0, Math.min(HEAD_BYTES2, source.sizeBytes)), source.sizeBytes);
}

export {
  strangeness,
  folderOf,
  nameIn,
  prefixOf,
  inFolder,
  beside,
  byFolder,
  verifyTree,
  verifyEach,
  roleByContent,
  roleOfSource
};
