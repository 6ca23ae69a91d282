import { Broken, overBudget } from '../contract/findings.ts';
import type { Dtype } from '../tensor/dtype.ts';

/**
 * What stands on a pickle's stack, as symbols: nothing is imported, constructed or called. Ints are numbers while they are
 * exact, floats are `PyFloat`, so that `1` and `1.0` stay apart.
 */
export type PyValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | PyFloat
  | PyBytes
  | PyTuple
  | PyList
  | PyDict
  | PySet
  | PyGlobal
  | PyObject
  | PyStorage
  | PyTensor;

export class PyFloat {
  constructor(readonly value: number) {}
}

export class PyBytes {
  constructor(
    readonly bytes: Uint8Array,
    /** Where they lie in the program, when they stand there as they are. */
    readonly at?: number,
    /** A `bytearray`. */
    readonly isArray = false,
  ) {}
}

export class PyTuple {
  constructor(readonly items: readonly PyValue[]) {}
}

export class PyList {
  readonly items: PyValue[] = [];
}

export class PySet {
  readonly items = new Map<unknown, PyValue>();
  constructor(readonly isFrozen = false) {}

  /** @returns the length of the text that stands for the item as a key */
  add(item: PyValue): number {
    const hash = hashOf(item);
    this.items.set(hash, item);
    return typeof hash === 'string' ? hash.length : 0;
  }
}

type Entries = Map<unknown, readonly [key: PyValue, value: PyValue]>;
const NO_ENTRIES: ReadonlyMap<unknown, readonly [key: PyValue, value: PyValue]> = new Map();

/** Every tensor of a checkpoint carries an empty one (its hooks), so a map is made only for what has entries. */
export class PyDict {
  #filled: Entries | undefined;
  /** @param cls its class: some take attributes */
  constructor(readonly cls: 'dict' | 'defaultdict' | 'OrderedDict' | 'Counter' = 'dict') {}

  get entries(): typeof NO_ENTRIES {
    return this.#filled ?? NO_ENTRIES;
  }

  /** @returns the length of the text that stands for the key */
  set(key: PyValue, value: PyValue): number {
    const hash = hashOf(key);
    this.#filled ??= new Map();
    this.#filled.set(hash, [key, value]);
    return typeof hash === 'string' ? hash.length : 0;
  }
}

/** How a class takes the argument of BUILD; absent = not at all. */
export type StateShape = 'dict' | 'tuple' | 'any';

/**
 * Tier A: what PyTorch's weights-only loader takes. B: inert data of ordinary training states. C: framework classes, walked
 * as data. D: anything else.
 */
export type Tier = 'A' | 'B' | 'C' | 'D';

export interface SymbolModel {
  tier: Tier;
  /** REDUCE. Throws `Broken` for arguments that the real thing would not get from an honest writer. */
  call?: (args: readonly PyValue[]) => PyValue;
  /** NEWOBJ and OBJ: `cls.__new__(cls, *args)`. */
  make?: (args: readonly PyValue[], cls: PyGlobal) => PyValue;
  state?: StateShape;
  /** Further demands on the state. Throws `Broken`. */
  check?: (object: PyObject, state: PyValue) => void;
  /** Instances take APPEND or SETITEM. */
  holds?: 'items' | 'members';
  dtype?: Dtype;
  /** A storage class; `undefined` dtype = untyped bytes. */
  storage?: boolean;
}

export class PyGlobal {
  constructor(
    /** `module.name` */
    readonly name: string,
    readonly model: SymbolModel,
    /** Told that the program calls it, or makes one of it. */
    readonly onCall: () => void = () => {},
  ) {}
}

/** An instance of a listed class that has no meaning of its own to us. */
export class PyObject {
  state: PyValue | undefined;
  readonly items: PyValue[] = [];
  readonly members = new PyDict();
  constructor(
    readonly cls: PyGlobal,
    readonly args: readonly PyValue[],
  ) {}
}

export class PyStorage {
  constructor(
    readonly dtype: Dtype | undefined,
    readonly key: string,
    /** Elements of `dtype`; bytes of an untyped storage. */
    readonly elements: number,
    /** Of a view: where it begins in the storage `key`, in elements. */
    readonly from = 0,
    /** Where it came with its elements. */
    readonly held?: HeldElements,
  ) {}
}

/** Elements in memory, little-endian. */
export interface HeldElements {
  bytes: Uint8Array;
  /** Where they lie in the program, when they stand there as they are. */
  at: number | undefined;
}

/** How a tensor lies on its storage, in elements. */
export interface StridedView {
  readonly offset: number;
  readonly shape: readonly number[];
  readonly stride: readonly number[];
}

/** What the numbers of a tensor must be that are the indices of a sparse one. */
export interface IndexRule {
  /** What the numbers of each row, or all where there is but one, must stay below. */
  readonly below: readonly number[];
  /** Of the places of rows in a compressed one: they begin at 0, go up by `most` at most and end at `last`. */
  readonly climbs?: { readonly last: number; readonly most: number };
  readonly order?: IndexOrder;
}

/** In which order they go, found out as they come. */
export interface IndexOrder {
  /** @param index of the number in its tensor */
  take(index: readonly number[], value: bigint): void;
  /** What is wrong with it, once, when all that tells has gone by. */
  fault(): string | undefined;
}

export class PyTensor implements StridedView {
  readonly offset: number;
  readonly shape: readonly number[];
  readonly stride: readonly number[];

  constructor(
    /** Absent for meta tensors. */
    readonly storage: PyStorage | undefined,
    readonly dtype: Dtype | undefined,
    { offset, shape, stride }: StridedView,
    /** What is saved with it and may hold tensors of its own: scales of a quantized one, attributes of a parameter. */
    readonly beside?: PyValue,
    /** Of indices of a sparse tensor. */
    readonly rule?: IndexRule,
  ) {
    this.offset = offset;
    this.shape = shape;
    this.stride = stride;
  }
}

const MOST_KEY_PARTS = 1000;
/** Of a key, or of all parts of a tuple that is one: the same long text can be hashed a million times. */
const MOST_KEY_CHARACTERS = 65_536;

/** Equal for keys that Python holds equal (`1`, `1.0` and `True` are one key); containers have no hash there nor here. */
export function hashOf(key: PyValue): unknown {
  if (typeof key === 'boolean') return hashOf(key ? 1 : 0);
  if (typeof key === 'string') return `s${mustBeShort(key)}`;
  if (key instanceof PyTuple) return hashOfTuple(key);
  // A NaN equals none, not even itself.
  if (key instanceof PyFloat && Number.isNaN(key.value)) return key;
  if (key instanceof PyFloat) return Number.isInteger(key.value) ? key.value : `f${key.value}`;
  if (key instanceof PyBytes && key.isArray) throw unhashable();
  if (key instanceof PyBytes) return `b${mustBeShort(Buffer.from(key.bytes).toString('latin1'))}`;
  if (key instanceof PyGlobal) return `g${key.name}`;
  if (key instanceof PyList || key instanceof PyDict || (key instanceof PySet && !key.isFrozen)) {
    throw unhashable();
  }
  return key;
}

const unhashable = (): Broken => new Broken('L2', 'pickle-unhashable', 'uses a container as a key');

function mustBeShort(text: string): string {
  if (text.length > MOST_KEY_CHARACTERS)
    throw overBudget('characters of a key', MOST_KEY_CHARACTERS, text.length);
  return text;
}

/** Objects are keys by what they are, not by what they hold. */
const NUMBERS = new WeakMap<object, number>();
let numbered = 0;

function numberOf(object: object): number {
  const known = NUMBERS.get(object);
  if (known !== undefined) return known;
  numbered += 1;
  NUMBERS.set(object, numbered);
  return numbered;
}

/** No text is that of two keys, whatever is in them. */
function partOfTuple(key: PyValue): string {
  const hash = hashOf(key);
  if (typeof hash === 'string') return `${hash.length}:${hash}`;
  return typeof hash === 'object' && hash !== null ? `o${numberOf(hash)}` : `n${hash}`;
}

function hashOfTuple(tuple: PyTuple): string {
  const parts: string[] = [];
  const open: PyValue[] = [tuple];
  let characters = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (parts.length > MOST_KEY_PARTS) throw overBudget('parts of a key', MOST_KEY_PARTS, parts.length);
    if (value instanceof PyTuple) {
      parts.push(`(${value.items.length}`);
      open.push(...value.items.slice(0, MOST_KEY_PARTS + 1));
    } else {
      const part = partOfTuple(value);
      characters += part.length;
      if (characters > MOST_KEY_CHARACTERS)
        throw overBudget('characters of a key', MOST_KEY_CHARACTERS, characters);
      parts.push(part);
    }
  }
  return `t${parts.join('\u0000')}`;
}

export const isInt = (value: PyValue | undefined): value is number => typeof value === 'number';
