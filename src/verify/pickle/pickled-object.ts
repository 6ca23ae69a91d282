import type { ArrayBeside, Subject } from '../contract/format.ts';
import { ArrayScan } from '../tensor/array-scan.ts';
import { carriedStorage, STORAGE_LOADER } from './carried-storage.ts';
import type { PickleImports } from './imports.ts';
import { type JoblibArray, joblibStretch, type PickledPlace } from './joblib-array.ts';
import { arrayBeside, isOldWrapper } from './joblib-beside.ts';
import { NESTED_PAYLOAD, PickleMachine, type PickleWorld } from './machine.ts';
import { arrayIn, type PickledArray } from './numpy.ts';
import { type ReferredStorage, StorageScan } from './storage-scan.ts';
import { judgeReach } from './tensor-view.ts';
import type { PyList, PyObject, PyStorage, PyTensor, PyValue } from './value.ts';
import { type PyScalar, plainOf, walkPickled } from './walk.ts';

const MOST_SCALARS = 64;
const NO_MEANING = { wants: () => false, offer: () => {} };
const NOTHING_HELD = { bytes: new Uint8Array(0), at: undefined };

/**
 * An object that was pickled outside PyTorch's containers: plain data, NumPy arrays, estimators. Its arrays lie in the
 * program itself or, where joblib wrote it, between the opcodes.
 */
export class PickledObject {
  readonly #subject: Subject;
  readonly #imports: PickleImports;
  readonly #machine: PickleMachine;
  readonly #between = new Map<PyObject, JoblibArray>();
  readonly #arrays = new Map<
    PyObject,
    { names: string[]; isTable: boolean; array?: PickledArray; between?: JoblibArray }
  >();
  readonly #beside = new Map<PyObject, ArrayBeside>();
  readonly #storages = new Map<PyStorage, ReferredStorage>();
  #isInCarried = false;
  readonly #unopened: string[] = [];
  /** What the names of all begin with that lies in the table of pandas whose turn it is. */
  #table: string | undefined;

  /** @param programBytes Infinity when only the end of the stream tells */
  constructor(subject: Subject, imports: PickleImports, programBytes: number, isJoblib: boolean) {
    this.#subject = subject;
    this.#imports = imports;
    imports.allowCall(STORAGE_LOADER, (args) => this.#carried(args, world));
    const world: PickleWorld = {
      find: (module, name) => this.#imports.find(module, name),
      note: (code, what) => {
        if (code === NESTED_PAYLOAD) this.#unopened.push(what);
        else subject.findings.note('L2', code, what);
      },
    };
    if (isJoblib) {
      world.raw = (object, position) => {
        const stretch = joblibStretch(subject, world, object, { position, streamBytes: programBytes });
        if (stretch !== undefined) this.#between.set(object, stretch);
        return stretch;
      };
    }
    this.#machine = new PickleMachine(world, subject.budgets, programBytes);
  }

  feed(piece: Uint8Array): void {
    this.#machine.feed(piece);
  }

  /** The value at STOP, after which nothing may follow. */
  end(): PyValue {
    for (const what of this.#unopened) this.#subject.findings.note('L2', NESTED_PAYLOAD, what);
    return this.#machine.end();
  }

  get holdsJoblibArrays(): boolean {
    return this.#between.size > 0;
  }

  /** Enters names, scalars and arrays. @returns the number of arrays, each counted as often as it has a name */
  enter(root: PyValue, place: PickledPlace): number {
    const { keys, budgets } = this.#subject;
    const named = (path: string) =>
      place.name === '' ? path : path === '(root)' ? place.name : `${place.name}.${path}`;
    const topOf = (top: string) => (place.name === '' ? top : place.name);
    walkPickled(root, budgets.pickleDepth, {
      tensor: (path, top, tensor) => this.#tensor(named(path), topOf(top), tensor),
      scalar: (path, top, value) => this.#scalar(named(path), topOf(top), value, place),
      opaque: (path, top) => keys.addValue(named(path), topOf(top)),
      object: (path, top, object) => this.#object(named(path), topOf(top), object),
    });
    let count = 0;
    for (const { names, array, between, isTable } of this.#arrays.values()) {
      count += names.length;
      const where = { ...place, isTable };
      if (array !== undefined) this.#judgePickled(names, array, where);
      else between?.judge(names, where);
    }
    for (const referred of this.#storages.values()) {
      count += referred.tensors.length;
      this.#judgeStorage(referred, place);
    }
    return count;
  }

  /** A storage of PyTorch's, which pickle alone keeps as a file within the program; none lies in such a file. */
  #carried(args: readonly PyValue[], world: PickleWorld): PyStorage | undefined {
    if (this.#isInCarried) return undefined;
    this.#isInCarried = true;
    try {
      const storage = carriedStorage(args, world, this.#subject.budgets);
      // Its bytes are a constant that was told as one that is not opened.
      if (storage !== undefined) this.#unopened.pop();
      return storage;
    } finally {
      this.#isInCarried = false;
    }
  }

  #tensor(path: string, top: string, tensor: PyTensor): void {
    const { keys, findings } = this.#subject;
    const { storage } = tensor;
    if (storage?.held === undefined) {
      keys.addValue(path, top);
      return;
    }
    keys.addTensor(path, top);
    judgeReach(findings, path, tensor);
    const referred = this.#storages.get(storage) ?? { storage, tensors: [] };
    referred.tensors.push({ name: path, top, tensor });
    this.#storages.set(storage, referred);
  }

  #judgeStorage(referred: ReferredStorage, { book, meaning, fileOffset, proven }: PickledPlace): void {
    const { bytes, at } = referred.storage.held ?? NOTHING_HELD;
    const entered = {
      subject: this.#subject,
      steps: book.steps,
      judge: book.judge,
      meaning: meaning ?? NO_MEANING,
    };
    const come = { littleEndian: true, proven: proven || this.#subject.digestGiven, bytes: bytes.length };
    const scan = new StorageScan(referred, entered, come);
    scan.feed(bytes);
    scan.end((fileOffset ?? 0) + (at ?? 0), fileOffset !== undefined && at !== undefined);
  }

  #scalar(path: string, top: string, value: PyScalar, { book, meaning }: PickledPlace): void {
    const { keys, facts } = this.#subject;
    const plain = plainOf(value);
    keys.addValue(path, top, plain === null);
    if (typeof plain === 'number') {
      book.steps.offer(path, plain);
      meaning?.number(path, plain);
    }
    // Which version of scikit-learn an estimator belongs to stands in its own attributes, however deep it lies.
    const isVersion = path.endsWith('_sklearn_version');
    const name = isVersion ? '_sklearn_version' : path.slice(0, 120);
    const isShown = path === top || (isVersion && !Object.hasOwn(facts.scalars, name));
    if (isShown && Object.keys(facts.scalars).length < MOST_SCALARS) {
      const shown = typeof plain === 'string' ? plain.slice(0, 200) : plain;
      facts.scalars = { ...facts.scalars, [name]: shown };
    }
  }

  #object(path: string, top: string, object: PyObject): boolean | PyList {
    if (this.#isBeside(path, top, object)) return true;
    const between = this.#between.get(object);
    const array = between === undefined ? arrayIn(object) : undefined;
    if (between?.objects !== undefined || array?.objects !== undefined) {
      return this.#objectsOf(between?.objects) ?? array?.objects ?? false;
    }
    if (between === undefined && array?.bytes === undefined) {
      if (object.cls.name.startsWith('pandas.') && !this.#isInTable(path))
        this.#table = path === '(root)' ? '' : `${path}.`;
      if (object.cls.name !== 'numpy.dtype') return false;
      this.#subject.keys.addValue(path, top);
      return true;
    }
    const known = this.#arrays.get(object);
    this.#subject.keys.addTensor(path, top);
    if (known !== undefined) known.names.push(path);
    else {
      const found = between === undefined ? (array === undefined ? {} : { array }) : { between };
      this.#arrays.set(object, { names: [path], isTable: this.#isInTable(path), ...found });
    }
    return true;
  }

  #isBeside(path: string, top: string, object: PyObject): boolean {
    const { arraysBeside, keys } = this.#subject;
    if (arraysBeside === undefined || !isOldWrapper(object)) return false;
    const known = this.#beside.get(object);
    keys.addTensor(path, top);
    known?.names.push(path);
    if (known !== undefined) return true;
    const found = arrayBeside(object, path);
    this.#beside.set(object, found);
    arraysBeside.push(found);
    return true;
  }

  #isInTable(path: string): boolean {
    return this.#table !== undefined && path.startsWith(this.#table);
  }

  #objectsOf(value: PyValue | undefined): PyList | undefined {
    return value === undefined ? undefined : arrayIn(value)?.objects;
  }

  #judgePickled(names: readonly string[], array: PickledArray, place: PickledPlace): void {
    const { bytes, at = 0 } = array;
    if (bytes === undefined) return;
    const scan = new ArrayScan(this.#subject, array, names);
    scan.feed(bytes);
    const fileOffset = (place.fileOffset ?? 0) + at;
    const { proven, isTable = false } = place;
    scan.judge(place.book, { names, fileOffset, proven, isTable });
  }
}
