import { readyZstd } from '../codec/zstd.ts';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import type { Part, SetSubject } from '../contract/set.ts';
import { inFolder } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { type Child, type Place, readManifest, readTreeNode } from './ocdbt-node.ts';
import type { ChunkStore, Stored } from './zarr-array.ts';

const MOST_MANIFEST_BYTES = 16 * 1024 ** 2;
const MOST_HEIGHT = 32;

/**
 * One OCDBT database: a manifest, a tree of nodes and the values they point at. Reads every node of the newest version;
 * the parts it needed stay open until they are passed over.
 */
export class OcdbtStore implements ChunkStore {
  readonly #subject: SetSubject;
  readonly #folder: string;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #parts: Map<string, Part>;
  readonly #values = new Map<string, Stored>();
  #nodes = 0;

  /** @param parts opened parts by path; shared by the databases of one checkpoint */
  constructor(
    subject: SetSubject,
    folder: string,
    sizes: ReadonlyMap<string, number>,
    parts: Map<string, Part>,
  ) {
    this.#subject = subject;
    this.#folder = folder;
    this.#sizes = sizes;
    this.#parts = parts;
  }

  get keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  find(key: string): Stored | undefined {
    return this.#values.get(key);
  }

  async read(path: string, offset: number, bytes: number): Promise<Uint8Array> {
    const part = await this.#part(path);
    return (await part.reader.read(offset, bytes)).slice();
  }

  async readValue(key: string, mostBytes: number): Promise<Uint8Array> {
    const stored = this.find(key);
    if (stored === undefined) throw new Broken('L2', 'key-missing', `the index has no ${quoted(key)}`);
    if ('inline' in stored) return stored.inline;
    if (stored.bytes > mostBytes) throw overBudget('structureBytes', mostBytes, stored.bytes, stored.offset);
    return await this.read(stored.path, stored.offset, stored.bytes);
  }

  async open(): Promise<void> {
    const path = inFolder(this.#folder, 'manifest.ocdbt');
    const size = this.#sizes.get(path);
    if (size === undefined)
      throw new Broken('L2', 'manifest-missing', `${quoted(path)} is missing`, { file: path });
    const { structureBytes } = this.#subject.budgets;
    if (size > MOST_MANIFEST_BYTES) throw overBudget('structureBytes', MOST_MANIFEST_BYTES, size);
    await readyZstd();
    const manifest = readManifest(await this.read(path, 0, size), structureBytes);
    if (manifest.kind !== 0) {
      const what = 'the index keeps its versions in numbered files, which we cannot read';
      throw new Unsettled('L2', 'ocdbt-numbered', what);
    }
    if (manifest.root === undefined) return;
    const { root } = manifest;
    await this.#walk(root);
    if (this.#values.size !== root.keys)
      throw new Broken('L2', 'keys-lie', 'the index does not hold as many keys as its manifest says', {
        expected: String(root.keys),
        found: String(this.#values.size),
      });
  }

  async #walk(root: Child): Promise<void> {
    const { budgets } = this.#subject;
    if (root.height > MOST_HEIGHT) throw overBudget('tree height', MOST_HEIGHT, root.height);
    const pending = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      this.#nodes += 1;
      if (node.place.bytes > budgets.structureBytes)
        throw overBudget('structureBytes', budgets.structureBytes, node.place.bytes, node.place.offset);
      const { path, offset, bytes } = this.#inside(node.place);
      const { children, leaves } = readTreeNode(
        await this.read(path, offset, bytes),
        node,
        budgets.structureBytes,
      );
      const known = this.#nodes + pending.length + children.length + this.#values.size + leaves.length;
      if (known > budgets.objects) throw overBudget('objects', budgets.objects, known);
      for (const child of children) pending.push(child);
      for (const { key, value } of leaves) {
        if (this.#values.has(key))
          throw new Broken('L2', 'duplicate-key', `the index holds ${quoted(key)} twice`);
        this.#values.set(key, value instanceof Uint8Array ? { inline: value } : this.#inside(value));
      }
    }
  }

  /** A place must lie inside a file that is there. */
  #inside({ file, offset, bytes }: Place): { path: string; offset: number; bytes: number } {
    const path = inFolder(this.#folder, file.path);
    const plain = file.path.split('/').every((name) => name !== '' && name !== '..' && name !== '.');
    const size = plain ? this.#sizes.get(path) : undefined;
    if (size === undefined)
      throw new Broken('L2', 'file-missing', `the index names ${quoted(file.path)}, which is not there`);
    if (offset + bytes > size)
      throw new Broken('L1', 'outside-file', 'the index points behind the end of a file', {
        file: path,
        offset,
        expected: `at most ${size} bytes`,
        found: `${bytes} bytes from ${offset}`,
      });
    return { path, offset, bytes };
  }

  async #part(path: string): Promise<Part> {
    const opened = this.#parts.get(path);
    if (opened !== undefined) return opened;
    const part = await this.#subject.part(path);
    this.#parts.set(path, part);
    return part;
  }
}
