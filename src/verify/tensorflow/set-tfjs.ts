import type { FoundSet, SetKind } from '../contract/set.ts';
import { byFolder, inFolder, nameIn, type Tree } from '../contract/tree.ts';
import { readManifest, type WeightGroup } from './tfjs-manifest.ts';

const MOST_JSON_BYTES = 64 * 1024 ** 2;
/** As its converter and its backend for Node write, older converters, and browsers that keep a model as two downloads. */
const MANIFEST_NAMES = new Set(['model.json', 'weights_manifest.json']);

/** A model of TensorFlow.js: JSON that lists its weights, and files beside it in which their bytes lie one after the other. */
export const tfjsModel: SetKind = {
  name: 'tfjs-model',
  proves:
    'every file that `weightsManifest` names is there; together the files of a group hold exactly its weights, each dtype x shape, quantized or not, texts by their lengths; values. Not that the weights are those of the topology',

  async find(tree: Tree): Promise<FoundSet[]> {
    const sets: FoundSet[] = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const names = new Set(files.map(({ path }) => nameIn(path)));
      for (const { path, sizeBytes } of files) {
        const name = nameIn(path);
        const isDownload = name.endsWith('.json') && names.has(`${name.slice(0, -5)}.weights.bin`);
        if (!(MANIFEST_NAMES.has(name) || isDownload) || sizeBytes > MOST_JSON_BYTES) continue;
        const groups = await groupsIn(tree, path, sizeBytes);
        if (groups !== undefined) sets.push(setOf(tree, folder, path, groups));
      }
    }
    return sets;
  },
};

async function groupsIn(tree: Tree, path: string, sizeBytes: number): Promise<WeightGroup[] | undefined> {
  const source = await tree.open(path);
  try {
    return readManifest(Buffer.from(await source.read(0, sizeBytes)).toString());
  } finally {
    await source.close();
  }
}

function setOf(tree: Tree, folder: string, manifest: string, groups: readonly WeightGroup[]): FoundSet {
  const named = new Set(groups.flatMap(({ paths }) => paths.map((path) => inFolder(folder, path))));
  const parts = tree.files.map(({ path }) => path).filter((path) => named.has(path));
  return {
    root: manifest,
    parts,
    members: [manifest],
    async examine(subject) {
      const { examineWeights } = await import('./tfjs-weights.ts');
      return examineWeights(subject, folder, groups);
    },
  };
}
