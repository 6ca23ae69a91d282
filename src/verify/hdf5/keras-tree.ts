import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { holdsTensors } from '../contract/verdict.ts';
import { KerasConfig } from './keras-config.ts';
import type { Hdf5Tree } from './walk.ts';

const WEIGHTS = 'model_weights';
const OPTIMIZER = 'optimizer_weights';

/**
 * Keras's own account of what an HDF5 file holds: `layer_names`, and for each layer `weight_names`, must all be there; the
 * model's config must not run anything. Facts from files of keras 3.15.
 *
 * @returns whether the file is one of Keras's
 */
export async function judgeKerasTree(subject: Subject, tree: Hdf5Tree): Promise<boolean> {
  const root = tree.texts.get('');
  const configs = ['model_config', 'training_config'].flatMap((name) => root?.get(name)?.slice(0, 1) ?? []);
  await judgeConfigs(subject, configs, root?.get('keras_version')?.[0]);
  const base = tree.groups.has(WEIGHTS) ? WEIGHTS : '';
  const layers = listOf(tree, base, 'layer_names');
  // What could not be walked has its own reason; that names are missing then is no news.
  if (tree.complete) {
    if (root?.has('model_config') === true && layers === undefined && holdsTensors(subject.role))
      subject.findings.fail('L3', 'keras-no-weights', 'has a model and no list of its layers', {
        expected: `"${WEIGHTS}" with layer_names`,
      });
    if (base === WEIGHTS && root?.has('keras_version') === true && !root.has('model_config'))
      subject.findings.fail(
        'L3',
        'keras-no-config',
        'has weights as a whole model keeps them, and no model',
        {
          expected: 'the attribute model_config',
        },
      );
    new Names(subject, tree).judge(base, layers ?? []);
  }
  return layers !== undefined || root?.has('model_config') === true;
}

async function judgeConfigs(
  subject: Subject,
  texts: readonly string[],
  version: string | undefined,
): Promise<void> {
  for (const text of texts) {
    const config = new KerasConfig(subject);
    const bytes = new TextEncoder().encode(text);
    await subject.findings.guard(() => {
      config.feed(bytes, 0);
      config.end(bytes.length);
    });
    // What it had named until it broke counts too.
    config.settle(version);
  }
}

class Names {
  readonly #subject: Subject;
  readonly #tree: Hdf5Tree;
  readonly #datasets: Set<string>;

  constructor(subject: Subject, tree: Hdf5Tree) {
    this.#subject = subject;
    this.#tree = tree;
    this.#datasets = new Set(tree.datasets.flatMap(({ names }) => names));
  }

  judge(base: string, layers: readonly string[]): void {
    for (const layer of layers) {
      const path = base === '' ? layer : `${base}/${layer}`;
      const weights = this.#tree.groups.has(path) ? listOf(this.#tree, path, 'weight_names') : undefined;
      if (weights === undefined) this.#missing(`the layer ${quoted(layer)}`, path);
      else this.#weights(path, weights);
    }
    // Groups beside the layers say what they hold in the same way.
    const more = base === '' ? [] : [`${base}/top_level_model_weights`, OPTIMIZER];
    for (const path of more) this.#weights(path, listOf(this.#tree, path, 'weight_names') ?? []);
  }

  #weights(path: string, names: readonly string[]): void {
    for (const name of names)
      if (!this.#datasets.has(`${path}/${name}`))
        this.#missing(`the weight ${quoted(name)}`, `${path}/${name}`);
  }

  #missing(what: string, path: string): void {
    this.#subject.findings.fail('L3', 'keras-name-missing', `${what} is listed and not there`, {
      expected: path.slice(0, 300),
    });
  }
}

/** A list that is too long for one attribute goes on in others: `layer_names0`, `layer_names1`, ... */
function listOf(tree: Hdf5Tree, path: string, name: string): string[] | undefined {
  const own = tree.texts.get(path);
  const whole = own?.get(name);
  if (whole !== undefined) return whole;
  const parts: string[] = [];
  for (let i = 0; own?.has(`${name}${i}`) === true; i += 1) parts.push(...(own.get(`${name}${i}`) ?? []));
  return own?.has(`${name}0`) === true ? parts : undefined;
}
