import type { JsonPath } from '../read/json-scanner.ts';

/** What a functional model says of its layers: their names, and the names by which they and its ends are called. */
export class KerasGraph {
  readonly #names = new Set<string>();
  readonly #called = new Set<string>();
  #lacking: string | undefined;

  /** An entry of its list of layers, by its keys. */
  layer(name: string | undefined, keys: { has(key: string): boolean }): void {
    if (name !== undefined && this.#names.size < MOST_NAMES) this.#names.add(name);
    this.#lacking ??= LAYER_MUST.find((each) => !keys.has(each));
  }

  calls(name: string): void {
    if (this.#called.size < MOST_NAMES) this.#called.add(name);
  }

  /** What is wrong, in words; nothing where too much is named to tell. */
  fault(): string | undefined {
    if (this.#lacking !== undefined) return `a layer without "${this.#lacking}"`;
    if (this.#names.size >= MOST_NAMES) return undefined;
    const unknown = [...this.#called].find((each) => !this.#names.has(each));
    return unknown === undefined ? undefined : `no layer ${JSON.stringify(unknown.slice(0, 80))}`;
  }
}

const LAYER_MUST = ['class_name', 'config', 'name', 'inbound_nodes'];
const MOST_NAMES = 100_000;

/** How deep in a path the model lies whose list of layers this is an entry of. */
export const layerOf = (path: JsonPath): number | undefined =>
  path.at(-2) === 'layers' && typeof path.at(-1) === 'number' ? path.length - 2 : undefined;

/**
 * How deep in a path the model lies of which this text names a layer: where a tensor between two layers comes from, and as
 * the first of the three that tell where the model's own tensors begin and end.
 */
export function calledBy(path: JsonPath): number | undefined {
  if (path.at(-1) !== 0) return undefined;
  if (path.at(-2) === 'keras_history') {
    const at = path.lastIndexOf('inbound_nodes');
    return at >= 2 && path[at - 2] === 'layers' ? at - 2 : undefined;
  }
  const at = Math.max(path.lastIndexOf('input_layers'), path.lastIndexOf('output_layers'));
  return at < 0 ? undefined : at;
}
