import type { Findings } from '../contract/findings.ts';
import type { JsonPath, JsonScalar } from '../read/json-scanner.ts';
import { type Arguments, isKnownKeras, kerasBuiltins } from './keras-builtins.ts';
import { calledBy, KerasGraph, layerOf } from './keras-graph.ts';

type Members = ReadonlyMap<string, Seen>;

/** Of a value no more than is judged: a text, or the members of an object one level deep. */
type Seen =
  | { kind: 'text'; text: string }
  | { kind: 'object'; members: Members; graph: KerasGraph | undefined }
  | { kind: 'other' };

interface Level {
  members: Map<string, Seen> | undefined;
  graph?: KerasGraph;
}

const OTHER: Seen = { kind: 'other' };
const TEXT_CHARS = 200;
const MOST_LISTED = 8;
const MOST_FOUND = 1000;

/** `layers` for `keras.layers`, nothing for `keras` itself. */
const PLACE = /^keras(?:\.([a-z_]+(?:\.[a-z_]+)*))?$/;
/** All that a functional model's own config holds: what else is there goes to a constructor that does not take it. */
const FUNCTIONAL = new Set(['name', 'trainable', 'dtype', 'layers', 'input_layers', 'output_layers']);
const FUNCTIONAL_MUST = ['layers', 'input_layers', 'output_layers'];
const TENSOR = '__keras_tensor__';
const TENSOR_MUST = ['shape', 'dtype', 'keras_history'];
/** Policies by which a layer computes in another type than it keeps, or keeps what was quantised. */
const POLICY = /^mixed_b?float16$|_from_/;

/**
 * Compares what a config says of Keras's own classes with what these take: arguments, words, and between the layers of a
 * functional model their names. What users have registered is not judged, nor what another version has written.
 */
export class KerasArguments {
  readonly #levels: Level[] = [];
  readonly #wrong = new Set<string>();
  /** In a file that does not tell the modules of its classes one of a user's may have the name of one of Keras's. */
  readonly #doubtful = new Set<string>();

  opened(kind: 'object' | 'array'): void {
    this.#levels.push({ members: kind === 'object' ? new Map() : undefined });
  }

  scalar(scalar: JsonScalar, path: JsonPath): void {
    const text = scalar.kind === 'string' ? scalar.text.slice(0, TEXT_CHARS) : undefined;
    this.#note(path.at(-1), text === undefined ? OTHER : { kind: 'text', text });
    const model = text === undefined ? undefined : calledBy(path);
    if (model !== undefined) this.#graphAt(model)?.calls(text as string);
  }

  closed(path: JsonPath): void {
    const { members, graph } = this.#levels.pop() as Level;
    if (members === undefined) {
      this.#note(path.at(-1), OTHER);
      return;
    }
    const model = layerOf(path);
    if (model !== undefined) this.#graphAt(model)?.layer(textOf(members, 'name'), members);
    this.#judge(members);
    // Of what it holds its own members are told, and of those only what they are.
    for (const [key, { kind }] of members) if (kind === 'object') members.set(key, OTHER);
    this.#note(path.at(-1), { kind: 'object', members, graph });
  }

  /** Call once, after all configs of the file. */
  settle(findings: Findings, version: string | undefined): void {
    if (version === undefined || !isKnownKeras(version)) return;
    const said = { expected: `what Keras ${version.slice(0, 20)} takes` };
    const what = 'its config says of parts of Keras what they do not take';
    if (this.#wrong.size > 0)
      findings.fail('L2', 'keras-argument', what, { ...said, found: listed(this.#wrong) });
    else if (this.#doubtful.size > 0)
      findings.degraded('L2', 'keras-argument', `${what}, unless they are yours`, {
        ...said,
        found: listed(this.#doubtful),
      });
  }

  #note(key: string | number | undefined, seen: Seen): void {
    if (typeof key === 'string') this.#levels.at(-1)?.members?.set(key, seen);
  }

  #graphAt(depth: number): KerasGraph | undefined {
    const level = this.#levels[depth];
    if (level?.members === undefined) return undefined;
    level.graph ??= new KerasGraph();
    return level.graph;
  }

  #judge(members: Members): void {
    const [className, module] = [textOf(members, 'class_name'), textOf(members, 'module')];
    const config = members.get('config');
    const place = PLACE.exec(module ?? '');
    if (className === undefined || config === undefined) {
      // What only Keras writes, around something that nothing can be made of.
      if (className === TENSOR || (members.has('registered_name') && place !== null))
        this.#enter(
          true,
          `${className ?? `something of ${module}`} without its ${className === undefined ? 'class' : 'config'}`,
        );
      return;
    }
    if (config.kind !== 'object') return;
    if (className === TENSOR) this.#tensor(config.members);
    if (isUsers(members, className)) return;
    if (className === 'Functional') this.#functional(config.members, config.graph);
    else if (place !== null) this.#ofPlace(place[1] ?? '', className, config.members);
    else if (!members.has('module')) this.#ofAnywhere(className, config.members);
  }

  #ofPlace(place: string, className: string, config: Members): void {
    const { classes, modules } = kerasBuiltins();
    const full = place === '' ? className : `${place}.${className}`;
    if (classes.has(full)) this.#arguments(true, className, config, [classes.get(full)]);
    else if (modules.has(place) && /^[A-Z]/.test(className)) this.#enter(true, `no class ${full}`);
  }

  #ofAnywhere(className: string, config: Members): void {
    const forms = kerasBuiltins().named.get(className);
    if (forms !== undefined) this.#arguments(false, className, config, forms);
  }

  /** What none of the classes of this name takes. */
  #arguments(
    isSure: boolean,
    className: string,
    config: Members,
    forms: readonly (Arguments | undefined)[],
  ): void {
    const dtype =
      textOf(config, 'dtype') ?? (/DTypePolicy$/.test(className) ? textOf(config, 'name') : undefined);
    if (dtype !== undefined && !isDtype(dtype) && !POLICY.test(dtype))
      this.#enter(isSure, `${className} of dtype ${dtype}`);
    const told = forms.filter((each) => each !== undefined);
    if (told.length < forms.length) return;
    for (const [key, seen] of config) {
      if (!told.some((form) => form.has(key))) this.#enter(isSure, `${className} with ${key}`);
      else if (seen.kind === 'text' && !told.some((form) => takes(form, key, seen.text)))
        this.#enter(isSure, `${className} with ${key} ${seen.text}`);
    }
  }

  #functional(config: Members, graph: KerasGraph | undefined): void {
    const missing = FUNCTIONAL_MUST.find((each) => !config.has(each));
    const unknown = [...config.keys()].find((each) => !FUNCTIONAL.has(each));
    const fault = graph?.fault();
    if (missing !== undefined) this.#enter(true, `Functional without ${missing}`);
    else if (unknown !== undefined) this.#enter(true, `Functional with ${unknown}`);
    else if (fault !== undefined) this.#enter(true, `Functional with ${fault}`);
  }

  #tensor(config: Members): void {
    const missing = TENSOR_MUST.find((each) => !config.has(each));
    const dtype = textOf(config, 'dtype');
    if (missing !== undefined) this.#enter(true, `a tensor without ${missing}`);
    else if (dtype !== undefined && !isDtype(dtype)) this.#enter(true, `a tensor of dtype ${dtype}`);
  }

  #enter(isSure: boolean, what: string): void {
    const list = isSure ? this.#wrong : this.#doubtful;
    if (list.size < MOST_FOUND) list.add(what);
  }
}

/** Registered under a name of its own, or of a module of a user's. */
function isUsers(members: Members, className: string): boolean {
  const registered = textOf(members, 'registered_name');
  return registered !== undefined && registered !== className;
}

function textOf(members: Members, key: string): string | undefined {
  const seen = members.get(key);
  return seen?.kind === 'text' ? seen.text : undefined;
}

const isDtype = (text: string): boolean => kerasBuiltins().dtypes.has(text);

function takes(form: Arguments, key: string, text: string): boolean {
  if (!form.has(key)) return false;
  const words = form.get(key);
  return words === undefined || words.has(text.toLowerCase()) || words.has(text);
}

const listed = (what: ReadonlySet<string>): string =>
  [...what].slice(0, MOST_LISTED).join(', ').slice(0, 300);
