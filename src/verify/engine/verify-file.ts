import { type Clock, systemClock } from '../../clock.ts';
import { LEVEL_NEEDED, type Level, type Role } from '../../evidence-level.ts';
import { type Budgets, DEFAULT_BUDGETS } from '../contract/budgets.ts';
import { type Findings, notRead, overBudget } from '../contract/findings.ts';
import type { Expectation, Format, InnerOptions, Probe, Subject, Walk } from '../contract/format.ts';
import type { RangeSource } from '../contract/source.ts';
import { quoted } from '../contract/untrusted.ts';
import { type FileVerdict, holdsTensors, type RoleFrom, verdictOf } from '../contract/verdict.ts';
import { rawNumbers } from '../numpy/format-raw.ts';
import { pickle } from '../pickle/format-pickle.ts';
import { runsAsProgram } from '../pickle/sniff.ts';
import { BoundedReader, type SourceExtras } from '../read/bounded-reader.ts';
import { HEAD_BYTES, hasMagicByName, lookForImpostors, wrapping } from '../read/sniff.ts';
import { type Region, sequentialPass } from '../tensor/pass.ts';
import { type ScanPool, withPool } from '../tensor/scan-pool.ts';
import { torchLegacy } from '../torch/format-legacy.ts';
import { type Before, judgeChange } from './change.ts';
import { empty, mayBeEmpty } from './empty-file.ts';
import { DigestCheck, emptyBooks, settled } from './examining.ts';
import { FORMATS } from './formats.ts';
import { judgeName } from './loader-by-name.ts';
import { type Unread, unreadKind } from './unread.ts';

export type { Level, Role } from '../../evidence-level.ts';
export type { Expectation } from '../contract/format.ts';
export type { FileVerdict } from '../contract/verdict.ts';

export interface VerifyOptions {
  role: Role;
  /**
   * Default `declared`. `guessed`: a file that merely has another role is degraded and does not fail. `set`: it is one of
   * several files that only together are what the role says and hold what is asked for; what it lacks goes into `lacks`.
   */
  roleFrom?: RoleFrom;
  /**
   * What the file must hold: key or tensor names, globs of them (`*`, `?`), or a part's name (`model`, `optimizer`,
   * `scheduler`, `step`, `epoch`, `rng`, `scaler`, `ema`), which stands for the keys that trainers use for it.
   */
  contains: readonly string[];
  /**
   * Who else may hold what is asked and say the step, where it is of no set: files of another role that are asked too, or any of its
   * folder, in which those that are named alike but for numbers must do so each. What it lacks goes into `lacks`.
   */
  answeredBy?: 'other-roles' | 'folder';
  /** The roster row takes `pass-degraded`. Without it a pickle that needs more than weights-only loading fails. */
  allowDegraded: boolean;
  /** The manifest's digest of this file, as made on the box: 64 hex digits. */
  sha256?: string;
  /**
   * The digest of these very bytes, computed by the caller as it pulled them. Then nothing is hashed again: a payload is
   * hashed where it was made and once on arrival, not once more for every look (XC-10).
   */
  alreadyHashed?: string;
  /** Hash the bytes although no digest is given to compare with. Costs more than everything else together. */
  hash?: boolean;
  /** Threads that read and scan a large local file; the verdict is the same for any number. Default 1. */
  jobs?: number;
  /** Threads that are there already, instead. */
  workers?: ScanPool;
  /** Put every tensor into the verdict (`table`). */
  table?: boolean;
  /** With each tensor's least, greatest, mean and deviation; several times slower. */
  moments?: boolean;
  /** The tensors of the checkpoint before this one and its step: something must have changed since. */
  previous?: Before;
  /** Default: what the role needs. */
  requiredLevel?: Level;
  expectation?: Expectation;
  /** Pickle globals, `module.name`, that the caller vouches for; the verdict is then at best `pass-degraded`. */
  allowImports?: readonly string[];
  budgets?: Partial<Budgets>;
  /** Default 1 MiB; a source with long round trips wants more. Multiple of 4096. */
  chunkBytes?: number;
  signal?: AbortSignal;
  onProgress?: (bytesDone: number, bytesTotal: number) => void;
  clock?: Clock;
}

/**
 * Proves as much about one file as its format allows, in one sequential pass plus a few ranges, in constant memory.
 * Nothing in the file is executed, extracted or followed. Any bytes give a verdict.
 *
 * @throws `signal.reason` when aborted; a `Problem` of the source (an unreachable box says nothing about the file)
 */
export async function verifyFile(source: RangeSource, options: VerifyOptions): Promise<FileVerdict> {
  const { jobs, workers: given } = options;
  return await withPool(given === undefined ? jobs : undefined, source.sizeBytes, async (own) => {
    const workers = given ?? own;
    const examination = new Examination(
      source,
      workers === undefined ? options : { ...options, workers },
      ALONE,
    );
    await examination.run();
    return examination.verdict();
  });
}

type Outer = Pick<
  Subject,
  'budgets' | 'findings' | 'imports' | 'keys' | 'table' | 'depth' | 'digestGiven' | 'expansion'
>;

/** The one way in which `Subject.examine` is done. `same`: the options of the outer file. */
export async function examineInside(
  outer: Outer,
  inner: RangeSource,
  {
    role = 'archive',
    proven = false,
    member = false,
    expansion = 1,
    expectation,
    fileOffset,
    prefix = '',
  }: InnerOptions = {},
  { budgets, allowDegraded, allowImports, signal, clock, moments }: Partial<VerifyOptions>,
): Promise<FileVerdict> {
  if (outer.depth >= outer.budgets.nesting)
    throw overBudget('nesting', outer.budgets.nesting, outer.depth + 1, fileOffset);
  const examination = new Examination(
    inner,
    {
      role,
      contains: [],
      requiredLevel: 'L0',
      allowDegraded: allowDegraded === true,
      ...(expectation === undefined ? {} : { expectation }),
      ...(budgets === undefined ? {} : { budgets }),
      ...(allowImports === undefined ? {} : { allowImports }),
      ...(signal === undefined ? {} : { signal }),
      ...(clock === undefined ? {} : { clock }),
      ...(moments === undefined ? {} : { moments }),
    },
    {
      depth: outer.depth + 1,
      proven: proven || outer.digestGiven,
      member,
      expansion: outer.expansion * expansion,
    },
  );
  await examination.run();
  examination.enterInto(outer, inner.label, fileOffset, prefix);
  return examination.verdict();
}

/** Where a file lies: in `depth` others, whether one of them vouches for its bytes, and what `InnerOptions` says of it. */
interface Place {
  depth: number;
  proven: boolean;
  member: boolean;
  expansion: number;
}

const ALONE: Place = { depth: 0, proven: false, member: false, expansion: 1 };

class Examination {
  readonly #options: VerifyOptions;
  readonly #source: RangeSource;
  readonly #findings: Findings;
  readonly #reader: BoundedReader;
  readonly #budgets: Budgets;
  readonly #digest: DigestCheck;
  #format = 'unknown';
  #readAll = false;
  #walk: Walk | undefined;
  #subject: Subject;
  readonly #place: Place;

  constructor(source: RangeSource, options: VerifyOptions, place: Place) {
    this.#place = place;
    this.#source = source;
    this.#options = options;
    this.#budgets = { ...DEFAULT_BUDGETS, ...options.budgets };
    this.#reader = new BoundedReader(source, this.#budgets, options.clock ?? systemClock, options.signal);
    this.#digest = new DigestCheck(options);
    this.#subject = {
      label: source.label,
      reader: this.#reader,
      sizeBytes: source.sizeBytes,
      head: new Uint8Array(0),
      role: options.role,
      roleFrom: options.roleFrom ?? 'declared',
      budgets: this.#budgets,
      expectation: options.expectation ?? {},
      allowImports: options.allowImports ?? [],
      allowDegraded: options.allowDegraded,
      digestGiven: options.sha256 !== undefined || place.proven,
      ...emptyBooks(),
      scanning: { moments: options.moments === true },
      depth: place.depth,
      expansion: place.expansion,
      examine: (inner, inside) => examineInside(this.#subject, inner, inside, options),
    };
    this.#findings = this.#subject.findings;
  }

  async run(): Promise<void> {
    const isEmpty = this.#source.sizeBytes === 0;
    if (isEmpty && (this.#options.roleFrom !== 'guessed' || !mayBeEmpty(this.#source.label))) {
      this.#findings.fail('L0', 'empty', 'is empty', { expected: 'at least 1 byte', found: '0 bytes' });
      return;
    }
    await this.#guarded(async () => {
      const head = await this.#reader.head(HEAD_BYTES);
      this.#subject = { ...this.#subject, head };
      const probe = { head, sizeBytes: this.#source.sizeBytes, role: this.#options.role };
      const format = isEmpty ? empty : await this.#recognise(probe);
      // Of a member that is of no known type there is nothing to say, so nothing to read.
      if (format === undefined && this.#place.member) return;
      if (format !== undefined) await this.#guarded(() => this.#open(format));
      const complete = await this.#pass();
      this.#readAll = complete;
      await this.#guarded(async () => await this.#walk?.inside?.());
      await this.#guarded(async () => this.#walk?.finish(complete));
      // In a file that could not be walked, a missing key is no news.
      if (!this.#findings.blocks('L2')) this.#judgeKeys();
      if (complete) judgeChange(this.#subject, this.#options.previous);
    });
    this.#judgeDigest();
  }

  /** What was found in here is found in the file around it. */
  enterInto(outer: Outer, label: string, fileOffset: number | undefined, prefix: string): void {
    outer.findings.absorb(this.#findings.reasons, ({ offset, what, ...reason }) => ({
      ...reason,
      what: `${quoted(label)}: ${what}`,
      ...(offset === undefined || fileOffset === undefined ? {} : { offset: offset + fileOffset }),
    }));
    for (const name of this.#subject.imports) outer.imports.add(name);
    // Where it lies is told of this file, and the outer one's bytes are others.
    for (const { at: _at, ...row } of this.#subject.table.rows)
      outer.table.add({ ...row, name: prefix + row.name });
    outer.keys.take(this.#subject.keys, prefix);
  }

  verdict(): FileVerdict {
    const { role, allowDegraded } = this.#options;
    const requiredLevel = this.#options.requiredLevel ?? (this.#isOfSet ? 'L1' : LEVEL_NEEDED[role]);
    const level = this.#level();
    if (level < requiredLevel && !this.#findings.has('fail') && !this.#findings.has('inconclusive')) {
      this.#findings.inconclusive(requiredLevel, 'level-not-reached', `a ${role} needs ${requiredLevel}`, {
        expected: requiredLevel,
        found: level,
      });
    }
    const tensors = this.#walk?.tensors?.();
    const { table } = this.#subject;
    const tensorsDigest = this.#place.depth === 0 ? table.digest() : undefined;
    return verdictOf(this.#findings, allowDegraded, {
      label: this.#source.label,
      level,
      requiredLevel,
      role,
      // A walk may know its kind only once it is through.
      format: this.#walk?.format ?? this.#format,
      bytes: this.#source.sizeBytes,
      ...(this.#digest.found === undefined ? {} : { sha256: this.#digest.found }),
      ...(tensors === undefined ? {} : { tensors }),
      ...(tensorsDigest === undefined ? {} : { tensorsDigest }),
      ...(this.#options.table === true ? { table: table.rows } : {}),
      ...(this.#tellsLacks ? { lacks: this.#subject.keys.missing(this.#options.contains) } : {}),
      facts: this.#subject.facts,
      keys: this.#subject.keys.summary(),
      imports: [...this.#subject.imports].sort(),
      requests: this.#reader.requests,
      bytesRead: this.#reader.bytesRead,
    });
  }

  async #recognise(probe: Probe): Promise<Format | undefined> {
    if (this.#place.member) return await this.#recogniseMember(probe);
    lookForImpostors(probe, this.#source.label, this.#findings);
    const unread = unreadKind(probe);
    if (probe.role === 'opaque' || unread !== undefined) {
      this.#format = 'opaque';
      if (unread !== undefined) this.#sayUnread(unread);
      return undefined;
    }
    const declared = this.#subject.expectation.dtype === undefined ? undefined : rawNumbers;
    const format = await this.#orProgram(FORMATS.find((each) => each.recognises(probe)) ?? declared, probe);
    if (format !== undefined) this.#format = format.name;
    else if (!this.#findings.has('fail')) {
      const wrapped = wrapping(probe.head);
      const what = wrapped === undefined ? 'is of no format that we can read' : `is wrapped in ${wrapped}`;
      this.#findings.inconclusive('L1', wrapped === undefined ? 'unknown-format' : 'wrapped', what, {
        offset: 0,
        found: `begins ${Buffer.from(probe.head.subarray(0, 16)).toString('hex')}`,
      });
    }
    return format;
  }

  /** What a loader of pickles would run is a pickle, whatever else it looks like. */
  async #orProgram(format: Format | undefined, { head, sizeBytes }: Probe): Promise<Format | undefined> {
    if (format === pickle || format === torchLegacy) return format;
    return (await runsAsProgram(this.#reader, head, sizeBytes)) ? pickle : format;
  }

  #sayUnread({ what }: Unread): void {
    const { role } = this.#options;
    if (role === 'opaque')
      this.#findings.note('L1', 'not-read', `is ${what}: nothing but its digest was compared`);
    else this.#findings.caught(notRead(what));
  }

  /** A caption may well look like a table; a picture may not look like an error page. */
  async #recogniseMember(probe: Probe): Promise<Format | undefined> {
    const { label } = this.#source;
    if (unreadKind(probe) !== undefined) {
      this.#format = 'opaque';
      return undefined;
    }
    const ofMember = { ...probe, isMember: true };
    const known = FORMATS.find(
      ({ recognises, memberNames }) =>
        (memberNames === undefined || memberNames.test(label)) && recognises(ofMember),
    );
    const format = await this.#orProgram(known, probe);
    if (format !== undefined) this.#format = format.name;
    else if (hasMagicByName(label)) lookForImpostors(probe, '', this.#findings);
    return format;
  }

  async #open(format: Format): Promise<void> {
    this.#walk = await format.open(this.#subject);
    this.#format = this.#walk.format ?? format.name;
    if (this.#place.depth === 0 && holdsTensors(this.#options.role))
      judgeName(this.#findings, this.#source.label, this.#format);
  }

  async #pass(): Promise<boolean> {
    const regions: Iterator<Region> = (this.#walk?.regions() ?? [])[Symbol.iterator]();
    const { workers, signal } = this.#options;
    const { descriptor } = this.#source as SourceExtras;
    const bulk = descriptor === undefined ? undefined : workers?.of(descriptor);
    signal?.throwIfAborted();
    const complete = await sequentialPass(this.#reader, regions, this.#findings, {
      ...(bulk === undefined ? {} : { workers: bulk }),
      chunkBytes: this.#options.chunkBytes ?? 1024 ** 2,
      ...(this.#digest.hash === undefined ? {} : { hash: this.#digest.hash }),
      ...(this.#options.onProgress === undefined ? {} : { onProgress: this.#options.onProgress }),
    });
    await this.#reader.mustBeUnchanged();
    this.#digest.take();
    return complete;
  }

  get #isOfSet(): boolean {
    return this.#options.roleFrom === 'set' && holdsTensors(this.#options.role);
  }

  get #tellsLacks(): boolean {
    const { answeredBy } = this.#options;
    const isWalked = this.#walk !== undefined && !this.#findings.blocks('L2');
    return this.#isOfSet || (answeredBy !== undefined && isWalked);
  }

  #judgeKeys(): void {
    if (this.#walk === undefined || this.#isOfSet || this.#options.answeredBy !== undefined) return;
    for (const wanted of this.#subject.keys.missing(this.#options.contains)) {
      this.#findings.fail('L3', 'key-missing', `does not contain "${wanted}"`, {
        expected: wanted,
        found: this.#subject.keys.summary().top.slice(0, 12).join(', '),
      });
    }
  }

  #judgeDigest(): void {
    this.#digest.judge(this.#findings);
    // What it is wrapped in says whether anything vouches for its bytes.
    if (this.#digest.expected !== undefined || this.#place.proven || this.#place.depth > 0) return;
    if (this.#options.role === 'opaque' && this.#walk === undefined) {
      const { roleFrom = 'declared' } = this.#options;
      const of = roleFrom === 'declared' ? 'is declared opaque' : 'is of no format that we can read';
      const what = `${of}, so only a manifest digest can prove it`;
      this.#findings.inconclusive('L1', 'no-digest', what);
    } else if (this.#walk !== undefined && !this.#walk.checksummed) {
      const what = `${this.#format} carries no checksum and no manifest digest was given`;
      this.#findings.degraded('L1', 'no-checksum', what);
    }
  }

  #level(): Level {
    const { found, expected } = this.#digest;
    const opaque = found !== undefined && expected !== undefined ? 'L1' : 'L0';
    // Behind a fault the rest of its stretch was not read, so no checksum over it was verified.
    return this.#findings.level(this.#readAll ? (this.#walk?.reaches ?? opaque) : 'L0');
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    await settled(this.#findings, this.#options.signal, work);
  }
}
