import { DTYPES, type Dtype } from '../tensor/dtype.ts';
import { DTYPE_NAMES } from '../tensor/numpy-names.ts';
import { badArguments } from './call.ts';
import { LAYOUT_OF, LAYOUTS, SPARSE, sparse } from './symbols-sparse.ts';
import {
  isInt,
  PyDict,
  PyFloat,
  PyGlobal,
  PyList,
  PyObject,
  PyStorage,
  PyTensor,
  PyTuple,
  type PyValue,
  type SymbolModel,
} from './value.ts';

type Args = readonly PyValue[];

/** Storage class and the type of its elements. Sizes follow from the type. */
const STORAGES: Record<string, Dtype | undefined> = {
  'torch.DoubleStorage': DTYPES.f64,
  'torch.FloatStorage': DTYPES.f32,
  'torch.HalfStorage': DTYPES.f16,
  'torch.BFloat16Storage': DTYPES.bf16,
  'torch.LongStorage': DTYPES.i64,
  'torch.IntStorage': DTYPES.i32,
  'torch.ShortStorage': DTYPES.i16,
  'torch.CharStorage': DTYPES.i8,
  'torch.ByteStorage': DTYPES.u8,
  'torch.BoolStorage': DTYPES.bool,
  'torch.ComplexFloatStorage': DTYPES.c64,
  'torch.ComplexDoubleStorage': DTYPES.c128,
  'torch.QInt8Storage': DTYPES.i8,
  'torch.QUInt8Storage': DTYPES.u8,
  'torch.QInt32Storage': DTYPES.i32,
  'torch.QUInt4x2Storage': DTYPES.u8,
  'torch.QUInt2x4Storage': DTYPES.u8,
  'torch.UntypedStorage': undefined,
  'torch.storage.UntypedStorage': undefined,
  'torch.storage._UntypedStorage': undefined,
  'torch.storage.TypedStorage': undefined,
};

/** PyTorch's names are NumPy's, with some of C beside them. */
const ELEMENT_TYPES: Readonly<Record<string, Dtype>> = {
  ...DTYPE_NAMES,
  double: DTYPES.f64,
  float: DTYPES.f32,
  half: DTYPES.f16,
  complex32: DTYPES.c32,
  chalf: DTYPES.c32,
  float4_e2m1fn_x2: DTYPES.f4_x2,
  cfloat: DTYPES.c64,
  cdouble: DTYPES.c128,
  long: DTYPES.i64,
  int: DTYPES.i32,
  short: DTYPES.i16,
  qint8: DTYPES.i8,
  quint8: DTYPES.u8,
  qint32: DTYPES.i32,
};

/** Types and constants that stand in a checkpoint as values and are never called. */
const MENTIONED = [
  'torch.Tensor',
  'torch._tensor.Tensor',
  'torch.nn.parameter.Parameter',
  'torch.nn.parameter.Buffer',
  'torch.per_tensor_affine',
  'torch.per_tensor_symmetric',
  'torch.per_channel_affine',
  'torch.per_channel_symmetric',
  'torch.per_channel_affine_float_qparams',
  'torch.strided',
  'torch.sparse_coo',
  'torch.contiguous_format',
  'torch.preserve_format',
  'torch.channels_last',
];

/** Types of tensors, as they were classes of their own. */
const TENSORS = ['', 'cuda.'].flatMap((place) =>
  ['Double', 'Float', 'Half', 'BFloat16', 'Long', 'Int', 'Short', 'Char', 'Byte', 'Bool'].map(
    (type) => `torch.${place}${type}Tensor`,
  ),
);

const demand = (ok: boolean, name: string): void => {
  if (!ok) throw badArguments(name);
};

/** A tuple of counts, as shapes and strides are. */
function counts(value: PyValue | undefined, name: string): number[] {
  const items = value instanceof PyTuple ? value.items : [];
  demand(value instanceof PyTuple && items.every((item) => isInt(item) && item >= 0), name);
  return items as number[];
}

function tensorOn(args: Args, name: string, dtype?: Dtype): PyTensor {
  const [storage, offset, size, strides] = args;
  demand(storage instanceof PyStorage && isInt(offset) && offset >= 0, name);
  const shape = counts(size, name);
  const stride = counts(strides, name);
  demand(shape.length === stride.length, name);
  const on = storage as PyStorage;
  return new PyTensor(on, dtype ?? on.dtype, { offset: offset as number, shape, stride });
}

/** Only numbers with a point have a gradient. */
const mayRequire = (flag: PyValue | undefined, { dtype }: PyTensor): boolean =>
  flag !== true || dtype === undefined || dtype.kind === 'float';

const COMPLEX: ReadonlySet<string | undefined> = new Set(['c32', 'c64', 'c128', undefined]);

/** `{'conj': True}` of complex numbers, `{'neg': True}` of any. */
const isMetadata = (value: PyValue | undefined, { dtype }: PyTensor): boolean =>
  value === undefined ||
  value === null ||
  (value instanceof PyDict && (!value.entries.has('sconj') || COMPLEX.has(dtype?.name)));

const isFlagOrNone = (value: PyValue | undefined): boolean =>
  value === undefined || value === null || typeof value === 'boolean';
const isHooks = (value: PyValue | undefined): boolean =>
  value === undefined || value === null || (value instanceof PyDict && value.entries.size === 0);

/** `_rebuild_tensor_v2(storage, offset, size, stride, requires_grad, backward_hooks[, metadata])` */
function rebuildTensorV2(args: Args): PyTensor {
  const name = '_rebuild_tensor_v2';
  demand(args.length >= 6 && args.length <= 7 && isFlagOrNone(args[4]) && isHooks(args[5]), name);
  const tensor = tensorOn(args, name);
  demand(mayRequire(args[4], tensor) && isMetadata(args[6], tensor), name);
  return tensor;
}

function rebuildTensorV3(args: Args): PyTensor {
  const name = '_rebuild_tensor_v3';
  const type = args[6];
  demand(args.length >= 7 && args.length <= 8 && isFlagOrNone(args[4]) && isHooks(args[5]), name);
  demand(type instanceof PyGlobal && type.model.dtype !== undefined, name);
  const tensor = tensorOn(args, name, (type as PyGlobal).model.dtype);
  demand(mayRequire(args[4], tensor) && isMetadata(args[7], tensor), name);
  return tensor;
}

/** `_rebuild_qtensor(storage, offset, size, stride, quantizer_params, requires_grad, backward_hooks)` */
function rebuildQuantized(args: Args): PyTensor {
  const name = '_rebuild_qtensor';
  const params = args[4];
  demand(args.length === 7 && params instanceof PyTuple && isFlagOrNone(args[5]) && isHooks(args[6]), name);
  const tensor = tensorOn(args, name);
  demand(tensor.dtype?.kind === 'integer' && quantizes(params as PyTuple, tensor), name);
  return withBeside(tensor, params as PyTuple);
}

/** `(scheme, scale, zero point)` of a tensor, or `(scheme, scales, zero points, axis)` of its channels. */
function quantizes({ items }: PyTuple, { shape, dtype }: PyTensor): boolean {
  const [scheme, scale, zero, axis] = items;
  const name = scheme instanceof PyGlobal ? scheme.name : '';
  if (name === 'torch.per_tensor_affine')
    return items.length === 3 && isScale(scale) && isInt(zero) && Math.abs(zero) < 2 ** (dtype?.bits ?? 8);
  if (!PER_CHANNEL.includes(name) || items.length !== 4 || !isInt(axis)) return false;
  if (scale instanceof PyList && !scale.items.every(isScale)) return false;
  return lengthOf(scale) === shape[axis] && lengthOf(zero) === shape[axis];
}

/** Whatever is stored, it is read times this. */
const isScale = (value: PyValue | undefined): boolean =>
  value instanceof PyFloat && Number.isFinite(value.value) && value.value > 0;

const PER_CHANNEL = ['torch.per_channel_affine', 'torch.per_channel_affine_float_qparams'];

function lengthOf(value: PyValue | undefined): number | undefined {
  if (value instanceof PyList) return value.items.length;
  return value instanceof PyTensor ? value.shape.reduce((product, each) => product * each, 1) : undefined;
}

const withBeside = (tensor: PyTensor, beside: PyValue): PyTensor =>
  new PyTensor(tensor.storage, tensor.dtype, tensor, beside);

/** `_set_obj_state` sets each as an attribute, and these of a tensor are no attributes but its numbers. */
const NUMBERS_OF_TENSOR = ['sdata', 'sreal', 'simag'];

/** A dict of attributes, or a pair of them where a class has slots. */
function isState(state: PyValue | undefined): boolean {
  const parts = state instanceof PyTuple && state.items.length === 2 ? state.items : [state];
  return parts.every(
    (part) =>
      part === null || (part instanceof PyDict && !NUMBERS_OF_TENSOR.some((name) => part.entries.has(name))),
  );
}

function rebuildParameterWithState(args: Args): PyTensor {
  demand(args.length === 4 && isState(args[3]), '_rebuild_parameter_with_state');
  return withBeside(rebuildParameter(args), args[3] as PyValue);
}

function rebuildParameter(args: Args): PyTensor {
  const [data, flag, hooks] = args;
  demand(args.length >= 3 && args.length <= 4 && data instanceof PyTensor, '_rebuild_parameter');
  const fits = isFlagOrNone(flag) && isHooks(hooks) && mayRequire(flag, data as PyTensor);
  demand(fits, '_rebuild_parameter');
  return data as PyTensor;
}

function rebuildFromType(args: Args): PyValue {
  const name = '_rebuild_from_type_v2';
  const [inner, type, given, state] = args;
  demand(
    args.length === 4 && inner instanceof PyGlobal && type instanceof PyGlobal && given instanceof PyTuple,
    name,
  );
  demand(isState(state) && (type as PyGlobal).model.dtype === undefined, name);
  const { call, tier } = (inner as PyGlobal).model;
  const { items } = given as PyTuple;
  (inner as PyGlobal).onCall();
  // Refused anyway; walking on shows the rest of what it wanted.
  if (tier === 'D') return new PyObject(inner as PyGlobal, items);
  if (call === undefined) throw badArguments(name);
  const made = call(items);
  // What a subclass keeps of its own, as the part of a sharded tensor that is here.
  if (made instanceof PyObject && state !== null) made.state = state as PyValue;
  else if (made instanceof PyTensor && state !== null) return withBeside(made, state as PyValue);
  return made;
}

function rebuildMetaTensor(args: Args): PyTensor {
  const name = '_rebuild_meta_tensor_no_storage';
  const [type, size, strides] = args;
  demand(args.length === 4 && type instanceof PyGlobal && type.model.dtype !== undefined, name);
  const view = { offset: 0, shape: counts(size, name), stride: counts(strides, name) };
  return new PyTensor(undefined, (type as PyGlobal).model.dtype, view);
}

/** Calls that we do not rebuild; their arguments are walked as data, tensors among them included. */
const keptAsData = (name: string, takes: (args: Args) => boolean): [string, SymbolModel] => {
  const model: SymbolModel = {
    tier: 'A',
    call: (args) => {
      demand(takes(args), name);
      return new PyObject(new PyGlobal(name, model), args);
    },
  };
  return [name, model];
};

/** `('cuda', 0)`; hardware of others has names of its own. */
const isDevice = ([device, index, ...more]: Args): boolean =>
  typeof device === 'string' &&
  /^[a-z_]{2,20}(:\d{1,3})?$/.test(device) &&
  (index === undefined || isInt(index)) &&
  more.length === 0;

const isLayout = ([name, ...more]: Args): boolean => LAYOUTS.has(String(name)) && more.length === 0;

function sizeOf(args: Args): PyTuple {
  demand(args.length === 1, 'torch.Size');
  return new PyTuple(counts(args[0], 'torch.Size'));
}

const tierA = (call: (args: Args) => PyValue): SymbolModel => ({ tier: 'A', call });

/** What PyTorch's own weights-only loader takes from `torch`, from its source (2.10), each with a model of its arguments. */
export const torchSymbols = (): [string, SymbolModel][] => [
  ['torch._utils._rebuild_tensor', tierA((args) => tensorOn(args, '_rebuild_tensor'))],
  ['torch._utils._rebuild_tensor_v2', tierA(rebuildTensorV2)],
  ['torch._utils._rebuild_tensor_v3', tierA(rebuildTensorV3)],
  ['torch._utils._rebuild_parameter', tierA(rebuildParameter)],
  ['torch._utils._rebuild_parameter_with_state', tierA(rebuildParameterWithState)],
  ['torch._utils._rebuild_qtensor', tierA(rebuildQuantized)],
  ['torch._utils._rebuild_meta_tensor_no_storage', tierA(rebuildMetaTensor)],
  ['torch._tensor._rebuild_from_type_v2', tierA(rebuildFromType)],
  [`torch._utils.${SPARSE}`, sparse],
  ['torch.Size', tierA(sizeOf)],
  keptAsData('torch.device', isDevice),
  keptAsData(LAYOUT_OF, isLayout),
  ...(
    [
      ['torch._utils._rebuild_wrapper_subclass', 8],
      ['torch._utils._rebuild_device_tensor_from_numpy', 4],
      ['torch._utils._rebuild_device_tensor_from_cpu_tensor', 4],
    ] as const
  ).map(([name, count]) => keptAsData(name, (args) => args.length === count)),
  ...[...MENTIONED, ...TENSORS].map((name): [string, SymbolModel] => [name, { tier: 'A' }]),
  ...Object.entries(STORAGES).map(([name, dtype]): [string, SymbolModel] => [
    name,
    { tier: 'A', storage: true, ...(dtype === undefined ? {} : { dtype }) },
  ]),
  ...Object.entries(ELEMENT_TYPES).map(([name, dtype]): [string, SymbolModel] => [
    `torch.${name}`,
    { tier: 'A', dtype },
  ]),
];
