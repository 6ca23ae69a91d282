import { CheckpointMeaning } from '../checkpoint/meaning.ts';
import { Broken, type Findings, Unsettled } from '../contract/findings.ts';
import type { Matter } from '../contract/format.ts';
import type { FoundSet, SetKind, SetProof, SetSubject } from '../contract/set.ts';
import { type TensorRow, TensorTable } from '../contract/tensor-table.ts';
import { byFolder, inFolder, nameIn, type Tree } from '../contract/tree.ts';
import { quoted, someOf } from '../contract/untrusted.ts';
import { PickleCursor } from '../pickle/cursor.ts';
import { PickleImports } from '../pickle/imports.ts';
import { PyDict, type PyValue } from '../pickle/value.ts';
import { StepRecord } from '../read/step-record.ts';
import { TensorJudge } from '../tensor/judge.ts';
import type { SharedWork } from './checkpoint-book.ts';
import { DcpItemRegion, type ExpectedTensor, mustTile } from './dcp-item.ts';
import { type DcpItem, type DcpMetadata, dcpMetadata } from './dcp-metadata.ts';
import { badTiling } from './dcp-tiling.ts';

const METADATA = '.metadata';
const PAYLOAD = /\.distcp$/;
const UNFINISHED = /^(__[0-9]+)?\.metadata\.tmp$|\.distcp\.tmp$/;
const RANK_METADATA = /^__[0-9]+\.metadata$/;

/** A folder of torch.distributed.checkpoint: files of each rank, and `.metadata`, which is written last. */
export const dcpFolder: SetKind = {
  name: 'dcp',
  proves:
    '.metadata is there and walked opcode by opcode; the chunks of every tensor fill it exactly once; every chunk and object is where the metadata says, and the items fill every file; every item is a whole file of torch.save with its CRCs, type and shape; values',

  find(tree: Tree): FoundSet[] {
    const sets: FoundSet[] = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const names = files.map(({ path }) => nameIn(path));
      const own = names.filter((name) => name === METADATA || PAYLOAD.test(name));
      if (own.length === 0) continue;
      const at = (name: string) => inFolder(folder, name);
      sets.push({
        root: folder,
        parts: own.map(at),
        members: [],
        examine: (subject) => new DcpFolder(subject, names, at).examine(),
      });
    }
    return sets;
  },
};

class DcpFolder {
  readonly #subject: SetSubject;
  readonly #names: readonly string[];
  readonly #at: (name: string) => string;
  readonly #imports: PickleImports;
  readonly #steps: InnerSteps;

  constructor(subject: SetSubject, names: readonly string[], at: (name: string) => string) {
    this.#subject = subject;
    this.#names = names;
    this.#at = at;
    // What is asked for in `.metadata` and in the items is one list.
    this.#imports = new PickleImports(subject);
    this.#steps = new InnerSteps(subject);
  }

  async examine(): Promise<SetProof> {
    this.#mustBeFinished();
    const metadata = await this.#readMetadata();
    const files = this.#itemsByFile(metadata);
    this.#judgeChunks(metadata);
    this.#enterNames(metadata);
    const desk = new Desk(this.#subject);
    const judge = new TensorJudge(desk.matter);
    const meaning = new DcpMeaning(desk.matter, (name) => this.#steps.inner(name));
    const shared = { imports: this.#imports, steps: this.#steps, judge, meaning };
    for (const name of this.#names.filter((each) => PAYLOAD.test(each)))
      await this.#readFile(name, files.get(name) ?? [], metadata, { shared, desk });
    desk.clear();
    for (const name of files.keys()) {
      const what = `the metadata names ${quoted(name)}, which is not there`;
      if (!this.#names.includes(name)) this.#subject.findings.fail('L2', 'file-missing', what);
    }
    this.#imports.settle();
    this.#steps.settle();
    meaning.settle();
    judge.settle(metadata.tensors.size);
    // `.metadata` itself is under no checksum.
    return { reaches: 'L3', checksummed: false };
  }

  #mustBeFinished(): void {
    const temporary = this.#names.find((name) => UNFINISHED.test(name));
    const file = this.#at(temporary ?? METADATA);
    if (temporary !== undefined) {
      const what = 'the checkpoint is still being written, or its writer was killed';
      this.#subject.findings.fail('L2', 'unfinished', what, { file });
    }
    if (this.#names.includes(METADATA)) return;
    const perRank = this.#names.find((name) => RANK_METADATA.test(name));
    if (perRank !== undefined) {
      const what = 'every rank wrote metadata of its own, which we cannot read';
      throw new Unsettled('L2', 'dcp-rank-metadata', what, { file: this.#at(perRank) });
    }
    const what = 'has no .metadata, which is written last: the checkpoint was never finished';
    throw new Broken('L2', 'unfinished', what, { file });
  }

  async #readMetadata(): Promise<DcpMetadata> {
    const part = await this.#subject.part(this.#at(METADATA));
    const cursor = new PickleCursor(part.reader, 0, part.sizeBytes);
    const { findings, budgets } = part;
    try {
      if (part.sizeBytes > budgets.structureBytes)
        throw new Unsettled('L2', 'over-budget', 'is larger than structureBytes allows');
      const root = await cursor.plain(part, this.#imports);
      if (cursor.left > 0)
        throw new Broken('L2', 'pickle-trailing', 'bytes follow the end of the pickle program', {
          offset: cursor.at,
        });
      return dcpMetadata(root);
    } catch (error) {
      this.#imports.settle();
      if (!findings.caught(error)) throw error;
      throw new Broken('L2', 'dcp-metadata', 'its metadata cannot be read', { file: this.#at(METADATA) });
    } finally {
      await part.pass([]);
    }
  }

  /** Where one name leads all others, as `app` of a state in a wrapper does, the parts of a checkpoint stand below it. */
  #enterNames({ tensors, objects }: DcpMetadata): void {
    const { keys } = this.#subject;
    const names = [...tensors.keys(), ...objects];
    const isWrapped = new Set(names.map((name) => leading(name, 1))).size === 1;
    this.#steps.isWrapped = isWrapped;
    for (const name of names) {
      const top = leading(name, isWrapped ? 2 : 1);
      const inside = isWrapped ? withoutFirst(name) : name;
      for (const each of new Set([name, inside]))
        if (tensors.has(name)) keys.addTensor(each, top);
        else keys.addValue(each, top);
    }
  }

  #itemsByFile({ items }: DcpMetadata): Map<string, DcpItem[]> {
    const files = new Map<string, DcpItem[]>();
    for (const item of items) {
      if (!/^[^/\\]+$/.test(item.file) || !PAYLOAD.test(item.file))
        throw new Broken('L2', 'dcp-metadata', `names ${quoted(item.file)}, which is no file of this folder`);
      const list = files.get(item.file);
      if (list === undefined) files.set(item.file, [item]);
      else list.push(item);
    }
    for (const list of files.values()) list.sort((a, b) => a.offset - b.offset || a.length - b.length);
    return files;
  }

  /** Every tensor is tiled by its chunks, every chunk and object is stored once, and nothing else is. */
  #judgeChunks({ tensors, objects, items }: DcpMetadata): void {
    const { findings } = this.#subject;
    const due = new Set<string>(objects);
    for (const [name, { size, chunks }] of tensors) {
      const wrong = badTiling(size, chunks);
      if (wrong !== undefined)
        findings.fail('L2', 'chunks-do-not-tile', `${quoted(name)}: ${wrong}`, {
          expected: `[${size.join(', ')}]`,
        });
      for (const { offsets } of chunks) due.add(placeOf(name, offsets));
    }
    const stored = new Set<string>();
    const surplus: string[] = [];
    for (const { name, offsets } of items) {
      const place = placeOf(name, offsets);
      if (stored.has(place) || !due.has(place)) surplus.push(place);
      stored.add(place);
    }
    const missing = [...due].filter((place) => !stored.has(place));
    if (missing.length > 0)
      findings.fail('L2', 'chunk-missing', 'the metadata says of some items not where they lie', {
        found: someOf(missing),
      });
    if (surplus.length > 0)
      findings.fail('L2', 'chunk-surplus', 'the metadata places items that no tensor needs', {
        found: someOf(surplus),
      });
  }

  async #readFile(
    name: string,
    items: readonly DcpItem[],
    { tensors }: DcpMetadata,
    { shared, desk }: { shared: SharedWork & { meaning: DcpMeaning }; desk: Desk },
  ): Promise<void> {
    const part = await this.#subject.part(this.#at(name));
    if (items.length === 0) {
      // A rank with nothing to save leaves an empty file at most.
      const what = 'the metadata does not name this file: it is of another save';
      if (part.sizeBytes > 0) part.findings.fail('L2', 'file-unreferenced', what);
      await part.pass([]);
      return;
    }
    const regions = function* () {
      for (const item of items) {
        const tensor = tensors.get(item.name);
        const chunk = tensor?.chunks.find(
          ({ offsets }) => placeOf('', offsets) === placeOf('', item.offsets),
        );
        const expected: ExpectedTensor | undefined =
          tensor === undefined || chunk === undefined
            ? undefined
            : { dtype: tensor.dtype, shape: chunk.sizes };
        const suffix = tensor === undefined || tensor.chunks.length === 1 ? '' : placeOf('', item.offsets);
        const onOpen = (findings: Findings) => desk.put(findings, suffix);
        const onObject = (value: PyValue) => shared.meaning.object(item.name, value);
        yield new DcpItemRegion(item, { expected, part, shared, onOpen, onObject });
      }
    };
    const isTiled = await part.findings.guard(() => mustTile(items, part.sizeBytes));
    await part.pass(isTiled ? regions() : []);
  }
}

/** A step is one below the name that leads all others, too. */
class InnerSteps extends StepRecord {
  isWrapped = false;

  override wants(name: string): boolean {
    return super.wants(this.inner(name));
  }

  override offer(name: string, value: number): void {
    super.offer(this.inner(name), value);
  }

  inner(name: string): string {
    return this.isWrapped ? withoutFirst(name) : name;
  }
}

/** The objects of all items, as if they stood in one dict under the names that the metadata gives them. */
class DcpMeaning extends CheckpointMeaning {
  readonly #objects = new PyDict();
  readonly #inner: (name: string) => string;

  /** @param inner a name without the one that leads all others */
  constructor(subject: Matter, inner: (name: string) => string) {
    super(subject, '');
    this.#inner = inner;
  }

  override number(path: string, value: number): void {
    super.number(this.#inner(path), value);
  }

  object(name: string, value: PyValue): void {
    this.#objects.set(this.#inner(name), value);
  }

  override settle(): void {
    super.settle(this.#objects);
  }
}

const withoutFirst = (name: string): string => name.slice(name.indexOf('.') + 1);

const leading = (name: string, parts: number): string => name.split('.').slice(0, parts).join('.');

const placeOf = (name: string, offsets: readonly number[] | undefined): string =>
  offsets === undefined ? name : `${name}[${offsets.join(',')}]`;

/** What one judge of all tensors has before it: the item of the moment, whose reasons are its own. */
class Desk {
  readonly matter: Matter;
  readonly #table: ChunkTable;
  readonly #whole: Findings;
  #findings: Findings;

  constructor(subject: SetSubject) {
    this.#whole = subject.findings;
    this.#findings = subject.findings;
    this.#table = new ChunkTable(subject.table);
    const current = () => this.#findings;
    this.matter = {
      ...subject,
      table: this.#table,
      get findings() {
        return current();
      },
    };
  }

  put(findings: Findings, suffix: string): void {
    this.#findings = findings;
    this.#table.suffix = suffix;
  }

  clear(): void {
    this.put(this.#whole, '');
  }
}

/** Rows of a tensor that lies in several chunks are told apart by where each begins: `w[4,0]`. */
class ChunkTable extends TensorTable {
  suffix = '';
  readonly #whole: TensorTable;

  constructor(whole: TensorTable) {
    super();
    this.#whole = whole;
  }

  override add(row: TensorRow): void {
    this.#whole.add({ ...row, name: row.name + this.suffix });
  }
}
