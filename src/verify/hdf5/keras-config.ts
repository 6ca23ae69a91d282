import type { Subject } from '../contract/format.ts';
import { PYTHON_ROOTS, vouchesFor } from '../contract/vouching.ts';
import { type JsonEvents, type JsonPath, type JsonScalar, JsonScanner } from '../read/json-scanner.ts';
import { KerasArguments } from './keras-arguments.ts';
import { KERAS_CLASSES } from './keras-classes.ts';

interface Level {
  className?: string;
  module?: string;
  registeredName?: string;
  /** `config` where it is a plain text: the name of a function. */
  name?: string;
}

/** What may be named in a config without more ado. Other parts of Keras can fetch files or switch its safety off. */
const KERAS_MODULES =
  /^(tf_keras|keras|tensorflow\.keras|tensorflow\.python\.keras|keras_hub|keras_nlp|keras_cv)(\.(src|api|engine|_tf_keras|keras))*(\.(layers|models|initializers|regularizers|constraints|optimizers|losses|metrics|activations|dtype_policies|quantizers|random|ops|engine|mixed_precision)(\.\w+)*)?$/;

/** With another backend than TensorFlow an optimizer is saved by the module of that one (keras 3.15.1, 2026-11-25). */
const BACKEND_OPTIMIZERS = /^keras\.src\.backend\.(torch|jax|tensorflow|openvino|numpy)\.optimizers\.\w+$/;

/** Layers of Keras's own applications; what else is there downloads weights (keras 3.15.1, 2026-11-27). */
const APPLICATION_LAYERS = new Set([
  'keras.src.applications.convnext.LayerScale',
  'keras.src.applications.inception_resnet_v2.CustomScaleLayer',
]);

/** Layers that run what the file carries or names: Python bytecode, pickles, saved graphs. */
const RUNS_CODE = new Set([
  'Lambda',
  '__lambda__',
  'TFSMLayer',
  'TorchModuleWrapper',
  'JaxLayer',
  'FlaxLayer',
]);

/** A class by Keras's habits: functions begin with a small letter, and calling one is what attacks want. */
const CLASS = /^_?[A-Z]\w*$/;
/** Values that are no objects: what Keras and its older JSON write for them. */
const SPECIAL = new Set(
  '__keras_tensor__ __tensor__ __numpy__ __bytes__ __ellipsis__ __slice__ __typespec__ __tuple__'.split(' '),
);
const MOST_LISTED = 8;

type Kind = 'code' | 'foreign' | 'custom';

/**
 * Walks a Keras config to its last leaf and lists whatever building the model from it would run or import. Facts from
 * Keras's own serialisation and from the advisories on it (configs that name functions of other modules, that switch the
 * safe mode off, that hide a Lambda deep inside).
 */
export class KerasConfig implements JsonEvents {
  readonly #subject: Subject;
  readonly #scanner: JsonScanner;
  readonly #levels: Level[] = [];
  readonly #found = new Map<Kind, Map<string, number>>();
  readonly #arguments = new KerasArguments();
  #refused: string[] = [];

  constructor(subject: Subject) {
    const { budgets } = subject;
    this.#subject = subject;
    this.#scanner = new JsonScanner(this, {
      depth: budgets.jsonDepth,
      constantBytes: budgets.constantBytes,
      keys: 4_000_000,
    });
  }

  feed(piece: Uint8Array, fileOffset: number): void {
    this.#scanner.feed(piece, fileOffset);
  }

  end(fileOffset: number): void {
    this.#scanner.end(fileOffset);
  }

  opened(kind: 'object' | 'array'): void {
    this.#levels.push({});
    this.#arguments.opened(kind);
  }

  closed(path: JsonPath): void {
    this.#arguments.closed(path);
    const level = this.#levels.pop();
    if (level?.className !== undefined) this.#judge(level, level.className);
  }

  scalar(scalar: JsonScalar, path: JsonPath): void {
    this.#arguments.scalar(scalar, path);
    const level = this.#levels.at(-1);
    const key = path.at(-1);
    if (level === undefined || typeof key !== 'string') return;
    if (key === 'safe_mode' && scalar.kind === 'literal' && scalar.value === false)
      this.#enter('code', 'safe_mode: false');
    if (scalar.kind !== 'string') return;
    const { text } = scalar;
    if (key === 'class_name') level.className = text;
    else if (key === 'module') level.module = text;
    else if (key === 'registered_name') level.registeredName = text;
    else if (key === 'config') level.name = text;
    else if (/(^|_)function_type$|^output_shape_type$|^mask_type$/.test(key) && text === 'lambda')
      this.#enter('code', 'a lambda');
    else if (/(^|_)function_type$/.test(key) && text === 'function') this.#enter('custom', 'a function');
    // A vocabulary is a list; a text is the path of a file to read.
    else if (key === 'vocabulary' && text !== '') this.#enter('code', `reads the file ${text.slice(0, 80)}`);
  }

  /** Call once, after all configs of the file, with the version of Keras that wrote them. */
  settle(version: string | undefined): void {
    const { findings, allowDegraded } = this.#subject;
    this.#arguments.settle(findings, version);
    if (this.#refused.length > 0)
      findings.fail('L2', 'import-refused', 'its config asks for what no model needs; never load it', {
        expected: 'only parts of Keras',
        found: this.#refused.slice(0, MOST_LISTED).join(', ').slice(0, 300),
      });
    const code = this.#list('code');
    if (code !== '') {
      const what = 'building the model from its config runs code that comes with it';
      if (allowDegraded) findings.degraded('L2', 'keras-code', what, { found: code });
      else findings.fail('L2', 'keras-code', `${what}, and the roster does not allow that`, { found: code });
    }
    const foreign = this.#list('foreign');
    if (foreign !== '')
      findings.degraded('L2', 'keras-foreign', 'its config imports from outside Keras', { found: foreign });
    const custom = this.#list('custom');
    if (custom !== '') {
      const what = 'its config needs classes or functions that are not part of Keras';
      findings.degraded('L2', 'keras-custom', what, { found: custom });
    }
  }

  #judge({ module, registeredName, name }: Level, className: string): void {
    if (RUNS_CODE.has(className)) {
      this.#enter('code', className);
      return;
    }
    const symbol =
      className === 'function' || className === 'builtin_function' ? (name ?? className) : className;
    const isKeras =
      module === undefined ||
      KERAS_MODULES.test(module) ||
      BACKEND_OPTIMIZERS.test(module) ||
      APPLICATION_LAYERS.has(`${module}.${className}`);
    if (!isKeras && !(module === 'builtins' && className === 'function')) this.#foreign(module ?? '', symbol);
    else if (symbol !== className) this.#enter('custom', `function ${symbol}`);
    else if (module !== undefined && !CLASS.test(className)) this.#foreign(module, className);
    else if (registeredName !== undefined && registeredName !== className)
      this.#enter('custom', registeredName);
    else if (module === undefined && !SPECIAL.has(className) && !KERAS_CLASSES.has(className))
      this.#enter('custom', className);
  }

  #foreign(module: string, symbol: string): void {
    const full = `${module}.${symbol}`.slice(0, 200);
    if (this.#subject.imports.size < 10_000) this.#subject.imports.add(full);
    const vouched = vouchesFor(this.#subject.allowImports, full);
    const root = module.split('.')[0] ?? '';
    // A function of Keras itself where a class should be is how its safety has been walked around.
    const isRefused = PYTHON_ROOTS.has(root) || KERAS_ROOTS.test(module);
    if (isRefused && !vouched) this.#refused.push(full);
    else this.#enter('foreign', full);
  }

  #enter(kind: Kind, what: string): void {
    const list = this.#found.get(kind) ?? new Map<string, number>();
    this.#found.set(kind, list);
    if (list.size < 1000 || list.has(what)) list.set(what.slice(0, 200), (list.get(what) ?? 0) + 1);
  }

  #list(kind: Kind): string {
    const list = [...(this.#found.get(kind) ?? [])].map(([what, times]) =>
      times > 1 ? `${what} (${times} times)` : what,
    );
    return list.slice(0, MOST_LISTED).join(', ').slice(0, 300);
  }
}

const KERAS_ROOTS = /^(tf_keras|keras|tensorflow\.keras|tensorflow\.python\.keras)(\.|$)/;
