import { BUILD, dict, global, int, type Op, REDUCE, stackGlobal, text, tuple } from '../pickle-writer.ts';

/** Opcodes that leave one value, and have something run on the way when a loader believes them. */
export interface Program {
  what: string;
  value: Op;
  /** Default 2; 4 where STACK_GLOBAL with dots means something. */
  protocol?: number;
  code?: string;
  imports: readonly string[];
}

const memo = (index: number): Op => ['q', index];
const recall = (index: number): Op => ['h', index];
const call = (callee: Op, ...args: Op[]): Op => [callee, tuple(...args), REDUCE];
const bytes = (content: Uint8Array): Op => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return ['B', length, content];
};
const inner = Buffer.from(`\x80\x02cos\nsystem\nX\x02\0\0\0id\x85R.${' '.repeat(80)}`, 'latin1');

/** Names that scanners with a list of bad ones have missed, each called the plain way. */
const CALLED: [module: string, name: string][] = [
  ['os', 'system'],
  ['posix', 'system'],
  ['nt', 'system'],
  ['subprocess', 'Popen'],
  ['subprocess', 'check_output'],
  ['builtins', 'eval'],
  ['builtins', 'exec'],
  ['builtins', 'compile'],
  ['builtins', 'open'],
  ['builtins', 'getattr'],
  ['builtins', 'setattr'],
  ['builtins', '__import__'],
  ['builtins', 'apply'],
  ['builtins', 'map'],
  ['builtins', 'type'],
  ['builtins', 'object.__reduce__'],
  ['pkgutil', 'resolve_name'],
  ['importlib', 'import_module'],
  ['runpy', '_run_code'],
  ['code', 'InteractiveInterpreter'],
  ['codeop', 'compile_command'],
  ['timeit', 'timeit'],
  ['cProfile', 'run'],
  ['profile', 'runctx'],
  ['bdb', 'Bdb'],
  ['pdb', 'run'],
  ['trace', 'Trace'],
  ['doctest', 'debug_script'],
  ['pty', 'spawn'],
  ['asyncio.unix_events', '_UnixSubprocessTransport._start'],
  ['multiprocessing.util', 'spawnv_passfds'],
  ['ctypes', 'CDLL'],
  ['_ctypes', 'dlopen'],
  ['cffi', 'FFI'],
  ['pip', 'main'],
  ['pip._internal.cli.main', 'main'],
  ['ensurepip', '_run_pip'],
  ['idlelib.run', 'Executive.runcode'],
  ['idlelib.pyshell', 'ModifiedInterpreter.runcode'],
  ['lib2to3.pgen2.grammar', 'Grammar.loads'],
  ['logging.config', '_resolve'],
  ['logging.config', 'ConvertingList'],
  ['uuid', '_get_command_stdout'],
  ['webbrowser', 'open'],
  ['shutil', 'rmtree'],
  ['socket', 'create_connection'],
  ['urllib.request', 'urlopen'],
  ['http.client', 'HTTPSConnection'],
  ['ssl', 'get_server_certificate'],
  ['aiohttp.client', 'ClientSession'],
  ['venv', 'create'],
  ['sqlite3', 'connect'],
  ['operator', 'attrgetter'],
  ['operator', 'methodcaller'],
  ['operator', 'itemgetter'],
  ['_operator', 'attrgetter'],
  ['functools', 'partial'],
  ['functools', 'reduce'],
  ['itertools', 'starmap'],
  ['types', 'FunctionType'],
  ['types', 'CodeType'],
  ['marshal', 'loads'],
  ['pickle', 'loads'],
  ['_pickle', 'loads'],
  ['pickle', 'Unpickler'],
  ['cloudpickle', 'loads'],
  ['cloudpickle.cloudpickle', '_make_function'],
  ['dill', 'loads'],
  ['dill._dill', '_create_function'],
  ['joblib', 'load'],
  ['copyreg', 'add_extension'],
  ['torch', 'load'],
  ['torch.hub', 'load'],
  ['torch.jit', 'load'],
  ['torch.jit.unsupported_tensor_ops', 'execWrapper'],
  ['torch._inductor.codecache', 'compile_file'],
  ['torch._dynamo.guards', 'GuardBuilder.get'],
  ['torch.fx.experimental.symbolic_shapes', 'ShapeEnv.evaluate_guards_expression'],
  ['torch.utils._config_module', 'ConfigModule.load_config'],
  ['torch.utils.collect_env', 'run'],
  ['torch.utils.bottleneck.__main__', 'run_cprofile'],
  ['torch.storage', '_load_from_bytes'],
  ['torch.distributed.rpc.internal', '_internal_rpc_pickler'],
  ['torch.serialization', 'load'],
  ['torch.multiprocessing.reductions', 'rebuild_storage_fd'],
  ['numpy', 'load'],
  ['numpy.testing._private.utils', 'runstring'],
  ['numpy.f2py.crackfortran', 'getlincoef'],
  ['numpy.core.multiarray', '_reconstruct.__globals__'],
  ['numpy.lib.npyio', 'DataSource'],
  ['keras.models', 'load_model'],
  ['tensorflow.io', 'write_file'],
  ['transformers', 'AutoModel.from_pretrained'],
  ['sklearn.utils._joblib', 'load'],
  ['pandas', 'eval'],
  ['pandas.io.common', 'get_handle'],
];

const plain: Program[] = CALLED.map(([module, name]) => ({
  what: `${module}.${name} called`,
  value: call(stackGlobal(module, name), text('id')),
  protocol: 4,
  imports: [`${module}.${name}`],
}));

const system = global('os', 'system');

/** Ways to hide what is called, each with os.system at its end unless its name says otherwise. */
const disguised: Program[] = [
  { what: 'an import that is never called', value: system, imports: ['os.system'] },
  { what: 'OBJ, then POP', value: ['N', '(', system, text('id'), 'o', '0'], imports: ['os.system'] },
  { what: 'REDUCE, then POP', value: ['N', call(system, text('id')), '0'], imports: ['os.system'] },
  { what: 'an import, then POP_MARK', value: ['N', '(', system, '1'], imports: ['os.system'] },
  { what: 'INST', value: ['(', text('id'), 'ios\nsystem\n'], imports: ['os.system'] },
  {
    what: 'INST of a Python 2 name',
    value: ['(', text('1'), 'i__builtin__\neval\n'],
    imports: ['builtins.eval'],
  },
  {
    what: 'NEWOBJ',
    value: [global('subprocess', 'Popen'), tuple(text('id')), 0x81],
    imports: ['subprocess.Popen'],
  },
  {
    what: 'NEWOBJ_EX',
    value: [global('subprocess', 'Popen'), tuple(text('id')), dict([text('shell'), 0x88]), 0x92],
    protocol: 4,
    imports: ['subprocess.Popen'],
  },
  {
    what: 'STACK_GLOBAL of two STRINGs',
    value: call(["S'os'\n", "S'system'\n", 0x93], text('id')),
    protocol: 4,
    imports: ['os.system'],
  },
  {
    what: 'STACK_GLOBAL of a SHORT_BINSTRING and a UNICODE with an escape',
    value: call(['U', 2, 'os', 'V\\u0073ystem\n', 0x93], text('id')),
    protocol: 4,
    imports: ['os.system'],
  },
  {
    what: 'STACK_GLOBAL of memo slots written in another order',
    value: [
      text('system'),
      memo(40),
      '0',
      text('os'),
      memo(41),
      '0',
      call([recall(41), recall(40), 0x93], text('id')),
    ],
    protocol: 4,
    imports: ['os.system'],
  },
  {
    what: 'STACK_GLOBAL of a memo slot that was overwritten',
    value: [
      text('collections'),
      memo(40),
      '0',
      text('os'),
      memo(40),
      '0',
      call([recall(40), text('system'), 0x93], text('id')),
    ],
    protocol: 4,
    imports: ['os.system'],
  },
  {
    what: 'STACK_GLOBAL over values that were popped between',
    value: call([text('os'), text('path'), '0', int(1), '0', text('system'), '2', '0', 0x93], text('id')),
    protocol: 4,
    imports: ['os.system'],
  },
  {
    what: 'STACK_GLOBAL by LONG_BINPUT beyond the usual slots',
    value: [
      text('os'),
      'r',
      [0xff, 0xff, 0xff, 0x7f],
      '0',
      call(['j', [0xff, 0xff, 0xff, 0x7f], text('system'), 0x93], text('id')),
    ],
    protocol: 4,
    imports: ['os.system'],
  },
  {
    what: 'a module that reaches another one by its own import',
    value: call(stackGlobal('pathlib', 'os.system'), text('id')),
    protocol: 4,
    imports: ['pathlib.os.system'],
  },
  {
    what: 'a listed module with a dotted name',
    value: call(stackGlobal('collections', 'sys.modules'), text('id')),
    protocol: 4,
    imports: ['collections.sys.modules'],
  },
  {
    what: 'a submodule of a module that lists of bad ones name',
    value: call(global('asyncio.unix_events', 'spawn'), text('id')),
    imports: ['asyncio.unix_events.spawn'],
  },
  {
    what: 'what pkgutil.resolve_name gives, called',
    value: call(call(global('pkgutil', 'resolve_name'), text('os:system')), text('id')),
    code: 'pickle-bad-call',
    imports: ['pkgutil.resolve_name'],
  },
  {
    what: 'what getattr of an import gives, called',
    value: call(call(global('__builtin__', 'getattr'), global('os', 'path'), text('os')), text('id')),
    code: 'pickle-bad-call',
    imports: ['builtins.getattr', 'os.path'],
  },
  {
    what: 'a pickle within a pickle, for pickle.loads',
    value: call(global('cPickle', 'loads'), bytes(inner)),
    imports: ['pickle.loads'],
  },
  {
    what: 'a pickle within a pickle, for torch.storage._load_from_bytes',
    value: call(global('torch.storage', '_load_from_bytes'), bytes(inner)),
    protocol: 3,
    imports: ['torch.storage._load_from_bytes'],
  },
  {
    what: 'a state for a global',
    value: [system, dict([text('a'), int(1)]), BUILD],
    code: 'pickle-bad-call',
    imports: ['os.system'],
  },
  {
    what: 'an unlisted factory of a defaultdict',
    value: call(global('collections', 'defaultdict'), system),
    imports: ['os.system'],
  },
  {
    what: 'an unlisted class for copyreg._reconstructor',
    value: call(
      global('copy_reg', '_reconstructor'),
      global('subprocess', 'Popen'),
      global('__builtin__', 'object'),
      'N',
    ),
    imports: ['subprocess.Popen'],
  },
  {
    what: 'an unlisted class for an empty array',
    value: call(
      global('numpy.core.multiarray', '_reconstruct'),
      global('subprocess', 'Popen'),
      tuple(int(0)),
      text('b'),
    ),
    imports: ['subprocess.Popen'],
  },
  {
    what: 'an unlisted class for a type of NumPy',
    value: call(global('numpy', 'dtype'), global('subprocess', 'Popen'), 0x89, 0x88),
    imports: ['subprocess.Popen'],
  },
  {
    what: 'a name that is none of a listed module',
    value: call(global('torch', 'FloatStorage\r'), text('id')),
    imports: ['torch.FloatStorage\r'],
  },
  {
    what: 'an unlisted value in a key',
    value: dict([tuple(system), int(1)]),
    imports: ['os.system'],
  },
  {
    what: 'a persistent id of a module with its source',
    value: [tuple(text('module'), global('torch.nn', 'Module'), text('x.py'), text('import os')), 'Q'],
    imports: ['torch.nn.Module'],
  },
  {
    what: 'an unlisted function in _rebuild_from_type_v2',
    value: call(
      global('torch._tensor', '_rebuild_from_type_v2'),
      system,
      global('torch', 'Tensor'),
      tuple(text('id')),
      'N',
    ),
    imports: ['os.system'],
    code: 'import-refused',
  },
];

/** One of these is like another to every container; `DISGUISED` are not. */
export const PLAIN: readonly Program[] = plain;
export const DISGUISED: readonly Program[] = disguised;
