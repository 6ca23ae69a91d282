import { Broken } from '../contract/findings.ts';
import type { Part, SetProof, SetSubject } from '../contract/set.ts';
import { folderOf, inFolder, nameIn, prefixOf } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { passOver, textOfPart } from './chunk-pass.ts';
import { OcdbtStore } from './ocdbt-store.ts';
import { isBareDatabase, itemsOf, UNFINISHED } from './orbax-folders.ts';
import { judgeFinished, type Leaf, leavesOf, sharesOf } from './orbax-metadata.ts';
import { type ChunkSpan, ZarrArray } from './zarr-array.ts';
import { arrayIn, scanArrays } from './zarr-hierarchy.ts';
import { parseObject, parseZarrV2, parseZarrV3, type ZarrArrayInfo } from './zarr-metadata.ts';

/** Folders in which single processes wrote their part before it was merged. */
function processesOf(folder: string, paths: readonly string[]): string[] {
  const own = paths.flatMap((path) => {
    const below = path.slice(prefixOf(folder).length);
    const [name] = /^ocdbt\.process_[^/]*(?=\/)/.exec(below) ?? [];
    return name === undefined ? [] : [inFolder(folder, name)];
  });
  return [...new Set(own)];
}

type Leaves = ReadonlyMap<string, Leaf>;

const MOST_TEXT_BYTES = 64 * 1024 ** 2;

export class OrbaxCheckpoint {
  readonly #subject: SetSubject;
  readonly #root: string;
  readonly #paths: readonly string[];
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #book: TensorBook;
  readonly #texts = new Set<string>();
  #arrays = 0;

  constructor(subject: SetSubject, root: string, paths: readonly string[]) {
    this.#subject = subject;
    this.#root = root;
    this.#paths = paths;
    this.#sizes = new Map(subject.tree.files.map(({ path, sizeBytes }) => [path, sizeBytes]));
    this.#book = new TensorBook(subject);
  }

  async examine(): Promise<SetProof> {
    const { findings } = this.#subject;
    const unfinished = this.#root.split('/').find((name) => UNFINISHED.test(name));
    if (unfinished !== undefined)
      findings.fail('L0', 'unfinished', 'has the name of a checkpoint that is still being written', {
        found: unfinished,
      });
    const mark = inFolder(this.#root, '_CHECKPOINT_METADATA');
    if (this.#sizes.has(mark)) judgeFinished(this.#subject, parseObject(await this.#text(mark)), mark);
    const success = inFolder(this.#root, 'commit_success.txt');
    if (this.#sizes.has(success)) await this.#text(success);
    const items = itemsOf(this.#paths);
    if (items.length === 0)
      findings.fail('L2', 'no-items', 'holds no item with a tree of arrays', { expected: '_METADATA' });
    for (const item of items) await this.#subject.findings.guard(() => this.#item(item, items.length > 1));
    // What could not be read, or is broken, has its reason; that something is missing then is no news.
    if (!findings.has('fail') && !findings.has('inconclusive')) this.#book.settle(this.#arrays);
    return { reaches: 'L3', checksummed: false };
  }

  async #item(folder: string, named: boolean): Promise<void> {
    const parts = this.#paths.filter((path) => path.startsWith(prefixOf(folder)));
    const leaves = await this.#leaves(folder);
    const prefix = named ? `${nameIn(folder)}.` : '';
    if (this.#sizes.has(inFolder(folder, 'manifest.ocdbt'))) await this.#ocdbt(folder, parts, leaves, prefix);
    else await this.#folders(folder, parts, leaves, prefix);
  }

  /** @returns `undefined` for a database that TensorStore or JAX wrote without Orbax, and so without a tree */
  async #leaves(folder: string): Promise<Leaves | undefined> {
    const metadata = inFolder(folder, '_METADATA');
    if (this.#sizes.has(metadata)) {
      const leaves = leavesOf(parseObject(await this.#text(metadata)), metadata);
      await this.#textsOf(folder, leaves);
      return leaves;
    }
    if (folder === this.#root && isBareDatabase(folder, this.#paths)) {
      const what = 'nothing beside the database tells which arrays belong into it';
      this.#subject.findings.note('L2', 'tree-unlisted', what);
      return undefined;
    }
    const what = 'the tree of this item was never written down';
    throw new Broken('L2', 'tree-missing', what, { expected: metadata });
  }

  async #textsOf(folder: string, leaves: Leaves): Promise<void> {
    const sharding = inFolder(folder, '_sharding');
    if (this.#sizes.has(sharding))
      sharesOf(this.#subject, parseObject(await this.#text(sharding)), leaves, sharding);
    const others = this.#paths.filter((path) => folderOf(path) === inFolder(folder, 'array_metadatas'));
    for (const path of others) parseObject(await this.#text(path));
  }

  /** Arrays in the databases: the one of the item refers to those of the processes. */
  async #ocdbt(folder: string, paths: readonly string[], leaves: Leaves | undefined, prefix: string) {
    const opened = new Map<string, Part>();
    const store = new OcdbtStore(this.#subject, folder, this.#sizes, opened);
    const spans: ChunkSpan[] = [];
    const arrays: ZarrArray[] = [];
    await this.#subject.findings.guard(async () => {
      await store.open();
      for (const [name, info] of await this.#arraysIn(store)) {
        this.#mustBeListed(name, info, leaves);
        const array = new ZarrArray(this.#subject, prefix + name, name, info);
        arrays.push(array);
        await this.#subject.findings.guard(async () => {
          for (const span of await array.spans(store)) spans.push(span);
        });
      }
      this.#mustBeThere(leaves, new Set([...store.keys].map((key) => key.split('/', 1)[0] ?? key)));
    });
    for (const own of processesOf(folder, paths))
      await this.#subject.findings.guard(() =>
        new OcdbtStore(this.#subject, own, this.#sizes, opened).open(),
      );
    const rest = paths.filter((path) => !this.#texts.has(path));
    await passOver(
      this.#subject,
      rest,
      spans,
      async (path) => opened.get(path) ?? (await this.#subject.part(path)),
    );
    this.#finish(arrays);
  }

  async #arraysIn(store: OcdbtStore): Promise<Map<string, ZarrArrayInfo>> {
    const arrays = new Map<string, ZarrArrayInfo>();
    for (const key of [...store.keys]) {
      const [, name = '', kind] = /^(.*)\/(\.zarray|zarr\.json)$/.exec(key) ?? [];
      if (kind === undefined) continue;
      await this.#subject.findings.guard(async () => {
        const bytes = await store.readValue(key, this.#subject.budgets.structureBytes);
        const text = new TextDecoder().decode(bytes);
        arrays.set(name, kind === '.zarray' ? parseZarrV2(text) : parseZarrV3(parseObject(text)));
      });
    }
    return arrays;
  }

  async #folders(folder: string, paths: readonly string[], leaves: Leaves | undefined, prefix: string) {
    const arrays = new Map<string, ZarrArrayInfo>();
    const nameOf = (path: string) => path.slice(prefixOf(folder).length);
    for (const path of paths.filter((each) => /^(\.zarray|zarr\.json)$/.test(nameIn(each)))) {
      await this.#subject.findings.guard(async () => {
        this.#texts.add(path);
        const info = await arrayIn(this.#subject, path);
        if (info === undefined) return;
        arrays.set(folderOf(path), info);
        this.#mustBeListed(nameOf(folderOf(path)), info, leaves);
      });
    }
    this.#mustBeThere(leaves, new Set([...arrays.keys()].map(nameOf)));
    const rest = paths.filter((path) => !this.#texts.has(path));
    this.#finish(await scanArrays(this.#subject, arrays, rest, (path) => prefix + nameOf(path)));
  }

  #mustBeListed(name: string, { shape }: ZarrArrayInfo, leaves: Leaves | undefined): void {
    if (leaves === undefined) return;
    const { findings } = this.#subject;
    const leaf = leaves.get(name);
    if (leaf === undefined)
      findings.fail('L2', 'leaf-unlisted', `${quoted(name)} is in no tree`, {
        expected: '_METADATA',
      });
    else if (leaf.shape !== undefined && leaf.shape.join() !== shape.join())
      findings.fail('L2', 'shape-differs', `${quoted(name)} has another shape than the tree says`, {
        expected: `[${leaf.shape.join(', ')}]`,
        found: `[${shape.join(', ')}]`,
      });
  }

  #mustBeThere(leaves: Leaves | undefined, names: ReadonlySet<string>): void {
    for (const [name, { isArray }] of leaves ?? []) {
      if (isArray && !names.has(name))
        this.#subject.findings.fail('L2', 'leaf-missing', `${quoted(name)} of the tree is not there`);
    }
  }

  #finish(arrays: readonly ZarrArray[]): void {
    this.#arrays += arrays.length;
    for (const array of arrays) array.finish(this.#book);
  }

  async #text(path: string): Promise<string> {
    this.#texts.add(path);
    return await textOfPart(this.#subject, path, MOST_TEXT_BYTES);
  }
}
