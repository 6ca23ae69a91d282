import type { Role } from '../../evidence-level.ts';
import { tellCode } from '../archive/code-members.ts';
import type { ZipDirectory, ZipEntry } from '../archive/zip-directory.ts';
import { openMember } from '../archive/zip-examine.ts';
import type { ZipKind } from '../archive/zip-kind.ts';
import { locateLarge, readNote, readWhole } from '../archive/zip-member.ts';
import { type MemberSink, ZipSpan } from '../archive/zip-span.ts';
import { expansionLimit } from '../contract/expansion.ts';
import { Broken, Unsettled } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { NO_TENSORS, together } from '../contract/verdict.ts';
import type { ReferredStorage } from '../pickle/storage-scan.ts';
import { StorageScan } from '../pickle/storage-scan.ts';
import type { Region } from '../tensor/pass.ts';
import { CheckpointBook } from './checkpoint-book.ts';
import { readPt2Table } from './pt2-weights.ts';
import { storageSink } from './storage.ts';

const FORMAT = /^[^/]+\/archive_format$/;
const TABLE = /^([^/]+\/data\/(?:weights|constants)\/)[^/]+_config\.json$/;
/** Files of torch.save that hold no weights: inputs to try the model with. */
const SAMPLE = /^[^/]+\/data\/sample_inputs\/[^/]+\.pt$/;
/** Code that was compiled ahead of time, with weights of its own in it or beside it. */
const COMPILED = /^[^/]+\/data\/aotinductor\//;

/** A program of `torch.export`: its graph as JSON, its weights and constants as raw elements that JSON tables describe. */
export const pt2: ZipKind = {
  name: 'torch-export',
  proves:
    'strict zip directory; CRC-32 of every member; every tensor of the tables lies inside its member; values; saved tensors by their own type; the graph is code and never run, so at best degraded; with compiled code inconclusive',
  checksum: 'CRC-32 of every member',
  holds: ({ entries }) => entries.some(({ name }) => FORMAT.test(name)),

  async open(subject: Subject, directory: ZipDirectory): Promise<Walk> {
    tellCode(directory, subject.findings, 'holds a program that runs when it is called');
    const archive = new Pt2Archive(subject, directory);
    await archive.readTables();
    return archive.walk();
  },
};

class Pt2Archive {
  readonly #subject: Subject;
  readonly #directory: ZipDirectory;
  readonly #book: CheckpointBook;
  readonly #byName: Map<string, ZipEntry>;
  readonly #raw = new Map<string, ReferredStorage>();
  readonly #toExamine: { entry: ZipEntry; prefix: string; role: Role }[] = [];
  readonly #saved = new Set<string>();
  #isWhole = true;
  #inner = NO_TENSORS;
  #own = NO_TENSORS;

  constructor(subject: Subject, directory: ZipDirectory) {
    this.#subject = subject;
    this.#directory = directory;
    this.#book = new CheckpointBook(subject);
    this.#byName = new Map(directory.entries.map((entry) => [entry.name, entry]));
  }

  async readTables(): Promise<void> {
    const { findings, reader, budgets } = this.#subject;
    const { entries } = this.#directory;
    this.#isWhole = await findings.guard(async () => {
      const format = entries.find(({ name }) => FORMAT.test(name)) as ZipEntry;
      if ((await readNote(reader, format, budgets)) !== 'pt2')
        throw new Broken('L2', 'pt2-malformed', 'is no archive of an exported program', {
          offset: format.offset,
        });
      await locateLarge(reader, entries);
      for (const entry of entries) {
        const folder = TABLE.exec(entry.name)?.[1];
        if (folder !== undefined) await this.#readTable(entry, folder);
        else if (SAMPLE.test(entry.name))
          this.#toExamine.push({ entry, prefix: `${entry.name}/`, role: 'archive' });
      }
      const compiled = entries.find(({ name }) => COMPILED.test(name));
      if (compiled !== undefined)
        throw new Unsettled('L2', 'compiled-code', 'holds compiled code, whose weights nobody can look at', {
          offset: compiled.offset,
          found: quoted(compiled.name),
        });
    });
    for (const { name, offset } of entries)
      if (/\/data\/(weights|constants)\/[^/]+$/.test(name) && !TABLE.test(name) && !this.#isListed(name))
        findings.degraded('L2', 'surplus-member', `nothing refers to ${quoted(name)}`, { offset });
  }

  walk(): Walk {
    const { keys } = this.#subject;
    for (const { tensors } of this.#raw.values())
      for (const { name, top } of tensors) keys.addTensor(name, top);
    return {
      checksummed: !this.#directory.crcOff,
      reaches: 'L3',
      regions: () => this.#spans(),
      inside: () => this.#examineInside(),
      finish: () => this.#settle(),
      tensors: () => together(this.#own, this.#inner),
    };
  }

  #isListed(name: string): boolean {
    return this.#raw.has(name) || this.#saved.has(name);
  }

  async #readTable(entry: ZipEntry, folder: string): Promise<void> {
    const { reader, budgets, role } = this.#subject;
    const text = (await readWhole(reader, entry, budgets)).toString('utf8');
    const table = readPt2Table(text, folder, (member) => this.#byName.get(member)?.bytes);
    for (const [member, referred] of table.raw) this.#raw.set(member, referred);
    for (const { name, member } of table.saved) {
      // Each is a file of its own; one named a million times would be read a million times.
      if (this.#saved.has(member) || this.#raw.has(member))
        throw new Broken('L2', 'pt2-malformed', 'two tensors are one saved file', { offset: entry.offset });
      this.#saved.add(member);
      this.#toExamine.push({ entry: this.#byName.get(member) as ZipEntry, prefix: `${name}/`, role });
    }
  }

  *#spans(): Generator<Region> {
    const { entries, crcOff } = this.#directory;
    const expansion = { bytes: 0, limit: expansionLimit(this.#subject) };
    for (const entry of entries)
      yield* new ZipSpan(
        entry,
        { crcOff, subject: this.#subject, expansion },
        this.#sinkFor(entry),
      ).regions();
  }

  #sinkFor(entry: ZipEntry): MemberSink | undefined {
    const referred = this.#raw.get(entry.name);
    if (referred === undefined) return undefined;
    const proven = !this.#directory.crcOff || this.#subject.digestGiven;
    const scan = new StorageScan(referred, this.#book, { littleEndian: true, proven, bytes: entry.bytes });
    return storageSink(scan, entry);
  }

  async #examineInside(): Promise<void> {
    const { crcOff } = this.#directory;
    for (const { entry, prefix, role } of this.#toExamine) {
      const opened = await openMember(this.#subject, entry);
      if (opened === undefined) {
        const what = 'a saved tensor is packed and too long to unpack';
        this.#subject.findings.inconclusive('L2', 'member-packed', what, { offset: entry.offset });
        continue;
      }
      const { tensors } = await this.#subject.examine(opened.source, {
        ...opened.options,
        proven: !crcOff,
        prefix,
        role,
      });
      this.#inner = together(this.#inner, tensors);
    }
  }

  #settle(): void {
    this.#book.steps.settle();
    const raw = [...this.#raw.values()].reduce((sum, { tensors }) => sum + tensors.length, 0);
    const saved = this.#toExamine.filter(({ role }) => role !== 'archive').length;
    // What a table that could not be read lists, nobody knows; that it could not has its own reason.
    this.#own = this.#book.judge.settle(raw + saved + (this.#isWhole ? 0 : 1));
  }
}
