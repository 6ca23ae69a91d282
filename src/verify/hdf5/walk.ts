import { overBudget, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { lookForPickle } from '../pickle/carried-pickle.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { type Attribute, attributesOf, followVariable, textsOf } from './attribute.ts';
import { Cursor, hdf5Broken } from './cursor.ts';
import { type Hdf5Dataset, isDataset, readDataset } from './dataset.ts';
import type { Hdf5File } from './file.ts';
import { isGroup, type Link, linksOf } from './group.ts';
import { GlobalHeap } from './heap.ts';
import { MESSAGE, type ObjectHeader, readObject } from './object.ts';
import type { Superblock } from './superblock.ts';

const DEEPEST = 1000;

interface Seen {
  path: string;
  links: number;
  declared: number;
  fileOffset: number;
  kind: 'group' | 'dataset' | 'type' | 'unread';
  dataset?: Hdf5Dataset;
}

/** Attributes that say what the file holds; kept as texts by the path of their object. */
const KEPT = /^(model_config|training_config|keras_version|backend|(layer|weight)_names\d*)$/;

/** The whole tree of groups and datasets, each object once, however many links lead to it. */
export class Hdf5Tree {
  readonly datasets: Hdf5Dataset[] = [];
  /** Paths of all groups; the root is ''. */
  readonly groups = new Set<string>();
  readonly texts = new Map<string, Map<string, string[]>>();
  readonly rootAttributes: Attribute[] = [];
  /** Paths of groups that Octave's `save -hdf5` keeps a variable of its workspace in: `type` and `value`. */
  readonly octaveVariables = new Set<string>();
  readonly heap: GlobalHeap;
  /** Nothing had to be left out. */
  complete = true;
  readonly #file: Hdf5File;
  readonly #subject: Subject;
  readonly #seen = new Map<number, Seen>();
  readonly #queue: { path: string; address: number; depth: number }[] = [];
  #pathChars = 0;

  constructor(file: Hdf5File, subject: Subject) {
    this.#file = file;
    this.#subject = subject;
    this.heap = new GlobalHeap(file);
  }

  async walk({ root, extension }: Superblock): Promise<void> {
    if (extension !== undefined) await this.#readExtension(extension);
    this.#queue.push({ path: '', address: root, depth: 0 });
    for (let i = 0; i < this.#queue.length; i += 1) {
      const { path, address, depth } = this.#queue[i] as { path: string; address: number; depth: number };
      if (this.#meetAgain(path, address)) continue;
      // One object that cannot be read says nothing against looking at the others.
      const isRead = await this.#subject.findings.guard(() => this.#visit(path, address, depth));
      this.complete &&= isRead;
    }
    this.#queue.length = 0;
    if (this.complete) this.#judgeLinks();
  }

  async #readExtension(address: number): Promise<void> {
    const header = await readObject(this.#file, address);
    for (const { type, bytes, fileOffset } of header.messages) {
      if (type === MESSAGE.driver)
        throw new Unsettled('L1', 'hdf5-driver', 'is one of several files that only together are one', {
          offset: fileOffset,
        });
      if (type !== MESSAGE.treeRanks) continue;
      const cursor = new Cursor(bytes, fileOffset, this.#file.widths);
      cursor.version('sizes of B-trees', 0);
      const [chunkInternal, groupInternal, groupLeaf] = [cursor.u16(), cursor.u16(), cursor.u16()];
      this.#file.ranks = { chunkInternal, groupInternal, groupLeaf };
    }
  }

  /** Hard links may meet at one object, and may even lead back to a group that they came through. */
  #meetAgain(path: string, address: number): boolean {
    const seen = this.#seen.get(address);
    if (seen === undefined) return false;
    seen.links += 1;
    if (seen.kind === 'dataset') seen.dataset?.names.push(path);
    else if (seen.kind === 'group') {
      const what = `${quoted(path)} is the group ${quoted(seen.path)} under another name`;
      this.#subject.findings.note('L2', 'group-again', what);
    }
    return true;
  }

  async #visit(path: string, address: number, depth: number): Promise<void> {
    const file = this.#file;
    const seen: Seen = { path, links: 1, declared: 0, fileOffset: file.base + address, kind: 'unread' };
    this.#seen.set(address, seen);
    const header = await readObject(file, address);
    seen.declared = referencesOf(file, header);
    if (isDataset(header)) {
      // The library takes it for a group, and opens none.
      if (isGroup(header)) throw hdf5Broken('an object is data and a group', header.fileOffset);
      seen.kind = 'dataset';
      await this.#visitDataset(header, seen);
    } else if (isGroup(header)) {
      seen.kind = 'group';
      this.groups.add(path);
      await this.#readAttributes(header, path);
      for await (const link of linksOf(file, header)) this.#follow(link, path, depth);
    } else if (isCommittedType(header)) {
      seen.kind = 'type';
      await this.#readAttributes(header, path);
    } else {
      throw hdf5Broken('an object is neither group, dataset nor type', header.fileOffset, {
        found: quoted(path),
      });
    }
  }

  async #visitDataset(header: ObjectHeader, seen: Seen): Promise<void> {
    const attributes: Attribute[] = [];
    await this.#readAttributes(header, seen.path, attributes);
    const dataset = await readDataset(this.#file, header);
    dataset.names.push(seen.path);
    const dtype = attributes.find(({ name }) => name === 'dtype');
    if (dtype !== undefined && dataset.type.isOpaque === true && dataset.type.bytes === 2) {
      // HDF5 has had no bfloat16; Keras keeps it as two opaque bytes and says so beside them.
      const [text] = (await textsOf(dtype, this.heap, this.#file)) ?? [];
      if (text === 'bfloat16') dataset.type.number = { dtype: DTYPES.bf16, littleEndian: true };
    }
    seen.dataset = dataset;
    this.datasets.push(dataset);
  }

  #follow(link: Link, parent: string, depth: number): void {
    const { findings, budgets } = this.#subject;
    const path = parent === '' ? link.name : `${parent}/${link.name}`;
    if (link.kind === 'external')
      findings.inconclusive('L2', 'hdf5-external', `${quoted(path)} lies in another file`, {
        offset: link.place,
        found: quoted(link.target),
      });
    else if (link.kind === 'soft')
      findings.note('L2', 'soft-link', `${quoted(path)} stands for ${quoted(link.target)}`, {
        offset: link.place,
      });
    else {
      this.#pathChars += path.length;
      if (depth >= DEEPEST) throw overBudget('depth', DEEPEST, depth + 1, link.place);
      if (this.#pathChars > budgets.structureBytes)
        throw overBudget('structureBytes', budgets.structureBytes, this.#pathChars, link.place);
      this.#file.count(1, link.place);
      this.#queue.push({ path, address: link.address, depth: depth + 1 });
    }
  }

  async #readAttributes(header: ObjectHeader, path: string, kept?: Attribute[]): Promise<void> {
    const names = new Set<string>();
    for await (const attribute of attributesOf(this.#file, header)) {
      const { name, type, data, place } = attribute;
      if (names.has(name))
        throw hdf5Broken('an object has one attribute twice', place, { found: quoted(name) });
      names.add(name);
      const look = (value: Uint8Array) => lookForPickle(this.#subject, `${path}.${name}`, value, place);
      await followVariable(this.#file, this.heap, { type, data, place }, look);
      if (type.variable === undefined) look(data);
      if (path === '') this.rootAttributes.push(attribute);
      if (name === 'OCTAVE_NEW_FORMAT') this.octaveVariables.add(path);
      if (name === 'dtype') kept?.push(attribute);
      if (!KEPT.test(name)) continue;
      // An empty list has lost its type.
      const texts = attribute.space.elements === 0 ? [] : await textsOf(attribute, this.heap, this.#file);
      if (texts === undefined) continue;
      const own = this.texts.get(path) ?? new Map<string, string[]>();
      this.texts.set(path, own.set(name, texts));
    }
  }

  /** Every object counts the links that lead to it: a name that was lost leaves one too many. */
  #judgeLinks(): void {
    for (const { kind, links, declared, path, fileOffset } of this.#seen.values()) {
      if (links === declared || kind === 'type') continue;
      const what = `${quoted(path)} counts other links to itself than there are`;
      const counts = { expected: String(declared), found: String(links) };
      this.#subject.findings.fail('L2', 'link-count', what, { offset: fileOffset, ...counts });
    }
  }
}

/** A type alone: with a shape it would be a dataset, whose layout is missing. */
const isCommittedType = ({ messages }: ObjectHeader): boolean =>
  messages.some(({ type }) => type === MESSAGE.datatype) &&
  !messages.some(({ type }) => type === MESSAGE.dataspace);

/** Newer objects with a single link do not say so. */
function referencesOf(file: Hdf5File, { references, version, messages }: ObjectHeader): number {
  const message = messages.find(({ type }) => type === MESSAGE.references);
  if (version === 1 || message === undefined) return references;
  const cursor = new Cursor(message.bytes, message.fileOffset, file.widths);
  cursor.version('a count of links', 0);
  return cursor.u32();
}
