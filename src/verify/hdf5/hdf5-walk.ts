import type { Subject, Walk } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { holdsTensors } from '../contract/verdict.ts';
import { lookForPickle } from '../pickle/carried-pickle.ts';
import type { StepRecord } from '../read/step-record.ts';
import { ElementScan } from '../tensor/element-scan.ts';
import { readScalar } from '../tensor/element-values.ts';
import { mayNotBeNegative } from '../tensor/judge.ts';
import type { Region } from '../tensor/pass.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { followVariable, textsOf } from './attribute.ts';
import type { Hdf5Dataset } from './dataset.ts';
import type { Hdf5File } from './file.ts';
import { judgeKerasTree } from './keras-tree.ts';
import { type ChunkedDataset, checkChunks, readRows } from './rows.ts';
import { openHdf5 } from './superblock.ts';
import { Hdf5Tree } from './walk.ts';

const WINDOW_BYTES = 1024 ** 2;

/** Of PyTables, and so of pandas: an index over a column, whose last slice is filled when there are rows for it. */
const PYTABLES_INDEX = /(^|\/)_i_[^/]+\/([^/]+\/)+(indicesLR|sortedLR)$/;

export async function openTree(subject: Subject): Promise<Walk> {
  const { file, superblock } = await openHdf5(subject);
  const tree = new Hdf5Tree(file, subject);
  await tree.walk(superblock);
  file.settle();
  const values = new Values(subject, file, tree);
  await enterNames(subject, file, tree, values.book.steps);
  const isKeras = await judgeKerasTree(subject, tree);
  const { datasets } = tree;
  return {
    format: isKeras ? 'keras-h5' : 'hdf5',
    // Asked when all has been read: a chunk may turn out to be guarded by nothing.
    get checksummed() {
      const guarded = datasets.every((each) => each.guarded || each.elements === 0);
      return !file.hasUnguarded && tree.complete && guarded;
    },
    reaches: 'L3',
    regions: () => values.regions(),
    inside: () => values.inside(),
    finish(complete) {
      // What could not be walked may have been a tensor.
      const declared = datasets.filter(({ type }) => type.number !== undefined).length;
      values.book.settle(tree.complete ? declared : Math.max(1, declared));
      if (complete && tree.complete) noteUnowned(subject, file);
    },
    tensors: () => values.book.summary,
  };
}

async function enterNames(
  subject: Subject,
  file: Hdf5File,
  tree: Hdf5Tree,
  steps: StepRecord,
): Promise<void> {
  const { keys, facts } = subject;
  for (const { names, type } of tree.datasets) {
    for (const name of names) {
      const [top = name] = name.split('/', 1);
      if (type.number === undefined) keys.addValue(name, top);
      else keys.addTensor(name, top);
    }
  }
  const shown: [string, string | number][] = [];
  for (const attribute of tree.rootAttributes) {
    const { name, type, space, data } = attribute;
    keys.addValue(name, name);
    if (space.elements !== 1 || shown.length >= 64) continue;
    const value =
      type.number === undefined
        ? (await textsOf(attribute, tree.heap, file))?.[0]?.slice(0, 200)
        : readScalar(type.number.dtype, data, type.number.littleEndian);
    if (typeof value === 'number') steps.offer(name, value);
    if (value !== undefined) shown.push([name.slice(0, 120), value]);
  }
  facts.scalars = Object.fromEntries(shown);
}

/** What no object owns is free space, or what a writer left behind. */
function noteUnowned(subject: Subject, file: Hdf5File): void {
  const unowned = file.settle();
  if (unowned > 0)
    subject.findings.note('L1', 'unowned-bytes', 'some bytes belong to no object', {
      found: `${unowned} bytes`,
    });
  if (file.base > 0)
    subject.findings.note('L1', 'user-block', 'a block that is not HDF5 lies before the file', {
      offset: 0,
      found: `${file.base} bytes`,
    });
}

/** Looks at every dataset's elements: in the pass where they lie in one stretch, after it where they do not. */
class Values {
  readonly book: TensorBook;
  readonly #subject: Subject;
  readonly #file: Hdf5File;
  readonly #tree: Hdf5Tree;

  constructor(subject: Subject, file: Hdf5File, tree: Hdf5Tree) {
    this.book = new TensorBook(subject);
    this.#subject = subject;
    this.#file = file;
    this.#tree = tree;
  }

  *regions(): Iterable<Region> {
    const placed = this.#tree.datasets
      .filter(
        (dataset) =>
          dataset.type.number !== undefined && dataset.layout.kind !== 'chunked' && !dataset.isUnwritten,
      )
      .map((dataset) => ({ dataset, offset: this.#offsetOf(dataset) }))
      .sort((a, b) => a.offset - b.offset);
    for (const { dataset, offset } of placed) {
      const scan = this.#scan(dataset, offset);
      yield { offset, length: dataset.elements * dataset.type.bytes, ...scan };
    }
  }

  async inside(): Promise<void> {
    for (const dataset of this.#tree.datasets) {
      if (dataset.isUnwritten) this.#judgeUnwritten(dataset);
      await this.#subject.findings.guard(() => this.#look(dataset));
    }
  }

  async #look(dataset: Hdf5Dataset): Promise<void> {
    const { layout, chunks, type, isUnwritten, fileOffset } = dataset;
    if (layout.kind === 'chunked' && chunks !== undefined) {
      const chunked = dataset as ChunkedDataset;
      if (isUnwritten) return await checkChunks(this.#file, chunked);
      if (type.number === undefined) {
        await readRows(this.#file, chunked, (data) => this.#follow(dataset, data, fileOffset));
        return;
      }
      const scan = this.#scan(dataset, fileOffset);
      await readRows(this.#file, chunked, async (piece) => scan.feed(piece));
      await scan.end();
    } else if (type.variable !== undefined && !isUnwritten) await this.#followFlat(dataset);
  }

  async #followFlat(dataset: Hdf5Dataset): Promise<void> {
    const { type, elements } = dataset;
    const from = this.#offsetOf(dataset);
    const step = Math.max(1, Math.floor(WINDOW_BYTES / type.bytes));
    for (let i = 0; i < elements; i += step) {
      const at = from + i * type.bytes;
      const data = await this.#file.read(at - this.#file.base, Math.min(step, elements - i) * type.bytes);
      await this.#follow(dataset, data, at);
    }
  }

  async #follow({ type, names }: Hdf5Dataset, data: Uint8Array, place: number): Promise<void> {
    // PyTables, and so pandas, unpickles attributes and values of variable length.
    const look = (value: Uint8Array, at: number) => lookForPickle(this.#subject, names[0] ?? '', value, at);
    // Texts are nobody's programs.
    const tell = type.text === undefined ? look : undefined;
    await followVariable(this.#file, this.#tree.heap, { type, data, place }, tell);
  }

  #offsetOf({ layout, elements }: Hdf5Dataset): number {
    if (elements === 0) return 0;
    if (layout.kind === 'compact') return layout.fileOffset;
    return layout.kind === 'contiguous' ? this.#file.base + (layout.address ?? 0) : 0;
  }

  /** What was never written reads as a fill value, and no program trains weights of that. */
  #judgeUnwritten({ names, type, shape, fileOffset, chunks }: Hdf5Dataset): void {
    const { findings, role, table } = this.#subject;
    const what = `${quoted(names[0] ?? '')} was never written, or not as a whole`;
    const found = chunks === undefined ? 'no data' : `${chunks.written} of ${chunks.addresses.length} chunks`;
    if (holdsTensors(role) && !names.some((name) => PYTABLES_INDEX.test(name)))
      findings.fail('L3', 'unwritten', what, { offset: fileOffset, found });
    else findings.note('L3', 'unwritten', what, { offset: fileOffset, found });
    if (type.number === undefined) return;
    for (const name of names) table.add({ name, dtype: type.number.dtype.name, shape, nonFinite: 0 });
  }

  /** Where nobody said that these are weights: an interpreter's workspace, whose matrices often begin as `zeros(...)`. */
  #isCollected(names: readonly string[]): boolean {
    const { octaveVariables } = this.#tree;
    return (
      this.#subject.roleFrom === 'guessed' &&
      names.some((name) => octaveVariables.has(name.split('/', 1)[0] as string))
    );
  }

  #scan(
    dataset: Hdf5Dataset,
    fileOffset: number,
  ): Pick<Region, 'bulk' | 'end'> & { feed(piece: Uint8Array): void } {
    const { names, shape, elements, type } = dataset;
    const { dtype, littleEndian } = type.number as NonNullable<typeof type.number>;
    const step = elements === 1 ? stepNameOf(names, this.book.steps) : undefined;
    const scan = new ElementScan(dtype, {
      ...this.#subject.scanning,
      littleEndian,
      countNegative: mayNotBeNegative(names),
      mostBytes: elements * type.bytes,
      firstBytes: step !== undefined,
    });
    return {
      bulk: { crc: false, scan: scan.spec, took: (slice) => slice.scan && scan.join(slice.scan) },
      feed: (piece) => scan.feed(piece),
      end: () => {
        const result = scan.finish();
        const value = step === undefined ? undefined : readScalar(dtype, result.firstBytes, littleEndian);
        if (step !== undefined && value !== undefined) this.book.steps.offer(step, value);
        const proven = dataset.guarded || this.#subject.digestGiven;
        const isTable = this.#isCollected(names);
        this.book.judge.take({ names, dtype, shape, elements, fileOffset, scan: result, proven, isTable });
      },
    };
  }
}

/** Keras keeps the number of updates as the first variable of the optimizer. */
const ITERATIONS = /^optimizer\/vars\/0$|^optimizer_weights\/.*(^|\/)iterations?(:0)?$/;

function stepNameOf(names: readonly string[], steps: StepRecord): string | undefined {
  return (
    names.find((name) => steps.wants(name)) ??
    (names.some((name) => ITERATIONS.test(name)) ? 'iteration' : undefined)
  );
}
