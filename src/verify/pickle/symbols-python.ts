import { badArguments } from './call.ts';
import {
  PyBytes,
  PyDict,
  PyFloat,
  PyGlobal,
  PyList,
  PyObject,
  PySet,
  PyTuple,
  type PyValue,
  type StateShape,
  type SymbolModel,
} from './value.ts';

type Args = readonly PyValue[];

/** `OrderedDict()`, `OrderedDict([[key, value], ...])`, `Counter({key: count})`; a `Counter` of a list counts what is in it. */
function dictOf(args: Args, name: 'OrderedDict' | 'Counter'): PyDict {
  const [from] = args;
  if (args.length > 1 || (name === 'Counter' && from !== undefined && !(from instanceof PyDict)))
    throw badArguments(name);
  const dict = new PyDict(name);
  if (from instanceof PyDict) for (const [key, value] of from.entries.values()) dict.set(key, value);
  else for (const pair of itemsOf(from, name)) setPair(dict, pair, name);
  return dict;
}

function setPair(dict: PyDict, pair: PyValue, name: string): void {
  const [key, value, more] = itemsOf(pair, name);
  if (key === undefined || value === undefined || more !== undefined) throw badArguments(name);
  dict.set(key, value);
}

function itemsOf(value: PyValue | undefined, name: string): readonly PyValue[] {
  if (value === undefined) return [];
  if (value instanceof PyList || value instanceof PyTuple) return value.items;
  throw badArguments(name);
}

function setOf(args: Args, name: string): PySet {
  const set = new PySet(name === 'frozenset');
  if (args.length > 1) throw badArguments(name);
  for (const item of itemsOf(args[0], name)) set.add(item);
  return set;
}

const isLatin1 = (text: PyValue | undefined): text is string =>
  typeof text === 'string' && !/[^\x00-\xff]/.test(text);

/** How Python 3 writes bytes at protocol 2: `_codecs.encode(text, 'latin1')`. Any other codec is a way to run code. */
function encode(args: Args): PyBytes {
  const [text, codec] = args;
  if (args.length !== 2 || !isLatin1(text) || (codec !== 'latin1' && codec !== 'latin-1')) {
    throw badArguments('_codecs.encode');
  }
  return new PyBytes(Buffer.from(text, 'latin1'));
}

function bytearray(args: Args): PyBytes {
  const [from, codec] = args;
  if (args.length === 0) return new PyBytes(new Uint8Array(0), undefined, true);
  if (from instanceof PyBytes && args.length === 1) return new PyBytes(from.bytes, from.at, true);
  if (isLatin1(from) && codec === 'latin-1') return new PyBytes(Buffer.from(from, 'latin1'), undefined, true);
  throw badArguments('bytearray');
}

/** `bytes()` is how protocols below 3 write no bytes. */
function noBytes(args: Args): PyBytes {
  if (args.length > 0) throw badArguments('bytes');
  return new PyBytes(new Uint8Array(0));
}

const isPlain = (value: PyValue): boolean =>
  value === null ||
  typeof value !== 'object' ||
  value instanceof PyFloat ||
  value instanceof PyBytes ||
  ((value instanceof PyTuple || value instanceof PyList) &&
    value.items.every((item) => item === null || typeof item !== 'object'));

const isNumber = (value: PyValue): boolean =>
  ['number', 'bigint', 'boolean'].includes(typeof value) || value instanceof PyFloat;

interface InertOptions {
  least?: number;
  most?: number;
  state?: StateShape;
  holds?: 'items' | 'members';
  /** Arguments are numbers, text, bytes or flat lists of them. */
  plain?: boolean;
  /** They are numbers. */
  numbers?: boolean;
}

/** An object that cannot do anything by being made: kept as a name with its arguments and state. */
function inert(
  name: string,
  tier: 'A' | 'B',
  { least = 0, most = 8, plain = true, numbers = false, ...rest }: InertOptions = {},
): [string, SymbolModel] {
  const build = (args: Args): PyObject => {
    const odd = (plain && !args.every(isPlain)) || (numbers && !args.every(isNumber));
    if (args.length < least || args.length > most || odd) throw badArguments(name);
    return new PyObject(cls, args);
  };
  const model: SymbolModel = { tier, call: build, make: build, ...rest };
  const cls = new PyGlobal(name, model);
  return [name, model];
}

/** A base class or function argument that is mentioned and never called. */
const mentioned = (name: string): [string, SymbolModel] => [name, { tier: 'B' }];

const FACTORIES = new Set([
  ...['int', 'float', 'str', 'list', 'dict', 'set', 'tuple', 'bool', 'bytes'].map(
    (name) => `builtins.${name}`,
  ),
  'collections.OrderedDict',
  'collections.Counter',
  'collections.deque',
]);

/** `defaultdict(factory)`: whoever looks up a missing key runs the factory, so only empty values may come of it. */
function defaultDict(args: Args): PyDict {
  const [factory = null] = args;
  const isHarmless =
    factory === null ||
    (factory instanceof PyGlobal && (factory.model.tier === 'D' || FACTORIES.has(factory.name)));
  if (args.length > 1 || !isHarmless) throw badArguments('collections.defaultdict');
  if (factory instanceof PyGlobal) factory.onCall();
  return new PyDict('defaultdict');
}

/** `copyreg._reconstructor(cls, object, None)`: how protocol 0 and 1 make an instance of a class of plain Python. */
function reconstruct(args: Args): PyValue {
  const [cls, base, state] = args;
  if (args.length !== 3 || !(cls instanceof PyGlobal)) throw badArguments('copyreg._reconstructor');
  cls.onCall();
  if (cls.model.tier === 'D') return new PyObject(cls, []);
  const isObject = base instanceof PyGlobal && base.name === 'builtins.object' && state === null;
  if (!isObject || cls.model.make === undefined) throw badArguments('copyreg._reconstructor');
  return cls.model.make([], cls);
}

const NUMPY_RANDOM_STATES = [
  // Before NumPy 1.17.
  'numpy.random.__RandomState_ctor',
  'numpy.random._pickle.__randomstate_ctor',
  'numpy.random._pickle.__generator_ctor',
  'numpy.random._pickle.__bit_generator_ctor',
];
const BIT_GENERATORS = [
  'numpy.random._mt19937.MT19937',
  'numpy.random._pcg64.PCG64',
  'numpy.random._pcg64.PCG64DXSM',
  'numpy.random._philox.Philox',
  'numpy.random._sfc64.SFC64',
];
const PATHS = ['PosixPath', 'WindowsPath', 'PurePosixPath', 'PureWindowsPath'];
const DATETIMES = ['datetime', 'date', 'time', 'timedelta', 'timezone'];
const BUILTINS = ['slice', 'range', 'frozenset', 'int', 'float', 'str', 'list', 'dict', 'tuple', 'bool'];

/** Python and NumPy symbols: tier A as PyTorch's weights-only loader takes them, tier B seen in ordinary checkpoints. */
export const pythonSymbols = (): [string, SymbolModel][] => [
  [
    'collections.OrderedDict',
    { tier: 'A', call: (args) => dictOf(args, 'OrderedDict'), make: () => new PyDict('OrderedDict') },
  ],
  [
    'collections.Counter',
    { tier: 'A', call: (args) => dictOf(args, 'Counter'), make: () => new PyDict('Counter') },
  ],
  ['_codecs.encode', { tier: 'A', call: encode }],
  ['builtins.set', { tier: 'A', call: (args) => setOf(args, 'set') }],
  ['builtins.bytearray', { tier: 'A', call: bytearray }],
  inert('builtins.complex', 'A', { least: 2, most: 2, numbers: true }),

  ['collections.defaultdict', { tier: 'B', call: defaultDict, make: () => new PyDict('defaultdict') }],
  inert('collections.deque', 'B', { most: 2, holds: 'items' }),
  ['copyreg._reconstructor', { tier: 'B', call: reconstruct }],
  mentioned('builtins.object'),
  // What gensim's word vectors would hash their words with.
  mentioned('builtins.hash'),
  ...BUILTINS.map((name) => inert(`builtins.${name}`, 'B', { most: 3 })),
  // `bytes(10**12)` would be a terabyte of zeros.
  ['builtins.bytes', { tier: 'B', call: noBytes }],
  ['builtins.frozenset', { tier: 'B', call: (args) => setOf(args, 'frozenset') }],
  ...DATETIMES.map((name) => inert(`datetime.${name}`, 'B', { plain: false })),
  ...PATHS.map((name) => inert(`pathlib.${name}`, 'B', { most: 256 })),
  // Since Python 3.13 the classes live in a module of their own.
  ...PATHS.map((name) => inert(`pathlib._local.${name}`, 'B', { most: 256 })),
  inert('decimal.Decimal', 'B', { most: 1 }),
  inert('fractions.Fraction', 'B', { most: 2 }),
  inert('uuid.UUID', 'B', { most: 0, state: 'dict' }),
  // As samplers keep it: a seed, and the state of its generator.
  inert('random.Random', 'B', { most: 1, state: 'any' }),
  inert('types.SimpleNamespace', 'B', { most: 0, state: 'dict' }),
  inert('argparse.Namespace', 'B', { most: 0, state: 'dict' }),
  ...NUMPY_RANDOM_STATES.map((name) => inert(name, 'B', { most: 2, plain: false, state: 'any' })),
  inert('numpy.random.bit_generator.SeedSequence', 'B', { most: 0, state: 'any' }),
  inert('numpy.random.bit_generator.__pyx_unpickle_SeedSequence', 'B', {
    least: 3,
    most: 3,
    plain: false,
    state: 'any',
  }),
  ...BIT_GENERATORS.map((name) => inert(name, 'B', { most: 0, state: 'any' })),
];
