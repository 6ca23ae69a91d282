import { PYTHON_ROOTS } from './vouching.ts';

/** How sure it is that a name in a config is there to be called, and harms who calls it. */
export type NameKind = 'refused' | 'doubtful' | 'inert' | 'foreign';

/** Of Python's own, what makes a value and does nothing else; configs of Hydra name these. */
const INERT = new RegExp(
  `^(${[
    'builtins\\.(dict|list|tuple|set|frozenset|int|float|str|bool|bytes|bytearray|complex|range|slice|object|len|sum|max|min|round|abs|zip|enumerate|sorted|reversed|divmod|pow|all|any|NoneType)',
    'functools\\.partial',
    'pathlib\\.(Pure)?(Posix|Windows)?Path',
    'types\\.(SimpleNamespace|NoneType|MappingProxyType)',
    'os\\.(cpu_count|getcwd|getpid|getenv|environ\\.get|path\\.(join|basename|dirname|abspath|realpath|expanduser|expandvars|normpath|relpath|exists|isfile|isdir|splitext|split))',
    'os\\.path',
    'sys\\.(path|argv|stdin|stdout|stderr|version|platform|maxsize)',
    'uuid\\.(UUID|uuid[1-5])',
    'logging\\.(\\w*Handler|Formatter|getLogger|Filter|Logger|INFO|DEBUG|WARNING|ERROR)',
    'multiprocessing\\.cpu_count',
    'platform\\.(node|system|machine)',
    'socket\\.gethostname',
    'operator\\.(add|sub|mul|truediv|floordiv|mod|neg|eq|ne|lt|le|gt|ge|and_|or_|not_)',
    'io\\.(BytesIO|StringIO)',
    'inspect\\.(isclass|isfunction)',
  ].join('|')})$`,
);
/** Modules of which nothing is data. */
const RUNNERS: ReadonlySet<string> = new Set(
  'os posix nt subprocess builtins __builtin__ __builtins__ importlib runpy pty ctypes pickle _pickle cPickle marshal sys shutil'.split(
    ' ',
  ),
);
/** Of those whose name is also a word, what nothing but a call can mean: `os.linux` and `sys.load` may be anything. */
const SURELY: ReadonlyMap<string, RegExp> = new Map([
  ['builtins', /^(eval|exec|compile|open|__import__|getattr|setattr|delattr|globals|vars|breakpoint|input)$/],
  ...['os', 'posix', 'nt'].map((name): [string, RegExp] => [
    name,
    /^(system|popen\w*|exec[lv]\w*|spawn\w+|posix_spawnp?|startfile|fork\w*|kill(pg)?|abort|_exit|remove(dirs)?|unlink|rmdir|renames?|replace|chmod|chown|symlink|link|truncate|putenv|unsetenv|open|fdopen|write|mkfifo|mkdir|makedirs)$/,
  ]),
  ['sys', /^(exit|settrace|setprofile|setrecursionlimit|modules|_getframe|meta_path|path_hooks)(\.|$)/],
  ['shutil', /^(rmtree|move|copy\w*|chown|make_archive|unpack_archive)$/],
]);
/** Of libraries that nearly everyone has, what unpickles, evaluates or fetches whatever it is given. */
const LIBRARY_THAT_RUNS =
  /^(torch|numpy|pandas|keras|tensorflow|cloudpickle|jsonpickle|yaml|sympy|numexpr|hydra|IPython|transformers)(\.\w+)*\.(load|loads|load_module|load_model|unsafe_load|full_load|read_pickle|eval|exec\w*|decode|sympify|system|run_module|get_module)$/;
/** Of those libraries, what compiles, starts or fetches whatever it is given. */
const MODULE_THAT_RUNS =
  /^(numpy\.(f2py|distutils|testing)|torch\.(utils\.(cpp_extension|bottleneck|collect_env|_config_module)|hub|package|_inductor|_dynamo|distributed\.(elastic|run|launch|launcher)|ops\.load_library|classes\.load_library)|tensorflow\.(load_library|load_op_library)|pandas\.core\.computation|sklearn\.utils\._testing)(\.|$)/;
/** Put together from other places when it is read (OmegaConf). */
const INTERPOLATED = /\$\{/;

const DOTTED = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

/**
 * What calling `module.name` out of a config amounts to. There is no list of all that harms, as there is for pickles of all that does
 * not: configs name classes of any library, and those are `foreign`.
 */
export function kindOfName(written: string): NameKind {
  const full = plainName(written);
  if (INTERPOLATED.test(full)) return 'doubtful';
  if (!DOTTED.test(full)) return /\b(os|posix|subprocess|builtins)\b/.test(full) ? 'doubtful' : 'foreign';
  const [root = '', ...rest] = full.split('.');
  if (INERT.test(full)) return 'inert';
  if (PYTHON_ROOTS.has(root)) return 'refused';
  // `torch.os.system` is reached like any other attribute.
  const passesThrough = rest.some((part) => RUNNERS.has(part) || /^__\w+__$/.test(part));
  const runs = passesThrough || LIBRARY_THAT_RUNS.test(full) || MODULE_THAT_RUNS.test(full);
  return runs ? 'doubtful' : 'foreign';
}

/** For what may be a mere word: only where nothing but a call can be meant. */
export function isSurelyRefused(written: string): boolean {
  const full = plainName(written);
  const [root = '', ...rest] = full.split('.');
  if (!DOTTED.test(full) || rest.length === 0 || INERT.test(full) || !RUNNERS.has(root)) return false;
  return SURELY.get(root)?.test(rest.join('.')) ?? true;
}

const plainName = (written: string): string =>
  written
    .trim()
    .replace(/^__builtins?__\./, 'builtins.')
    .replace(':', '.');
