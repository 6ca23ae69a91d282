import { hasChecksum } from '../archive/tar-header.ts';
import { firstTarName, type NamedMember, tarMembers } from '../archive/tar-members.ts';
import { TarWalk } from '../archive/tar-walk.ts';
import { CheckpointMeaning } from '../checkpoint/meaning.ts';
import { Broken, Unsettled } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import type { TensorSummary } from '../contract/verdict.ts';
import { PickleCursor } from '../pickle/cursor.ts';
import { PickleImports } from '../pickle/imports.ts';
import { PyDict, PyGlobal, type PyStorage, type PyTensor, PyTuple, type PyValue } from '../pickle/value.ts';
import { StepRecord } from '../read/step-record.ts';
import { TensorJudge } from '../tensor/judge.ts';
import type { Region } from '../tensor/pass.ts';
import { type StorageSpelling, type TorchProgram, TorchProgramReader } from './program.ts';
import { StorageScan } from './storage.ts';
import { keyOf, type TarStorage, TorchTarParts } from './tar-parts.ts';

const MEMBERS = ['pickle', 'tensors', 'storages'];
/** Written by every release that wrote this format; its reader never looked at it. */
const MACHINE = 'sys_info';

export const isTorchTarName = (name: string): boolean => name === MACHINE || MEMBERS.includes(name);

/**
 * PyTorch's first format, of releases 0.1: a tar of `sys_info`, `pickle`, `tensors` and `storages`, from the source of the
 * loader that PyTorch still has. Nothing is unpacked.
 */
export const torchTar: Format = {
  name: 'torch-tar',
  proves:
    'tar headers and padding; exactly the members of the format; the object walked opcode by opcode; every storage and tensor is one that the object refers to, each tensor inside its storage; every member used up to its last byte; values',
  checksum: 'of tar headers only',

  recognises: ({ head }: Probe) =>
    head.length >= 512 && hasChecksum(head) && isTorchTarName(firstTarName(head) ?? ''),

  async open(subject: Subject): Promise<Walk> {
    const file = new TorchTarFile(subject);
    await file.read();
    let summary: TensorSummary = { count: 0, elements: 0, nonFinite: 0 };
    return {
      checksummed: false,
      reaches: 'L3',
      regions: () => file.regions(),
      finish() {
        summary = file.settle();
      },
      tensors: () => summary,
    };
  },
};

class TorchTarFile {
  readonly #subject: Subject;
  readonly #imports: PickleImports;
  readonly #steps: StepRecord;
  readonly #judge: TensorJudge;
  readonly #meaning: CheckpointMeaning;
  readonly #parts: TorchTarParts;
  #program: TorchProgram | undefined;

  constructor(subject: Subject) {
    this.#subject = subject;
    this.#imports = new PickleImports(subject);
    this.#steps = new StepRecord(subject);
    this.#judge = new TensorJudge(subject);
    this.#meaning = new CheckpointMeaning(subject, subject.reader.label);
    this.#parts = new TorchTarParts(subject, this.#imports);
  }

  /** Everything but the elements. A fault leaves the archive's own rules still to be checked. */
  async read(): Promise<void> {
    const { findings, reader, sizeBytes } = this.#subject;
    try {
      const read = (offset: number, length: number) => reader.read(offset, length);
      const found = await tarMembers(read, sizeBytes, MEMBERS.length + 1);
      const byName = new Map(found.map((member) => [member.name, member]));
      const missing = MEMBERS.find((name) => !byName.has(name));
      const stray = found.find(({ name }) => !isTorchTarName(name));
      if (missing !== undefined || stray !== undefined || byName.size !== found.length)
        throw new Broken('L2', 'torch-layout', 'has not exactly the members of such a checkpoint', {
          expected: MEMBERS.join(', '),
          found: found.map(({ name }) => name.slice(0, 40)).join(', '),
        });
      for (const member of found) mustFit(member, sizeBytes);
      await this.#readParts(byName);
    } catch (error) {
      if (!findings.caught(error)) throw error;
    }
  }

  /** Each byte goes to the walk of the archive; those of a storage are scanned too. */
  *regions(): Generator<Region> {
    const { sizeBytes, findings } = this.#subject;
    const walk = new TarWalk({ findings, sizeBytes, mostMembers: MEMBERS.length + 1 }, () => {});
    let isBroken = false;
    const follow = (work: () => void) => {
      if (isBroken) return;
      isBroken = true;
      work();
      isBroken = false;
    };
    let at = 0;
    const between = (to: number): Region => ({
      offset: at,
      length: to - at,
      feed: (piece, offset) => follow(() => walk.feed(piece, offset)),
      end: () => (to === sizeBytes ? follow(() => walk.end()) : undefined),
    });
    for (const placed of this.#program === undefined ? [] : this.#parts.placed) {
      yield between(placed.offset);
      at = placed.offset + placed.bytes;
      yield this.#storageRegion(placed, (piece, offset) => follow(() => walk.feed(piece, offset)));
    }
    yield between(sizeBytes);
  }

  settle(): TensorSummary {
    this.#imports.settle();
    const program = this.#program;
    if (program === undefined) return { count: 0, elements: 0, nonFinite: 0 };
    this.#steps.settle();
    this.#meaning.settle(program.root);
    return this.#judge.settle(
      [...program.storages.values()].reduce((sum, { tensors }) => sum + tensors.length, 0),
    );
  }

  async #readParts(members: ReadonlyMap<string, NamedMember>): Promise<void> {
    const [object, tensors, storages] = MEMBERS.map((name) => members.get(name) as NamedMember);
    const machine = members.get(MACHINE);
    if (machine !== undefined) await this.#readMachine(machine);
    await this.#parts.readStorages(storages as NamedMember);
    await this.#parts.readTensors(tensors as NamedMember);
    const program = await this.#readObject(object as NamedMember);
    this.#mustBeWhole(program);
    this.#program = program;
  }

  async #readMachine({ offset, sizeBytes }: NamedMember): Promise<void> {
    const cursor = new PickleCursor(this.#subject.reader, offset, offset + sizeBytes);
    const machine = await cursor.plain(this.#subject, this.#imports);
    const entry = (key: string) =>
      machine instanceof PyDict ? machine.entries.get(`s${key}`)?.[1] : undefined;
    if (entry('protocol_version') !== 1000 || cursor.left > 0)
      throw new Broken('L2', 'torch-layout', 'does not describe the machine it was written on', { offset });
    if (entry('little_endian') !== true)
      throw new Unsettled('L2', 'torch-layout', 'was written on a machine of another byte order', { offset });
  }

  async #readObject({ offset, sizeBytes }: NamedMember): Promise<TorchProgram> {
    const spelling: StorageSpelling = (id, add) => this.#referred(id, add);
    const reader = new TorchProgramReader(this.#subject, this.#imports, sizeBytes, { spelling });
    const cursor = new PickleCursor(this.#subject.reader, offset, offset + sizeBytes);
    while (cursor.left > 0) reader.feed(await cursor.bytes(Math.min(cursor.left, 1024 ** 2)));
    return reader.end(this.#steps);
  }

  readonly #asked = new Set<string>();

  /** The number of a tensor or storage as text, or a module's class with where its source was found. */
  #referred(
    id: PyValue,
    add: (storage: PyStorage) => PyStorage,
  ): PyStorage | PyTensor | PyGlobal | undefined {
    if (id instanceof PyTuple) {
      const [cls] = id.items;
      return id.items.length === 3 && cls instanceof PyGlobal ? cls : undefined;
    }
    const key = keyOf(id);
    if (key === undefined) return undefined;
    this.#asked.add(key);
    const tensor = this.#parts.tensors.get(key);
    if (tensor !== undefined) {
      add(tensor.root);
      return tensor.tensor;
    }
    const storage = this.#parts.storage(key);
    if (storage !== undefined) add(this.#parts.storage(storage.key) ?? storage);
    return storage;
  }

  /** The writer writes what the object refers to and nothing else. */
  #mustBeWhole({ storages }: TorchProgram): void {
    const idle =
      [...this.#parts.tensors.keys()].find((key) => !this.#asked.has(key)) ??
      this.#parts.placed.find(({ storage }) => !storages.has(storage.key))?.storage.key;
    if (idle !== undefined)
      throw new Broken('L2', 'storage-unknown', `nothing refers to ${JSON.stringify(idle)}`);
  }

  #storageRegion(
    { storage, offset, bytes }: TarStorage,
    follow: (piece: Uint8Array, offset: number) => void,
  ): Region {
    const scan = new StorageScan(this.#program?.storages.get(storage.key) ?? { storage, tensors: [] }, {
      subject: this.#subject,
      judge: this.#judge,
      steps: this.#steps,
      meaning: this.#meaning,
      littleEndian: true,
      proven: this.#subject.digestGiven,
      bytes,
    });
    return {
      offset,
      length: bytes,
      feed(piece, fileOffset) {
        scan.feed(piece);
        follow(piece, fileOffset);
      },
      end: () => scan.end(offset),
    };
  }
}

function mustFit({ name, offset, sizeBytes }: NamedMember, fileBytes: number): void {
  if (offset + sizeBytes <= fileBytes) return;
  throw new Broken('L1', 'cut-short', `the file ends inside ${JSON.stringify(name)}`, {
    offset,
    expected: `${sizeBytes} bytes`,
    found: `${fileBytes - offset} bytes`,
  });
}
