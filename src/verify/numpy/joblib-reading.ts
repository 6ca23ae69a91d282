import { CheckpointMeaning } from '../checkpoint/meaning.ts';
import { Broken, type Findings } from '../contract/findings.ts';
import type { ArrayBeside, Subject } from '../contract/format.ts';
import type { Part, SetProof, SetSubject } from '../contract/set.ts';
import { beside, nameIn } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { PickleImports } from '../pickle/imports.ts';
import { oldHeader } from '../pickle/joblib-head.ts';
import { NEEDS_OBJECTS } from '../pickle/pickle-reading.ts';
import { PickledObject } from '../pickle/pickled-object.ts';
import { Unpacking } from '../pickle/unpacking.ts';
import type { PyValue } from '../pickle/value.ts';
import { windowSource } from '../read/window-source.ts';
import { ArrayScan } from '../tensor/array-scan.ts';
import { countOf } from '../tensor/npy-header.ts';
import { type Consumer, wholeFile } from '../tensor/pass.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { NpyStream } from './npy-stream.ts';

/** A pickle of joblib before 0.10 with the arrays beside it: one object in several files. */
export class JoblibReading {
  readonly #set: SetSubject;
  readonly #root: string;
  /** Files that are called like its arrays. */
  readonly #files: readonly string[];
  readonly #named: ArrayBeside[] = [];
  /** Of the file that is being read: what is judged of a tensor must name that. */
  #findings: Findings;

  constructor(set: SetSubject, root: string, files: readonly string[]) {
    this.#set = set;
    this.#root = root;
    this.#files = files;
    this.#findings = set.findings;
  }

  async run(): Promise<SetProof> {
    const main = await this.#set.part(this.#root);
    const shared: Subject = Object.defineProperty({ ...main, arraysBeside: this.#named }, 'findings', {
      get: () => this.#findings,
    });
    const books = { imports: new PickleImports(shared), book: new TensorBook(shared) };
    const meaning = new CheckpointMeaning(shared, this.#root);
    let root: PyValue = null;
    let declared = 0;
    let complete = await this.#read(main, () => {
      const packed = oldHeader(main.head);
      const bytes = packed === undefined ? main.sizeBytes : Number.POSITIVE_INFINITY;
      const object = new PickledObject(shared, books.imports, bytes, true);
      const end = () => {
        root = object.end();
        const place = { name: '', proven: packed !== undefined, book: books.book, meaning };
        declared = object.enter(root, packed === undefined ? { ...place, fileOffset: 0 } : place);
      };
      const reading = { feed: (piece: Uint8Array) => object.feed(piece), end };
      return packed === undefined ? reading : new Unpacking(main, 'zlib', { reading, old: packed });
    });
    const seen = new Set<string>();
    for (const array of this.#named) {
      const path = this.#pathOf(array);
      if (path === undefined || seen.has(path)) complete &&= path !== undefined;
      else {
        seen.add(path);
        const part = await this.#set.part(path);
        const isRead = await this.#read(part, () => arrayIn(part, array, { subject: shared, ...books }));
        complete &&= isRead;
      }
    }
    for (const path of this.#files) if (!seen.has(path)) await this.#readUnnamed(path, complete);
    this.#findings = main.findings;
    books.imports.settle(NEEDS_OBJECTS);
    if (complete) {
      books.book.settle(declared + this.#named.reduce((sum, { names }) => sum + names.length, 0));
      meaning.settle(root);
    }
    const checksummed = oldHeader(main.head) !== undefined && this.#named.every((each) => each.array);
    return { reaches: 'L3', checksummed };
  }

  /** @returns whether all of it was read */
  async #read(part: Part, open: () => Consumer): Promise<boolean> {
    this.#findings = part.findings;
    let complete = false;
    const isOpen = await part.findings.guard(async () => {
      complete = await part.pass([wholeFile(part, open())]);
    });
    if (!isOpen) await part.pass([]);
    return complete;
  }

  #pathOf({ file, names: [name = ''] }: ArrayBeside): string | undefined {
    const path = beside(this.#root, file);
    const isName = file !== '' && !/[\\/\0]/.test(file) && file !== '..' && path !== this.#root;
    const where = { file: this.#root, found: quoted(file) };
    if (!isName)
      this.#set.findings.fail('L2', 'external-escape', `${quoted(name)} is not said to lie beside it`, where);
    else if (!this.#set.tree.files.some((each) => each.path === path)) {
      const what = `${quoted(name)} lies in ${quoted(file)}, which is not there`;
      this.#set.findings.fail('L2', 'file-missing', what, where);
    } else return path;
    return undefined;
  }

  /** Of another pickle that had this name before, most likely: a file for itself. @param isAll whether all names are known */
  async #readUnnamed(path: string, isAll: boolean): Promise<void> {
    const part = await this.#set.part(path);
    await part.examine(windowSource(part.reader, 0, part.sizeBytes, nameIn(path)));
    await part.pass([]);
    if (!isAll) return;
    const what = `is called like an array of ${quoted(nameIn(this.#root))}, which names no such file`;
    part.findings.note('L2', 'file-unnamed', what);
  }
}

interface Books {
  subject: Subject;
  imports: PickleImports;
  book: TensorBook;
}

function arrayIn(part: Part, { names, array }: ArrayBeside, books: Books): Consumer {
  const [name = ''] = names;
  if (array === undefined) {
    const npy = new NpyStream(books, { name, bytes: part.sizeBytes, fileOffset: 0 });
    return { feed: (piece) => void npy.feed(piece), end: () => npy.end(false) };
  }
  const old = oldHeader(part.head);
  const expected = BigInt(array.type.bytes) * countOf(array.shape);
  if (old === undefined || BigInt(old.unpackedBytes) !== expected)
    throw new Broken('L2', 'size-lies', `${quoted(name)} is not as long as its type and shape say`, {
      expected: `${expected} bytes`,
      found: old === undefined ? 'no header of joblib before 0.10' : `${old.unpackedBytes} bytes`,
    });
  const scan = new ArrayScan(books.subject, array, names);
  const reading = {
    feed: (piece: Uint8Array) => scan.feed(piece),
    end: () => scan.judge(books.book, { names, fileOffset: 0, proven: true }),
  };
  return new Unpacking(part, 'zlib', { reading, old });
}
