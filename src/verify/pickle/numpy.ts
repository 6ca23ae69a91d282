import { Broken } from '../contract/findings.ts';
import { decodeElements } from '../tensor/element-values.ts';
import { countOf } from '../tensor/npy-header.ts';
import { arrayOf, type NumpyField, type NumpyType, plainType, structure } from '../tensor/numpy-type.ts';
import { badArguments } from './call.ts';
import { mustBeTypeState } from './numpy-dtype.ts';
import {
  isInt,
  PyBytes,
  PyDict,
  PyFloat,
  PyGlobal,
  PyList,
  PyObject,
  PyTuple,
  type PyValue,
  type SymbolModel,
} from './value.ts';

type Args = readonly PyValue[];

/** An array whose elements lie in the pickle program itself. */
export interface PickledArray {
  type: NumpyType;
  shape: readonly number[];
  fortranOrder: boolean;
  /** Absent for an array of Python objects. */
  bytes?: Uint8Array;
  /** Where the bytes lie in the program, when they stand there as they are. */
  at?: number;
  /** Of an array of Python objects. */
  objects?: PyList;
}

const badState = (what: string, found: string): Broken =>
  new Broken('L2', 'pickle-bad-call', `the pickle program makes a NumPy array that is none: ${what}`, {
    found,
  });

/** Arrays and what NumPy derives from them. */
const ARRAY_CLASSES = [
  'numpy.ndarray',
  'numpy.matrix',
  'numpy.matrixlib.defmatrix.matrix',
  'numpy.memmap',
  'numpy.core.memmap.memmap',
  'numpy._core.memmap.memmap',
  'numpy.recarray',
  'numpy.rec.recarray',
];

const MODULES = ['numpy.core.multiarray', 'numpy._core.multiarray'];
const NUMERIC = ['numpy.core.numeric', 'numpy._core.numeric', ...MODULES];

/** The scalar types of ml_dtypes, by which NumPy names their element types, and the plain type of the same bits. */
const LENT: Record<string, string> = {
  'ml_dtypes.bfloat16': 'V2',
  'ml_dtypes.float8_e4m3fn': 'V1',
  'ml_dtypes.float8_e5m2': 'V1',
};

/** The scalar type of a structure whose fields are attributes too, as which `numpy.recarray` holds its elements. */
const RECORDS = ['numpy.record', 'numpy.rec.record'];

const isRefused = (value: PyValue | undefined): boolean =>
  (value instanceof PyGlobal && value.model.tier === 'D') ||
  (value instanceof PyObject && value.cls.model.tier === 'D');

export const isArrayClass = (value: PyValue | undefined): boolean =>
  value instanceof PyGlobal && (value.model.tier === 'D' || ARRAY_CLASSES.includes(value.name));

const countsOf = (value: PyValue | undefined): number[] | undefined =>
  value instanceof PyTuple && value.items.every((item) => isInt(item) && item >= 0)
    ? (value.items as number[])
    : undefined;

const bytesOf = (value: PyValue | undefined): Uint8Array | undefined =>
  // Python 2 wrote bytes as its str, which stands here as Latin-1.
  typeof value === 'string'
    ? Buffer.from(value, 'latin1')
    : value instanceof PyBytes
      ? value.bytes
      : undefined;

/** `dtype('f4', False, True)`: a type's word, or the class of ml_dtypes that stands for it. */
function dtype(args: Args): PyObject {
  const [word, align = false, copy = true] = args;
  const isFlag = (value: PyValue) => typeof value === 'boolean' || value === 0 || value === 1;
  const isNamed =
    word instanceof PyGlobal &&
    (word.model.tier === 'D' || LENT[word.name] !== undefined || RECORDS.includes(word.name));
  if (args.length > 3 || !(typeof word === 'string' || isNamed) || !isFlag(align) || !isFlag(copy))
    throw badArguments('numpy.dtype');
  return new PyObject(DTYPE, args);
}

const DTYPE = new PyGlobal('numpy.dtype', {
  tier: 'B',
  call: dtype,
  state: 'tuple',
  check: (type, state) => mustBeTypeState(type, state, () => typeWith(type, state)),
});

/**
 * What a `numpy.dtype` stands for. Its state is `(version, byte order, (base, shape), names, fields, size, alignment,
 * flags[, metadata])`, from `numpy.dtype.__reduce__`.
 */
export function typeOf(value: PyValue | undefined, depth = 0): NumpyType | undefined {
  if (!(value instanceof PyObject) || value.cls.name !== 'numpy.dtype' || depth > 20) return undefined;
  return typeWith(value, value.state, depth);
}

function typeWith({ args }: PyObject, given: PyValue | undefined, depth = 0): NumpyType | undefined {
  const [word] = args;
  if (word instanceof PyGlobal && !RECORDS.includes(word.name)) return plainType(LENT[word.name] ?? '');
  const state = given instanceof PyTuple ? given.items : [];
  const [, order, base, names, fields, size] = state;
  if (base instanceof PyTuple) {
    const inner = typeOf(base.items[0], depth + 1);
    const shape = countsOf(base.items[1]);
    return inner === undefined || shape === undefined ? undefined : arrayOf(inner, shape);
  }
  if (names instanceof PyTuple && fields instanceof PyDict && isInt(size)) {
    return structureOf(fields, size, depth) ?? plainType(`V${size}`);
  }
  // A record is nothing but its fields.
  if (typeof word !== 'string') return undefined;
  return plainType(`${order === '>' ? '>' : '<'}${word}`);
}

/** `{name: (dtype, offset[, title])}`. Fields that overlap are seen as one stretch of bytes. */
function structureOf(fields: PyDict, size: number, depth: number): NumpyType | undefined {
  const known: NumpyField[] = [];
  for (const [name, field] of fields.entries.values()) {
    const [inner, offset] = field instanceof PyTuple ? field.items : [];
    const type = typeOf(inner, depth + 1);
    if (typeof name !== 'string' || type === undefined || !isInt(offset)) return undefined;
    known.push({ name, type, offset });
  }
  return structure(
    known.sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0)),
    size,
  );
}

/** `b'b'` */
const isByteType = (value: PyValue | undefined): boolean => {
  const bytes = bytesOf(value);
  return bytes?.length === 1 && bytes[0] === 0x62;
};

/** `_reconstruct(ndarray, (0,), b'b')`: an empty array, to be filled by BUILD. Any other shape is memory for nothing, any other type none. */
function reconstruct(name: string, model: SymbolModel): (args: Args) => PyObject {
  const cls = new PyGlobal(name, model);
  return (args) => {
    const shape = countsOf(args[1]);
    const sound =
      args.length === 3 &&
      isArrayClass(args[0]) &&
      shape?.length === 1 &&
      shape[0] === 0 &&
      isByteType(args[2]);
    if (!sound) throw badArguments(name);
    return new PyObject(cls, args);
  };
}

/** `(version, shape, dtype, is Fortran's order, bytes or list of objects)` */
function mustBeArrayState(_array: PyObject, state: PyValue): void {
  const items = state instanceof PyTuple ? state.items : [];
  const [version, shape, type, fortran, data] = items.length === 4 ? [1, ...items] : items;
  if (items.some(isRefused)) return;
  if (version !== 0 && version !== 1) throw badState('its state is of no known version', String(version));
  const isFlag = typeof fortran === 'boolean' || fortran === 0 || fortran === 1;
  if (items.length < 4 || items.length > 5 || countsOf(shape) === undefined || !isFlag)
    throw badState('its state has another form', `${items.length} items`);
  mustFit(type, countsOf(shape) ?? [], data);
}

function mustFit(dtypeValue: PyValue | undefined, shape: readonly number[], data: PyValue | undefined): void {
  const type = typeOf(dtypeValue);
  if (type === undefined) throw badState('its type is none', 'no numpy.dtype that we know');
  const count = countOf(shape);
  if (data instanceof PyList) {
    // Filled before the state is set, as NumPy writes it.
    if (type.object && BigInt(data.items.length) === count) return;
    throw badState('its objects are not as many as its shape says', `${data.items.length} objects`);
  }
  const bytes = bytesOf(data);
  if (bytes === undefined || type.object) throw badState('it has no elements', 'neither bytes nor objects');
  if (BigInt(bytes.length) === BigInt(type.bytes) * count) return;
  throw badState('its elements do not fill its shape', `${bytes.length} bytes for ${count} elements`);
}

/** `_frombuffer(bytes, dtype, shape, order)`: how protocol 5 writes an array. */
function fromBuffer(name: string, model: SymbolModel): (args: Args) => PyObject {
  const cls = new PyGlobal(name, model);
  return (args) => {
    const [data, type, shape, order] = args;
    const isOrder = order === 'C' || order === 'F';
    if (args.some(isRefused)) return new PyObject(cls, args);
    if (args.length !== 4 || countsOf(shape) === undefined || !isOrder) throw badArguments(name);
    mustFit(type, countsOf(shape) ?? [], data);
    return new PyObject(cls, args);
  };
}

/** `scalar(dtype, bytes)`: one number, which is what it becomes here too. */
function scalar(name: string, model: SymbolModel): (args: Args) => PyValue {
  const cls = new PyGlobal(name, model);
  return (args) => {
    const [type, data] = args;
    const isType = type instanceof PyObject && (type.cls.name === 'numpy.dtype' || isRefused(type));
    if (args.length < 1 || args.length > 2 || !(isType || isRefused(type))) throw badArguments(name);
    const known = typeOf(type);
    // A single object is no scalar of NumPy's.
    if (known?.object && known.parts.length === 0) throw badArguments(name);
    const bytes = bytesOf(data);
    const [part] = known?.parts ?? [];
    if (known === undefined || known.object || bytes === undefined || part === undefined)
      return new PyObject(cls, args);
    if (bytes.length !== known.bytes) throw badArguments(name);
    return numberIn(bytes, part.dtype.name === part.typeName ? part : undefined) ?? new PyObject(cls, args);
  };
}

function numberIn(bytes: Uint8Array, part: NumpyType['parts'][number] | undefined): PyValue | undefined {
  if (part === undefined || part.field !== '' || part.shape.length > 0) return undefined;
  const values = decodeElements(part.dtype, part.littleEndian ? bytes : Uint8Array.from(bytes).reverse());
  const [value] = values?.length === 1 ? values : [];
  if (value === undefined) return undefined;
  if (part.dtype.kind === 'float') return new PyFloat(value);
  return part.dtype.kind === 'bool' ? value !== 0 : value;
}

const RECONSTRUCT = new Set(MODULES.map((module) => `${module}._reconstruct`));
const FROM_BUFFER = new Set(NUMERIC.map((module) => `${module}._frombuffer`));

/**
 * An array that another library wrote by what NumPy's own `__reduce__` says: `_reconstruct`, its arguments, and the state.
 *
 * @returns undefined where it is none
 */
export function reduced(
  call: PyValue | undefined,
  args: PyValue | undefined,
  state: PyValue | undefined,
): PyObject | undefined {
  const isCall = call instanceof PyGlobal && RECONSTRUCT.has(call.name);
  if (!isCall || !(args instanceof PyTuple) || !(state instanceof PyTuple)) return undefined;
  const array = call.model.call?.(args.items);
  if (!(array instanceof PyObject)) return undefined;
  mustBeArrayState(array, state);
  array.state = state;
  return array;
}

/** @returns undefined for what is no array, or one that was never filled */
export function arrayIn(value: PyValue): PickledArray | undefined {
  if (!(value instanceof PyObject)) return undefined;
  const { name } = value.cls;
  if (FROM_BUFFER.has(name))
    return pickledArray(value.args[1], value.args[2], value.args[3] === 'F', value.args[0]);
  if (!RECONSTRUCT.has(name) || !(value.state instanceof PyTuple)) return undefined;
  const items = value.state.items;
  const [shape, type, fortran, data] = items.length === 4 ? items : items.slice(1);
  return pickledArray(type, shape, fortran === true || fortran === 1, data);
}

function pickledArray(
  dtypeValue: PyValue | undefined,
  dimensions: PyValue | undefined,
  fortranOrder: boolean,
  data: PyValue | undefined,
): PickledArray | undefined {
  const type = typeOf(dtypeValue);
  const shape = countsOf(dimensions);
  const bytes = bytesOf(data);
  if (type === undefined || shape === undefined) return undefined;
  return {
    type,
    shape,
    fortranOrder,
    ...(bytes === undefined ? {} : { bytes }),
    ...(data instanceof PyBytes && data.at !== undefined ? { at: data.at } : {}),
    ...(data instanceof PyList ? { objects: data } : {}),
  };
}

type Make = (name: string, model: SymbolModel) => (args: Args) => PyValue;

function symbol(name: string, make: Make, rest: Partial<SymbolModel> = {}): [string, SymbolModel] {
  const model: SymbolModel = { tier: 'B', ...rest };
  model.call = make(name, model);
  return [name, model];
}

/** Tier B: arrays, their types and single numbers, each with a model of what NumPy itself writes. */
export const numpySymbols = (): [string, SymbolModel][] => [
  ['numpy.dtype', DTYPE.model],
  ...ARRAY_CLASSES.map((name): [string, SymbolModel] => [name, { tier: 'B' }]),
  ...[...Object.keys(LENT), ...RECORDS].map((name): [string, SymbolModel] => [name, { tier: 'B' }]),
  ...MODULES.flatMap((module) => [
    symbol(`${module}._reconstruct`, reconstruct, { state: 'tuple', check: mustBeArrayState }),
    symbol(`${module}.scalar`, scalar),
  ]),
  ...NUMERIC.map((module) => symbol(`${module}._frombuffer`, fromBuffer)),
];
