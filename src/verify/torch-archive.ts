import { CheckpointMeaning } from './checkpoint-meaning.ts';
import { DTYPES } from './dtype.ts';
import { Broken } from './findings.ts';
import type { Subject } from './format.ts';
import type { Region } from './pass.ts';
import { PickleImports } from './pickle-imports.ts';
import { PickleMachine } from './pickle-machine.ts';
import { StepRecord } from './step-record.ts';
import { TensorJudge } from './tensor-judge.ts';
import { type ReferredStorage, type TorchProgram, TorchProgramReader } from './torch-program.ts';
import { runningHash } from './torch-serialization-id.ts';
import { StorageScan } from './torch-storage.ts';
import type { TensorSummary } from './verdict.ts';
import type { ZipDirectory, ZipEntry } from './zip-directory.ts';
import { locateLarge, readMember, readNote } from './zip-member.ts';
import { type MemberSink, type SpanRules, ZipSpan } from './zip-span.ts';

/** Members besides `data.pkl` and `data/*` that torch.save itself writes, from its source. */
const OWN_MEMBERS = [
  'version',
  '.data/version',
  'byteorder',
  '.format_version',
  '.storage_alignment',
  '.data/serialization_id',
];

const rootOf = (name: string): string => name.slice(0, name.indexOf('/') + 1);

/** What several archives of one checkpoint have in common. */
export interface SharedWork {
  imports: PickleImports;
  steps: StepRecord;
  judge: TensorJudge;
  /** What the saved object is called in the whole. */
  name: string;
}

/** One file of `torch.save`: its program, its storages, and whether they fit. */
export class TorchArchive {
  readonly #subject: Subject;
  readonly #directory: ZipDirectory;
  readonly #root: string;
  readonly #byName: Map<string, ZipEntry>;
  readonly #imports: PickleImports;
  readonly #steps: StepRecord;
  readonly #judge: TensorJudge;
  readonly #meaning: CheckpointMeaning;
  #program: TorchProgram | undefined;
  #littleEndian = true;
  #alignment: number | undefined;

  readonly #name: string;
  readonly #alsoKnown: RegExp | undefined;

  /** @param alsoKnown members of a container that is more than a checkpoint, by their names in its folder */
  constructor(subject: Subject, directory: ZipDirectory, shared?: SharedWork, alsoKnown?: RegExp) {
    this.#alsoKnown = alsoKnown;
    this.#subject = subject;
    this.#directory = directory;
    this.#byName = new Map(directory.entries.map((entry) => [entry.name, entry]));
    // PyTorch takes the root folder from the first entry of the directory; all must share it.
    this.#root = rootOf(directory.entries[0]?.name ?? '');
    const stray = directory.entries.find(({ name }) => rootOf(name) !== this.#root);
    if (stray !== undefined) {
      throw new Broken(
        'L2',
        'torch-layout',
        `${JSON.stringify(stray.name)} is outside the folder ${this.#root}`,
        {
          offset: stray.offset,
        },
      );
    }
    this.#imports = shared?.imports ?? new PickleImports(subject);
    this.#steps = shared?.steps ?? new StepRecord(subject);
    this.#judge = shared?.judge ?? new TensorJudge(subject);
    this.#name = shared?.name ?? '';
    this.#meaning = new CheckpointMeaning(subject, subject.reader.label);
  }

  /** Absent when it could not be walked. */
  get program(): TorchProgram | undefined {
    return this.#program;
  }

  /** Everything that must be known before the storages go by. A fault in it leaves the CRCs still to be verified. */
  async readProgram(): Promise<void> {
    const { findings } = this.#subject;
    try {
      await locateLarge(this.#subject.reader, this.#directory.entries);
      await this.#readNotes();
      const entry = this.#member('data.pkl');
      if (entry === undefined)
        throw new Broken('L2', 'torch-layout', 'has no data.pkl', { expected: `${this.#root}data.pkl` });
      const reader = new TorchProgramReader(this.#subject, this.#imports, entry.bytes);
      await readMember(this.#subject.reader, entry, (piece) => reader.feed(piece));
      this.#program = reader.end(this.#steps, this.#name);
      this.#matchStorages(this.#program);
    } catch (error) {
      if (!findings.caught(error)) throw error;
    }
  }

  *spans(): Generator<Region> {
    const { entries, crcOff } = this.#directory;
    const { findings, budgets } = this.#subject;
    const rules: SpanRules = {
      crcOff,
      findings,
      expansion: { bytes: 0, limit: budgets.expandedBytes },
      ...(this.#alignment === undefined ? {} : { alignment: this.#alignment }),
    };
    for (const entry of entries) yield* new ZipSpan(entry, rules, this.#sinkFor(entry)).regions();
  }

  settle(): TensorSummary {
    this.#imports.settle();
    const { findings } = this.#subject;
    const meta = this.#program?.metaTensors ?? 0;
    if (meta > 0) findings.degraded('L3', 'meta-tensor', `${meta} tensors have a shape and no data`);
    if (this.#program === undefined) return { count: 0, elements: 0, nonFinite: 0 };
    this.#steps.settle();
    this.#meaning.settle(this.#program.root);
    const declared = [...this.#program.storages.values()].reduce(
      (sum, { tensors }) => sum + tensors.length,
      0,
    );
    return this.#judge.settle(declared);
  }

  #member(name: string): ZipEntry | undefined {
    return this.#byName.get(this.#root + name);
  }

  async #readNotes(): Promise<void> {
    const version = (await this.#note('version')) ?? (await this.#note('.data/version'));
    if (version === undefined || !/^([1-9]|10)\n?$/.test(version)) {
      throw new Broken('L2', 'torch-layout', 'has no version that PyTorch could have written', {
        expected: '1 to 10',
        found: version === undefined ? 'none' : JSON.stringify(version.slice(0, 20)),
      });
    }
    const order = await this.#note('byteorder');
    if (order !== undefined && order !== 'little' && order !== 'big') {
      throw new Broken('L2', 'torch-layout', 'names a byte order that does not exist', {
        expected: 'little or big',
        found: JSON.stringify(order.slice(0, 20)),
      });
    }
    this.#littleEndian = order !== 'big';
    const alignment = await this.#note('.storage_alignment');
    if (alignment !== undefined && /^[1-9][0-9]{0,6}\n?$/.test(alignment))
      this.#alignment = Number(alignment);
    const id = await this.#note('.data/serialization_id');
    if (id !== undefined) this.#judgeSerializationId(id);
  }

  /** Says whether the members are those of one call of torch.save. No reader looks at it, so it is told and no more. */
  #judgeSerializationId(id: string): void {
    const { entries, crcOff } = this.#directory;
    const at = entries.findIndex(({ name }) => name === `${this.#root}.data/serialization_id`);
    const expected = runningHash(entries.slice(0, at));
    if (crcOff || (/^[0-9]{40}$/.test(id) && id.endsWith(expected))) return;
    const what = 'the serialization id is not that of the members before it';
    this.#subject.findings.note('L2', 'serialization-id', what, {
      expected: `...${expected}`,
      found: JSON.stringify(id.slice(0, 60)),
    });
  }

  async #note(name: string): Promise<string | undefined> {
    const entry = this.#member(name);
    return entry === undefined ? undefined : await readNote(this.#subject.reader, entry);
  }

  /** Every storage has its member, of exactly its size; every member has its storage. */
  #matchStorages({ storages }: TorchProgram): void {
    const { findings } = this.#subject;
    for (const [key, { storage }] of storages) {
      const entry = this.#member(`data/${key}`);
      const expected = storage.elements * ((storage.dtype ?? DTYPES.u8).bits / 8);
      if (entry === undefined) {
        findings.fail('L2', 'storage-missing', `storage ${JSON.stringify(key)} is not in the file`, {
          expected: `${expected} bytes`,
          found: 'no member',
        });
      } else if (entry.bytes !== expected) {
        findings.fail(
          'L2',
          'storage-size',
          `storage ${JSON.stringify(key)} is not as long as its tensors need`,
          {
            offset: entry.offset,
            expected: `${expected} bytes`,
            found: `${entry.bytes} bytes`,
          },
        );
      }
    }
    for (const { name, offset } of this.#directory.entries) {
      const inner = name.slice(this.#root.length);
      const isKnown =
        inner === 'data.pkl' ||
        OWN_MEMBERS.includes(inner) ||
        this.#alsoKnown?.test(inner) === true ||
        (inner.startsWith('data/') && storages.has(inner.slice(5)));
      if (!isKnown)
        findings.degraded('L2', 'surplus-member', `nothing refers to ${JSON.stringify(name)}`, { offset });
    }
  }

  #sinkFor(entry: ZipEntry): MemberSink | undefined {
    const inner = entry.name.slice(this.#root.length);
    if (inner === 'data.pkl' || OWN_MEMBERS.includes(inner) || this.#program === undefined) return undefined;
    const referred = inner.startsWith('data/') ? this.#program.storages.get(inner.slice(5)) : undefined;
    return referred === undefined ? this.#strayPickle(entry) : this.#storageScan(entry, referred);
  }

  #storageScan(entry: ZipEntry, referred: ReferredStorage): MemberSink {
    const scan = new StorageScan(referred, {
      subject: this.#subject,
      judge: this.#judge,
      steps: this.#steps,
      meaning: this.#meaning,
      littleEndian: this.#littleEndian,
      proven: !this.#directory.crcOff || this.#subject.digestGiven,
      bytes: entry.bytes,
    });
    let fileOffset = entry.dataOffset ?? entry.offset;
    return {
      scan: scan.scan,
      feed(piece, offset) {
        if (fileOffset === entry.offset && offset >= 0) fileOffset = offset;
        scan.feed(piece);
      },
      end: () => scan.end(fileOffset),
    };
  }

  /** A pickle that nothing refers to is still a pickle; whatever it would import is told. */
  #strayPickle(entry: ZipEntry): MemberSink {
    const strayImports = new PickleImports(this.#subject);
    const world = {
      find: (module: string, name: string) => strayImports.find(module, name),
      persistent: () => null,
      note: () => {},
    };
    let machine: PickleMachine | undefined = new PickleMachine(world, this.#subject.budgets, entry.bytes);
    const attempt = (work: (walker: PickleMachine) => void) => {
      try {
        if (machine !== undefined) work(machine);
      } catch {
        // No pickle, or none any more. What it imported until then stands.
        machine = undefined;
      }
    };
    return {
      feed: (piece) => attempt((walker) => walker.feed(piece)),
      end: () => {
        const refused = strayImports.refused.filter((name) => /^[\w.]+$/.test(name));
        if (refused.length === 0) return;
        this.#subject.findings.fail(
          'L2',
          'hidden-pickle',
          `${JSON.stringify(entry.name)} is a pickle that asks for what no checkpoint needs`,
          {
            offset: entry.offset,
            found: refused.slice(0, 8).join(', ').slice(0, 300),
          },
        );
      },
    };
  }
}
