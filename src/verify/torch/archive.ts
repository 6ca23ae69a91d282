import type { ZipDirectory, ZipEntry } from '../archive/zip-directory.ts';
import { locateLarge, readMember, readNote } from '../archive/zip-member.ts';
import { type MemberSink, type SpanRules, ZipSpan } from '../archive/zip-span.ts';
import { Broken } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { TensorSummary } from '../contract/verdict.ts';
import type { ReferredStorage } from '../pickle/storage-scan.ts';
import { StorageScan } from '../pickle/storage-scan.ts';
import { strayPickle } from '../pickle/stray-pickle.ts';
import { DTYPES } from '../tensor/dtype.ts';
import type { Region } from '../tensor/pass.ts';
import { CheckpointBook, type SharedWork } from './checkpoint-book.ts';
import { type TorchProgram, TorchProgramReader } from './program.ts';
import { runningHash } from './serialization-id.ts';
import { storageSink } from './storage.ts';

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

/** One pickle program of an archive, and where its storages are. Programs of one folder have their storages in common. */
export interface ProgramPlace {
  /** Its name in the archive's folder. */
  member: string;
  /** What its object is called in the whole. */
  name: string;
  /** A storage is the member `folder` + key. */
  folder: string;
}

/** What `torch.save` writes. */
export const OBJECT: ProgramPlace = { member: 'data.pkl', name: '', folder: 'data/' };

export interface ArchiveLayout {
  /** Where absent, the one program of a checkpoint. */
  programs?: readonly ProgramPlace[];
  /** Members of a container that is more than a checkpoint, by their names in its folder. */
  alsoKnown?: RegExp;
}

/** One file of `torch.save`: its program, its storages, and whether they fit. */
export class TorchArchive {
  readonly #subject: Subject;
  readonly #directory: ZipDirectory;
  readonly #root: string;
  readonly #byName: Map<string, ZipEntry>;
  readonly #book: CheckpointBook;
  #program: TorchProgram | undefined;
  #littleEndian = true;
  #alignment: number | undefined;

  readonly #places: readonly ProgramPlace[];
  readonly #alsoKnown: RegExp | undefined;
  #metaTensors = 0;
  /** By folder. */
  readonly #storages = new Map<string, Map<string, ReferredStorage>>();
  /** By the name of the member that holds it. */
  readonly #held = new Map<string, ReferredStorage>();

  constructor(subject: Subject, directory: ZipDirectory, layout: ArchiveLayout = {}, shared?: SharedWork) {
    this.#places = layout.programs ?? [OBJECT];
    this.#alsoKnown = layout.alsoKnown;
    this.#subject = subject;
    this.#directory = directory;
    this.#byName = new Map(directory.entries.map((entry) => [entry.name, entry]));
    // PyTorch takes the root folder from the first entry of the directory; all must share it.
    this.#root = rootOf(directory.entries[0]?.name ?? '');
    const stray = directory.entries.find(({ name }) => rootOf(name) !== this.#root);
    if (stray !== undefined) {
      const what = `${quoted(stray.name)} is outside the folder ${this.#root}`;
      throw new Broken('L2', 'torch-layout', what, { offset: stray.offset });
    }
    this.#book = new CheckpointBook(subject, shared);
  }

  /** The first one; absent when not all of them could be walked. */
  get program(): TorchProgram | undefined {
    return this.#program;
  }

  /** Everything that must be known before the storages go by. A fault in it leaves the CRCs still to be verified. */
  async readProgram(): Promise<void> {
    await this.#subject.findings.guard(async () => {
      await locateLarge(this.#subject.reader, this.#directory.entries);
      await this.#readNotes();
      const programs: TorchProgram[] = [];
      for (const place of this.#places) programs.push(await this.#readOne(place));
      this.#metaTensors = programs.reduce((sum, { metaTensors }) => sum + metaTensors, 0);
      this.#program = programs[0];
      for (const place of this.#places) this.#matchStorages(place);
      this.#mustBeKnown();
    });
  }

  async #readOne({ member, name, folder }: ProgramPlace): Promise<TorchProgram> {
    const entry = this.#member(member);
    if (entry === undefined)
      throw new Broken('L2', 'torch-layout', `has no ${member}`, { expected: `${this.#root}${member}` });
    const storages = this.#storages.get(folder) ?? new Map<string, ReferredStorage>();
    this.#storages.set(folder, storages);
    const reader = new TorchProgramReader(this.#book, entry.bytes, { storages });
    await readMember(this.#subject.reader, entry, this.#subject.budgets, (piece) => reader.feed(piece));
    return reader.end(name);
  }

  *regions(): Generator<Region> {
    const { entries, crcOff } = this.#directory;
    const { budgets } = this.#subject;
    const rules: SpanRules = {
      crcOff,
      subject: this.#subject,
      expansion: { bytes: 0, limit: budgets.expandedBytes },
      ...(this.#alignment === undefined ? {} : { alignment: this.#alignment }),
    };
    for (const entry of entries) yield* new ZipSpan(entry, rules, this.#sinkFor(entry)).regions();
  }

  settle(): TensorSummary {
    const program = this.#program && { ...this.#program, metaTensors: this.#metaTensors };
    const storages = [...this.#storages.values()].flatMap((each) => [...each.values()]);
    return this.#book.settle(program, storages);
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
    return entry === undefined
      ? undefined
      : await readNote(this.#subject.reader, entry, this.#subject.budgets);
  }

  /** Every storage has its member, of exactly its size. */
  #matchStorages({ folder }: ProgramPlace): void {
    const { findings } = this.#subject;
    for (const [key, referred] of this.#storages.get(folder) ?? []) {
      const { storage } = referred;
      const member = `${folder}${key}`;
      if (this.#held.has(member)) continue;
      this.#held.set(member, referred);
      const entry = this.#member(member);
      const expected = storage.elements * ((storage.dtype ?? DTYPES.u8).bits / 8);
      if (entry === undefined) {
        findings.fail('L2', 'storage-missing', `storage ${quoted(key)} is not in the file`, {
          expected: `${expected} bytes`,
          found: 'no member',
        });
      } else if (entry.bytes !== expected) {
        const what = `storage ${quoted(key)} is not as long as its tensors need`;
        const sizes = { expected: `${expected} bytes`, found: `${entry.bytes} bytes` };
        findings.fail('L2', 'storage-size', what, { offset: entry.offset, ...sizes });
      }
    }
  }

  /** Every member has its storage, or a meaning of its own. */
  #mustBeKnown(): void {
    const { findings } = this.#subject;
    for (const { name, offset } of this.#directory.entries) {
      const inner = name.slice(this.#root.length);
      const isKnown = this.#isOwn(inner) || this.#alsoKnown?.test(inner) === true || this.#held.has(inner);
      if (!isKnown)
        findings.degraded('L2', 'surplus-member', `nothing refers to ${quoted(name)}`, { offset });
    }
  }

  #isOwn(inner: string): boolean {
    return OWN_MEMBERS.includes(inner) || this.#places.some(({ member }) => member === inner);
  }

  #sinkFor(entry: ZipEntry): MemberSink | undefined {
    const inner = entry.name.slice(this.#root.length);
    if (this.#isOwn(inner) || this.#program === undefined) return undefined;
    const referred = this.#held.get(inner);
    if (referred === undefined) return strayPickle(this.#subject, entry);
    const come = {
      littleEndian: this.#littleEndian,
      proven: !this.#directory.crcOff || this.#subject.digestGiven,
      bytes: entry.bytes,
    };
    return storageSink(new StorageScan(referred, this.#book, come), entry);
  }
}
