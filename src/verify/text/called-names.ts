import type { Subject } from '../contract/format.ts';
import { isSurelyRefused, kindOfName } from '../contract/python-names.ts';
import { quoted } from '../contract/untrusted.ts';
import { vouchesFor } from '../contract/vouching.ts';
import type { JsonPath } from '../read/json-scanner.ts';

/**
 * Under these keys stands what a loader imports, and mostly calls: read in hydra-core 1.3.2, torchtune 0.6, jsonargparse 4.4,
 * jsonpickle 4.1, PEFT 0.21, mlflow 3.17 (November 2026).
 */
const LOADERS: ReadonlyMap<string, string> = new Map([
  ['_target_', 'hydra.utils.instantiate'],
  ['_component_', 'torchtune'],
  ['class_path', 'jsonargparse'],
  ['parent_library', 'AutoPeftModel.from_pretrained'],
  ['megatron_core', 'PEFT'],
  ['loader_module', 'mlflow.pyfunc'],
  ...['py/object', 'py/type', 'py/class', 'py/function', 'py/mod', 'py/newobj', 'py/ref'].map(
    (key): [string, string] => [key, 'jsonpickle'],
  ),
]);
/** A name that is imported and called where it has dots in it (sentence-transformers 6.2; before 3.1 whatever it was). */
const ACTIVATIONS: ReadonlySet<string> = new Set([
  ...['activation_function', 'activation_fn', 'sbert_ce_default_activation_function'],
]);
/** Where a repository stands as the attention, transformers fetches and imports it: 4.56 to 4.57 from anybody, 5.24 from one owner. */
const ATTENTIONS: ReadonlySet<string> = new Set([
  ...['attn_implementation', '_attn_implementation', '_attn_implementation_internal'],
]);
const REPOSITORY = /^(\w+\|)?[^/:|]+\/[^/:]+(:[^/:]+)?$/;
/** Under these anything may stand; only what nothing but a call can mean is told. */
const LOOSE: ReadonlySet<string> = new Set(['target', 'type', 'cls', 'class', 'func', 'callable', '_type_']);
/** A module and a member of it, as skops and Keras write them. */
const PAIRS: readonly (readonly [module: string, ...members: string[]])[] = [
  ['__module__', '__class__'],
  ['module_path', 'function'],
  // As monty writes them, and after it the libraries for materials.
  ['@module', '@class', '@callable'],
  ['module', 'class_name', 'config', 'name'],
];
const CLASS = /^\w+(\.\w+)*\.[A-Z]\w*$/;
const IN_PAIRS: ReadonlySet<string> = new Set([
  ...PAIRS.flat(),
  ...['path', 'type', '_target_', 'loader_module', 'code'],
]);
/** What Ultralytics and YOLOv5 hand to `eval`. */
const EVALUATED: ReadonlySet<string> = new Set(['activation', 'act', 'backbone', 'head']);
const RUNS =
  /__\w+__|\b(eval|exec|compile|open|getattr|globals|vars)\s*\(|\b(os|posix|sys|subprocess|importlib|builtins)\s*\./;

const MOST_NAMES = 1000;
const MOST_SHOWN = 8;
const LONGEST_NAME = 200;

type Told = 'refused' | 'doubtful' | 'unsafe' | 'named' | 'remote';

/** Collects what a config has its loader import and call, by the keys under which loaders look; says so once at the end. */
export class CalledNames {
  readonly #told = new Map<Told, Map<string, string>>();
  /** Of each open object, the few values by which a pair is known. */
  readonly #levels: (Map<string, string> | undefined)[] = [];

  opened(): void {
    this.#levels.push(undefined);
  }

  closed(): void {
    const level = this.#levels.pop();
    if (level !== undefined) this.#judgeTogether(level);
  }

  /** A document broke off, and the next begins. */
  restart(): void {
    this.#levels.length = 0;
  }

  text(path: JsonPath, text: string): void {
    const key = path.at(-1);
    if (EVALUATED.has(String(path[0])) && RUNS.test(text)) this.#tell('refused', text, 'eval');
    if (typeof key !== 'string') {
      if (path.at(-2) === '_class_name' && key === 0) this.#tell('remote', text, 'diffusers');
      if (path.at(-3) === 'auto_map') this.#tell('remote', text, 'transformers');
      return;
    }
    if (path.at(-2) === 'auto_map') this.#tell('remote', text, 'transformers');
    if (key === 'py/repr') this.#tell('refused', text, 'jsonpickle');
    if ((ATTENTIONS.has(key) || ATTENTIONS.has(String(path.at(-2)))) && REPOSITORY.test(text))
      this.#tell('doubtful', text, 'transformers');
    if (ACTIVATIONS.has(key) && text.includes('.')) this.#judgeActivation(text);
    // Haystack's filters of a template: a function by its name.
    if (path.at(-2) === 'custom_filters' && isSurelyRefused(text)) this.#tell('refused', text, 'haystack');
    const loader = LOADERS.get(key);
    if (loader !== undefined) this.#judge(text, loader);
    else if (LOOSE.has(key) && isSurelyRefused(text)) this.#tell('refused', text, key);
    if (IN_PAIRS.has(key)) this.#keep(key, text);
  }

  /** Call once, at the end. */
  settle({ findings, imports, allowImports, allowDegraded }: Subject): void {
    for (const names of this.#told.values())
      for (const name of names.keys()) if (imports.size < 10_000 && DOTTED.test(name)) imports.add(name);
    const refused = this.#list('refused', (name) => !vouchesFor(allowImports, name));
    if (refused !== undefined) {
      const what = `names what ${refused.loaders} would call, and no config needs; never load it so`;
      findings.fail('L2', 'import-refused', what, { found: refused.names });
    }
    for (const kind of ['doubtful', 'unsafe'] as const) {
      const list = this.#list(kind);
      if (list === undefined) continue;
      const what =
        kind === 'doubtful'
          ? `names what ${list.loaders} would call, and what that runs is not in the file`
          : `makes objects when ${list.loaders} reads it, by running the code of their classes`;
      if (allowDegraded) findings.degraded('L2', 'unsafe-loader', what, { found: list.names });
      else
        findings.fail('L2', 'unsafe-loader', `${what}, and the roster does not allow that`, {
          found: list.names,
        });
    }
    const named = this.#list('named');
    if (named !== undefined) {
      const what = `names what ${named.loaders} imports and calls: that code is not in the file`;
      findings.note('L2', 'names-code', what, { found: named.names });
    }
    const remote = this.#list('remote');
    if (remote !== undefined) {
      const what = `names code beside it or in another repository, which ${remote.loaders} runs only with trust_remote_code=True`;
      findings.note('L2', 'remote-code', what, { found: remote.names });
    }
  }

  #keep(key: string, text: string): void {
    if (this.#levels.length === 0) return;
    const at = this.#levels.length - 1;
    const level = this.#levels[at] ?? new Map<string, string>();
    this.#levels[at] = level.set(key, text.slice(0, LONGEST_NAME));
  }

  #judge(text: string, loader: string): void {
    const kind = kindOfName(text);
    if (kind === 'refused' || kind === 'doubtful') this.#tell(kind, text, loader);
    else if (kind === 'foreign') this.#tell(toldOf(loader, text), text, loader);
  }

  #judgeActivation(text: string): void {
    const kind = kindOfName(text);
    if (kind === 'refused' || kind === 'doubtful') this.#tell(kind, text, 'sentence-transformers');
  }

  #judgeTogether(level: ReadonlyMap<string, string>): void {
    for (const [module, ...members] of PAIRS) {
      const root = level.get(module);
      if (root === undefined) continue;
      for (const member of members) {
        const name = `${root}.${level.get(member)}`;
        if (level.has(member) && isSurelyRefused(name)) this.#tell('refused', name, module);
      }
    }
    const path = level.get('path');
    // `get_method` and its like give what is named there, and the call comes later.
    if (path !== undefined && level.get('_target_')?.startsWith('hydra.') === true)
      this.#judge(path, 'hydra.utils.instantiate');
    const type = level.get('type') ?? '';
    if (
      level.has('name') &&
      path !== undefined &&
      CLASS.test(type) &&
      !type.startsWith('sentence_transformers.')
    )
      this.#tell('remote', type, 'sentence-transformers');
    // It is looked for there before anywhere else.
    if (level.has('loader_module') && level.has('code'))
      this.#tell('doubtful', `${level.get('loader_module')} of ${level.get('code')}`, 'mlflow.pyfunc');
  }

  #tell(kind: Told, name: string, loader: string): void {
    const list = this.#told.get(kind) ?? new Map<string, string>();
    this.#told.set(kind, list);
    if (list.size < MOST_NAMES) list.set(Buffer.from(name.slice(0, LONGEST_NAME)).toString(), loader);
  }

  #list(
    kind: Told,
    isMeant: (name: string) => boolean = () => true,
  ): { names: string; loaders: string } | undefined {
    const told = [...(this.#told.get(kind) ?? [])].filter(([name]) => isMeant(name));
    if (told.length === 0) return undefined;
    const more = told.length > MOST_SHOWN ? ` and ${told.length - MOST_SHOWN} more` : '';
    const shown = told.slice(0, MOST_SHOWN).map(([name]) => (DOTTED.test(name) ? name : quoted(name)));
    const loaders = [...new Set(told.map(([, loader]) => loader))].sort().join(', ');
    return { names: `${shown.join(', ')}${more}`.slice(0, 300), loaders };
  }
}

/** PEFT itself takes no others any more; before, it imported whatever was named. */
const OF_PEFT =
  /^(diffusers|lerobot|megatron(-core)?|transformers|timm|torch|torchvision|sentence_transformers)(\.|$)/;
const IS_PEFT: ReadonlySet<string | undefined> = new Set([
  LOADERS.get('parent_library'),
  LOADERS.get('megatron_core'),
]);

const toldOf = (loader: string, name: string): Told => {
  if (loader === 'jsonpickle') return 'unsafe';
  return IS_PEFT.has(loader) && !OF_PEFT.test(name) ? 'doubtful' : 'named';
};

const DOTTED = /^[\w.]+$/;
