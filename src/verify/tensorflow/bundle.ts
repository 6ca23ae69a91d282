import { Broken } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import type { Part, SetSubject } from '../contract/set.ts';
import { quoted, someOf } from '../contract/untrusted.ts';
import { TensorJudge } from '../tensor/judge.ts';
import type { Region } from '../tensor/pass.ts';
import { tensorsMustTile } from '../tensor/tiling.ts';
import { type BundleEntry, type BundleHeader, readEntry, readHeader } from './bundle-entry.ts';
import { STRING_TYPE, tfDtype } from './dtype.ts';
import { OBJECT_GRAPH, objectGraph } from './object-graph.ts';
import { readTable } from './sorted-table.ts';
import { TfSteps } from './steps.ts';
import { numbersRegion, StringsRegion } from './tensor-region.ts';

export const indexPath = (prefix: string): string => `${prefix}.index`;

export const shardPath = (prefix: string, shard: number, shards: number): string =>
  `${prefix}.data-${padded(shard)}-of-${padded(shards)}`;

const padded = (number: number): string => String(number).padStart(5, '0');

const NAMES_SHOWN = 5;

/**
 * Reads a tensor bundle, which is what TensorFlow's checkpoints are: an index of tensors and the files with their bytes.
 * Facts from `tensor_bundle.proto` and its writer. Every tensor has a CRC-32C.
 */
export async function examineBundle(subject: SetSubject, prefix: string): Promise<void> {
  const { tree, findings } = subject;
  const index = await subject.part(indexPath(prefix));
  const { header, entries } = await readIndex(index);
  await index.pass([]);
  const paths = Array.from({ length: header.shards }, (_none, i) => shardPath(prefix, i, header.shards));
  const present = new Set(tree.files.map(({ path }) => path));
  const absent = paths.filter((path) => !present.has(path));
  if (absent.length > 0) {
    findings.fail('L2', 'shard-missing', `${absent.length} of ${header.shards} data files are not there`, {
      expected: `${header.shards} data files`,
      found: `no ${absent.slice(0, NAMES_SHOWN).join(', ')}`,
    });
  }
  const reading = new BundleReading(subject, header, entries);
  for (const [shard, path] of paths.entries())
    if (present.has(path)) await reading.readShard(shard, await subject.part(path));
  reading.settle(absent.length === 0);
}

async function readIndex(part: Part): Promise<{ header: BundleHeader; entries: BundleEntry[] }> {
  let header: BundleHeader | undefined;
  const entries: BundleEntry[] = [];
  await readTable(part, (key, value, at) => {
    if (key.length === 0) header = readHeader(value, at, part);
    else entries.push(readEntry(new TextDecoder().decode(key), value, at, part));
  });
  if (header === undefined) throw new Broken('L2', 'bundle-header', 'the index has no header');
  for (const entry of entries) {
    if (entry.shard >= header.shards) {
      throw new Broken('L2', 'bundle-entry', `${quoted(entry.name)} lies in a data file that cannot be`, {
        expected: `below ${header.shards}`,
        found: String(entry.shard),
      });
    }
  }
  return { header, entries };
}

class BundleReading {
  readonly #subject: SetSubject;
  readonly #header: BundleHeader;
  readonly #shards = new Map<number, BundleEntry[]>();
  readonly #names: Set<string>;
  readonly #steps: TfSteps;
  readonly #named: string[] = [];
  #judge: TensorJudge | undefined;
  #complete = true;

  constructor(subject: SetSubject, header: BundleHeader, entries: readonly BundleEntry[]) {
    this.#subject = subject;
    this.#header = header;
    this.#steps = new TfSteps(subject);
    this.#names = new Set(entries.map(({ name }) => name));
    for (const entry of entries) {
      const list = this.#shards.get(entry.shard);
      if (list === undefined) this.#shards.set(entry.shard, [entry]);
      else list.push(entry);
      if (entry.type === STRING_TYPE) subject.keys.addValue(entry.name, entry.name);
      else subject.keys.addTensor(entry.name, entry.name);
    }
  }

  /** Extents must cover the file without hole, overlap or tail; then it is read once. */
  async readShard(shard: number, part: Part): Promise<void> {
    const entries = (this.#shards.get(shard) ?? []).sort((a, b) => a.offset - b.offset || a.size - b.size);
    this.#judge ??= new TensorJudge(
      this.#header.shards === 1 ? part : { ...part, findings: this.#subject.findings },
    );
    const judge = this.#judge;
    const extents = entries.map(({ name, offset, size }) => ({ name, offset, bytes: size }));
    const isTiled = await part.findings.guard(() => tensorsMustTile(extents, 0, part.sizeBytes));
    const regions = isTiled ? entries.map((entry) => this.#region(part, entry, judge)) : [];
    const isRead = await part.pass(regions);
    this.#complete &&= isTiled && isRead;
  }

  settle(allShards: boolean): void {
    this.#steps.settle();
    if (!this.#complete || !allShards) return;
    this.#judge?.settle([...this.#shards.values()].flat().filter(({ type }) => type !== STRING_TYPE).length);
    this.#judgeObjectGraph();
  }

  #region(part: Subject, entry: BundleEntry, judge: TensorJudge): Region {
    const { littleEndian } = this.#header;
    const dtype = tfDtype(entry.type);
    if (dtype !== undefined)
      return numbersRegion(part, { entry, dtype, littleEndian }, judge, (name, value) =>
        this.#steps.offer(name, value),
      );
    if (entry.name !== OBJECT_GRAPH || entry.elements !== 1) return new StringsRegion(part, entry);
    return new StringsRegion(part, entry, (length, at) =>
      objectGraph(length, at, part.budgets, (key) => this.#named.push(key)),
    );
  }

  /** Every value of a Python object that was saved is there. Some savers add an ending to the key. */
  #judgeObjectGraph(): void {
    const absent = this.#named.filter((key) => !this.#names.has(key));
    if (absent.length === 0) return;
    const all = [...this.#names];
    const lost = absent.slice(0, 100).filter((key) => !all.some((name) => name.startsWith(key)));
    if (lost.length === 0) return;
    this.#subject.findings.fail('L2', 'object-graph', 'the tree of objects names values that are not there', {
      found: someOf(lost),
    });
  }
}
