import { systemClock } from '../../clock.ts';
import { LEVEL_NEEDED, type Role } from '../../evidence-level.ts';
import { type Budgets, DEFAULT_BUDGETS } from '../contract/budgets.ts';
import { Broken, Findings } from '../contract/findings.ts';
import type { Expectation, Subject } from '../contract/format.ts';
import type { FoundSet, Part, SetKind, SetProof, SetSubject } from '../contract/set.ts';
import type { Tree } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { type FileVerdict, PART_OF, verdictOf } from '../contract/verdict.ts';
import { BoundedReader } from '../read/bounded-reader.ts';
import { HEAD_BYTES } from '../read/sniff.ts';
import { type Region, sequentialPass } from '../tensor/pass.ts';
import { DigestCheck, emptyBooks, settled } from './examining.ts';
import { type FileTask, type TreeOptions, taskFor } from './tree-options.ts';
import { examineInside } from './verify-file.ts';

export interface SetTask {
  tree: Tree;
  kind: SetKind;
  set: FoundSet;
  options: TreeOptions;
  /** Of all members, verified alone. */
  verdicts: ReadonlyMap<string, FileVerdict>;
}

interface PartRecord {
  findings: Findings;
  reader: BoundedReader;
  sha256: string | undefined;
}

/** Runs one set's examination, as `Examination` does a file's. */
export class SetExamination {
  readonly #tree: Tree;
  readonly #kind: SetKind;
  readonly #set: FoundSet;
  readonly #options: TreeOptions;
  readonly #findings: Findings;
  readonly #budgets: Budgets;
  readonly #parts = new Map<string, PartRecord>();
  readonly #opened = new Set<{ close(): Promise<void> }>();
  readonly #subject: SetSubject;
  #proof: SetProof | undefined;
  readonly #contains: readonly string[];

  constructor({ tree, kind, set, options, verdicts }: SetTask) {
    this.#tree = tree;
    this.#kind = kind;
    this.#set = set;
    this.#options = options;
    this.#budgets = { ...DEFAULT_BUDGETS, ...options.budgets };
    const tasks = [...set.parts, ...set.members].flatMap((path) => options.taskOf(path) ?? []);
    this.#contains = [...new Set(tasks.flatMap(({ contains }) => contains))];
    const expectation: Expectation = Object.assign({}, ...tasks.map((task) => task.expectation ?? {}));
    this.#subject = {
      tree,
      role: roleOf(tasks),
      roleFrom: 'set',
      budgets: this.#budgets,
      expectation,
      allowImports: options.allowImports ?? [],
      allowDegraded: tasks.some((task) => task.allowDegraded),
      digestGiven: set.parts.every((path) => options.taskOf(path)?.sha256 !== undefined),
      ...emptyBooks(),
      scanning: { moments: options.moments === true },
      depth: 0,
      expansion: 1,
      verdictOf: (path) => verdicts.get(path),
      text: (path, mostBytes) => this.#text(path, mostBytes),
      part: (path) => this.#part(path),
    };
    this.#findings = this.#subject.findings;
  }

  async run(): Promise<void> {
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
      this.#findings.degraded('L1', 'no-checksum', what);
    }
  }

  /** In the place of `run`, when that had to be ended. */
  giveUp(what: string): void {
    this.#findings.inconclusive('L0', 'over-budget', what);
  }

  verdict(): FileVerdict {
    const { role, allowDegraded, facts, keys, imports, table } = this.#subject;
    const files = new Set([...this.#set.parts, ...this.#set.members]);
    const readers = [...this.#parts.values()].map(({ reader }) => reader);
    const digest = table.digest();
    const count = table.rows.length;
    return verdictOf(this.#findings, allowDegraded, {
      label: this.#set.root,
      level: this.#findings.level(this.#proof?.reaches ?? 'L0'),
      requiredLevel: LEVEL_NEEDED[role],
      role,
      format: this.#kind.name,
      bytes: this.#tree.files.reduce(
        (sum, { path, sizeBytes }) => sum + (files.has(path) ? sizeBytes : 0),
        0,
      ),
      ...(count === 0
        ? {}
        : {
            tensors: {
              count,
              elements: table.rows.reduce(
                (sum, { shape }) => sum + shape.reduce((n, size) => n * size, 1),
                0,
              ),
              nonFinite: table.rows.reduce((sum, { nonFinite }) => sum + nonFinite, 0),
            },
          }),
      ...(digest === undefined ? {} : { tensorsDigest: digest }),
      ...(this.#options.table === true ? { table: table.rows } : {}),
      lacks: keys.missing(this.#contains),
      facts,
      keys: keys.summary(),
      imports: [...imports].sort(),
      requests: readers.reduce((sum, { requests }) => sum + requests, 0),
      bytesRead: readers.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    });
  }

  /** What the set says about a file that only it can read. */
  partVerdict(path: string): FileVerdict {
    const task = taskFor(path, this.#options);
    const part = this.#parts.get(path);
    const findings = part?.findings ?? new Findings();
    const sizeBytes = this.#tree.files.find((file) => file.path === path)?.sizeBytes ?? 0;
    if (part === undefined)
      findings.inconclusive('L1', 'part-not-read', 'its set could not be read far enough to look at it');
    const sha256 = part?.sha256 ?? task.alreadyHashed?.toLowerCase();
    return verdictOf(findings, task.allowDegraded, {
      label: path,
      level: findings.level(part === undefined ? 'L0' : (this.#proof?.reaches ?? 'L0')),
      requiredLevel: task.requiredLevel ?? LEVEL_NEEDED[task.role],
      role: task.role,
      format: `${PART_OF}${this.#kind.name}`,
      bytes: sizeBytes,
      ...(sha256 === undefined ? {} : { sha256 }),
      requests: part?.reader?.requests ?? 0,
      bytesRead: part?.reader?.bytesRead ?? 0,
      partOf: this.#set.root,
    });
  }

  async #text(path: string, mostBytes = 1024 ** 2): Promise<string> {
    const file = this.#tree.files.find((each) => each.path === path);
    if (file === undefined)
      throw new Broken('L2', 'file-missing', `${quoted(path)} is missing`, { file: path });
    if (file.sizeBytes > mostBytes) {
      throw new Broken('L2', 'file-too-long', `${quoted(path)} is too long for what it should be`, {
        file: path,
        expected: `at most ${mostBytes} bytes`,
        found: `${file.sizeBytes} bytes`,
      });
    }
    const source = await this.#tree.open(path);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(await source.read(0, file.sizeBytes));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new Broken('L2', 'not-utf8', `${quoted(path)} is not UTF-8 text`, { file: path });
    } finally {
      await source.close();
    }
  }

  async #part(path: string): Promise<Part> {
    const file = this.#tree.files.find((each) => each.path === path);
    if (file === undefined)
      throw new Broken('L2', 'file-missing', `${quoted(path)} is missing`, { file: path });
    const source = await this.#tree.open(path);
    this.#opened.add(source);
    const { signal, clock = systemClock, chunkBytes = 1024 ** 2 } = this.#options;
    const reader = new BoundedReader(source, this.#budgets, clock, signal);
    const findings = this.#findings.in(path);
    const record: PartRecord = { findings, reader, sha256: undefined };
    this.#parts.set(path, record);
    const task = this.#options.taskOf(path);
    const head = file.sizeBytes === 0 ? new Uint8Array(0) : await reader.head(HEAD_BYTES);
    const { onProgress: _onProgress, ...same } = this.#options;
    const subject: Subject = {
      ...this.#subject,
      label: path,
      reader,
      head,
      sizeBytes: source.sizeBytes,
      findings,
      digestGiven: task?.sha256 !== undefined,
      examine: (inner, inside) => examineInside(subject, inner, inside, same),
    };
    return {
      ...subject,
      pass: async (regions: Iterable<Region>) => {
        const { hash = false } = this.#options;
        const digest = new DigestCheck({ hash, ...task });
        const complete = await sequentialPass(reader, regions[Symbol.iterator](), findings, {
          chunkBytes,
          ...(digest.hash === undefined ? {} : { hash: digest.hash }),
          ...(this.#options.onProgress === undefined
            ? {}
            : { onProgress: (done: number, total: number) => this.#options.onProgress?.(path, done, total) }),
        });
        await reader.mustBeUnchanged();
        digest.take();
        digest.judge(findings);
        record.sha256 = digest.found;
        return complete;
      },
      close: async () => {
        if (this.#opened.delete(source)) await source.close();
      },
    };
  }
}

/** What a set of files is for: what the most demanding of its files is. */
const roleOf = (tasks: readonly FileTask[]): Role =>
  tasks.reduce<Role>(
    (role, task) => (LEVEL_NEEDED[task.role] > LEVEL_NEEDED[role] ? task.role : role),
    tasks[0]?.role ?? 'archive',
  );
