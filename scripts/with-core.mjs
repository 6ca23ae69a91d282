import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/**
 * Keeps what several readers need in few files. A chunk holds what the same entries reach, and each reader that is imported later is an
 * entry: the modules that it shares with the core, and with other readers, would become a file for each set of readers, and a thread
 * waits for each file. So a reader is made to reach all of the core, which is there before it, and all of a layer of which it needs
 * a module.
 *
 * @param core paths of the modules that are always loaded
 * @param layers of each, the paths of its modules
 */
export const withCore = (root, core, layers) => ({
  name: 'with-core',
  async setup(builder) {
    const graph = await importsIn(root, builder.initialOptions.entryPoints);
    const later = laterIn(graph);
    for (const each of [...core, ...layers.flat()])
      if (!graph.has(each)) throw new Error(`${each} is no module of the verifier`);
    // It would be made to reach what reaches it, and come behind that: a list that names it would hold nothing in its place.
    for (const each of reachedFrom(core, graph))
      if (later.has(each))
        throw new Error(`${each} is of the core: import it at once, not when it is wanted`);
    builder.onLoad({ filter: /\/src\/verify\/.*\.ts$/ }, ({ path }) => {
      const name = path.slice(root.length + 1);
      if (!later.has(name)) return undefined;
      const modules = [...core, ...layersOf(name, layers, graph)].filter((each) => each !== name);
      const imports = modules.map((each) => `import ${JSON.stringify(join(root, each))};`);
      const contents = `${readFileSync(path, 'utf8')}\n${imports.join('\n')}\n`;
      return { contents, loader: 'ts', resolveDir: dirname(path) };
    });
  },
});

/** Modules of every layer that the reader reaches, itself or through another layer. */
function layersOf(reader, layers, graph) {
  const reached = reachedFrom([reader], graph);
  const needed = new Set();
  for (let isGrowing = true; isGrowing; ) {
    const more = layers.filter((layer) => !needed.has(layer) && layer.some((each) => reached.has(each)));
    for (const layer of more) {
      needed.add(layer);
      for (const each of reachedFrom(layer, graph)) reached.add(each);
    }
    isGrowing = more.length > 0;
  }
  return [...needed].flat();
}

function reachedFrom(modules, graph) {
  const reached = new Set();
  const waiting = [...modules];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    for (const { path, kind } of graph.get(name) ?? []) if (kind === 'import-statement') waiting.push(path);
  }
  return reached;
}

const laterIn = (graph) =>
  new Set(
    [...graph.values()]
      .flat()
      .filter(({ kind }) => kind === 'dynamic-import')
      .map(({ path }) => path),
  );

/** Asked before the build: within it a module may be read before the one that imports it later, and the bundle would differ by chance. */
async function importsIn(root, entryPoints) {
  const { metafile } = await build({
    entryPoints,
    absWorkingDir: root,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: 'unwritten',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  return new Map(Object.entries(metafile.inputs).map(([name, { imports }]) => [name, imports]));
}
