import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/**
 * Keeps what is always loaded in few files. A chunk holds what the same entries reach, and each reader that is imported later is an
 * entry: the modules that it shares with the core would become a file for each set of readers, and a thread waits for each file.
 * So a reader is made to reach all of the core, which is there before it.
 *
 * @param core paths of the modules that are always loaded
 */
export const withCore = (root, core) => ({
  name: 'with-core',
  async setup(builder) {
    const later = await importedLater(root, builder.initialOptions.entryPoints);
    builder.onLoad({ filter: /\/src\/verify\/.*\.ts$/ }, ({ path }) => {
      if (!later.has(path)) return undefined;
      const imports = core.map((each) => `import ${JSON.stringify(join(root, each))};`);
      const contents = `${readFileSync(path, 'utf8')}\n${imports.join('\n')}\n`;
      return { contents, loader: 'ts', resolveDir: dirname(path) };
    });
  },
});

/** Asked before the build: within it a module may be read before the one that imports it later, and the bundle would differ by chance. */
async function importedLater(root, entryPoints) {
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
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  return new Set(imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => join(root, path)));
}
