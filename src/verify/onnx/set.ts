import type { FoundSet, SetKind } from '../contract/set.ts';
import type { Tree } from '../contract/tree.ts';
import { locationsIn, resolveLocation } from './location.ts';

const MODEL_NAME = /\.onnx$/i;

/** A model and the files beside it that hold its tensors. Models that share a data file are one set. */
export const onnxExternal: SetKind = {
  name: 'onnx-external',
  proves:
    'locations stay in the folder of the model; each data file is there and covered by tensors without hole or overlap (zeros that align are no hole); length = shape x type; SHA-1 of a data file where the model carries it; values',

  async find(tree: Tree): Promise<FoundSet[]> {
    const groups: { models: string[]; data: Set<string> }[] = [];
    for (const { path } of tree.files) {
      if (!MODEL_NAME.test(path)) continue;
      const data = await dataOf(tree, path);
      if (data === undefined) continue;
      const touching = groups.filter((group) => [...data].some((file) => group.data.has(file)));
      const models = [...touching.flatMap((group) => group.models), path];
      for (const group of touching) groups.splice(groups.indexOf(group), 1);
      groups.push({ models, data: new Set([...touching.flatMap((group) => [...group.data]), ...data]) });
    }
    const present = new Set(tree.files.map(({ path }) => path));
    return groups.map(({ models, data }) =>
      setOf(
        models,
        [...data].filter((path) => present.has(path)),
      ),
    );
  },
};

/** `undefined` for a model that is whole in itself; that is verified as the file it is. */
async function dataOf(tree: Tree, model: string): Promise<Set<string> | undefined> {
  const source = await tree.open(model);
  try {
    const locations = await locationsIn(source);
    if (locations.size === 0) return undefined;
    const paths = [...locations].flatMap((location) => {
      const resolved = resolveLocation(model, location);
      return 'path' in resolved && resolved.path !== model ? [resolved.path] : [];
    });
    return new Set(paths);
  } finally {
    await source.close();
  }
}

function setOf(models: readonly string[], data: readonly string[]): FoundSet {
  return {
    root: models[0] ?? '',
    parts: [...models, ...data],
    members: [],
    async examine(subject) {
      const { ModelsReading } = await import('./models-reading.ts');
      const reading = new ModelsReading(subject);
      for (const model of models) await reading.readModel(model);
      for (const path of data) await reading.readData(path);
      reading.settle();
      return { reaches: 'L3', checksummed: false };
    },
  };
}
